/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * When a batch of writes that nobody waits for begins and ends.
 */
#include "batches.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define NOW      (10 * BID_SECOND)
#define BATCH    (250 * BID_MS)
#define PRESSURE 192u

struct fixture {
	struct bid_load load;
	struct drive_cache cache;
	struct bid_batches batches;
	struct bid_request written; /* last */
};

static void set_up(struct fixture *f, uint32_t depth)
{
	const struct bid_setup setup = {
		.device[BID_TIER_HDD] = {.sectors = UINT64_C(1) << 35,
					 .positioning_ns = 12 * BID_MS,
					 .bytes_per_second = 200000000,
					 .depth = depth,
					 .rotational = true},
	};

	f->written = (struct bid_request){.run_sectors = 0};
	f->load = (struct bid_load){.pressure = PRESSURE, .read_ns = NOW};
	f->cache = (struct drive_cache){.caches = false};
	batches_init(&f->batches, &f->load, &f->cache, &setup, BATCH, true);
}

/* Readers think for a moment; the arm would be away when the next read comes. */
static void a_pause_of_readers_is_no_time_for_a_few_writes(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 1);
	f.load.outstanding = 10;
	assert_int_equal(batches_next_ns(&f.batches, 0, NOW), NOW + 100 * BID_MS);
	assert_true(batches_next_ns(&f.batches, 0, NOW + 100 * BID_MS) <= NOW + 100 * BID_MS);
	f.load.outstanding = PRESSURE / 2;
	assert_int_equal(batches_next_ns(&f.batches, 0, NOW), NOW);
}

static void without_gathering_each_moment_without_a_read_is_for_writes(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 1);
	f.load.outstanding = 10;
	f.batches.gathers = false;
	assert_int_equal(batches_next_ns(&f.batches, 0, NOW), NOW);
	assert_int_equal(batches_next_ns(&f.batches, 1, NOW), BID_NEVER);
}

static void reads_that_the_drive_has_are_others_too(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 32);
	f.load.outstanding = PRESSURE - 1;
	f.load.reads_in_disk = 1;
	assert_true(batches_next_ns(&f.batches, 0, NOW) == BID_NEVER);
	f.load.reads_in_disk = 0;
	assert_true(batches_next_ns(&f.batches, 1, NOW) == BID_NEVER);
	f.load.outstanding = PRESSURE;
	assert_int_equal(batches_next_ns(&f.batches, 1, NOW), NOW);
}

static void others_have_three_times_as_long(void **state)
{
	struct fixture f;
	uint64_t end_ns;

	(void)state;
	set_up(&f, 32);
	f.load.outstanding = PRESSURE;
	batches_begin(&f.batches, 1, NOW);
	end_ns = NOW + BATCH;
	assert_false(batches_is_over(&f.batches, 1, end_ns - 1));
	assert_false(batches_is_over(&f.batches, 0, end_ns));
	assert_true(batches_is_over(&f.batches, 1, end_ns));
	assert_false(batches_goes_on(&f.batches, true, 1, end_ns));
	assert_true(batches_next_ns(&f.batches, 1, end_ns + 3 * BATCH - 1) == BID_NEVER);
	assert_int_equal(batches_next_ns(&f.batches, 1, end_ns + 3 * BATCH), end_ns + 3 * BATCH);
}

/* How long a batch is, with so many others waiting, when its writes have so many sectors each. */
static uint64_t batch_length_ns(uint32_t depth, bool caches, uint64_t sectors, uint32_t waiting)
{
	struct fixture f;
	uint64_t ns = BID_MS;

	set_up(&f, depth);
	f.cache.caches = caches;
	for (int i = 0; i < 1000; i++)
		batches_note_unit(&f.batches, sectors);
	batches_begin(&f.batches, waiting, NOW);
	while (!batches_is_over(&f.batches, waiting, NOW + ns))
		ns += BID_MS;
	return ns;
}

static void a_batch_is_as_long_as_its_writes_are_worth(void **state)
{
	/* A way of 12 ms is worth 4,700 sectors at 200 MB/s. 20 MiB take 105 ms. */
	const uint64_t small = 64;
	const uint64_t medium = 2048;
	const uint64_t dense = 8192;

	(void)state;
	assert_int_equal(batch_length_ns(1, false, small, 1), 4 * BATCH);
	assert_int_equal(batch_length_ns(1, false, medium, 8), 105 * BID_MS);
	assert_int_equal(batch_length_ns(1, false, dense, 8), 53 * BID_MS);
	assert_int_equal(batch_length_ns(1, true, dense, 8), 53 * BID_MS);

	assert_int_equal(batch_length_ns(32, false, small, 1), BATCH);
	assert_int_equal(batch_length_ns(32, false, medium, 8), BATCH);
	assert_int_equal(batch_length_ns(32, false, dense, 8), BATCH / 2);

	/* The host is done with them before the media are. */
	assert_int_equal(batch_length_ns(32, true, small, 1), BATCH);
	assert_int_equal(batch_length_ns(32, true, medium, 8), BATCH * 3 / 2);
	assert_int_equal(batch_length_ns(32, true, dense, 8), BATCH);
}

/* A run that goes on where the one before ended, at 0 for the first. */
static void note_written(struct fixture *f, uint64_t sectors)
{
	f->written.run_lba = bid_run_end(&f->written);
	f->written.run_sectors = (uint32_t)sectors;
	batches_note_written(&f->batches, &f->written, NOW);
}

/* Its cache takes them at the rate of the bus; it is given no more than the media take. */
static void a_drive_with_a_queue_is_left_alone_until_its_media_have_followed(void **state)
{
	const uint64_t second = 200000000 / BID_SECTOR_BYTES;
	struct fixture f;

	(void)state;
	set_up(&f, 32);
	batches_begin(&f.batches, 1, NOW);
	note_written(&f, second / 10);
	/* At three quarters of the outermost tracks' rate, but for the last 12 ms. */
	assert_in_range(batches_written_ns(&f.batches, NOW) - NOW, 121 * BID_MS, 122 * BID_MS);
	assert_false(batches_is_over(&f.batches, 1, NOW));
	note_written(&f, second / 5);
	assert_true(batches_is_over(&f.batches, 1, NOW));
	assert_int_equal(batches_written_ns(&f.batches, NOW + BID_SECOND), NOW + BID_SECOND);

	/* A few sectors are not worth it. */
	set_up(&f, 32);
	batches_begin(&f.batches, 1, NOW);
	note_written(&f, second / 200);
	assert_int_equal(batches_written_ns(&f.batches, NOW), NOW);

	set_up(&f, 1);
	batches_begin(&f.batches, 1, NOW);
	note_written(&f, second);
	assert_int_equal(batches_written_ns(&f.batches, NOW), NOW);
	assert_false(batches_is_over(&f.batches, 1, NOW));
}

/* How long it is left alone for two runs of so many sectors, the second so far behind the first. */
static uint64_t left_alone_ns(uint64_t sectors, uint64_t distance)
{
	struct fixture f;

	set_up(&f, 32);
	note_written(&f, 200000000 / BID_SECTOR_BYTES);
	note_written(&f, sectors);
	f.written.run_lba += distance;
	note_written(&f, sectors);
	return batches_written_ns(&f.batches, NOW) - NOW;
}

static void a_way_between_two_runs_is_waited_for_as_well(void **state)
{
	(void)state;
	/* A quarter of 12 ms. */
	assert_int_equal(left_alone_ns(1024, 1024) - left_alone_ns(1024, 0), 3 * BID_MS);
	/* Small ones are near one another: four times the 27 us that 8 sectors take. */
	assert_in_range(left_alone_ns(8, 1024) - left_alone_ns(8, 0), 100000, 120000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pause_of_readers_is_no_time_for_a_few_writes),
		cmocka_unit_test(without_gathering_each_moment_without_a_read_is_for_writes),
		cmocka_unit_test(reads_that_the_drive_has_are_others_too),
		cmocka_unit_test(others_have_three_times_as_long),
		cmocka_unit_test(a_batch_is_as_long_as_its_writes_are_worth),
		cmocka_unit_test(a_drive_with_a_queue_is_left_alone_until_its_media_have_followed),
		cmocka_unit_test(a_way_between_two_runs_is_waited_for_as_well),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
