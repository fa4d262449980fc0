/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Open loop: requests come at the trace's times and wait their turn before the full queue. Times
 * are told by hand.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "policies/rivals.h"
#include "sim_fixture.h"

static struct trace_record at(uint64_t time_ns, uint64_t process, enum bid_op op, uint64_t lba,
			      uint64_t sectors)
{
	return (struct trace_record){.time_ns = time_ns,
				     .process = process,
				     .op = (uint8_t)op,
				     .flags = op == BID_READ ? BID_SYNC : 0,
				     .lba = lba,
				     .sectors = sectors};
}

static void requests_are_served_one_after_the_other(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	struct trace_record records[] = {at(0, 1, BID_READ, 0, 10), at(0, 2, BID_WRITE, 500, 10),
					 at(5 * FIXTURE_MS, 1, BID_READ, 510, 20)};
	struct finish_log log;
	struct sim_result *result = fixture_run(&setup, records, 3, &log);

	(void)state;
	assert_int_equal(log.count, 3);
	assert_int_equal(log.entry[0].finished_ns, 10 * FIXTURE_US);
	assert_int_equal(log.entry[1].finished_ns, 20 * FIXTURE_US + FIXTURE_MS);
	/* It follows the one before: no positioning. */
	assert_int_equal(log.entry[2].finished_ns, 5 * FIXTURE_MS + 20 * FIXTURE_US);
	assert_int_equal(result->requests, 3);
	assert_int_equal(result->bytes[BID_READ], 30 * 512);
	assert_int_equal(result->bytes[BID_WRITE], 10 * 512);
	assert_int_equal(result->latency[BID_WRITE].max_ns, 20 * FIXTURE_US + FIXTURE_MS);
	assert_true(sim_result_seconds(result) > 0.00501 && sim_result_seconds(result) < 0.00503);
	assert_int_equal(result->process_count, 2);
	assert_int_equal(result->process[0].process, 1);
	assert_int_equal(result->process[0].requests, 2);
	assert_int_equal(result->events, 9);
	sim_result_free(result);
	fixture_close(&setup);
}

static void time_counts_from_the_first_arrival(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	struct trace_record records[] = {at(7 * FIXTURE_MS, 1, BID_READ, 0, 10),
					 at(9 * FIXTURE_MS, 1, BID_READ, 10, 10)};
	struct sim_result *result = fixture_run(&setup, records, 2, NULL);

	(void)state;
	assert_int_equal(result->first_arrival_ns, 7 * FIXTURE_MS);
	assert_int_equal(result->last_completion_ns, 9 * FIXTURE_MS + 10 * FIXTURE_US);
	sim_result_free(result);
	fixture_close(&setup);
}

static void latency_counts_from_the_trace_time_though_the_queue_is_full(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	struct trace_record records[] = {at(0, 1, BID_READ, 0, 100), at(0, 2, BID_READ, 100, 100),
					 at(50 * FIXTURE_US, 3, BID_READ, 200, 100),
					 at(FIXTURE_MS, 4, BID_READ, 300, 100)};
	struct finish_log log;
	struct sim_result *result;

	(void)state;
	setup.outstanding = 1;
	result = fixture_run(&setup, records, 4, &log);
	assert_int_equal(result->queue_full_waits, 2);
	assert_int_equal(log.entry[2].issued_ns, 50 * FIXTURE_US);
	assert_int_equal(log.entry[2].finished_ns, 300 * FIXTURE_US);
	assert_int_equal(log.entry[3].finished_ns, FIXTURE_MS + 100 * FIXTURE_US);
	assert_int_equal(result->process[2].latency.max_ns, 250 * FIXTURE_US);
	sim_result_free(result);
	fixture_close(&setup);
}

static void waiters_enter_in_order_of_arrival_whoever_they_are(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	struct trace_record records[40];
	struct finish_log log;

	(void)state;
	setup.outstanding = 3;
	for (size_t i = 0; i < 40; i++)
		records[i] = at(i, i % 7, i % 2 ? BID_READ : BID_WRITE, (i * 37) % 40 * 1000, 8);
	sim_result_free(fixture_run(&setup, records, 40, &log));
	for (size_t i = 0; i < 40; i++)
		assert_int_equal(log.entry[i].lba, records[i].lba);
	fixture_close(&setup);
}

static void long_record_is_cut_and_counts_once(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	struct trace_record records[] = {at(0, 1, BID_READ, 0, 2500)};
	struct finish_log log;

	(void)state;
	for (setup.outstanding = 1; setup.outstanding < 5; setup.outstanding++) {
		struct sim_result *result = fixture_run(&setup, records, 1, &log);

		assert_int_equal(log.count, 3);
		assert_int_equal(log.entry[0].sectors, 1024);
		assert_int_equal(log.entry[2].sectors, 452);
		assert_int_equal(result->requests, 1);
		assert_int_equal(result->bytes[BID_READ], 2500 * 512);
		assert_int_equal(result->latency[BID_READ].max_ns, 2500 * FIXTURE_US);
		sim_result_free(result);
		fixture_close(&setup);
		setup.device[0] = fixture_setup(&noop_policy, SIM_OPEN_LOOP).device[0];
	}
	fixture_close(&setup);
}

static void unbounded_queue_makes_nobody_wait(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	static struct trace_record records[3000];
	struct sim_result *result;

	(void)state;
	for (size_t i = 0; i < 3000; i++)
		records[i] = at(0, i, BID_READ, i * 8, 8);
	setup.outstanding = 0;
	result = fixture_run(&setup, records, 3000, NULL);
	assert_int_equal(result->queue_full_waits, 0);
	assert_int_equal(result->process_count, 64);
	assert_int_equal(result->other.requests, 3000 - 64);
	sim_result_free(result);
	fixture_close(&setup);
}

static void senseless_records_are_skipped_and_counted(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	struct trace_record records[] = {
		at(0, 1, BID_READ, 0, 0),
		at(0, 1, BID_READ, FIXTURE_SECTORS - 5, 6),
		at(0, 1, BID_READ, FIXTURE_SECTORS - 6, 6),
		at(0, 1, BID_READ, UINT64_MAX - 3, 8),
		at(0, 1, BID_READ, 8, UINT64_MAX),
		at(UINT64_MAX, 1, BID_READ, 8, 8),
	};
	struct sim_result *result = fixture_run(&setup, records, 6, NULL);

	(void)state;
	assert_int_equal(result->requests, 1);
	assert_int_equal(result->skipped, 5);
	sim_result_free(result);
	fixture_close(&setup);
}

static void a_flush_without_data_waits_for_the_writes_before_it(void **state)
{
	struct sim_setup setup = fixture_setup(&deadline_policy, SIM_OPEN_LOOP);
	struct trace_record records[] = {
		at(0, 1, BID_WRITE, 5000, 8), at(0, 1, BID_WRITE, 9000, 8),
		at(0, 1, BID_WRITE, 0, 0),    at(0, 2, BID_READ, 100, 8),
		at(0, 2, BID_READ, 200, 8),
	};
	struct finish_log log;
	struct sim_result *result;

	(void)state;
	records[2].flags = BID_BARRIER;
	result = fixture_run(&setup, records, 5, &log);
	assert_int_equal(result->requests, 5);
	assert_int_equal(log.count, 5);
	/* Deadline serves the reads first, and they do not wait for it. */
	assert_int_equal(log.entry[4].sectors, 0);
	assert_int_equal(log.entry[0].stream + log.entry[1].stream, 4);
	sim_result_free(result);
	fixture_close(&setup);
}

static void empty_trace_takes_no_time(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	struct sim_result *result = fixture_run(&setup, NULL, 0, NULL);

	(void)state;
	assert_int_equal(result->requests, 0);
	assert_true(sim_result_seconds(result) == 0);
	assert_true(sim_result_mean_distance_tracks(result) == 0);
	sim_result_free(result);
	fixture_close(&setup);
}

static void arm_movements_are_reported(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	struct trace_record records[] = {
		at(0, 1, BID_READ, 1500, 8),
		at(0, 1, BID_READ, 7990, 20), /* tracks 7 and 8 */
		at(0, 1, BID_READ, 2500, 8),
	};
	struct sim_result *result = fixture_run(&setup, records, 3, NULL);

	(void)state;
	assert_int_equal(result->device[BID_TIER_HDD].arm_movements, 3);
	assert_int_equal(result->device[BID_TIER_HDD].arm_distance_tracks, 6 + 1 + 6);
	assert_true(sim_result_seek_sweeps(result) > 0.0129 &&
		    sim_result_seek_sweeps(result) < 0.0131);
	sim_result_free(result);
	fixture_close(&setup);
}

static void the_disks_time_is_taken_apart(void **state)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_OPEN_LOOP);
	/* The second goes on where the first ended, the others do not; noop lets none wait. */
	struct trace_record records[] = {
		at(0, 1, BID_READ, 1000, 8),
		at(0, 1, BID_READ, 1008, 20),
		at(0, 1, BID_WRITE, 5000, 50),
		at(500 * FIXTURE_MS, 1, BID_READ, 2000, 8),
	};
	struct sim_result *result = fixture_run(&setup, records, 4, NULL);
	const struct device_figures *disk = &result->device[BID_TIER_HDD];

	(void)state;
	assert_int_equal(disk->positioning_ns[BID_READ], FIXTURE_MS);
	assert_int_equal(disk->positioning_ns[BID_WRITE], FIXTURE_MS);
	assert_int_equal(disk->media_ns[BID_READ], 36 * FIXTURE_US);
	assert_int_equal(disk->media_ns[BID_WRITE], 50 * FIXTURE_US);
	assert_int_equal(result->kept_idle_ns, 0);
	assert_true(sim_result_stretch_sectors(result, BID_READ) == 36.0 / 2);
	assert_true(sim_result_stretch_sectors(result, BID_WRITE) == 50);
	sim_result_free(result);
	fixture_close(&setup);
}

/* Ours as published stages for the wait timer, 6 ms at first, before it dispatches anything. */
static void time_in_which_the_policy_keeps_the_disk_idle_is_counted(void **state)
{
	struct sim_setup setup = fixture_setup(&bid_published_policy, SIM_OPEN_LOOP);
	struct trace_record records[] = {at(0, 1, BID_READ, 1000, 8)};
	struct sim_result *result = fixture_run(&setup, records, 1, NULL);

	(void)state;
	assert_int_equal(result->kept_idle_ns, 6 * FIXTURE_MS);
	sim_result_free(result);
	fixture_close(&setup);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_are_served_one_after_the_other),
		cmocka_unit_test(time_counts_from_the_first_arrival),
		cmocka_unit_test(latency_counts_from_the_trace_time_though_the_queue_is_full),
		cmocka_unit_test(waiters_enter_in_order_of_arrival_whoever_they_are),
		cmocka_unit_test(long_record_is_cut_and_counts_once),
		cmocka_unit_test(unbounded_queue_makes_nobody_wait),
		cmocka_unit_test(senseless_records_are_skipped_and_counted),
		cmocka_unit_test(a_flush_without_data_waits_for_the_writes_before_it),
		cmocka_unit_test(empty_trace_takes_no_time),
		cmocka_unit_test(arm_movements_are_reported),
		cmocka_unit_test(the_disks_time_is_taken_apart),
		cmocka_unit_test(time_in_which_the_policy_keeps_the_disk_idle_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
