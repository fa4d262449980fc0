/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Runs hand-made traces through the simulator onto a disk of constant times: 1 ms to any place that
 * does not follow the last one (none for the first), 1 us for each sector.
 */
#ifndef SIM_FIXTURE_H
#define SIM_FIXTURE_H

#include "sim/result.h"
#include "sim/simulation.h"

#define FIXTURE_US      UINT64_C(1000)
#define FIXTURE_MS      UINT64_C(1000000)
#define FIXTURE_SECTORS UINT64_C(1000000)

/* A trace in memory. */
struct record_list {
	struct trace_source source;
	const struct trace_record *records;
	size_t count;
	size_t next;
};

void record_list_open(struct record_list *list, const struct trace_record *records, size_t count);

/* What was finished and when, in order. */
struct finish_log {
	struct {
		uint64_t stream;
		uint64_t lba;
		uint32_t sectors;
		uint64_t issued_ns;
		uint64_t finished_ns;
	} entry[4096];
	size_t count;
};

/* A set-up with the constant disk, 256 outstanding, no merging, no throttling of writeback; close
 * with fixture_close. */
struct sim_setup fixture_setup(const struct bid_policy *policy, enum sim_loop loop);
void fixture_close(struct sim_setup *setup);

/* Runs it; the log may be NULL. Fails the test on any error. The result is to be freed. */
struct sim_result *fixture_run(const struct sim_setup *setup, const struct trace_record *records,
			       size_t count, struct finish_log *log);

/* Runs it and returns the error; fails the test when there is none. */
int fixture_run_failing(const struct sim_setup *setup, const struct trace_record *records,
			size_t count, char *error, size_t error_size);

#endif
