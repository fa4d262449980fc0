/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Runs each contender on each workload, each in a process of its own, several at a time.
 */
#ifndef TOOL_SIM_JOBS_H
#define TOOL_SIM_JOBS_H

#include "sim_options.h"

/*
 * Writes figures to standard output, what else is asked for to its files, progress to standard
 * error. Returns 0 or a negative errno after a line on standard error.
 */
int sim_jobs_run(const struct sim_options *options);

#endif
