/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Whose turn is next in our order, of those that are staged: who is past his guard, a batch of
 * writes that nobody waits for, or whoever lies next on the arm's way.
 */
#ifndef BID_CORE_SWEEP_CHOICE_H
#define BID_CORE_SWEEP_CHOICE_H

#include "order_sweep.h"

/* The unit that has this place in a sweep; NULL for no place. */
static inline struct bid_unit *sweep_unit_at(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_unit, by_position) : NULL;
}

/* How many wait that somebody waits for. */
static inline uint32_t sweep_ready_count(const struct bid_sweep *sweep)
{
	return sweep->staged[SWEEP_READY].count + sweep->staged[SWEEP_BULK].count;
}

/*
 * The unit whose turn is next; it stays staged. NULL if nothing is, or if all that is has to wait:
 * then the load asks for dispatch when that is over.
 */
struct bid_unit *sweep_next(struct bid_sweep *sweep, uint64_t now_ns);

#endif
