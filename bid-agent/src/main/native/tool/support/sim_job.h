/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * One run: a contender on a workload.
 */
#ifndef TOOL_SIM_JOB_H
#define TOOL_SIM_JOB_H

#include <stdatomic.h>
#include <stdio.h>

#include "sim_report.h"

struct sim_job {
	struct sim_report report;
	size_t workload;
	uint64_t requests; /* that the workload has; for progress, 0: not known */
	FILE *figures;
	FILE *processes; /* NULL: not wanted */
	FILE *arm;	 /* NULL: not wanted */
	_Atomic uint32_t *permille; /* how much of it is done */
};

/* Opens the workload of that index, or the trace. */
int sim_job_open_source(const struct sim_options *options, size_t workload,
			uint64_t device_sectors, struct trace_source **source, char *error,
			size_t error_size);

/* Counts a source's requests. Returns 0 or a negative errno with a message in error. */
int sim_job_count(const struct sim_options *options, size_t workload, uint64_t *requests,
		  char *error, size_t error_size);

/* Returns 0 or a negative errno with a message in error. */
int sim_job_run(const struct sim_job *job, char *error, size_t error_size);

#endif
