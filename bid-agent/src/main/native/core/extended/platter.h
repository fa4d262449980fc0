/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Where the platter is: what a drive without a queue does not tell, learned from when its reads
 * end. A read ends as its last sector passes under the head; so the times of two ends tell the
 * angle between two addresses. From such angles the layout of each of ZONES equal stretches of the
 * disk is learned (layout.h). Then the next angles are foretold.
 *
 * So is how long the arm takes for a distance: what was foretold and came a turn late was too far.
 *
 * Choosing by rotational position on the host: Jacobson and Wilkes 1991 ("Disk scheduling
 * algorithms based on rotational position"), Seltzer, Chen and Ousterhout 1990; with a learned
 * layout Worthington, Ganger, Patt and Wilkes 1995, Lumb, Schindler and Ganger 2002.
 *
 * Nothing here is believed: each read is foretold, and unless most of what was foretold comes true
 * the platter is not known, and the order is that of addresses.
 */
#ifndef BID_CORE_PLATTER_H
#define BID_CORE_PLATTER_H

#include "bid/policy.h"
#include "layout.h"

/* Stretches of the disk with a slope each. */
#define PLATTER_ZONES 64u
/* Distances of the arm, two for each power of two. */
#define PLATTER_DISTANCES 128u

struct platter_zone {
	struct layout layout;
	uint32_t shift; /* where the next zone begins, besides what both layouts say */
	uint8_t score;  /* how well the layout foretells */
	uint8_t shift_score;
	bool tracks_tried;
};

struct platter {
	uint64_t turn_ns; /* 0: of no use on this disk */
	uint64_t zone_sectors;
	uint64_t range;     /* longest distance over which a slope is exact enough */
	uint64_t slope_min; /* of any zone */
	uint64_t slope_max;
	uint64_t sector_ns_16; /* at the outer edge, 2^-16 ns: no read is faster */
	struct platter_zone zones[PLATTER_ZONES];
	struct layout_search search;
	uint32_t search_zone;               /* PLATTER_ZONES: none */
	uint32_t search_others;             /* ends in other zones, since the last in this */
	uint32_t arm_ns[PLATTER_DISTANCES]; /* to reach a track so far away */

	/* ---- the last read that ended on the media ---- */
	uint64_t end_lba; /* its last sector */
	uint64_t end_ns;  /* 0: none */
	/* ---- the run that the disk has ---- */
	uint64_t issued_ns;
	uint64_t expected_ns; /* when it ends, as foretold; 0: not foretold */
	uint32_t distance;
	bool tight; /* the arm has hardly more time than it is thought to take */

	uint32_t trust; /* how well all of this foretells */
	uint64_t foretold;
	uint64_t failed; /* of those */
};

void platter_init(struct platter *platter, const struct bid_device_profile *disk);
/* A run goes to the disk, which has no other. */
void platter_issued(struct platter *platter, const struct bid_request *run, uint64_t now_ns);
void platter_completed(struct platter *platter, const struct bid_request *run, uint64_t now_ns);
/* Whether what it foretells has come true. */
bool platter_is_known(const struct platter *platter, uint64_t now_ns);
/* When a read of that sector would begin on the media if it were issued now; an estimate. */
uint64_t platter_wait_ns(const struct platter *platter, uint64_t lba, uint64_t now_ns);

#endif
