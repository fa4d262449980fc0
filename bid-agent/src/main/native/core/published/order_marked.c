/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Algorithms 1 and 2 of Mishra 2018: a staging queue gathers until its wait timer or its deadline
 * expires and is marked then; marked queues are flushed in the order of marking, one wholly before
 * the next. What comes for one that is marked waits behind its flush.
 */
#include "order_marked.h"

#include "runs.h"

static struct bid_marked *marked_of(struct bid_order *order)
{
	return bid_container_of(order, struct bid_marked, order);
}

static struct bid_unit *unit_of_link(struct bid_link *link)
{
	return bid_container_of(link, struct bid_unit, link);
}

/* Its wait timer runs anew; a deadline that a read has shortened stays so. */
static void marked_gather(struct bid_marked *marked, struct bid_unit *unit, bool blocking,
			  uint64_t now_ns)
{
	struct bid_units *units = marked->stage->units;
	uint64_t due_ns;

	if (unit->state == UNIT_ACTIVE)
		return;
	if (unit->state == UNIT_IDLE || bid_list_empty(&unit->link)) {
		/* New, or remembered from an earlier life: it starts to gather. */
		unit->state = UNIT_STAGED;
		unit_wake(units, unit);
		unit->deadline_ns = now_ns + marked->t.deadline_ns;
		bid_list_remove(&unit->link);
		bid_list_append(&marked->staged, &unit->link);
	}
	if (blocking && unit->deadline_ns > now_ns + marked->t.read_deadline_ns)
		unit->deadline_ns = now_ns + marked->t.read_deadline_ns;
	due_ns = now_ns + wait_mean_ns(&unit->stream->wait, marked->wait.initial_ns);
	if (due_ns > unit->deadline_ns)
		due_ns = unit->deadline_ns;
	bid_timer_set(&units->timers, &unit->timer, due_ns);
}

static void marked_insert(struct bid_order *order, struct bid_request *request, uint64_t now_ns)
{
	struct bid_marked *marked = marked_of(order);
	struct bid_place place;
	struct bid_unit *unit;

	if (!stage_find(marked->stage, request, &place))
		return;
	unit = place.unit;
	if (unit && (unit->state == UNIT_MARKED || (unit->state == UNIT_ACTIVE && !marked->open))) {
		bid_list_append(&place.stream->backlog, &request->link);
		return;
	}
	unit = stage_put(marked->stage, &place, request, now_ns);
	if (!unit)
		return;
	wait_note_arrival(&place.stream->wait, marked->wait.history, &unit->newest_ns, now_ns);
	marked_gather(marked, unit, request_blocks(request), now_ns);
}

/* The unit's flush is over: it is forgotten, and what waited behind it is staged. */
static void marked_flushed(struct bid_marked *marked, struct bid_unit *unit, uint64_t now_ns)
{
	struct bid_stream *stream = unit->stream;
	struct bid_link waiting;
	struct bid_link *first;

	bid_list_init(&waiting);
	while ((first = bid_list_take_first(&stream->backlog)))
		bid_list_append(&waiting, first);
	unit_retire(marked->stage->units, unit);
	while ((first = bid_list_take_first(&waiting)))
		marked_insert(&marked->order, bid_container_of(first, struct bid_request, link),
			      now_ns);
}

static void marked_mark(struct bid_marked *marked, struct bid_unit *unit, uint64_t now_ns)
{
	bid_timer_cancel(&marked->stage->units->timers, &unit->timer);
	unit->state = UNIT_MARKED;
	bid_list_remove(&unit->link);
	if (marked->order.judge)
		marked->order.judge->judge(marked->order.judge, unit, now_ns);
	if (unit_waiting(unit))
		bid_list_append(&marked->marked, &unit->link);
	else
		marked_flushed(marked, unit, now_ns);
}

/*
 * The tag-pressure rule, which the source does not have: with the request queue nearly full no
 * further request could be gathered anyway. One queue at a time, or all would end up marked.
 */
static void marked_relieve(struct bid_marked *marked, uint64_t now_ns)
{
	if (marked->load->outstanding < marked->load->pressure || marked->busy ||
	    !bid_list_empty(&marked->marked) || bid_list_empty(&marked->staged))
		return;
	marked_mark(marked, unit_of_link(marked->staged.next), now_ns);
}

static bool marked_expire(struct bid_order *order, uint64_t now_ns)
{
	struct bid_marked *marked = marked_of(order);
	bool nothing = bid_list_empty(&marked->marked);
	struct bid_timer *timer;

	while ((timer = bid_timers_take_due(&marked->stage->units->timers, now_ns)))
		marked_mark(marked, bid_container_of(timer, struct bid_unit, timer), now_ns);
	marked_relieve(marked, now_ns);
	return nothing && !bid_list_empty(&marked->marked);
}

static bool unit_writes(const struct bid_unit *unit)
{
	const struct bid_link *link;

	for (link = unit->fifo.next; link != &unit->fifo; link = link->next)
		if (bid_container_of(link, struct bid_request, link)->op == BID_WRITE)
			return true;
	return false;
}

static void marked_hurry_writes(struct bid_order *order, uint64_t now_ns)
{
	struct bid_marked *marked = marked_of(order);
	struct bid_link *link = marked->staged.next;

	/* What a flush that is over lets in is staged behind them all. */
	while (link != &marked->staged) {
		struct bid_unit *unit = unit_of_link(link);

		link = link->next;
		if (unit_writes(unit))
			marked_mark(marked, unit, now_ns);
	}
}

static struct bid_unit *marked_choose(struct bid_order *order, uint64_t now_ns)
{
	struct bid_marked *marked = marked_of(order);
	struct bid_link *first = bid_list_take_first(&marked->marked);

	(void)now_ns;
	marked->busy = first;
	return first ? unit_of_link(first) : NULL;
}

static void marked_turn_over(struct bid_order *order, struct bid_unit *unit, uint64_t took_ns,
			     uint64_t now_ns)
{
	struct bid_marked *marked = marked_of(order);

	(void)took_ns;
	marked->busy = false;
	if (unit_waiting(unit)) {
		unit->state = UNIT_MARKED;
		bid_list_append(&marked->marked, &unit->link);
	} else {
		marked_flushed(marked, unit, now_ns);
	}
}

static bool marked_others_wait(const struct bid_order *order)
{
	return !bid_list_empty(&bid_container_of(order, struct bid_marked, order)->marked);
}

static const struct bid_order_functions marked_functions = {
	.insert = marked_insert,
	.expire = marked_expire,
	.hurry_writes = marked_hurry_writes,
	.choose = marked_choose,
	.turn_over = marked_turn_over,
	.others_wait = marked_others_wait,
};

void marked_init(struct bid_marked *marked, struct bid_stage *stage, const struct bid_load *load,
		 const struct bid_settings *settings, bool open)
{
	marked->order.does = &marked_functions;
	marked->stage = stage;
	marked->load = load;
	marked->open = open;
	bid_settings_read(settings, &bid_deadline_tunables, &marked->t);
	bid_settings_read(settings, &bid_wait_tunables, &marked->wait);
	bid_list_init(&marked->staged);
	bid_list_init(&marked->marked);
}
