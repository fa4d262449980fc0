/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What the disk serves until a turn is over. After the unit's last request the disk stays with it
 * for as long as think.c says that waiting pays (continuation).
 */
#include "turn.h"

#include "runs.h"
#include "think.h"

/* When many wait, a turn may be as short as this. */
#define SHORT_TURN_POSITIONINGS 8u
/* Of small writes near one another, before somebody urgent may go ahead. */
#define SCATTERED_TURN_POSITIONINGS 4u
/* How soon after its write a flush comes, if it comes. */
#define FLUSH_PATIENCE_NS BID_MS

/* What is moved in that time at a rate of sectors a second. */
static uint64_t sectors_in(uint64_t ns, uint64_t rate)
{
	/* In this order 2^64 is far for any disk; to the next microsecond is exact enough. */
	return bid_quotient(bid_quotient(ns, 1000) * rate, 1000000);
}

uint64_t turn_positioning_sectors(const struct bid_device_profile *disk)
{
	return sectors_in(disk->positioning_ns, disk->bytes_per_second / BID_SECTOR_BYTES);
}

void turn_init(struct bid_turn *turn, struct bid_order *order, struct bid_stage *stage,
	       const struct bid_habits *habits, const struct bid_device_profile *disk,
	       const struct bid_turn_rules *rules)
{
	turn->order = order;
	turn->stage = stage;
	turn->habits = habits;
	turn->rules = *rules;
	turn->disk = *disk;
	turn->continuation_end_ns = BID_NEVER;
}

/* Whether the active unit has had enough, though it may have more. */
static bool turn_is_over(const struct bid_turn *turn, uint64_t now_ns)
{
	if (turn->sectors == 0 || (!turn->order->does->others_wait(turn->order) &&
				   bid_list_empty(&turn->stage->overflow)))
		return false;
	if (order_gives_way(turn->order, now_ns))
		return true;
	return turn->sectors >= turn->sectors_end || now_ns >= turn->end_ns ||
	       (turn->sectors >= turn->rules.ready_sectors &&
		order_urgent_waits(turn->order, now_ns));
}

/*
 * The flush of what was just written comes next, and a drive begins it when it has nothing else:
 * what is sent there meanwhile only delays it.
 */
static bool turn_awaits_flush(struct bid_turn *turn, const struct bid_unit *unit, uint64_t now_ns)
{
	if (unit->in_flight > 0)
		return true;
	if (now_ns >= unit->last_completion_ns + FLUSH_PATIENCE_NS)
		return false;
	turn->continuation_end_ns = unit->last_completion_ns + FLUSH_PATIENCE_NS;
	return true;
}

/*
 * Small writes near one another cost a part of the way to anybody else, so that who is urgent waits
 * until several were made.
 */
static bool turn_is_cut_short(const struct bid_turn *turn, const struct bid_unit *unit,
			      uint64_t now_ns)
{
	uint64_t least_ns = SCATTERED_TURN_POSITIONINGS * turn->disk.positioning_ns;

	if (unit->scattered && now_ns - turn->began_ns < least_ns)
		return false;
	return order_urgent_waits(turn->order, now_ns);
}

/* Whether the disk is kept for the active unit, which has nothing to do right now. */
static bool turn_waits(struct bid_turn *turn, const struct bid_unit *unit, uint64_t now_ns)
{
	uint64_t patience_ns;

	if (unit->flushed && turn->sectors > 0)
		return turn_awaits_flush(turn, unit, now_ns);
	if (unit->filler || turn->sectors == 0 || !turn->habits || turn_is_over(turn, now_ns) ||
	    turn_is_cut_short(turn, unit, now_ns))
		return false;
	/* A drive with a queue finds the way back by itself, when nobody is kept waiting by that.
	 */
	if (turn->disk.depth > 1 && !unit->newest_blocks)
		return false;
	/* A thread that went on elsewhere will not be back here before it is served there. */
	if (unit->stream->recent[unit->op] != unit)
		return false;
	patience_ns = habits_patience_ns(turn->habits, unit->stream, unit->op);
	if (patience_ns == 0)
		return false;
	if (unit->in_flight > 0)
		return true;
	if (now_ns >= unit->last_completion_ns + patience_ns)
		return false;
	turn->continuation_end_ns = unit->last_completion_ns + patience_ns;
	return true;
}

static void turn_end(struct bid_turn *turn, uint64_t now_ns)
{
	struct bid_unit *unit = turn->active;
	struct bid_filler *filler = unit->filler;

	turn->active = NULL;
	unit->state = UNIT_STAGED;
	turn->order->does->turn_over(turn->order, unit, now_ns - turn->began_ns, now_ns);
	if (filler)
		filler->does->turn_over(filler, now_ns);
}

/*
 * With many waiting their turns are shorter, so that a sweep takes about two guards, but no shorter
 * than pays for the positioning.
 */
static void turn_set_length(struct bid_turn *turn, uint64_t now_ns)
{
	const struct bid_turn_rules *rules = &turn->rules;
	uint64_t least_ns = SHORT_TURN_POSITIONINGS * turn->disk.positioning_ns;
	uint64_t rate = turn->disk.bytes_per_second / BID_SECTOR_BYTES;
	uint64_t share_ns;

	/* What fills its turns says itself how far they go. */
	if (turn->active->filler) {
		turn->sectors_end = UINT64_MAX;
		turn->end_ns = BID_NEVER;
		return;
	}
	turn->sectors_end = rules->sectors_max;
	turn->end_ns = rules->ns_max < BID_NEVER - now_ns ? now_ns + rules->ns_max : BID_NEVER;
	if (rules->share_ns == 0)
		return;
	share_ns = bid_quotient(rules->share_ns, turn->order->does->sharers
							 ? turn->order->does->sharers(turn->order)
							 : 1);
	if (share_ns < least_ns)
		share_ns = least_ns;
	if (share_ns < rules->ns_max)
		turn->end_ns = now_ns + share_ns;
	if (sectors_in(share_ns, rate) < turn->sectors_end)
		turn->sectors_end = sectors_in(share_ns, rate);
}

/* The next unit's turn begins; false when there is none. */
static bool turn_next(struct bid_turn *turn, uint64_t now_ns)
{
	struct bid_unit *unit = turn->order->does->choose(turn->order, now_ns);

	if (!unit)
		return false;
	unit->state = UNIT_ACTIVE;
	turn->active = unit;
	turn->sectors = 0;
	turn->began_ns = now_ns;
	turn_set_length(turn, now_ns);
	if (unit->filler)
		unit->filler->does->turn_begins(unit->filler);
	return true;
}

static struct bid_request *turn_take(struct bid_turn *turn, struct bid_unit *unit, uint64_t now_ns)
{
	struct bid_request *head =
		unit->filler ? unit->filler->does->take(unit->filler, now_ns) : runs_take(unit);

	if (!head)
		return NULL;
	unit->in_flight++;
	turn->sectors += head->run_sectors;
	if (turn->order->does->issued)
		turn->order->does->issued(turn->order, head, now_ns);
	if (turn->rules.ends_with_last && !unit_waiting(unit))
		turn_end(turn, now_ns);
	return head;
}

struct bid_request *turn_dispatch(struct bid_turn *turn, uint64_t now_ns)
{
	turn->continuation_end_ns = BID_NEVER;
	while (turn->active || turn_next(turn, now_ns)) {
		struct bid_unit *unit = turn->active;

		if (unit_waiting(unit) && !turn_is_over(turn, now_ns))
			return order_has_enough(turn->order, unit, turn->sectors)
				       ? NULL
				       : turn_take(turn, unit, now_ns);
		if (!unit_waiting(unit) && turn_waits(turn, unit, now_ns))
			return NULL;
		turn_end(turn, now_ns);
		if (!bid_list_empty(&turn->stage->overflow))
			break;
	}
	return stage_take_overflow(turn->stage);
}

void turn_completed(struct bid_turn *turn, const struct bid_request *run, uint64_t now_ns)
{
	struct bid_unit *unit = run->queue;

	if (turn->order->does->completed)
		turn->order->does->completed(turn->order, run, now_ns);
	unit->in_flight--;
	unit->last_completion_ns = now_ns;
	/* A filler keeps its unit between turns. */
	if (unit->state == UNIT_IDLE && unit->in_flight == 0 && !unit->filler)
		unit_retire(turn->stage->units, unit);
}

void turn_hurry_writes(struct bid_turn *turn, uint64_t now_ns)
{
	struct bid_unit *unit = turn->active;

	/* What is left of it when its turn ends must not wait as long as lazy writes do. */
	if (unit && unit->op == BID_WRITE && unit_waiting(unit))
		unit->blocking = true;
	turn->order->does->hurry_writes(turn->order, now_ns);
}

void turn_forget(struct bid_turn *turn, const struct bid_unit *unit)
{
	if (turn->active == unit)
		turn->active = NULL;
}
