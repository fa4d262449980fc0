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
	const struct sim_scan *scan; /* of the workload */
	FILE *figures;
	FILE *processes;            /* NULL: not wanted */
	FILE *arm;                  /* NULL: not wanted */
	_Atomic uint32_t *permille; /* how much of it is done */
};

/*
 * Looks the workload of that index, or the trace, over. Returns 0, or a negative errno with one
 * line in error, also when too much of it cannot be replayed on the disk.
 */
int sim_job_scan(const struct sim_options *options, size_t workload, struct sim_scan *scan,
		 char *error, size_t error_size);

/* Returns 0 or a negative errno with a message in error. */
int sim_job_run(const struct sim_job *job, char *error, size_t error_size);

#endif
