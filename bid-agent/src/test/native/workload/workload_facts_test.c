/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * That the workloads have the characters that docs/bid-workloads.md states: the source's table in
 * words, made numbers, and what was measured on DataNode disks.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bid/request.h"
#include "workload/statistics.h"
#include "workload/workload.h"

#define DISK_SECTORS UINT64_C(488397168) /* 250 GB */
#define SEEDS        5u

struct bounds {
	double min;
	double max;
};

/* Shares are 0 to 1. */
struct character {
	const char *name;
	struct bounds read_bytes;        /* of all bytes */
	struct bounds sequential_reads;  /* of reads */
	struct bounds sequential_writes; /* of writes */
	struct bounds small;             /* requests of at most 64 KiB */
};

static const struct character characters[] = {
	/* mostly sequential reads, small writes */
	{"grep", {0.98, 1}, {0.9, 1}, {0, 1}, {0, 0.25}},
	/* mostly sequential writes, some random, hardly any read */
	{"random-text-writer", {0, 0.02}, {0, 1}, {0.7, 0.95}, {0.2, 0.5}},
	/* more reads than writes, large sequential reads, random then sequential writes */
	{"sort", {0.52, 0.7}, {0.5, 0.8}, {0.7, 0.97}, {0.1, 0.4}},
	/* sequential and random, more reads */
	{"terasort", {0.55, 0.75}, {0.3, 0.6}, {0.7, 0.95}, {0.1, 0.4}},
	/* sequential reads, many random writes, then random reads, small sequential writes */
	{"wordcount", {0.8, 0.95}, {0.5, 0.8}, {0.1, 0.4}, {0.5, 0.9}},
	/* sequential reads, small writes between the phases and at the end */
	{"word-std-dev", {0.98, 1}, {0.9, 1}, {0, 1}, {0, 0.25}},
};

static void measure(const char *name, uint64_t seed, double scale, struct statistics *statistics)
{
	const struct workload_options options = {seed, DISK_SECTORS, scale};
	struct trace_source *source;
	char error[256] = "";

	if (workload_open(name, &options, &source, error, sizeof(error)) != 0)
		fail_msg("%s", error);
	assert_int_equal(statistics_measure(source, statistics), 0);
	source->close(source);
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

static void expect(const char *name, const char *what, double value, struct bounds bounds)
{
	if (!(value >= bounds.min && value <= bounds.max))
		fail_msg("%s: %s is %g, not in %g to %g", name, what, value, bounds.min,
			 bounds.max);
}

/* Of requests of at most 64 KiB. */
static double small_share(const struct statistics *s)
{
	uint64_t small = 0;
	uint64_t all = 0;

	for (int i = 0; i < STATISTICS_SIZES; i++) {
		all += s->size_requests[i];
		small += i <= 4 ? s->size_requests[i] : 0;
	}
	return share(small, all);
}

static void check_character(const struct character *c, uint64_t seed)
{
	struct statistics s;
	uint64_t bytes;

	measure(c->name, seed, 1, &s);
	bytes = s.op_bytes[BID_READ] + s.op_bytes[BID_WRITE];
	expect(c->name, "read bytes", share(s.op_bytes[BID_READ], bytes), c->read_bytes);
	expect(c->name, "sequential reads",
	       share(s.op_sequential[BID_READ], s.op_requests[BID_READ]), c->sequential_reads);
	expect(c->name, "sequential writes",
	       share(s.op_sequential[BID_WRITE], s.op_requests[BID_WRITE]), c->sequential_writes);
	expect(c->name, "small requests", small_share(&s), c->small);
}

static void the_six_jobs_have_the_characters_of_the_source(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(characters) / sizeof(characters[0]); i++)
		for (uint64_t seed = 1; seed <= SEEDS; seed++)
			check_character(&characters[i], seed);
}

static void gaps_within_a_thread_are_the_measured_ones(void **state)
{
	(void)state;
	for (size_t i = 0; i < workload_count; i++) {
		const char *name = workload_list[i].name;
		struct statistics s;

		measure(name, 1, 1, &s);
		expect(name, "gap p50", (double)s.gap_p50_ns / 1e6, (struct bounds){1.8, 2.4});
		expect(name, "gap p90", (double)s.gap_p90_ns / 1e6, (struct bounds){16, 20});
		expect(name, "gap p99", (double)s.gap_p99_ns / 1e6, (struct bounds){65, 90});
	}
}

static void there_is_more_to_do_than_the_disk_can_but_not_without_bound(void **state)
{
	(void)state;
	for (size_t i = 0; i < workload_count; i++) {
		struct statistics s;
		double seconds;
		double positionings;
		double bytes;

		measure(workload_list[i].name, 1, 1, &s);
		assert_in_range(s.requests, 20000, 40000);
		assert_in_range(s.processes, 8, 100);
		seconds = (double)s.duration_ns / 1e9;
		bytes = (double)(s.op_bytes[BID_READ] + s.op_bytes[BID_WRITE]);
		positionings = (double)(s.requests - s.op_sequential[BID_READ] -
					s.op_sequential[BID_WRITE]);
		/* Of a disk of 75 MB/s that needs 10 ms wherever a process goes elsewhere. */
		expect(workload_list[i].name, "load",
		       (bytes / 75e6 + positionings * 0.01) / seconds, (struct bounds){1.2, 8});
	}
}

static void a_datanode_is_as_the_traces_of_real_ones(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct statistics s;

		measure("datanode", seed, 4, &s);
		assert_in_range(s.requests, 100000, 140000);
		expect("datanode", "switches", share(s.switches, s.requests),
		       (struct bounds){0.61, 0.67});
		expect("datanode", "readahead", share(s.ahead_bytes, s.op_bytes[BID_READ]),
		       (struct bounds){0.39, 0.43});
		/* A thread per transfer. */
		assert_true(s.processes > 100);
	}
}

/* Announcements, AHEAD and SYNC of the requests of a workload. */
struct flag_counts {
	uint64_t ahead_sync;
	uint64_t reads_waited_for;
	uint64_t reads_ahead;
	uint64_t writes_waited_for;
	uint64_t writes;
};

static void count_flags(const char *name, struct flag_counts *counts)
{
	const struct workload_options options = {1, DISK_SECTORS, 1};
	struct trace_record r;
	struct trace_source *source;
	char error[256] = "";

	assert_int_equal(workload_open(name, &options, &source, error, sizeof(error)), 0);
	*counts = (struct flag_counts){0};
	while (source->next(source, &r) == 1) {
		if (r.kind != TRACE_REQUEST)
			continue;
		counts->ahead_sync += (r.flags & BID_AHEAD) && (r.flags & BID_SYNC);
		counts->reads_waited_for += r.op == BID_READ && (r.flags & BID_SYNC);
		counts->reads_ahead += r.op == BID_READ && (r.flags & BID_AHEAD);
		counts->writes_waited_for += r.op == BID_WRITE && (r.flags & BID_SYNC);
		counts->writes += r.op == BID_WRITE;
		assert_true(r.op == BID_WRITE || r.flags != 0);
	}
	source->close(source);
}

static void reads_are_waited_for_but_readahead_and_few_writes_are(void **state)
{
	(void)state;
	for (size_t i = 0; i < workload_count; i++) {
		struct flag_counts counts;

		count_flags(workload_list[i].name, &counts);
		assert_int_equal(counts.ahead_sync, 0);
		assert_true(counts.reads_waited_for > 0);
		assert_true(counts.writes_waited_for > 0);
		/* Grep writes little but what the journal does. */
		assert_true(counts.writes_waited_for * 2 < counts.writes);
		assert_int_equal(counts.reads_ahead > 0, i + 1 == workload_count);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_six_jobs_have_the_characters_of_the_source),
		cmocka_unit_test(gaps_within_a_thread_are_the_measured_ones),
		cmocka_unit_test(there_is_more_to_do_than_the_disk_can_but_not_without_bound),
		cmocka_unit_test(a_datanode_is_as_the_traces_of_real_ones),
		cmocka_unit_test(reads_are_waited_for_but_readahead_and_few_writes_are),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
