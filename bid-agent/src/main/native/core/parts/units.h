/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Pools of streams and units, in the memory that the caller gave.
 */
#ifndef BID_CORE_UNITS_H
#define BID_CORE_UNITS_H

#include "bid/policy.h"
#include "unit.h"

struct bid_units {
	bool learns; /* what has nothing to do is remembered, as long as there is room */
	struct bid_timers timers;
	struct bid_link unused; /* units that have been used; the last one is the warmest */
	struct bid_unit *fresh; /* up to end: memory that has never been touched */
	struct bid_unit *end;
	struct bid_link idle; /* remembered, or used again meanwhile; about the oldest first */
	uint32_t spare;       /* of those, idle */
	struct bid_link unused_streams;
	struct bid_stream *fresh_streams;
	struct bid_stream *streams_end;
	struct bid_link idle_streams;
	struct bid_stream **buckets;
	uint64_t bucket_mask;
};

size_t units_bytes(const struct bid_setup *setup);
/* Lays the pools out in memory of units_bytes; returns what follows it. */
void *units_init(struct bid_units *units, const struct bid_setup *setup, bool learns, void *memory);

/* The stream of that key, or NULL. */
struct bid_stream *stream_find(const struct bid_units *units, uint64_t key);
/* The stream of that key, a new one if need be; NULL when there is no room. */
struct bid_stream *stream_get(struct bid_units *units, uint64_t key);
/* Lets a stream that nothing refers to become one to be forgotten. */
void stream_put(struct bid_units *units, struct bid_stream *stream);

/* A new unit of the stream, in state UNIT_STAGED and in no queue; NULL when there is no room. */
struct bid_unit *unit_new(struct bid_units *units, struct bid_stream *stream);
/* A unit that no request finds by its address: for the turns of a filler. */
struct bid_unit *unit_new_detached(struct bid_units *units, struct bid_stream *stream);
/* Moves the point where the unit's run is expected to go on. */
void unit_expect(struct bid_unit *unit, uint64_t next_lba);
/* The unit, which may have been idle, has something to do. */
void unit_wake(struct bid_units *units, struct bid_unit *unit);
/* The unit has nothing to do any more: it is remembered or, when nothing is, forgotten. */
void unit_retire(struct bid_units *units, struct bid_unit *unit);

/* The unit that a tree of a stream's units says; NULL for none. */
static inline struct bid_unit *unit_of_next(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_unit, by_next) : NULL;
}

#endif
