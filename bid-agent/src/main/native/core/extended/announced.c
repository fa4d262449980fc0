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

#include "runs.h"

/* Read ahead at a time; a caller's request touches at most two such chunks. */
#define CHUNK_SECTORS ((uint64_t)BID_REQUEST_MAX_SECTORS)
/* Two turns of the longest kind. */
#define EXTENT_CHUNKS 128u

/*
 * With many streams turns shrink so that all have one in the buffer, but not below 1 MiB. Two there
 * need not be: what one stream has is used up while the disk reads for the others.
 */
#define TURN_MIN_SECTORS UINT64_C(2048)
/* Chunks this far behind the newest read are given up: the caller has skipped them. */
#define SKIPPED_CHUNKS UINT64_C(8)
/* Data that nobody has asked for in that time are not kept, and give way to others sooner. */
#define KEEP_NS         UINT64_C(60000000000)
#define KEEP_IN_NEED_NS UINT64_C(5000000000)

/*
 * What a stream announced to read. Its chunks, counted from lba, are in the buffer from base on,
 * are being read, or (from issued on) are still on the disk only.
 */
struct bid_extent {
	struct bid_filler filler;
	struct bid_announced *announced;
	struct bid_link link;    /* unused, or in order of last use */
	struct bid_link hungry;  /* there was no room to read on */
	struct bid_link reading; /* our own requests that the device has */
	struct bid_stream *stream;
	struct bid_unit *unit; /* its turns; its requests are those that wait for data */
	struct bid_tree_node by_lba;
	uint64_t lba;
	uint64_t end;
	uint64_t base;     /* all before it is consumed or given up; a chunk's start */
	uint64_t issued;   /* all before it is read or being read */
	uint64_t turn_end; /* the turn goes up to there */
	uint64_t wanted;   /* callers that wait, if any, wait for data up to there */
	uint64_t used_ns;
	uint16_t consumed[EXTENT_CHUNKS]; /* sectors of each chunk that were read by callers */
	bool done[EXTENT_CHUNKS];         /* chunk is in the buffer */
	struct bid_chunk *memory[EXTENT_CHUNKS]; /* and there; NULL: nobody looks at data */
};

static const struct bid_tunable announced_entries[] = {
	BID_TUNABLE(
		bid_announced_tunables, guard_write_ns, "bid-announced", "announced-guard-write",
		"ns", 3 * BID_SECOND, BID_MS, 3600 * BID_SECOND,
		"The guard of writes that nobody waits for while extents are read ahead: readers that "
		"are never late would keep such writes waiting. More gathers more of them, less lets "
		"them reach the disk sooner."),
	BID_TUNABLE(
		bid_announced_tunables, turn_sectors, "bid-announced", "announced-turn", "sectors",
		16 * BID_MIB, 8 * BID_MIB, 32 * BID_MIB,
		"Read ahead in an announced extent at a time. More is nearer to the disk's sequential "
		"rate, less costs less buffer and lets the others wait for shorter."),
	BID_TUNABLE(
		bid_announced_tunables, buffer_sectors, "bid-announced", "announced-buffer",
		"sectors", 256 * BID_MIB, 0, UINT64_MAX,
		"Buffer for what was read ahead, of all streams together. More serves more streams in "
		"long turns; 0 reads nothing ahead."),
};
const struct bid_tunable_table bid_announced_tunables =
	BID_TUNABLE_TABLE(bid_announced_tunables, announced_entries);

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

static struct bid_extent *extent_of_use(struct bid_link *link)
{
	return bid_container_of(link, struct bid_extent, link);
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

static uint64_t turn_sectors(const struct bid_announced *announced)
{
	uint64_t share = announced->t.buffer_sectors / (announced->count + 1);
	uint64_t turn = announced->t.turn_sectors;

	if (share < turn)
		turn = share > TURN_MIN_SECTORS ? share : TURN_MIN_SECTORS;
	return turn / CHUNK_SECTORS * CHUNK_SECTORS;
}

/* Up to where the extent's own two turns reach. */
static uint64_t window_end(const struct bid_announced *announced, const struct bid_extent *extent)
{
	uint64_t end = extent->base + 2 * turn_sectors(announced);

	return end < extent->end ? end : extent->end;
}

/* Up to where the extent may be read at present: its window and the buffer. */
static uint64_t readable_end(const struct bid_announced *announced, const struct bid_extent *extent)
{
	uint64_t end = window_end(announced, extent);
	uint64_t room = announced->t.buffer_sectors > announced->buffered
				? announced->t.buffer_sectors - announced->buffered
				: 0;
	uint64_t room_end = extent->issued + room / CHUNK_SECTORS * CHUNK_SECTORS;

	return end < room_end ? end : room_end;
}

/* ---- turns ---- */

/* A caller's read that the buffer cannot serve goes the way of all requests. */
static void announced_let_go(struct bid_announced *announced, struct bid_request *request,
			     uint64_t now_ns)
{
	struct bid_order *order = &announced->sweep->order;

	order->does->insert(order, request, now_ns);
}

/* Whether a caller waits for data that are not being read yet. */
static bool extent_is_urgent(const struct bid_extent *extent)
{
	return extent->unit->requests.count > 0 && extent->wanted > extent->issued;
}

static bool extent_wants_turn(const struct bid_announced *announced,
			      const struct bid_extent *extent, uint64_t end)
{
	if (end <= extent->issued)
		return false;
	if (extent_is_urgent(extent))
		return true;
	return end == extent->end || end - extent->issued >= turn_sectors(announced);
}

/* Callers' reads that the buffer has no room for go to the disk by themselves. */
static void extent_reroute(struct bid_announced *announced, struct bid_extent *extent,
			   uint64_t now_ns)
{
	struct bid_unit *unit = extent->unit;

	while (!bid_list_empty(&unit->fifo)) {
		struct bid_request *request =
			bid_container_of(unit->fifo.next, struct bid_request, link);

		bid_tree_remove(&unit->requests, &request->by_lba);
		bid_list_remove(&request->link);
		announced_let_go(announced, request, now_ns);
	}
	extent->wanted = extent->issued;
}

/* Puts the extent into the sweep if it wants a turn. */
static void extent_stage(struct bid_announced *announced, struct bid_extent *extent,
			 uint64_t now_ns)
{
	struct bid_unit *unit = extent->unit;

	if (unit->state == UNIT_ACTIVE)
		return;
	if (extent_wants_turn(announced, extent, readable_end(announced, extent))) {
		bid_list_remove(&extent->hungry);
		unit->next_lba = extent->issued;
		sweep_stage(announced->sweep, unit);
		return;
	}
	sweep_unstage(announced->sweep, unit);
	if (!extent_wants_turn(announced, extent, window_end(announced, extent)))
		bid_list_remove(&extent->hungry);
	else if (bid_list_empty(&extent->hungry))
		bid_list_append(&announced->hungry, &extent->hungry);
	if (extent_is_urgent(extent))
		extent_reroute(announced, extent, now_ns);
}

/* There may be room again for those that have been without for longest. */
static void feed_hungry(struct bid_announced *announced, uint64_t now_ns)
{
	while (!bid_list_empty(&announced->hungry)) {
		struct bid_link *first = announced->hungry.next;

		extent_stage(announced, bid_container_of(first, struct bid_extent, hungry), now_ns);
		if (announced->hungry.next == first)
			return;
	}
}

/* ---- the buffer ---- */

static void memory_release(struct bid_announced *announced, struct bid_chunk *memory)
{
	if (memory)
		bid_list_append(&announced->released, &memory->link);
}

struct bid_chunk *announced_take_released(struct bid_announced *announced)
{
	struct bid_link *first = bid_list_take_first(&announced->released);

	return first ? bid_container_of(first, struct bid_chunk, link) : NULL;
}

static void extent_free_chunk(struct bid_announced *announced, struct bid_extent *extent)
{
	uint64_t place = chunk_place(extent, extent->base);
	uint64_t end = chunk_end(extent, extent->base);

	announced->buffered -= end - extent->base;
	memory_release(announced, extent->memory[place]);
	extent->memory[place] = NULL;
	extent->done[place] = false;
	extent->consumed[place] = 0;
	extent->base = end;
}

/* Frees what is consumed, and what is older than that and was skipped. */
static void extent_free_consumed(struct bid_announced *announced, struct bid_extent *extent,
				 uint64_t read_lba)
{
	while (extent->base < extent->issued) {
		uint64_t place = chunk_place(extent, extent->base);
		uint64_t length = chunk_end(extent, extent->base) - extent->base;
		bool skipped = extent->base + SKIPPED_CHUNKS * CHUNK_SECTORS < read_lba;

		if (!extent->done[place] || (extent->consumed[place] < length && !skipped))
			return;
		extent_free_chunk(announced, extent);
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

static void extent_serve(struct bid_announced *announced, struct bid_extent *extent,
			 struct bid_request *request)
{
	uint64_t first = chunk_place(extent, request->lba);
	uint64_t last = chunk_place(extent, request->lba + request->sectors - 1);

	request->chunk[0] = extent->memory[first];
	request->chunk[1] = last != first ? extent->memory[last] : NULL;
	extent_consume(extent, request);
	load_finish(announced->load, request);
}

/*
 * Gives all of the buffer up. What is still being read is not ours any more, and may be done later
 * than what the stream reads there next.
 */
static void extent_empty(struct bid_announced *announced, struct bid_extent *extent)
{
	struct bid_link *link;

	while ((link = bid_list_take_first(&extent->reading)))
		bid_container_of(link, struct bid_request, link)->flags |= BID_STALE;
	while (extent->base < extent->issued)
		extent_free_chunk(announced, extent);
}

/* Nothing is in the buffer or on its way there; it is read from base on. */
static void extent_restart(struct bid_extent *extent, uint64_t base)
{
	extent->base = base;
	extent->issued = base;
	extent->turn_end = base;
	extent->wanted = base;
}

static void extent_drop(struct bid_announced *announced, struct bid_extent *extent, uint64_t now_ns)
{
	struct bid_stream *stream = extent->stream;
	struct bid_unit *unit = extent->unit;

	extent_empty(announced, extent);
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
	feed_hungry(announced, now_ns);
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

/* ---- turns, as turn.c sees them ---- */

static struct bid_extent *extent_of(struct bid_filler *filler)
{
	return bid_container_of(filler, struct bid_extent, filler);
}

static bool extent_waiting(const struct bid_filler *filler)
{
	const struct bid_extent *extent = bid_container_of(filler, struct bid_extent, filler);

	return extent->issued < extent->turn_end;
}

/* Sets how far the turn goes. */
static void extent_turn_begins(struct bid_filler *filler)
{
	struct bid_extent *extent = extent_of(filler);
	uint64_t turn_end = extent->issued + turn_sectors(extent->announced);
	uint64_t end = readable_end(extent->announced, extent);

	bid_list_remove(&extent->hungry);
	extent->turn_end = turn_end < end ? turn_end : end;
}

/* The next chunk of the turn; NULL: no request of our own is free. */
static struct bid_request *extent_take(struct bid_filler *filler, uint64_t now_ns)
{
	struct bid_extent *extent = extent_of(filler);
	struct bid_announced *announced = extent->announced;
	struct bid_link *link = bid_list_take_first(&announced->unused_inner);
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
	inner->queue = extent->unit;
	bid_list_append(&extent->reading, &inner->link);
	extent->issued += inner->sectors;
	announced->buffered += inner->sectors;
	return inner;
}

/* The extent goes back to the sweep if it wants another. */
static void extent_turn_over(struct bid_filler *filler, uint64_t now_ns)
{
	struct bid_extent *extent = extent_of(filler);

	extent->unit->state = UNIT_IDLE;
	extent->turn_end = extent->issued;
	extent_stage(extent->announced, extent, now_ns);
}

static const struct bid_filler_functions extent_functions = {
	.waiting = extent_waiting,
	.turn_begins = extent_turn_begins,
	.take = extent_take,
	.turn_over = extent_turn_over,
};

/* ---- announcements ---- */

static void hear_read(struct bid_announced *announced, struct bid_stream *stream, uint64_t lba,
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
		.filler = {&extent_functions},
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

void announced_hear(struct bid_announced *announced, const struct bid_announcement *announcement,
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
	hear_read(announced, stream, lba, end, now_ns);
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
	extent_free_consumed(announced, extent, lba);
	if (extent->base < extent->issued || extent->unit->state == UNIT_ACTIVE ||
	    extent->unit->in_flight > 0 || extent->unit->requests.count > 0)
		return;
	extent_restart(extent, chunk_start(extent, lba));
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
	if (request->lba + request->sectors > readable_end(announced, extent))
		drop_unused_for(announced, KEEP_IN_NEED_NS, now_ns);
	extent_stage(announced, extent, now_ns);
}

bool announced_claim(struct bid_announced *announced, struct bid_request *request, uint64_t now_ns)
{
	struct bid_stream *stream = stream_find(announced->units, request->stream);
	struct bid_extent *extent = stream ? stream->extent : NULL;
	uint64_t end = request->lba + request->sectors;

	if (!extent || request->op != BID_READ || request->lba < extent->base || end > extent->end)
		return false;
	extent_touch(announced, extent, now_ns);
	if (end > extent->base + 2 * turn_sectors(announced))
		extent_follow(announced, extent, request->lba);
	if (request->lba < extent->base || end > extent->base + 2 * turn_sectors(announced))
		return false;
	if (!extent_has(extent, request)) {
		extent_wait(announced, extent, request, now_ns);
		return true;
	}
	extent_serve(announced, extent, request);
	extent_free_consumed(announced, extent, request->lba);
	if (extent->base >= extent->end) {
		extent_drop(announced, extent, now_ns);
		return true;
	}
	extent_stage(announced, extent, now_ns);
	feed_hungry(announced, now_ns);
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
	struct bid_extent *extent = unit->filler ? extent_of(unit->filler) : NULL;
	uint64_t lba = inner->lba;

	bid_list_remove(&inner->link);
	/* To be used again first: its memory is warm. */
	bid_list_insert_before(announced->unused_inner.next, &inner->link);
	/* Dropped in the meantime. */
	if (!extent) {
		memory_release(announced, inner->chunk[0]);
		return;
	}
	/* Those that wait read for themselves: what cannot be read may be no part of theirs. */
	if (inner->status != 0) {
		memory_release(announced, inner->chunk[0]);
		extent_drop(announced, extent, now_ns);
		return;
	}
	extent->memory[chunk_place(extent, lba)] = inner->chunk[0];
	extent->done[chunk_place(extent, lba)] = true;
	serve_waiters(announced, extent, lba, chunk_end(extent, lba));
	extent_free_consumed(announced, extent, extent->base);
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
	bid_list_init(&announced->released);
	bid_tree_init(&announced->by_lba);
	for (size_t i = 0; i < extents_max(setup); i++)
		bid_list_append(&announced->unused, &extents[i].link);
	for (size_t i = 0; i < inner_max(setup); i++)
		bid_list_append(&announced->unused_inner, &inner[i].link);
	return (char *)memory + announced_bytes(setup);
}
