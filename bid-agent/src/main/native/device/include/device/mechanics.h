/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The arm, the heads and the turning disk. The angle is a function of absolute time, so it is kept
 * between requests whatever happens in between.
 */
#ifndef DEVICE_MECHANICS_H
#define DEVICE_MECHANICS_H

#include "device/geometry.h"

struct mechanics {
	const struct geometry *geometry;
	const uint32_t *seek_ns; /* by distance in cylinders */
	uint64_t head_switch_ns;
	int64_t write_settle_ns; /* more than a read's; below 0: less */
	uint64_t constant_ns;    /* of HDD_ACCESS_CONSTANT */
	enum hdd_access access;
	bool zero_latency[2]; /* by enum bid_op */
};

/* Where the arm is, and what it did. */
struct arm {
	uint32_t cylinder;
	uint32_t head;
	uint64_t movements;
	uint64_t distance;
	void (*moved)(void *context, uint64_t now_ns, uint64_t cylinder); /* or NULL */
	void *context;
};

/* A transfer, or what was done of it by its limit. */
struct transfer {
	uint64_t first_ns;  /* when the first sector began to pass; UINT64_MAX: none did */
	uint64_t end_ns;    /* when the last one had passed; the arm's arrival when none did */
	uint64_t sectors;   /* that were moved: less than asked for at the limit */
	uint64_t waited_ns; /* rotational wait before the first sector, the arm being there */
	/*
	 * Where sectors were read in the order in which they passed: when the last of those that
	 * come first had passed, and how many there are after them, which can only now be sent.
	 */
	uint64_t gathered_ns;
	uint64_t gathered;
};

/*
 * Moves sectors from the address on (those past the end of the disk are left out), the arm free
 * from start_ns on; stops before the first sector that would not be over by limit_ns.
 */
struct transfer mechanics_transfer(const struct mechanics *mechanics, struct arm *arm, uint64_t lba,
				   uint64_t sectors, bool write, uint64_t start_ns,
				   uint64_t limit_ns);

/* The time of the arm's way to a place: seek, head switch, settling. */
uint64_t mechanics_move_ns(const struct mechanics *mechanics, const struct arm *arm,
			   const struct place *place, bool write);

/* The time until the first sector of a place would begin to pass, the arm free from now_ns on. */
uint64_t mechanics_positioning_ns(const struct mechanics *mechanics, const struct arm *arm,
				  const struct place *place, bool write, uint64_t now_ns);

/* Sectors on the track of the address from it on, and those of the cylinder. */
uint64_t mechanics_track_rest(const struct mechanics *mechanics, uint64_t lba);
/* The first address on the track of the address. */
uint64_t mechanics_track_start(const struct mechanics *mechanics, uint64_t lba);
uint64_t mechanics_cylinder_rest(const struct mechanics *mechanics, uint64_t lba);

#endif
