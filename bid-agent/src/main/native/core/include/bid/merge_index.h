/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Finds, among all runs that wait, the one that a new request continues (back merge) or precedes
 * (front merge), and joins runs that thereby meet: what Linux's elevators do with a hash by end
 * and a tree by start (Documentation/block/biodoc, section 4.3). O(log n) each; intrusive, in the
 * by_run_start and by_run_end of struct bid_request.
 */
#ifndef BID_MERGE_INDEX_H
#define BID_MERGE_INDEX_H

#include "bid/request.h"

/* Runs that start (or end) at one sector and are tried before giving up; bounds the worst case. */
#define BID_MERGE_TRIES 8u

struct bid_merge_index {
	/* All runs that wait, by enum bid_op; in order of address: a sorted queue for who needs
	 * one. */
	struct bid_tree by_start[2];
	struct bid_tree by_end[2];
	bool within_queue;
};

/* What a merge changed, for the policy to follow in its own queues. */
struct bid_merge {
	/* The run that took the request. Its run_lba may be lower than before. */
	struct bid_request *into;
	/*
	 * Another run that waited, met into's and is part of it now: out of the index, to be taken
	 * out of the policy's queues. Of two runs that meet the one whose head arrived later joins
	 * the other, so that nobody loses a place in an order of arrival. NULL: none.
	 */
	struct bid_request *absorbed;
};

/* within_queue: only runs whose queue member is the request's are merged with it. */
void bid_merge_index_init(struct bid_merge_index *index, bool within_queue);

/*
 * Merges a request that is in no queue into a run that waits. Returns false when there is none to
 * take it; merge is set only when it returns true. See bid_run_join_back for what may be joined.
 */
bool bid_merge_index_merge(struct bid_merge_index *index, struct bid_request *request,
			   struct bid_merge *merge);

/* Puts a run in that may grow from now on. */
void bid_merge_index_add(struct bid_merge_index *index, struct bid_request *head);

/* Takes a run out, which must be in: it is being dispatched, or may not grow any more. */
void bid_merge_index_remove(struct bid_merge_index *index, struct bid_request *head);

/* The waiting run of that operation with the least start of at least lba, or NULL. */
struct bid_request *bid_merge_index_at_or_after(const struct bid_merge_index *index, enum bid_op op,
						uint64_t lba);

#endif
