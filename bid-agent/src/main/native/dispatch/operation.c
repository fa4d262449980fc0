/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "operation.h"

#include <stdlib.h>

#define PART_BYTES ((uint64_t)BID_REQUEST_MAX_SECTORS * BID_SECTOR_BYTES)

/* Where the part that has that byte ends: parts begin at sectors, but the first. */
static uint64_t part_end(uint64_t offset, uint64_t end)
{
	uint64_t next = offset / BID_SECTOR_BYTES * BID_SECTOR_BYTES + PART_BYTES;

	return next < end ? next : end;
}

static uint32_t part_count(const struct volume_request *asked)
{
	uint64_t end = asked->offset + asked->length;
	uint32_t count = 0;

	if (asked->op == VOLUME_SYNC)
		return 1;
	for (uint64_t at = asked->offset; at < end; at = part_end(at, end))
		count++;
	return count;
}

static uint8_t part_flags(const struct volume_request *asked)
{
	if (asked->op == VOLUME_SYNC)
		return BID_SYNC | BID_BARRIER;
	if (asked->background)
		return asked->op == VOLUME_READ ? BID_AHEAD : 0;
	return BID_SYNC;
}

/* Whether the SSD may have it: whole sectors that the file has, of one that recovery finds. */
static bool may_move(const struct part *part)
{
	const struct volume_file *file = part->operation->asked.file;

	return part->operation->asked.op == VOLUME_WRITE && file->place->named &&
	       part->offset % BID_SECTOR_BYTES == 0 && part->length % BID_SECTOR_BYTES == 0 &&
	       part->offset + part->length <= file_length(file);
}

static void part_init(struct part *part, struct operation *operation, uint64_t offset, uint64_t end)
{
	const struct volume_request *asked = &operation->asked;
	uint64_t lba = file_lba(asked->file, offset);

	part->operation = operation;
	part->offset = offset;
	part->length = (uint32_t)(end - offset);
	part->request.lba = lba;
	if (end > offset)
		part->request.sectors = (uint32_t)(file_lba(asked->file, end - 1) + 1 - lba);
	part->request.op = asked->op == VOLUME_READ ? BID_READ : BID_WRITE;
	part->request.flags = part_flags(asked);
	if (part->request.op == BID_WRITE && !may_move(part))
		part->request.flags |= BID_STAYS;
	part->request.service_class = asked->service_class;
	part->request.file = asked->file->place->number;
}

struct operation *operation_new(const struct volume_request *asked)
{
	uint32_t count = part_count(asked);
	uint64_t end = asked->op == VOLUME_SYNC ? asked->offset : asked->offset + asked->length;
	uint64_t at = asked->offset;
	struct operation *operation =
		calloc(1, sizeof(*operation) + count * sizeof(operation->part[0]));

	if (!operation)
		return NULL;
	file_use(asked->file);
	operation->asked = *asked;
	operation->part_count = count;
	operation->parts_left = count;
	for (uint32_t i = 0; i < count; i++) {
		part_init(&operation->part[i], operation, at, part_end(at, end));
		at = part_end(at, end);
	}
	return operation;
}

void operation_free(struct operation *operation)
{
	file_let_go(operation->asked.file);
	free(operation);
}

int64_t operation_result(const struct operation *operation)
{
	int64_t moved = 0;

	if (operation->status != 0)
		return operation->status;
	for (uint32_t i = 0; i < operation->part_count; i++) {
		moved += operation->part[i].moved;
		if (operation->part[i].moved < operation->part[i].length)
			break;
	}
	return moved;
}

void *part_memory(const struct part *part)
{
	const struct volume_request *asked = &part->operation->asked;

	return (char *)asked->memory + (part->offset - asked->offset);
}
