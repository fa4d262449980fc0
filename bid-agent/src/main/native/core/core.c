/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "core.h"

bool core_accepts(const struct bid_setup *setup)
{
	return setup->max_outstanding > 0 && setup->device[BID_TIER_HDD].sectors > 0;
}

void core_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct bid_core *core = state;

	core->load.outstanding++;
	if (core->announced && request->op == BID_WRITE)
		announced_written(core->announced, request->lba, request->lba + request->sectors,
				  now_ns);
	if (core->hybrid && hybrid_claim(core->hybrid, request, now_ns))
		return;
	if (core->announced && announced_claim(core->announced, request, now_ns))
		return;
	core->order->does->insert(core->order, request, now_ns);
}

struct bid_request *core_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct bid_core *core = state;
	bool work_for_disk;

	core->load.asked_ns = now_ns;
	work_for_disk = core->order->does->expire(core->order, now_ns);
	if (core->announced)
		announced_expire(core->announced, now_ns);
	if (core->load.kick_ns <= now_ns)
		core->load.kick_ns = BID_NEVER;
	/* The disk may have been asked already. */
	if (tier != BID_TIER_HDD && work_for_disk)
		load_kick(&core->load, now_ns);
	if (core->hybrid)
		hybrid_split_on(core->hybrid, now_ns);
	if (tier == BID_TIER_HDD)
		return turn_dispatch(&core->turn, now_ns);
	return core->hybrid ? hybrid_dispatch(core->hybrid, now_ns) : NULL;
}

static void completed_members(struct bid_core *core, struct bid_request *head, uint64_t now_ns)
{
	if (core->hybrid)
		hybrid_arrived(core->hybrid, head);
	while (head) {
		struct bid_request *next = head->merged;

		/* What was read ahead while the write was on its way may be older than it. */
		if (core->announced && head->op == BID_WRITE)
			announced_written(core->announced, head->lba, head->lba + head->sectors,
					  now_ns);
		if (head->flags & BID_INNER)
			hybrid_piece_done(core->hybrid, head);
		else
			core->load.outstanding--;
		head = next;
	}
}

void core_completed(void *state, struct bid_request *head, uint64_t now_ns)
{
	struct bid_core *core = state;
	struct bid_unit *unit = head->queue;

	if ((head->flags & BID_INNER) && !head->owner)
		announced_read(core->announced, unit, head, now_ns);
	else
		completed_members(core, head, now_ns);
	if (unit)
		turn_completed(&core->turn, head, now_ns);
}

uint64_t core_next_timer_ns(const void *state, uint64_t now_ns)
{
	/* Settling the timers changes their order in memory, nothing that can be seen. */
	struct bid_core *core = (struct bid_core *)state;
	uint64_t timer_ns = bid_timers_next_ns(&core->units.timers);

	if (core->announced && announced_next_timer_ns(core->announced) < timer_ns)
		timer_ns = announced_next_timer_ns(core->announced);
	if (core->load.kick_ns < timer_ns)
		timer_ns = core->load.kick_ns;
	/* One that is over when dispatch has just been asked was set by that: it is asked again. */
	if (timer_ns <= core->load.asked_ns)
		timer_ns = core->load.asked_ns + 1;
	if (core->turn.continuation_end_ns < timer_ns)
		timer_ns = core->turn.continuation_end_ns;
	return timer_ns > now_ns ? timer_ns : BID_NEVER;
}

void core_flushes(void *state, uint64_t stream)
{
	struct bid_core *core = state;
	struct bid_stream *known = stream_find(&core->units, stream);

	if (known)
		known->flushes = true;
}

void core_hurry_writes(void *state, uint64_t now_ns)
{
	struct bid_core *core = state;

	turn_hurry_writes(&core->turn, now_ns);
}

struct bid_request *core_take_finished(void *state)
{
	struct bid_core *core = state;
	struct bid_link *first = bid_list_take_first(&core->load.finished);

	return first ? bid_container_of(first, struct bid_request, link) : NULL;
}

int core_returned(void *state, uint64_t lba, uint64_t sectors, uint64_t now_ns)
{
	struct bid_core *core = state;
	int error = core->hybrid ? hybrid_returned(core->hybrid, lba, sectors) : 0;

	/* What the disk was read ahead for is what it had before. */
	if (!error && core->announced)
		announced_written(core->announced, lba, lba + sectors, now_ns);
	return error;
}

void core_forget(void *state, uint64_t stream, uint64_t now_ns)
{
	struct bid_core *core = state;

	if (core->announced)
		announced_forget(core->announced, stream, now_ns);
}

struct bid_chunk *core_take_released(void *state)
{
	struct bid_core *core = state;

	return core->announced ? announced_take_released(core->announced) : NULL;
}

void core_announce(void *state, const struct bid_announcement *announcement, uint64_t now_ns)
{
	struct bid_core *core = state;

	if (core->announced)
		announced_add(core->announced, announcement, now_ns);
}
