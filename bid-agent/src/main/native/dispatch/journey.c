/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "journey.h"

#include <stdlib.h>
#include <string.h>

/* ---- slices ---- */

int slice_by_lba(const void *a, const void *b)
{
	const struct slice *first = a;
	const struct slice *second = b;

	return first->request->lba < second->request->lba   ? -1
	       : first->request->lba > second->request->lba ? 1
							    : 0;
}

/* A piece has the sectors that the core says, and of those the bytes that the part has. */
struct slice slice_of(struct bid_request *request)
{
	struct bid_request *whole = request;
	struct slice slice = {.request = request};
	uint64_t first;
	uint64_t end;

	while (whole->owner)
		whole = whole->owner;
	slice.part = part_of(whole);
	slice.offset = slice.part->offset;
	slice.length = slice.part->length;
	if (request == whole)
		return slice;
	first = (request->lba - slice.part->operation->asked.file->place->lba) * BID_SECTOR_BYTES;
	end = first + (uint64_t)request->sectors * BID_SECTOR_BYTES;
	if (end > slice.offset + slice.length)
		end = slice.offset + slice.length;
	slice.offset = first > slice.offset ? first : slice.offset;
	slice.length = (uint32_t)(end - slice.offset);
	return slice;
}

/* What lies between two parts of a read, less than a sector, is read in vain. */
bool slice_is_followed(const struct slice *slice, const struct slice *next)
{
	uint64_t end = slice->offset + slice->length;

	return slice->part->operation->asked.file == next->part->operation->asked.file &&
	       slice->part->operation->asked.op == next->part->operation->asked.op &&
	       (end == next->offset || (slice->request->op == BID_READ && end < next->offset));
}

/* ---- journeys ---- */

static uint64_t aligned_down(uint64_t offset)
{
	return offset / MEMORY_ALIGNMENT * MEMORY_ALIGNMENT;
}

static uint64_t aligned_up(uint64_t offset)
{
	return aligned_down(offset + MEMORY_ALIGNMENT - 1);
}

static bool is_aligned(uint64_t number)
{
	return number % MEMORY_ALIGNMENT == 0;
}

char *slice_memory(const struct slice *slice)
{
	return (char *)part_memory(slice->part) + (slice->offset - slice->part->offset);
}

struct journey *journey_new(struct run *run, struct volume_file *file, enum backend_op op,
			    uint64_t offset, uint64_t end)
{
	struct journey *journey = calloc(1, sizeof(*journey));

	if (!journey)
		return NULL;
	journey->run = run;
	journey->file = file;
	journey->transfer.op = op;
	journey->transfer.offset = offset;
	journey->transfer.length = (uint32_t)(end - offset);
	journey->transfer.lba = file_lba(file, offset);
	if (end > offset)
		journey->transfer.sectors =
			(uint32_t)(file_lba(file, end - 1) + 1 - journey->transfer.lba);
	journey->direct = (op == BACKEND_READ || op == BACKEND_WRITE) && file->direct_fd >= 0 &&
			  atomic_load(&file->direct);
	return journey;
}

void journey_widen(struct journey *journey)
{
	uint64_t end = journey->transfer.offset + journey->transfer.length;

	journey->transfer.offset = aligned_down(journey->transfer.offset);
	journey->transfer.length = (uint32_t)(aligned_up(end) - journey->transfer.offset);
}

/* Gives the journey memory of ours; false: there is none. */
static bool journey_take_block(struct memory_pool *memory, struct journey *journey)
{
	journey->block = memory_take(memory);
	journey->transfer.memory = journey->block;
	return journey->block != NULL;
}

static bool prepare_read(struct memory_pool *memory, struct journey *journey)
{
	if (journey->direct)
		journey_widen(journey);
	if (journey->direct || journey->count > 1)
		return journey_take_block(memory, journey);
	journey->transfer.memory = slice_memory(journey->slice);
	return true;
}

static bool prepare_write(struct memory_pool *memory, struct journey *journey)
{
	char *bytes = slice_memory(journey->slice);

	/* What is no whole block goes through the kernel's cache, which knows the rest of it. */
	if (!is_aligned(journey->transfer.offset) || !is_aligned(journey->transfer.length))
		journey->direct = false;
	journey->transfer.memory = bytes;
	if (journey->count == 1 && (!journey->direct || is_aligned((uintptr_t)bytes)))
		return true;
	if (!journey_take_block(memory, journey))
		return false;
	for (uint32_t i = 0; i < journey->count; i++) {
		const struct slice *slice = &journey->slice[i];

		memcpy((char *)journey->block + (slice->offset - journey->transfer.offset),
		       slice_memory(slice), slice->length);
	}
	return true;
}

enum backend_op slice_backend_op(const struct part *part)
{
	enum volume_op op = part->operation->asked.op;

	return op == VOLUME_READ    ? BACKEND_READ
	       : op == VOLUME_WRITE ? BACKEND_WRITE
				    : BACKEND_WRITE_BACK;
}

bool journey_prepare(struct memory_pool *memory, struct journey *journey)
{
	if (journey->transfer.op == BACKEND_READ)
		return prepare_read(memory, journey);
	return journey->transfer.op == BACKEND_WRITE_BACK || prepare_write(memory, journey);
}
