/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Requests of the kernel's as the core sees them, and its runs as the kernel does.
 */
#include <linux/ioprio.h>

#include "queue.h"

u64 bid_now_ns(struct bid_queue *bid)
{
	u64 now_ns = ktime_get_ns();

	if (now_ns > bid->now_ns)
		bid->now_ns = now_ns;
	return bid->now_ns;
}

/* ---- nodes ---- */

static struct bid_node *bid_node_of_core(struct bid_request *request)
{
	return container_of(request, struct bid_node, core);
}

static u8 bid_flags(const struct request *rq)
{
	if (op_is_write(rq->cmd_flags))
		return op_is_sync(rq->cmd_flags) ? BID_SYNC : 0;
	return rq->cmd_flags & REQ_RAHEAD ? BID_AHEAD : BID_SYNC;
}

/* By ionice: real time is served as logs are, idle as the balancer is. */
static u8 bid_class(struct request *rq)
{
	switch (IOPRIO_PRIO_CLASS(req_get_ioprio(rq))) {
	case IOPRIO_CLASS_RT:
		return BID_LOG;
	case IOPRIO_CLASS_IDLE:
		return BID_BALANCER;
	default:
		return BID_FOREGROUND;
	}
}

static void bid_stage(struct bid_queue *bid, struct bid_node *node, struct request *rq, u64 now_ns)
{
	node->rq = rq;
	node->head = NULL;
	node->unfinished = 0;
	node->core.stream = bid_stream_of(rq);
	node->core.lba = blk_rq_pos(rq);
	node->core.sectors = blk_rq_sectors(rq);
	node->core.arrival_ns = now_ns;
	node->core.op = op_is_write(rq->cmd_flags) ? BID_WRITE : BID_READ;
	node->core.flags = bid_flags(rq);
	node->core.service_class = bid_class(rq);
	bid_request_init(&node->core);
	bid_set_node(rq, node);
	WRITE_ONCE(bid->staged, bid->staged + 1);
	bid->counts.staged++;
	policy->insert(bid->works->state, &node->core, now_ns);
}

bool bid_stage_waiting(struct bid_queue *bid)
{
	struct bid_link *free;
	bool any = false;

	while (!list_empty(&bid->waiting) && (free = bid_list_take_first(&bid->works->free))) {
		struct request *rq = list_first_entry(&bid->waiting, struct request, queuelist);

		list_del_init(&rq->queuelist);
		bid_stage(bid, container_of(free, struct bid_node, core.link), rq, bid_now_ns(bid));
		any = true;
	}
	return any;
}

/* ---- runs ---- */

static void bid_add_by_address(struct list_head *run, struct request *rq)
{
	struct list_head *at = run->prev;

	while (at != run && blk_rq_pos(list_entry(at, struct request, queuelist)) > blk_rq_pos(rq))
		at = at->prev;
	list_add(&rq->queuelist, at);
}

/*
 * Has the block layer make one request of those that follow each other: it looks for where to by
 * last_merge, and then in a hash of requests by their end. Those that it makes part of another go
 * to the list, to be freed without the lock.
 */
static void bid_join(struct bid_queue *bid, struct list_head *joined)
{
	struct request *rq = list_first_entry(&bid->run, struct request, queuelist);

	while (!list_is_last(&rq->queuelist, &bid->run)) {
		struct request *next = list_next_entry(rq, queuelist);

		list_del_init(&next->queuelist);
		bid->q->last_merge = rq;
		if (blk_mq_sched_try_insert_merge(bid->q, next, joined)) {
			bid->counts.joined++;
			continue;
		}
		elv_rqhash_del(bid->q, rq);
		list_add(&next->queuelist, &rq->queuelist);
		rq = next;
	}
	elv_rqhash_del(bid->q, rq);
	bid->q->last_merge = NULL;
}

void bid_begin_run(struct bid_queue *bid, struct bid_request *first, struct list_head *joined)
{
	struct bid_node *head = bid_node_of_core(first);
	struct bid_request *member;

	for (member = first; member; member = member->merged) {
		struct bid_node *node = bid_node_of_core(member);

		node->head = head;
		head->unfinished++;
		WRITE_ONCE(bid->staged, bid->staged - 1);
		bid_add_by_address(&bid->run, node->rq);
	}
	bid->counts.runs++;
	if (head->unfinished > 1)
		bid_join(bid, joined);
}

void bid_end(struct bid_queue *bid, struct bid_node *node)
{
	struct bid_node *head = node->head;
	struct bid_request *member, *next;

	if (WARN_ON_ONCE(!head) || --head->unfinished > 0)
		return;
	policy->completed(bid->works->state, &head->core, bid_now_ns(bid));
	for (member = &head->core; member; member = next) {
		next = member->merged;
		bid_list_append(&bid->works->free, &member->link);
	}
}
