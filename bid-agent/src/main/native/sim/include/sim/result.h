/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Everything that a run reports. Latency counts from the trace's time in open loop, from the moment
 * its process submitted it in closed loop; waiting before the full queue is part of it.
 */
#ifndef SIM_RESULT_H
#define SIM_RESULT_H

#include <stddef.h>
#include <stdint.h>

#include "device/device.h"
#include "sim/histogram.h"

/* What a process's requests met with. */
struct sim_process_figures {
	uint64_t process;
	uint64_t requests;
	uint64_t bytes[2]; /* by enum bid_op */
	uint64_t first_issued_ns;
	uint64_t last_completed_ns;
	struct sim_histogram latency; /* of reads and writes */
};

/* What policies sent to a device: callers' requests and their own. */
struct sim_traffic {
	uint64_t runs[2]; /* by enum bid_op */
	uint64_t sectors[2];
	uint64_t stretches[2]; /* runs that did not go on where the one before ended */
	uint64_t next_lba;     /* where the latest ended */
};

struct sim_result {
	uint64_t first_arrival_ns;
	uint64_t last_completion_ns;
	uint64_t requests; /* the trace's, served */
	uint64_t bytes[2]; /* of those, by enum bid_op */
	struct sim_histogram latency[2];

	struct device_figures device[BID_TIERS];
	struct sim_traffic traffic[BID_TIERS];

	/*
	 * In order of their first completions, at most processes_max; all processes after those are
	 * one, "other". Latencies are counted in HdrHistogram's buckets, see sim/histogram.h.
	 */
	struct sim_process_figures *process;
	size_t process_count;
	struct sim_process_figures other;

	uint64_t kept_idle_ns;        /* requests waited, and no device had any of them */
	uint64_t queue_full_waits;    /* requests that found the queue full */
	uint64_t window_waits;        /* closed loop: issued late because the window was full */
	uint64_t processes_forgotten; /* closed loop: idle ones whose history was given up */
	uint64_t skipped;             /* no sectors, or past the device's end */
	uint64_t announcements;
	uint64_t events;     /* insertions, dispatches, completions */
	uint64_t nodes_peak; /* most requests, records and processes in memory at a time */
};

double sim_result_seconds(const struct sim_result *result);

/* Distance per movement; 0 when the arm never moved. */
double sim_result_mean_distance_tracks(const struct sim_result *result);

/* Distance in sweeps over all tracks; 0 when the device has none. */
double sim_result_seek_sweeps(const struct sim_result *result);

/* Of the bytes read from devices, the part from the SSD. */
double sim_result_ssd_read_fraction(const struct sim_result *result);

/* Write sectors per write run that went to a device; 0 when there was none. */
double sim_result_packing_sectors(const struct sim_result *result);

/* Sectors per run that went to the HDD; 0 when there was none. */
double sim_result_run_sectors(const struct sim_result *result);

/* Sectors read or written from one address on before the HDD went elsewhere; 0: none. */
double sim_result_stretch_sectors(const struct sim_result *result, enum bid_op op);

/* The highest 99th percentile of any process with that many requests at least, ns. */
uint64_t sim_result_worst_p99_ns(const struct sim_result *result, uint64_t requests_min);

void sim_result_free(struct sim_result *result);

#endif
