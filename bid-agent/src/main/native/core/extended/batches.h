/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * When writes that nobody waits for have the disk. They are gathered while reads go on, for the
 * more there are the shorter is the way between two of them, and are then written in batches:
 *
 *   - when they take up the request queue, or one of them is past its guard;
 *   - when nothing else is to be done. While reads come and go that is not so in each moment in
 *     which all readers think, nor while the drive has the reads in its own queue: there have to
 *     be enough of them, or no read for a while.
 *
 * Between two batches the others have REST_BATCHES times as long. A drive with a queue takes writes
 * into its cache faster than it writes them; it is left alone after writes, whoever waits for them,
 * until its media can have followed, or it would go to and fro between what it still has to write
 * and the reads.
 */
#ifndef BID_CORE_BATCHES_H
#define BID_CORE_BATCHES_H

#include "bid/policy.h"
#include "drive_cache.h"
#include "load.h"

struct bid_batches {
	const struct bid_load *load;
	const struct drive_cache *cache;
	uint64_t most_ns; /* as set: of small writes there may be more */
	uint64_t long_ns; /* the longest of writes that are not small */
	bool gathers;
	bool goes_on;
	uint64_t end_ns;
	uint64_t rest_end_ns; /* the others have the disk until then */
	uint64_t written_ns;  /* when the media have followed */
	uint64_t way_ns;      /* to a random place: what is left is not waited for if it is less */
	uint64_t next_lba;    /* where the last write ended */
	uint64_t rate;        /* at which they do, sectors a second; 0: a write takes its time */
	uint32_t enough;      /* requests outstanding that are worth a batch when nothing waits */
	uint64_t dense_sectors; /* of a unit that is worth its positioning */
	bool queued;            /* the drive takes more than one request at a time */
	uint64_t sectors_sum;   /* LAZY_UNITS times the mean of the units written */
};

/* gathers: not each moment without a read is one for a batch. */
void batches_init(struct bid_batches *batches, const struct bid_load *load,
		  const struct drive_cache *cache, const struct bid_setup *setup, uint64_t batch_ns,
		  bool gathers);
/* A batch begins; waiting: units of others that wait meanwhile. */
void batches_begin(struct bid_batches *batches, uint32_t waiting, uint64_t now_ns);
/* A batch has had its time, and somebody waits. */
bool batches_is_over(const struct bid_batches *batches, uint32_t waiting, uint64_t now_ns);
/* Whether the batch goes on, when there are lazy units or none. */
bool batches_goes_on(struct bid_batches *batches, bool lazy, uint32_t waiting, uint64_t now_ns);
/*
 * When the next batch may begin, as things stand: a time that has come for now; BID_NEVER when
 * others have the disk.
 */
uint64_t batches_next_ns(const struct bid_batches *batches, uint32_t waiting, uint64_t now_ns);
/* Until when the drive is left alone with what it was given; a time that has come: it is not. */
uint64_t batches_written_ns(const struct bid_batches *batches, uint64_t now_ns);
/* A unit of the batch has its turn. */
void batches_note_unit(struct bid_batches *batches, uint64_t sectors);
/* A run of writes has gone to the drive, of a batch or not. */
void batches_note_written(struct bid_batches *batches, const struct bid_request *run,
			  uint64_t now_ns);

#endif
