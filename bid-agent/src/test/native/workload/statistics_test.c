/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The measurement of traces, on a trace small enough to count by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bid/request.h"
#include "workload/statistics.h"

#define MS UINT64_C(1000000)

struct listed_source {
	struct trace_source source;
	const struct trace_record *records;
	size_t count;
	size_t at;
	int end; /* what next returns behind the last */
};

static int listed_next(struct trace_source *source, struct trace_record *record)
{
	struct listed_source *listed = (struct listed_source *)source;

	if (listed->at == listed->count)
		return listed->end;
	*record = listed->records[listed->at++];
	return 1;
}

static int measure(const struct trace_record *records, size_t count, int end,
		   struct statistics *statistics)
{
	struct listed_source listed = {{.next = listed_next}, records, count, 0, end};

	return statistics_measure(&listed.source, statistics);
}

static void a_small_trace_is_counted_right(void **state)
{
	static const struct trace_record records[] = {
		{.time_ns = 0,
		 .process = 1,
		 .lba = 100,
		 .sectors = 800,
		 .kind = TRACE_ANNOUNCEMENT},
		{.time_ns = 0, .process = 1, .lba = 100, .sectors = 8, .flags = BID_SYNC},
		{.time_ns = 2 * MS, .process = 1, .lba = 108, .sectors = 256, .flags = BID_SYNC},
		{.time_ns = 3 * MS, .process = 2, .lba = 0, .sectors = 2048, .flags = BID_AHEAD},
		/* Next to what was read, but it is a write; and another process goes on reading. */
		{.time_ns = 4 * MS, .process = 1, .lba = 364, .sectors = 9, .op = BID_WRITE},
		{.time_ns = 9 * MS, .process = 2, .lba = 364, .sectors = 8, .flags = BID_SYNC},
		{.time_ns = 10 * MS, .process = 1, .lba = 364, .sectors = 8, .flags = BID_SYNC},
		{.time_ns = 900 * MS,
		 .process = 1,
		 .lba = 373,
		 .sectors = 8,
		 .op = BID_WRITE,
		 .flags = BID_SYNC},
	};
	struct statistics s;

	(void)state;
	assert_int_equal(measure(records, sizeof(records) / sizeof(records[0]), 0, &s), 0);
	assert_int_equal(s.requests, 7);
	assert_int_equal(s.announcements, 1);
	assert_int_equal(s.processes, 2);
	assert_int_equal(s.duration_ns, 900 * MS);
	assert_int_equal(s.op_requests[BID_READ], 5);
	assert_int_equal(s.op_bytes[BID_WRITE], 17 * 512);
	assert_int_equal(s.op_sequential[BID_READ], 2);
	assert_int_equal(s.op_sequential[BID_WRITE], 1);
	assert_int_equal(s.ahead_bytes, 2048 * 512);
	assert_int_equal(s.sync_writes, 1);
	assert_int_equal(s.switches, 4);
	assert_int_equal(s.pauses, 1);
	assert_int_equal(s.size_requests[0], 4);
	assert_int_equal(s.size_requests[1], 1);
	assert_int_equal(s.size_requests[5], 1);
	assert_int_equal(s.size_requests[7], 2);
}

static void gap_quantiles_are_within_two_percent(void **state)
{
	static struct trace_record records[1001];
	struct statistics s;
	uint64_t now_ns = 0;

	(void)state;
	/* Gaps of 0.1, 0.2, ... 100 ms, the long ones first. */
	for (size_t i = 0; i < 1001; i++) {
		records[i] = (struct trace_record){.time_ns = now_ns, .lba = i * 50, .sectors = 8};
		now_ns += (1000 - i) * MS / 10;
	}
	assert_int_equal(measure(records, 1001, 0, &s), 0);
	assert_in_range(s.gap_p50_ns, 49 * MS, 51 * MS);
	assert_in_range(s.gap_p90_ns, 88 * MS, 92 * MS);
	assert_in_range(s.gap_p99_ns, 97 * MS, 101 * MS);
}

static void many_processes_are_told_apart(void **state)
{
	static struct trace_record records[20000];
	struct statistics s;

	(void)state;
	/* Each of 10,000 goes on where it was. */
	for (size_t i = 0; i < 20000; i++) {
		uint64_t process = i % 10000;

		records[i] = (struct trace_record){.time_ns = i,
						   .process = process << 20,
						   .lba = process * 1000 + i / 10000 * 8,
						   .sectors = 8};
	}
	assert_int_equal(measure(records, 20000, 0, &s), 0);
	assert_int_equal(s.processes, 10000);
	assert_int_equal(s.op_sequential[BID_READ], 10000);
	assert_int_equal(s.switches, 19999);
}

static void an_error_of_the_source_is_passed_on(void **state)
{
	struct statistics s;

	(void)state;
	assert_int_equal(measure(NULL, 0, -5, &s), -5);
	assert_int_equal(measure(NULL, 0, 0, &s), 0);
	assert_int_equal(s.requests, 0);
	assert_int_equal(s.gap_p99_ns, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_small_trace_is_counted_right),
		cmocka_unit_test(gap_quantiles_are_within_two_percent),
		cmocka_unit_test(many_processes_are_told_apart),
		cmocka_unit_test(an_error_of_the_source_is_passed_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
