/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The order in which units get their turns: a part that is chosen when a policy is made. There are
 * two, the source's (published/order_marked.c) and ours (extended/order_sweep.c).
 */
#ifndef BID_CORE_ORDER_H
#define BID_CORE_ORDER_H

#include "judge.h"

/* To be embedded in an order's state. */
struct bid_order {
	const struct bid_order_functions *does;
	struct bid_judge *judge; /* NULL: there is one tier */
};

struct bid_order_functions {
	/* Stages a request that has just been inserted, or comes back from another part. */
	void (*insert)(struct bid_order *order, struct bid_request *request, uint64_t now_ns);
	/* Time has passed. Whether there is work for the disk that it was not told of before. */
	bool (*expire)(struct bid_order *order, uint64_t now_ns);
	/* Somebody waits for the writes that are staged. */
	void (*hurry_writes)(struct bid_order *order, uint64_t now_ns);
	/* The unit whose turn begins, in no queue any more; NULL when there is none. */
	struct bid_unit *(*choose)(struct bid_order *order, uint64_t now_ns);
	/* The unit's turn is over: it goes back among those that wait, or is remembered. */
	void (*turn_over)(struct bid_order *order, struct bid_unit *unit, uint64_t took_ns,
			  uint64_t now_ns);
	/* Whether any unit waits for a turn. */
	bool (*others_wait)(const struct bid_order *order);

	/* ---- an order that lets others in before a turn is over has these, else NULL ---- */

	/* How many units share the disk with the one whose turn begins. */
	uint32_t (*sharers)(const struct bid_order *order);
	/* A run of the turn goes to the disk, and is done there. */
	void (*issued)(struct bid_order *order, const struct bid_request *run, uint64_t now_ns);
	void (*completed)(struct bid_order *order, const struct bid_request *run, uint64_t now_ns);
	/* Whether the turn has to give way to others. */
	bool (*gives_way)(const struct bid_order *order, uint64_t now_ns);
	/* Whether a unit is to be served now, before the active one goes on. */
	bool (*urgent_waits)(const struct bid_order *order, uint64_t now_ns);
	/*
	 * Whether the disk has enough of the active unit, which has had so many sectors in its
	 * turn, until something of that is done.
	 */
	bool (*has_enough)(const struct bid_order *order, const struct bid_unit *unit,
			   uint64_t sectors);
};

static inline bool order_gives_way(const struct bid_order *order, uint64_t now_ns)
{
	return order->does->gives_way && order->does->gives_way(order, now_ns);
}

static inline bool order_urgent_waits(const struct bid_order *order, uint64_t now_ns)
{
	return order->does->urgent_waits && order->does->urgent_waits(order, now_ns);
}

static inline bool order_has_enough(const struct bid_order *order, const struct bid_unit *unit,
				    uint64_t sectors)
{
	return unit->in_flight > 0 && order->does->has_enough &&
	       order->does->has_enough(order, unit, sectors);
}

#endif
