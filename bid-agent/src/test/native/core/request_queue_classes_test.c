/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: bounds and rates of classes in the request queue, and its timer.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "queue_fixture.h"

/* ---- bounds of classes ---- */

static void t_open_bounded(struct fixture *f, const struct bid_setup *setup)
{
	f->now_ns = 1000;
	assert_int_equal(bid_request_queue_init(&f->queue, &obedient_policy, &f->policy, setup), 0);
}

static int t_insert_of_class(struct fixture *f, size_t i, enum bid_class of, uint32_t sectors)
{
	f->request[i] = (struct bid_request){
		.lba = 10000 * i, .sectors = sectors, .op = BID_READ, .service_class = (uint8_t)of};
	return bid_request_queue_insert(&f->queue, &f->request[i], f->now_ns);
}

static void bytes_outstanding_are_bounded(void **state)
{
	static const struct bid_setup setup = {
		.max_outstanding = 16, .max_streams = 1, .max_sectors = 1500};
	struct fixture f;

	(void)state;
	t_open_bounded(&f, &setup);
	assert_int_equal(t_insert_of_class(&f, 0, BID_FOREGROUND, 1024), 0);
	assert_int_equal(t_insert_of_class(&f, 1, BID_FOREGROUND, 477), -EAGAIN);
	assert_int_equal(t_insert_of_class(&f, 1, BID_FOREGROUND, 476), 0);
	assert_int_equal(t_insert_of_class(&f, 2, BID_LOG, 1), -EAGAIN);
	t_expect_served(&f, 0);
	assert_int_equal(t_insert_of_class(&f, 2, BID_LOG, 1), 0);
	t_expect_served(&f, 1);
	t_expect_served(&f, 2);
	t_expect_idle(&f);
}

static void a_class_keeps_within_its_own_bounds(void **state)
{
	static const struct bid_setup setup = {
		.max_outstanding = 16,
		.max_streams = 1,
		.class_bounds = {[BID_BALANCER] = {.requests_max = 2},
				 [BID_COMPACTION] = {.sectors_max = 1024}},
	};
	struct fixture f;

	(void)state;
	t_open_bounded(&f, &setup);
	assert_int_equal(t_insert_of_class(&f, 0, BID_BALANCER, 8), 0);
	assert_int_equal(t_insert_of_class(&f, 1, BID_BALANCER, 8), 0);
	assert_int_equal(t_insert_of_class(&f, 2, BID_BALANCER, 8), -EAGAIN);
	assert_int_equal(t_insert_of_class(&f, 2, BID_COMPACTION, 1000), 0);
	assert_int_equal(t_insert_of_class(&f, 3, BID_COMPACTION, 25), -EAGAIN);
	assert_int_equal(t_insert_of_class(&f, 3, BID_FOREGROUND, 1024), 0);
	for (size_t i = 0; i < 4; i++)
		t_expect_served(&f, i);
	assert_int_equal(t_insert_of_class(&f, 4, BID_BALANCER, 8), 0);
	t_expect_served(&f, 4);
	t_expect_idle(&f);
}

static void a_class_finds_its_share_of_the_places_free(void **state)
{
	static const struct bid_setup setup = {
		.max_outstanding = 4,
		.max_streams = 1,
		.class_bounds = {[BID_LOG] = {.share_percent = 25},
				 [BID_FOREGROUND] = {.share_percent = 50}},
	};
	struct fixture f;

	(void)state;
	t_open_bounded(&f, &setup);
	assert_int_equal(t_insert_of_class(&f, 0, BID_BALANCER, 8), 0);
	assert_int_equal(t_insert_of_class(&f, 1, BID_BALANCER, 8), -EAGAIN);
	for (size_t i = 1; i < 3; i++)
		assert_int_equal(t_insert_of_class(&f, i, BID_FOREGROUND, 8), 0);
	assert_int_equal(t_insert_of_class(&f, 3, BID_FOREGROUND, 8), -EAGAIN);
	assert_int_equal(t_insert_of_class(&f, 3, BID_LOG, 8), 0);
	for (size_t i = 0; i < 4; i++)
		t_expect_served(&f, i);
	t_expect_idle(&f);
}

static void a_class_with_a_rate_is_let_in_at_that_rate(void **state)
{
	static const struct bid_setup setup = {
		.max_outstanding = 16,
		.max_streams = 1,
		.class_bounds = {[BID_BALANCER] = {.sectors_per_second = 1000000}},
	};
	struct fixture f;

	(void)state;
	t_open_bounded(&f, &setup);
	assert_int_equal(t_insert_of_class(&f, 0, BID_BALANCER, 2), 0);
	assert_int_equal(t_insert_of_class(&f, 1, BID_BALANCER, 2), -EAGAIN);
	assert_int_equal(bid_request_queue_next_timer_ns(&f.queue, f.now_ns), 2000);
	f.now_ns = 2000;
	assert_int_equal(bid_request_queue_next_timer_ns(&f.queue, f.now_ns), 3000);
	f.now_ns = 2999;
	assert_int_equal(t_insert_of_class(&f, 1, BID_BALANCER, 2), -EAGAIN);
	assert_int_equal(t_insert_of_class(&f, 2, BID_FOREGROUND, 8), 0);
	f.now_ns = 3000;
	assert_int_equal(bid_request_queue_next_timer_ns(&f.queue, f.now_ns), BID_NEVER);
	assert_int_equal(t_insert_of_class(&f, 1, BID_BALANCER, 2), 0);
	t_expect_served(&f, 0);
	t_expect_served(&f, 2);
	t_expect_served(&f, 1);
	t_expect_idle(&f);
}

static void bounds_that_make_no_sense_are_refused(void **state)
{
	static const struct bid_setup setups[] = {
		{.max_outstanding = 4, .max_streams = 1, .max_sectors = 1023},
		{.max_outstanding = 4,
		 .max_streams = 1,
		 .class_bounds = {[BID_LOG] = {.sectors_max = 1023}}},
		{.max_outstanding = 4,
		 .max_streams = 1,
		 .class_bounds = {[BID_LOG] = {.share_percent = 51},
				  [BID_FOREGROUND] = {.share_percent = 50}}},
		{.max_outstanding = 4,
		 .max_streams = 1,
		 .class_bounds = {[BID_LOG] = {.share_percent = UINT32_MAX},
				  [BID_FOREGROUND] = {.share_percent = 1}}},
	};
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < sizeof(setups) / sizeof(setups[0]); i++)
		assert_int_equal(
			bid_request_queue_init(&f.queue, &obedient_policy, &f.policy, &setups[i]),
			-EINVAL);
}

static void the_policys_timer_is_the_queues(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	assert_int_equal(bid_request_queue_next_timer_ns(&f.queue, 1999), 2000);
	assert_int_equal(bid_request_queue_next_timer_ns(&f.queue, 2000), BID_NEVER);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_outstanding_are_bounded),
		cmocka_unit_test(a_class_keeps_within_its_own_bounds),
		cmocka_unit_test(a_class_finds_its_share_of_the_places_free),
		cmocka_unit_test(a_class_with_a_rate_is_let_in_at_that_rate),
		cmocka_unit_test(bounds_that_make_no_sense_are_refused),
		cmocka_unit_test(the_policys_timer_is_the_queues),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
