/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Open loop: records are due at their own times; one is read ahead. And what both loops read by.
 */
#include "feed.h"

#include <errno.h>
#include <stdlib.h>

struct open_feed {
	struct sim_feed feed;
	struct trace_record ahead;
	int ahead_state; /* 1: a record; 0: the end; negative: the source's error */
};

/* Times past this (146 years) are taken for damage, so that sums of times never wrap. */
static const uint64_t TIME_MAX_NS = (uint64_t)1 << 62;

/* A flush asks for no sectors, everything else for some. */
bool sim_feed_usable(const struct sim_feed *feed, const struct trace_record *record)
{
	bool flush = record->kind == TRACE_REQUEST && (record->flags & BID_BARRIER);

	return (record->sectors > 0 || flush) && record->sectors <= feed->device_sectors &&
	       record->lba <= feed->device_sectors - record->sectors && record->op <= BID_WRITE &&
	       record->time_ns <= TIME_MAX_NS && record->latency_ns <= TIME_MAX_NS;
}

int sim_feed_read(struct sim_feed *feed, struct trace_record *record)
{
	for (;;) {
		int result = feed->source->next(feed->source, record);

		if (result <= 0 || sim_feed_usable(feed, record))
			return result;
		feed->skipped++;
	}
}

static uint64_t open_next_ns(const struct sim_feed *feed)
{
	const struct open_feed *open = (const struct open_feed *)feed;

	/* An error is due at once. */
	if (open->ahead_state < 0)
		return 0;
	return open->ahead_state ? open->ahead.time_ns : BID_NEVER;
}

static void open_read(struct open_feed *open)
{
	open->ahead_state = sim_feed_read(&open->feed, &open->ahead);
	open->feed.ended = open->ahead_state == 0;
}

static int open_take(struct sim_feed *feed, uint64_t now_ns, struct sim_due *due)
{
	struct open_feed *open = (struct open_feed *)feed;

	if (open->ahead_state <= 0)
		return open->ahead_state;
	if (open->ahead.time_ns > now_ns)
		return 0;
	due->record = open->ahead;
	due->process = NULL;
	open_read(open);
	return 1;
}

static int open_ignore(struct sim_feed *feed, const struct sim_due *due, uint64_t now_ns)
{
	(void)feed;
	(void)due;
	(void)now_ns;
	return 0;
}

static void open_free(struct sim_feed *feed)
{
	free(feed);
}

static const struct sim_feed open_functions = {
	.one_submitter = true,
	.nodes_peak = 1,
	.next_ns = open_next_ns,
	.take = open_take,
	.admitted = open_ignore,
	.completed = open_ignore,
	.free = open_free,
};

int sim_feed_open_loop(struct trace_source *source, uint64_t device_sectors, struct sim_feed **feed)
{
	struct open_feed *open = calloc(1, sizeof(*open));

	if (!open)
		return -ENOMEM;
	open->feed = open_functions;
	open->feed.source = source;
	open->feed.device_sectors = device_sectors;
	open_read(open);
	*feed = &open->feed;
	return 0;
}
