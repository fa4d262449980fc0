/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: barriers and flushes, of all that was written and of one file, as the request queue
 * keeps them around a policy that does as it is told.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "queue_fixture.h"

/* ---- barriers ---- */

/* A request that reads, or a flush without data. */
static void t_insert_other(struct fixture *f, size_t i, enum bid_op op, uint32_t sectors,
			   uint8_t flags)
{
	f->request[i] = (struct bid_request){
		.lba = 100 * i, .sectors = sectors, .op = (uint8_t)op, .flags = flags};
	assert_int_equal(bid_request_queue_insert(&f->queue, &f->request[i], f->now_ns++), 0);
}

static void a_barrier_waits_for_the_writes_before_it(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert(&f, 0, 0);
	t_insert(&f, 1, 0);
	assert_int_equal(f.policy.hurried, 0);
	t_insert(&f, 2, BID_BARRIER);
	assert_int_equal(f.policy.hurried, 1);
	assert_ptr_equal(t_dispatch(&f), &f.request[0]);
	assert_ptr_equal(t_dispatch(&f), &f.request[1]);
	t_complete(&f, &f.request[1]);
	assert_null(t_dispatch(&f));
	t_complete(&f, &f.request[0]);
	t_expect_finished(&f, 1);
	t_expect_finished(&f, 0);
	t_expect_served(&f, 2);
	t_expect_idle(&f);
}

static void neither_reads_nor_what_comes_later_wait_for_a_barrier(void **state)
{
	const struct bid_announcement announcement = {.stream = 9, .lba = 800, .sectors = 64};
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert_other(&f, 0, BID_READ, 8, 0);
	t_insert(&f, 1, 0);
	t_insert(&f, 2, BID_BARRIER);
	t_insert(&f, 3, 0);
	t_insert_other(&f, 4, BID_READ, 8, 0);
	bid_request_queue_announce(&f.queue, &announcement, f.now_ns);
	assert_ptr_equal(t_dispatch(&f), &f.policy.prefetch);
	assert_ptr_equal(t_dispatch(&f), &f.request[0]);
	assert_ptr_equal(t_dispatch(&f), &f.request[1]);
	t_expect_served(&f, 3);
	t_expect_served(&f, 4);
	assert_null(t_dispatch(&f));
	t_complete(&f, &f.request[1]);
	t_expect_finished(&f, 1);
	/* The first read is with the device still, and so is what is read ahead. */
	t_expect_served(&f, 2);
	t_complete(&f, &f.policy.prefetch);
	t_complete(&f, &f.request[0]);
	t_expect_finished(&f, 0);
	t_expect_idle(&f);
}

static void a_barrier_that_comes_first_goes_at_once(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert(&f, 0, BID_BARRIER);
	t_expect_served(&f, 0);
	t_expect_idle(&f);
}

static void a_flush_without_data_goes_past_the_policy_to_the_hdd(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert(&f, 0, 0);
	t_insert_other(&f, 1, BID_WRITE, 0, BID_BARRIER);
	t_insert(&f, 2, 0);
	t_expect_served(&f, 0);
	assert_null(bid_request_queue_dispatch(&f.queue, BID_TIER_SSD, f.now_ns));
	assert_ptr_equal(t_dispatch(&f), &f.request[1]);
	assert_int_equal(f.request[1].run_sectors, 0);
	assert_ptr_equal(t_dispatch(&f), &f.request[2]);
	assert_int_equal(f.policy.completed, 1);
	t_complete(&f, &f.request[1]);
	t_expect_finished(&f, 1);
	assert_int_equal(f.policy.completed, 1);
	t_complete(&f, &f.request[2]);
	t_expect_finished(&f, 2);
	t_expect_idle(&f);
}

static void barriers_in_a_row_each_wait_for_the_writes_before_them(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert(&f, 0, 0);
	t_insert(&f, 1, BID_BARRIER);
	t_insert_other(&f, 2, BID_WRITE, 0, BID_BARRIER);
	t_insert(&f, 3, 0);
	t_insert_other(&f, 4, BID_WRITE, 0, BID_BARRIER);
	t_expect_served(&f, 0);
	/* A barrier with data is a write that the next one waits for. */
	t_expect_served(&f, 3);
	assert_ptr_equal(t_dispatch(&f), &f.request[1]);
	assert_null(t_dispatch(&f));
	t_complete(&f, &f.request[1]);
	t_expect_finished(&f, 1);
	t_expect_served(&f, 2);
	t_expect_served(&f, 4);
	t_expect_idle(&f);
}

static void a_policy_that_serves_barriers_itself_is_asked_again_behind_them(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	f.policy.serves_barriers = true;
	t_insert(&f, 0, 0);
	t_insert(&f, 1, BID_BARRIER);
	t_insert(&f, 2, BID_BARRIER);
	t_insert_other(&f, 3, BID_WRITE, 0, BID_BARRIER);
	bid_list_append(&f.policy.served, bid_list_take_first(&f.policy.waiting));
	assert_ptr_equal(t_dispatch(&f), &f.request[3]);
	for (size_t i = 0; i < 3; i++)
		t_expect_finished(&f, i);
	t_complete(&f, &f.request[3]);
	t_expect_finished(&f, 3);
	t_expect_idle(&f);
}

/* ---- barriers and flushes of files ---- */

static void a_barrier_of_a_file_waits_for_the_writes_of_that_file(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert_of_file(&f, 0, 7, 8, 0);
	t_insert_of_file(&f, 1, 8, 8, 0);
	t_insert(&f, 2, 0);
	t_insert_of_file(&f, 3, 7, 0, BID_BARRIER);
	assert_int_equal(f.policy.hurried, 1);
	t_insert_of_file(&f, 4, 7, 8, 0);
	assert_ptr_equal(t_dispatch(&f), &f.request[0]);
	t_expect_served(&f, 1);
	t_expect_served(&f, 2);
	assert_ptr_equal(t_dispatch(&f), &f.request[4]);
	assert_null(t_dispatch(&f));
	t_complete(&f, &f.request[0]);
	t_expect_finished(&f, 0);
	/* What came behind it is still on its way. */
	t_expect_served(&f, 3);
	t_complete(&f, &f.request[4]);
	t_expect_finished(&f, 4);
	t_expect_idle(&f);
}

static void a_barrier_of_a_file_without_writes_goes_at_once(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert_of_file(&f, 0, 7, 8, 0);
	t_insert_of_file(&f, 1, 9, 0, BID_BARRIER);
	assert_int_equal(f.policy.hurried, 0);
	t_expect_served(&f, 1);
	t_expect_served(&f, 0);
	t_expect_idle(&f);
}

static void barriers_of_one_file_follow_each_other(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert_of_file(&f, 0, 7, 8, 0);
	t_insert_of_file(&f, 1, 7, 0, BID_BARRIER);
	t_insert_of_file(&f, 2, 7, 0, BID_BARRIER);
	t_insert_of_file(&f, 3, 7, 8, BID_BARRIER);
	t_insert_of_file(&f, 4, 7, 0, BID_BARRIER);
	t_expect_served(&f, 0);
	assert_ptr_equal(t_dispatch(&f), &f.request[1]);
	assert_ptr_equal(t_dispatch(&f), &f.request[2]);
	/* The one that writes is a write to the one behind it. */
	assert_ptr_equal(t_dispatch(&f), &f.request[3]);
	assert_null(t_dispatch(&f));
	t_complete(&f, &f.request[3]);
	t_expect_finished(&f, 3);
	t_expect_served(&f, 4);
	t_complete(&f, &f.request[1]);
	t_complete(&f, &f.request[2]);
	t_expect_finished(&f, 1);
	t_expect_finished(&f, 2);
	t_expect_idle(&f);
}

static void a_barrier_of_all_waits_for_the_writes_of_every_file(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert_of_file(&f, 0, 7, 8, 0);
	t_insert_of_file(&f, 1, 8, 8, BID_BARRIER);
	t_insert(&f, 2, BID_BARRIER);
	assert_ptr_equal(t_dispatch(&f), &f.request[0]);
	t_expect_served(&f, 1);
	assert_null(t_dispatch(&f));
	t_complete(&f, &f.request[0]);
	t_expect_finished(&f, 0);
	t_expect_served(&f, 2);
	t_expect_idle(&f);
}

static void a_flush_reaches_each_tier_that_was_written_to(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	f.policy.tier = BID_TIER_SSD;
	t_insert(&f, 0, 0);
	assert_ptr_equal(bid_request_queue_dispatch(&f.queue, BID_TIER_SSD, f.now_ns),
			 &f.request[0]);
	t_complete(&f, &f.request[0]);
	t_expect_finished(&f, 0);
	t_insert_other(&f, 1, BID_WRITE, 0, BID_BARRIER);
	assert_null(bid_request_queue_dispatch(&f.queue, BID_TIER_SSD, f.now_ns));
	assert_ptr_equal(t_dispatch(&f), &f.request[1]);
	t_complete(&f, &f.request[1]);
	assert_null(bid_request_queue_take_finished(&f.queue));
	assert_ptr_equal(bid_request_queue_dispatch(&f.queue, BID_TIER_SSD, f.now_ns),
			 &f.request[1]);
	/* Another one may not end before that is known to have ended well. */
	t_insert_other(&f, 2, BID_WRITE, 0, BID_BARRIER);
	assert_ptr_equal(t_dispatch(&f), &f.request[2]);
	t_complete(&f, &f.request[2]);
	assert_null(bid_request_queue_take_finished(&f.queue));
	t_complete(&f, &f.request[1]);
	t_expect_finished(&f, 1);
	assert_ptr_equal(bid_request_queue_dispatch(&f.queue, BID_TIER_SSD, f.now_ns),
			 &f.request[2]);
	t_complete(&f, &f.request[2]);
	t_expect_finished(&f, 2);
	/* And nothing is left to flush there. */
	t_insert_other(&f, 3, BID_WRITE, 0, BID_BARRIER);
	t_expect_served(&f, 3);
	t_expect_idle(&f);
}

static void a_flush_that_failed_has_reached_nothing(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	f.policy.tier = BID_TIER_SSD;
	t_insert(&f, 0, 0);
	assert_ptr_equal(bid_request_queue_dispatch(&f.queue, BID_TIER_SSD, f.now_ns),
			 &f.request[0]);
	t_complete(&f, &f.request[0]);
	t_expect_finished(&f, 0);
	for (size_t i = 1; i <= 2; i++) {
		t_insert_other(&f, i, BID_WRITE, 0, BID_BARRIER);
		assert_ptr_equal(t_dispatch(&f), &f.request[i]);
		t_complete(&f, &f.request[i]);
		assert_ptr_equal(bid_request_queue_dispatch(&f.queue, BID_TIER_SSD, f.now_ns),
				 &f.request[i]);
		f.request[i].status = i == 1 ? -EIO : 0;
		t_complete(&f, &f.request[i]);
		t_expect_finished(&f, i);
	}
	assert_int_equal(f.request[1].status, -EIO);
	assert_int_equal(f.request[2].status, 0);
	t_expect_idle(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_barrier_waits_for_the_writes_before_it),
		cmocka_unit_test(neither_reads_nor_what_comes_later_wait_for_a_barrier),
		cmocka_unit_test(a_barrier_that_comes_first_goes_at_once),
		cmocka_unit_test(a_flush_without_data_goes_past_the_policy_to_the_hdd),
		cmocka_unit_test(barriers_in_a_row_each_wait_for_the_writes_before_them),
		cmocka_unit_test(a_policy_that_serves_barriers_itself_is_asked_again_behind_them),
		cmocka_unit_test(a_barrier_of_a_file_waits_for_the_writes_of_that_file),
		cmocka_unit_test(a_barrier_of_a_file_without_writes_goes_at_once),
		cmocka_unit_test(barriers_of_one_file_follow_each_other),
		cmocka_unit_test(a_barrier_of_all_waits_for_the_writes_of_every_file),
		cmocka_unit_test(a_flush_reaches_each_tier_that_was_written_to),
		cmocka_unit_test(a_flush_that_failed_has_reached_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
