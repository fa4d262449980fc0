/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the request queue's bound, what it reports and cancels, seen through a policy that
 * does as it is told; cutting of requests and joining of runs.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "queue_fixture.h"

/* ---- the bound ---- */

static void the_bound_counts_what_is_not_finished(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 2);
	assert_false(bid_request_queue_full(&f.queue));
	assert_int_equal(t_insert(&f, 0, 0), 0);
	assert_int_equal(t_insert(&f, 1, 0), 0);
	assert_true(bid_request_queue_full(&f.queue));
	assert_int_equal(t_insert(&f, 2, 0), -EAGAIN);
	assert_ptr_equal(t_dispatch(&f), &f.request[0]);
	assert_int_equal(t_insert(&f, 2, 0), -EAGAIN);
	t_complete(&f, &f.request[0]);
	assert_int_equal(t_insert(&f, 2, 0), 0);
	t_expect_finished(&f, 0);
	t_expect_served(&f, 1);
	t_expect_served(&f, 2);
	t_expect_idle(&f);
}

static void a_barrier_that_waits_counts_too(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 2);
	assert_int_equal(t_insert(&f, 0, 0), 0);
	assert_int_equal(t_insert(&f, 1, BID_BARRIER), 0);
	assert_int_equal(t_insert(&f, 2, 0), -EAGAIN);
	t_expect_served(&f, 0);
	t_expect_served(&f, 1);
	t_expect_idle(&f);
}

static void nonsense_is_refused(void **state)
{
	static const struct bid_setup no_room = {.max_outstanding = 0, .max_streams = 1};
	static const struct bid_setup no_streams = {.max_outstanding = 1, .max_streams = 0};
	static const struct bid_announcement no_sectors = {.lba = 8};
	static const struct bid_announcement past_the_end = {.lba = 8, .sectors = UINT64_MAX};
	struct bid_request none = {.lba = 0, .sectors = 0};
	struct bid_request many = {.lba = 0, .sectors = BID_REQUEST_MAX_SECTORS + 1};
	struct bid_request past = {.lba = UINT64_MAX - 7, .sectors = 8};
	struct bid_request last = {.lba = UINT64_MAX - 8, .sectors = 8};
	struct fixture f;

	(void)state;
	assert_int_equal(bid_request_queue_init(&f.queue, &obedient_policy, &f.policy, &no_room),
			 -EINVAL);
	assert_int_equal(bid_request_queue_init(&f.queue, &obedient_policy, &f.policy, &no_streams),
			 -EINVAL);
	t_open(&f, 4);
	assert_int_equal(bid_request_queue_insert(&f.queue, &none, 1), -EINVAL);
	assert_int_equal(bid_request_queue_insert(&f.queue, &many, 1), -EINVAL);
	assert_int_equal(bid_request_queue_insert(&f.queue, &past, 1), -EINVAL);
	bid_request_queue_announce(&f.queue, &no_sectors, 1);
	bid_request_queue_announce(&f.queue, &past_the_end, 1);
	assert_int_equal(f.policy.announced, 0);
	assert_int_equal(f.queue.outstanding, 0);
	assert_int_equal(bid_request_queue_insert(&f.queue, &last, 1), 0);
}

/* ---- what is reported ---- */

static void every_member_of_a_run_is_finished_but_the_policys_own(void **state)
{
	struct bid_request inner = {.lba = 8, .sectors = 8, .flags = BID_INNER};
	struct fixture f;
	struct bid_request *head;

	(void)state;
	t_open(&f, 8);
	t_insert(&f, 0, 0);
	t_insert(&f, 1, 0);
	head = t_dispatch(&f);
	assert_ptr_equal(t_dispatch(&f), &f.request[1]);
	bid_request_init(&inner);
	head->merged = &inner;
	inner.merged = &f.request[1];
	t_complete(&f, head);
	t_expect_finished(&f, 0);
	t_expect_finished(&f, 1);
	t_expect_idle(&f);
	assert_int_equal(f.policy.completed, 1);
}

static void what_the_policy_served_by_itself_is_finished(void **state)
{
	struct fixture f;
	struct bid_link *own;

	(void)state;
	t_open(&f, 8);
	t_insert(&f, 0, 0);
	t_insert(&f, 1, 0);
	own = bid_list_take_first(&f.policy.waiting);
	bid_list_append(&f.policy.served, own);
	assert_ptr_equal(t_dispatch(&f), &f.request[1]);
	t_expect_finished(&f, 0);
	assert_int_equal(f.queue.outstanding, 1);
	t_complete(&f, &f.request[1]);
	t_expect_finished(&f, 1);
	t_expect_idle(&f);
}

static void a_run_knows_its_tier_and_its_arrival(void **state)
{
	struct fixture f;
	struct bid_request *head;

	(void)state;
	t_open(&f, 8);
	t_insert(&f, 3, 0);
	assert_null(bid_request_queue_dispatch(&f.queue, BID_TIER_SSD, f.now_ns));
	head = t_dispatch(&f);
	assert_int_equal(head->tier, BID_TIER_HDD);
	assert_int_equal(head->arrival_ns, 1000);
	assert_int_equal(head->run_lba, 300);
	assert_int_equal(head->run_sectors, 8);
}

/* ---- what fails, and what nobody wants any more ---- */

static void each_member_says_what_became_of_it(void **state)
{
	struct fixture f;
	struct bid_request *head;

	(void)state;
	t_open(&f, 16);
	t_insert(&f, 0, 0);
	t_insert(&f, 1, 0);
	head = t_dispatch(&f);
	head->merged = t_dispatch(&f);
	head->merged->status = -EIO;
	t_complete(&f, head);
	t_expect_finished(&f, 0);
	t_expect_finished(&f, 1);
	assert_int_equal(f.request[0].status, 0);
	assert_int_equal(f.request[1].status, -EIO);
	/* A node that is used again knows nothing of that. */
	t_insert(&f, 1, 0);
	assert_int_equal(f.request[1].status, 0);
	t_expect_served(&f, 1);
	t_expect_idle(&f);
}

static void what_is_cancelled_while_it_waits_goes_to_no_device(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert_of_file(&f, 0, 7, 8, 0);
	t_insert_of_file(&f, 1, 7, 0, BID_BARRIER);
	t_insert(&f, 2, BID_BARRIER);
	t_insert(&f, 3, 0);
	for (size_t i = 0; i < 3; i++)
		bid_request_queue_cancel(&f.queue, &f.request[i]);
	/* Twice is once. */
	bid_request_queue_cancel(&f.queue, &f.request[0]);
	assert_ptr_equal(t_dispatch(&f), &f.request[3]);
	assert_null(t_dispatch(&f));
	for (size_t i = 0; i < 3; i++) {
		t_expect_finished(&f, i);
		assert_int_equal(f.request[i].status, -ECANCELED);
	}
	t_complete(&f, &f.request[3]);
	t_expect_finished(&f, 3);
	assert_int_equal(f.request[3].status, 0);
	t_expect_idle(&f);
}

static void what_is_cancelled_under_way_ends_as_cancelled(void **state)
{
	struct fixture f;
	struct bid_request *head;

	(void)state;
	t_open(&f, 16);
	t_insert(&f, 0, 0);
	t_insert(&f, 1, 0);
	t_insert(&f, 2, 0);
	head = t_dispatch(&f);
	head->merged = t_dispatch(&f);
	bid_request_queue_cancel(&f.queue, &f.request[1]);
	t_complete(&f, head);
	t_expect_finished(&f, 0);
	t_expect_finished(&f, 1);
	assert_int_equal(f.request[0].status, 0);
	assert_int_equal(f.request[1].status, -ECANCELED);
	t_expect_served(&f, 2);
	t_expect_idle(&f);
}

static void a_run_with_one_who_wants_it_is_served(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	t_insert(&f, 0, 0);
	t_insert(&f, 1, 0);
	f.request[0].merged = &f.request[1];
	bid_list_remove(&f.request[1].link);
	bid_request_queue_cancel(&f.queue, &f.request[0]);
	assert_ptr_equal(t_dispatch(&f), &f.request[0]);
	t_complete(&f, &f.request[0]);
	t_expect_finished(&f, 0);
	t_expect_finished(&f, 1);
	assert_int_equal(f.request[0].status, -ECANCELED);
	assert_int_equal(f.request[1].status, 0);
	t_expect_idle(&f);
}

static void forgetting_is_passed_on(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16);
	bid_request_queue_forget(&f.queue, 9, f.now_ns);
	assert_int_equal(f.policy.forgotten, 9);
	assert_null(bid_request_queue_take_released(&f.queue));
}

/* ---- cutting and joining ---- */

static void a_cut_request_is_two_that_cover_it(void **state)
{
	struct bid_request request = {.stream = 5,
				      .lba = 7,
				      .sectors = 3000,
				      .op = BID_WRITE,
				      .flags = BID_SYNC,
				      .service_class = BID_LOG,
				      .file = 9,
				      .arrival_ns = 3};
	struct bid_request rest;

	(void)state;
	bid_request_split(&request, &rest, 1024);
	assert_int_equal(request.lba, 7);
	assert_int_equal(request.sectors, 1024);
	assert_int_equal(bid_run_end(&request), 1031);
	assert_int_equal(rest.lba, 1031);
	assert_int_equal(rest.sectors, 1976);
	assert_int_equal(bid_run_end(&rest), 3007);
	assert_int_equal(rest.stream, 5);
	assert_int_equal(rest.op, BID_WRITE);
	assert_int_equal(rest.flags, BID_SYNC);
	assert_int_equal(rest.service_class, BID_LOG);
	assert_int_equal(rest.file, 9);
	assert_int_equal(rest.arrival_ns, 3);
	assert_null(rest.merged);
	assert_ptr_equal(rest.merged_last, &rest);
}

static struct bid_request t_run(uint64_t lba, uint32_t sectors, enum bid_op op)
{
	return (struct bid_request){.lba = lba, .sectors = sectors, .op = (uint8_t)op};
}

static void joined_runs_are_one_chain(void **state)
{
	struct bid_request a = t_run(100, 8, BID_READ);
	struct bid_request b = t_run(108, 8, BID_READ);
	struct bid_request c = t_run(92, 8, BID_READ);
	struct bid_request d = t_run(84, 8, BID_READ);

	(void)state;
	bid_request_init(&a);
	bid_request_init(&b);
	bid_request_init(&c);
	bid_request_init(&d);
	assert_false(bid_run_join_back(&a, &c));
	assert_false(bid_run_join_front(&a, &b));
	assert_true(bid_run_join_back(&a, &b));
	assert_true(bid_run_join_back(&d, &c));
	assert_true(bid_run_join_front(&a, &d));
	assert_int_equal(a.run_lba, 84);
	assert_int_equal(a.run_sectors, 32);
	assert_ptr_equal(a.merged, &b);
	assert_ptr_equal(b.merged, &d);
	assert_ptr_equal(d.merged, &c);
	assert_null(c.merged);
	assert_ptr_equal(a.merged_last, &c);
}

static void only_what_does_the_same_and_fits_is_joined(void **state)
{
	struct bid_request a = t_run(100, 1000, BID_READ);
	struct bid_request write = t_run(1100, 8, BID_WRITE);
	struct bid_request longer = t_run(1100, 25, BID_READ);
	struct bid_request barrier = t_run(1100, 8, BID_READ);
	struct bid_request other = t_run(1100, 24, BID_READ);

	(void)state;
	barrier.flags = BID_BARRIER;
	other.flags = BID_SYNC;
	other.service_class = BID_BALANCER;
	other.stream = 7;
	bid_request_init(&a);
	bid_request_init(&write);
	bid_request_init(&longer);
	bid_request_init(&barrier);
	bid_request_init(&other);
	assert_false(bid_run_join_back(&a, &write));
	assert_false(bid_run_join_back(&a, &longer));
	assert_false(bid_run_join_front(&longer, &a));
	assert_false(bid_run_join_back(&a, &barrier));
	assert_false(bid_run_join_back(&barrier, &a));
	assert_null(a.merged);
	assert_true(bid_run_join_back(&a, &other));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_bound_counts_what_is_not_finished),
		cmocka_unit_test(a_barrier_that_waits_counts_too),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(every_member_of_a_run_is_finished_but_the_policys_own),
		cmocka_unit_test(what_the_policy_served_by_itself_is_finished),
		cmocka_unit_test(a_run_knows_its_tier_and_its_arrival),
		cmocka_unit_test(each_member_says_what_became_of_it),
		cmocka_unit_test(what_is_cancelled_while_it_waits_goes_to_no_device),
		cmocka_unit_test(what_is_cancelled_under_way_ends_as_cancelled),
		cmocka_unit_test(a_run_with_one_who_wants_it_is_served),
		cmocka_unit_test(forgetting_is_passed_on),
		cmocka_unit_test(a_cut_request_is_two_that_cover_it),
		cmocka_unit_test(joined_runs_are_one_chain),
		cmocka_unit_test(only_what_does_the_same_and_fits_is_joined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
