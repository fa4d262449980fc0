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
#include "core.h"

#include "bid/request_queue.h"

/* With many streams turns shrink so that all have two in the buffer, but not below 1 MiB. */
#define TURN_MIN_SECTORS UINT64_C(2048)
/* Chunks this far behind the newest read are given up: the caller has skipped them. */
#define SKIPPED_CHUNKS UINT64_C(8)
/* Data that nobody has asked for in that time are not kept, and give way to others sooner. */
#define KEEP_NS UINT64_C(60000000000)
#define KEEP_IN_NEED_NS UINT64_C(5000000000)

static size_t extents_max(const struct bid_setup *setup)
{
	return setup->max_streams;
}

static size_t inner_max(const struct bid_setup *setup)
{
	return setup->device[BID_TIER_HDD].depth + 1;
}

size_t announced_bytes(const struct bid_setup *setup)
{
	return extents_max(setup) * sizeof(struct bid_extent) +
	       inner_max(setup) * sizeof(struct bid_request);
}

void announced_init(struct bid_core *core, const struct bid_setup *setup, void *memory)
{
	struct bid_extent *extents = memory;
	struct bid_request *inner = (void *)(extents + extents_max(setup));

	bid_list_init(&core->unused_extents);
	bid_list_init(&core->extents_by_use);
	bid_list_init(&core->hungry_extents);
	bid_list_init(&core->unused_inner);
	bid_tree_init(&core->extents);
	for (size_t i = 0; i < extents_max(setup); i++)
		bid_list_append(&core->unused_extents, &extents[i].link);
	for (size_t i = 0; i < inner_max(setup); i++)
		bid_list_append(&core->unused_inner, &inner[i].link);
}

static struct bid_extent *extent_of_use(struct bid_link *link)
{
	return bid_container_of(link, struct bid_extent, link);
}

static struct bid_request *waiter_of(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_request, by_lba) : NULL;
}

/* ---- chunks ---- */

static uint64_t chunk_start(const struct bid_extent *extent, uint64_t lba)
{
	return lba - (lba - extent->lba) % CHUNK_SECTORS;
}

static uint64_t chunk_end(const struct bid_extent *extent, uint64_t lba)
{
	uint64_t end = chunk_start(extent, lba) + CHUNK_SECTORS;

	return end < extent->end ? end : extent->end;
}

static uint64_t chunk_place(const struct bid_extent *extent, uint64_t lba)
{
	return (lba - extent->lba) / CHUNK_SECTORS % EXTENT_CHUNKS;
}

static uint64_t turn_sectors(const struct bid_core *core)
{
	uint64_t share = core->t.announced_buffer_sectors / 2 / (core->extent_count + 1);
	uint64_t turn = core->t.announced_turn_sectors;

	if (share < turn)
		turn = share > TURN_MIN_SECTORS ? share : TURN_MIN_SECTORS;
	return turn / CHUNK_SECTORS * CHUNK_SECTORS;
}

/* Up to where the extent's own two turns reach. */
static uint64_t window_end(const struct bid_core *core, const struct bid_extent *extent)
{
	uint64_t end = extent->base + 2 * turn_sectors(core);

	return end < extent->end ? end : extent->end;
}

/* Up to where the extent may be read at present: its window and the buffer. */
static uint64_t readable_end(const struct bid_core *core, const struct bid_extent *extent)
{
	uint64_t end = window_end(core, extent);
	uint64_t room = core->t.announced_buffer_sectors > core->buffered
				? core->t.announced_buffer_sectors - core->buffered
				: 0;
	uint64_t room_end = extent->issued + room / CHUNK_SECTORS * CHUNK_SECTORS;

	return end < room_end ? end : room_end;
}

/* ---- turns ---- */

/* Whether a caller waits for data that are not being read yet. */
static bool extent_is_urgent(const struct bid_extent *extent)
{
	return extent->unit->requests.count > 0 && extent->wanted > extent->issued;
}

static bool extent_wants_turn(const struct bid_core *core, const struct bid_extent *extent,
			      uint64_t end)
{
	if (end <= extent->issued)
		return false;
	if (extent_is_urgent(extent))
		return true;
	return end == extent->end || end - extent->issued >= turn_sectors(core);
}

/* Callers' reads that the buffer has no room for go to the disk by themselves. */
static void extent_reroute(struct bid_core *core, struct bid_extent *extent, uint64_t now_ns)
{
	struct bid_unit *unit = extent->unit;

	while (!bid_list_empty(&unit->fifo)) {
		struct bid_request *request =
			bid_container_of(unit->fifo.next, struct bid_request, link);

		bid_tree_remove(&unit->requests, &request->by_lba);
		bid_list_remove(&request->link);
		stage_request(core, request, now_ns);
	}
	extent->wanted = extent->issued;
}

/* Puts the extent into the sweep if it wants a turn. */
static void extent_stage(struct bid_core *core, struct bid_extent *extent, uint64_t now_ns)
{
	struct bid_unit *unit = extent->unit;

	if (unit->state == UNIT_ACTIVE)
		return;
	if (extent_wants_turn(core, extent, readable_end(core, extent))) {
		bid_list_remove(&extent->hungry);
		unit->next_lba = extent->issued;
		sweep_staged(core, unit);
		return;
	}
	sweep_unstage(core, unit);
	if (!extent_wants_turn(core, extent, window_end(core, extent)))
		bid_list_remove(&extent->hungry);
	else if (bid_list_empty(&extent->hungry))
		bid_list_append(&core->hungry_extents, &extent->hungry);
	if (extent_is_urgent(extent))
		extent_reroute(core, extent, now_ns);
}

/* There may be room again for those that have been without for longest. */
static void feed_hungry(struct bid_core *core, uint64_t now_ns)
{
	while (!bid_list_empty(&core->hungry_extents)) {
		struct bid_link *first = core->hungry_extents.next;

		extent_stage(core, bid_container_of(first, struct bid_extent, hungry), now_ns);
		if (core->hungry_extents.next == first)
			return;
	}
}

/* ---- the buffer ---- */

static void extent_free_chunk(struct bid_core *core, struct bid_extent *extent)
{
	uint64_t place = chunk_place(extent, extent->base);
	uint64_t end = chunk_end(extent, extent->base);

	core->buffered -= end - extent->base;
	extent->done[place] = false;
	extent->consumed[place] = 0;
	extent->base = end;
}

/* Frees what is consumed, and what is older than that and was skipped. */
static void extent_free_consumed(struct bid_core *core, struct bid_extent *extent,
				 uint64_t read_lba)
{
	while (extent->base < extent->issued) {
		uint64_t place = chunk_place(extent, extent->base);
		uint64_t length = chunk_end(extent, extent->base) - extent->base;
		bool skipped = extent->base + SKIPPED_CHUNKS * CHUNK_SECTORS < read_lba;

		if (!extent->done[place] || (extent->consumed[place] < length && !skipped))
			return;
		extent_free_chunk(core, extent);
	}
}

static bool extent_has(const struct bid_extent *extent, const struct bid_request *request)
{
	uint64_t last = request->lba + request->sectors - 1;

	return request->lba >= extent->base && last < extent->issued &&
	       extent->done[chunk_place(extent, request->lba)] &&
	       extent->done[chunk_place(extent, last)];
}

static void extent_consume(struct bid_extent *extent, const struct bid_request *request)
{
	uint64_t at = request->lba;
	uint64_t end = at + request->sectors;

	while (at < end) {
		uint64_t stop = chunk_end(extent, at) < end ? chunk_end(extent, at) : end;
		uint16_t *consumed = &extent->consumed[chunk_place(extent, at)];

		/* A range read again and again must not overflow the count. */
		if (*consumed < CHUNK_SECTORS)
			*consumed = (uint16_t)(*consumed + (stop - at));
		at = stop;
	}
}

static void extent_serve(struct bid_core *core, struct bid_extent *extent,
			 struct bid_request *request)
{
	extent_consume(extent, request);
	core->outstanding--;
	bid_list_append(&core->finished, &request->link);
}

/*
 * Gives all of the buffer up. What is still being read is not ours any more, and may be done later
 * than what the stream reads there next.
 */
static void extent_empty(struct bid_core *core, struct bid_extent *extent)
{
	struct bid_link *link;

	while ((link = bid_list_take_first(&extent->reading)))
		bid_container_of(link, struct bid_request, link)->flags |= BID_STALE;
	while (extent->base < extent->issued)
		extent_free_chunk(core, extent);
}

/* Nothing is in the buffer or on its way there; it is read from base on. */
static void extent_restart(struct bid_extent *extent, uint64_t base)
{
	extent->base = base;
	extent->issued = base;
	extent->turn_end = base;
	extent->wanted = base;
}

static void extent_drop(struct bid_core *core, struct bid_extent *extent, uint64_t now_ns)
{
	struct bid_stream *stream = extent->stream;
	struct bid_unit *unit = extent->unit;

	extent_empty(core, extent);
	bid_tree_remove(&core->extents, &extent->by_lba);
	bid_list_remove(&extent->hungry);
	bid_list_remove(&extent->link);
	bid_list_append(&core->unused_extents, &extent->link);
	core->extent_count--;
	stream->extent = NULL;
	sweep_unstage(core, unit);
	extent_reroute(core, extent, now_ns);
	extent->stream = NULL;
	unit->extent = NULL;
	if (core->active == unit)
		core->active = NULL;
	if (core->last_active == unit)
		core->last_active = NULL;
	unit_retire(core, unit);
	stream_put(core, stream);
	feed_hungry(core, now_ns);
}

static void extent_touch(struct bid_core *core, struct bid_extent *extent, uint64_t now_ns)
{
	extent->used_ns = now_ns;
	bid_list_remove(&extent->link);
	bid_list_append(&core->extents_by_use, &extent->link);
}

static void drop_unused_for(struct bid_core *core, uint64_t keep_ns, uint64_t now_ns)
{
	while (!bid_list_empty(&core->extents_by_use)) {
		struct bid_extent *oldest = extent_of_use(core->extents_by_use.next);

		if (now_ns - oldest->used_ns < keep_ns)
			return;
		extent_drop(core, oldest, now_ns);
	}
}

void announced_expire(struct bid_core *core, uint64_t now_ns)
{
	drop_unused_for(core, KEEP_NS, now_ns);
}

uint64_t announced_next_timer_ns(const struct bid_core *core)
{
	if (bid_list_empty(&core->extents_by_use))
		return BID_NEVER;
	return extent_of_use(core->extents_by_use.next)->used_ns + KEEP_NS;
}

/* ---- announcements ---- */

static void hear_read(struct bid_core *core, struct bid_stream *stream, uint64_t lba, uint64_t end,
		      uint64_t now_ns)
{
	struct bid_link *first = bid_list_take_first(&core->unused_extents);
	struct bid_extent *extent;
	struct bid_unit *unit;

	/* No room for another: its reads go the way of all requests. */
	if (!first)
		return;
	unit = unit_new_detached(core, stream);
	if (!unit) {
		bid_list_append(&core->unused_extents, first);
		return;
	}
	extent = extent_of_use(first);
	*extent = (struct bid_extent){
		.stream = stream, .unit = unit, .lba = lba, .end = end, .base = lba, .issued = lba,
		.turn_end = lba, .wanted = lba,
	};
	bid_list_init(&extent->link);
	bid_list_init(&extent->hungry);
	bid_list_init(&extent->reading);
	unit->extent = extent;
	unit->state = UNIT_IDLE;
	unit->op = BID_READ;
	stream->extent = extent;
	core->extent_count++;
	if (end - lba > core->longest_extent)
		core->longest_extent = end - lba;
	bid_tree_insert(&core->extents, &extent->by_lba, lba);
	extent_touch(core, extent, now_ns);
	extent_stage(core, extent, now_ns);
}

void announced_hear(struct bid_core *core, const struct bid_announcement *announcement,
		    uint64_t now_ns)
{
	uint64_t capacity = core->device[BID_TIER_HDD].sectors;
	uint64_t lba = announcement->lba < capacity ? announcement->lba : capacity;
	uint64_t end = announcement->sectors < capacity - lba ? lba + announcement->sectors
							      : capacity;
	struct bid_stream *stream;

	/* Writes are gathered anyhow, for as long as nobody waits for them. */
	if (announcement->op != BID_READ)
		return;
	stream = stream_find(core, announcement->stream);
	if (stream && stream->extent) {
		if (stream->extent->lba == lba && stream->extent->end == end)
			return;
		extent_drop(core, stream->extent, now_ns);
	}
	if (lba >= end || core->t.announced_buffer_sectors == 0)
		return;
	stream = stream_get(core, announcement->stream);
	if (!stream)
		return;
	hear_read(core, stream, lba, end, now_ns);
	stream_put(core, stream);
}

/* ---- callers' reads ---- */

/* The caller has gone on to a place further ahead than is read: the extent follows. */
static void extent_follow(struct bid_core *core, struct bid_extent *extent, uint64_t lba)
{
	extent_free_consumed(core, extent, lba);
	if (extent->base < extent->issued || extent->unit->state == UNIT_ACTIVE ||
	    extent->unit->in_flight > 0 || extent->unit->requests.count > 0)
		return;
	extent_restart(extent, chunk_start(extent, lba));
}

static void extent_wait(struct bid_core *core, struct bid_extent *extent,
			struct bid_request *request, uint64_t now_ns)
{
	struct bid_unit *unit = extent->unit;

	request->queue = unit;
	request->expiry_ns = now_ns + core->t.guard_ns[request->service_class < BID_CLASSES
							       ? request->service_class
							       : BID_FOREGROUND];
	bid_tree_insert(&unit->requests, &request->by_lba, request->lba);
	bid_list_append(&unit->fifo, &request->link);
	if (request->lba + request->sectors > extent->wanted)
		extent->wanted = request->lba + request->sectors;
	if (request->lba + request->sectors > readable_end(core, extent))
		drop_unused_for(core, KEEP_IN_NEED_NS, now_ns);
	extent_stage(core, extent, now_ns);
}

bool announced_claim(struct bid_core *core, struct bid_request *request, uint64_t now_ns)
{
	struct bid_stream *stream = stream_find(core, request->stream);
	struct bid_extent *extent = stream ? stream->extent : NULL;
	uint64_t end = request->lba + request->sectors;

	if (!extent || request->op != BID_READ || request->lba < extent->base || end > extent->end)
		return false;
	extent_touch(core, extent, now_ns);
	if (end > extent->base + 2 * turn_sectors(core))
		extent_follow(core, extent, request->lba);
	if (request->lba < extent->base || end > extent->base + 2 * turn_sectors(core))
		return false;
	if (!extent_has(extent, request)) {
		extent_wait(core, extent, request, now_ns);
		return true;
	}
	extent_serve(core, extent, request);
	extent_free_consumed(core, extent, request->lba);
	if (extent->base >= extent->end) {
		extent_drop(core, extent, now_ns);
		return true;
	}
	extent_stage(core, extent, now_ns);
	feed_hungry(core, now_ns);
	return true;
}

/* ---- turns, as turn.c sees them ---- */

void announced_turn_begin(struct bid_core *core, struct bid_unit *unit)
{
	struct bid_extent *extent = unit->extent;
	uint64_t turn_end = extent->issued + turn_sectors(core);
	uint64_t end = readable_end(core, extent);

	bid_list_remove(&extent->hungry);
	extent->turn_end = turn_end < end ? turn_end : end;
}

struct bid_request *announced_take(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	struct bid_extent *extent = unit->extent;
	struct bid_link *link = bid_list_take_first(&core->unused_inner);
	struct bid_request *inner;

	if (!link)
		return NULL;
	inner = bid_container_of(link, struct bid_request, link);
	*inner = (struct bid_request){
		.stream = extent->stream->key,
		.lba = extent->issued,
		.arrival_ns = now_ns,
		.sectors = (uint32_t)(chunk_end(extent, extent->issued) - extent->issued),
		.op = BID_READ,
		.flags = BID_INNER,
	};
	bid_request_init(inner);
	inner->queue = unit;
	bid_list_append(&extent->reading, &inner->link);
	extent->issued += inner->sectors;
	core->buffered += inner->sectors;
	return inner;
}

void announced_turn_over(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	unit->state = UNIT_IDLE;
	unit->extent->turn_end = unit->extent->issued;
	extent_stage(core, unit->extent, now_ns);
}

/* Serves those that waited for the chunk; one that reaches into the next may have to wait on. */
static void serve_waiters(struct bid_core *core, struct bid_extent *extent, uint64_t lba,
			  uint64_t end)
{
	struct bid_unit *unit = extent->unit;
	uint64_t from = lba < BID_REQUEST_MAX_SECTORS ? 0 : lba - BID_REQUEST_MAX_SECTORS;
	struct bid_tree_node *node = bid_tree_at_or_after(&unit->requests, from);

	while (node && node->key < end) {
		struct bid_request *request = waiter_of(node);

		node = bid_tree_next(node);
		if (!extent_has(extent, request))
			continue;
		bid_tree_remove(&unit->requests, &request->by_lba);
		bid_list_remove(&request->link);
		extent_serve(core, extent, request);
	}
}

/* Those that wait for data that were given up in the meantime go to the disk themselves. */
static void reroute_overtaken(struct bid_core *core, struct bid_extent *extent, uint64_t now_ns)
{
	struct bid_request *request;

	while ((request = waiter_of(bid_tree_first(&extent->unit->requests))) &&
	       request->lba < extent->base) {
		bid_tree_remove(&extent->unit->requests, &request->by_lba);
		bid_list_remove(&request->link);
		stage_request(core, request, now_ns);
	}
}

void announced_read(struct bid_core *core, struct bid_unit *unit, struct bid_request *inner,
		    uint64_t now_ns)
{
	struct bid_extent *extent = unit->extent;
	uint64_t lba = inner->lba;

	bid_list_remove(&inner->link);
	/* To be used again first: its memory is warm. */
	bid_list_insert_before(core->unused_inner.next, &inner->link);
	/* Dropped in the meantime. */
	if (!extent)
		return;
	extent->done[chunk_place(extent, lba)] = true;
	serve_waiters(core, extent, lba, chunk_end(extent, lba));
	extent_free_consumed(core, extent, extent->base);
	reroute_overtaken(core, extent, now_ns);
	if (extent->base >= extent->end)
		extent_drop(core, extent, now_ns);
	else
		extent_stage(core, extent, now_ns);
}

/* ---- what makes the buffer wrong ---- */

void announced_written(struct bid_core *core, uint64_t lba, uint64_t end, uint64_t now_ns)
{
	struct bid_tree_node *node = bid_tree_at_or_before(&core->extents, end - 1);

	while (node && node->key + core->longest_extent > lba) {
		struct bid_extent *extent = bid_container_of(node, struct bid_extent, by_lba);

		node = bid_tree_previous(node);
		if (extent->end > lba)
			extent_drop(core, extent, now_ns);
	}
}
