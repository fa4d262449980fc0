/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Makes requests of block-layer events, as trace/event.h describes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "admission.h"
#include "pending.h"
#include "probe.h"

struct requests {
	struct trace_source source;
	struct trace_events *events;
	struct trace_admission admission;
	struct trace_pendings pendings;
	struct trace_probe probe;
	uint32_t wanted;
	uint64_t now_ns;
	bool probed;
	bool ended;
	int failure; /* why it ended; reported after what came before it */
	/* The last split: an old kernel queues the second part once more. */
	uint64_t split_sector;
	uint64_t split_process;
	bool split;
};

/* False: not a read, a write or a flush. */
static bool record_of(const struct trace_event *event, struct trace_record *record)
{
	bool flush = (event->traits & TRACE_FLUSH) && !event->sectors;
	bool reads = event->traits & TRACE_READS;

	if (event->traits & TRACE_NO_DATA)
		return false;
	if (!flush && !(event->traits & (TRACE_READS | TRACE_WRITES)))
		return false;
	memset(record, 0, sizeof(*record));
	record->time_ns = event->time_ns;
	record->process = event->process;
	record->lba = flush ? 0 : event->sector;
	record->sectors = event->sectors;
	record->op = reads && !flush ? BID_READ : BID_WRITE;
	if (flush)
		record->flags = BID_BARRIER | BID_SYNC;
	else if (reads)
		record->flags = event->traits & TRACE_AHEAD ? BID_AHEAD : BID_SYNC;
	else if (event->traits & (TRACE_SYNC | TRACE_FUA | TRACE_FLUSH))
		record->flags = BID_SYNC;
	return true;
}

/* It is a part of a request that has arrived: queued once more, or issued once more. */
static bool requests_again(struct requests *requests, const struct trace_event *event,
			   const struct trace_record *record)
{
	bool second_part = requests->split && event->sector == requests->split_sector &&
			   event->process == requests->split_process;

	if (event->action == TRACE_QUEUE && !second_part)
		return false;
	return trace_pendings_cover(&requests->pendings, record);
}

static int requests_arrival(struct requests *requests, const struct trace_event *event)
{
	struct trace_pending *pending;
	struct trace_record record;

	if (!record_of(event, &record) || requests_again(requests, event, &record)) {
		requests->source.counts.other++;
		return 0;
	}
	pending = trace_pendings_add(&requests->pendings, &record);
	if (!pending) {
		snprintf(requests->source.error, sizeof(requests->source.error), "%s",
			 strerror(ENOMEM));
		return -ENOMEM;
	}
	/* The arrival of a trace that has only completions: nothing to wait for. */
	if (event->action == TRACE_COMPLETE) {
		trace_pendings_complete(&requests->pendings, record.op, event);
		pending->completed = true;
		pending->record.latency_ns = 0;
	}
	return 0;
}

static void requests_completion(struct requests *requests, const struct trace_event *event)
{
	enum bid_op op = event->traits & TRACE_READS ? BID_READ : BID_WRITE;

	if ((event->traits & TRACE_NO_DATA) ||
	    !trace_pendings_complete(&requests->pendings, op, event))
		requests->source.counts.other++;
}

static int requests_event(struct requests *requests, const struct trace_event *event)
{
	if (event->device != requests->probe.device) {
		requests->source.counts.other++;
		return 0;
	}
	if (event->time_ns > requests->now_ns)
		requests->now_ns = event->time_ns;
	if (event->action == requests->probe.action)
		return requests_arrival(requests, event);
	if (event->action == TRACE_COMPLETE) {
		requests_completion(requests, event);
		return 0;
	}
	requests->source.counts.other++;
	if (event->action == TRACE_SPLIT) {
		requests->split = true;
		requests->split_sector = event->sector;
		requests->split_process = event->process;
	}
	return 0;
}

/* Reads an event. Returns 1, 0 at the end of the trace, or a negative errno. */
static int requests_read(struct requests *requests)
{
	struct trace_event event;
	int result = 0;

	if (!requests->probed) {
		requests->probed = true;
		result = trace_probe_run(&requests->probe, requests->events, requests->wanted);
	}
	if (!result && !trace_probe_take(&requests->probe, &event)) {
		result = requests->events->next(requests->events, &event);
		if (!result)
			return 0;
	}
	if (result >= 0)
		result = requests_event(requests, &event);
	else
		snprintf(requests->source.error, sizeof(requests->source.error), "%s",
			 *requests->events->error ? requests->events->error : strerror(-result));
	return result < 0 ? result : 1;
}

/* The oldest arrival, if there is no more reason to hold it back. */
static struct trace_pending *requests_ready(struct requests *requests)
{
	struct trace_pending *oldest = trace_pendings_oldest(&requests->pendings);
	uint64_t now_ns = requests->now_ns;

	if (!oldest || !oldest->waits || requests->ended)
		return oldest;
	if (requests->pendings.count >= TRACE_PENDING_MAX)
		return oldest;
	if (now_ns > oldest->record.time_ns &&
	    now_ns - oldest->record.time_ns > TRACE_PENDING_MAX_NS)
		return oldest;
	return NULL;
}

static int requests_next(struct trace_source *source, struct trace_record *record)
{
	struct requests *requests = (struct requests *)source;
	struct trace_pending *ready;
	bool completed;
	int result;

	for (;;) {
		ready = requests_ready(requests);
		if (ready) {
			*record = ready->record;
			completed = ready->completed;
			trace_pendings_drop_oldest(&requests->pendings);
			if (!trace_admit(&requests->admission, &source->counts, record))
				continue;
			source->counts.unpaired += !completed;
			return 1;
		}
		if (requests->ended)
			return requests->failure;
		result = requests_read(requests);
		requests->ended = result <= 0;
		requests->failure = result < 0 ? result : 0;
	}
}

static void requests_close(struct trace_source *source)
{
	struct requests *requests = (struct requests *)source;

	trace_pendings_free(&requests->pendings);
	free(requests->probe.event);
	requests->events->close(requests->events);
	free(requests);
}

int trace_requests_open(struct trace_events *events, const struct trace_options *options,
			struct trace_source **source, char *error, size_t error_size)
{
	struct requests *requests = calloc(1, sizeof(*requests));

	if (!requests) {
		events->close(events);
		snprintf(error, error_size, "%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	requests->source.next = requests_next;
	requests->source.close = requests_close;
	requests->events = events;
	requests->admission.device_sectors = options->device_sectors;
	requests->wanted = options->device;
	events->counts = &requests->source.counts;
	trace_pendings_init(&requests->pendings);
	*source = &requests->source;
	return 0;
}
