/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What is learned of a drive's write cache from how long writes take, and what is not.
 */
#include "drive_cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define SECTORS     1024u
#define MEDIA_NS    (5 * BID_MS) /* what the media need for them at the least */
#define RATE        (SECTORS * UINT64_C(200))
#define SOON_NS     (MEDIA_NS - 1)
#define LATE_NS     (MEDIA_NS * 17 / 8 + 1)
#define LATE        8u /* in a row, and it does not cache */
#define LONG_RUN    UINT64_C(2048)
#define START_NS    (7 * BID_SECOND)
#define PIECE(what) (&(struct bid_request){.op = (what), .run_sectors = SECTORS})

struct fixture {
	struct drive_cache cache;
	uint64_t now_ns;
};

static void set_up(struct fixture *f)
{
	const struct bid_device_profile disk = {.bytes_per_second = RATE * BID_SECTOR_BYTES};

	drive_cache_init(&f->cache, &disk);
	f->now_ns = START_NS;
}

/* The drive has the run, and nothing beside it, for so long. */
static void serve(struct fixture *f, const struct bid_request *run, uint64_t took_ns)
{
	drive_cache_issued(&f->cache, run, f->now_ns);
	f->now_ns += took_ns;
	drive_cache_completed(&f->cache, run, f->now_ns);
}

static void a_write_done_before_the_media_can_have_it_shows_a_cache(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	assert_false(drive_cache_is_fed_in_order(&f.cache, LONG_RUN));
	serve(&f, PIECE(BID_WRITE), MEDIA_NS);
	assert_false(drive_cache_is_fed_in_order(&f.cache, LONG_RUN));
	serve(&f, PIECE(BID_WRITE), SOON_NS);
	assert_true(drive_cache_is_fed_in_order(&f.cache, LONG_RUN));
}

static void a_run_of_one_request_has_no_middle_to_begin_in(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	serve(&f, PIECE(BID_WRITE), SOON_NS);
	assert_false(drive_cache_is_fed_in_order(&f.cache, LONG_RUN - 1));
}

/* A cache that is full has a write wait for the media, but for no turn of the platter each time. */
static void a_full_cache_is_a_cache(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	serve(&f, PIECE(BID_WRITE), SOON_NS);
	for (uint32_t i = 0; i < 4 * LATE; i++)
		serve(&f, PIECE(BID_WRITE), LATE_NS - 1);
	assert_true(f.cache.caches);
	for (uint32_t i = 0; i < 4 * LATE; i++)
		serve(&f, PIECE(BID_WRITE), i % LATE == 0 ? SOON_NS : LATE_NS);
	assert_true(f.cache.caches);
}

static void a_cache_that_is_switched_off_is_noticed(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f);
	serve(&f, PIECE(BID_WRITE), SOON_NS);
	for (uint32_t i = 1; i < LATE; i++)
		serve(&f, PIECE(BID_WRITE), LATE_NS);
	assert_true(f.cache.caches);
	serve(&f, PIECE(BID_WRITE), LATE_NS);
	assert_false(f.cache.caches);
	serve(&f, PIECE(BID_WRITE), SOON_NS);
	assert_true(f.cache.caches);
}

/* What is beside it in the drive may have been served before it, or with it. */
static void a_write_beside_another_run_shows_nothing(void **state)
{
	struct bid_request *first = PIECE(BID_WRITE);
	struct bid_request *second = PIECE(BID_WRITE);
	struct fixture f;

	(void)state;
	set_up(&f);
	drive_cache_issued(&f.cache, first, f.now_ns);
	drive_cache_issued(&f.cache, second, f.now_ns);
	drive_cache_completed(&f.cache, second, f.now_ns + SOON_NS);
	assert_false(f.cache.caches);
	drive_cache_completed(&f.cache, first, f.now_ns + 2 * MEDIA_NS);
	assert_false(f.cache.caches);
}

static void reads_small_writes_and_failures_show_nothing(void **state)
{
	struct bid_request small = {.op = BID_WRITE, .run_sectors = 8};
	struct bid_request failed = {.op = BID_WRITE, .run_sectors = SECTORS, .status = -5};
	struct fixture f;

	(void)state;
	set_up(&f);
	serve(&f, PIECE(BID_READ), SOON_NS);
	serve(&f, &small, 1);
	serve(&f, &failed, SOON_NS);
	assert_false(f.cache.caches);
}

static void of_a_disk_of_unknown_rate_nothing_is_learned(void **state)
{
	const struct bid_device_profile disk = {.bytes_per_second = 0};
	struct fixture f;

	(void)state;
	set_up(&f);
	drive_cache_init(&f.cache, &disk);
	serve(&f, PIECE(BID_WRITE), 0);
	assert_false(f.cache.caches);
	drive_cache_init(&f.cache, NULL);
	serve(&f, PIECE(BID_WRITE), 0);
	assert_false(f.cache.caches);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_write_done_before_the_media_can_have_it_shows_a_cache),
		cmocka_unit_test(a_run_of_one_request_has_no_middle_to_begin_in),
		cmocka_unit_test(a_full_cache_is_a_cache),
		cmocka_unit_test(a_cache_that_is_switched_off_is_noticed),
		cmocka_unit_test(a_write_beside_another_run_shows_nothing),
		cmocka_unit_test(reads_small_writes_and_failures_show_nothing),
		cmocka_unit_test(of_a_disk_of_unknown_rate_nothing_is_learned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
