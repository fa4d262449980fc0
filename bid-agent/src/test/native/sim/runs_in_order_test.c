/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Long runs of writes that nobody waits for, on drives with and without a queue of their own: the
 * queue must not cost what it is there to save. A drive without a write cache needs to have the
 * next piece in time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "device/device.h"
#include "sim_fixture.h"

#define WRITERS 6u
#define RUNS    8u
#define PIECES  16u /* of 512 KiB, of a run */
#define RECORDS (WRITERS * RUNS * PIECES)
#define ZONE    (UINT64_C(1) << 26)

/* Writers who write one run after the other, each in a part of the disk of his own. */
static size_t make_records(struct trace_record *records)
{
	size_t count = 0;

	for (uint64_t i = 0; i < RUNS * PIECES; i++) {
		for (uint64_t writer = 0; writer < WRITERS; writer++)
			records[count++] = (struct trace_record){
				.time_ns = i * FIXTURE_MS,
				.process = writer,
				.op = BID_WRITE,
				.lba = writer * ZONE + i / PIECES * (ZONE / RUNS) +
				       i % PIECES * BID_REQUEST_MAX_SECTORS,
				.sectors = BID_REQUEST_MAX_SECTORS,
			};
	}
	return count;
}

static uint64_t time_as_set_ns(const char *disk, uint32_t ncq_depth, int32_t write_cache,
			       bool in_order)
{
	const struct device_options options = {
		.ncq_depth = ncq_depth, .write_cache = write_cache, .read_ahead = -1};
	static struct trace_record records[RECORDS];
	struct sim_setup setup = fixture_setup(&bid_hdd_policy, SIM_CLOSED_LOOP);
	struct sim_result *result;
	char error[128];
	uint64_t took_ns;

	fixture_close(&setup);
	assert_int_equal(bid_settings_set(&setup.settings, "feed-in-order", in_order), 0);
	assert_int_equal(
		device_open(disk, &options, &setup.device[BID_TIER_HDD], error, sizeof(error)), 0);
	result = fixture_run(&setup, records, make_records(records), NULL);
	took_ns = result->last_completion_ns - result->first_arrival_ns;
	sim_result_free(result);
	fixture_close(&setup);
	print_message("%s, queue of %u, write cache %d: %u ms\n", disk, ncq_depth, (int)write_cache,
		      (unsigned)(took_ns / FIXTURE_MS));
	return took_ns;
}

static uint64_t time_ns(const char *disk, uint32_t ncq_depth, int32_t write_cache)
{
	return time_as_set_ns(disk, ncq_depth, write_cache, true);
}

static void a_queue_in_the_drive_costs_long_runs_no_turns(void **state)
{
	uint64_t most_ns = time_ns("sata-250g", 1, 1) * 21 / 20;

	(void)state;
	/* Piece by piece, and whole: a cache has a run written from its front (hdd_writes_test). */
	assert_true(time_ns("sata-250g", 32, 1) < most_ns);
	assert_true(time_as_set_ns("sata-250g", 32, 1, false) < most_ns);
}

/* Given one piece at a time it would lose a turn between any two. */
static void a_drive_without_a_cache_has_several_pieces_at_a_time(void **state)
{
	(void)state;
	assert_true(time_ns("hdd-16t", 32, 0) < time_ns("hdd-16t", 1, 0) / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_queue_in_the_drive_costs_long_runs_no_turns),
		cmocka_unit_test(a_drive_without_a_cache_has_several_pieces_at_a_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
