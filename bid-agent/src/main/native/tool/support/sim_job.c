/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Opens what a run needs, runs it, writes what it found.
 */
#include "sim_job.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "arm_log.h"
#include "trace/fit.h"
#include "workload/workload.h"

/* Addresses as they are in the trace, or generated for the disk. */
static int open_plain(const struct sim_options *options, size_t workload, uint64_t device_sectors,
		      struct trace_source **source, char *error, size_t error_size)
{
	struct trace_options trace_options = {.device_sectors =
						      0}; /* the scan counts what is past */
	struct workload_options workload_options = {
		.seed = options->seed, .device_sectors = device_sectors, .scale = options->scale};

	return options->workload_count > 0
		       ? workload_open(options->workload[workload], &workload_options, source,
				       error, error_size)
		       : trace_open(options->trace, options->trace_count, &trace_options, source,
				    error, error_size);
}

static int open_source(const struct sim_job *job, uint64_t device_sectors,
		       struct trace_source **source, char *error, size_t error_size)
{
	const struct sim_options *options = job->report.options;
	int result = open_plain(options, job->workload, device_sectors, source, error, error_size);

	if (result < 0 || options->addresses == TRACE_AS_IS)
		return result;
	result = trace_fit(*source, options->addresses, job->scan->end_lba, device_sectors, source);
	if (result < 0) {
		(*source)->close(*source);
		snprintf(error, error_size, "out of memory");
	}
	return result;
}

static void close_devices(struct device *const device[BID_TIERS])
{
	for (int tier = 0; tier < BID_TIERS; tier++) {
		if (device[tier])
			device[tier]->ops->close(device[tier]);
	}
}

static int open_devices(const struct sim_options *options, bool with_ssd,
			struct device *device[BID_TIERS], char *error, size_t error_size)
{
	/* What is set is the disk's; the SSD is as described. */
	struct device_options ssd_options = {.ncq_depth = 32, .write_cache = -1, .read_ahead = -1};
	int result = device_open(options->disk, &options->device, &device[BID_TIER_HDD], error,
				 error_size);

	device[BID_TIER_SSD] = NULL;
	if (result < 0 || !with_ssd)
		return result;
	result = device_open(options->ssd, &ssd_options, &device[BID_TIER_SSD], error, error_size);
	if (result < 0)
		device[BID_TIER_HDD]->ops->close(device[BID_TIER_HDD]);
	return result;
}

int sim_job_scan(const struct sim_options *options, size_t workload, struct sim_scan *scan,
		 char *error, size_t error_size)
{
	struct device *device[BID_TIERS];
	struct trace_source *source;
	uint64_t sectors;
	int result = open_devices(options, false, device, error, error_size);

	if (result < 0)
		return result;
	sectors = device[BID_TIER_HDD]->profile.sectors;
	close_devices(device);
	result = open_plain(options, workload, sectors, &source, error, error_size);
	if (result < 0)
		return result;
	result = sim_scan(source, options->addresses == TRACE_AS_IS ? sectors : UINT64_MAX, scan,
			  error, error_size);
	source->close(source);
	return result;
}

static void job_progress(void *context, uint64_t requests, uint64_t now_ns)
{
	const struct sim_job *job = context;

	(void)now_ns;
	if (job->scan->requests > 0)
		atomic_store(job->permille, (uint32_t)(requests * 1000 / job->scan->requests));
}

static void write_arm(const struct sim_job *job, const struct arm_log *log)
{
	for (uint32_t i = 0; i < log->count; i++)
		fprintf(job->arm, "arm\t%s\t%s\t%.3f\t%" PRIu64 "\n", job->report.choice->name,
			job->report.workload, (double)log->sample[i].now_ns / 1e6,
			log->sample[i].track);
}

static double seconds_of(struct timespec time)
{
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static uint64_t source_skipped(const struct trace_source *source)
{
	const struct trace_counts *counts = &source->counts;

	return counts->skipped_empty + counts->skipped_past_end + counts->skipped_corrupt;
}

static int simulate(const struct sim_job *job, struct device *const device[BID_TIERS],
		    struct trace_source *source, char *error, size_t error_size)
{
	const struct sim_options *options = job->report.options;
	struct sim_setup setup = {
		.policy = job->report.choice->contender->policy,
		.settings = job->report.choice->tunables,
		.device = {device[BID_TIER_HDD], device[BID_TIER_SSD]},
		.loop = options->loop,
		.slots = job->scan->slots,
		.outstanding = options->outstanding,
		.processes_max = SIM_PROCESSES_DEFAULT,
	};
	struct sim_observer observer = {.progress = job_progress, .context = (void *)job};
	struct sim_result *result;
	struct timespec before;
	struct timespec after;
	int code;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
	code = sim_run(&setup, source, &observer, &result, error, error_size);
	if (code < 0)
		return code;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
	result->skipped += source_skipped(source);
	sim_report_figures(job->figures, &job->report, result,
			   seconds_of(after) - seconds_of(before));
	if (job->processes)
		sim_report_processes(job->processes, &job->report, result);
	sim_result_free(result);
	return 0;
}

static int simulate_with_arm(const struct sim_job *job, struct device *const device[BID_TIERS],
			     struct trace_source *source, char *error, size_t error_size)
{
	struct arm_log *log;
	int code;

	if (!job->arm)
		return simulate(job, device, source, error, error_size);
	log = calloc(1, sizeof(*log));
	if (!log) {
		snprintf(error, error_size, "out of memory");
		return -ENOMEM;
	}
	device[BID_TIER_HDD]->arm = arm_log_add;
	device[BID_TIER_HDD]->arm_context = log;
	code = simulate(job, device, source, error, error_size);
	if (code == 0)
		write_arm(job, log);
	free(log);
	return code;
}

static int compute_bound(const struct sim_job *job, struct device *const device[BID_TIERS],
			 struct trace_source *source, char *error, size_t error_size)
{
	const struct sim_options *options = job->report.options;
	struct sim_bound_setup setup = {
		.device = {device[BID_TIER_HDD], device[BID_TIER_SSD]},
		.loop = options->loop,
		.slots = job->scan->slots,
		.prefetch_sectors = bid_settings_get(
			&job->report.choice->tunables,
			contender_tunable(job->report.choice->contender, "announced-buffer")),
	};
	struct sim_bound bound;
	int code = sim_bound_compute(&setup, source, &bound, error, error_size);

	if (code < 0)
		return code;
	if (job->report.choice->contender->estimate == BOUND_BY_ADDRESS)
		bound.bound_ns = bound.by_address_ns;
	if (job->report.choice->contender->estimate == BOUND_IN_STEP)
		bound.bound_ns = bound.in_step_ns;
	bound.skipped += source_skipped(source);
	sim_report_bound(job->figures, &job->report, &bound);
	return 0;
}

int sim_job_run(const struct sim_job *job, char *error, size_t error_size)
{
	const struct sim_options *options = job->report.options;
	struct device *device[BID_TIERS];
	struct trace_source *source;
	int result = open_devices(options, job->report.choice->contender->needs_ssd, device, error,
				  error_size);

	if (result < 0)
		return result;
	result =
		open_source(job, device[BID_TIER_HDD]->profile.sectors, &source, error, error_size);
	if (result == 0) {
		result = job->report.choice->contender->policy
				 ? simulate_with_arm(job, device, source, error, error_size)
				 : compute_bound(job, device, source, error, error_size);
		source->close(source);
	}
	close_devices(device);
	atomic_store(job->permille, 1000);
	return result;
}
