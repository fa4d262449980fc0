/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the request queue's bounds, barriers, flushes and cancelling, seen through a policy
 * that does as it is told; cutting of requests and joining of runs.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bid/request_queue.h"

/* ---- a policy whose every decision the test makes ---- */

struct obedient {
	struct bid_link waiting;
	struct bid_link served; /* finished without a run */
	struct bid_request prefetch;
	bool prefetch_wanted;
	bool serves_barriers; /* without a run */
	enum bid_tier tier;   /* that it serves */
	uint64_t forgotten;   /* stream */
	uint32_t hurried;
	uint32_t announced;
	uint32_t completed;
};

static size_t obedient_state_bytes(const struct bid_setup *setup)
{
	(void)setup;
	return sizeof(struct obedient);
}

static int obedient_init(void *state, const struct bid_setup *setup)
{
	struct obedient *obedient = state;

	if (setup->max_streams == 0)
		return -EINVAL;
	*obedient = (struct obedient){0};
	bid_list_init(&obedient->waiting);
	bid_list_init(&obedient->served);
	return 0;
}

static void obedient_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct obedient *obedient = state;

	bool serve = (request->flags & BID_BARRIER) && obedient->serves_barriers;

	(void)now_ns;
	bid_list_append(serve ? &obedient->served : &obedient->waiting, &request->link);
}

static struct bid_request *obedient_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct obedient *obedient = state;
	struct bid_link *first;

	(void)now_ns;
	if (tier == obedient->tier && obedient->prefetch_wanted) {
		obedient->prefetch_wanted = false;
		return &obedient->prefetch;
	}
	first = tier == obedient->tier ? bid_list_take_first(&obedient->waiting) : NULL;
	return first ? bid_container_of(first, struct bid_request, link) : NULL;
}

static void obedient_completed(void *state, struct bid_request *head, uint64_t now_ns)
{
	struct obedient *obedient = state;

	(void)head;
	(void)now_ns;
	obedient->completed++;
}

static uint64_t obedient_next_timer_ns(const void *state, uint64_t now_ns)
{
	(void)state;
	return now_ns < 2000 ? 2000 : BID_NEVER;
}

static struct bid_request *obedient_take_finished(void *state)
{
	struct obedient *obedient = state;
	struct bid_link *first = bid_list_take_first(&obedient->served);

	return first ? bid_container_of(first, struct bid_request, link) : NULL;
}

/* Fetches what is announced at once. */
static void obedient_announce(void *state, const struct bid_announcement *announcement,
			      uint64_t now_ns)
{
	struct obedient *obedient = state;

	(void)now_ns;
	obedient->announced++;
	obedient->prefetch = (struct bid_request){.stream = announcement->stream,
						  .lba = announcement->lba,
						  .sectors = (uint32_t)announcement->sectors,
						  .flags = BID_INNER};
	bid_request_init(&obedient->prefetch);
	obedient->prefetch_wanted = true;
}

static void obedient_forget(void *state, uint64_t stream, uint64_t now_ns)
{
	struct obedient *obedient = state;

	(void)now_ns;
	obedient->forgotten = stream;
}

static void obedient_hurry_writes(void *state, uint64_t now_ns)
{
	struct obedient *obedient = state;

	(void)now_ns;
	obedient->hurried++;
}

static const struct bid_policy obedient_policy = {
	.name = "obedient",
	.state_bytes = obedient_state_bytes,
	.init = obedient_init,
	.insert = obedient_insert,
	.dispatch = obedient_dispatch,
	.completed = obedient_completed,
	.next_timer_ns = obedient_next_timer_ns,
	.take_finished = obedient_take_finished,
	.announce = obedient_announce,
	.forget = obedient_forget,
	.hurry_writes = obedient_hurry_writes,
};

/* ---- the fixture ---- */

struct fixture {
	struct bid_request_queue queue;
	struct obedient policy;
	struct bid_request request[16];
	uint64_t now_ns;
};

static void t_open(struct fixture *f, uint32_t limit)
{
	struct bid_setup setup = {.max_outstanding = limit, .max_streams = 1};

	f->now_ns = 1000;
	assert_int_equal(bid_request_queue_init(&f->queue, &obedient_policy, &f->policy, &setup),
			 0);
}

/* Request i has the sectors from 100 i on, so that none are neighbours. */
static int t_insert(struct fixture *f, size_t i, uint8_t flags)
{
	f->request[i] =
		(struct bid_request){.lba = 100 * i, .sectors = 8, .op = BID_WRITE, .flags = flags};
	return bid_request_queue_insert(&f->queue, &f->request[i], f->now_ns++);
}

static struct bid_request *t_dispatch(struct fixture *f)
{
	return bid_request_queue_dispatch(&f->queue, BID_TIER_HDD, f->now_ns);
}

static void t_complete(struct fixture *f, struct bid_request *head)
{
	bid_request_queue_completed(&f->queue, head, f->now_ns++);
}

static void t_expect_finished(struct fixture *f, size_t i)
{
	assert_ptr_equal(bid_request_queue_take_finished(&f->queue), &f->request[i]);
}

/* The next run is request i, alone; serves it and takes it back. */
static void t_expect_served(struct fixture *f, size_t i)
{
	assert_ptr_equal(t_dispatch(f), &f->request[i]);
	t_complete(f, &f->request[i]);
	t_expect_finished(f, i);
}

static void t_expect_idle(struct fixture *f)
{
	assert_null(t_dispatch(f));
	assert_null(bid_request_queue_take_finished(&f->queue));
	assert_int_equal(f->queue.outstanding, 0);
	assert_int_equal(f->queue.writes, 0);
	assert_true(bid_list_empty(&f->queue.barriers));
	assert_int_equal(f->queue.sectors, 0);
	assert_int_equal(f->queue.cancelled, 0);
	assert_int_equal(f->queue.files.count, 0);
	assert_true(bid_list_empty(&f->queue.ready));
	for (int tier = 0; tier < BID_TIERS; tier++) {
		assert_true(bid_list_empty(&f->queue.flushes[tier]));
		assert_int_equal(f->queue.flushing[tier], 0);
	}
}

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

static void t_insert_of_file(struct fixture *f, size_t i, uint64_t file, uint32_t sectors,
			     uint8_t flags)
{
	f->request[i] = (struct bid_request){
		.lba = 100 * i, .sectors = sectors, .op = BID_WRITE, .flags = flags, .file = file};
	assert_int_equal(bid_request_queue_insert(&f->queue, &f->request[i], f->now_ns++), 0);
}

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
		cmocka_unit_test(each_member_says_what_became_of_it),
		cmocka_unit_test(what_is_cancelled_while_it_waits_goes_to_no_device),
		cmocka_unit_test(what_is_cancelled_under_way_ends_as_cancelled),
		cmocka_unit_test(a_run_with_one_who_wants_it_is_served),
		cmocka_unit_test(forgetting_is_passed_on),
		cmocka_unit_test(bytes_outstanding_are_bounded),
		cmocka_unit_test(a_class_keeps_within_its_own_bounds),
		cmocka_unit_test(a_class_finds_its_share_of_the_places_free),
		cmocka_unit_test(a_class_with_a_rate_is_let_in_at_that_rate),
		cmocka_unit_test(bounds_that_make_no_sense_are_refused),
		cmocka_unit_test(the_policys_timer_is_the_queues),
		cmocka_unit_test(a_cut_request_is_two_that_cover_it),
		cmocka_unit_test(joined_runs_are_one_chain),
		cmocka_unit_test(only_what_does_the_same_and_fits_is_joined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
