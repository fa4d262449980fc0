/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * After ext4, what DataNodes use: a file fills block groups of 128 MiB; the journal lies in the
 * middle of the disk; a directory's small files lie together, away from other directories'; the
 * free groups of a disk that has been in use for a while are scattered.
 */
#include "disk_map.h"

#include <string.h>

#include "bid/request.h"

#define SECTORS_PER_KIB    2u
#define GROUP_SECTORS      (UINT64_C(128) << 11)
#define JOURNAL_SECTORS    (UINT64_C(128) << 11)
#define RUN_SECTORS        (LOCAL_RUN_KIB * SECTORS_PER_KIB)
#define FILE_ALIGN_SECTORS 8u /* a page */
#define PERMILLE           1000u

/* One block group in so many is free: the disk is three quarters full. */
#define FREE_ONE_IN 4u

/* Beginning and length, thousandths of the disk. Blocks and free groups share theirs. */
static const struct {
	uint32_t begin;
	uint32_t length;
} zone_permille[ZONES] = {
	[ZONE_BLOCKS] = {40, 890}, [ZONE_FREE] = {40, 890}, [ZONE_LOCAL] = {560, 30},
	[ZONE_SIDE] = {300, 10},   [ZONE_LOGS] = {595, 5},  [ZONE_JOURNAL] = {500, 0},
};

void disk_map_init(struct disk_map *map, uint64_t device_sectors, uint64_t seed)
{
	for (int i = 0; i < ZONES; i++) {
		uint64_t begin = device_sectors / PERMILLE * zone_permille[i].begin;

		/* A block group's first sector; less than a group is lost of a zone. */
		map->zone[i].lba = begin / GROUP_SECTORS * GROUP_SECTORS;
		map->zone[i].sectors = device_sectors / PERMILLE * zone_permille[i].length;
	}
	map->zone[ZONE_JOURNAL].sectors = JOURNAL_SECTORS;
	map->salt = splitmix64(&seed);
	map->spilled = 0;
	map->runs = 0;
	map->allocated = 0;
	memset(map->appended, 0, sizeof(map->appended));
}

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
	while (b != 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/*
 * A permutation of [0, count): where the ordinal-th lies. Steps of the golden section of the zone,
 * so that neighbours in time are far apart and no two coincide.
 */
static uint64_t scatter(const struct disk_map *map, uint64_t ordinal, uint64_t count)
{
	uint64_t step = count - count * 382 / 1000;

	while (greatest_common_divisor(step, count) != 1)
		step++;
	return (ordinal % count * step + map->salt % count) % count;
}

/* Where a file lies that is put behind the one before: the journal, logs. They begin anew. */
static uint64_t append(struct disk_map *map, enum zone zone, uint64_t sectors)
{
	uint64_t at = map->appended[zone];

	if (at + sectors > map->zone[zone].sectors)
		at = 0;
	map->appended[zone] = at + sectors;
	return at;
}

/* Where the ordinal-th run of ZONE_LOCAL lies. */
static uint64_t run_lba(const struct disk_map *map, uint64_t ordinal)
{
	const struct extent *area = &map->zone[ZONE_LOCAL];

	return area->lba + scatter(map, ordinal, area->sectors / RUN_SECTORS) * RUN_SECTORS;
}

/* A block group that is, or will be, some file's: its number in the zone. */
static uint64_t choose_group(struct disk_map *map, enum zone zone, struct random *random)
{
	uint64_t lots = map->zone[zone].sectors / GROUP_SECTORS / FREE_ONE_IN;
	uint64_t used;

	if (zone == ZONE_FREE)
		return scatter(map, map->allocated++, lots) * FREE_ONE_IN + FREE_ONE_IN - 1;
	used = random_below(random, lots * (FREE_ONE_IN - 1));
	return used / (FREE_ONE_IN - 1) * FREE_ONE_IN + used % (FREE_ONE_IN - 1);
}

/* Whether a group at the address has something else than blocks in it. */
static bool is_taken(const struct disk_map *map, uint64_t lba)
{
	for (int i = ZONE_LOCAL; i < ZONES; i++)
		if (lba < map->zone[i].lba + map->zone[i].sectors &&
		    map->zone[i].lba < lba + GROUP_SECTORS)
			return true;
	return false;
}

struct extent disk_map_file(struct disk_map *map, enum zone zone, uint64_t sectors,
			    struct random *random)
{
	const struct extent *area = &map->zone[zone];
	uint64_t room = (GROUP_SECTORS - sectors) / FILE_ALIGN_SECTORS + 1;
	uint64_t lba;

	if (zone == ZONE_LOCAL)
		return (struct extent){run_lba(map, map->runs++), RUN_SECTORS};
	if (zone != ZONE_BLOCKS && zone != ZONE_FREE)
		return (struct extent){area->lba + append(map, zone, sectors), sectors};
	do
		lba = area->lba + choose_group(map, zone, random) * GROUP_SECTORS;
	while (is_taken(map, lba));
	return (struct extent){lba + random_below(random, room) * FILE_ALIGN_SECTORS, sectors};
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

/* Cells are as large as the largest request of the mix, so that they never overlap. */
static uint64_t cell_sectors(const struct size_mix *mix)
{
	uint32_t kib = 0;

	for (int i = 0; i < SIZES_MAX; i++)
		kib = mix->sizes[i].kib > kib ? mix->sizes[i].kib : kib;
	return (uint64_t)kib * SECTORS_PER_KIB;
}

/* The ordinal of the cell of ZONE_LOCAL that is written next, or of one written before. */
static uint64_t local_ordinal(struct disk_map *map, uint8_t op, uint64_t count,
			      struct random *random)
{
	uint64_t written = map->spilled < count ? map->spilled : count;

	if (op == BID_WRITE)
		return map->spilled++ % count;
	return random_below(random, written > 0 ? written : count);
}

/* Somewhere in a run that was written. */
static struct extent run_segment(const struct disk_map *map, const struct size_mix *mix,
				 struct random *random)
{
	uint64_t count = map->zone[ZONE_LOCAL].sectors / RUN_SECTORS;
	uint64_t ordinal = random_below(random, map->runs < count ? map->runs : count);
	uint64_t sectors = size_mix_sectors(mix, random_next(random));
	uint64_t room = (RUN_SECTORS - sectors) / FILE_ALIGN_SECTORS + 1;

	return (struct extent){
		run_lba(map, ordinal) + random_below(random, room) * FILE_ALIGN_SECTORS, sectors};
}

struct extent disk_map_cell(struct disk_map *map, const struct step_spec *step,
			    struct random *random)
{
	const struct extent *area = &map->zone[step->zone];
	uint64_t width = cell_sectors(step->mix);
	uint64_t count = area->sectors / width;
	uint64_t ordinal = random_below(random, count);
	uint64_t uniform = random_next(random);

	if (step->zone == ZONE_LOCAL && map->runs > 0)
		return run_segment(map, step->mix, random);
	if (step->zone == ZONE_LOCAL) {
		/* A cell's size is its own, so that a reader asks for what was written. */
		ordinal = local_ordinal(map, step->op, count, random);
		uniform = map->salt ^ ordinal;
		uniform = splitmix64(&uniform);
		ordinal = scatter(map, ordinal, count);
	}
	return (struct extent){area->lba + ordinal * width, size_mix_sectors(step->mix, uniform)};
}
