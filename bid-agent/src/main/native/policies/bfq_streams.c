/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The streams of the BFQ-like policy: what their requests tell of them, and whose queue each goes
 * to; bfq.c tells what is taken from BFQ.
 */
#include "bfq_internal.h"

/* Further than this from the end of the one before, a request counts as a seek (BFQ: 8 * 100). */
#define BFQ_SEEK_SECTORS 800u
/* More far ones than this among the last 32 make a queue seeky (BFQ). */
#define BFQ_SEEKY_MIN 19u

/* A mean of fewer samples says nothing: three at 32 of 256 each, aged by an eighth (BFQ: 80). */
#define BFQ_THINK_SAMPLES_MIN 80u

static uint64_t bfq_distance(uint64_t a, uint64_t b)
{
	return a < b ? b - a : a - b;
}

/* Think time: from when all of a queue's requests were done to its next; an aged mean, capped. */
static void bfq_observe_think_time(const struct bfq_state *bfq, struct bfq_queue *queue,
				   uint64_t now_ns)
{
	uint64_t think_ns = now_ns - queue->idle_since_ns;

	if (think_ns > 2 * bfq->idle_ns)
		think_ns = 2 * bfq->idle_ns;
	queue->think_samples = (7 * queue->think_samples + 256) / 8;
	queue->think_total_ns = (7 * queue->think_total_ns + 256 * think_ns) / 8;
	queue->think_mean_ns = queue->think_total_ns / queue->think_samples;
}

void bfq_observe_arrival(struct bfq_state *bfq, struct bfq_queue *queue,
			 const struct bid_request *request, uint64_t now_ns)
{
	bool far = bfq_distance(queue->last_lba, request->lba) > BFQ_SEEK_SECTORS;

	queue->seek_history = queue->seek_history << 1 | far;
	queue->last_lba = request->lba + request->sectors;
	if (queue->sync && queue->idle_since_ns != BID_NEVER)
		bfq_observe_think_time(bfq, queue, now_ns);
}

static uint32_t bfq_count_bits(uint32_t bits)
{
	uint32_t count = 0;

	for (; bits; bits &= bits - 1)
		count++;
	return count;
}

bool bfq_is_seeky(const struct bfq_queue *queue)
{
	return bfq_count_bits(queue->seek_history) > BFQ_SEEKY_MIN;
}

bool bfq_worth_idling(const struct bfq_state *bfq, const struct bfq_queue *queue)
{
	bool quick = queue->think_samples < BFQ_THINK_SAMPLES_MIN ||
		     queue->think_mean_ns <= bfq->think_max_ns;

	return bfq->idle_ns > 0 && bfq->rotational && queue->sync && quick && !bfq_is_seeky(queue);
}

static bool bfq_is_close(const struct bfq_state *bfq, const struct bid_request *head)
{
	return head && bfq_distance(head->run_lba, bfq->position) <= BFQ_SEEK_SECTORS;
}

struct bid_request *bfq_find_close(const struct bfq_state *bfq)
{
	uint64_t from = bfq->position < BFQ_SEEK_SECTORS ? 0 : bfq->position - BFQ_SEEK_SECTORS;
	struct bid_tree_node *node = bid_tree_at_or_after(&bfq->waiting, from);
	struct bfq_queue *queue;
	struct bid_request *head;

	if (!node)
		return NULL;
	queue = bid_container_of(node, struct bfq_queue, by_lba);
	head = sorted_queue_at_or_after(&queue->waiting, bfq->position);
	if (!bfq_is_close(bfq, head))
		head = sorted_queue_at_or_before(&queue->waiting, bfq->position);
	return bfq_is_close(bfq, head) ? head : NULL;
}

/* All may have requests, one more be in service without any, and the rest are remembered. */
static size_t bfq_queues_count(const struct bid_setup *setup)
{
	return (size_t)setup->max_outstanding + setup->max_streams + 1;
}

size_t bfq_streams_bytes(const struct bid_setup *setup)
{
	size_t queues = bfq_queues_count(setup);

	return queues * sizeof(struct bfq_queue) + stream_table_bucket_bytes(queues);
}

/* One with nothing to do and no history. */
static void bfq_queue_init(struct bfq_state *bfq, struct bfq_queue *queue, bool sync)
{
	*queue = (struct bfq_queue){
		.sync = sync,
		.start = bfq->virtual_now,
		.finish = bfq->virtual_now,
		.budget_next = sync ? bfq->budget_max * 2 / 3 : bfq->budget_max,
		.idle_since_ns = BID_NEVER,
	};
	sorted_queue_init(&queue->waiting);
	bid_list_init(&queue->idle);
}

void bfq_streams_init(struct bfq_state *bfq, void *memory, const struct bid_setup *setup)
{
	bfq->queues = memory;
	bfq->queues_max = bfq_queues_count(setup);
	bid_list_init(&bfq->idle_queues);
	stream_table_init(&bfq->streams, bfq->queues + bfq->queues_max, bfq->queues_max);
	for (uint32_t i = 0; i < BID_CLASSES; i++)
		bfq_queue_init(bfq, &bfq->async[i], false);
}

/* One never used, else the one idle for longest, whose history is forgotten. */
static struct bfq_queue *bfq_queue_new(struct bfq_state *bfq)
{
	struct bfq_queue *queue;

	if (bfq->queues_used < bfq->queues_max)
		return &bfq->queues[bfq->queues_used++];
	queue = bid_container_of(bid_list_take_first(&bfq->idle_queues), struct bfq_queue, idle);
	stream_table_remove(&bfq->streams, &queue->entry);
	return queue;
}

struct bfq_queue *bfq_queue_of(struct bfq_state *bfq, const struct bid_request *request)
{
	struct stream_entry *entry;
	struct bfq_queue *queue;

	if (request->op == BID_WRITE && !(request->flags & BID_SYNC))
		return &bfq->async[request->service_class];
	entry = stream_table_find(&bfq->streams, request->stream);
	if (entry) {
		queue = bid_container_of(entry, struct bfq_queue, entry);
		bid_list_remove(&queue->idle);
		return queue;
	}
	queue = bfq_queue_new(bfq);
	bfq_queue_init(bfq, queue, true);
	stream_table_insert(&bfq->streams, &queue->entry, request->stream);
	return queue;
}

void bfq_queue_release(struct bfq_state *bfq, struct bfq_queue *queue)
{
	if (queue->sync && queue->dispatched == 0 && !queue->scheduled && queue != bfq->in_service)
		bid_list_append(&bfq->idle_queues, &queue->idle);
}
