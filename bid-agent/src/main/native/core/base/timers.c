/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "timers.h"

static bool place_precedes(const struct bid_timer_place *a, const struct bid_timer_place *b)
{
	return a->key_ns < b->key_ns ||
	       (a->key_ns == b->key_ns && a->timer->order < b->timer->order);
}

static void timers_put(struct bid_timers *timers, struct bid_timer_place entry, uint32_t place)
{
	timers->heap[place - 1] = entry;
	entry.timer->place = place;
}

static void timers_sift_up(struct bid_timers *timers, struct bid_timer_place entry, uint32_t place)
{
	while (place > 1 && place_precedes(&entry, &timers->heap[place / 2 - 1])) {
		timers_put(timers, timers->heap[place / 2 - 1], place);
		place /= 2;
	}
	timers_put(timers, entry, place);
}

static void timers_sift_down(struct bid_timers *timers, struct bid_timer_place entry,
			     uint32_t place)
{
	for (;;) {
		uint32_t child = 2 * place;

		if (child > timers->count)
			break;
		if (child < timers->count &&
		    place_precedes(&timers->heap[child], &timers->heap[child - 1]))
			child++;
		if (!place_precedes(&timers->heap[child - 1], &entry))
			break;
		timers_put(timers, timers->heap[child - 1], place);
		place = child;
	}
	timers_put(timers, entry, place);
}

/* Brings the earliest timer to the top: those that were put off sink to where they belong. */
static struct bid_timer *timers_settle(struct bid_timers *timers)
{
	while (timers->count > 0) {
		struct bid_timer_place top = timers->heap[0];

		if (top.key_ns == top.timer->due_ns)
			return top.timer;
		top.key_ns = top.timer->due_ns;
		timers_sift_down(timers, top, 1);
	}
	return NULL;
}

void bid_timers_init(struct bid_timers *timers, struct bid_timer_place *memory)
{
	timers->heap = memory;
	timers->order = 0;
	timers->count = 0;
}

void bid_timer_set(struct bid_timers *timers, struct bid_timer *timer, uint64_t due_ns)
{
	const struct bid_timer_place entry = {due_ns, timer};

	timer->due_ns = due_ns;
	if (timer->place == 0) {
		timer->order = timers->order++;
		timers_sift_up(timers, entry, ++timers->count);
	} else if (due_ns < timers->heap[timer->place - 1].key_ns) {
		timers_sift_up(timers, entry, timer->place);
	}
}

void bid_timer_cancel(struct bid_timers *timers, struct bid_timer *timer)
{
	uint32_t place = timer->place;
	struct bid_timer_place last;

	if (place == 0)
		return;
	timer->place = 0;
	last = timers->heap[--timers->count];
	if (last.timer == timer)
		return;
	timers_sift_up(timers, last, place);
	timers_sift_down(timers, last, last.timer->place);
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
