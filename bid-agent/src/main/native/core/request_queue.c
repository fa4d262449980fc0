/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "bid/request_queue.h"

#include "bid/errors.h"

static struct bid_request *rq_of_link(struct bid_link *link)
{
	return bid_container_of(link, struct bid_request, link);
}

static void rq_lift_barrier(struct bid_request_queue *queue, uint64_t now_ns);

static void rq_finish(struct bid_request_queue *queue, struct bid_request *request,
		      uint64_t now_ns)
{
	bid_list_append(&queue->finished, &request->link);
	queue->outstanding--;
	if (request == queue->barrier)
		rq_lift_barrier(queue, now_ns);
}

/* Takes over what the policy served by itself; after each call of it, for a barrier may wait. */
static void rq_collect(struct bid_request_queue *queue, uint64_t now_ns)
{
	struct bid_request *request;

	if (!queue->policy->take_finished)
		return;
	while ((request = queue->policy->take_finished(queue->state))) {
		queue->inside--;
		rq_finish(queue, request, now_ns);
	}
}

static void rq_drain(struct bid_request_queue *queue, bool on, uint64_t now_ns)
{
	if (!queue->policy->drain)
		return;
	queue->policy->drain(queue->state, on, now_ns);
	rq_collect(queue, now_ns);
}

static void rq_give(struct bid_request_queue *queue, struct bid_request *request, uint64_t now_ns)
{
	queue->inside++;
	queue->policy->insert(queue->state, request, now_ns);
	rq_collect(queue, now_ns);
}

/* Gives a request to the policy, or makes it the barrier that everything later waits behind. */
static void rq_admit(struct bid_request_queue *queue, struct bid_request *request, uint64_t now_ns)
{
	if (request->flags & BID_BARRIER) {
		queue->barrier = request;
		queue->barrier_dispatched = false;
		rq_drain(queue, true, now_ns);
		return;
	}
	rq_give(queue, request, now_ns);
}

/* The barrier is served: what it held goes in, up to the next one. */
static void rq_lift_barrier(struct bid_request_queue *queue, uint64_t now_ns)
{
	struct bid_link *first;

	queue->barrier = NULL;
	rq_drain(queue, false, now_ns);
	while (!queue->barrier && (first = bid_list_take_first(&queue->held)))
		rq_admit(queue, rq_of_link(first), now_ns);
}

int bid_request_queue_init(struct bid_request_queue *queue, const struct bid_policy *policy,
			   void *state, const struct bid_setup *setup)
{
	if (setup->max_outstanding == 0)
		return -EINVAL;
	queue->policy = policy;
	queue->state = state;
	queue->limit = setup->max_outstanding;
	queue->outstanding = 0;
	queue->inside = 0;
	queue->runs = 0;
	bid_list_init(&queue->held);
	bid_list_init(&queue->finished);
	queue->barrier = NULL;
	queue->barrier_dispatched = false;
	return policy->init(state, setup);
}

bool bid_request_queue_full(const struct bid_request_queue *queue)
{
	return queue->outstanding >= queue->limit;
}

/* Whether the barrier's turn has come: nothing else is with the policy or the devices. */
static bool rq_barrier_is_due(const struct bid_request_queue *queue)
{
	return queue->barrier && !queue->barrier_dispatched && queue->inside == 0 &&
	       queue->runs == 0;
}

/*
 * Gives a barrier with data to the policy as soon as its turn has come, and the next one should the
 * policy serve it at once. Called after whatever may bring it about, so that dispatch is asked, for
 * each tier, after the policy has it.
 */
static void rq_settle(struct bid_request_queue *queue, uint64_t now_ns)
{
	while (rq_barrier_is_due(queue) && queue->barrier->sectors > 0) {
		queue->barrier_dispatched = true;
		rq_give(queue, queue->barrier, now_ns);
	}
}

/* A flush without data, once its turn has come; nothing is beside it until it is done. */
static struct bid_request *rq_next_flush(struct bid_request_queue *queue, enum bid_tier tier)
{
	if (!rq_barrier_is_due(queue) || tier != BID_TIER_HDD)
		return NULL;
	queue->barrier_dispatched = true;
	return queue->barrier;
}

static struct bid_request *rq_next_run(struct bid_request_queue *queue, enum bid_tier tier,
				       uint64_t now_ns)
{
	struct bid_request *head = queue->policy->dispatch(queue->state, tier, now_ns);

	if (head) {
		head->tier = (uint8_t)tier;
		queue->runs++;
	}
	rq_collect(queue, now_ns);
	rq_settle(queue, now_ns);
	return head;
}

int bid_request_queue_insert(struct bid_request_queue *queue, struct bid_request *request,
			     uint64_t now_ns)
{
	if ((request->sectors == 0 && !(request->flags & BID_BARRIER)) ||
	    request->sectors > BID_REQUEST_MAX_SECTORS ||
	    request->lba > UINT64_MAX - request->sectors)
		return -EINVAL;
	if (bid_request_queue_full(queue))
		return -EAGAIN;
	bid_request_init(request);
	request->arrival_ns = now_ns;
	queue->outstanding++;
	if (queue->barrier)
		bid_list_append(&queue->held, &request->link);
	else
		rq_admit(queue, request, now_ns);
	rq_settle(queue, now_ns);
	return 0;
}

void bid_request_queue_announce(struct bid_request_queue *queue,
				const struct bid_announcement *announcement, uint64_t now_ns)
{
	if (!queue->policy->announce || announcement->sectors == 0 ||
	    announcement->lba > UINT64_MAX - announcement->sectors)
		return;
	queue->policy->announce(queue->state, announcement, now_ns);
	rq_collect(queue, now_ns);
	rq_settle(queue, now_ns);
}

struct bid_request *bid_request_queue_dispatch(struct bid_request_queue *queue, enum bid_tier tier,
					       uint64_t now_ns)
{
	for (;;) {
		const struct bid_request *barrier = queue->barrier;
		bool dispatched = queue->barrier_dispatched;
		struct bid_request *head;

		if (queue->barrier && queue->inside == 0)
			return rq_next_flush(queue, tier);
		head = rq_next_run(queue, tier, now_ns);
		/* Asked again if serving something itself let the policy past a barrier. */
		if (head || (queue->barrier == barrier && queue->barrier_dispatched == dispatched))
			return head;
	}
}

void bid_request_queue_completed(struct bid_request_queue *queue, struct bid_request *head,
				 uint64_t now_ns)
{
	struct bid_request *member = head;

	if (head == queue->barrier && head->sectors == 0) {
		rq_finish(queue, head, now_ns);
		rq_settle(queue, now_ns);
		return;
	}
	queue->runs--;
	if (queue->policy->completed)
		queue->policy->completed(queue->state, head, now_ns);
	while (member) {
		struct bid_request *next = member->merged;

		if (!(member->flags & BID_INNER)) {
			queue->inside--;
			rq_finish(queue, member, now_ns);
		}
		member = next;
	}
	rq_collect(queue, now_ns);
	rq_settle(queue, now_ns);
}

struct bid_request *bid_request_queue_take_finished(struct bid_request_queue *queue)
{
	struct bid_link *first = bid_list_take_first(&queue->finished);

	return first ? rq_of_link(first) : NULL;
}

uint64_t bid_request_queue_next_timer_ns(const struct bid_request_queue *queue)
{
	if (!queue->policy->next_timer_ns || (queue->barrier && queue->inside == 0))
		return BID_NEVER;
	return queue->policy->next_timer_ns(queue->state);
}

void bid_request_split(struct bid_request *request, struct bid_request *rest, uint32_t sectors)
{
	rest->stream = request->stream;
	rest->lba = request->lba + sectors;
	rest->arrival_ns = request->arrival_ns;
	rest->sectors = request->sectors - sectors;
	rest->op = request->op;
	rest->flags = request->flags;
	rest->service_class = request->service_class;
	request->sectors = sectors;
	bid_request_init(request);
	bid_request_init(rest);
}

static bool run_may_join(const struct bid_request *head, const struct bid_request *request)
{
	return head->op == request->op && !((head->flags | request->flags) & BID_BARRIER) &&
	       head->run_sectors + request->run_sectors <= BID_REQUEST_MAX_SECTORS;
}

static void run_join(struct bid_request *head, struct bid_request *request)
{
	head->run_sectors += request->run_sectors;
	head->merged_last->merged = request;
	head->merged_last = request->merged_last;
}

bool bid_run_join_back(struct bid_request *head, struct bid_request *request)
{
	if (bid_run_end(head) != request->run_lba || !run_may_join(head, request))
		return false;
	run_join(head, request);
	return true;
}

bool bid_run_join_front(struct bid_request *head, struct bid_request *request)
{
	if (bid_run_end(request) != head->run_lba || !run_may_join(head, request))
		return false;
	head->run_lba = request->run_lba;
	run_join(head, request);
	return true;
}
