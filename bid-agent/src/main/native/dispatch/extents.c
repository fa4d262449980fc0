/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "extents.h"

#include "bid/request.h"

/* Where the file's first byte would lie by it; false: it cannot be. */
static bool extent_begin(const struct file_extent *extent, uint64_t last_sector, uint64_t *begin)
{
	if (extent->length == 0 || extent->offset > UINT64_MAX - extent->length ||
	    extent->place > UINT64_MAX - extent->length || extent->place < extent->offset)
		return false;
	*begin = extent->place - extent->offset;
	return *begin % BID_SECTOR_BYTES == 0 && *begin / BID_SECTOR_BYTES <= last_sector;
}

/* Bytes that lie where that beginning says. */
static uint64_t bytes_from(const struct file_extent *extent, uint32_t count, uint64_t last_sector,
			   uint64_t begin)
{
	uint64_t bytes = 0;
	uint64_t other;

	for (uint32_t i = 0; i < count; i++) {
		if (!extent_begin(&extent[i], last_sector, &other) || other != begin)
			continue;
		bytes = bytes > UINT64_MAX - extent[i].length ? UINT64_MAX
							      : bytes + extent[i].length;
	}
	return bytes;
}

bool extents_address(const struct file_extent *extent, uint32_t count, uint64_t last_sector,
		     uint64_t *lba)
{
	uint64_t most = 0;
	uint64_t begin;

	for (uint32_t i = 0; i < count; i++) {
		uint64_t bytes;

		if (!extent_begin(&extent[i], last_sector, &begin))
			continue;
		bytes = bytes_from(extent, count, last_sector, begin);
		if (bytes > most) {
			most = bytes;
			*lba = begin / BID_SECTOR_BYTES;
		}
	}
	return most > 0;
}
