/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "queue_fixture.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* ---- the policy ---- */

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

const struct bid_policy obedient_policy = {
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

/* ---- the queue ---- */

void t_open(struct fixture *f, uint32_t limit)
{
	struct bid_setup setup = {.max_outstanding = limit, .max_streams = 1};

	f->now_ns = 1000;
	assert_int_equal(bid_request_queue_init(&f->queue, &obedient_policy, &f->policy, &setup),
			 0);
}

int t_insert(struct fixture *f, size_t i, uint8_t flags)
{
	f->request[i] =
		(struct bid_request){.lba = 100 * i, .sectors = 8, .op = BID_WRITE, .flags = flags};
	return bid_request_queue_insert(&f->queue, &f->request[i], f->now_ns++);
}

struct bid_request *t_dispatch(struct fixture *f)
{
	return bid_request_queue_dispatch(&f->queue, BID_TIER_HDD, f->now_ns);
}

void t_complete(struct fixture *f, struct bid_request *head)
{
	bid_request_queue_completed(&f->queue, head, f->now_ns++);
}

void t_expect_finished(struct fixture *f, size_t i)
{
	assert_ptr_equal(bid_request_queue_take_finished(&f->queue), &f->request[i]);
}

void t_expect_served(struct fixture *f, size_t i)
{
	assert_ptr_equal(t_dispatch(f), &f->request[i]);
	t_complete(f, &f->request[i]);
	t_expect_finished(f, i);
}

void t_expect_idle(struct fixture *f)
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

void t_insert_of_file(struct fixture *f, size_t i, uint64_t file, uint32_t sectors, uint8_t flags)
{
	f->request[i] = (struct bid_request){
		.lba = 100 * i, .sectors = sectors, .op = BID_WRITE, .flags = flags, .file = file};
	assert_int_equal(bid_request_queue_insert(&f->queue, &f->request[i], f->now_ns++), 0);
}
