/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Algorithm 2 of Mishra 2018: a staging queue is marked when its wait timer or its deadline
 * expires; marked queues are flushed in the order of marking, one wholly before the next.
 */
#include "core.h"

static struct bid_unit *unit_of_link(struct bid_link *link)
{
	return bid_container_of(link, struct bid_unit, link);
}

static void flush_mark(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	bid_timer_cancel(&core->timers, &unit->timer);
	unit->state = UNIT_MARKED;
	bid_list_remove(&unit->link);
	hybrid_judge(core, unit, now_ns);
	if (unit_waiting(unit))
		bid_list_append(&core->marked, &unit->link);
	else
		flush_over(core, unit, now_ns);
}

void flush_staged(struct bid_core *core, struct bid_unit *unit, bool blocking, uint64_t now_ns)
{
	uint64_t due_ns;

	if (unit->state == UNIT_ACTIVE)
		return;
	if (unit->state == UNIT_IDLE || bid_list_empty(&unit->link)) {
		/* New, or remembered from an earlier life: it starts to gather. */
		unit->state = UNIT_STAGED;
		unit_wake(core, unit);
		unit->deadline_ns = now_ns + core->t.deadline_ns;
		bid_list_remove(&unit->link);
		bid_list_append(&core->staged, &unit->link);
	}
	if (blocking && unit->deadline_ns > now_ns + core->t.read_deadline_ns)
		unit->deadline_ns = now_ns + core->t.read_deadline_ns;
	due_ns = now_ns + wait_mean_ns(&unit->stream->wait, core->t.wait_default_ns);
	if (due_ns > unit->deadline_ns)
		due_ns = unit->deadline_ns;
	bid_timer_set(&core->timers, &unit->timer, due_ns);
}

/*
 * The tag-pressure rule, which the source does not have: with the request queue nearly full no
 * further request could be gathered anyway. One queue at a time, or all would end up marked.
 */
static void flush_relieve(struct bid_core *core, uint64_t now_ns)
{
	if (core->outstanding < core->pressure || core->active ||
	    !bid_list_empty(&core->marked) || bid_list_empty(&core->staged))
		return;
	flush_mark(core, unit_of_link(core->staged.next), now_ns);
}

void flush_expire(struct bid_core *core, uint64_t now_ns)
{
	struct bid_timer *timer;

	while ((timer = bid_timers_take_due(&core->timers, now_ns)))
		flush_mark(core, bid_container_of(timer, struct bid_unit, timer), now_ns);
	flush_relieve(core, now_ns);
}

static bool unit_writes(const struct bid_unit *unit)
{
	const struct bid_link *link;

	for (link = unit->fifo.next; link != &unit->fifo; link = link->next)
		if (bid_container_of(link, struct bid_request, link)->op == BID_WRITE)
			return true;
	return false;
}

void flush_hurry_writes(struct bid_core *core, uint64_t now_ns)
{
	struct bid_link *link = core->staged.next;

	/* What a flush that is over lets in is staged behind them all. */
	while (link != &core->staged) {
		struct bid_unit *unit = unit_of_link(link);

		link = link->next;
		if (unit_writes(unit))
			flush_mark(core, unit, now_ns);
	}
}

struct bid_unit *flush_choose(struct bid_core *core)
{
	struct bid_link *first = bid_list_take_first(&core->marked);

	return first ? unit_of_link(first) : NULL;
}

void flush_over(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	struct bid_stream *stream = unit->stream;
	struct bid_link waiting;
	struct bid_link *first;

	bid_list_init(&waiting);
	while ((first = bid_list_take_first(&stream->backlog)))
		bid_list_append(&waiting, first);
	unit_retire(core, unit);
	while ((first = bid_list_take_first(&waiting)))
		stage_request(core, bid_container_of(first, struct bid_request, link), now_ns);
}
