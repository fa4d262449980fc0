/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "address.h"

#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/stat.h>

#include "bid/request.h"
#include "extents.h"

/* Of a file of which nothing is known yet: room to grow in. */
#define ROOM_SECTORS (UINT64_C(1) << 21)

/* Extents whose place is not that of their bytes on a disk. */
#define UNPLACED                                                                                   \
	(FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC | FIEMAP_EXTENT_ENCODED |                  \
	 FIEMAP_EXTENT_NOT_ALIGNED | FIEMAP_EXTENT_DATA_INLINE)

/* Of more than that, the first ones: ext4 needs two for a block of 128 MiB where there is room. */
#define EXTENTS_MAX 32u

/* A question and room for the answer. */
#define MAP_WORDS                                                                                  \
	((sizeof(struct fiemap) + EXTENTS_MAX * sizeof(struct fiemap_extent)) / sizeof(uint64_t))

static bool address_by_kernel(int fd, uint64_t room, uint64_t *lba)
{
	uint64_t memory[MAP_WORDS] = {0};
	struct fiemap *map = (void *)memory;
	struct file_extent extent[EXTENTS_MAX];
	uint32_t count = 0;

	map->fm_length = FIEMAP_MAX_OFFSET;
	map->fm_extent_count = EXTENTS_MAX;
	if (ioctl(fd, FS_IOC_FIEMAP, map) < 0)
		return false;
	for (uint32_t i = 0; i < map->fm_mapped_extents && i < EXTENTS_MAX; i++) {
		const struct fiemap_extent *said = &map->fm_extents[i];

		if (!(said->fe_flags & UNPLACED))
			extent[count++] = (struct file_extent){.offset = said->fe_logical,
							       .place = said->fe_physical,
							       .length = said->fe_length};
	}
	return extents_address(extent, count, room, lba);
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

	if (backend->on_disk && address_by_kernel(fd, room, &lba))
		return lba;
	return address_by_number(number, room);
}
