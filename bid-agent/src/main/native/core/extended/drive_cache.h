/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Whether a drive takes writes into a cache, and what follows from it.
 *
 * A drive with a queue of its own (NCQ) begins what it is soonest at. Of a run of writes that it
 * has whole, in pieces of a request, that may be a piece in the middle; what is before it then
 * costs a turn of the platter each time. A drive that caches writes needs no more than one piece at
 * a time: it is done with it as soon as it has it, long before the media are, and so has the run in
 * order. One that does not cache loses a turn between any two pieces unless it has the next one by
 * then.
 *
 * Nobody tells the core which of the two a drive is, so it is learned from writes that the drive
 * was given alone: one that is done sooner than any media could have moved it went into a cache.
 * Until one was, and after several in a row that took twice as long as the media need, the drive
 * counts as one that does not cache. (In between is a cache that is full.)
 */
#ifndef BID_CORE_DRIVE_CACHE_H
#define BID_CORE_DRIVE_CACHE_H

#include "bid/policy.h"

struct drive_cache {
	uint64_t rate;                   /* of the media at most, sectors a second; 0: not known */
	const struct bid_request *alone; /* a write that the drive had nothing beside; or NULL */
	uint64_t alone_since_ns;
	uint32_t held;       /* runs that the drive has */
	uint32_t late_alone; /* in a row */
	bool caches;
};

/* disk: NULL: nothing is to be learned of it. */
void drive_cache_init(struct drive_cache *cache, const struct bid_device_profile *disk);
/* A run goes to the drive, and is done there. */
void drive_cache_issued(struct drive_cache *cache, const struct bid_request *run, uint64_t now_ns);
void drive_cache_completed(struct drive_cache *cache, const struct bid_request *run,
			   uint64_t now_ns);
/* Whether the drive is to have the pieces of a run of so many sectors one at a time. */
bool drive_cache_is_fed_in_order(const struct drive_cache *cache, uint64_t run_sectors);

#endif
