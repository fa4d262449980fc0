/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What is computed of a run's figures.
 */
#include "sim/result.h"

#include <stdlib.h>

static double ratio(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

double sim_result_seconds(const struct sim_result *result)
{
	return (double)(result->last_completion_ns - result->first_arrival_ns) / 1e9;
}

double sim_result_mean_distance_tracks(const struct sim_result *result)
{
	const struct device_figures *hdd = &result->device[BID_TIER_HDD];

	return ratio((double)hdd->arm_distance_tracks, (double)hdd->arm_movements);
}

double sim_result_seek_sweeps(const struct sim_result *result)
{
	const struct device_figures *hdd = &result->device[BID_TIER_HDD];

	return ratio((double)hdd->arm_distance_tracks, (double)hdd->tracks);
}

double sim_result_ssd_read_fraction(const struct sim_result *result)
{
	double hdd = (double)result->traffic[BID_TIER_HDD].sectors[BID_READ];
	double ssd = (double)result->traffic[BID_TIER_SSD].sectors[BID_READ];

	return ratio(ssd, hdd + ssd);
}

double sim_result_packing_sectors(const struct sim_result *result)
{
	uint64_t sectors = 0;
	uint64_t runs = 0;

	for (int tier = 0; tier < BID_TIERS; tier++) {
		sectors += result->traffic[tier].sectors[BID_WRITE];
		runs += result->traffic[tier].runs[BID_WRITE];
	}
	return ratio((double)sectors, (double)runs);
}

double sim_result_run_sectors(const struct sim_result *result)
{
	const struct sim_traffic *hdd = &result->traffic[BID_TIER_HDD];

	return ratio((double)(hdd->sectors[BID_READ] + hdd->sectors[BID_WRITE]),
		     (double)(hdd->runs[BID_READ] + hdd->runs[BID_WRITE]));
}

double sim_result_stretch_sectors(const struct sim_result *result, enum bid_op op)
{
	const struct sim_traffic *hdd = &result->traffic[BID_TIER_HDD];

	return ratio((double)hdd->sectors[op], (double)hdd->stretches[op]);
}

uint64_t sim_result_worst_p99_ns(const struct sim_result *result, uint64_t requests_min)
{
	uint64_t worst = 0;

	for (size_t i = 0; i < result->process_count; i++) {
		const struct sim_process_figures *process = &result->process[i];
		uint64_t p99 = sim_histogram_quantile_ns(&process->latency, 0.99);

		if (process->requests >= requests_min && p99 > worst)
			worst = p99;
	}
	return worst;
}

void sim_result_free(struct sim_result *result)
{
	if (!result)
		return;
	for (size_t i = 0; i < result->process_count; i++)
		sim_histogram_free(&result->process[i].latency);
	free(result->process);
	sim_histogram_free(&result->other.latency);
	sim_histogram_free(&result->latency[BID_READ]);
	sim_histogram_free(&result->latency[BID_WRITE]);
	free(result);
}
