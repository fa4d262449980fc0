/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Which sectors of the HDD live on the SSD, and where: the location filter of BID-Hybrid ("VFS-SSD"
 * of Mishra 2018, chapter 4). Extents in a tree by HDD address, and the SSD's free space beside
 * them. Everything is O(log n) in the number of extents (and linear in those that a call replaces),
 * in memory that the caller gives.
 *
 * Space on the SSD is given out like a log: on from where the last extent ended, and when that gap
 * is too short from the start of the longest one (worst fit), where the log goes on. So writes that
 * follow each other lie together, and a range finds no place only when no gap is as long as it.
 *
 * A range is mapped in two steps: space is reserved before the write is sent there, and committed
 * once the data have arrived; until then the table goes on saying where the old ones are. Who
 * commits over what was mapped lets accesses to that finish before it writes to space that was
 * reserved later.
 */
#ifndef BID_REDIRECT_H
#define BID_REDIRECT_H

#include "bid/request.h"

/* A range that lives on the SSD, or (inside the table) a gap there. To be read only. */
struct bid_redirect_extent {
	struct bid_tree_node by_address; /* key: first HDD sector; of a gap: first SSD sector */
	struct bid_tree_node by_length;  /* of a gap: key: sectors */
	uint64_t sectors;
	uint64_t ssd_lba; /* first SSD sector */
};

/* Regions of the HDD that share a place in a hash table: what spares most calls the search. */
struct bid_redirect_region {
	struct bid_redirect_extent *recent; /* the newest whose last sector lies here, or NULL */
	uint32_t extents;                   /* that lie here, wholly or in part */
};

struct bid_redirect {
	struct bid_tree extents;
	struct bid_tree gaps;
	struct bid_tree gaps_by_length;
	struct bid_redirect_extent *unused; /* chained by by_address.right */
	struct bid_redirect_extent *fresh;  /* from there on memory has never been used */
	struct bid_redirect_region *regions;
	uint32_t region_mask; /* their number, a power of two, less one */
	uint32_t max_extents;
	uint32_t reserved;       /* ranges that have space and are not mapped yet */
	uint64_t log_end;        /* SSD sector after the space given out last */
	uint64_t mapped_sectors; /* that live on the SSD */
	uint64_t free_sectors;   /* of the budget */
};

/* A part of a range that lies in one place. */
struct bid_redirect_piece {
	uint64_t lba;     /* first HDD sector */
	uint64_t sectors; /* at least 1 */
	uint64_t address; /* where to serve it: the SSD's sector, or lba itself on the HDD */
	enum bid_tier tier;
};

/* Bytes of memory for a table of at most that many extents; 1 to 2^30. Aligned as for malloc. */
size_t bid_redirect_bytes(uint32_t max_extents);

/* An empty table that may use ssd_sectors (0: none) of the SSD from ssd_first on. */
void bid_redirect_init(struct bid_redirect *table, void *memory, uint32_t max_extents,
		       uint64_t ssd_first, uint64_t ssd_sectors);

/*
 * Finds space on the SSD for a range, which stays mapped as it is. Returns 0 and the SSD's sector
 * in ssd_lba; -EINVAL for no sectors or an end past 2^64; -ENOSPC when no gap is long enough or the
 * table might not hold another extent. On error nothing has changed.
 */
int bid_redirect_reserve(struct bid_redirect *table, uint64_t lba, uint64_t sectors,
			 uint64_t *ssd_lba);

/*
 * Maps a range to the space that was reserved for it: what of it was on the SSD before is replaced,
 * its space is free again. Extents that follow each other on both devices become one.
 */
void bid_redirect_commit(struct bid_redirect *table, uint64_t lba, uint64_t sectors,
			 uint64_t ssd_lba);

/* The write to space that was reserved failed: the space is free again, the range mapped as it was.
 */
void bid_redirect_release(struct bid_redirect *table, uint64_t sectors, uint64_t ssd_lba);

/*
 * Lets a range live on the HDD again; what was not on the SSD stays as it is. Returns 0; -EINVAL
 * as above; -ENOSPC when the table is full and the range would cut one extent in two. Then the
 * whole range lies in one piece on the SSD and can be written in place. Nothing has changed.
 */
int bid_redirect_remove(struct bid_redirect *table, uint64_t lba, uint64_t sectors);

/*
 * The first piece of a range (of 1 sector or more, its end not past 2^64). For the next one ask
 * again from piece->lba + piece->sectors on.
 */
void bid_redirect_lookup(const struct bid_redirect *table, uint64_t lba, uint64_t sectors,
			 struct bid_redirect_piece *piece);

/* Whether no range that is not mapped yet can be: the table holds all the extents it may. */
bool bid_redirect_is_full(const struct bid_redirect *table);

/* Whether any sector of the range lives on the SSD. */
bool bid_redirect_touches(const struct bid_redirect *table, uint64_t lba, uint64_t sectors);

/* All extents in order of HDD address, as for a checkpoint; NULL after the last. */
const struct bid_redirect_extent *bid_redirect_first(const struct bid_redirect *table);
const struct bid_redirect_extent *bid_redirect_next(const struct bid_redirect_extent *extent);

/* The first HDD sector of an extent that first or next returned. */
static inline uint64_t bid_redirect_lba(const struct bid_redirect_extent *extent)
{
	return extent->by_address.key;
}

#endif
