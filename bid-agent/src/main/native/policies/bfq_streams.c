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

/* Nearer than this to where the queue in service is, a stream works on the same data (BFQ: 8 * 1024). */
#define BFQ_CLOSE_SECTORS 8192u

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
		     queue->think_mean_ns <= bfq->idle_ns;

	return bfq->idle_ns > 0 && bfq->rotational && !bfq->draining && queue->sync && quick &&
	       !bfq_is_seeky(queue);
}

/* All of them may have requests and one more be in service without any. */
static size_t bfq_streams_count(const struct bid_setup *setup)
{
	return (size_t)setup->max_outstanding + setup->max_streams + 1;
}

/* A queue outlives the stream it was made for while requests of it are outstanding. */
static size_t bfq_queues_count(const struct bid_setup *setup)
{
	return bfq_streams_count(setup) + setup->max_outstanding + 1;
}

size_t bfq_streams_bytes(const struct bid_setup *setup)
{
	return bfq_queues_count(setup) * sizeof(struct bfq_queue) +
	       bfq_streams_count(setup) * sizeof(struct bfq_stream) +
	       stream_table_bucket_bytes(bfq_streams_count(setup));
}

void bfq_streams_init(struct bfq_state *bfq, void *memory, const struct bid_setup *setup)
{
	bfq->queues = memory;
	bid_list_init(&bfq->unused_queues);
	bfq->streams = (void *)(bfq->queues + bfq_queues_count(setup));
	bfq->streams_max = bfq_streams_count(setup);
	stream_table_init(&bfq->by_number, bfq->streams + bfq->streams_max, bfq->streams_max);
	for (uint32_t i = 0; i < BID_CLASSES; i++)
		bfq_queue_init(bfq, &bfq->async[i], false);
}

static struct bfq_queue *bfq_queue_new(struct bfq_state *bfq)
{
	struct bid_link *unused = bid_list_take_first(&bfq->unused_queues);
	struct bfq_queue *queue = unused ? bid_container_of(unused, struct bfq_queue, unused)
					 : &bfq->queues[bfq->queues_used++];

	bfq_queue_init(bfq, queue, true);
	return queue;
}

void bfq_queue_release(struct bfq_state *bfq, struct bfq_queue *queue)
{
	if (queue->users == 0 && queue->sync && queue->dispatched == 0 && !queue->scheduled &&
	    queue != bfq->in_service)
		bid_list_append(&bfq->unused_queues, &queue->unused);
}

static void bfq_stream_use(struct bfq_state *bfq, struct bfq_stream *stream,
			   struct bfq_queue *queue)
{
	struct bfq_queue *old = stream->queue;

	queue->users++;
	stream->queue = queue;
	if (!old)
		return;
	old->users--;
	bfq_queue_release(bfq, old);
}

/* One never used, else the one not used for longest, whose history is forgotten. */
static struct bfq_stream *bfq_stream_take(struct bfq_state *bfq)
{
	struct stream_entry *oldest;
	struct bfq_stream *stream;

	if (bfq->streams_used < bfq->streams_max)
		return &bfq->streams[bfq->streams_used++];
	oldest = stream_table_oldest(&bfq->by_number);
	stream_table_remove(&bfq->by_number, oldest);
	stream = bid_container_of(oldest, struct bfq_stream, entry);
	stream->queue->users--;
	bfq_queue_release(bfq, stream->queue);
	return stream;
}

static struct bfq_stream *bfq_stream_of(struct bfq_state *bfq, uint64_t number)
{
	struct stream_entry *entry = stream_table_find(&bfq->by_number, number);
	struct bfq_stream *stream;

	if (entry) {
		stream_table_touch(&bfq->by_number, entry);
		return bid_container_of(entry, struct bfq_stream, entry);
	}
	stream = bfq_stream_take(bfq);
	stream->queue = NULL;
	stream->split = false;
	stream_table_insert(&bfq->by_number, &stream->entry, number);
	bfq_stream_use(bfq, stream, bfq_queue_new(bfq));
	return stream;
}

/* Whether the stream reads where the queue in service is: then the two are better one. */
static bool bfq_cooperates(const struct bfq_state *bfq, const struct bfq_stream *stream,
			   const struct bid_request *request)
{
	const struct bfq_queue *other = bfq->in_service;

	return other && other != stream->queue && other->sync && !stream->split &&
	       stream->queue->users == 1 && !bfq_is_seeky(stream->queue) && !bfq_is_seeky(other) &&
	       bfq_distance(bfq->position, request->lba) <= BFQ_CLOSE_SECTORS;
}

struct bfq_queue *bfq_queue_of(struct bfq_state *bfq, const struct bid_request *request)
{
	struct bfq_stream *stream;

	if (request->op == BID_WRITE && !(request->flags & BID_SYNC))
		return &bfq->async[request->service_class];
	stream = bfq_stream_of(bfq, request->stream);
	if (stream->queue->users > 1 && bfq_is_seeky(stream->queue)) {
		bfq_stream_use(bfq, stream, bfq_queue_new(bfq));
		stream->split = true;
	} else if (bfq_cooperates(bfq, stream, request)) {
		bfq_stream_use(bfq, stream, bfq->in_service);
	}
	return stream->queue;
}
