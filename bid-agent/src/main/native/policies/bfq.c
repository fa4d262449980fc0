/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A policy like BFQ (Valente and Checconi, "High Throughput Disk Scheduling with Fair Bandwidth
 * Distribution", IEEE Transactions on Computers 59(9), 2010; Linux: Documentation/block/
 * bfq-iosched), in its throughput mode, low_latency = 0, unless told otherwise.
 *
 * What it has of BFQ:
 *  - a queue per process for reads and synchronous writes, one per class for other writes;
 *  - turns bounded by a budget in sectors and by a time; the budget's feedback (more when used up
 *    or timed out, less when the disk was kept waiting, what was used when requests ran out), with
 *    the largest budget what the disk transfers in a slice;
 *  - a fair share by weight: the queue with the least virtual finish time goes next; queues slower
 *    than half the disk's rate are charged for time instead of sectors;
 *  - asynchronous writes charged threefold;
 *  - idling for the next request of a synchronous queue which is not seeky and whose mean think
 *    time is no longer than the idle time (without NCQ: than a positioning); no idling for others,
 *    nor on non-rotational devices;
 *  - within a queue the nearest run, back seeks penalised; the oldest first in a turn when it has
 *    waited too long; merges within a queue;
 *  - processes that work on the same data: while the disk would idle, a run of another process
 *    that is near enough to cost no seek is served, at that process's expense (what BFQ reaches by
 *    merging the queues of cooperating processes, and by injection);
 *  - room for who waits: writes take at most half of the request queue, those that somebody waits
 *    for three quarters, 3/16 and 6/16 while a queue of raised weight is busy (bfq_update_depths,
 *    bfq_limit_depth, Linux 6.1 and 6.12); an asynchronous queue that holds more than its weight's
 *    share of that is let in one request more for each word of the tag map
 *    (bfqq_request_over_limit, since 5.17); there it also finds the low tags taken by others;
 *  - weight raising of new and of long silent queues, with low_latency = 1 only.
 *
 * What it has not: the eligibility test of B-WF2Q+ (finish times alone decide, as in WFQ); groups;
 * merged queues; detection of bursts, of soft real-time and of wakers; injection of requests that
 * are not near; measuring the peak rate (the device's profile gives it); preemption of a turn; the
 * extra idling for service guarantees of unequal weights, and that for seeky queues of disks
 * without NCQ, both of which cost throughput.
 */
#include "bfq_internal.h"

#include "policies/rivals.h"

/* 1 TiB: keeps products with times and weights within 64 bits. */
#define BFQ_BUDGET_LIMIT (UINT64_C(1) << 31)

static size_t bfq_state_bytes(const struct bid_setup *setup)
{
	return sizeof(struct bfq_state) + bfq_streams_bytes(setup);
}

struct bfq_tunables {
	uint64_t idle_ns;
	uint64_t slice_ns;
	uint64_t budget_sectors;
	uint64_t low_latency;
};

static const struct bid_tunable bfq_entries[] = {
	BID_TUNABLE(bfq_tunables, idle_ns, "bfq", "bfq-idle", "ns", 8 * BID_MS, 0, 10 * BID_SECOND,
		    "How long the disk waits for the next request of the process in service (Linux "
		    "bfq-iosched, slice_idle_us). 0 never waits."),
	BID_TUNABLE(bfq_tunables, slice_ns, "bfq", "bfq-slice", "ns", 125 * BID_MS, BID_MS,
		    3600 * BID_SECOND,
		    "The longest turn of a process (Linux bfq-iosched, timeout_sync)."),
	BID_TUNABLE(
		bfq_tunables, budget_sectors, "bfq", "bfq-budget", "sectors", 0, 0, UINT64_MAX,
		"The most a process is served in its turn (Linux bfq-iosched, max_budget); 0: what the "
		"disk transfers in a slice. More is faster, less is fairer."),
	BID_SWITCH(bfq_tunables, low_latency, "bfq", "bfq-low-latency", 0,
		   "Favour new and interactive processes. Linux's default is 1; its documentation "
		   "recommends 0 for throughput, which is what is compared here."),
};
static const struct bid_tunable_table bfq_table = BID_TUNABLE_TABLE(bfq_tunables, bfq_entries);

/* What the disk transfers in a slice: a turn that the time ends is one that the budget ends. */
static uint64_t bfq_peak_budget(const struct bid_setup *setup, uint64_t slice_ns)
{
	uint64_t sectors_per_ms =
		setup->device[BID_TIER_HDD].bytes_per_second / BID_SECTOR_BYTES / 1000;

	return sectors_per_ms * (slice_ns / 1000) / 1000;
}

/*
 * While a disk that takes one request at a time is kept idle, nothing else is lost than that time,
 * so idling pays up to what a positioning costs. BFQ goes further and then idles for anybody.
 */
static uint64_t bfq_think_max(const struct bid_setup *setup, uint64_t idle_ns)
{
	const struct bid_device_profile *device = &setup->device[BID_TIER_HDD];

	return device->depth <= 1 && device->positioning_ns > idle_ns ? device->positioning_ns
								      : idle_ns;
}

static int bfq_init(void *state, const struct bid_setup *setup)
{
	const struct bid_device_profile *device = &setup->device[BID_TIER_HDD];
	struct bfq_state *bfq = state;
	struct bfq_tunables tunables;

	bid_settings_read(&setup->settings, &bfq_table, &tunables);
	bfq->idle_ns = tunables.idle_ns;
	bfq->think_max_ns = bfq_think_max(setup, tunables.idle_ns);
	bfq->slice_ns = tunables.slice_ns;
	bfq->budget_max = tunables.budget_sectors;
	if (bfq->budget_max == 0)
		bfq->budget_max = bfq_peak_budget(setup, tunables.slice_ns);
	if (bfq->budget_max < BID_REQUEST_MAX_SECTORS)
		bfq->budget_max = BID_REQUEST_MAX_SECTORS;
	if (bfq->budget_max > BFQ_BUDGET_LIMIT)
		bfq->budget_max = BFQ_BUDGET_LIMIT;
	bfq->low_latency = tunables.low_latency;
	bfq->merge = bid_settings_merge(&setup->settings);
	bfq->rotational = device->rotational;
	bfq->depth = device->depth;
	bfq->outstanding = setup->max_outstanding;
	bid_tree_init(&bfq->schedule);
	bfq->idle_until_ns = BID_NEVER;
	bfq_streams_init(bfq, bfq + 1, setup);
	return 0;
}

static void bfq_stop_idling(struct bfq_state *bfq, uint64_t now_ns)
{
	if (bfq->idle_until_ns == BID_NEVER)
		return;
	bfq->idled_ns += now_ns - bfq->in_service->idle_since_ns;
	bfq->idle_until_ns = BID_NEVER;
}

static void bfq_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct bfq_state *bfq = state;
	struct bfq_queue *queue = bfq_queue_of(bfq, request);

	bfq_observe_arrival(bfq, queue, request, now_ns);
	request->queue = queue;
	bfq->sync_writes += queue->sync && request->op == BID_WRITE;
	request->expiry_ns = request->arrival_ns;
	sorted_queue_insert(&queue->waiting, request, bfq->merge);
	if (queue == bfq->in_service)
		bfq_stop_idling(bfq, now_ns);
	else if (!queue->scheduled)
		bfq_activate(bfq, queue, request->service_class, now_ns);
	queue->idle_since_ns = BID_NEVER;
}

static void bfq_expire(struct bfq_state *bfq, enum bfq_reason reason, uint64_t now_ns)
{
	struct bfq_queue *queue = bfq->in_service;

	bfq_end_turn(bfq, reason, now_ns);
	bfq_queue_release(bfq, queue);
}

/* The queue in service has nothing to give: whether to wait for it all the same. */
static bool bfq_waits(const struct bfq_state *bfq, uint64_t now_ns)
{
	const struct bfq_queue *queue = bfq->in_service;

	if (!bfq_worth_idling(bfq, queue))
		return false;
	if (queue->dispatched > 0)
		return true;
	return bfq->idle_until_ns != BID_NEVER && now_ns < bfq->idle_until_ns;
}

/* Ends the turn of a queue that has nothing to give, or returns a guest to be served meanwhile. */
static struct bid_request *bfq_continue_empty_turn(struct bfq_state *bfq, uint64_t now_ns)
{
	bool waited = bfq->idle_until_ns != BID_NEVER;

	if (bfq_waits(bfq, now_ns))
		return bfq_find_close(bfq);
	bfq_expire(bfq, waited ? BFQ_TOO_IDLE : BFQ_NO_MORE_REQUESTS, now_ns);
	return NULL;
}

/* Ends the turn in service if it is over; returns the run to be served in it if not, or NULL. */
static struct bid_request *bfq_continue_turn(struct bfq_state *bfq, uint64_t now_ns)
{
	struct bfq_queue *queue = bfq->in_service;
	struct bid_request *head;

	if (sorted_queue_empty(&queue->waiting))
		return bfq_continue_empty_turn(bfq, now_ns);
	/* Looked at only when it has requests, so that it stays in the schedule for its share. */
	if (now_ns - bfq->turn_began_ns >= bfq->slice_ns) {
		bfq_expire(bfq, BFQ_TIMEOUT, now_ns);
		return NULL;
	}
	head = bfq_choose_run(bfq, queue, now_ns);
	if (bfq_charge_of(queue, head) <= queue->budget - queue->charged)
		return head;
	bfq_expire(bfq, BFQ_BUDGET_EXHAUSTED, now_ns);
	return NULL;
}

static struct bid_request *bfq_select(struct bfq_state *bfq, uint64_t now_ns)
{
	struct bid_request *head;

	if (bfq->in_service) {
		head = bfq_continue_turn(bfq, now_ns);
		if (head || bfq->in_service)
			return head;
	}
	if (!bfq_begin_turn(bfq, now_ns))
		return NULL;
	return bfq_choose_run(bfq, bfq->in_service, now_ns);
}

static struct bid_request *bfq_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct bfq_state *bfq = state;
	struct bid_request *head;

	if (tier != BID_TIER_HDD)
		return NULL;
	head = bfq_select(bfq, now_ns);
	if (head)
		bfq_take(bfq, head->queue, head, now_ns);
	return head;
}

static void bfq_completed(void *state, struct bid_request *head, uint64_t now_ns)
{
	struct bfq_state *bfq = state;
	struct bfq_queue *queue = head->queue;

	queue->dispatched--;
	bfq->dispatched--;
	if (!sorted_queue_empty(&queue->waiting) || queue->dispatched > 0)
		return;
	queue->idle_since_ns = now_ns;
	if (queue != bfq->in_service)
		bfq_queue_release(bfq, queue);
	else if (bfq_worth_idling(bfq, queue))
		bfq->idle_until_ns = now_ns + bfq->idle_ns;
}

static uint64_t bfq_next_timer_ns(const void *state, uint64_t now_ns)
{
	const struct bfq_state *bfq = state;

	/* While the device is full, by guests, its completions are what matters. */
	if (!bfq->in_service || bfq->dispatched >= bfq->depth)
		return BID_NEVER;
	return bfq->idle_until_ns > now_ns ? bfq->idle_until_ns : BID_NEVER;
}

static const struct bid_tunable_table *const bfq_tables[] = {&bid_merge_tunables, &bfq_table, NULL};

const struct bid_policy bfq_policy = {
	.name = "bfq",
	.summary = "budgets per process, idling for sequential readers (like Linux's BFQ)",
	RIVAL_FUNCTIONS(bfq),
	.completed = bfq_completed,
	.next_timer_ns = bfq_next_timer_ns,
	.write_limit = bfq_write_limit,
	.write_runs = bfq_write_runs,
};
