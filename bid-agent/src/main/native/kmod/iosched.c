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
#include <linux/blkdev.h>
#include <linux/hrtimer.h>
#include <linux/ioprio.h>
#include <linux/module.h>
#include <linux/sbitmap.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/workqueue.h>
#include <trace/events/block.h>

#include "bid/policies.h"
#include "compat.h"

/* Streams that are remembered beyond their requests. */
#define STREAMS_MAX 256u
/* Nodes at most: the most that a scheduler's tags may be, for one hardware queue. */
#define NODES_MAX 2048u
/* The longest rest: even if the core should err, no request is left where it is. */
#define REST_MAX_NS BID_SECOND

/* A request as the core sees it. */
struct bid_node {
	struct bid_request core; /* its link is in the list of free nodes when it is unused */
	struct request *rq;      /* until it ends */
	struct bid_node *head;   /* of its run, once that has been dispatched */
	unsigned int unfinished; /* of a head: requests of the run that have not ended */
};

/* The core and its nodes, made for so many requests. */
struct bid_works {
	void *state;          /* the policy's */
	struct bid_link free; /* of the nodes */
	struct bid_node nodes[];
};

/* What was done so far; read in sysfs. */
struct bid_counts {
	u64 staged;   /* given to the core */
	u64 passed;   /* past it */
	u64 waited;   /* had to wait for a node first */
	u64 joined;   /* made part of another request */
	u64 runs;     /* dispatched by the core */
	u64 rests;    /* the core had requests and gave none */
	u64 requeued; /* came back from the driver */
};

struct bid_queue {
	spinlock_t lock;
	struct request_queue *q;
	struct bid_works *works;
	struct list_head passed;  /* requests that the core does not see */
	struct list_head waiting; /* requests that wait for a node */
	struct list_head run;     /* what is left of the run that was dispatched last */
	unsigned int staged;      /* requests that the core has and has not dispatched */
	bool resting;
	u64 now_ns; /* the last time that the core was told */
	struct hrtimer timer;
	struct bid_counts counts;

	/* ---- what the works were made for; changed while the queue is frozen ---- */
	struct mutex remake_lock;
	struct work_struct remake;
	struct bid_setup setup;
	unsigned int nr_requests;
	unsigned int async_depth; /* scheduler tags of each word of their map, for lazy writes */
};

static const struct bid_policy *const policy = &bid_hdd_policy;

static struct bid_queue *bid_of(const struct request_queue *q)
{
	return q->elevator->elevator_data;
}

/* The clock of the core never goes back, whichever processor asks. */
static u64 bid_now_ns(struct bid_queue *bid)
{
	u64 now_ns = ktime_get_ns();

	if (now_ns > bid->now_ns)
		bid->now_ns = now_ns;
	return bid->now_ns;
}

/* ---- what a request carries: its stream, then its node ---- */

static unsigned long bid_stream_of(const struct request *rq)
{
	return (unsigned long)rq->elv.priv[0];
}

static struct bid_node *bid_node_of(const struct request *rq)
{
	return rq->elv.priv[1];
}

static void bid_set_node(struct request *rq, struct bid_node *node)
{
	rq->elv.priv[1] = node;
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

/* Stages those that wait for a node as far as there are any; whether there were. */
static bool bid_stage_waiting(struct bid_queue *bid)
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

static void bid_begin_run(struct bid_queue *bid, struct bid_request *first,
			  struct list_head *joined)
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

/* A request has ended, or is part of another; with the last one of it the core's run is over. */
static void bid_end(struct bid_queue *bid, struct bid_node *node)
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

/* ---- works, and what they are made for ---- */

/* What may be said of the disk. */
struct bid_disk_values {
	uint64_t positioning_ns;
	uint64_t bytes_per_second;
};

static const struct bid_tunable disk_entries[] = {
	BID_TUNABLE(bid_disk_values, positioning_ns, "kmod", "positioning", "ns", 12 * BID_MS, 0,
		    BID_SECOND, "Mean time for which the disk moves to a random place."),
	BID_TUNABLE(bid_disk_values, bytes_per_second, "kmod", "bytes-per-second", "bytes",
		    200ull << 20, 1ull << 20, 100ull << 30, "Of the disk in sequence."),
};
static const struct bid_tunable_table disk_tunables =
	BID_TUNABLE_TABLE(bid_disk_values, disk_entries);

/* The queue is other than what the works were made for. */
static bool bid_is_outdated(const struct bid_queue *bid)
{
	return bid->nr_requests != bid->q->nr_requests ||
	       bid->setup.device[BID_TIER_HDD].rotational == blk_queue_nonrot(bid->q);
}

/* Fills in the set-up but for its settings. */
static void bid_describe(struct bid_queue *bid)
{
	struct bid_device_profile *disk = &bid->setup.device[BID_TIER_HDD];
	struct bid_disk_values values;

	bid_settings_read(&bid->setup.settings, &disk_tunables, &values);
	bid->nr_requests = bid->q->nr_requests;
	bid->setup.max_outstanding = clamp(bid->nr_requests, 1u, NODES_MAX);
	bid->setup.max_streams = STREAMS_MAX;
	/* Without a medium it has no sectors yet; the core only asks whether there is a disk. */
	disk->sectors = max_t(u64, get_capacity(bid->q->disk), 1);
	disk->positioning_ns = values.positioning_ns;
	disk->bytes_per_second = values.bytes_per_second;
	/* No turn_ns: the kernel does not know the drive's speed, and few have one tag. */
	disk->depth = bid->q->tag_set->queue_depth;
	disk->rotational = !blk_queue_nonrot(bid->q);
}

static void bid_works_free(struct bid_works *works)
{
	kvfree(works->state);
	kvfree(works);
}

/* The policy refuses no set-up that is made here. */
static struct bid_works *bid_works_alloc(const struct bid_setup *setup)
{
	struct bid_works *works;
	unsigned int i;

	works = kvzalloc(struct_size(works, nodes, setup->max_outstanding), GFP_KERNEL);
	if (!works)
		return NULL;
	works->state = kvzalloc(policy->state_bytes(setup), GFP_KERNEL);
	if (!works->state || WARN_ON_ONCE(policy->init(works->state, setup))) {
		bid_works_free(works);
		return NULL;
	}
	bid_list_init(&works->free);
	for (i = 0; i < setup->max_outstanding; i++)
		bid_list_append(&works->free, &works->nodes[i].core.link);
	return works;
}

/*
 * Returns NULL where there is no memory. None may have to be written back through this queue first:
 * it may be frozen by who waits for us.
 */
static struct bid_works *bid_works_make(const struct bid_setup *setup)
{
	unsigned int noio = memalloc_noio_save();
	struct bid_works *works = bid_works_alloc(setup);

	memalloc_noio_restore(noio);
	return works;
}

/* Writes that nobody waits for leave scheduler tags to the others, in each word of their map. */
static void bid_set_depth(struct bid_queue *bid, struct blk_mq_hw_ctx *hctx)
{
	struct sbitmap_queue *tags = &hctx->sched_tags->bitmap_tags;
	u32 places = policy->write_limit(bid->works->state, false, BID_FOREGROUND);

	bid->async_depth = max((places << tags->sb.shift) / bid->setup.max_outstanding, 1u);
	sbitmap_queue_min_shallow_depth(tags, bid->async_depth);
}

/* New works by the set-up of now, in place of the old ones when no request is under way. */
static int bid_make_anew(struct bid_queue *bid)
{
	u32 places = bid->setup.max_outstanding;
	struct bid_works *works;
	struct blk_mq_hw_ctx *hctx;
	unsigned long i;

	spin_lock_irq(&bid->lock);
	bid_describe(bid);
	spin_unlock_irq(&bid->lock);
	works = bid_works_make(&bid->setup);
	if (!works) {
		bid->setup.max_outstanding = places;
		return -ENOMEM;
	}
	blk_mq_freeze_queue(bid->q);
	spin_lock_irq(&bid->lock);
	swap(bid->works, works);
	spin_unlock_irq(&bid->lock);
	queue_for_each_hw_ctx(bid->q, hctx, i)
		bid_set_depth(bid, hctx);
	blk_mq_unfreeze_queue(bid->q);
	bid_works_free(works);
	return 0;
}

static void bid_remake(struct work_struct *work)
{
	struct bid_queue *bid = container_of(work, struct bid_queue, remake);

	mutex_lock(&bid->remake_lock);
	if (bid_is_outdated(bid) && bid_make_anew(bid))
		pr_warn("bid-iosched: no memory to follow the queue's settings; as before\n");
	mutex_unlock(&bid->remake_lock);
}

/* ---- what the block layer calls ---- */

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

/* ---- /sys/block/DISK/queue/iosched ---- */

static const struct bid_tunable *bid_tunable_of(const char *name)
{
	const struct bid_tunable_table *const *table = policy->tunables;
	const struct bid_tunable *entry = bid_tunable_find(&disk_tunables, name);

	while (!entry && *table)
		entry = bid_tunable_find(*table++, name);
	return entry;
}

static ssize_t bid_show(struct elevator_queue *elevator, char *page, const char *name)
{
	struct bid_queue *bid = elevator->elevator_data;
	u64 value;

	mutex_lock(&bid->remake_lock);
	value = bid_settings_get(&bid->setup.settings, bid_tunable_of(name));
	mutex_unlock(&bid->remake_lock);
	return sysfs_emit(page, "%llu\n", value);
}

/* Sets a tunable, or leaves all as it was. */
static int bid_set(struct bid_queue *bid, const struct bid_tunable *entry, u64 value)
{
	struct bid_settings *settings = &bid->setup.settings;
	u64 before;
	int error;

	if (value < entry->min || value > entry->max)
		return -EINVAL;
	mutex_lock(&bid->remake_lock);
	before = bid_settings_get(settings, entry);
	error = bid_settings_set(settings, entry->name, value);
	if (!error && value != before) {
		error = bid_make_anew(bid);
		if (error)
			bid_settings_set(settings, entry->name, before);
	}
	mutex_unlock(&bid->remake_lock);
	return error;
}

static ssize_t bid_store(struct elevator_queue *elevator, const char *page, size_t count,
			 const char *name)
{
	u64 value;
	int error = kstrtou64(page, 0, &value);

	if (!error)
		error = bid_set(elevator->elevator_data, bid_tunable_of(name), value);
	return error ? error : count;
}

static ssize_t bid_counts_show(struct elevator_queue *elevator, char *page)
{
	struct bid_queue *bid = elevator->elevator_data;
	struct bid_counts counts;

	spin_lock_irq(&bid->lock);
	counts = bid->counts;
	spin_unlock_irq(&bid->lock);
	return sysfs_emit(
		page,
		"staged %llu\npassed %llu\nwaited %llu\njoined %llu\nruns %llu\nrests %llu\n"
		"requeued %llu\nplaces %u\n",
		counts.staged, counts.passed, counts.waited, counts.joined, counts.runs,
		counts.rests, counts.requeued, bid->setup.max_outstanding);
}

/* All that can be set, under the names and in the units of docs/bid-tunables.md. */
#define BID_SET_IN_SYSFS(each)                                                                     \
	each(bytes_per_second, "bytes-per-second") each(continuation, "continuation") each(        \
		continuation_wait_max, "continuation-wait-max") each(guard_balancer,               \
								     "guard-balancer")             \
		each(guard_foreground, "guard-foreground") each(guard_log, "guard-log") each(      \
			guard_write, "guard-write") each(latency_guard, "latency-guard")           \
			each(learned_wait, "learned-wait") each(merge, "merge") each(              \
				order_slack, "order-slack") each(positioning, "positioning")       \
				each(run_by_device, "run-by-device") each(run_max, "run-max")      \
					each(run_max_time, "run-max-time")                         \
						each(split_streams, "split-streams")               \
							each(write_batch, "write-batch")           \
								each(write_places, "write-places")

#define BID_ATTRIBUTE_FUNCTIONS(file, name)                                                        \
	static ssize_t bid_##file##_show(struct elevator_queue *elevator, char *page)              \
	{                                                                                          \
		return bid_show(elevator, page, name);                                             \
	}                                                                                          \
	static ssize_t bid_##file##_store(struct elevator_queue *elevator, const char *page,       \
					  size_t count)                                            \
	{                                                                                          \
		return bid_store(elevator, page, count, name);                                     \
	}

BID_SET_IN_SYSFS(BID_ATTRIBUTE_FUNCTIONS)

#define BID_ATTRIBUTE(file, name) __ATTR(file, 0644, bid_##file##_show, bid_##file##_store),

static struct elv_fs_entry bid_attributes[] = {
	BID_SET_IN_SYSFS(BID_ATTRIBUTE) __ATTR(counts, 0444, bid_counts_show, NULL), __ATTR_NULL};

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
