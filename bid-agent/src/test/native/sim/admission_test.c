/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Limits on writes before the queue: who waits for whom, and the throttling of writeback.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "policies/rivals.h"
#include "sim/constant_device.h"
#include "sim_fixture.h"

enum { WRITES = 100 };

/* Of a trace at one moment: writes that nobody waits for, then a read and a write waited for. */
static void fill_trace(struct trace_record *records)
{
	for (uint64_t i = 0; i < WRITES; i++)
		records[i] = (struct trace_record){
			.process = 1, .op = BID_WRITE, .lba = 5000 * i, .sectors = 8};
	records[WRITES] = (struct trace_record){
		.process = 2, .op = BID_READ, .flags = BID_SYNC, .lba = 700000, .sectors = 8};
	records[WRITES + 1] = (struct trace_record){
		.process = 3, .op = BID_WRITE, .flags = BID_SYNC, .lba = 800000, .sectors = 8};
}

/* The place in the order of service of the request at that address. */
static size_t place_of(const struct finish_log *log, uint64_t lba)
{
	size_t place = 0;

	while (place < log->count && log->entry[place].lba != lba)
		place++;
	assert_true(place < log->count);
	return place;
}

/* In the order of service, with 64 places. */
static struct finish_log serve(const struct bid_policy *policy, const struct trace_record *records,
			       size_t count, uint64_t wbt_target_ns, uint64_t mq_async_percent)
{
	struct sim_setup setup = fixture_setup(policy, SIM_OPEN_LOOP);
	struct finish_log log;
	struct sim_result *result;

	setup.outstanding = 64;
	bid_settings_set(&setup.settings, "merge", 1);
	bid_settings_set(&setup.settings, "wbt-latency", wbt_target_ns);
	bid_settings_set(&setup.settings, "mq-async-depth", mq_async_percent);
	/* Of ours: who has been let in waits for a few writes at the most. */
	bid_settings_set(&setup.settings, "write-batch", FIXTURE_MS);
	result = fixture_run(&setup, records, count, &log);
	assert_int_equal(result->requests, count);
	sim_result_free(result);
	fixture_close(&setup);
	return log;
}

static size_t read_place(const struct bid_policy *policy, uint64_t wbt_target_ns,
			 uint64_t mq_async_percent, size_t *sync_write_place)
{
	struct trace_record records[WRITES + 2];
	struct finish_log log;

	fill_trace(records);
	log = serve(policy, records, WRITES + 2, wbt_target_ns, mq_async_percent);
	*sync_write_place = place_of(&log, 800000);
	return place_of(&log, 700000);
}

static void reads_wait_behind_writes_that_fill_the_queue(void **unused)
{
	size_t sync_write;

	(void)unused;
	/* 100 writes, 64 places: the read is let in when the 37th has been served. */
	assert_true(read_place(&mq_deadline_policy, 0, 100, &sync_write) >= 37);
}

static void reads_find_the_places_that_writes_may_not_take(void **unused)
{
	size_t sync_write;

	(void)unused;
	assert_true(read_place(&mq_deadline_policy, 0, 75, &sync_write) <= 1);
	assert_true(read_place(&bfq_policy, 0, 100, &sync_write) <= 1);
	/* A write that somebody waits for has three quarters, the others a half. */
	assert_true(sync_write <= 3);
}

static void with_ours_too_a_read_need_not_wait_for_a_place_behind_writes(void **unused)
{
	const struct bid_policy *const ours[] = {&bid_hdd_policy, &bid_announced_policy};

	(void)unused;
	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++) {
		size_t sync_write;

		assert_true(read_place(ours[i], 0, 100, &sync_write) < 10);
		assert_true(sync_write < 10);
	}
}

static void throttled_writes_let_everybody_else_pass(void **unused)
{
	size_t sync_write;

	(void)unused;
	assert_true(read_place(&noop_policy, 75 * FIXTURE_MS, 100, &sync_write) <= 2);
	assert_true(sync_write <= 3);
	assert_int_equal(read_place(&noop_policy, 0, 100, &sync_write), WRITES);
	assert_int_equal(sync_write, WRITES + 1);
}

static void writes_that_are_merged_take_one_place(void **unused)
{
	struct trace_record records[WRITES + 2];
	struct finish_log log;

	(void)unused;
	fill_trace(records);
	for (uint64_t i = 0; i < WRITES; i++)
		records[i].lba = 8 * i;
	/* One by one half of the 64 places would be theirs, and the read would have the next. */
	log = serve(&mq_deadline_policy, records, WRITES + 2, 0, 50);
	assert_true(place_of(&log, 700000) >= 63);
	log = serve(&kyber_policy, records, WRITES + 2, 0, 100);
	assert_true(place_of(&log, 700000) >= 63);
}

static void a_class_past_its_share_does_not_hold_up_another(void **unused)
{
	struct trace_record records[WRITES + 2];
	struct finish_log log;

	(void)unused;
	fill_trace(records);
	records[WRITES + 1].flags = 0;
	records[WRITES + 1].service_class = BID_LOG;
	for (uint64_t i = WRITES; i > 30; i--)
		records[i] = records[i - 1];
	records[30] = (struct trace_record){
		.process = 2, .op = BID_READ, .flags = BID_SYNC, .lba = 700000, .sectors = 8};
	log = serve(&bfq_policy, records, WRITES + 2, 0, 100);
	assert_true(place_of(&log, 800000) < WRITES - 10);
}

/* What the throttling lets in, at the most. */
struct gauge {
	uint32_t inside;
	uint32_t most;
};

static void count_inside(void *context, uint64_t now_ns, enum bid_tier tier,
			 const struct bid_request *head)
{
	struct gauge *gauge = context;

	(void)now_ns;
	(void)tier;
	gauge->inside += head->op == BID_WRITE;
	if (gauge->inside > gauge->most)
		gauge->most = gauge->inside;
}

static void count_finished(void *context, uint64_t now_ns, const struct bid_request *request,
			   uint64_t issued_ns)
{
	struct gauge *gauge = context;

	(void)now_ns;
	(void)issued_ns;
	gauge->inside -= request->op == BID_WRITE;
}

/* With every let-in write at once with the device, most with it is most let in. */
static uint32_t most_beside(const struct bid_policy *policy, uint32_t depth, uint64_t count,
			    bool sync_writes)
{
	static struct trace_record records[2000];
	struct sim_constant_device constants = {.tracks = 1000,
						.track_sectors = FIXTURE_SECTORS / 1000,
						.positioning_ns = FIXTURE_MS,
						.sector_ns = FIXTURE_US,
						.depth = depth};
	struct sim_setup setup = {
		.policy = policy, .loop = SIM_CLOSED_LOOP, .outstanding = 256, .processes_max = 64};
	struct gauge gauge = {0};
	struct sim_observer observer = {
		.dispatched = count_inside, .finished = count_finished, .context = &gauge};
	struct record_list list;
	struct sim_result *result;
	char error[512];

	for (uint64_t i = 0; i < count; i++)
		records[i] = (struct trace_record){.process = i,
						   .op = BID_WRITE,
						   .lba = 400 * i,
						   .sectors = 8,
						   .flags = sync_writes && i % 2 ? BID_SYNC : 0};
	bid_settings_set(&setup.settings, "merge", 0);
	assert_int_equal(sim_constant_device_open(&constants, &setup.device[BID_TIER_HDD]), 0);
	record_list_open(&list, records, count);
	assert_int_equal(sim_run(&setup, &list.source, &observer, &result, error, sizeof(error)),
			 0);
	sim_result_free(result);
	fixture_close(&setup);
	return gauge.most;
}

static uint32_t most_with_device(const struct bid_policy *policy, uint32_t depth, uint64_t count)
{
	return most_beside(policy, depth, count, false);
}

static void writes_that_are_waited_for_are_throttled_too(void **unused)
{
	(void)unused;
	/* All of 16 for them, half of it for the others, and all count together. */
	assert_int_equal(most_beside(&noop_policy, 32, 50, true), 16);
	assert_int_equal(most_beside(&bfq_policy, 32, 50, true), 32);
}

static void throttling_goes_by_the_depth_of_the_device(void **unused)
{
	(void)unused;
	/* 50 ms of writes: half of 16. Two seconds of nothing but writes: half of 24. */
	assert_int_equal(most_with_device(&noop_policy, 32, 50), 8);
	assert_int_equal(most_with_device(&noop_policy, 32, 2000), 12);
	assert_int_equal(most_with_device(&kyber_policy, 32, 50), 8);
	/* Not with BFQ: its own half of 256 fills the device. */
	assert_int_equal(most_with_device(&bfq_policy, 32, 50), 32);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_wait_behind_writes_that_fill_the_queue),
		cmocka_unit_test(reads_find_the_places_that_writes_may_not_take),
		cmocka_unit_test(with_ours_too_a_read_need_not_wait_for_a_place_behind_writes),
		cmocka_unit_test(throttled_writes_let_everybody_else_pass),
		cmocka_unit_test(writes_that_are_merged_take_one_place),
		cmocka_unit_test(a_class_past_its_share_does_not_hold_up_another),
		cmocka_unit_test(writes_that_are_waited_for_are_throttled_too),
		cmocka_unit_test(throttling_goes_by_the_depth_of_the_device),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
