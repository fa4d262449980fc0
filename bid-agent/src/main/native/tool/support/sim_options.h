/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * bid-sim's command line.
 */
#ifndef TOOL_SIM_OPTIONS_H
#define TOOL_SIM_OPTIONS_H

#include "contenders.h"
#include "sim/simulation.h"
#include "trace/fit.h"

enum sim_action {
	SIM_ACTION_RUN = 0,
	SIM_ACTION_HELP,
	SIM_ACTION_LIST_POLICIES,
	SIM_ACTION_LIST_DISKS,
	SIM_ACTION_LIST_WORKLOADS,
	SIM_ACTION_LIST_TUNABLES,
	SIM_ACTION_WORKED_EXAMPLE,
};

enum { SIM_CHOICES_MAX = 64 };

/* A contender with settings of its own. */
struct sim_choice {
	const struct contender *contender;
	char name[128];               /* as given: NAME[:TUNABLE=VALUE]... */
	const char *settings;         /* within name, or empty */
	struct bid_settings tunables; /* what is set of all, and on top of that of this one */
};

struct sim_options {
	enum sim_action action;
	const char **trace; /* files; freed by sim_options_free */
	size_t trace_count;
	const char *workload[SIM_CHOICES_MAX]; /* names of workload_list */
	size_t workload_count;                 /* 0: a trace */
	struct sim_choice choice[SIM_CHOICES_MAX];
	size_t choice_count;
	uint64_t seed;
	double scale;
	const char *disk;
	const char *ssd; /* NULL: none */
	enum sim_loop loop;
	enum trace_addresses addresses;
	struct device_options device;
	uint32_t outstanding;
	uint32_t jobs;
	struct bid_settings settings;
	const char *arm_path;       /* NULL: not wanted */
	const char *processes_path; /* NULL: not wanted */
};

/* Returns 0, or -EINVAL with one line in error. */
int sim_options_parse(struct sim_options *options, int argc, char **argv, char *error,
		      size_t error_size);
void sim_options_free(struct sim_options *options);

/* The name under which the workload of that index (0 for a trace) is reported. */
const char *sim_options_workload_name(const struct sim_options *options, size_t index);

#endif
