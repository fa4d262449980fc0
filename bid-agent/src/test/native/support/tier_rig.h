/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A file whose sectors say which write they are of, on a volume with a second tier in a folder of
 * its own; and what was promised of each sector, in memory that outlives the process.
 */
#ifndef TIER_RIG_H
#define TIER_RIG_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "dispatch/volume.h"
#include "test_random.h"

#define TIER_RIG_SECTORS 4096u /* of the file */
#define TIER_RIG_SECTOR  512u
#define TIER_RIG_WRITERS 4u

/* Writer w has the sectors s with s mod TIER_RIG_WRITERS * 8 / 8 = w: pages of its own. */
struct tier_rig_promises {
	atomic_uint_least32_t begun[TIER_RIG_SECTORS];    /* the last write that was begun */
	atomic_uint_least32_t answered[TIER_RIG_SECTORS]; /* that was answered */
	atomic_uint_least32_t synced[TIER_RIG_SECTORS];   /* before the last sync that was */
	atomic_uint_least64_t answers;
	/* What a disk has for sure of the file, for back ends that lose the rest. */
	unsigned char durable[TIER_RIG_SECTORS * TIER_RIG_SECTOR];
};

struct tier_rig {
	char folder[64];
	char file[96];
	char log[96];
	uint64_t idle_ns; /* of its volumes; an hour when it was opened */
	struct tier_rig_promises *promises;
};

/*
 * Whether files of temporary folders tell when they were born: without that nothing goes to a
 * second tier, and who tests one ends with TIER_RIG_SKIPPED.
 */
bool tier_rig_is_possible(void);
#define TIER_RIG_SKIPPED 77

/* A new folder with the file, all of write 0. */
void tier_rig_open(struct tier_rig *rig);
void tier_rig_close(struct tier_rig *rig);
/* On these back ends. Returns what volume_open does. */
int tier_rig_volume(const struct tier_rig *rig, struct backend *disk, struct backend *ssd,
		    struct volume **volume);
/* A profile of an SSD. */
struct backend *tier_rig_ssd(void);
/* One of a disk, by threads: what the file has is in the kernel's cache. */
struct backend *tier_rig_disk(void);

/* Writes a few whole sectors at a place of the writer's and waits. Returns what volume_call does.
 */
int64_t tier_rig_write(const struct tier_rig *rig, struct volume *volume, struct volume_file *file,
		       uint32_t writer, struct test_random *random);
/* The same of some bytes in one sector, which keep what they are. */
int64_t tier_rig_write_bytes(struct tier_rig *rig, struct volume *volume, struct volume_file *file,
			     uint32_t writer, struct test_random *random);
/* Reads some by the volume and compares with what the writer was answered. */
void tier_rig_read(struct tier_rig *rig, struct volume *volume, struct volume_file *file,
		   uint32_t writer, struct test_random *random);
/* Syncs the file. */
int64_t tier_rig_sync(struct tier_rig *rig, struct volume *volume, struct volume_file *file);

enum tier_rig_promise { TIER_RIG_ANSWERED, TIER_RIG_SYNCED };
/* Compares the file, read past the volume, with what was promised. */
void tier_rig_check(const struct tier_rig *rig, enum tier_rig_promise promise, uint64_t seed);

#endif
