/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * BID as a scheduler of Linux's multi-queue block layer: the policy bid-hdd of the core, and what
 * is needed around it. docs/bid-kmod.md says how it is built and used.
 *
 *   insert ──► waiting ──► core ──► run ──► driver     reads and writes
 *      └─────► passed ────────────────────► driver     all else: flushes, FUA, discards, requeued
 *
 * A request of the kernel's has a node for the core, out of a pool of nr_requests; beyond that
 * requests wait in order of arrival. What the core joins to a run becomes one request where the
 * block layer allows it, or goes to the driver one after the other. One lock guards all of it; it
 * is taken with interrupts off, since requests end in interrupts. Under it nothing is allocated.
 *
 * When the core keeps the disk waiting for a stream, the queue rests: it has no work until a
 * request comes, one ends, or the timer fires.
 */
#include <linux/module.h>
#include <linux/slab.h>
#include <trace/events/block.h>

#include "queue.h"

/* The longest rest: even if the core should err, no request is left where it is. */
#define REST_MAX_NS BID_SECOND

static struct bid_queue *bid_of(const struct request_queue *q)
{
	return q->elevator->elevator_data;
}

/*
 * Threads are streams. What workers of the kernel write back comes from any of them: they are one
 * stream, whose runs the core tells apart by their addresses.
 */
static void bid_prepare_request(struct request *rq)
{
	unsigned long stream = current->flags & PF_WQ_WORKER ? 0 : current->pid;

	rq->elv.priv[0] = (void *)stream;
	bid_set_node(rq, NULL);
}

/* Whether the core is to order it. What has been with the driver before is not to wait again. */
static bool bid_is_stageable(const struct request *rq)
{
	return (rq->rq_flags & BID_PREPARED) && !(rq->rq_flags & (RQF_FLUSH_SEQ | RQF_STARTED)) &&
	       !op_is_flush(rq->cmd_flags) &&
	       (req_op(rq) == REQ_OP_READ || req_op(rq) == REQ_OP_WRITE) && blk_rq_sectors(rq) > 0;
}

static void bid_insert_requests(struct blk_mq_hw_ctx *hctx, struct list_head *list,
				bid_insert_flags insert_flags)
{
	struct bid_queue *bid = bid_of(hctx->queue);
	unsigned long flags;

	spin_lock_irqsave(&bid->lock, flags);
	while (!list_empty(list)) {
		struct request *rq = list_first_entry(list, struct request, queuelist);

		trace_block_rq_insert(rq);
		if (insert_flags & BID_INSERT_AT_HEAD) {
			list_move(&rq->queuelist, &bid->passed);
		} else if (bid_is_stageable(rq)) {
			bid->counts.waited += bid_list_empty(&bid->works->free);
			list_move_tail(&rq->queuelist, &bid->waiting);
			bid_stage_waiting(bid);
		} else {
			list_move_tail(&rq->queuelist, &bid->passed);
		}
	}
	WRITE_ONCE(bid->resting, false);
	if (bid_is_outdated(bid))
		schedule_work(&bid->remake);
	spin_unlock_irqrestore(&bid->lock, flags);
}

/* The core has nothing for now: it is asked again when it says so, or when something happens. */
static void bid_rest(struct bid_queue *bid, u64 now_ns)
{
	u64 end_ns = min(policy->next_timer_ns(bid->works->state, now_ns), now_ns + REST_MAX_NS);

	WRITE_ONCE(bid->resting, true);
	bid->counts.rests++;
	hrtimer_start(&bid->timer, ns_to_ktime(end_ns), HRTIMER_MODE_ABS);
}

static struct request *bid_take(struct list_head *list)
{
	struct request *rq = list_first_entry_or_null(list, struct request, queuelist);

	if (rq)
		list_del_init(&rq->queuelist);
	return rq;
}

static struct request *bid_next(struct bid_queue *bid, struct list_head *joined)
{
	struct request *rq = bid_take(&bid->passed);
	struct bid_request *first;
	u64 now_ns;

	if (rq) {
		bid->counts.passed++;
		return rq;
	}
	rq = bid_take(&bid->run);
	if (rq || bid->staged == 0)
		return rq;
	now_ns = bid_now_ns(bid);
	first = policy->dispatch(bid->works->state, BID_TIER_HDD, now_ns);
	if (first)
		bid_begin_run(bid, first, joined);
	else
		bid_rest(bid, now_ns);
	return bid_take(&bid->run);
}

static struct request *bid_dispatch_request(struct blk_mq_hw_ctx *hctx)
{
	struct bid_queue *bid = bid_of(hctx->queue);
	struct request *rq;
	unsigned long flags;
	LIST_HEAD(joined);

	spin_lock_irqsave(&bid->lock, flags);
	rq = bid_next(bid, &joined);
	if (rq)
		rq->rq_flags |= RQF_STARTED;
	spin_unlock_irqrestore(&bid->lock, flags);
	blk_mq_free_requests(&joined);
	return rq;
}

static bool bid_has_work(struct blk_mq_hw_ctx *hctx)
{
	struct bid_queue *bid = bid_of(hctx->queue);

	return !list_empty_careful(&bid->passed) || !list_empty_careful(&bid->run) ||
	       (READ_ONCE(bid->staged) > 0 && !READ_ONCE(bid->resting));
}

static void bid_finish_request(struct request *rq)
{
	struct bid_queue *bid = bid_of(rq->q);
	struct bid_node *node = bid_node_of(rq);
	unsigned long flags;
	bool run;

	if (!node)
		return;
	spin_lock_irqsave(&bid->lock, flags);
	bid_set_node(rq, NULL);
	bid_end(bid, node);
	/* Whoever inserted them has run the queue, but there was nothing to be had of them then. */
	run = bid_stage_waiting(bid);
	/* The end of a request may be what the core waits for. */
	run |= bid->resting && bid->staged > 0;
	WRITE_ONCE(bid->resting, false);
	spin_unlock_irqrestore(&bid->lock, flags);
	if (run)
		blk_mq_run_hw_queues(bid->q, true);
}

/* The driver could not take it: for the core it has ended, and goes first when it comes back. */
static void bid_requeue_request(struct request *rq)
{
	struct bid_queue *bid = bid_of(rq->q);
	unsigned long flags;

	spin_lock_irqsave(&bid->lock, flags);
	bid->counts.requeued++;
	spin_unlock_irqrestore(&bid->lock, flags);
	bid_finish_request(rq);
}

static enum hrtimer_restart bid_rest_is_over(struct hrtimer *timer)
{
	struct bid_queue *bid = container_of(timer, struct bid_queue, timer);
	unsigned long flags;

	spin_lock_irqsave(&bid->lock, flags);
	WRITE_ONCE(bid->resting, false);
	spin_unlock_irqrestore(&bid->lock, flags);
	blk_mq_run_hw_queues(bid->q, true);
	return HRTIMER_NORESTART;
}

static void bid_limit_depth(blk_opf_t opf, struct blk_mq_alloc_data *data)
{
	if (!op_is_sync(opf))
		data->shallow_depth = bid_of(data->q)->async_depth;
}

static void bid_depth_updated(struct blk_mq_hw_ctx *hctx)
{
	bid_set_depth(bid_of(hctx->queue), hctx);
}

static int bid_init_hctx(struct blk_mq_hw_ctx *hctx, unsigned int index)
{
	bid_depth_updated(hctx);
	return 0;
}

static struct bid_queue *bid_queue_make(struct request_queue *q)
{
	struct bid_queue *bid = kzalloc_node(sizeof(*bid), GFP_KERNEL, q->node);

	if (!bid)
		return NULL;
	spin_lock_init(&bid->lock);
	mutex_init(&bid->remake_lock);
	INIT_LIST_HEAD(&bid->passed);
	INIT_LIST_HEAD(&bid->waiting);
	INIT_LIST_HEAD(&bid->run);
	INIT_WORK(&bid->remake, bid_remake);
	hrtimer_init(&bid->timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	bid->timer.function = bid_rest_is_over;
	bid->q = q;
	bid_describe(bid);
	bid->works = bid_works_make(&bid->setup);
	if (!bid->works) {
		kfree(bid);
		return NULL;
	}
	return bid;
}

static int bid_init_sched(struct request_queue *q, struct elevator_type *type)
{
	struct elevator_queue *elevator = elevator_alloc(q, type);

	if (!elevator)
		return -ENOMEM;
	elevator->elevator_data = bid_queue_make(q);
	if (!elevator->elevator_data) {
		kobject_put(&elevator->kobj);
		return -ENOMEM;
	}
	/* Which hardware queue asks makes no difference. */
	blk_queue_flag_set(QUEUE_FLAG_SQ_SCHED, q);
	q->elevator = elevator;
	return 0;
}

/* No request is under way, and none comes. */
static void bid_exit_sched(struct elevator_queue *elevator)
{
	struct bid_queue *bid = elevator->elevator_data;

	cancel_work_sync(&bid->remake);
	hrtimer_cancel(&bid->timer);
	WARN_ON_ONCE(bid->staged > 0 || !list_empty(&bid->passed) || !list_empty(&bid->waiting) ||
		     !list_empty(&bid->run));
	bid_works_free(bid->works);
	kfree(bid);
}

/* What tells the core how many requests the device may have, and keeps tags for who needs them. */
#define BID_DEPTH_OPERATIONS                                                                       \
	.init_hctx = bid_init_hctx, .depth_updated = bid_depth_updated,                            \
	.limit_depth = bid_limit_depth

static struct elevator_type bid_elevator = {
	.ops =
		{
			.init_sched = bid_init_sched,
			.exit_sched = bid_exit_sched,
			BID_DEPTH_OPERATIONS,
			.prepare_request = bid_prepare_request,
			.insert_requests = bid_insert_requests,
			.has_work = bid_has_work,
			.dispatch_request = bid_dispatch_request,
			.requeue_request = bid_requeue_request,
			.finish_request = bid_finish_request,
		},
	.elevator_attrs = bid_attributes,
	.elevator_name = "bid",
	.elevator_owner = THIS_MODULE,
};

static int __init bid_init(void)
{
	return elv_register(&bid_elevator);
}

static void __exit bid_exit(void)
{
	elv_unregister(&bid_elevator);
}

module_init(bid_init);
module_exit(bid_exit);

MODULE_AUTHOR("The Tierline Authors");
MODULE_DESCRIPTION("Bulk I/O dispatch: keeps each stream's requests together on rotating disks");
MODULE_LICENSE("Dual BSD/GPL");
MODULE_ALIAS("bid-iosched");
