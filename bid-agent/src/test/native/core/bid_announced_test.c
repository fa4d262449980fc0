/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Announced extents: read ahead in long turns, served from the buffer, and never stale.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define MIB_SECTORS UINT64_C(2048)

static void announce(struct driver *driver, uint64_t stream, uint64_t lba, uint64_t sectors)
{
	struct bid_announcement announcement = {
		.stream = stream, .lba = lba, .sectors = sectors, .op = BID_READ,
	};

	bid_request_queue_announce(&driver->queue, &announcement, driver->now_ns);
}

static struct driver *open_announced(uint32_t capacity)
{
	struct bid_setup setup = driver_default_setup();

	return driver_open(&bid_announced_policy, &setup, capacity);
}

static void what_was_read_ahead_is_served_at_once(void **state)
{
	struct driver *driver = open_announced(64);
	struct driver_request *read;

	(void)state;
	announce(driver, 1, 4096, 4 * MIB_SECTORS);
	driver_run_until(driver, 1000 * DRIVER_MS);
	read = driver_submit(driver, 1, BID_READ, 4096, 256, BID_SYNC);
	assert_true(read->finished);
	assert_int_equal(read->order, 0);
	assert_int_equal(driver->device[BID_TIER_HDD].sectors, 4 * MIB_SECTORS);
	driver_close(driver);
}

static void no_more_than_two_turns_are_read_ahead(void **state)
{
	struct driver *driver = open_announced(64);

	(void)state;
	announce(driver, 1, 0, 512 * MIB_SECTORS);
	driver_run_until(driver, 10000 * DRIVER_MS);
	assert_int_equal(driver->device[BID_TIER_HDD].sectors, 32 * MIB_SECTORS);
	driver_close(driver);
}

static void all_streams_together_stay_within_the_buffer(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;

	(void)state;
	setup.tunables.announced_buffer_sectors = 8 * MIB_SECTORS;
	driver = driver_open(&bid_announced_policy, &setup, 64);
	for (uint64_t stream = 0; stream < 20; stream++)
		announce(driver, stream, stream * 1000000, 64 * MIB_SECTORS);
	driver_run_until(driver, 10000 * DRIVER_MS);
	assert_in_range(driver->device[BID_TIER_HDD].sectors, 1, 8 * MIB_SECTORS);
	driver_close(driver);
}

static void interleaved_readers_cost_few_positionings(void **state)
{
	struct driver *driver = open_announced(4096);
	uint64_t at = 0;

	(void)state;
	for (uint64_t stream = 0; stream < 4; stream++)
		announce(driver, stream, stream * 10000000, 16 * MIB_SECTORS);
	/* 256 reads of 128 KiB, in rotation: by themselves a positioning each. */
	for (; at < 8 * MIB_SECTORS; at += 256) {
		for (uint64_t stream = 0; stream < 4; stream++)
			assert_non_null(driver_submit(driver, stream, BID_READ,
						      stream * 10000000 + at, 256, BID_SYNC));
		driver_run_to_end(driver);
	}
	assert_in_range(driver->device[BID_TIER_HDD].positionings, 1, 16);
	driver_close(driver);
}

static void a_write_invalidates_what_was_read_ahead(void **state)
{
	struct driver *driver = open_announced(64);
	struct driver_request *read;

	(void)state;
	announce(driver, 1, 0, 4 * MIB_SECTORS);
	driver_run_until(driver, 1000 * DRIVER_MS);
	driver_submit(driver, 2, BID_WRITE, 512, 8, BID_SYNC);
	driver_run_to_end(driver);
	read = driver_submit(driver, 1, BID_READ, 512, 8, BID_SYNC);
	assert_false(read->finished);
	driver_run_to_end(driver);
	assert_int_not_equal(read->order, 0);
	driver_close(driver);
}

static void what_is_read_while_a_write_is_on_its_way_is_not_trusted(void **state)
{
	struct driver *driver = open_announced(64);
	struct driver_request *write, *read;

	(void)state;
	/* Announced when the write has been inserted but not been served. */
	write = driver_submit(driver, 2, BID_WRITE, 100000, 8, 0);
	announce(driver, 1, 99000, 4 * MIB_SECTORS);
	while (!write->finished)
		assert_true(driver_step(driver));
	read = driver_submit(driver, 1, BID_READ, 100000, 8, BID_SYNC);
	assert_false(read->finished);
	driver_run_to_end(driver);
	assert_true(read->order > write->order);
	driver_close(driver);
}

static void a_barrier_leaves_nothing_in_the_buffer(void **state)
{
	struct driver *driver = open_announced(64);
	struct driver_request *read;

	(void)state;
	announce(driver, 1, 0, 4 * MIB_SECTORS);
	driver_run_until(driver, 1000 * DRIVER_MS);
	driver_submit(driver, 2, BID_WRITE, 512, 8, BID_SYNC | BID_BARRIER);
	driver_run_to_end(driver);
	read = driver_submit(driver, 1, BID_READ, 512, 8, BID_SYNC);
	assert_false(read->finished);
	driver_run_to_end(driver);
	driver_close(driver);
}

static void what_nobody_reads_gives_its_buffer_back(void **state)
{
	struct driver *driver = open_announced(64);
	struct driver_request *soon, *late;

	(void)state;
	announce(driver, 1, 0, 4 * MIB_SECTORS);
	driver_run_until(driver, 1000 * DRIVER_MS);
	soon = driver_submit(driver, 1, BID_READ, 0, 8, BID_SYNC);
	assert_true(soon->finished);
	driver_run_until(driver, 62000 * DRIVER_MS);
	late = driver_submit(driver, 1, BID_READ, 8, 8, BID_SYNC);
	assert_false(late->finished);
	driver_run_to_end(driver);
	driver_close(driver);
}

static void reads_outside_the_extent_go_the_normal_way(void **state)
{
	struct driver *driver = open_announced(64);
	struct driver_request *read;

	(void)state;
	announce(driver, 1, 4096, MIB_SECTORS);
	driver_run_until(driver, 1000 * DRIVER_MS);
	read = driver_submit(driver, 1, BID_READ, 4096 + MIB_SECTORS - 8, 16, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_not_equal(read->order, 0);
	driver_close(driver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_read_ahead_is_served_at_once),
		cmocka_unit_test(no_more_than_two_turns_are_read_ahead),
		cmocka_unit_test(all_streams_together_stay_within_the_buffer),
		cmocka_unit_test(interleaved_readers_cost_few_positionings),
		cmocka_unit_test(a_write_invalidates_what_was_read_ahead),
		cmocka_unit_test(what_is_read_while_a_write_is_on_its_way_is_not_trusted),
		cmocka_unit_test(a_barrier_leaves_nothing_in_the_buffer),
		cmocka_unit_test(what_nobody_reads_gives_its_buffer_back),
		cmocka_unit_test(reads_outside_the_extent_go_the_normal_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
