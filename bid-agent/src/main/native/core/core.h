/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What the files of the BID scheduler share. In the terms of Mishra 2018, chapter 3:
 *
 *   stream  a process p, and what is known of it
 *   unit    its staging queue SQ_p; with split streams one for each run of addresses that it reads
 *           or writes, so that a stream may have many
 *   turn    the flush of a unit: while it is the active one the disk serves nothing else
 *
 * A request is staged into a unit (stage.c). Units are chosen for their turns either in the order
 * in which they were marked (flush.c: as published) or in a sweep over the disk (sweep.c: ours).
 * turn.c serves the active one and decides when its turn is over. Everything lives in the memory
 * that the caller gave; every pool is sized for the set-up's bounds.
 */
#ifndef BID_CORE_CORE_H
#define BID_CORE_CORE_H

#include "bid/policy.h"
#include "bid/redirect.h"
#include "timers.h"

/* A request this near ahead of a run's end still belongs to the run: a short gap costs no seek. */
#define RUN_GAP_SECTORS UINT64_C(256)

/* Think times are counted below 0.125 ms, 0.25 ms, ... 32 ms, and longer or never. */
#define THINK_BASE_NS UINT64_C(125000)
#define THINK_BUCKETS 9u
#define THINK_NEVER UINT64_MAX

/* How long the disk would have had to wait for a stream's next contiguous request. */
struct bid_think {
	uint16_t count[THINK_BUCKETS + 1];
	uint16_t total;
};

/* The wait timer's history: gaps between the batches of a staging queue (algorithm 1). */
struct bid_wait {
	uint32_t count;
	uint32_t next;
	uint64_t gap_ns[BID_WAIT_HISTORY_MAX];
};

/* Read ahead at a time; a caller's request touches at most two such chunks. */
#define CHUNK_SECTORS ((uint64_t)BID_REQUEST_MAX_SECTORS)
/* Two turns of the longest kind. */
#define EXTENT_CHUNKS 128u

struct bid_unit;

/*
 * What a stream announced to read. Its chunks, counted from lba, are in the buffer from base on,
 * are being read, or (from issued on) are still on the disk only.
 */
struct bid_extent {
	struct bid_link link;		/* unused, or in order of last use */
	struct bid_link hungry;		/* in core->hungry_extents: there was no room to read on */
	struct bid_link reading;	/* our own requests that the device has */
	struct bid_stream *stream;
	struct bid_unit *unit;		/* its turns; its requests are those that wait for data */
	struct bid_tree_node by_lba;
	uint64_t lba;
	uint64_t end;
	uint64_t base;			/* all before it is consumed or given up; a chunk's start */
	uint64_t issued;		/* all before it is read or being read */
	uint64_t turn_end;		/* the turn goes up to there */
	uint64_t wanted;		/* callers that wait, if any, wait for data up to there */
	uint64_t used_ns;
	uint16_t consumed[EXTENT_CHUNKS]; /* sectors of each chunk that were read by callers */
	bool done[EXTENT_CHUNKS];	  /* chunk is in the buffer */
};

/*
 * Streams and units begin with a cache line of the processor, and are in the order of what is used
 * together: with many streams each request finds its own out of the cache.
 */
#define CACHE_LINE 64u

struct bid_stream {
	/* ---- of each request: two cache lines ---- */
	_Alignas(CACHE_LINE) uint64_t key;
	struct bid_stream *hash_next;
	struct bid_tree units;	     /* key: where each unit's run is expected to go on */
	struct bid_unit *recent[2];  /* by operation: where its last request went */
	struct bid_extent *extent;   /* announced to be read */
	uint64_t load_ns;	     /* when load_sectors was right */

	struct bid_link link;	     /* unused or, without units, in order of last use */
	struct bid_think think[2];   /* by operation */
	uint32_t load_sectors;	     /* asked for lately: what has leaked away is gone */

	/* ---- on two tiers, or as published ---- */
	struct bid_link ssd_fifo;    /* for the SSD, in order of arrival */
	struct bid_link ssd_turn;    /* in the core's round of streams with an ssd_fifo */
	struct bid_link backlog;     /* requests that wait behind the unit's flush */
	struct bid_wait wait;
};

_Static_assert(offsetof(struct bid_stream, ssd_fifo) == 2 * CACHE_LINE,
	       "what each request needs of its stream has grown");

enum unit_state {
	UNIT_IDLE,   /* nothing waits; remembered for its address, or unused */
	UNIT_STAGED, /* gathers requests */
	UNIT_MARKED, /* waits for its turn and takes no more (as published) */
	UNIT_ACTIVE, /* has its turn */
};

/* The sweeps that a staged unit may wait in. */
enum sweep_kind {
	SWEEP_READY = 0, /* somebody waits for it, or it is a long run */
	SWEEP_LAZY = 1,	 /* writes that may be gathered for longer */
	SWEEP_KINDS = 2,
	SWEEP_NONE = SWEEP_KINDS,
};

/* Units past their guard, those first that go ahead of the others. */
enum urgent_kind {
	URGENT_LIGHT = 0,	/* of streams that ask for little, and somebody waits */
	URGENT_LIGHT_LAZY = 1,	/* of such streams, and nobody waits */
	URGENT_HEAVY = 2,
	URGENT_KINDS = 3,
};

struct bid_unit {
	_Alignas(CACHE_LINE) struct bid_tree_node by_position;
	struct bid_stream *stream;
	struct bid_extent *extent; /* whose turns these are; NULL: callers' requests */
	uint8_t state;		   /* enum unit_state */
	uint8_t sweep;		   /* enum sweep_kind */
	uint8_t op;		   /* of all its requests, when streams are split */
	bool detached;		   /* no request finds it: an extent's, or kept for its runs only */
	bool light;		   /* of a stream that asks for little: it need not wait for others */
	bool blocking;		   /* somebody waits for one of its requests */
	bool newest_blocks;	   /* or for the newest, though it be served already */

	struct bid_tree requests;    /* heads of runs that wait, by address */
	struct bid_link fifo;	     /* the same, in order of arrival */
	struct bid_link link;	     /* unused, idle, staged or marked, as its state says */
	struct bid_link urgent_link; /* in core->urgent or urgent_light */

	struct bid_tree_node by_next;
	uint64_t next_lba;	     /* where the run is expected to go on */
	uint64_t sectors;	     /* that wait */
	uint64_t last_completion_ns; /* of a run of this unit */

	struct bid_timer timer;
	uint32_t in_flight;   /* runs that the device has */
	bool spare;	      /* idle, and in core->idle_units: may be forgotten */
	bool used;	      /* since it came to its place there */
	uint64_t newest_ns;   /* arrival of the newest request, where gaps are of use */
	uint64_t deadline_ns; /* of its life (as published) */
	uint64_t judge_ns;    /* when its tier is to be chosen (in the sweep) */
};

struct bid_core {
	struct bid_tunables t;
	struct bid_device_profile device[BID_TIERS];
	uint32_t pressure;    /* requests outstanding from which staging gives way */
	uint32_t outstanding; /* callers' requests inserted and not completed */
	bool announces; /* bid-announced: reads ahead */
	bool hybrid;	/* algorithm 3 */

	struct bid_link unused_units;	/* that have been used; the last one is the warmest */
	struct bid_unit *fresh_units;	/* up to units_end: memory that has never been touched */
	struct bid_unit *units_end;
	struct bid_link idle_units; /* remembered, or used again meanwhile; about the oldest first */
	uint32_t spare_units;	    /* of those, idle */
	struct bid_link unused_streams;
	struct bid_stream *fresh_streams;
	struct bid_stream *streams_end;
	struct bid_link idle_streams;
	struct bid_stream **buckets;
	uint64_t bucket_mask;
	struct bid_timers timers;

	struct bid_link staged;	  /* units in order of creation (as published) */
	struct bid_link marked;	  /* in order of marking (as published) */
	struct bid_tree sweep[SWEEP_KINDS];
	struct bid_link urgent[URGENT_KINDS]; /* units past their guard, in order of expiry */
	uint64_t next_urgent_ns;  /* the sweep has the time until then */
	uint64_t next_light_ns;
	uint64_t position[SWEEP_KINDS]; /* sector after the last one that each sweep dispatched */
	uint64_t turns_ns[SWEEP_KINDS]; /* of this sweep so far */
	uint64_t swept_ns[SWEEP_KINDS]; /* from front to end, of those before */
	bool late_write;	  /* the turn is a lazy unit's that goes ahead of its sweep */
	bool write_batch;	  /* the sweep is after writes */
	uint64_t write_batch_end_ns;

	struct bid_unit *active;
	struct bid_unit *last_active; /* whose turn ended last, when it has more to do */
	enum sweep_kind turn_sweep; /* where the active unit was chosen */
	uint64_t turn_sectors;
	uint64_t turn_began_ns;
	uint64_t turn_sectors_max;
	uint64_t turn_sectors_end;   /* of this turn, by how many wait for theirs */
	uint64_t turn_end_ns;
	uint64_t patience_max_ns;    /* the longest that the disk is kept waiting */
	uint64_t ready_sectors;	     /* a staged run of writes this long is worth a turn */
	uint64_t continuation_end_ns; /* BID_NEVER: the disk is not kept waiting */
	struct bid_think think_all[2]; /* of all streams, by operation: what to expect of a new one */

	/* ---- announced extents ---- */
	struct bid_link unused_extents;
	struct bid_link extents_by_use; /* the longest unused first */
	struct bid_link hungry_extents;
	struct bid_tree extents;	/* by address */
	uint32_t extent_count;
	uint64_t longest_extent;	/* sectors; of all so far */
	uint64_t buffered;		/* sectors in the buffer or being read into it */
	struct bid_link unused_inner;	/* requests of our own */

	/* ---- algorithm 3 ---- */
	struct bid_redirect redirect;
	struct bid_tree arriving;    /* heads on their way to the SSD that are not mapped yet */
	struct bid_link unused_pieces;
	struct bid_request *fresh_pieces;
	struct bid_request *pieces_end;
	struct bid_link splitting;   /* callers' requests with pieces still to be issued */
	uint64_t asked_ns;	     /* when dispatch was last asked, for either tier */
	uint64_t kick_ns;	     /* one tier's dispatch made work for the other: ask again then */
	struct bid_link ssd_round;   /* streams with requests for the SSD */
	struct bid_link overflow;    /* served first in, first out: no unit or stream was free */
	struct bid_link finished;    /* callers' requests to be taken */
};

/* ---- streams.c: pools of streams and units ---- */

size_t streams_bytes(const struct bid_setup *setup);
/* Lays the pools out in memory of streams_bytes; returns what follows it. */
void *streams_init(struct bid_core *core, const struct bid_setup *setup, void *memory);
/* The stream of that key, or NULL. */
struct bid_stream *stream_find(struct bid_core *core, uint64_t key);
/* The stream of that key, a new one if need be; NULL when there is no room. */
struct bid_stream *stream_get(struct bid_core *core, uint64_t key);
/* Lets a stream that nothing refers to become one to be forgotten. */
void stream_put(struct bid_core *core, struct bid_stream *stream);
/* A new unit of the stream, in state UNIT_STAGED and in no queue; NULL when there is no room. */
struct bid_unit *unit_new(struct bid_core *core, struct bid_stream *stream);
/* Moves the point where the unit's run is expected to go on. */
void unit_expect(struct bid_unit *unit, uint64_t next_lba);
/* A unit that no request finds by its address: for the turns of an extent. */
struct bid_unit *unit_new_detached(struct bid_core *core, struct bid_stream *stream);
/* The unit, which may have been idle, has something to do. */
void unit_wake(struct bid_core *core, struct bid_unit *unit);
/* The unit has nothing to do any more: it is remembered or, when nothing is, forgotten. */
void unit_retire(struct bid_core *core, struct bid_unit *unit);

/* ---- think.c: when will the stream's next request come? ---- */

/* Notes that the disk would have had to wait that long; THINK_NEVER: in vain. */
void think_note(struct bid_core *core, struct bid_stream *stream, enum bid_op op, uint64_t ns);
/* How long waiting for the stream's next request gains more than it costs; 0: not at all. */
uint64_t think_patience_ns(const struct bid_core *core, const struct bid_stream *stream,
			   enum bid_op op);

/* ---- wait.c: the wait timer of algorithm 1 ---- */

void wait_note(struct bid_wait *wait, uint64_t history, uint64_t gap_ns);
/* The mean of the history, the newest gap weighing most. */
uint64_t wait_mean_ns(const struct bid_wait *wait, uint64_t initial_ns);

/* ---- stage.c: requests into units ---- */

/* Stages a request that has just been inserted, or comes of a backlog. */
void stage_request(struct bid_core *core, struct bid_request *request, uint64_t now_ns);
/* Takes the run with the lowest address out of the unit, which must have one. */
struct bid_request *unit_take(struct bid_unit *unit);
/* Takes that run out of its unit. */
void unit_remove(struct bid_unit *unit, struct bid_request *head);
/* Whether the request makes somebody wait. */
bool request_blocks(const struct bid_request *request);

/* Whether the unit has something for the disk. */
static inline bool unit_waiting(const struct bid_unit *unit)
{
	if (unit->extent)
		return unit->extent->issued < unit->extent->turn_end;
	return unit->requests.count > 0;
}

/* ---- flush.c: marked in order of expiry, as published ---- */

void flush_staged(struct bid_core *core, struct bid_unit *unit, bool blocking, uint64_t now_ns);
void flush_expire(struct bid_core *core, uint64_t now_ns);
/* Somebody waits for the writes that are staged. */
void flush_hurry_writes(struct bid_core *core, uint64_t now_ns);
struct bid_unit *flush_choose(struct bid_core *core);
/* The unit's flush is over: it is forgotten, and what waited behind it is staged. */
void flush_over(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns);

/* ---- sweep.c: by position on the disk, ours ---- */

void sweep_staged(struct bid_core *core, struct bid_unit *unit);
void sweep_expire(struct bid_core *core, uint64_t now_ns);
/* Somebody waits for the writes that are staged. */
void sweep_hurry_writes(struct bid_core *core);
/* Whether a batch of lazy writes has to give way. */
bool sweep_batch_is_over(const struct bid_core *core, uint64_t now_ns);
/* Whether a unit is to be served now, before the active one goes on. */
bool sweep_urgent_waits(const struct bid_core *core, uint64_t now_ns);
struct bid_unit *sweep_choose(struct bid_core *core, uint64_t now_ns);
void sweep_remove(struct bid_core *core, struct bid_unit *unit);
/* A unit that was staged has nothing to do. */
void sweep_unstage(struct bid_core *core, struct bid_unit *unit);

/* ---- announced.c: extents read ahead ---- */

size_t announced_bytes(const struct bid_setup *setup);
void announced_init(struct bid_core *core, const struct bid_setup *setup, void *memory);
void announced_hear(struct bid_core *core, const struct bid_announcement *announcement,
		    uint64_t now_ns);
/* Serves a caller's read from the buffer, or lets it wait for it; false: it is to be staged. */
bool announced_claim(struct bid_core *core, struct bid_request *request, uint64_t now_ns);
/* Sets how far the turn goes that begins. */
void announced_turn_begin(struct bid_core *core, struct bid_unit *unit);
/* The next chunk of the turn; NULL: no request of our own is free, or the turn must end. */
struct bid_request *announced_take(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns);
/* The turn is over; the extent goes back to the sweep if it wants another. */
void announced_turn_over(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns);
/* A chunk has been read. */
void announced_read(struct bid_core *core, struct bid_unit *unit, struct bid_request *inner,
		    uint64_t now_ns);
/* A caller writes there: what is in the buffer is not what is on the disk. */
void announced_written(struct bid_core *core, uint64_t lba, uint64_t end, uint64_t now_ns);
/* Lets go of what nobody has read for long. */
void announced_expire(struct bid_core *core, uint64_t now_ns);
uint64_t announced_next_timer_ns(const struct bid_core *core);

/* ---- hybrid.c: algorithm 3 ---- */

size_t hybrid_bytes(const struct bid_setup *setup);
void hybrid_init(struct bid_core *core, const struct bid_setup *setup, void *memory);
/* Takes a request for what lives on the SSD, wholly or in part; false: it is to be staged. */
bool hybrid_claim(struct bid_core *core, struct bid_request *request, uint64_t now_ns);
/* Whether the unit's packing fraction is below the threshold. */
bool hybrid_packs_badly(const struct bid_core *core, const struct bid_unit *unit);
/* Moves the writes of a unit that packs badly to the SSD's queue. */
void hybrid_judge(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns);
/* The next run for the SSD, or NULL. */
struct bid_request *hybrid_dispatch(struct bid_core *core, uint64_t now_ns);
/* The run with this head has been written to the SSD. */
void hybrid_arrived(struct bid_core *core, struct bid_request *head);
/* A piece has been served. */
void hybrid_piece_done(struct bid_core *core, struct bid_request *piece);
/* Issues pieces that were wanting. */
void hybrid_split_on(struct bid_core *core, uint64_t now_ns);

/* ---- turn.c: the active unit ---- */

/* Sets what follows from the device: how long a turn is, and when a run is worth one. */
void turn_init(struct bid_core *core);
struct bid_request *turn_dispatch(struct bid_core *core, uint64_t now_ns);
void turn_completed(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns);

#endif
