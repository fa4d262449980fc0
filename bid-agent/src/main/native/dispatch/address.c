/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "address.h"

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "bid/request.h"

/* Of a file of which nothing is known yet: room to grow in. */
#define ROOM_SECTORS (UINT64_C(1) << 21)

/* Extents whose place is not that of their bytes on a disk. */
#define UNPLACED                                                                                   \
	(FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC | FIEMAP_EXTENT_ENCODED |                  \
	 FIEMAP_EXTENT_NOT_ALIGNED | FIEMAP_EXTENT_DATA_INLINE)

/* A question and room for one answer. */
#define MAP_WORDS ((sizeof(struct fiemap) + sizeof(struct fiemap_extent)) / sizeof(uint64_t))

static bool address_by_kernel(int fd, uint64_t *lba)
{
	uint64_t memory[MAP_WORDS] = {0};
	struct fiemap *map = (void *)memory;
	const struct fiemap_extent *first = map->fm_extents;

	map->fm_length = FIEMAP_MAX_OFFSET;
	map->fm_extent_count = 1;
	if (ioctl(fd, FS_IOC_FIEMAP, map) < 0 || map->fm_mapped_extents == 0 ||
	    (first->fe_flags & UNPLACED) || first->fe_physical < first->fe_logical)
		return false;
	*lba = (first->fe_physical - first->fe_logical) / BID_SECTOR_BYTES;
	return true;
}

/* The number's bits in reverse, as a fraction: 1/2, 1/4, 3/4, 1/8, ... (van der Corput, 1935). */
static uint64_t address_by_number(uint64_t number, uint64_t room)
{
	uint64_t lba = 0;

	for (uint32_t bit = 1; bit < 32; bit++, number >>= 1)
		if (number & 1)
			lba += room >> bit;
	return lba;
}

static uint64_t address_room(int fd, uint64_t disk_sectors)
{
	struct stat status;
	uint64_t sectors = ROOM_SECTORS;

	if (fstat(fd, &status) == 0 && (uint64_t)status.st_size / BID_SECTOR_BYTES >= sectors)
		sectors = (uint64_t)status.st_size / BID_SECTOR_BYTES + 1;
	return disk_sectors > sectors ? disk_sectors - sectors : 0;
}

uint64_t address_of_file(int fd, uint64_t number, const struct backend *backend)
{
	uint64_t room = address_room(fd, backend->profile.sectors);
	uint64_t lba;

	if (backend->on_disk && address_by_kernel(fd, &lba) && lba <= room)
		return lba;
	return address_by_number(number, room);
}
