/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Order by position. Everything that is staged may be served at any time, so that no disk idles
 * while there is work; the next turn goes to the unit that lies next on the arm's way outwards, and
 * after the last to the first again (C-SCAN: Seaman, Lind and Wilson, 1966). That bounds every wait
 * by one sweep. (Nearest first, SSTF, is up to a tenth faster in a closed loop, and lets the tail
 * of reads wait twice as long: docs/bid.md.) Two things bend the order:
 *
 *   - Writes that nobody waits for lie in a sweep of their own, which goes on from where it was:
 *     when there is nothing else to do, after one of them that was late, or, in batches, when they
 *     take up the request queue. Between two such batches the others have REST_BATCHES times as
 *     long.
 *     Their guard is no shorter than such a sweep takes: it is for those that a sweep leaves behind.
 *   - A unit past its guard goes first, but only one in every order slack: when everything is late,
 *     the order of lateness would be first in, first out, and later still. While extents are read
 *     ahead the slack is short, unless the queue is full. Units of streams that ask for little do
 *     not wait behind others that are late: they have a slack of their own.
 */
#include "core.h"

/* What is waited for has this many times the time of a batch of writes before the next batch. */
#define REST_BATCHES 3u
/* Of the order slack, how long light units wait for each other. */
#define LIGHT_SLACK_PART 8u

static struct bid_unit *unit_of_position(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_unit, by_position) : NULL;
}

static uint64_t unit_position(const struct bid_unit *unit)
{
	const struct bid_tree_node *first = bid_tree_first(&unit->requests);

	return first && !unit->extent ? first->key : unit->next_lba;
}

static enum sweep_kind unit_kind(const struct bid_core *core, const struct bid_unit *unit)
{
	if (unit->op == BID_READ || unit->blocking ||
	    !core->device[BID_TIER_HDD].rotational)
		return SWEEP_READY;
	return SWEEP_LAZY;
}

/* A batch of lazy writes has had its time, and somebody waits. */
bool sweep_batch_is_over(const struct bid_core *core, uint64_t now_ns)
{
	return core->write_batch && core->sweep[SWEEP_READY].count > 0 &&
	       now_ns >= core->write_batch_end_ns;
}

void sweep_remove(struct bid_core *core, struct bid_unit *unit)
{
	if (unit->sweep == SWEEP_NONE)
		return;
	bid_tree_remove(&core->sweep[unit->sweep], &unit->by_position);
	unit->sweep = SWEEP_NONE;
}

void sweep_unstage(struct bid_core *core, struct bid_unit *unit)
{
	sweep_remove(core, unit);
	bid_timer_cancel(&core->timers, &unit->timer);
	bid_list_remove(&unit->urgent_link);
	if (unit->state == UNIT_STAGED)
		unit->state = UNIT_IDLE;
}

static void sweep_place(struct bid_core *core, struct bid_unit *unit)
{
	enum sweep_kind kind = unit_kind(core, unit);
	uint64_t position = unit_position(unit);

	if (unit->sweep == kind && unit->by_position.key == position)
		return;
	sweep_remove(core, unit);
	unit->sweep = (uint8_t)kind;
	bid_tree_insert(&core->sweep[kind], &unit->by_position, position);
}

/* The guard of the unit is that of the request that has waited longest. */
static uint64_t unit_guard_ns(const struct bid_unit *unit)
{
	if (bid_list_empty(&unit->fifo))
		return BID_NEVER;
	return bid_container_of(unit->fifo.next, struct bid_request, link)->expiry_ns;
}

static void sweep_set_timer(struct bid_core *core, struct bid_unit *unit)
{
	uint64_t due_ns = unit_guard_ns(unit);

	if (core->hybrid && unit->judge_ns < due_ns)
		due_ns = unit->judge_ns;
	if (due_ns == BID_NEVER || !bid_list_empty(&unit->urgent_link))
		return;
	if (unit->timer.place == 0 || due_ns < unit->timer.due_ns)
		bid_timer_set(&core->timers, &unit->timer, due_ns);
}

void sweep_staged(struct bid_core *core, struct bid_unit *unit)
{
	if (unit->state == UNIT_ACTIVE)
		return;
	if (unit->state == UNIT_IDLE) {
		unit->state = UNIT_STAGED;
		unit_wake(core, unit);
	}
	sweep_place(core, unit);
	sweep_set_timer(core, unit);
}

void sweep_hurry_writes(struct bid_core *core)
{
	struct bid_unit *unit = core->active;

	/* What is left of it when its turn ends must not wait as long as lazy writes do. */
	if (unit && unit->op == BID_WRITE && unit_waiting(unit))
		unit->blocking = true;
	while ((unit = unit_of_position(bid_tree_first(&core->sweep[SWEEP_LAZY])))) {
		unit->blocking = true;
		sweep_place(core, unit);
	}
}

/* Chooses the tier of a unit that has gathered for long enough; false: nothing is left of it. */
static bool sweep_judge(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	unit->judge_ns = BID_NEVER;
	hybrid_judge(core, unit, now_ns);
	if (unit_waiting(unit) || unit->extent) {
		sweep_place(core, unit);
		return true;
	}
	sweep_unstage(core, unit);
	unit->blocking = false;
	unit_retire(core, unit);
	return false;
}

static enum urgent_kind urgent_kind(const struct bid_unit *unit)
{
	if (!unit->light)
		return URGENT_HEAVY;
	return unit->sweep == SWEEP_LAZY ? URGENT_LIGHT_LAZY : URGENT_LIGHT;
}

void sweep_expire(struct bid_core *core, uint64_t now_ns)
{
	struct bid_timer *timer;

	while ((timer = bid_timers_take_due(&core->timers, now_ns))) {
		struct bid_unit *unit = bid_container_of(timer, struct bid_unit, timer);

		if (core->hybrid && unit->judge_ns <= now_ns && !sweep_judge(core, unit, now_ns))
			continue;
		if (unit_guard_ns(unit) <= now_ns)
			bid_list_append(&core->urgent[urgent_kind(unit)], &unit->urgent_link);
		else
			sweep_set_timer(core, unit);
	}
}

/*
 * While extents are read ahead in long turns, another arm movement costs little by comparison. Not
 * when the queue is all but full: then all are late, and the order of lateness makes them later.
 */
static uint64_t order_slack_ns(const struct bid_core *core)
{
	if (core->extent_count > 0 && core->outstanding < core->pressure + core->pressure / 4)
		return core->t.announced_slack_ns;
	return core->t.order_slack_ns;
}

static bool light_waits(const struct bid_core *core, uint64_t now_ns)
{
	return now_ns >= core->next_light_ns && (!bid_list_empty(&core->urgent[URGENT_LIGHT]) ||
						 !bid_list_empty(&core->urgent[URGENT_LIGHT_LAZY]));
}

bool sweep_urgent_waits(const struct bid_core *core, uint64_t now_ns)
{
	return light_waits(core, now_ns) ||
	       (!bid_list_empty(&core->urgent[URGENT_HEAVY]) && now_ns >= core->next_urgent_ns);
}

static struct bid_unit *first_urgent(struct bid_core *core, enum urgent_kind kind)
{
	return bid_container_of(core->urgent[kind].next, struct bid_unit, urgent_link);
}

static struct bid_unit *choose_urgent(struct bid_core *core, uint64_t now_ns)
{
	if (light_waits(core, now_ns)) {
		core->next_light_ns = now_ns + core->t.order_slack_ns / LIGHT_SLACK_PART;
		return first_urgent(core, bid_list_empty(&core->urgent[URGENT_LIGHT])
						  ? URGENT_LIGHT_LAZY
						  : URGENT_LIGHT);
	}
	if (!sweep_urgent_waits(core, now_ns))
		return NULL;
	core->next_urgent_ns = now_ns + order_slack_ns(core);
	return first_urgent(core, URGENT_HEAVY);
}

/* The next of a sweep; not at once the one whose turn has just ended. */
static struct bid_unit *choose_next(struct bid_core *core, enum sweep_kind kind)
{
	struct bid_tree *sweep = &core->sweep[kind];
	struct bid_tree_node *node = bid_tree_at_or_after(sweep, core->position[kind]);

	if (node && unit_of_position(node) == core->last_active)
		node = bid_tree_next(node);
	if (!node) {
		core->swept_ns[kind] = (core->swept_ns[kind] + core->turns_ns[kind]) / 2;
		core->turns_ns[kind] = 0;
	}
	return unit_of_position(node ? node : bid_tree_first(sweep));
}

static bool write_batch_goes_on(struct bid_core *core, uint64_t now_ns)
{
	if (core->sweep[SWEEP_LAZY].count == 0 || sweep_batch_is_over(core, now_ns))
		core->write_batch = false;
	return core->write_batch;
}

static void start_write_batch(struct bid_core *core, uint64_t now_ns)
{
	core->write_batch = true;
	core->write_batch_end_ns = now_ns + core->t.write_batch_ns;
}

/* Whether lazy writes go first although others wait: they take up the request queue. */
static bool write_batch_is_due(const struct bid_core *core, uint64_t now_ns)
{
	return core->outstanding >= core->pressure &&
	       now_ns >= core->write_batch_end_ns + REST_BATCHES * core->t.write_batch_ns;
}

struct bid_unit *sweep_choose(struct bid_core *core, uint64_t now_ns)
{
	struct bid_unit *unit = choose_urgent(core, now_ns);

	core->late_write = unit && unit->sweep == SWEEP_LAZY;
	if (unit) {
		if (unit->sweep == SWEEP_LAZY)
			start_write_batch(core, now_ns);
		return unit;
	}
	if (write_batch_goes_on(core, now_ns))
		return choose_next(core, SWEEP_LAZY);
	if (core->sweep[SWEEP_LAZY].count > 0 &&
	    (core->sweep[SWEEP_READY].count == 0 || write_batch_is_due(core, now_ns))) {
		start_write_batch(core, now_ns);
		return choose_next(core, SWEEP_LAZY);
	}
	return choose_next(core, SWEEP_READY);
}
