/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Requests of a trace that wait for their completion, in order of arrival and by sector.
 */
#ifndef TRACE_PENDING_H
#define TRACE_PENDING_H

#include <stdbool.h>

#include "bid/list.h"
#include "bid/request.h"
#include "bid/tree.h"
#include "trace/event.h"

struct trace_pending {
	struct bid_link order;       /* in arrivals or in free */
	struct bid_link flush;       /* in flushes, or alone */
	struct bid_tree_node by_lba; /* while it waits, if it has sectors */
	struct trace_record record;
	uint64_t left; /* sectors that no completion has covered */
	bool waits;
	bool completed;
};

/*
 * Requests in the tree of a direction do not overlap: Linux does not have a page under two reads or
 * two writes at a time, so a second request for a sector means that the first one's completion is
 * missing from the trace.
 */
struct trace_pendings {
	struct bid_link arrivals;
	struct bid_link flushes;
	struct bid_link free;
	struct bid_tree tree[2]; /* by enum bid_op */
	uint32_t count;
};

void trace_pendings_init(struct trace_pendings *pendings);
void trace_pendings_free(struct trace_pendings *pendings);

/*
 * Adds an arrival; one without sectors that is no flush does not wait. Returns NULL when there is
 * no memory.
 */
struct trace_pending *trace_pendings_add(struct trace_pendings *pendings,
					 const struct trace_record *record);

/* A request waits that has all of these sectors, and the direction. */
bool trace_pendings_cover(struct trace_pendings *pendings, const struct trace_record *record);

/* A completion, of the direction given by op. Returns whether a request waited for it. */
bool trace_pendings_complete(struct trace_pendings *pendings, enum bid_op op,
			     const struct trace_event *event);

/* The oldest arrival, waiting or not; NULL. */
struct trace_pending *trace_pendings_oldest(struct trace_pendings *pendings);

/* Forgets the oldest arrival. */
void trace_pendings_drop_oldest(struct trace_pendings *pendings);

#endif
