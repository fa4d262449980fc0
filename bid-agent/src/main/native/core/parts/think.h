/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * When will a stream's next request come, and is it worth waiting for?
 */
#ifndef BID_CORE_THINK_H
#define BID_CORE_THINK_H

#include "units.h"

struct bid_think_tunables {
	uint64_t continuation;
	uint64_t wait_max_ns;
};

extern const struct bid_tunable_table bid_think_tunables;

struct bid_habits {
	struct bid_think all[2];  /* of all streams, by operation: what to expect of a new one */
	bool learned;             /* a new one is judged by them */
	uint64_t positioning_ns;  /* of the disk */
	uint64_t patience_max_ns; /* the longest that it is kept waiting */
	uint64_t initial_ns;      /* for a reader of which nothing is known */
};

/* by_device: no longer than the disk needs for the longest request. */
void habits_init(struct bid_habits *habits, const struct bid_setup *setup, bool learned,
		 bool by_device);
/*
 * The stream's next request has come, for that unit: learns how soon it came back to where it was
 * expected, or that it did not.
 */
void habits_note(struct bid_habits *habits, struct bid_stream *stream, struct bid_unit *unit,
		 enum bid_op op, uint64_t now_ns);
/* How long waiting for the stream's next request gains more than it costs; 0: not at all. */
uint64_t habits_patience_ns(const struct bid_habits *habits, const struct bid_stream *stream,
			    enum bid_op op);

#endif
