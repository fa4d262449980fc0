/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "stage.h"

#include "runs.h"
#include "think.h"

/* A request this near ahead of a run's end still belongs to the run: a short gap costs no seek. */
#define RUN_GAP_SECTORS UINT64_C(256)
/* A write of at most 64 KiB is small. */
#define SCATTERED_SECTORS 128u
/* What a block spans, 128 MiB: the way from one end of it to the other is a short one. */
#define NEAR_SECTORS UINT64_C(262144)

/*
 * A read ahead is there because a reader goes on, and he waits as soon as he has caught up with it;
 * Linux flags with REQ_RAHEAD even what he waits for already (page_cache_sync_ra). How soon he
 * comes back is what think.c learns of his stream.
 */
bool request_blocks(const struct bid_request *request)
{
	return (request->flags & BID_SYNC) || request->op == BID_READ;
}

void stage_init(struct bid_stage *stage, struct bid_units *units, struct bid_habits *habits,
		bool merge, bool split)
{
	stage->units = units;
	stage->habits = habits;
	stage->merge = merge;
	stage->split = split;
	bid_list_init(&stage->overflow);
}

/* With many streams the lines of the unit are out of the processor's cache: asked for together. */
static void unit_prefetch(const struct bid_unit *unit)
{
	for (size_t at = 0; at < sizeof(*unit); at += CACHE_LINE)
		__builtin_prefetch((const char *)unit + at, 1);
}

/*
 * A small write that somebody waits for, and no log's. Who updates a file writes the next one near
 * it as soon as this one is done, though at no run's end.
 */
static bool is_scattered(const struct bid_stream *stream, const struct bid_request *request)
{
	return request->op == BID_WRITE && request_blocks(request) &&
	       request->run_sectors <= SCATTERED_SECTORS && request->service_class != BID_LOG &&
	       !stream->flushes;
}

static bool is_near(uint64_t a, uint64_t b)
{
	return a < b ? b - a <= NEAR_SECTORS : a - b <= NEAR_SECTORS;
}

/* The unit of a whole stream, or of the run that the request continues; NULL for a new one. */
static struct bid_unit *unit_for(const struct bid_stage *stage, const struct bid_stream *stream,
				 const struct bid_request *request)
{
	struct bid_tree_node *node;
	struct bid_unit *unit;

	if (!stage->split)
		return unit_of_next(bid_tree_first(&stream->units));
	unit = stream->recent[BID_WRITE];
	if (unit && unit->scattered && is_scattered(stream, request) &&
	    is_near(unit->next_lba, request->run_lba))
		return unit;
	/* The nearest run that ends at or before the request, then one that it overlaps. */
	for (node = bid_tree_at_or_before(&stream->units, request->run_lba);
	     node && node->key + RUN_GAP_SECTORS >= request->run_lba;
	     node = bid_tree_previous(node)) {
		unit = unit_of_next(node);
		if (unit->op == request->op)
			return unit;
	}
	unit = unit_of_next(bid_tree_at_or_after(&stream->units, request->run_lba));
	return unit && unit->next_lba <= request->run_lba + RUN_GAP_SECTORS &&
			       unit->op == request->op
		       ? unit
		       : NULL;
}

bool stage_find(struct bid_stage *stage, struct bid_request *request, struct bid_place *place)
{
	place->stream = stream_get(stage->units, request->stream);
	if (!place->stream) {
		bid_list_append(&stage->overflow, &request->link);
		return false;
	}
	if (place->stream->recent[request->op])
		unit_prefetch(place->stream->recent[request->op]);
	place->unit = unit_for(stage, place->stream, request);
	return true;
}

static struct bid_unit *stage_new_unit(struct bid_stage *stage, struct bid_stream *stream,
				       const struct bid_request *request, uint64_t now_ns)
{
	struct bid_unit *unit = unit_new(stage->units, stream);

	if (!unit)
		return NULL;
	if (!stage->units->learns)
		stream->wait = (struct bid_wait){.count = 0};
	unit->op = request->op;
	unit->judge_ns = BID_NEVER;
	unit->newest_ns = now_ns;
	unit->scattered = stage->split && is_scattered(stream, request);
	return unit;
}

static void stage_into(struct bid_stage *stage, struct bid_unit *unit, struct bid_request *request)
{
	uint64_t end = bid_run_end(request);

	request->queue = unit;
	unit->newest_blocks = request_blocks(request);
	unit->blocking |= unit->newest_blocks;
	if (unit->requests.count == 0 || end > unit->next_lba)
		unit_expect(unit, end);
	runs_add(unit, request, stage->merge);
}

struct bid_unit *stage_put(struct bid_stage *stage, const struct bid_place *place,
			   struct bid_request *request, uint64_t now_ns)
{
	struct bid_unit *unit = place->unit;

	if (!unit)
		unit = stage_new_unit(stage, place->stream, request, now_ns);
	if (!unit) {
		stream_put(stage->units, place->stream);
		bid_list_append(&stage->overflow, &request->link);
		return NULL;
	}
	if (stage->habits)
		habits_note(stage->habits, place->stream, unit, request->op, now_ns);
	stage_into(stage, unit, request);
	return unit;
}

struct bid_request *stage_take_overflow(struct bid_stage *stage)
{
	struct bid_link *first = bid_list_take_first(&stage->overflow);

	return first ? bid_container_of(first, struct bid_request, link) : NULL;
}
