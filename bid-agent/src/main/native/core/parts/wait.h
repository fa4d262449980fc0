/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The wait timer of algorithm 1: gaps between the batches of a staging queue.
 */
#ifndef BID_CORE_WAIT_H
#define BID_CORE_WAIT_H

#include "bid/tunables.h"

/* Most gaps that it remembers: the k of Mishra 2018, algorithm 1. */
#define BID_WAIT_HISTORY_MAX 16u

struct bid_wait_tunables {
	uint64_t initial_ns; /* without history */
	uint64_t history;
};

extern const struct bid_tunable_table bid_wait_tunables;

struct bid_wait {
	uint32_t count;
	uint32_t next;
	uint64_t gap_ns[BID_WAIT_HISTORY_MAX];
};

/*
 * A request of the queue has come; newest_ns: when the one before it came. Gaps are between
 * batches: what comes at one instant is one batch.
 */
void wait_note_arrival(struct bid_wait *wait, uint64_t history, uint64_t *newest_ns,
		       uint64_t now_ns);
/* The mean of the history, the newest gap weighing most. */
uint64_t wait_mean_ns(const struct bid_wait *wait, uint64_t initial_ns);

#endif
