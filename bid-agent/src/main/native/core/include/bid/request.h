/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A request to a block device, as schedulers see it. The node is the caller's: a policy links it,
 * never allocates or frees it.
 */
#ifndef BID_REQUEST_H
#define BID_REQUEST_H

#include "bid/list.h"
#include "bid/tree.h"

/* Bytes of a sector, the unit of every address and length here. */
#define BID_SECTOR_BYTES 512u
/* The longest request, merged or not: 512 KiB, 128 pages (Mishra 2018, section 3.2). */
#define BID_REQUEST_MAX_SECTORS 1024u
/* A time that never comes. All times are nanoseconds of one monotonic clock, the caller's. */
#define BID_NEVER UINT64_MAX

enum bid_op { BID_READ = 0, BID_WRITE = 1 };

enum bid_flag {
	/* A thread waits for it now: every read but readahead, and writes of O_SYNC or fsync. */
	BID_SYNC = 1u << 0,
	/* Served when all writes that were inserted before it are done; nothing else waits for it.
	 */
	BID_BARRIER = 1u << 1,
	/* A read ahead of need: its reader waits for it when he has caught up with it. */
	BID_AHEAD = 1u << 2,
	/* Made by a policy for itself (a piece, a prefetch): not reported to any caller. */
	BID_INNER = 1u << 3,
	/* Of its own reads: overtaken by a write or given up; what it got is to be thrown away. */
	BID_STALE = 1u << 4,
	/* Set by bid_request_queue_cancel: nobody wants it any more. */
	BID_CANCELLED = 1u << 5,
	/*
	 * A write that is not to be moved to another tier than its range lives on. Who serves a run
	 * that was to be moved may serve it on the disk instead, and sets this in its first.
	 */
	BID_STAYS = 1u << 6,
};

/* What kind of work a stream does; shares and deadlines are set per class. */
enum bid_class {
	BID_FOREGROUND = 0,
	BID_LOG = 1,
	BID_COMPACTION = 2,
	BID_BALANCER = 3,
	BID_READAHEAD = 4,
	BID_CLASSES = 5,
};

/* Where a request is served. */
enum bid_tier { BID_TIER_HDD = 0, BID_TIER_SSD = 1, BID_TIERS = 2 };

/*
 * Memory that an announced extent is read into, with whatever its owner keeps beside it. A policy
 * links it and tells when it may be freed; it never looks at the data.
 */
struct bid_chunk {
	struct bid_link link; /* not in any list while the policy keeps it */
};
/* What one chunk holds at the most, and how many a request's data may lie in. */
#define BID_CHUNK_SECTORS (BID_REQUEST_MAX_SECTORS / 2)
#define BID_CHUNKS        3

struct bid_request {
	/* ---- set by the caller before it is inserted, constant until it is completed ---- */
	uint64_t stream;       /* whose it is: process, thread or block transfer */
	uint64_t lba;          /* first sector */
	uint64_t arrival_ns;   /* when it was inserted */
	uint32_t sectors;      /* 1 to BID_REQUEST_MAX_SECTORS */
	uint8_t op;            /* enum bid_op */
	uint8_t flags;         /* enum bid_flag, or-ed */
	uint8_t service_class; /* enum bid_class */
	uint8_t tier;          /* enum bid_tier: set when it is dispatched */

	/*
	 * ---- the run that goes to the device: this request and those merged into it ----
	 * A request that was merged into another is never dispatched itself. When the head of the
	 * run completes, the caller walks head, head->merged, ... and reports each of them.
	 */
	uint64_t run_lba;
	uint32_t run_sectors;
	/*
	 * What became of it, 0 or a negative errno: set in each member by who serves the run, and
	 * final when the request is finished.
	 */
	int32_t status;
	struct bid_request *merged;      /* the next of the run, NULL at its end */
	struct bid_request *merged_last; /* of the head only: end of the chain, itself when alone */

	/* ---- the policy's own ---- */
	struct bid_link link;        /* in one queue, in order of arrival or of service */
	struct bid_tree_node by_lba; /* in one sorted queue */
	uint64_t expiry_ns;          /* when it should have been served */
	void *queue;                 /* the queue that holds it */
	struct bid_request *owner;   /* of a piece: the request that it is a piece of */
	uint32_t pieces;             /* of an owner: pieces not completed yet */
	uint32_t mark;               /* the policy's flags */

	/*
	 * ---- memory that was read ahead ----
	 * Of a policy's own read: the memory for what it gets, in the first, set by who serves it;
	 * NULL: nobody looks at data. Of a caller's read that was served from there: where its
	 * sectors lie, in their order, NULL behind the last. They stay until they are released,
	 * which is after the request is finished (bid/policy.h).
	 */
	struct bid_chunk *chunk[BID_CHUNKS];

	/* ---- the request queue's ---- */
	uint32_t epoch;   /* barriers up to it */
	uint32_t awaited; /* of a barrier that waits: writes since the one before it */
	uint32_t flushes; /* of a flush without data: tiers still to be reached, a bit for each */

	/* ---- of a run that waits in a merge index (bid/merge_index.h) ---- */
	struct bid_tree_node by_run_start;
	struct bid_tree_node by_run_end;

	/* ---- of a file ---- */
	uint64_t file; /* the caller's name for it; 0: none. A barrier of a file is for it alone */
	struct bid_tree_node by_file; /* the request queue's: writes and barriers of files */
};

/* Readies a node whose caller's fields are set: a run of one, in no queue. */
static inline void bid_request_init(struct bid_request *request)
{
	request->run_lba = request->lba;
	request->run_sectors = request->sectors;
	request->status = 0;
	request->merged = NULL;
	request->merged_last = request;
	bid_list_init(&request->link);
	request->expiry_ns = BID_NEVER;
	request->queue = NULL;
	request->owner = NULL;
	request->pieces = 0;
	request->mark = 0;
	for (int i = 0; i < BID_CHUNKS; i++)
		request->chunk[i] = NULL;
	request->tier = BID_TIER_HDD;
}

/* Whether nobody wants the request any more, or what it is a piece of. */
static inline bool bid_request_cancelled(const struct bid_request *request)
{
	return ((request->owner ? request->owner->flags : request->flags) & BID_CANCELLED) != 0;
}

/* The first failure among the members of a run; 0: there is none. */
static inline int32_t bid_run_status(const struct bid_request *head)
{
	while (head && head->status == 0)
		head = head->merged;
	return head ? head->status : 0;
}

/* The same end for all members of a run. */
static inline void bid_run_set_status(struct bid_request *head, int32_t status)
{
	for (; head; head = head->merged)
		head->status = status;
}

/* The sector after the last of a run. */
static inline uint64_t bid_run_end(const struct bid_request *head)
{
	return head->run_lba + head->run_sectors;
}

#endif
