/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Announced extents: read ahead in long turns, served from the buffer, and never stale.
 */
#include "policy_driver.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define MIB_SECTORS UINT64_C(2048)

static void announce(struct driver *driver, uint64_t stream, uint64_t lba, uint64_t sectors)
{
	struct bid_announcement announcement = {
		.stream = stream,
		.lba = lba,
		.sectors = sectors,
		.op = BID_READ,
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
	bid_settings_set(&setup.settings, "announced-buffer", 8 * MIB_SECTORS);
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

/* ---- beside a barrier ---- */

static void a_barrier_leaves_the_buffer_and_what_is_read_ahead_alone(void **state)
{
	struct driver *driver = open_announced(64);
	uint64_t served;

	(void)state;
	announce(driver, 1, 0, 4 * MIB_SECTORS);
	driver_run_until(driver, 1000 * DRIVER_MS);
	served = driver->device[BID_TIER_HDD].sectors;
	driver_submit(driver, 2, BID_WRITE, 20000000, 8, BID_SYNC | BID_BARRIER);
	driver_submit(driver, 2, BID_WRITE, 0, 0, BID_SYNC | BID_BARRIER);
	assert_true(driver_submit(driver, 1, BID_READ, 512, 8, BID_SYNC)->finished);
	driver_run_to_end(driver);
	assert_int_equal(driver->device[BID_TIER_HDD].sectors, served + 8);
	driver_close(driver);
}

static void a_barrier_with_data_makes_wrong_what_it_writes(void **state)
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

/* ---- memory ---- */

#define CHUNKS 64u

/* What is read into, and whose it is. */
struct memory {
	struct bid_chunk chunk[CHUNKS];
	bool lent[CHUNKS];
	uint64_t lba[CHUNKS];
	uint32_t used;
};

static void lend_memory(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct memory *memory = driver->context;

	(void)tier;
	if (!(head->flags & BID_INNER))
		return;
	assert_true(memory->used < CHUNKS);
	memory->lba[memory->used] = head->run_lba;
	memory->lent[memory->used] = true;
	head->chunk[0] = &memory->chunk[memory->used++];
}

static uint32_t take_back(struct driver *driver)
{
	struct memory *memory = driver->context;
	struct bid_chunk *chunk;
	uint32_t count = 0;

	while ((chunk = bid_request_queue_take_released(&driver->queue))) {
		assert_true(memory->lent[chunk - memory->chunk]);
		memory->lent[chunk - memory->chunk] = false;
		count++;
	}
	return count;
}

static struct driver *open_with_memory(struct memory *memory)
{
	struct driver *driver = open_announced(64);

	*memory = (struct memory){0};
	driver->context = memory;
	driver->on_dispatched = lend_memory;
	return driver;
}

static void a_read_says_where_its_data_lie_until_they_are_released(void **state)
{
	struct memory memory;
	struct driver *driver = open_with_memory(&memory);
	struct driver_request *within, *across, *rest;

	(void)state;
	announce(driver, 1, 4096, MIB_SECTORS);
	driver_run_until(driver, 1000 * DRIVER_MS);
	assert_int_equal(memory.used, 4);
	within = driver_submit(driver, 1, BID_READ, 4096, 500, BID_SYNC);
	assert_true(within->finished);
	assert_ptr_equal(within->request.chunk[0], &memory.chunk[0]);
	assert_null(within->request.chunk[1]);
	assert_int_equal(take_back(driver), 0);
	across = driver_submit(driver, 1, BID_READ, 4596, 600, BID_SYNC);
	assert_ptr_equal(across->request.chunk[0], &memory.chunk[0]);
	assert_ptr_equal(across->request.chunk[1], &memory.chunk[1]);
	assert_ptr_equal(across->request.chunk[2], &memory.chunk[2]);
	assert_int_equal(take_back(driver), 2);
	assert_true(memory.lent[2]);
	rest = driver_submit(driver, 1, BID_READ, 5196, 948, BID_SYNC);
	assert_ptr_equal(rest->request.chunk[0], &memory.chunk[2]);
	assert_ptr_equal(rest->request.chunk[1], &memory.chunk[3]);
	assert_int_equal(take_back(driver), 2);
	driver_close(driver);
}

/* A drive with a queue may bring the chunks in any order. */
static void a_read_waits_for_each_chunk_that_it_touches(void **state)
{
	struct memory memory;
	struct driver *driver = open_with_memory(&memory);
	struct driver_request *across;

	(void)state;
	announce(driver, 1, 4096, MIB_SECTORS);
	across = driver_submit(driver, 1, BID_READ, 4500, 1024, BID_SYNC);
	while (memory.used < BID_CHUNKS)
		assert_true(driver_step(driver));
	assert_false(across->finished);
	assert_true(driver_step(driver));
	assert_true(across->finished);
	for (int i = 0; i < BID_CHUNKS; i++)
		assert_ptr_equal(across->request.chunk[i], &memory.chunk[i]);
	driver_run_to_end(driver);
	driver_close(driver);
}

static void keep_most_under_way(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	uint32_t *most = driver->context;

	assert_true(head->flags & BID_INNER);
	assert_in_range(head->run_sectors, 1, BID_CHUNK_SECTORS);
	if (driver->device[tier].count > *most)
		*most = driver->device[tier].count;
}

static void a_drive_with_a_queue_is_not_given_a_whole_turn(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;
	uint32_t most = 0;

	(void)state;
	setup.device[BID_TIER_HDD].depth = 32;
	driver = driver_open(&bid_announced_policy, &setup, 64);
	driver->context = &most;
	driver->on_dispatched = keep_most_under_way;
	announce(driver, 1, 4096, 16 * MIB_SECTORS);
	driver_run_until(driver, 1000 * DRIVER_MS);
	assert_int_equal(driver->device[BID_TIER_HDD].sectors, 16 * MIB_SECTORS);
	assert_int_equal(most, 4);
	driver_close(driver);
}

static void what_is_forgotten_is_released_and_not_read_on(void **state)
{
	struct memory memory;
	struct driver *driver = open_with_memory(&memory);
	struct driver_request *read;

	(void)state;
	announce(driver, 1, 4096, 8 * MIB_SECTORS);
	while (memory.used < 3)
		assert_true(driver_step(driver));
	bid_request_queue_forget(&driver->queue, 1, driver->now_ns);
	/* The one that is with the device comes back when that is done. */
	assert_int_equal(take_back(driver), 2);
	driver_run_until(driver, 1000 * DRIVER_MS);
	assert_int_equal(take_back(driver), 1);
	assert_int_equal(memory.used, 3);
	read = driver_submit(driver, 1, BID_READ, 4096, 8, BID_SYNC);
	assert_false(read->finished);
	driver_run_to_end(driver);
	driver_close(driver);
}

/* A defect of 8 sectors, in the second chunk. */
static int32_t fail_at_defect(struct driver *driver, const struct bid_request *head,
			      enum bid_tier tier)
{
	(void)driver;
	(void)tier;
	return head->run_lba < 6008 && bid_run_end(head) > 6000 ? -EIO : 0;
}

static void what_could_not_be_read_ahead_is_an_error_to_who_needs_it_alone(void **state)
{
	struct memory memory;
	struct driver *driver = open_with_memory(&memory);
	struct driver_request *first, *beside, *at;

	(void)state;
	driver->on_served = fail_at_defect;
	announce(driver, 1, 4096, 2 * MIB_SECTORS);
	first = driver_submit(driver, 1, BID_READ, 4096, 8, BID_SYNC);
	beside = driver_submit(driver, 1, BID_READ, 5200, 8, BID_SYNC);
	at = driver_submit(driver, 1, BID_READ, 6004, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(first->request.status, 0);
	assert_int_equal(beside->request.status, 0);
	assert_int_equal(at->request.status, -EIO);
	assert_int_not_equal(at->order, 0);
	assert_int_equal(take_back(driver), memory.used);
	driver_close(driver);
}

/* ---- beside those that are read ahead ---- */

#define READERS      8u
#define READ_SECTORS 1024u
#define WRITES       48u

/* A stream that writes in bulk, and one that writes next to nothing. */
#define BULK  100u
#define SMALL 101u

struct readers {
	uint64_t next[READERS];
	uint32_t left;
	uint64_t worst_bulk_ns;
	uint64_t worst_small_ns;
	uint64_t positionings; /* of the disk */
};

static void read_next(struct driver *driver, struct readers *readers, uint64_t stream)
{
	if (readers->left == 0)
		return;
	readers->left--;
	readers->next[stream] += READ_SECTORS;
	driver_submit(driver, stream, BID_READ, readers->next[stream] - READ_SECTORS, READ_SECTORS,
		      BID_SYNC);
}

/* Each reader asks for its next as soon as it has been served: the disk is never without work. */
static void go_on(struct driver *driver, struct driver_request *mine)
{
	struct readers *readers = driver->context;
	uint64_t waited_ns = mine->finished_ns - mine->request.arrival_ns;
	uint64_t *worst_ns =
		mine->request.stream == BULK ? &readers->worst_bulk_ns : &readers->worst_small_ns;

	if (mine->request.op == BID_READ)
		read_next(driver, readers, mine->request.stream);
	else if (waited_ns > *worst_ns)
		*worst_ns = waited_ns;
}

/* Serves readers of announced extents, and writes all over the disk that nobody waits for. */
static struct readers write_beside_readers(const struct bid_setup *setup)
{
	struct driver *driver = driver_open(&bid_announced_policy, setup, 4096);
	struct readers readers = {.left = 1600};

	driver->context = &readers;
	driver->on_finished = go_on;
	for (uint64_t stream = 0; stream < READERS; stream++) {
		readers.next[stream] = stream * 10000000;
		announce(driver, stream, readers.next[stream], 128 * MIB_SECTORS);
	}
	for (uint64_t i = 0; i < WRITES; i++)
		driver_submit(driver, BULK, BID_WRITE, 5000000 + i * 7919 % WRITES * 1000000, 128,
			      0);
	for (uint64_t stream = 0; stream < READERS; stream++)
		read_next(driver, &readers, stream);
	driver_run_until(driver, 30 * DRIVER_MS);
	for (uint64_t lba = 4000000; lba < 60000000; lba += 20000000)
		driver_submit(driver, SMALL, BID_WRITE, lba, 8, 0);
	driver_run_to_end(driver);
	readers.positionings = driver->device[BID_TIER_HDD].positionings;
	driver_close(driver);
	return readers;
}

/* The disk has far more to do than it can: all that wait do so for longer than a guard. */
static void turns_are_whole_though_all_are_late(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct readers readers = write_beside_readers(&setup);

	(void)state;
	print_message("%u positionings for 800 MiB and %u writes\n", (unsigned)readers.positionings,
		      WRITES + 3);
	/* By 16 MiB at a time 50, those of the writes, and back from some of them. */
	assert_in_range(readers.positionings, 50, 50 + 3 * (WRITES + 3) / 2);
}

static void writes_are_late_sooner_while_extents_are_read_ahead(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct readers sooner, as_otherwise;

	(void)state;
	bid_settings_set(&setup.settings, "guard-write", 700 * DRIVER_MS);
	bid_settings_set(&setup.settings, "announced-guard-write", 500 * DRIVER_MS);
	sooner = write_beside_readers(&setup);
	assert_true(sooner.worst_small_ns >= 500 * DRIVER_MS);
	bid_settings_set(&setup.settings, "announced-guard-write", 700 * DRIVER_MS);
	as_otherwise = write_beside_readers(&setup);
	assert_true(sooner.worst_small_ns < as_otherwise.worst_small_ns);
}

static void a_late_write_of_a_stream_that_asks_for_little_goes_before_others(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct readers readers;

	(void)state;
	readers = write_beside_readers(&setup);
	print_message("worst write in bulk: %u ms, a small one: %u ms\n",
		      (unsigned)(readers.worst_bulk_ns / DRIVER_MS),
		      (unsigned)(readers.worst_small_ns / DRIVER_MS));
	assert_true(readers.worst_small_ns < readers.worst_bulk_ns);
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
		cmocka_unit_test(a_barrier_leaves_the_buffer_and_what_is_read_ahead_alone),
		cmocka_unit_test(a_barrier_with_data_makes_wrong_what_it_writes),
		cmocka_unit_test(what_nobody_reads_gives_its_buffer_back),
		cmocka_unit_test(reads_outside_the_extent_go_the_normal_way),
		cmocka_unit_test(a_read_says_where_its_data_lie_until_they_are_released),
		cmocka_unit_test(a_read_waits_for_each_chunk_that_it_touches),
		cmocka_unit_test(a_drive_with_a_queue_is_not_given_a_whole_turn),
		cmocka_unit_test(what_is_forgotten_is_released_and_not_read_on),
		cmocka_unit_test(what_could_not_be_read_ahead_is_an_error_to_who_needs_it_alone),
		cmocka_unit_test(turns_are_whole_though_all_are_late),
		cmocka_unit_test(writes_are_late_sooner_while_extents_are_read_ahead),
		cmocka_unit_test(a_late_write_of_a_stream_that_asks_for_little_goes_before_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
