/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Where on the disk things lie.
 */
#ifndef WORKLOAD_DISK_MAP_H
#define WORKLOAD_DISK_MAP_H

#include "spec.h"

/* The smallest disk on which every zone holds something, sectors: 16 GiB. */
#define DISK_SECTORS_MIN (UINT64_C(16) << 21)

struct extent {
	uint64_t lba;
	uint64_t sectors;
};

struct disk_map {
	struct extent zone[ZONES];
	uint64_t spilled;         /* cells of ZONE_LOCAL written so far */
	uint64_t runs;            /* and files of LOCAL_RUN_KIB */
	uint64_t allocated;       /* files of ZONE_FREE so far */
	uint64_t appended[ZONES]; /* sectors; where the next file of the zone begins */
	uint64_t salt;            /* of the seed */
};

void disk_map_init(struct disk_map *map, uint64_t device_sectors, uint64_t seed);

/*
 * The extent of a file of that many sectors, at most a block group's 128 MiB. In ZONE_FREE no
 * two overlap until the zone is full.
 */
struct extent disk_map_file(struct disk_map *map, enum zone zone, uint64_t sectors,
			    struct random *random);

/* A request at random, of a size of the mix; what is read of ZONE_LOCAL was written before. */
struct extent disk_map_cell(struct disk_map *map, const struct step_spec *step,
			    struct random *random);

/* A size of the mix, sectors, for a number uniform in 64 bits. */
uint32_t size_mix_sectors(const struct size_mix *mix, uint64_t uniform);

#endif
