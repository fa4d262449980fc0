/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The chunks of an announced extent, each from the time when it is asked for until its data have
 * been read by callers or are given up.
 */
#include "extent.h"

/* Chunks this far behind the newest read are given up: the caller has skipped them. */
#define SKIPPED_CHUNKS UINT64_C(16)

/* ---- the buffer ---- */

void buffer_release(struct bid_buffer *buffer, struct bid_chunk *memory)
{
	if (memory)
		bid_list_append(&buffer->released, &memory->link);
}

struct bid_chunk *buffer_take_released(struct bid_buffer *buffer)
{
	struct bid_link *first = bid_list_take_first(&buffer->released);

	return first ? bid_container_of(first, struct bid_chunk, link) : NULL;
}

/* ---- where chunks are ---- */

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

/* ---- into the buffer ---- */

void extent_ask(struct bid_extent *extent, struct bid_buffer *buffer, struct bid_request *inner,
		uint64_t now_ns)
{
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
	buffer->sectors += inner->sectors;
}

uint64_t extent_take_in(struct bid_extent *extent, const struct bid_request *inner)
{
	uint64_t place = chunk_place(extent, inner->lba);

	extent->memory[place] = inner->chunk[0];
	extent->done[place] = true;
	return chunk_end(extent, inner->lba);
}

/* ---- to callers ---- */

bool extent_has(const struct bid_extent *extent, const struct bid_request *request)
{
	uint64_t end = request->lba + request->sectors;

	if (request->lba < extent->base || end > extent->issued)
		return false;
	for (uint64_t at = request->lba; at < end; at = chunk_end(extent, at))
		if (!extent->done[chunk_place(extent, at)])
			return false;
	return true;
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

void extent_give(struct bid_extent *extent, struct bid_request *request)
{
	uint64_t end = request->lba + request->sectors;
	uint32_t chunks = 0;

	for (uint64_t at = request->lba; at < end; at = chunk_end(extent, at))
		request->chunk[chunks++] = extent->memory[chunk_place(extent, at)];
	extent_consume(extent, request);
}

/* ---- out of the buffer ---- */

static void extent_free_chunk(struct bid_extent *extent, struct bid_buffer *buffer)
{
	uint64_t place = chunk_place(extent, extent->base);
	uint64_t end = chunk_end(extent, extent->base);

	buffer->sectors -= end - extent->base;
	buffer_release(buffer, extent->memory[place]);
	extent->memory[place] = NULL;
	extent->done[place] = false;
	extent->consumed[place] = 0;
	extent->base = end;
}

void extent_free_consumed(struct bid_extent *extent, struct bid_buffer *buffer, uint64_t read_lba)
{
	while (extent->base < extent->issued) {
		uint64_t place = chunk_place(extent, extent->base);
		uint64_t length = chunk_end(extent, extent->base) - extent->base;
		bool skipped = extent->base + SKIPPED_CHUNKS * CHUNK_SECTORS < read_lba;

		if (!extent->done[place] || (extent->consumed[place] < length && !skipped))
			return;
		extent_free_chunk(extent, buffer);
	}
}

void extent_empty(struct bid_extent *extent, struct bid_buffer *buffer)
{
	struct bid_link *link;

	while ((link = bid_list_take_first(&extent->reading)))
		bid_container_of(link, struct bid_request, link)->flags |= BID_STALE;
	while (extent->base < extent->issued)
		extent_free_chunk(extent, buffer);
}

void extent_restart(struct bid_extent *extent, uint64_t lba)
{
	extent->base = chunk_start(extent, lba);
	extent->issued = extent->base;
	extent->turn_end = extent->base;
	extent->wanted = extent->base;
}
