/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * After ext4, what DataNodes use: a file fills block groups of 128 MiB; the journal lies in the
 * middle of the disk; a directory's small files lie together, away from other directories'; the
 * free groups of a disk in its second year are scattered.
 */
#include "disk_map.h"

#include <string.h>

#include "bid/request.h"

#define SECTORS_PER_KIB	   2u
#define GROUP_SECTORS	   (UINT64_C(128) << 11)
#define JOURNAL_SECTORS	   (UINT64_C(128) << 11)
#define CELL_SECTORS	   (UINT64_C(64) * SECTORS_PER_KIB)
#define FILE_ALIGN_SECTORS 8u /* a page */
#define PERMILLE	   1000u

/* Beginning and length, thousandths of the disk: three quarters full, and not from its edge on. */
static const struct {
	uint32_t begin;
	uint32_t length;
} zone_permille[ZONES] = {
	[ZONE_BLOCKS] = { 40, 710 },
	[ZONE_FREE] = { 600, 330 },
	[ZONE_LOCAL] = { 560, 10 },
	[ZONE_SIDE] = { 300, 10 },
	[ZONE_LOGS] = { 575, 10 },
	[ZONE_JOURNAL] = { 500, 0 },
};

void disk_map_init(struct disk_map *map, uint64_t device_sectors, uint64_t seed)
{
	uint64_t unit = device_sectors / PERMILLE / GROUP_SECTORS * GROUP_SECTORS;

	/* Zones begin at a block group where the disk is large enough for that to matter. */
	if (unit == 0)
		unit = device_sectors / PERMILLE / FILE_ALIGN_SECTORS * FILE_ALIGN_SECTORS;
	for (int i = 0; i < ZONES; i++) {
		map->zone[i].lba = unit * zone_permille[i].begin;
		map->zone[i].sectors = unit * zone_permille[i].length;
	}
	map->zone[ZONE_JOURNAL].sectors = JOURNAL_SECTORS;
	map->salt = splitmix64(&seed);
	/* A large prime is coprime to any number of groups or cells there can be. */
	map->multiplier = 4294967291u;
	map->spilled = 0;
	map->allocated = 0;
	memset(map->appended, 0, sizeof(map->appended));
}

/* A permutation of [0, count): where the ordinal-th lies. */
static uint64_t scatter(const struct disk_map *map, uint64_t ordinal, uint64_t count)
{
	return (ordinal % count * (map->multiplier % count) + map->salt % count) % count;
}

/* Where a file lies that is put behind the one before: the journal, logs. Begins anew at the end. */
static uint64_t append(struct disk_map *map, enum zone zone, uint64_t sectors)
{
	uint64_t at = map->appended[zone];

	if (at + sectors > map->zone[zone].sectors)
		at = 0;
	map->appended[zone] = at + sectors;
	return at;
}

struct extent disk_map_file(struct disk_map *map, enum zone zone, uint64_t sectors,
			    struct random *random)
{
	const struct extent *area = &map->zone[zone];
	uint64_t slot = sectors < GROUP_SECTORS ? GROUP_SECTORS : sectors;
	uint64_t count = area->sectors / slot;
	struct extent file = { area->lba, sectors };

	if (zone == ZONE_BLOCKS || zone == ZONE_FREE) {
		uint64_t index = zone == ZONE_FREE ? scatter(map, map->allocated++, count) :
						     random_below(random, count);
		uint64_t room = (slot - sectors) / FILE_ALIGN_SECTORS + 1;

		file.lba += index * slot + random_below(random, room) * FILE_ALIGN_SECTORS;
	} else {
		file.lba += append(map, zone, sectors);
	}
	return file;
}

uint32_t size_mix_sectors(const struct size_mix *mix, uint64_t uniform)
{
	uint64_t total = 0;
	uint64_t pick;
	int i = 0;

	for (int k = 0; k < SIZES_MAX; k++)
		total += mix->sizes[k].weight;
	pick = ((uniform >> 32) * total) >> 32;
	while (pick >= mix->sizes[i].weight)
		pick -= mix->sizes[i++].weight;
	return mix->sizes[i].kib * SECTORS_PER_KIB;
}

struct extent disk_map_cell(struct disk_map *map, const struct step_spec *step,
			    struct random *random)
{
	const struct extent *area = &map->zone[step->zone];
	uint64_t count = area->sectors / CELL_SECTORS;
	uint64_t ordinal = random_below(random, count);
	struct extent cell;
	uint64_t hash;

	if (step->zone == ZONE_LOCAL) {
		uint64_t written = map->spilled < count ? map->spilled : count;

		if (step->op == BID_WRITE)
			ordinal = map->spilled++ % count;
		else if (written > 0)
			ordinal = random_below(random, written);
		/* A cell's size is its own, so that a reader asks for what was written. */
		hash = map->salt ^ ordinal;
		cell.sectors = size_mix_sectors(step->mix, splitmix64(&hash));
		ordinal = scatter(map, ordinal, count);
	} else {
		cell.sectors = size_mix_sectors(step->mix, random_next(random));
	}
	cell.lba = area->lba + ordinal * CELL_SECTORS;
	return cell;
}
