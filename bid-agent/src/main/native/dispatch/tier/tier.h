/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A volume's second tier: what the core has on the SSD. The core gives out sectors of the SSD; here
 * each of them has a place in a log, where its data are durable, together with the name of the file
 * that they are of. So a sector that is written again gets another place, and a torn write damages
 * nothing. The oldest segments are brought home to the disk when few are free, or when the disk has
 * nothing to do. docs/bid-live.md has what must hold. Used by the volume's thread alone.
 */
#ifndef DISPATCH_TIER_H
#define DISPATCH_TIER_H

#include "bid/request_queue.h"
#include "dispatch/volume.h"
#include "file.h"
#include "log.h"

/* Bytes of a file in one range of sectors of the SSD. */
struct tier_extent {
	struct volume_file *file;
	uint64_t offset;
	uint32_t length;
	uint64_t lba;     /* the disk's sector with the first byte */
	uint64_t address; /* the SSD's, as the core calls it */
	void *memory;
	bool made_whole; /* the tier's: that is memory of its own */
};

enum tier_fate {
	TIER_SERVED,  /* as status says */
	TIER_REFUSED, /* nothing of it is on the SSD: to be served by the disk */
};

struct tier_job;
typedef void tier_done_fn(struct tier_job *job, enum tier_fate fate, int32_t status);

/* A run for the SSD. The caller's; the tier's until it is done. */
struct tier_job {
	bool writes;
	uint32_t count;
	struct tier_extent *extent;
	tier_done_fn *done;

	/* ---- the tier's ---- */
	struct bid_link link;
	uint32_t at;        /* the extent that goes on ... */
	uint32_t at_byte;   /* ... there */
	bool begun;         /* some of it is in the log, and there is room for all */
	uint32_t displaced; /* sectors of it that came to live on the disk meanwhile */
	uint64_t commit;    /* the last that has some of it */
	uint32_t reads;     /* under way */
	int32_t status;
};

/* A file that has data in the log. */
struct tier_file {
	struct bid_tree_node by_place; /* its number */
	struct volume_file *file;      /* a use of it */
	uint32_t records;
	uint64_t defined_in; /* the last commit that says what it is */
	bool dirty;          /* was written home and is to be synced */
	uint32_t definition_bytes;
	uint8_t definition[];
};

/* Sectors of a file that were written to a segment at once. */
struct tier_record {
	struct tier_file *file;
	uint64_t offset;
	uint64_t lba;
	uint64_t address;
	uint64_t position; /* in the log's file */
	uint32_t sectors;
};

struct tier_segment {
	struct tier_record *record;
	uint32_t count;
	uint32_t placed; /* of those: durable, and where the core's sectors are */
	uint32_t flying; /* to there with the commit that is under way */
	uint32_t capacity;
};

enum home_stage {
	HOME_RESTS,
	HOME_PAUSES, /* between two steps of a segment */
	HOME_READS,
	HOME_WRITES,
	HOME_SYNCS,
};

/* A segment on its way home. */
struct tier_home {
	enum home_stage stage;
	uint64_t sequence;
	struct tier_record *piece; /* what lives in it, in order of the disk's sectors */
	uint32_t count;
	uint32_t at;
	struct tier_file *syncs;
	struct backend_transfer transfer;
	uint8_t *memory;
};

struct tier {
	struct tier_log log;
	struct bid_request_queue *queue;
	struct backend *ssd;
	struct backend *disk;
	struct volume_statistics *statistics;
	char *path;
	uint64_t *place; /* of each of the core's sectors, in the log's file; 0: none */
	uint64_t sectors;
	uint64_t live; /* sectors that have one */
	struct tier_segment *segment;
	uint64_t settled; /* segments below it have nothing that lives on the SSD */
	struct bid_tree files;
	struct bid_link writes; /* jobs not wholly in the log */
	struct bid_link put;    /* wholly in it, and not durable */
	uint32_t reads;
	struct tier_home home;
	int stuck;      /* a negative errno: nothing can be brought home any more */
	bool withdrawn; /* the log is gone, nothing lives on the SSD */
	bool ends;      /* nothing comes home but what a job waits for */
};

/*
 * Opens the log, brings home what another volume left in it, and begins it anew. sectors: how many
 * the core may give out. The SSD's back end stays the caller's. Returns 0 or a negative errno.
 */
int tier_open(const struct volume_second_tier *options, struct backend *disk,
	      struct bid_request_queue *queue, struct volume_statistics *statistics,
	      struct tier **tier, uint64_t *sectors);
/* Nothing is under way. What lives on the SSD is left to recovery. */
void tier_close(struct tier *tier);

/* Takes a job, which may be done at once. */
void tier_begin(struct tier *tier, struct tier_job *job);
/* Takes what the SSD has done. */
void tier_take_done(struct tier *tier);
/* Goes on with whatever can go on; idle: the disk has had nothing to do for long enough. */
void tier_go_on(struct tier *tier, bool idle, uint64_t now_ns);
/* Whether the transfer of the disk is the tier's, which takes it. */
bool tier_takes_home(struct tier *tier, const struct backend_transfer *transfer);
/* Jobs or transfers of it are under way. */
bool tier_is_busy(const struct tier *tier);
/* From now on only jobs that are under way are served. */
void tier_end(struct tier *tier);
/* Nothing lives on the SSD, nor in the log. */
bool tier_is_empty(const struct tier *tier);

/* ---- for its parts ---- */

/* Sectors that an extent touches. */
static inline uint64_t extent_sectors(const struct tier_extent *extent)
{
	uint64_t end = extent->offset % BID_SECTOR_BYTES + extent->length;

	return (end + BID_SECTOR_BYTES - 1) / BID_SECTOR_BYTES;
}

#endif
