/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "bid/request_queue.h"

#include "bid/errors.h"
#include "classes.h"

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

static struct bid_request *rq_of_file(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_request, by_file) : NULL;
}

static bool rq_writes(const struct bid_request *request)
{
	return request->op == BID_WRITE && request->sectors > 0;
}

/* Whether it has a place among those of its file. */
static bool rq_is_in_file(const struct bid_request *request)
{
	return request->file != 0 && (rq_writes(request) || (request->flags & BID_BARRIER));
}

static bool rq_is_first_of_file(struct bid_request *request)
{
	const struct bid_request *before = rq_of_file(bid_tree_previous(&request->by_file));

	return !before || before->file != request->file;
}

/* One less of a file: a barrier that is the first of what is left has nothing to wait for. */
static void rq_leave_file(struct bid_request_queue *queue, struct bid_request *request)
{
	struct bid_request *after = rq_of_file(bid_tree_next(&request->by_file));
	bool first = rq_is_first_of_file(request);

	bid_tree_remove(&queue->files, &request->by_file);
	if (first && after && after->file == request->file && (after->flags & BID_BARRIER))
		bid_list_append(&queue->ready, &after->link);
}

static void rq_finish(struct bid_request_queue *queue, struct bid_request *request)
{
	bid_list_append(&queue->finished, &request->link);
	classes_count_out(queue, request);
	if (request->flags & BID_CANCELLED) {
		request->status = -ECANCELED;
		queue->cancelled--;
	}
	if (!rq_writes(request))
		return;
	if (request->file != 0)
		rq_leave_file(queue, request);
	/* A barrier of a file with data is as any write to those of all files. */
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

static void rq_let_go(struct bid_request_queue *queue, struct bid_request *barrier, uint64_t now_ns)
{
	if (barrier->sectors > 0) {
		rq_give(queue, barrier, now_ns);
		return;
	}
	barrier->flushes = 1u << BID_TIER_HDD;
	/* What another one is flushing is not safe before that has ended well. */
	if ((queue->written & 1u << BID_TIER_SSD) || queue->flushing[BID_TIER_SSD] > 0)
		barrier->flushes |= 1u << BID_TIER_SSD;
	bid_list_append(&queue->flushes[BID_TIER_HDD], &barrier->link);
}

static bool rq_settle_files(struct bid_request_queue *queue, uint64_t now_ns)
{
	bool settled = false;
	struct bid_link *first;

	while ((first = bid_list_take_first(&queue->ready))) {
		struct bid_request *barrier = rq_of_link(first);

		settled = true;
		/* One that writes is waited for by those behind it. */
		if (!rq_writes(barrier))
			rq_leave_file(queue, barrier);
		rq_let_go(queue, barrier, now_ns);
	}
	return settled;
}

/*
 * Lets barriers go that have nothing to wait for any more; false: there is none. Called after
 * whatever may bring it about, so that dispatch is asked, for each tier, after the policy has them.
 */
static bool rq_settle(struct bid_request_queue *queue, uint64_t now_ns)
{
	bool settled = rq_settle_files(queue, now_ns);

	while (!bid_list_empty(&queue->barriers)) {
		struct bid_request *first = rq_of_link(queue->barriers.next);

		if (first->awaited > 0)
			break;
		bid_list_remove(&first->link);
		settled = true;
		rq_let_go(queue, first, now_ns);
		rq_settle_files(queue, now_ns);
	}
	return settled;
}

static void rq_hurry_writes(struct bid_request_queue *queue, uint64_t now_ns)
{
	if (queue->policy->hurry_writes)
		queue->policy->hurry_writes(queue->state, now_ns);
	rq_collect(queue);
}

/* The barrier waits for the writes since the last one; with data it is the next one's to wait for.
 */
static void rq_add_barrier(struct bid_request_queue *queue, struct bid_request *barrier,
			   uint64_t now_ns)
{
	barrier->awaited = queue->writes;
	barrier->epoch = ++queue->epoch;
	queue->writes = rq_writes(barrier);
	bid_list_append(&queue->barriers, &barrier->link);
	rq_hurry_writes(queue, now_ns);
}

static void rq_add_barrier_of_file(struct bid_request_queue *queue, struct bid_request *barrier,
				   uint64_t now_ns)
{
	queue->writes += rq_writes(barrier);
	if (rq_is_first_of_file(barrier))
		bid_list_append(&queue->ready, &barrier->link);
	else
		rq_hurry_writes(queue, now_ns);
}

int bid_request_queue_init(struct bid_request_queue *queue, const struct bid_policy *policy,
			   void *state, const struct bid_setup *setup)
{
	if (setup->max_outstanding == 0 ||
	    bid_settings_check(&setup->settings, policy->tunables) < 0 ||
	    classes_init(queue, setup) < 0)
		return -EINVAL;
	queue->policy = policy;
	queue->state = state;
	queue->limit = setup->max_outstanding;
	queue->outstanding = 0;
	queue->cancelled = 0;
	queue->written = 0;
	queue->epoch = 0;
	queue->writes = 0;
	bid_list_init(&queue->barriers);
	bid_tree_init(&queue->files);
	bid_list_init(&queue->ready);
	for (int tier = 0; tier < BID_TIERS; tier++) {
		bid_list_init(&queue->flushes[tier]);
		queue->flushing[tier] = 0;
	}
	bid_list_init(&queue->finished);
	return policy->init(state, setup);
}

int bid_request_queue_insert(struct bid_request_queue *queue, struct bid_request *request,
			     uint64_t now_ns)
{
	if ((request->sectors == 0 && !(request->flags & BID_BARRIER)) ||
	    request->sectors > BID_REQUEST_MAX_SECTORS ||
	    request->lba > UINT64_MAX - request->sectors)
		return -EINVAL;
	if (!classes_have_room(queue, request, now_ns))
		return -EAGAIN;
	bid_request_init(request);
	request->arrival_ns = now_ns;
	request->epoch = queue->epoch;
	classes_count_in(queue, request, now_ns);
	if (rq_is_in_file(request))
		bid_tree_insert(&queue->files, &request->by_file, request->file);
	if ((request->flags & BID_BARRIER) && queue->policy->flushes)
		queue->policy->flushes(queue->state, request->stream);
	if ((request->flags & BID_BARRIER) && request->file == 0) {
		rq_add_barrier(queue, request, now_ns);
	} else if (request->flags & BID_BARRIER) {
		rq_add_barrier_of_file(queue, request, now_ns);
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

void bid_request_queue_forget(struct bid_request_queue *queue, uint64_t stream, uint64_t now_ns)
{
	if (!queue->policy->forget)
		return;
	queue->policy->forget(queue->state, stream, now_ns);
	rq_collect(queue);
	rq_settle(queue, now_ns);
}

int bid_request_queue_returned(struct bid_request_queue *queue, uint64_t lba, uint64_t sectors,
			       uint64_t now_ns)
{
	int error = 0;

	if (queue->policy->returned)
		error = queue->policy->returned(queue->state, lba, sectors, now_ns);
	rq_collect(queue);
	rq_settle(queue, now_ns);
	return error;
}

void bid_request_queue_cancel(struct bid_request_queue *queue, struct bid_request *request)
{
	if (request->flags & BID_CANCELLED)
		return;
	request->flags |= BID_CANCELLED;
	queue->cancelled++;
}

/* Whether nobody wants any of the run. */
static bool rq_is_unwanted(const struct bid_request_queue *queue, const struct bid_request *head)
{
	if (queue->cancelled == 0)
		return false;
	for (; head; head = head->merged) {
		if (!bid_request_cancelled(head))
			return false;
	}
	return true;
}

static struct bid_request *rq_take_flush(struct bid_request_queue *queue, enum bid_tier tier)
{
	struct bid_link *first = bid_list_take_first(&queue->flushes[tier]);

	if (!first)
		return NULL;
	/* What is written from here on the next one has to reach. */
	queue->written &= ~(1u << tier);
	queue->flushing[tier]++;
	return rq_of_link(first);
}

struct bid_request *bid_request_queue_dispatch(struct bid_request_queue *queue, enum bid_tier tier,
					       uint64_t now_ns)
{
	for (;;) {
		struct bid_request *head = rq_take_flush(queue, tier);
		bool settled = false;

		if (!head) {
			head = queue->policy->dispatch(queue->state, tier, now_ns);
			rq_collect(queue);
			settled = rq_settle(queue, now_ns);
		}
		if (head)
			head->tier = (uint8_t)tier;
		if (head && rq_is_unwanted(queue, head)) {
			bid_run_set_status(head, -ECANCELED);
			bid_request_queue_completed(queue, head, now_ns);
			continue;
		}
		/* Asked again if serving something itself let a barrier go. */
		if (head || !settled)
			return head;
	}
}

/* A tier has been flushed; whether there is another to go to. */
static bool rq_flush_on(struct bid_request_queue *queue, struct bid_request *flush)
{
	uint32_t tier = 0;

	queue->flushing[flush->tier]--;
	flush->flushes &= ~(1u << flush->tier);
	if (flush->status != 0) {
		queue->written |= 1u << flush->tier;
		return false;
	}
	if (flush->flushes == 0)
		return false;
	while (!(flush->flushes & 1u << tier))
		tier++;
	bid_list_append(&queue->flushes[tier], &flush->link);
	return true;
}

static void rq_finish_members(struct bid_request_queue *queue, struct bid_request *head)
{
	while (head) {
		struct bid_request *next = head->merged;

		if (!(head->flags & BID_INNER))
			rq_finish(queue, head);
		head = next;
	}
}

void bid_request_queue_completed(struct bid_request_queue *queue, struct bid_request *head,
				 uint64_t now_ns)
{
	if (head->sectors == 0 && rq_flush_on(queue, head))
		return;
	if (head->op == BID_WRITE && head->sectors > 0)
		queue->written |= 1u << head->tier;
	if (head->sectors > 0 && queue->policy->completed)
		queue->policy->completed(queue->state, head, now_ns);
	rq_finish_members(queue, head);
	rq_collect(queue);
	rq_settle(queue, now_ns);
}

struct bid_request *bid_request_queue_take_finished(struct bid_request_queue *queue)
{
	struct bid_link *first = bid_list_take_first(&queue->finished);

	return first ? rq_of_link(first) : NULL;
}

struct bid_chunk *bid_request_queue_take_released(struct bid_request_queue *queue)
{
	return queue->policy->take_released ? queue->policy->take_released(queue->state) : NULL;
}

/* When the next class that was refused for its rate may go on. */
uint64_t bid_request_queue_next_timer_ns(const struct bid_request_queue *queue, uint64_t now_ns)
{
	uint64_t rate_ns = classes_next_ns(queue, now_ns);
	uint64_t timer_ns = queue->policy->next_timer_ns
				    ? queue->policy->next_timer_ns(queue->state, now_ns)
				    : BID_NEVER;

	return timer_ns < rate_ns ? timer_ns : rate_ns;
}
