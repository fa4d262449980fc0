/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "drive_cache.h"

/* Writes of fewer (128 KiB) say nothing: what a command costs besides is more than their data. */
#define TELLING_SECTORS 256u
/* How many times as long as at the media's highest rate a write is late, in eighths. */
#define LATE_EIGHTHS 17u
/* So many in a row that are late, and it does not cache. */
#define LATE_WRITES 8u
/* A run of two of the longest requests is the shortest that can be begun in the middle. */
#define RUN_SECTORS ((uint64_t)2 * BID_REQUEST_MAX_SECTORS)

void drive_cache_init(struct drive_cache *cache, const struct bid_device_profile *disk)
{
	*cache = (struct drive_cache){
		.rate = disk ? disk->bytes_per_second / BID_SECTOR_BYTES : 0,
	};
}

void drive_cache_issued(struct drive_cache *cache, const struct bid_request *run, uint64_t now_ns)
{
	if (cache->held++ > 0 || run->op != BID_WRITE || run->run_sectors < TELLING_SECTORS ||
	    cache->rate == 0)
		return;
	cache->alone = run;
	cache->alone_since_ns = now_ns;
}

void drive_cache_completed(struct drive_cache *cache, const struct bid_request *run,
			   uint64_t now_ns)
{
	uint64_t took_ns = now_ns - cache->alone_since_ns;
	uint64_t media_ns;

	cache->held--;
	if (run != cache->alone)
		return;
	cache->alone = NULL;
	if (bid_run_status(run) != 0)
		return;
	media_ns = bid_quotient((uint64_t)run->run_sectors * BID_SECOND, cache->rate);
	if (took_ns < media_ns) {
		cache->caches = true;
		cache->late_alone = 0;
	} else if (took_ns > media_ns * LATE_EIGHTHS / 8 && ++cache->late_alone >= LATE_WRITES) {
		cache->caches = false;
	}
}

bool drive_cache_is_fed_in_order(const struct drive_cache *cache, uint64_t run_sectors)
{
	return cache->caches && run_sectors >= RUN_SECTORS;
}
