/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "bid/request_queue.h"

#include "bid/errors.h"

static struct bid_request *rq_of_link(struct bid_link *link)
{
	return bid_container_of(link, struct bid_request, link);
}

/* A write is done: the first barrier that came after it has one less to wait for. */
static void rq_written(struct bid_request_queue *queue, const struct bid_request *write)
{
	struct bid_link *link = queue->barriers.next;

	if (write->epoch == queue->epoch) {
		queue->writes--;
		return;
	}
	while (rq_of_link(link)->epoch != write->epoch + 1)
		link = link->next;
	rq_of_link(link)->awaited--;
}

static void rq_finish(struct bid_request_queue *queue, struct bid_request *request)
{
	bid_list_append(&queue->finished, &request->link);
	queue->outstanding--;
	if (request->op == BID_WRITE && request->sectors > 0)
		rq_written(queue, request);
}

/* Takes over what the policy served by itself; after each call of it, for a barrier may wait. */
static void rq_collect(struct bid_request_queue *queue)
{
	struct bid_request *request;

	if (!queue->policy->take_finished)
		return;
	while ((request = queue->policy->take_finished(queue->state)))
		rq_finish(queue, request);
}

static void rq_give(struct bid_request_queue *queue, struct bid_request *request, uint64_t now_ns)
{
	queue->policy->insert(queue->state, request, now_ns);
	rq_collect(queue);
}

/*
 * Lets barriers go that have nothing to wait for any more; false: there is none. Called after
 * whatever may bring it about, so that dispatch is asked, for each tier, after the policy has them.
 */
static bool rq_settle(struct bid_request_queue *queue, uint64_t now_ns)
{
	bool settled = false;

	while (!bid_list_empty(&queue->barriers)) {
		struct bid_request *first = rq_of_link(queue->barriers.next);

		if (first->awaited > 0)
			break;
		bid_list_remove(&first->link);
		settled = true;
		if (first->sectors == 0)
			bid_list_append(&queue->flushes, &first->link);
		else
			rq_give(queue, first, now_ns);
	}
	return settled;
}

/* The barrier waits for the writes since the last one; with data it is the next one's to wait for.
 */
static void rq_add_barrier(struct bid_request_queue *queue, struct bid_request *barrier,
			   uint64_t now_ns)
{
	barrier->awaited = queue->writes;
	barrier->epoch = ++queue->epoch;
	queue->writes = barrier->op == BID_WRITE && barrier->sectors > 0;
	bid_list_append(&queue->barriers, &barrier->link);
	if (queue->policy->hurry_writes)
		queue->policy->hurry_writes(queue->state, now_ns);
	rq_collect(queue);
}

int bid_request_queue_init(struct bid_request_queue *queue, const struct bid_policy *policy,
			   void *state, const struct bid_setup *setup)
{
	if (setup->max_outstanding == 0 ||
	    bid_settings_check(&setup->settings, policy->tunables) < 0)
		return -EINVAL;
	queue->policy = policy;
	queue->state = state;
	queue->limit = setup->max_outstanding;
	queue->outstanding = 0;
	queue->epoch = 0;
	queue->writes = 0;
	bid_list_init(&queue->barriers);
	bid_list_init(&queue->flushes);
	bid_list_init(&queue->finished);
	return policy->init(state, setup);
}

bool bid_request_queue_full(const struct bid_request_queue *queue)
{
	return queue->outstanding >= queue->limit;
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
	request->epoch = queue->epoch;
	queue->outstanding++;
	if (request->flags & BID_BARRIER) {
		rq_add_barrier(queue, request, now_ns);
	} else {
		queue->writes += request->op == BID_WRITE;
		rq_give(queue, request, now_ns);
	}
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
	rq_collect(queue);
	rq_settle(queue, now_ns);
}

struct bid_request *bid_request_queue_dispatch(struct bid_request_queue *queue, enum bid_tier tier,
					       uint64_t now_ns)
{
	for (;;) {
		struct bid_link *flush =
			tier == BID_TIER_HDD ? bid_list_take_first(&queue->flushes) : NULL;
		struct bid_request *head;

		if (flush)
			return rq_of_link(flush);
		head = queue->policy->dispatch(queue->state, tier, now_ns);
		if (head)
			head->tier = (uint8_t)tier;
		rq_collect(queue);
		/* Asked again if serving something itself let a barrier go. */
		if (!rq_settle(queue, now_ns) || head)
			return head;
	}
}

void bid_request_queue_completed(struct bid_request_queue *queue, struct bid_request *head,
				 uint64_t now_ns)
{
	struct bid_request *member = head;

	if (head->sectors > 0 && queue->policy->completed)
		queue->policy->completed(queue->state, head, now_ns);
	while (member) {
		struct bid_request *next = member->merged;

		if (!(member->flags & BID_INNER))
			rq_finish(queue, member);
		member = next;
	}
	rq_collect(queue);
	rq_settle(queue, now_ns);
}

struct bid_request *bid_request_queue_take_finished(struct bid_request_queue *queue)
{
	struct bid_link *first = bid_list_take_first(&queue->finished);

	return first ? rq_of_link(first) : NULL;
}

uint64_t bid_request_queue_next_timer_ns(const struct bid_request_queue *queue, uint64_t now_ns)
{
	uint64_t timer_ns = queue->policy->next_timer_ns
				    ? queue->policy->next_timer_ns(queue->state)
				    : BID_NEVER;

	return timer_ns > now_ns ? timer_ns : BID_NEVER;
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
