/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Readahead of block transfers: what is asked for, who waits for what, and what it gives.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "policies/rivals.h"
#include "sim_fixture.h"

enum { READS = 40, READ_SECTORS = 256 };

/* A transfer of READS reads that think for a millisecond each; the first record announces it. */
static struct trace_record records[READS + 1];

static void fill_trace(void)
{
	records[0] = (struct trace_record){.process = 1,
					   .kind = TRACE_ANNOUNCEMENT,
					   .op = BID_READ,
					   .lba = 1000,
					   .sectors = READS * READ_SECTORS};
	for (uint64_t i = 0; i < READS; i++)
		records[i + 1] = (struct trace_record){.time_ns = i * FIXTURE_MS,
						       .process = 1,
						       .op = BID_READ,
						       .flags = BID_SYNC,
						       .lba = 1000 + i * READ_SECTORS,
						       .sectors = READ_SECTORS};
}

static struct sim_result *run(uint64_t readahead_sectors, size_t count, struct finish_log *log)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_CLOSED_LOOP);
	struct sim_result *result;

	bid_settings_set(&setup.settings, "readahead", readahead_sectors);
	result = fixture_run(&setup, records, count, log);
	fixture_close(&setup);
	return result;
}

static void readers_think_while_the_disk_reads_on(void **unused)
{
	struct sim_result *plain;
	struct sim_result *ahead;

	(void)unused;
	fill_trace();
	plain = run(0, READS + 1, NULL);
	ahead = run(8192, READS + 1, NULL);
	/* 256 us and 1 ms for each read, one after the other; ahead, only the thinking is left. */
	assert_int_equal(plain->last_completion_ns,
			 READS * 256 * FIXTURE_US + (READS - 1) * FIXTURE_MS);
	assert_true(ahead->last_completion_ns < 42 * FIXTURE_MS);
	assert_int_equal(ahead->requests, READS);
	assert_int_equal(ahead->bytes[BID_READ], plain->bytes[BID_READ]);
	assert_int_equal(ahead->traffic[BID_TIER_HDD].sectors[BID_READ], READS * READ_SECTORS);
	sim_result_free(plain);
	sim_result_free(ahead);
}

static void no_more_than_the_size_is_read_beyond_the_reader(void **unused)
{
	struct finish_log log;
	struct sim_result *result;

	(void)unused;
	fill_trace();
	/* One read of the transfer, then nothing: its own sectors and the size. */
	result = run(512, 2, &log);
	assert_int_equal(result->traffic[BID_TIER_HDD].sectors[BID_READ], READ_SECTORS + 512);
	assert_int_equal(result->requests, 1);
	sim_result_free(result);
}

static void what_is_not_announced_is_read_as_it_comes(void **unused)
{
	struct sim_result *result;

	(void)unused;
	fill_trace();
	records[0].sectors = 8;
	result = run(8192, READS + 1, NULL);
	assert_int_equal(result->last_completion_ns,
			 READS * 256 * FIXTURE_US + (READS - 1) * FIXTURE_MS);
	sim_result_free(result);
}

static void a_reader_waits_for_what_is_on_its_way(void **unused)
{
	struct sim_result *result;

	(void)unused;
	fill_trace();
	for (size_t i = 1; i <= READS; i++)
		records[i].time_ns = 0;
	/* Without thinking nothing is gained, and nothing is lost. */
	result = run(8192, READS + 1, NULL);
	assert_int_equal(result->last_completion_ns, READS * 256 * FIXTURE_US);
	assert_true(result->latency[BID_READ].max_ns >= 256 * FIXTURE_US);
	sim_result_free(result);
}

static void a_transfer_that_is_given_up_makes_room_for_the_next(void **unused)
{
	struct sim_result *result;

	(void)unused;
	fill_trace();
	for (size_t i = 10; i <= READS; i += 3) {
		records[i] = records[0];
		records[i].time_ns = (i - 1) * FIXTURE_MS;
		records[i].lba = 1000 + i * READ_SECTORS;
	}
	result = run(8192, READS + 1, NULL);
	assert_int_equal(result->requests, READS - 11);
	sim_result_free(result);
}

static void what_a_reader_left_out_is_read_when_he_comes_back_to_it(void **unused)
{
	struct sim_result *result;

	(void)unused;
	fill_trace();
	/* The first, one far on, and one between, which nobody has asked for so far. */
	records[2].lba = 1000 + 30 * READ_SECTORS;
	records[3].lba = 1000 + 15 * READ_SECTORS;
	result = run(512, 4, NULL);
	assert_int_equal(result->traffic[BID_TIER_HDD].sectors[BID_READ],
			 2 * (READ_SECTORS + 512) + READ_SECTORS);
	sim_result_free(result);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(readers_think_while_the_disk_reads_on),
		cmocka_unit_test(no_more_than_the_size_is_read_beyond_the_reader),
		cmocka_unit_test(what_is_not_announced_is_read_as_it_comes),
		cmocka_unit_test(a_reader_waits_for_what_is_on_its_way),
		cmocka_unit_test(what_a_reader_left_out_is_read_when_he_comes_back_to_it),
		cmocka_unit_test(a_transfer_that_is_given_up_makes_room_for_the_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
