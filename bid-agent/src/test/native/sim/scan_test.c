/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Looking a trace over: who follows whom, and what cannot be replayed.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "policies/rivals.h"
#include "sim/scan.h"
#include "sim_fixture.h"

static struct trace_record record(uint64_t time_ms, uint64_t process, enum bid_op op, uint64_t lba)
{
	return (struct trace_record){.time_ns = time_ms * FIXTURE_MS,
				     .latency_ns = FIXTURE_MS,
				     .process = process,
				     .op = (uint8_t)op,
				     .flags = op == BID_READ ? BID_SYNC : 0,
				     .lba = lba,
				     .sectors = 8};
}

static int scan_records(const struct trace_record *records, size_t count, struct sim_scan *scan,
			char *error, size_t error_size)
{
	struct record_list list;

	record_list_open(&list, records, count);
	return sim_scan(&list.source, FIXTURE_SECTORS, scan, error, error_size);
}

static void a_thread_follows_the_one_that_ended_last(void **unused)
{
	struct trace_record records[] = {
		record(0, 1, BID_READ, 0),  record(0, 2, BID_READ, 0),  record(4, 2, BID_READ, 8),
		record(10, 3, BID_READ, 0), record(11, 4, BID_READ, 0), record(12, 5, BID_READ, 0),
		record(13, 3, BID_READ, 8), record(20, 6, BID_READ, 0),
	};
	struct sim_scan scan;
	char error[256];

	(void)unused;
	assert_int_equal(scan_records(records, 8, &scan, error, sizeof(error)), 0);
	assert_int_equal(scan.requests, 8);
	assert_int_equal(scan.skipped, 0);
	assert_int_equal(sim_slots_of(scan.slots, 1), 1);
	assert_int_equal(sim_slots_of(scan.slots, 2), 2);
	assert_int_equal(sim_slots_of(scan.slots, 3), 2);
	assert_int_equal(sim_slots_of(scan.slots, 4), 1);
	/* 4 was served at the moment that 5 came. */
	assert_int_equal(sim_slots_of(scan.slots, 5), 1);
	assert_int_equal(sim_slots_of(scan.slots, 6), 2);
	assert_int_equal(sim_slots_of(scan.slots, 99), 99);
	sim_slots_free(scan.slots);
}

static void writers_do_not_follow_readers(void **unused)
{
	struct trace_record records[] = {record(0, 1, BID_READ, 0), record(5, 2, BID_WRITE, 0),
					 record(10, 3, BID_READ, 0), record(15, 4, BID_WRITE, 0)};
	struct sim_scan scan;
	char error[256];

	(void)unused;
	assert_int_equal(scan_records(records, 4, &scan, error, sizeof(error)), 0);
	assert_int_equal(sim_slots_of(scan.slots, 2), 2);
	assert_int_equal(sim_slots_of(scan.slots, 3), 1);
	assert_int_equal(sim_slots_of(scan.slots, 4), 2);
	sim_slots_free(scan.slots);
}

static void threads_of_one_moment_follow_in_their_order(void **unused)
{
	struct trace_record records[] = {record(0, 1, BID_READ, 0), record(0, 2, BID_READ, 0),
					 record(0, 3, BID_READ, 0)};
	struct sim_scan scan;
	char error[256];

	(void)unused;
	for (size_t i = 0; i < 3; i++)
		records[i].latency_ns = 0;
	assert_int_equal(scan_records(records, 3, &scan, error, sizeof(error)), 0);
	/* All that follows 1 in time is 2, and 3 follows 2: never itself, never one to come. */
	assert_int_equal(sim_slots_of(scan.slots, 1), 1);
	assert_int_equal(sim_slots_of(scan.slots, 2), 1);
	assert_int_equal(sim_slots_of(scan.slots, 3), 1);
	sim_slots_free(scan.slots);
}

static void more_than_one_in_a_hundred_past_the_end_is_refused(void **unused)
{
	static struct trace_record records[200];
	struct sim_scan scan;
	char error[256];

	(void)unused;
	for (size_t i = 0; i < 200; i++)
		records[i] = record(i, 1, BID_READ, i < 2 ? FIXTURE_SECTORS : i * 8);
	assert_int_equal(scan_records(records, 200, &scan, error, sizeof(error)), 0);
	assert_int_equal(scan.skipped, 2);
	assert_int_equal(scan.end_lba, FIXTURE_SECTORS + 8);
	sim_slots_free(scan.slots);
	records[2].lba = UINT64_MAX - 4;
	assert_int_equal(scan_records(records, 200, &scan, error, sizeof(error)), -ERANGE);
	assert_null(scan.slots);
	assert_non_null(strstr(error, "3 of 200 requests"));
	assert_non_null(strstr(error, "--addresses"));
	assert_null(strchr(error, '\n'));
}

static void a_flush_without_data_has_no_address(void **unused)
{
	struct trace_record records[] = {record(0, 1, BID_READ, 80), record(1, 1, BID_WRITE, 0)};
	struct sim_scan scan;
	char error[256];

	(void)unused;
	records[1].flags = BID_BARRIER;
	records[1].sectors = 0;
	records[1].lba = UINT64_MAX;
	scan_records(records, 2, &scan, error, sizeof(error));
	assert_int_equal(scan.end_lba, 88);
	sim_slots_free(scan.slots);
}

/* When the request at that address is issued, replayed in slots. */
static uint64_t issued_ns(const struct trace_record *records, size_t count, uint64_t lba)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_CLOSED_LOOP);
	struct finish_log log;
	struct sim_scan scan;
	char error[256];
	size_t i = 0;

	assert_int_equal(scan_records(records, count, &scan, error, sizeof(error)), 0);
	setup.slots = scan.slots;
	sim_result_free(fixture_run(&setup, records, count, &log));
	fixture_close(&setup);
	sim_slots_free(scan.slots);
	while (log.entry[i].lba != lba)
		i++;
	return log.entry[i].issued_ns;
}

static void the_next_transfer_starts_when_the_one_before_has_ended(void **unused)
{
	/* Traced at 1 ms a request; here a request of 100,000 sectors takes 100 ms. */
	struct trace_record records[] = {record(0, 1, BID_READ, 0), record(3, 1, BID_READ, 100000),
					 record(6, 2, BID_READ, 400000)};

	(void)unused;
	records[0].sectors = 100000;
	records[1].sectors = 100000;
	/* 100 ms, think 2 ms, 100 ms, think 2 ms; at its trace time it would come at 6 ms. */
	assert_int_equal(issued_ns(records, 3, 400000), 204 * FIXTURE_MS);
}

static void readahead_holds_its_reader(void **unused)
{
	struct trace_record records[] = {record(0, 1, BID_READ, 0), record(3, 1, BID_READ, 100000)};

	(void)unused;
	records[0].sectors = 100000;
	records[0].flags = BID_AHEAD;
	records[1].flags = BID_AHEAD;
	assert_int_equal(issued_ns(records, 2, 100000), 102 * FIXTURE_MS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_thread_follows_the_one_that_ended_last),
		cmocka_unit_test(writers_do_not_follow_readers),
		cmocka_unit_test(threads_of_one_moment_follow_in_their_order),
		cmocka_unit_test(more_than_one_in_a_hundred_past_the_end_is_refused),
		cmocka_unit_test(a_flush_without_data_has_no_address),
		cmocka_unit_test(the_next_transfer_starts_when_the_one_before_has_ended),
		cmocka_unit_test(readahead_holds_its_reader),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
