/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A binary min-heap of timers in memory that the caller gives. A timer that is put off, as wait
 * timers are with every request, stays where it is until it comes up: most never move at all.
 */
#ifndef BID_CORE_TIMERS_H
#define BID_CORE_TIMERS_H

#include "bid/base.h"

struct bid_timer {
	uint64_t due_ns;
	uint64_t order; /* among timers of the same time the one set first comes first */
	uint32_t place; /* in the heap, from 1; 0: not set */
};

/* A place in the heap. The key is here so that comparing does not touch the timers themselves. */
struct bid_timer_place {
	uint64_t key_ns; /* at most the timer's due_ns */
	struct bid_timer *timer;
};

struct bid_timers {
	struct bid_timer_place *heap;
	uint64_t order;
	uint32_t count;
};

/* The memory has one place for each timer that may be set at a time. */
void bid_timers_init(struct bid_timers *timers, struct bid_timer_place *memory);
/* Sets a timer, or moves one that is set. */
void bid_timer_set(struct bid_timers *timers, struct bid_timer *timer, uint64_t due_ns);
/* No harm when it is not set. */
void bid_timer_cancel(struct bid_timers *timers, struct bid_timer *timer);
/* Takes the earliest timer that is due by then; NULL when none is. */
struct bid_timer *bid_timers_take_due(struct bid_timers *timers, uint64_t now_ns);
/* When the earliest timer is due, UINT64_MAX without any. */
uint64_t bid_timers_next_ns(struct bid_timers *timers);

#endif
