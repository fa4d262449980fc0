/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Shares, budgets and turns of the BFQ-like policy; bfq.c tells what is taken from BFQ.
 */
#include "bfq_internal.h"

/* Fixed-point fraction of virtual time: with 2^36 sectors served and a weight of 1 it fits. */
#define BFQ_VIRTUAL_SHIFT 16u

/* Smallest budget as a fraction of the largest, and the steps by which budgets move (BFQ). */
#define BFQ_BUDGET_MIN_FRACTION 32u
#define BFQ_BUDGET_SHRINK_STEPS 4u

/* Asynchronous sectors count thrice, so that writeback leaves room for those who wait (BFQ). */
#define BFQ_ASYNC_CHARGE 3u

/* A run that has waited this long in its queue begins the queue's turn (BFQ's fifo_expire). */
#define BFQ_FIFO_SYNC_NS  UINT64_C(125000000)
#define BFQ_FIFO_ASYNC_NS UINT64_C(250000000)

/* Going back costs twice the distance, and is not considered beyond 16 MiB (BFQ's back_seek). */
#define BFQ_BACK_PENALTY     2u
#define BFQ_BACK_MAX_SECTORS 32768u

/* Turns shorter than this say nothing about how fast a queue is (BFQ). */
#define BFQ_RATE_MIN_NS UINT64_C(20000000)

/* Weight raising: factor, duration, and the silence after which a queue is new again. */
#define BFQ_RAISE_FACTOR     30u
#define BFQ_RAISE_NS         UINT64_C(6000000000)
#define BFQ_RAISE_SILENCE_NS UINT64_C(2000000000)

/*
 * By class, as ionice -c2 -n maps to weights in BFQ, 10 * (8 - n): n = 4, the default, for what
 * clients wait for, less for what runs behind their backs.
 */
static const uint8_t bfq_class_weight[BID_CLASSES] = {
	[BID_FOREGROUND] = 40, [BID_LOG] = 50,       [BID_COMPACTION] = 30,
	[BID_BALANCER] = 20,   [BID_READAHEAD] = 40,
};

/*
 * Sixteenths of the request queue that writes may take, by whether a queue of raised weight is busy
 * and by whether somebody waits for the write (bfq_update_depths: a half, three quarters; 3/16,
 * 6/16).
 */
static const uint8_t bfq_write_share[2][2] = {{8, 12}, {3, 6}};
#define BFQ_WRITE_SHARES 16u

/* Tags of a word of the map; a queue past its share may take the first of each (bfq_limit_depth).
 */
#define BFQ_WORD_TAGS 64u
#define BFQ_WORDS_MIN 4u

static uint64_t bfq_min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t bfq_max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t bfq_virtual(uint64_t sectors, uint64_t weight)
{
	return (sectors << BFQ_VIRTUAL_SHIFT) / weight;
}

uint64_t bfq_charge_of(const struct bfq_queue *queue, const struct bid_request *head)
{
	return queue->sync ? head->run_sectors : (uint64_t)head->run_sectors * BFQ_ASYNC_CHARGE;
}

/* Nearest to the position, upwards preferred; from the bottom when nothing else is in reach. */
static struct bid_request *bfq_nearest(const struct sorted_queue *waiting, uint64_t position)
{
	struct bid_request *above = sorted_queue_at_or_after(waiting, position);
	struct bid_request *below;
	uint64_t back;

	if (position == 0)
		return above;
	below = sorted_queue_at_or_before(waiting, position - 1);
	if (!below)
		return above;
	back = position - below->run_lba;
	if (back > BFQ_BACK_MAX_SECTORS)
		return above ? above : sorted_queue_sweep(waiting, 0);
	if (!above || above->run_lba - position > back * BFQ_BACK_PENALTY)
		return below;
	return above;
}

struct bid_request *bfq_choose_run(const struct bfq_state *bfq, const struct bfq_queue *queue,
				   uint64_t now_ns)
{
	struct bid_request *oldest = sorted_queue_oldest(&queue->waiting);
	uint64_t patience = queue->sync ? BFQ_FIFO_SYNC_NS : BFQ_FIFO_ASYNC_NS;

	if (!queue->fifo_checked && now_ns - oldest->expiry_ns > patience)
		return oldest;
	return bfq_nearest(&queue->waiting, bfq->position);
}

/* Into the schedule, with the weight that it has now. */
static void bfq_schedule(struct bfq_state *bfq, struct bfq_queue *queue, uint64_t now_ns)
{
	queue->weight = queue->base_weight;
	if (now_ns < queue->raised_until_ns)
		queue->weight *= BFQ_RAISE_FACTOR;
	bfq->busy_weight += queue->weight;
	bfq->raised_busy += queue->weight != queue->base_weight;
	queue->finish = queue->start + bfq_virtual(queue->budget_next, queue->weight);
	queue->scheduled = true;
	bid_tree_insert(&bfq->schedule, &queue->by_finish, queue->finish);
	if (queue->sync)
		bid_tree_insert(&bfq->waiting, &queue->by_lba,
				sorted_queue_sweep(&queue->waiting, 0)->run_lba);
}

static void bfq_leave_busy(struct bfq_state *bfq, const struct bfq_queue *queue)
{
	bfq->busy_weight -= queue->weight;
	bfq->raised_busy -= queue->weight != queue->base_weight;
}

static void bfq_unschedule(struct bfq_state *bfq, struct bfq_queue *queue)
{
	queue->scheduled = false;
	bid_tree_remove(&bfq->schedule, &queue->by_finish);
	if (queue->sync)
		bid_tree_remove(&bfq->waiting, &queue->by_lba);
}

static bool bfq_is_new(const struct bfq_queue *queue, uint64_t now_ns)
{
	return queue->idle_since_ns == BID_NEVER
		       ? queue->raised_until_ns == 0
		       : now_ns - queue->idle_since_ns > BFQ_RAISE_SILENCE_NS;
}

void bfq_activate(struct bfq_state *bfq, struct bfq_queue *queue, uint8_t service_class,
		  uint64_t now_ns)
{
	queue->base_weight = bfq_class_weight[service_class];
	if (bfq->low_latency && queue->sync && bfq_is_new(queue, now_ns))
		queue->raised_until_ns = now_ns + BFQ_RAISE_NS;
	queue->start = bfq_max(bfq->virtual_now, queue->finish);
	bfq_schedule(bfq, queue, now_ns);
}

bool bfq_begin_turn(struct bfq_state *bfq, uint64_t now_ns)
{
	struct bid_tree_node *first = bid_tree_first(&bfq->schedule);
	struct bfq_queue *queue;

	if (!first)
		return false;
	queue = bid_container_of(first, struct bfq_queue, by_finish);
	bfq_unschedule(bfq, queue);
	queue->fifo_checked = false;
	queue->charged = 0;
	/* Whatever was learned, a turn is worth at least its first run. */
	queue->budget = bfq_max(queue->budget_next,
				bfq_charge_of(queue, bfq_choose_run(bfq, queue, now_ns)));
	bfq->virtual_now = bfq_max(bfq->virtual_now, queue->start);
	bfq->in_service = queue;
	bfq->turn_began_ns = now_ns;
	bfq->idle_until_ns = BID_NEVER;
	bfq->idled_ns = 0;
	return true;
}

/* The feedback: who uses his budget up gets more, who makes the disk wait gets less. */
static uint64_t bfq_next_budget(const struct bfq_state *bfq, const struct bfq_queue *queue,
				enum bfq_reason reason)
{
	uint64_t least = bfq_max(bfq->budget_max / BFQ_BUDGET_MIN_FRACTION, 1);
	uint64_t budget = queue->budget_next;

	if (!queue->sync)
		return bfq->budget_max;
	switch (reason) {
	case BFQ_TOO_IDLE:
		if (queue->dispatched > 0)
			budget *= 2;
		else if (budget > (BFQ_BUDGET_SHRINK_STEPS + 1) * least)
			budget -= BFQ_BUDGET_SHRINK_STEPS * least;
		else
			budget = least;
		break;
	case BFQ_TIMEOUT:
		budget *= 2;
		break;
	case BFQ_BUDGET_EXHAUSTED:
		budget *= 4;
		break;
	case BFQ_NO_MORE_REQUESTS:
		budget = queue->charged;
		break;
	}
	return bfq_min(bfq_max(budget, least), bfq->budget_max);
}

/* What a sequential reader would have got in the time that the turn took. */
static uint64_t bfq_charge_of_time(const struct bfq_state *bfq, uint64_t took_ns)
{
	uint64_t slice_us = bfq_max(bfq->slice_ns / 1000, 1);

	return bfq->budget_max * bfq_min(took_ns / 1000, slice_us) / slice_us;
}

/*
 * A queue pays for sectors, but one that kept the disk busy at less than half its rate pays for the
 * time: else those who seek would hold the disk most of the time for their share of sectors.
 */
static void bfq_charge_slow(const struct bfq_state *bfq, struct bfq_queue *queue,
			    enum bfq_reason reason, uint64_t now_ns)
{
	uint64_t end_ns = queue->idle_since_ns == BID_NEVER ? now_ns : queue->idle_since_ns;
	uint64_t took_ns = end_ns - bfq->turn_began_ns - bfq->idled_ns;
	uint64_t charge_of_time = bfq_charge_of_time(bfq, took_ns);
	bool slow = took_ns > BFQ_RATE_MIN_NS ? queue->charged < charge_of_time / 2
					      : bfq_is_seeky(queue);
	bool late = reason == BFQ_TIMEOUT && queue->budget - queue->charged >= queue->budget / 3;

	if (queue->sync && (slow || late))
		queue->charged = bfq_max(queue->charged, charge_of_time);
}

void bfq_end_turn(struct bfq_state *bfq, enum bfq_reason reason, uint64_t now_ns)
{
	struct bfq_queue *queue = bfq->in_service;

	bfq_charge_slow(bfq, queue, reason, now_ns);
	queue->finish = queue->start + bfq_virtual(queue->charged, queue->weight);
	bfq->virtual_now += bfq_virtual(queue->charged, bfq->busy_weight);
	queue->budget_next = bfq_next_budget(bfq, queue, reason);
	bfq->in_service = NULL;
	bfq->idle_until_ns = BID_NEVER;
	bfq_leave_busy(bfq, queue);
	if (sorted_queue_empty(&queue->waiting))
		return;
	queue->start = queue->finish;
	bfq_schedule(bfq, queue, now_ns);
}

/* A queue that is not in service gives a run: it pays at once. */
static void bfq_charge_guest(struct bfq_state *bfq, struct bfq_queue *queue,
			     const struct bid_request *head, uint64_t now_ns)
{
	bfq_unschedule(bfq, queue);
	bfq_leave_busy(bfq, queue);
	queue->start += bfq_virtual(bfq_charge_of(queue, head), queue->weight);
	queue->finish = queue->start;
	if (!sorted_queue_empty(&queue->waiting))
		bfq_schedule(bfq, queue, now_ns);
}

static uint32_t bfq_sync_writes(const struct bfq_queue *queue, const struct bid_request *head)
{
	uint32_t writes = 0;

	for (; queue->sync && head; head = head->merged)
		writes += head->op == BID_WRITE;
	return writes;
}

void bfq_take(struct bfq_state *bfq, struct bfq_queue *queue, struct bid_request *head,
	      uint64_t now_ns)
{
	sorted_queue_remove(&queue->waiting, head);
	queue->dispatched++;
	bfq->sync_writes -= bfq_sync_writes(queue, head);
	bfq->dispatched++;
	bfq->position = bid_run_end(head);
	if (queue == bfq->in_service) {
		queue->charged += bfq_charge_of(queue, head);
		queue->fifo_checked = true;
	} else {
		bfq_charge_guest(bfq, queue, head, now_ns);
	}
}

/* Of that many places those that are the queue's by weight, as bfqq_request_over_limit rounds. */
static uint64_t bfq_weighted_share(const struct bfq_state *bfq, const struct bfq_queue *queue,
				   uint64_t places)
{
	return (places * queue->weight + bfq->busy_weight / 2) / bfq->busy_weight;
}

uint32_t bfq_write_limit(const void *state, bool sync, uint8_t service_class)
{
	const struct bfq_state *bfq = state;
	const struct bfq_queue *queue = &bfq->async[service_class];
	uint64_t places = (uint64_t)bfq->outstanding * bfq_write_share[bfq->raised_busy > 0][sync] /
			  BFQ_WRITE_SHARES;
	bool busy = queue->scheduled || queue == bfq->in_service;
	uint64_t words = bfq_max(bfq->outstanding / BFQ_WORD_TAGS, BFQ_WORDS_MIN);
	uint64_t inside = queue->waiting.by_lba.count + queue->dispatched;

	/* It goes on when one of its own is done: there are some. */
	if (!sync && busy && inside >= bfq_weighted_share(bfq, queue, places) + words)
		return 0;
	return (uint32_t)bfq_max(places, 1);
}

uint32_t bfq_write_runs(const void *state)
{
	const struct bfq_state *bfq = state;
	uint32_t runs = bfq->sync_writes;

	for (int class = 0; class < BID_CLASSES; class ++)
		runs += bfq->async[class].waiting.by_lba.count;
	return runs;
}
