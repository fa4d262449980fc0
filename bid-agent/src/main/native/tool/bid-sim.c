/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * bid-sim: replays traces and generated workloads through block schedulers onto modelled disks.
 * README.md beside this file describes options and output.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "device/device.h"
#include "sim/worked_example.h"
#include "sim_help.h"
#include "sim_jobs.h"
#include "sim_options.h"
#include "workload/workload.h"

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

static void list_policies(void)
{
	for (size_t i = 0; i < contender_count; i++)
		printf("policy\t%s\t%s\n", contenders[i].name, contenders[i].summary);
}

static void list_disks(void)
{
	for (size_t i = 0; i < device_preset_count; i++)
		printf("disk\t%s\t%s\t%s\n", device_presets[i].name,
		       device_presets[i].tier == BID_TIER_SSD ? "ssd" : "hdd",
		       device_presets[i].summary);
}

static void list_workloads(void)
{
	for (size_t i = 0; i < workload_count; i++)
		printf("workload\t%s\t%s\n", workload_list[i].name, workload_list[i].summary);
}

static void list_tunables(void)
{
	const struct bid_tunable *tunables[TUNABLES_MAX];
	size_t count = contender_tunables(tunables, TUNABLES_MAX);

	for (size_t i = 0; i < count; i++) {
		const struct bid_tunable *tunable = tunables[i];

		printf("tunable\t%s\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\n",
		       tunable->name, tunable->of, tunable->unit, tunable->initial, tunable->min,
		       tunable->max, tunable->meaning);
	}
}

static int print_example(void)
{
	int result = sim_worked_example_print(stdout);

	if (result < 0)
		fprintf(stderr, "bid-sim: the worked example stalled: %s\n", strerror(-result));
	return result;
}

static int act(const struct sim_options *options)
{
	switch (options->action) {
	case SIM_ACTION_HELP:
		sim_help_print();
		return 0;
	case SIM_ACTION_LIST_POLICIES:
		list_policies();
		return 0;
	case SIM_ACTION_LIST_DISKS:
		list_disks();
		return 0;
	case SIM_ACTION_LIST_WORKLOADS:
		list_workloads();
		return 0;
	case SIM_ACTION_LIST_TUNABLES:
		list_tunables();
		return 0;
	case SIM_ACTION_WORKED_EXAMPLE:
		return print_example();
	case SIM_ACTION_RUN:
		break;
	}
	return sim_jobs_run(options);
}

int main(int argc, char **argv)
{
	struct sim_options options;
	char error[1024];
	int result = sim_options_parse(&options, argc, argv, error, sizeof(error));

	if (result < 0) {
		fprintf(stderr, "bid-sim: %s\n", error);
		sim_options_free(&options);
		return EXIT_USAGE;
	}
	result = act(&options);
	sim_options_free(&options);
	return result < 0 ? EXIT_FAILED : 0;
}
