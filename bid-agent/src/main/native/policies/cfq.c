/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * CFQ as Mishra 2018 (chapter 3) describes it: a sorted queue per process for synchronous requests
 * and one for all asynchronous ones. In rounds it takes up to `quantum` requests from each in turn
 * and sorts what it took by address in the dispatch queue; the next round begins when that is
 * empty. No time slices, no priorities, and no anticipation: nothing ever waits on purpose.
 *
 * In the source's example a round takes one request of a process that has two waiting although the
 * quantum is two: C1, while C2 leaves with the second round; A and B give two each. What explains
 * it without another constant, and what is done here: a synchronous queue with no more than a
 * quantum waiting gives only what lies together. C1, of 4 sectors, ends at 1604 and C2 begins at
 * 1670, while none of A's gaps is as long as its requests. Measured on the generated workloads in
 * open loop with the bound of 256, this costs CFQ 0.3 % of time against full quanta always.
 *
 * A queue is swept upwards from where its last turn ended.
 */
#include "policies/rivals.h"
#include "sorted_queue.h"
#include "stream_table.h"

struct cfq_queue {
	struct stream_entry entry; /* of a process's queue: first, found by its stream */
	struct bid_link turn;      /* in the ring of queues that have requests; else free */
	struct sorted_queue waiting;
	uint64_t sweep_lba;
	bool sync;
};

struct cfq_state {
	/* Settings. */
	uint64_t quantum;
	bool merge;
	/* Run time. */
	struct bid_tree dispatch; /* what the round took, by address */
	struct bid_link ring;     /* queues that have requests */
	struct bid_link unused;   /* queues that were in use once */
	size_t used;              /* queues from here on never were */
	struct stream_table streams;
	struct cfq_queue async;
	struct cfq_queue queues[];
};

/* A process has a queue only while requests of it wait, so as many as there can be requests. */
static size_t cfq_queues(const struct bid_setup *setup)
{
	return setup->max_outstanding;
}

static size_t cfq_state_bytes(const struct bid_setup *setup)
{
	size_t queues = cfq_queues(setup);

	return sizeof(struct cfq_state) + queues * sizeof(struct cfq_queue) +
	       stream_table_bucket_bytes(queues);
}

static void cfq_queue_init(struct cfq_queue *queue, bool sync)
{
	sorted_queue_init(&queue->waiting);
	bid_list_init(&queue->turn);
	queue->sweep_lba = 0;
	queue->sync = sync;
}

struct cfq_tunables {
	uint64_t quantum;
};

static const struct bid_tunable cfq_entries[] = {
	BID_TUNABLE(
		cfq_tunables, quantum, "cfq", "cfq-quantum", "requests", 4, 1, 65536,
		"Requests that a process may dispatch in its turn. 4 is the default of the CFQ that "
		"served rounds like this one (Linux 2.6 up to 2.6.32; time slices and 8 came later); "
		"the source's worked example uses 2. More is faster, less is fairer."),
};
static const struct bid_tunable_table cfq_table = BID_TUNABLE_TABLE(cfq_tunables, cfq_entries);

static int cfq_init(void *state, const struct bid_setup *setup)
{
	struct cfq_state *cfq = state;
	size_t queues = cfq_queues(setup);
	struct cfq_tunables tunables;

	bid_settings_read(&setup->settings, &cfq_table, &tunables);
	cfq->quantum = tunables.quantum;
	cfq->merge = bid_settings_merge(&setup->settings);
	bid_tree_init(&cfq->dispatch);
	bid_list_init(&cfq->ring);
	bid_list_init(&cfq->unused);
	stream_table_init(&cfq->streams, &cfq->queues[queues], queues);
	cfq_queue_init(&cfq->async, false);
	return 0;
}

static struct cfq_queue *cfq_queue_of_turn(struct bid_link *turn)
{
	return bid_container_of(turn, struct cfq_queue, turn);
}

static struct cfq_queue *cfq_queue_of_stream(struct cfq_state *cfq, uint64_t stream)
{
	struct stream_entry *entry = stream_table_find(&cfq->streams, stream);
	struct bid_link *unused;
	struct cfq_queue *queue;

	if (entry)
		return bid_container_of(entry, struct cfq_queue, entry);
	unused = bid_list_take_first(&cfq->unused);
	queue = unused ? cfq_queue_of_turn(unused) : &cfq->queues[cfq->used++];
	cfq_queue_init(queue, true);
	stream_table_insert(&cfq->streams, &queue->entry, stream);
	return queue;
}

static void cfq_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct cfq_state *cfq = state;
	bool sync = request->op == BID_READ || (request->flags & BID_SYNC);
	struct cfq_queue *queue = sync ? cfq_queue_of_stream(cfq, request->stream) : &cfq->async;

	(void)now_ns;
	if (sorted_queue_empty(&queue->waiting))
		bid_list_append(&cfq->ring, &queue->turn);
	request->expiry_ns = request->arrival_ns;
	sorted_queue_insert(&queue->waiting, request, cfq->merge);
}

/* Whether the next run lies apart from the last: behind it, or further off than that was long. */
static bool cfq_is_apart(const struct bid_request *last, const struct bid_request *next)
{
	uint64_t end = bid_run_end(last);

	return next->run_lba < last->run_lba ||
	       (next->run_lba > end && next->run_lba - end > last->run_sectors);
}

static void cfq_take_turn(struct cfq_state *cfq, struct cfq_queue *queue)
{
	bool only_together = queue->sync && queue->waiting.by_lba.count <= cfq->quantum;
	struct bid_request *last = NULL;

	for (uint64_t taken = 0; taken < cfq->quantum; taken++) {
		struct bid_request *next = sorted_queue_sweep(&queue->waiting, queue->sweep_lba);

		if (!next || (only_together && last && cfq_is_apart(last, next)))
			return;
		sorted_queue_remove(&queue->waiting, next);
		bid_tree_insert(&cfq->dispatch, &next->by_lba, next->run_lba);
		queue->sweep_lba = bid_run_end(next);
		last = next;
	}
}

static void cfq_retire(struct cfq_state *cfq, struct cfq_queue *queue)
{
	bid_list_remove(&queue->turn);
	if (!queue->sync)
		return;
	stream_table_remove(&cfq->streams, &queue->entry);
	bid_list_append(&cfq->unused, &queue->turn);
}

static void cfq_begin_round(struct cfq_state *cfq)
{
	struct bid_link *turn = cfq->ring.next;

	while (turn != &cfq->ring) {
		struct cfq_queue *queue = cfq_queue_of_turn(turn);

		turn = turn->next;
		cfq_take_turn(cfq, queue);
		if (sorted_queue_empty(&queue->waiting))
			cfq_retire(cfq, queue);
	}
}

static struct bid_request *cfq_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct cfq_state *cfq = state;
	struct bid_tree_node *first;

	(void)now_ns;
	if (tier != BID_TIER_HDD)
		return NULL;
	if (!cfq->dispatch.root)
		cfq_begin_round(cfq);
	first = bid_tree_first(&cfq->dispatch);
	if (!first)
		return NULL;
	bid_tree_remove(&cfq->dispatch, first);
	return bid_container_of(first, struct bid_request, by_lba);
}

static const struct bid_tunable_table *const cfq_tables[] = {&bid_merge_tunables, &cfq_table, NULL};

const struct bid_policy cfq_policy = {
	.name = "cfq",
	.summary = "a quantum of each process per round, each round sorted (Mishra 2018)",
	RIVAL_FUNCTIONS(cfq),
};
