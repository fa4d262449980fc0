/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What all parts of the scheduler speak of. In the terms of Mishra 2018, chapter 3:
 *
 *   stream  a process p, and what is known of it
 *   unit    its staging queue SQ_p; with split streams one for each run of addresses that it reads
 *           or writes, so that a stream may have many
 *   turn    the flush of a unit: while it is the active one the disk serves nothing else
 *
 * They are records, each part's members together. units.c keeps them; who else changes what stands
 * beside the members.
 */
#ifndef BID_CORE_UNIT_H
#define BID_CORE_UNIT_H

#include "bid/request.h"
#include "timers.h"
#include "wait.h"

/*
 * Streams and units begin with a cache line of the processor, and are in the order of what is used
 * together: with many streams each request finds its own out of the cache.
 */
#define CACHE_LINE 64u

/* Think times are counted below 0.125 ms, 0.25 ms, ... 32 ms, and longer or never. */
#define THINK_BUCKETS 9u

/* How long the disk would have had to wait for a stream's next contiguous request. */
struct bid_think {
	uint16_t count[THINK_BUCKETS + 1];
	uint16_t total;
};

struct bid_stream {
	/* ---- of each request: two cache lines ---- */
	_Alignas(CACHE_LINE) uint64_t key;
	struct bid_stream *hash_next;
	struct bid_tree units;      /* key: where each unit's run is expected to go on */
	struct bid_unit *recent[2]; /* think.c: by operation: where its last request went */
	struct bid_extent *extent;  /* announced.c: to be read */
	uint64_t load_ns;           /* guard.c: when load_sectors was right */

	struct bid_link link;      /* unused or, without units, in order of last use */
	struct bid_think think[2]; /* think.c: by operation */
	uint32_t load_sectors;     /* guard.c: asked for lately; what has leaked away is gone */

	/* ---- on two tiers, or as published ---- */
	struct bid_link ssd_fifo; /* hybrid.c: for the SSD, in order of arrival */
	struct bid_link ssd_turn; /* hybrid.c: in its round of streams with an ssd_fifo */
	struct bid_link backlog;  /* order_marked.c: requests that wait behind the unit's flush */
	struct bid_wait wait;
	bool flushes; /* order_sweep.c: it has asked for a flush */
};

_Static_assert(offsetof(struct bid_stream, ssd_fifo) <= (size_t)2 * CACHE_LINE,
	       "what each request needs of its stream has grown");

/*
 * Who fills a unit's turns in place of callers' requests. To be embedded in what is filled from.
 */
struct bid_filler {
	const struct bid_filler_functions *does;
};

struct bid_filler_functions {
	/* Whether the turn, begun or to begin, has something for the disk. */
	bool (*waiting)(const struct bid_filler *filler);
	void (*turn_begins)(struct bid_filler *filler);
	/* The next request of the turn; NULL: the turn must end. */
	struct bid_request *(*take)(struct bid_filler *filler, uint64_t now_ns);
	void (*turn_over)(struct bid_filler *filler, uint64_t now_ns);
};

enum unit_state {
	UNIT_IDLE,   /* nothing waits; remembered for its address, or unused */
	UNIT_STAGED, /* gathers requests */
	UNIT_MARKED, /* waits for its turn and takes no more (as published) */
	UNIT_ACTIVE, /* has its turn */
};

/* The sweeps that a staged unit may wait in. */
enum sweep_kind {
	SWEEP_READY = 0, /* somebody waits for it */
	SWEEP_LAZY = 1,  /* writes that may be gathered for longer */
	SWEEP_BULK = 2,  /* long runs of writes that somebody waits for */
	SWEEP_KINDS = 3,
	SWEEP_NONE = SWEEP_KINDS,
};

struct bid_unit {
	/* ---- order_sweep.c ---- */
	_Alignas(CACHE_LINE) struct bid_tree_node by_position;
	struct bid_stream *stream;
	struct bid_filler *filler; /* whose turns these are; NULL: callers' requests */
	uint8_t state;             /* enum unit_state: of the order and, while active, turn.c */
	uint8_t sweep;             /* enum sweep_kind */
	uint8_t op;                /* of all its requests, when streams are split */
	bool detached;             /* no request finds it: a filler's, or kept for its runs only */
	bool light;         /* of a stream that asks for little: it need not wait for others */
	bool blocking;      /* somebody waits for one of its requests */
	bool newest_blocks; /* or for the newest, though it be served already */
	bool flushed;       /* of a stream that flushes what it writes */
	bool scattered;     /* small writes of a stream that waits for each, near one another */

	/* ---- runs.c ---- */
	struct bid_tree requests;    /* heads of runs that wait, by address */
	struct bid_link fifo;        /* the same, in order of arrival */
	struct bid_link link;        /* unused, idle, staged or marked, as its state says */
	struct bid_link urgent_link; /* order_sweep.c: in one of its urgent lists */

	struct bid_tree_node by_next;
	uint64_t next_lba;           /* where the run is expected to go on */
	uint64_t sectors;            /* that wait */
	uint64_t last_completion_ns; /* turn.c: of a run of this unit */

	struct bid_timer timer; /* of the order */
	uint32_t in_flight;     /* turn.c: runs that the device has */
	bool spare;             /* idle, and among those that may be forgotten */
	bool used;              /* since it came to its place there */
	uint64_t newest_ns;     /* arrival of the newest request, where gaps are of use */
	uint64_t deadline_ns;   /* of its life (as published) */
	uint64_t judge_ns;      /* when its tier is to be chosen (in the sweep) */
};

/* Whether the unit has something for the disk. */
static inline bool unit_waiting(const struct bid_unit *unit)
{
	if (unit->filler)
		return unit->filler->does->waiting(unit->filler);
	return unit->requests.count > 0;
}

#endif
