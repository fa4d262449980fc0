/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "timers.h"

#include <stddef.h>

static bool timer_precedes(const struct bid_timer *a, const struct bid_timer *b)
{
	return a->key_ns < b->key_ns || (a->key_ns == b->key_ns && a->order < b->order);
}

static void timers_place(struct bid_timers *timers, struct bid_timer *timer, uint32_t place)
{
	timers->heap[place - 1] = timer;
	timer->place = place;
}

static void timers_sift_up(struct bid_timers *timers, struct bid_timer *timer, uint32_t place)
{
	while (place > 1 && timer_precedes(timer, timers->heap[place / 2 - 1])) {
		timers_place(timers, timers->heap[place / 2 - 1], place);
		place /= 2;
	}
	timers_place(timers, timer, place);
}

static void timers_sift_down(struct bid_timers *timers, struct bid_timer *timer, uint32_t place)
{
	for (;;) {
		uint32_t child = 2 * place;

		if (child > timers->count)
			break;
		if (child < timers->count &&
		    timer_precedes(timers->heap[child], timers->heap[child - 1]))
			child++;
		if (!timer_precedes(timers->heap[child - 1], timer))
			break;
		timers_place(timers, timers->heap[child - 1], place);
		place = child;
	}
	timers_place(timers, timer, place);
}

/* Brings the earliest timer to the top: those that were put off sink to where they belong. */
static struct bid_timer *timers_settle(struct bid_timers *timers)
{
	struct bid_timer *top;

	while (timers->count > 0) {
		top = timers->heap[0];
		if (top->key_ns == top->due_ns)
			return top;
		top->key_ns = top->due_ns;
		timers_sift_down(timers, top, 1);
	}
	return NULL;
}

void bid_timers_init(struct bid_timers *timers, struct bid_timer **memory)
{
	timers->heap = memory;
	timers->order = 0;
	timers->count = 0;
}

void bid_timer_set(struct bid_timers *timers, struct bid_timer *timer, uint64_t due_ns)
{
	timer->due_ns = due_ns;
	if (timer->place != 0 && due_ns >= timer->key_ns)
		return;
	timer->key_ns = due_ns;
	if (timer->place == 0)
		timer->order = timers->order++;
	timers_sift_up(timers, timer, timer->place != 0 ? timer->place : ++timers->count);
}

void bid_timer_cancel(struct bid_timers *timers, struct bid_timer *timer)
{
	uint32_t place = timer->place;
	struct bid_timer *last;

	if (place == 0)
		return;
	timer->place = 0;
	last = timers->heap[timers->count - 1];
	timers->count--;
	if (last == timer)
		return;
	timers_sift_up(timers, last, place);
	timers_sift_down(timers, last, last->place);
}

struct bid_timer *bid_timers_take_due(struct bid_timers *timers, uint64_t now_ns)
{
	struct bid_timer *top = timers_settle(timers);

	if (!top || top->due_ns > now_ns)
		return NULL;
	bid_timer_cancel(timers, top);
	return top;
}

uint64_t bid_timers_next_ns(struct bid_timers *timers)
{
	struct bid_timer *top = timers_settle(timers);

	return top ? top->due_ns : UINT64_MAX;
}
