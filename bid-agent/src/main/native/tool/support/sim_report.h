/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Writes figures as tab-separated lines; the format is in ../README.md.
 */
#ifndef TOOL_SIM_REPORT_H
#define TOOL_SIM_REPORT_H

#include <stdio.h>

#include "sim/bound.h"
#include "sim/result.h"
#include "sim_options.h"

/* What is common to the lines of one run. */
struct sim_report {
	const struct sim_options *options;
	const struct sim_choice *choice;
	const char *workload;
};

void sim_report_figure_header(FILE *out);
void sim_report_figures(FILE *out, const struct sim_report *report, const struct sim_result *result,
			double cpu_seconds);
void sim_report_bound(FILE *out, const struct sim_report *report, const struct sim_bound *bound);

void sim_report_process_header(FILE *out);
void sim_report_processes(FILE *out, const struct sim_report *report,
			  const struct sim_result *result);

#endif
