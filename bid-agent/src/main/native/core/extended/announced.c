/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Announced extents. A block transfer names its offset and length when it starts; so its data are
 * read ahead in turns that are long whatever the size of the caller's reads, each turn a unit in
 * the sweep like any other. This is knowledge, not a guess as readahead is, yet what is read is
 * bounded: two turns a stream, and a buffer for all. Callers' reads are served from the buffer,
 * wait for the chunk that holds them, or, when there is no room for it, go the way of all requests.
 */
#include "announced.h"

#include "announced_turns.h"

#include "runs.h"

/* Chunks that are on their way to the buffer at a time. */
#define AHEAD_COMMANDS 4u
/* Data that nobody has asked for in that time are not kept, and give way to others sooner. */
#define KEEP_NS         UINT64_C(60000000000)
#define KEEP_IN_NEED_NS UINT64_C(5000000000)

static const struct bid_tunable announced_entries[] = {
	BID_TUNABLE(
		bid_announced_tunables, guard_write_ns, "bid-announced", "announced-guard-write",
		"ns", 3 * BID_SECOND, BID_MS, 3600 * BID_SECOND,
		"Guard of writes that nobody waits for while extents are read ahead: readers that are "
		"never late would keep such writes waiting. More gathers more of them; less brings "
		"them to the disk sooner."),
	BID_TUNABLE(
		bid_announced_tunables, turn_sectors, "bid-announced", "announced-turn", "sectors",
		16 * BID_MIB, 8 * BID_MIB, 32 * BID_MIB,
		"Amount read ahead in an announced extent at a time. More is nearer to the disk's "
		"sequential rate; less takes less buffer and makes the others wait less."),
	BID_TUNABLE(
		bid_announced_tunables, buffer_sectors, "bid-announced", "announced-buffer",
		"sectors", 256 * BID_MIB, 0, UINT64_MAX,
		"Read-ahead buffer of all streams together. More serves more streams in long turns; 0 "
		"reads nothing ahead."),
	BID_TUNABLE(
		bid_announced_tunables, others_wait_ns, "bid-announced", "announced-others-wait",
		"ns", 3600 * BID_SECOND, BID_MS, 3600 * BID_SECOND,
		"An extent whose reader keeps up has one turn after the other, until the reader of "
		"another has waited for so long; then each has one in turn. Less bounds the longest "
		"wait, and costs arm movements."),
};
const struct bid_tunable_table bid_announced_tunables =
	BID_TUNABLE_TABLE(bid_announced_tunables, announced_entries);

static size_t extents_max(const struct bid_setup *setup)
{
	return setup->max_streams;
}

/*
 * A drive with a queue is given what keeps its media busy and no more: what it does not have yet
 * can still give way to who is urgent, and does not stand between it and single reads.
 */
static size_t inner_max(const struct bid_setup *setup)
{
	uint32_t commands = setup->device[BID_TIER_HDD].depth + 1;

	return commands < AHEAD_COMMANDS ? commands : AHEAD_COMMANDS;
}

size_t announced_bytes(const struct bid_setup *setup)
{
	return extents_max(setup) * sizeof(struct bid_extent) +
	       inner_max(setup) * sizeof(struct bid_request);
}

static struct bid_extent *extent_of_use(struct bid_link *link)
{
	return bid_container_of(link, struct bid_extent, link);
}

/* Gives a caller what it reads, which is in the buffer. */
static void extent_serve(struct bid_announced *announced, struct bid_extent *extent,
			 struct bid_request *request)
{
	extent_give(extent, request);
	load_finish(announced->load, request);
}

static void extent_drop(struct bid_announced *announced, struct bid_extent *extent, uint64_t now_ns)
{
	struct bid_stream *stream = extent->stream;
	struct bid_unit *unit = extent->unit;

	extent_empty(extent, &announced->buffer);
	bid_tree_remove(&announced->by_lba, &extent->by_lba);
	bid_list_remove(&extent->hungry);
	bid_list_remove(&extent->link);
	bid_list_append(&announced->unused, &extent->link);
	if (--announced->count == 0)
		sweep_reset_write_guard(announced->sweep);
	stream->extent = NULL;
	sweep_unstage(announced->sweep, unit);
	extent_reroute(announced, extent, now_ns);
	extent->stream = NULL;
	unit->filler = NULL;
	turn_forget(announced->turn, unit);
	sweep_forget(announced->sweep, unit);
	unit_retire(announced->units, unit);
	stream_put(announced->units, stream);
	announced_feed_hungry(announced, now_ns);
}

static void extent_touch(struct bid_announced *announced, struct bid_extent *extent,
			 uint64_t now_ns)
{
	extent->used_ns = now_ns;
	bid_list_remove(&extent->link);
	bid_list_append(&announced->by_use, &extent->link);
}

static void drop_unused_for(struct bid_announced *announced, uint64_t keep_ns, uint64_t now_ns)
{
	while (!bid_list_empty(&announced->by_use)) {
		struct bid_extent *oldest = extent_of_use(announced->by_use.next);

		if (now_ns - oldest->used_ns < keep_ns)
			return;
		extent_drop(announced, oldest, now_ns);
	}
}

void announced_expire(struct bid_announced *announced, uint64_t now_ns)
{
	drop_unused_for(announced, KEEP_NS, now_ns);
}

uint64_t announced_next_timer_ns(const struct bid_announced *announced)
{
	if (bid_list_empty(&announced->by_use))
		return BID_NEVER;
	return extent_of_use(announced->by_use.next)->used_ns + KEEP_NS;
}

/* ---- announcements ---- */

static void add_read(struct bid_announced *announced, struct bid_stream *stream, uint64_t lba,
		     uint64_t end, uint64_t now_ns)
{
	struct bid_link *first = bid_list_take_first(&announced->unused);
	struct bid_extent *extent;
	struct bid_unit *unit;

	/* No room for another: its reads go the way of all requests. */
	if (!first)
		return;
	unit = unit_new_detached(announced->units, stream);
	if (!unit) {
		bid_list_append(&announced->unused, first);
		return;
	}
	extent = extent_of_use(first);
	*extent = (struct bid_extent){
		.filler = {&extent_filler},
		.announced = announced,
		.stream = stream,
		.unit = unit,
		.lba = lba,
		.end = end,
		.base = lba,
		.issued = lba,
		.turn_end = lba,
		.wanted = lba,
	};
	bid_list_init(&extent->link);
	bid_list_init(&extent->hungry);
	bid_list_init(&extent->reading);
	unit->filler = &extent->filler;
	unit->state = UNIT_IDLE;
	unit->op = BID_READ;
	stream->extent = extent;
	if (announced->count++ == 0)
		sweep_set_write_guard(announced->sweep, announced->t.guard_write_ns);
	if (end - lba > announced->longest)
		announced->longest = end - lba;
	bid_tree_insert(&announced->by_lba, &extent->by_lba, lba);
	extent_touch(announced, extent, now_ns);
	extent_stage(announced, extent, now_ns);
}

void announced_add(struct bid_announced *announced, const struct bid_announcement *announcement,
		   uint64_t now_ns)
{
	uint64_t capacity = announced->capacity;
	uint64_t lba = announcement->lba < capacity ? announcement->lba : capacity;
	uint64_t end =
		announcement->sectors < capacity - lba ? lba + announcement->sectors : capacity;
	struct bid_stream *stream;

	/* Writes are gathered anyhow, for as long as nobody waits for them. */
	if (announcement->op != BID_READ)
		return;
	stream = stream_find(announced->units, announcement->stream);
	if (stream && stream->extent) {
		if (stream->extent->lba == lba && stream->extent->end == end)
			return;
		extent_drop(announced, stream->extent, now_ns);
	}
	if (lba >= end || announced->t.buffer_sectors == 0)
		return;
	stream = stream_get(announced->units, announcement->stream);
	if (!stream)
		return;
	add_read(announced, stream, lba, end, now_ns);
	stream_put(announced->units, stream);
}

void announced_forget(struct bid_announced *announced, uint64_t stream, uint64_t now_ns)
{
	struct bid_stream *found = stream_find(announced->units, stream);

	if (found && found->extent)
		extent_drop(announced, found->extent, now_ns);
}

/* ---- callers' reads ---- */

/* The caller has gone on to a place further ahead than is read: the extent follows. */
static void extent_follow(struct bid_announced *announced, struct bid_extent *extent, uint64_t lba)
{
	extent_free_consumed(extent, &announced->buffer, lba);
	if (extent->base < extent->issued || extent->unit->state == UNIT_ACTIVE ||
	    extent->unit->in_flight > 0 || extent->unit->requests.count > 0)
		return;
	extent_restart(extent, lba);
}

static void extent_wait(struct bid_announced *announced, struct bid_extent *extent,
			struct bid_request *request, uint64_t now_ns)
{
	struct bid_unit *unit = extent->unit;

	request->queue = unit;
	/* Others' turns are as long as its own: who is late before a sweep is over cuts them short.
	 */
	request->expiry_ns = guard_expiry_ns(&announced->sweep->guard, request, false,
					     announced->sweep->swept_ns, now_ns);
	bid_tree_insert(&unit->requests, &request->by_lba, request->lba);
	bid_list_append(&unit->fifo, &request->link);
	if (request->lba + request->sectors > extent->wanted)
		extent->wanted = request->lba + request->sectors;
	if (request->lba + request->sectors > extent_readable_end(announced, extent))
		drop_unused_for(announced, KEEP_IN_NEED_NS, now_ns);
	extent_stage(announced, extent, now_ns);
}

struct bid_chunk *announced_take_released(struct bid_announced *announced)
{
	return buffer_take_released(&announced->buffer);
}

bool announced_claim(struct bid_announced *announced, struct bid_request *request, uint64_t now_ns)
{
	struct bid_stream *stream = stream_find(announced->units, request->stream);
	struct bid_extent *extent = stream ? stream->extent : NULL;
	uint64_t end = request->lba + request->sectors;

	if (!extent || request->op != BID_READ || request->lba < extent->base || end > extent->end)
		return false;
	extent_touch(announced, extent, now_ns);
	if (!extent_reaches(announced, extent, end))
		extent_follow(announced, extent, request->lba);
	if (request->lba < extent->base || !extent_reaches(announced, extent, end))
		return false;
	if (!extent_has(extent, request)) {
		extent_wait(announced, extent, request, now_ns);
		return true;
	}
	extent_serve(announced, extent, request);
	extent_free_consumed(extent, &announced->buffer, request->lba);
	if (extent->base >= extent->end) {
		extent_drop(announced, extent, now_ns);
		return true;
	}
	extent_stage(announced, extent, now_ns);
	announced_feed_hungry(announced, now_ns);
	return true;
}

/* ---- chunks that have been read ---- */

/* Serves those that waited for the chunk; one that reaches into the next may have to wait on. */
static void serve_waiters(struct bid_announced *announced, struct bid_extent *extent, uint64_t lba,
			  uint64_t end)
{
	struct bid_unit *unit = extent->unit;
	uint64_t from = lba < BID_REQUEST_MAX_SECTORS ? 0 : lba - BID_REQUEST_MAX_SECTORS;
	struct bid_tree_node *node = bid_tree_at_or_after(&unit->requests, from);

	while (node && node->key < end) {
		struct bid_request *request = run_of(node);

		node = bid_tree_next(node);
		if (!extent_has(extent, request))
			continue;
		bid_tree_remove(&unit->requests, &request->by_lba);
		bid_list_remove(&request->link);
		extent_serve(announced, extent, request);
	}
}

/* Those that wait for data that were given up in the meantime go to the disk themselves. */
static void reroute_overtaken(struct bid_announced *announced, struct bid_extent *extent,
			      uint64_t now_ns)
{
	struct bid_request *request;

	while ((request = run_of(bid_tree_first(&extent->unit->requests))) &&
	       request->lba < extent->base) {
		bid_tree_remove(&extent->unit->requests, &request->by_lba);
		bid_list_remove(&request->link);
		announced_let_go(announced, request, now_ns);
	}
}

void announced_read(struct bid_announced *announced, struct bid_unit *unit,
		    struct bid_request *inner, uint64_t now_ns)
{
	struct bid_extent *extent = unit->filler ? extent_of_filler(unit->filler) : NULL;

	bid_list_remove(&inner->link);
	/* To be used again first: its memory is warm. */
	bid_list_insert_before(announced->unused_inner.next, &inner->link);
	/* Dropped in the meantime. */
	if (!extent) {
		buffer_release(&announced->buffer, inner->chunk[0]);
		return;
	}
	/* Those that wait read for themselves: what cannot be read may be no part of theirs. */
	if (inner->status != 0) {
		buffer_release(&announced->buffer, inner->chunk[0]);
		extent_drop(announced, extent, now_ns);
		return;
	}
	serve_waiters(announced, extent, inner->lba, extent_take_in(extent, inner));
	extent_free_consumed(extent, &announced->buffer, extent->base);
	reroute_overtaken(announced, extent, now_ns);
	if (extent->base >= extent->end)
		extent_drop(announced, extent, now_ns);
	else
		extent_stage(announced, extent, now_ns);
}

/* ---- what makes the buffer wrong ---- */

void announced_written(struct bid_announced *announced, uint64_t lba, uint64_t end, uint64_t now_ns)
{
	struct bid_tree_node *node = bid_tree_at_or_before(&announced->by_lba, end - 1);

	while (node && node->key + announced->longest > lba) {
		struct bid_extent *extent = bid_container_of(node, struct bid_extent, by_lba);

		node = bid_tree_previous(node);
		if (extent->end > lba)
			extent_drop(announced, extent, now_ns);
	}
}

void *announced_init(struct bid_announced *announced, struct bid_sweep *sweep,
		     struct bid_turn *turn, struct bid_load *load, const struct bid_setup *setup,
		     void *memory)
{
	struct bid_extent *extents = memory;
	struct bid_request *inner = (void *)(extents + extents_max(setup));

	announced->sweep = sweep;
	announced->turn = turn;
	announced->units = sweep->stage->units;
	announced->load = load;
	announced->capacity = setup->device[BID_TIER_HDD].sectors;
	bid_settings_read(&setup->settings, &bid_announced_tunables, &announced->t);
	bid_list_init(&announced->unused);
	bid_list_init(&announced->by_use);
	bid_list_init(&announced->hungry);
	bid_list_init(&announced->unused_inner);
	bid_list_init(&announced->buffer.released);
	bid_tree_init(&announced->by_lba);
	for (size_t i = 0; i < extents_max(setup); i++)
		bid_list_append(&announced->unused, &extents[i].link);
	for (size_t i = 0; i < inner_max(setup); i++)
		bid_list_append(&announced->unused_inner, &inner[i].link);
	return (char *)memory + announced_bytes(setup);
}
