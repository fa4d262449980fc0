/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "write_buffer.h"

/* The extent that the write goes on, or lies in: index, or count. */
static uint32_t write_buffer_extent(const struct write_buffer *buffer, uint64_t lba,
				    uint64_t sectors)
{
	for (uint32_t i = 0; i < buffer->count; i++) {
		const struct dirty_extent *extent = &buffer->extents[i];
		uint64_t end = extent->lba + extent->sectors;

		if (lba >= extent->lba && lba <= end &&
		    lba + sectors - extent->lba <= WRITE_BUFFER_EXTENT_SECTORS)
			return i;
	}
	return buffer->count;
}

bool write_buffer_fits(const struct write_buffer *buffer, uint64_t lba, uint64_t sectors)
{
	return buffer->sectors + sectors <= buffer->capacity &&
	       (buffer->count < WRITE_BUFFER_MAX_EXTENTS ||
		write_buffer_extent(buffer, lba, sectors) < buffer->count);
}

void write_buffer_add(struct write_buffer *buffer, const struct geometry *geometry, uint64_t lba,
		      uint64_t sectors, uint64_t ready_ns)
{
	struct dirty_extent *extent = &buffer->extents[write_buffer_extent(buffer, lba, sectors)];
	uint64_t end = lba + sectors;

	if (extent == &buffer->extents[buffer->count]) {
		*extent = (struct dirty_extent){lba, 0, 0, geometry_place(geometry, lba)};
		buffer->count++;
	}
	if (end > extent->lba + extent->sectors) {
		buffer->sectors += end - extent->lba - extent->sectors;
		extent->sectors = end - extent->lba;
	}
	if (extent->ready_ns < ready_ns)
		extent->ready_ns = ready_ns;
}

bool write_buffer_holds(const struct write_buffer *buffer, uint64_t lba, uint64_t sectors)
{
	for (uint32_t i = 0; i < buffer->count; i++) {
		const struct dirty_extent *extent = &buffer->extents[i];

		if (lba >= extent->lba && lba + sectors <= extent->lba + extent->sectors)
			return true;
	}
	return false;
}

bool write_buffer_overlaps(const struct write_buffer *buffer, uint64_t lba, uint64_t sectors)
{
	for (uint32_t i = 0; i < buffer->count; i++) {
		const struct dirty_extent *extent = &buffer->extents[i];

		if (lba < extent->lba + extent->sectors && lba + sectors > extent->lba)
			return true;
	}
	return false;
}

/*
 * Whether it goes on where other dirty data end. Firmware has both as one run then (it coalesces
 * writes), and begins at its front: in the middle, the rest would cost another turn of the platter.
 */
static bool write_buffer_continues(const struct write_buffer *buffer, const struct dirty_extent *it)
{
	for (uint32_t i = 0; i < buffer->count; i++) {
		const struct dirty_extent *extent = &buffer->extents[i];

		if (extent != it && extent->lba < it->lba &&
		    extent->lba + extent->sectors >= it->lba)
			return true;
	}
	return false;
}

uint32_t write_buffer_nearest(const struct write_buffer *buffer, const struct mechanics *mechanics,
			      const struct arm *arm, uint64_t now_ns)
{
	uint64_t least = UINT64_MAX;
	uint32_t nearest = 0;

	for (uint32_t i = 0; i < buffer->count; i++) {
		const struct dirty_extent *extent = &buffer->extents[i];
		uint64_t start = extent->ready_ns > now_ns ? extent->ready_ns : now_ns;
		uint64_t at = start + mechanics_move_ns(mechanics, arm, &extent->place, true);

		if (at >= least)
			continue;
		at = start + mechanics_positioning_ns(mechanics, arm, &extent->place, true, start);
		if (at < least && !write_buffer_continues(buffer, extent)) {
			least = at;
			nearest = i;
		}
	}
	return nearest;
}

struct dirty_extent write_buffer_take(struct write_buffer *buffer, uint32_t index)
{
	struct dirty_extent extent = buffer->extents[index];

	buffer->sectors -= extent.sectors;
	buffer->extents[index] = buffer->extents[--buffer->count];
	return extent;
}
