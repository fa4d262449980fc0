/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Pools of streams and units. A unit with work is never taken away; those without are remembered,
 * because the run may go on, until the pool has no other left. So is a stream without units. Pools
 * hold one unit for each request that may be outstanding and for each stream that is to be
 * remembered, hence they cannot run dry; should a caller insert more than it said, stage.c serves
 * the rest first in, first out.
 */
#include "units.h"

/* The first pool begins at a cache line, up to so many bytes further on than the memory. */
#define SLACK (CACHE_LINE - 1u)

static size_t aligned(size_t bytes)
{
	return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

static size_t units_max(const struct bid_setup *setup)
{
	/* A reading-ahead stream has a unit besides; two more are in use between requests. */
	return (size_t)setup->max_outstanding + 2 * (size_t)setup->max_streams + 2;
}

/* Streams are kept by units, by requests for the SSD or by an extent. */
static size_t streams_max(const struct bid_setup *setup)
{
	return units_max(setup) + setup->max_outstanding + setup->max_streams;
}

static size_t bucket_count(const struct bid_setup *setup)
{
	size_t count = 64;

	/* More streams than that are there only while each request has its own. */
	while (count < (size_t)setup->max_outstanding + setup->max_streams)
		count *= 2;
	return count;
}

size_t units_bytes(const struct bid_setup *setup)
{
	return SLACK + units_max(setup) * sizeof(struct bid_unit) +
	       streams_max(setup) * sizeof(struct bid_stream) +
	       aligned(bucket_count(setup) * sizeof(struct bid_stream *)) +
	       aligned(units_max(setup) * sizeof(struct bid_timer_place));
}

static void units_init_pools(struct bid_units *units, const struct bid_setup *setup,
			     struct bid_unit *first, struct bid_stream *streams)
{
	bid_list_init(&units->unused);
	bid_list_init(&units->idle);
	bid_list_init(&units->unused_streams);
	bid_list_init(&units->idle_streams);
	units->fresh = first;
	units->end = first + units_max(setup);
	units->fresh_streams = streams;
	units->streams_end = streams + streams_max(setup);
}

void *units_init(struct bid_units *units, const struct bid_setup *setup, bool learns, void *memory)
{
	char *at = (char *)memory + (aligned((uintptr_t)memory) - (uintptr_t)memory);
	struct bid_unit *first = (void *)at;
	struct bid_stream *streams;

	at += units_max(setup) * sizeof(struct bid_unit);
	streams = (void *)at;
	at += streams_max(setup) * sizeof(struct bid_stream);
	units->learns = learns;
	units->buckets = (void *)at;
	units->bucket_mask = bucket_count(setup) - 1;
	at += aligned(bucket_count(setup) * sizeof(struct bid_stream *));
	bid_timers_init(&units->timers, (void *)at);
	at += aligned(units_max(setup) * sizeof(struct bid_timer_place));
	units_init_pools(units, setup, first, streams);
	return at;
}

/* Finaliser of SplitMix64 (Steele, Lea and Flood, 2014): process ids are anything but random. */
static uint64_t stream_hash(uint64_t key)
{
	key = (key ^ (key >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	key = (key ^ (key >> 27)) * UINT64_C(0x94d049bb133111eb);
	return key ^ (key >> 31);
}

struct bid_stream *stream_find(const struct bid_units *units, uint64_t key)
{
	struct bid_stream *stream = units->buckets[stream_hash(key) & units->bucket_mask];

	while (stream && stream->key != key)
		stream = stream->hash_next;
	if (stream)
		__builtin_prefetch((const char *)stream + CACHE_LINE, 1);
	return stream;
}

static void stream_forget(struct bid_units *units, struct bid_stream *stream)
{
	struct bid_stream **place = &units->buckets[stream_hash(stream->key) & units->bucket_mask];

	while (*place != stream)
		place = &(*place)->hash_next;
	*place = stream->hash_next;
	bid_list_remove(&stream->link);
	bid_list_append(&units->unused_streams, &stream->link);
}

static struct bid_unit *unit_forget_oldest(struct bid_units *units);

static struct bid_stream *stream_take_unused(struct bid_units *units)
{
	struct bid_link *last;

	if (bid_list_empty(&units->unused_streams) && units->fresh_streams < units->streams_end)
		return units->fresh_streams++;
	if (bid_list_empty(&units->unused_streams) && bid_list_empty(&units->idle_streams))
		unit_forget_oldest(units);
	if (bid_list_empty(&units->unused_streams) && !bid_list_empty(&units->idle_streams))
		stream_forget(units,
			      bid_container_of(units->idle_streams.next, struct bid_stream, link));
	if (bid_list_empty(&units->unused_streams))
		return NULL;
	/* The one used last is the likeliest to be in the processor's cache. */
	last = units->unused_streams.prev;
	bid_list_remove(last);
	return bid_container_of(last, struct bid_stream, link);
}

static void stream_init(struct bid_units *units, struct bid_stream *stream, uint64_t key)
{
	struct bid_stream **bucket = &units->buckets[stream_hash(key) & units->bucket_mask];

	*stream = (struct bid_stream){.key = key, .hash_next = *bucket};
	bid_list_init(&stream->link);
	bid_tree_init(&stream->units);
	bid_list_init(&stream->backlog);
	bid_list_init(&stream->ssd_fifo);
	bid_list_init(&stream->ssd_turn);
	*bucket = stream;
}

struct bid_stream *stream_get(struct bid_units *units, uint64_t key)
{
	struct bid_stream *stream = stream_find(units, key);

	if (stream) {
		/* Out of the order of forgetting, if it was there. */
		bid_list_remove(&stream->link);
		return stream;
	}
	stream = stream_take_unused(units);
	if (!stream)
		return NULL;
	stream_init(units, stream, key);
	return stream;
}

void stream_put(struct bid_units *units, struct bid_stream *stream)
{
	if (stream->units.count > 0 || stream->extent || !bid_list_empty(&stream->backlog) ||
	    !bid_list_empty(&stream->ssd_fifo))
		return;
	bid_list_remove(&stream->link);
	bid_list_append(&units->idle_streams, &stream->link);
	if (!units->learns)
		stream_forget(units, stream);
}

/* Takes the unit out of its stream; nothing will find it by its address any more. */
static void unit_detach(struct bid_units *units, struct bid_unit *unit)
{
	struct bid_stream *stream = unit->stream;

	if (unit->detached)
		return;
	unit->detached = true;
	bid_tree_remove(&stream->units, &unit->by_next);
	for (int op = 0; op < 2; op++) {
		if (stream->recent[op] == unit)
			stream->recent[op] = NULL;
	}
	unit->stream = NULL;
	stream_put(units, stream);
}

static void unit_free(struct bid_units *units, struct bid_unit *unit)
{
	bid_timer_cancel(&units->timers, &unit->timer);
	bid_list_remove(&unit->link);
	bid_list_append(&units->unused, &unit->link);
}

static struct bid_unit *unit_forget_oldest(struct bid_units *units)
{
	struct bid_unit *unit;

	if (units->spare == 0)
		return NULL;
	unit = bid_container_of(units->idle.next, struct bid_unit, link);
	while (!unit->spare || unit->used) {
		unit->used = false;
		bid_list_remove(&unit->link);
		bid_list_append(&units->idle, &unit->link);
		unit = bid_container_of(units->idle.next, struct bid_unit, link);
	}
	unit_wake(units, unit);
	unit_detach(units, unit);
	unit_free(units, unit);
	return unit;
}

static void unit_init(struct bid_unit *unit, struct bid_stream *stream)
{
	/* Its place in the tree of the stream's units is the caller's to give. */
	*unit = (struct bid_unit){
		.stream = stream,
		.state = UNIT_STAGED,
		.sweep = SWEEP_NONE,
	};
	bid_tree_init(&unit->requests);
	bid_list_init(&unit->fifo);
	bid_list_init(&unit->link);
	bid_list_init(&unit->urgent_link);
}

static struct bid_unit *unit_take_unused(struct bid_units *units, struct bid_stream *stream)
{
	struct bid_unit *unit;

	if (bid_list_empty(&units->unused) && units->fresh < units->end) {
		unit = units->fresh++;
		unit_init(unit, stream);
		return unit;
	}
	if (bid_list_empty(&units->unused))
		unit_forget_oldest(units);
	/* Forgetting may have let go of the very stream that the unit is for. */
	bid_list_remove(&stream->link);
	if (bid_list_empty(&units->unused))
		return NULL;
	unit = bid_container_of(units->unused.prev, struct bid_unit, link);
	bid_list_remove(&unit->link);
	unit_init(unit, stream);
	return unit;
}

struct bid_unit *unit_new_detached(struct bid_units *units, struct bid_stream *stream)
{
	struct bid_unit *unit = unit_take_unused(units, stream);

	if (unit)
		unit->detached = true;
	return unit;
}

struct bid_unit *unit_new(struct bid_units *units, struct bid_stream *stream)
{
	struct bid_unit *unit = unit_take_unused(units, stream);

	if (unit)
		bid_tree_insert(&stream->units, &unit->by_next, 0);
	return unit;
}

void unit_expect(struct bid_unit *unit, uint64_t next_lba)
{
	unit->next_lba = next_lba;
	if (unit->stream->units.count == 1) {
		unit->by_next.key = next_lba;
		return;
	}
	bid_tree_remove(&unit->stream->units, &unit->by_next);
	bid_tree_insert(&unit->stream->units, &unit->by_next, next_lba);
}

void unit_wake(struct bid_units *units, struct bid_unit *unit)
{
	if (!unit->spare)
		return;
	unit->spare = false;
	units->spare--;
}

void unit_retire(struct bid_units *units, struct bid_unit *unit)
{
	unit->state = UNIT_IDLE;
	bid_timer_cancel(&units->timers, &unit->timer);
	if (!units->learns)
		unit_detach(units, unit);
	if (unit->in_flight > 0)
		return;
	if (unit->detached) {
		unit_free(units, unit);
		return;
	}
	unit->spare = true;
	units->spare++;
	/*
	 * One that has been here before kept its place (the clock algorithm: Corbato, "A paging
	 * experiment with the Multics system", 1968): its neighbours need not be touched, which
	 * with many streams are out of the processor's cache.
	 */
	unit->used = !bid_list_empty(&unit->link);
	if (!unit->used)
		bid_list_append(&units->idle, &unit->link);
}
