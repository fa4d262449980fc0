/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include <stdlib.h>

#include "scenario.h"

static void sc_want(struct scenario *s, uint8_t op, uint64_t lba, uint64_t sectors)
{
	for (uint64_t i = lba - s->base; i < lba - s->base + sectors; i++)
		s->wanted[op][i] = true;
}

static uint32_t sc_choose_sectors(const struct scenario *s, const struct stream *stream,
				  uint64_t end)
{
	static const uint32_t most[] = {8, 8, 64, 128, BID_REQUEST_MAX_SECTORS};
	uint64_t rest = end - stream->next_lba;
	uint64_t sectors = BID_REQUEST_MAX_SECTORS;

	if (!stream->writes_long_runs)
		sectors = 1 + sc_below(s, most[sc_below(s, 5)]);
	return (uint32_t)(sectors < rest ? sectors : rest);
}

/* A transfer begins: the stream says what it will ask, and mostly keeps its word. */
static void sc_announce(struct scenario *s, uint32_t i)
{
	struct stream *stream = &s->stream[i];
	struct bid_announcement announcement = {.stream = i,
						.lba = stream->favourite_lba,
						.op = stream->op,
						.service_class = stream->service_class};

	if (sc_below(s, 2))
		announcement.lba = s->base + sc_below(s, s->area);
	announcement.sectors = 1 + sc_below(s, s->base + s->area - announcement.lba);
	stream->next_lba = announcement.lba;
	stream->announced_end = announcement.lba + announcement.sectors;
	sc_want(s, announcement.op, announcement.lba, announcement.sectors);
	bid_request_queue_announce(&s->queue, &announcement, s->now_ns);
}

static uint8_t sc_choose_flags(const struct scenario *s, uint8_t op)
{
	if (sc_once_in(s, s->barriers_once_in))
		return BID_BARRIER;
	if (op == BID_READ)
		return sc_once_in(s, 6) ? BID_AHEAD : BID_SYNC;
	return sc_once_in(s, 4) ? BID_SYNC : 0;
}

static struct asked *sc_make_request(struct scenario *s, uint32_t i)
{
	struct stream *stream = &s->stream[i];
	struct asked *asked = calloc(1, sizeof(*asked));
	struct bid_request *node = &asked->data.node;
	uint64_t end = stream->announced_end ? stream->announced_end : s->base + s->area;

	if (stream->next_lba >= end || stream->random) {
		stream->announced_end = 0;
		end = s->base + s->area;
		stream->next_lba = s->base + sc_below(s, s->area);
	}
	node->stream = i;
	node->lba = stream->next_lba;
	node->sectors = sc_choose_sectors(s, stream, end);
	node->op = sc_once_in(s, 8) ? (uint8_t)sc_below(s, 2) : stream->op;
	node->service_class = stream->service_class;
	node->flags = sc_choose_flags(s, node->op);
	if ((node->flags & BID_BARRIER) && sc_below(s, 2))
		node->sectors = 0; /* a flush without data */
	node->file = s->files ? sc_below(s, s->files + 1) : 0;
	stream->next_lba += node->sectors;
	return asked;
}

static void sc_insert(struct scenario *s, struct asked *asked)
{
	struct bid_request *node = &asked->data.node;
	bool barrier = node->flags & BID_BARRIER;
	int result;

	sc_want(s, node->op, node->lba, node->sectors);
	data_oracle_begin(s->oracle, &asked->data);
	asked->to_flush = s->ssd_writes;
	s->asked[s->outstanding++] = asked;
	s->idle_rounds = 0;
	s->report->inserted++;
	s->report->barriers += barrier;
	result = bid_request_queue_insert(&s->queue, node, s->now_ns);
	if (result)
		sc_fail(s, "insert returned %d with %u outstanding", result, s->outstanding - 1);
}

static void sc_choose_next_arrival(struct scenario *s)
{
	static const uint64_t gaps[] = {1, 1, MS / 10, 3 * MS, 30 * MS, 900 * MS};

	s->next_arrival_ns = s->now_ns + sc_below(s, gaps[sc_below(s, 6)]);
}

static void sc_arrive_by_chance(struct scenario *s)
{
	uint32_t i = (uint32_t)sc_below(s, s->streams);

	if (sc_once_in(s, s->announces_once_in))
		sc_announce(s, i);
	sc_insert(s, sc_make_request(s, i));
	s->remaining--;
	sc_choose_next_arrival(s);
}

bool sc_rereads(const struct scenario *s)
{
	return s->remaining == 0 && s->reread_lba < s->base + s->area;
}

bool sc_may_arrive(const struct scenario *s)
{
	return sc_rereads(s) ? s->outstanding == 0
			     : s->remaining > 0 && !bid_request_queue_full(&s->queue);
}

/* One of the reads that see what has become of all writes. */
static void sc_reread(struct scenario *s)
{
	struct asked *asked = calloc(1, sizeof(*asked));

	asked->data.node = (struct bid_request){.lba = s->reread_lba,
						.sectors = BID_REQUEST_MAX_SECTORS,
						.op = BID_READ,
						.flags = BID_SYNC};
	s->reread_lba += BID_REQUEST_MAX_SECTORS;
	s->fails_once_in = 0;
	s->cancels_once_in = 0;
	sc_insert(s, asked);
}

void sc_arrive(struct scenario *s)
{
	if (sc_rereads(s))
		sc_reread(s);
	else
		sc_arrive_by_chance(s);
}

void sc_cancel_some(struct scenario *s)
{
	if (s->cancels_once_in == 0 || !sc_once_in(s, s->cancels_once_in))
		return;
	if (sc_below(s, 3) == 0)
		bid_request_queue_forget(&s->queue, sc_below(s, s->streams), s->now_ns);
	else if (s->outstanding > 0)
		bid_request_queue_cancel(&s->queue,
					 &s->asked[sc_below(s, s->outstanding)]->data.node);
}

void sc_free(struct asked *asked)
{
	data_oracle_forget(&asked->data);
	free(asked);
}
