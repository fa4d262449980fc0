/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The active unit: what the disk serves until its turn is over. After the unit's last request the
 * disk stays with it for as long as think.c says that waiting pays (continuation).
 */
#include "core.h"

/* A turn's length in positionings, when it follows from the device: 1/16 is lost to the arm. */
#define TURN_POSITIONINGS 16u
/* When many wait, a turn may be as short as this. */
#define SHORT_TURN_POSITIONINGS 8u
/* The longest request, and an eighth for what a command costs besides. */
#define PATIENCE_SECTORS (UINT64_C(9) * BID_REQUEST_MAX_SECTORS / 8)
/* A run of writes is worth a turn of its own when it takes as long as reaching it. */
#define READY_POSITIONINGS 1u

static uint64_t positioning_sectors(const struct bid_device_profile *disk)
{
	/* In this order 2^64 is far for any disk; to the next millisecond is exact enough. */
	return disk->positioning_ns / 1000 * (disk->bytes_per_second / BID_SECTOR_BYTES) / 1000000;
}

/*
 * The longest that waiting for a stream may pay: about what the disk needs for the longest request.
 * The faster a disk moves data the more of the others' is lost meanwhile, and the more it reads ahead
 * by itself, so that coming back costs less than a positioning.
 */
static uint64_t patience_max_ns(const struct bid_core *core)
{
	uint64_t rate = core->device[BID_TIER_HDD].bytes_per_second;
	uint64_t max_ns = core->t.continuation_wait_max_ns;
	uint64_t by_device_ns;

	if (!core->t.run_by_device || rate < BID_SECTOR_BYTES)
		return max_ns;
	by_device_ns = PATIENCE_SECTORS * UINT64_C(1000000000) / (rate / BID_SECTOR_BYTES);
	return by_device_ns < max_ns ? by_device_ns : max_ns;
}

void turn_init(struct bid_core *core)
{
	const struct bid_device_profile *disk = &core->device[BID_TIER_HDD];
	uint64_t turn = positioning_sectors(disk) * TURN_POSITIONINGS;

	core->turn_sectors_max = core->t.run_max_sectors;
	core->patience_max_ns = patience_max_ns(core);
	core->ready_sectors = 0;
	if (!core->t.run_by_device)
		return;
	/* What the drive reorders by itself is not sequential any more: fewer, longer turns. */
	if (disk->depth > 1)
		turn *= 2;
	if (turn < core->turn_sectors_max)
		core->turn_sectors_max = turn;
	core->ready_sectors = positioning_sectors(disk) * READY_POSITIONINGS;
}

static bool others_wait(const struct bid_core *core)
{
	return core->sweep[SWEEP_READY].count > 0 || core->sweep[SWEEP_LAZY].count > 0 ||
	       !bid_list_empty(&core->marked) || !bid_list_empty(&core->overflow);
}

/* Whether the active unit has had enough, though it may have more. */
static bool turn_is_over(const struct bid_core *core, uint64_t now_ns)
{
	bool spent = core->turn_sectors >= core->turn_sectors_end || now_ns >= core->turn_end_ns;

	if (core->turn_sectors == 0 || !others_wait(core))
		return false;
	if (!core->t.order_by_position)
		return spent && core->t.run_by_device;
	if (core->turn_sweep == SWEEP_LAZY && sweep_batch_is_over(core, now_ns))
		return true;
	return spent || (core->turn_sectors >= core->ready_sectors && sweep_urgent_waits(core, now_ns));
}

/* Whether the disk is kept for the active unit, which has nothing to do right now. */
static bool turn_waits(struct bid_core *core, const struct bid_unit *unit, uint64_t now_ns)
{
	uint64_t patience_ns;

	if (unit->extent || core->turn_sectors == 0 || !core->t.continuation ||
	    !core->device[BID_TIER_HDD].rotational || turn_is_over(core, now_ns) ||
	    sweep_urgent_waits(core, now_ns))
		return false;
	/* A drive with a queue finds the way back by itself, when nobody is kept waiting by that. */
	if (core->device[BID_TIER_HDD].depth > 1 && !unit->newest_blocks)
		return false;
	/* A thread that went on elsewhere will not be back here before it is served there. */
	if (unit->stream->recent[unit->op] != unit)
		return false;
	patience_ns = think_patience_ns(core, unit->stream, unit->op);
	if (patience_ns == 0)
		return false;
	if (unit->in_flight > 0)
		return true;
	if (now_ns >= unit->last_completion_ns + patience_ns)
		return false;
	core->continuation_end_ns = unit->last_completion_ns + patience_ns;
	return true;
}

static void turn_end(struct bid_core *core, uint64_t now_ns)
{
	struct bid_unit *unit = core->active;

	core->active = NULL;
	core->turns_ns[core->turn_sweep] += now_ns - core->turn_began_ns;
	core->last_active = unit_waiting(unit) ? unit : NULL;
	unit->state = UNIT_STAGED;
	if (unit->extent) {
		announced_turn_over(core, unit, now_ns);
	} else if (!unit_waiting(unit)) {
		unit->blocking = false;
		if (core->t.order_by_position)
			unit_retire(core, unit);
		else
			flush_over(core, unit, now_ns);
	} else if (core->t.order_by_position) {
		sweep_staged(core, unit);
	} else {
		unit->state = UNIT_MARKED;
		bid_list_append(&core->marked, &unit->link);
	}
}

/*
 * With many waiting their turns are shorter, so that a sweep takes about two guards, but no shorter
 * than pays for the positioning.
 */
static void turn_set_length(struct bid_core *core, uint64_t now_ns)
{
	uint64_t others = core->sweep[SWEEP_READY].count + 1;
	uint64_t share_ns = 2 * core->t.guard_ns[BID_FOREGROUND] / others;
	uint64_t least_ns = SHORT_TURN_POSITIONINGS * core->device[BID_TIER_HDD].positioning_ns;
	uint64_t rate = core->device[BID_TIER_HDD].bytes_per_second / BID_SECTOR_BYTES;

	core->turn_sectors_end = core->turn_sectors_max;
	core->turn_end_ns = now_ns + core->t.run_max_ns;
	if (!core->t.run_by_device || !core->t.latency_guard)
		return;
	if (share_ns < least_ns)
		share_ns = least_ns;
	if (share_ns < core->t.run_max_ns)
		core->turn_end_ns = now_ns + share_ns;
	if (share_ns / 1000 * rate / 1000000 < core->turn_sectors_end)
		core->turn_sectors_end = share_ns / 1000 * rate / 1000000;
}

static void turn_begin(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	core->turn_sweep = unit->sweep == SWEEP_LAZY ? SWEEP_LAZY : SWEEP_READY;
	sweep_remove(core, unit);
	bid_timer_cancel(&core->timers, &unit->timer);
	bid_list_remove(&unit->urgent_link);
	unit->state = UNIT_ACTIVE;
	core->active = unit;
	core->last_active = NULL;
	core->turn_sectors = 0;
	core->turn_began_ns = now_ns;
	turn_set_length(core, now_ns);
	if (unit->extent)
		announced_turn_begin(core, unit);
	if (core->hybrid && core->t.order_by_position)
		hybrid_judge(core, unit, now_ns);
}

static struct bid_request *turn_take(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	struct bid_request *head = unit->extent ? announced_take(core, unit, now_ns)
						: unit_take(unit);

	if (!head)
		return NULL;
	unit->in_flight++;
	core->turn_sectors += head->run_sectors;
	/* The sweep goes on where it was, or those between would be left behind and late as well. */
	if (!core->late_write)
		core->position[core->turn_sweep] = bid_run_end(head);
	/* As published the flush is over with the last request, not when more might have come. */
	if (!unit_waiting(unit) && !core->t.continuation && !core->t.order_by_position)
		turn_end(core, now_ns);
	return head;
}

static struct bid_request *take_overflow(struct bid_core *core)
{
	struct bid_link *first = bid_list_take_first(&core->overflow);

	return first ? bid_container_of(first, struct bid_request, link) : NULL;
}

/* The next unit's turn begins; false when there is none. */
static bool turn_next(struct bid_core *core, uint64_t now_ns)
{
	struct bid_unit *unit = core->t.order_by_position ? sweep_choose(core, now_ns)
							  : flush_choose(core);

	if (!unit)
		return false;
	turn_begin(core, unit, now_ns);
	return true;
}

struct bid_request *turn_dispatch(struct bid_core *core, uint64_t now_ns)
{
	core->continuation_end_ns = BID_NEVER;
	while (core->active || turn_next(core, now_ns)) {
		struct bid_unit *unit = core->active;

		if (unit_waiting(unit) && !turn_is_over(core, now_ns))
			return turn_take(core, unit, now_ns);
		if (!unit_waiting(unit) && turn_waits(core, unit, now_ns))
			return NULL;
		turn_end(core, now_ns);
		if (!bid_list_empty(&core->overflow))
			break;
	}
	return take_overflow(core);
}

void turn_completed(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	unit->in_flight--;
	unit->last_completion_ns = now_ns;
	/* An extent keeps its unit between turns. */
	if (unit->state == UNIT_IDLE && unit->in_flight == 0 && !unit->extent)
		unit_retire(core, unit);
}
