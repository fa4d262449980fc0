/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Order by position. Everything that is staged may be served at any time, so that no disk idles
 * while there is work; the next turn goes to the unit that lies next on the arm's way outwards, and
 * after the last to the first again (C-SCAN: Seaman, Lind and Wilson, 1966). That bounds every wait
 * by one sweep. (Nearest first, SSTF, is up to a tenth faster in a closed loop, and lets the tail
 * of reads wait twice as long: docs/benchmarks/bid-parts.md.) Four things bend the order:
 *
 *   - Writes that nobody waits for lie in a sweep of their own, which goes on from where it was, in
 *     batches (batches.h). Their guard is no shorter than such a sweep takes: it is for those that
 *     a sweep leaves behind.
 *   - So do long runs of writes that somebody waits for; they take turns with all others.
 *   - Of reads that continue nothing and lie near one another, the first is the one that is soonest
 *     under the head, where that is known (platter.h).
 *   - A unit past its guard goes first (urgent.h).
 *
 * A drive with a queue and a write cache has long runs of writes piece by piece (drive_cache.h).
 */
#include "order_sweep.h"

#include "sweep_choice.h"
#include "turn.h"

static const struct bid_tunable sweep_entries[] = {
	BID_TUNABLE(
		bid_sweep_tunables, order_slack_ns, "bid", "order-slack", "ns", 350 * BID_MS, 0,
		3600 * BID_SECOND,
		"How long the sweep goes on between two queues that are served ahead of it because "
		"their guard has expired; an eighth of it for streams that ask for little. More keeps "
		"throughput under overload, less latency."),
	BID_TUNABLE(
		bid_sweep_tunables, write_batch_ns, "bid", "write-batch", "ns", 250 * BID_MS,
		BID_MS, 3600 * BID_SECOND,
		"How long writes that nobody waits for go on at a time while others wait; those others "
		"then have three times as long. On a disk without NCQ no longer than 20 MiB take; half "
		"of that when the writes are long runs and four others or more wait; four times "
		"write-batch when they have less than 64 KiB in the mean and the disk has no NCQ. With "
		"NCQ and a write cache never half, and half as long again when they have 64 KiB or "
		"more but are no long runs. More makes denser batches and more throughput, less lets "
		"reads wait for shorter."),
	BID_SWITCH(
		bid_sweep_tunables, order_by_angle, "bid", "order-by-angle", 1,
		"Of reads that continue nothing, serve the one that is soonest under the head, on a "
		"disk without NCQ whose angles were learned from when its reads end. Shortens the wait "
		"for the platter; costs a little time of the processor while they are learned."),
	BID_SWITCH(
		bid_sweep_tunables, gather_writes, "bid", "gather-writes", 1,
		"While reads come and go, gather writes that nobody waits for until there are enough "
		"of them; off, each moment in which no read waits is used for them. Makes denser "
		"batches; costs moments in which the disk has nothing to do."),
	BID_SWITCH(
		bid_sweep_tunables, feed_in_order, "bid", "feed-in-order", 1,
		"Give a drive with a queue and a write cache a run of writes of 1 MiB or more one "
		"request at a time. A drive that has such a run whole begins it in the middle and loses "
		"turns of the platter; whether it has a cache is learned from how soon writes are done. "
		"Off, it is given as much as it takes, and batches are as without a cache."),
	BID_SWITCH(
		bid_sweep_tunables, blocking_at_once, "bid-hybrid", "blocking-at-once", 0,
		"Choose the tier of a write that somebody waits for when it comes: its stream writes "
		"nothing else before it is done. Off, it is gathered with others for as long as its "
		"stream usually pauses."),
};
const struct bid_tunable_table bid_sweep_tunables =
	BID_TUNABLE_TABLE(bid_sweep_tunables, sweep_entries);

static struct bid_sweep *sweep_of(struct bid_order *order)
{
	return bid_container_of(order, struct bid_sweep, order);
}

static const struct bid_sweep *const_sweep_of(const struct bid_order *order)
{
	return bid_container_of(order, struct bid_sweep, order);
}

static uint64_t unit_position(const struct bid_unit *unit)
{
	const struct bid_tree_node *first = bid_tree_first(&unit->requests);

	return first && !unit->filler ? first->key : unit->next_lba;
}

static enum sweep_kind unit_kind(const struct bid_sweep *sweep, const struct bid_unit *unit)
{
	if (unit->op == BID_READ || !sweep->rotational)
		return SWEEP_READY;
	if (!unit->blocking)
		return SWEEP_LAZY;
	return unit->sectors >= sweep->batches.dense_sectors ? SWEEP_BULK : SWEEP_READY;
}

static void sweep_remove(struct bid_sweep *sweep, struct bid_unit *unit)
{
	if (unit->sweep == SWEEP_NONE)
		return;
	bid_tree_remove(&sweep->staged[unit->sweep], &unit->by_position);
	unit->sweep = SWEEP_NONE;
}

void sweep_unstage(struct bid_sweep *sweep, struct bid_unit *unit)
{
	sweep_remove(sweep, unit);
	bid_timer_cancel(&sweep->stage->units->timers, &unit->timer);
	bid_list_remove(&unit->urgent_link);
	if (unit->state == UNIT_STAGED)
		unit->state = UNIT_IDLE;
}

static void sweep_place(struct bid_sweep *sweep, struct bid_unit *unit)
{
	enum sweep_kind kind = unit_kind(sweep, unit);
	uint64_t position = unit_position(unit);

	if (unit->sweep == kind && unit->by_position.key == position)
		return;
	sweep_remove(sweep, unit);
	unit->sweep = (uint8_t)kind;
	bid_tree_insert(&sweep->staged[kind], &unit->by_position, position);
}

static void sweep_set_timer(struct bid_sweep *sweep, struct bid_unit *unit)
{
	uint64_t due_ns = urgent_from_ns(unit);

	if (sweep->order.judge && unit->judge_ns < due_ns)
		due_ns = unit->judge_ns;
	if (due_ns == BID_NEVER || !bid_list_empty(&unit->urgent_link))
		return;
	if (unit->timer.place == 0 || due_ns < unit->timer.due_ns)
		bid_timer_set(&sweep->stage->units->timers, &unit->timer, due_ns);
}

void sweep_stage(struct bid_sweep *sweep, struct bid_unit *unit)
{
	if (unit->state == UNIT_ACTIVE)
		return;
	if (unit->state == UNIT_IDLE) {
		unit->state = UNIT_STAGED;
		unit_wake(sweep->stage->units, unit);
	}
	sweep_place(sweep, unit);
	if (unit->flushed && bid_list_empty(&unit->urgent_link)) {
		bid_timer_cancel(&sweep->stage->units->timers, &unit->timer);
		urgent_add_flushed(&sweep->urgent, unit);
	}
	sweep_set_timer(sweep, unit);
}

static void sweep_hurry_writes(struct bid_order *order, uint64_t now_ns)
{
	struct bid_sweep *sweep = sweep_of(order);
	struct bid_unit *unit;

	(void)now_ns;
	while ((unit = sweep_unit_at(bid_tree_first(&sweep->staged[SWEEP_LAZY])))) {
		unit->blocking = true;
		sweep_place(sweep, unit);
	}
}

/* Chooses the tier of a unit that has gathered for long enough; false: nothing is left of it. */
static bool sweep_judge(struct bid_sweep *sweep, struct bid_unit *unit, uint64_t now_ns)
{
	unit->judge_ns = BID_NEVER;
	sweep->order.judge->judge(sweep->order.judge, unit, now_ns);
	if (unit_waiting(unit) || unit->filler) {
		sweep_place(sweep, unit);
		return true;
	}
	sweep_unstage(sweep, unit);
	unit->blocking = false;
	unit_retire(sweep->stage->units, unit);
	return false;
}

static bool sweep_expire(struct bid_order *order, uint64_t now_ns)
{
	struct bid_sweep *sweep = sweep_of(order);
	struct bid_timer *timer;

	while ((timer = bid_timers_take_due(&sweep->stage->units->timers, now_ns))) {
		struct bid_unit *unit = bid_container_of(timer, struct bid_unit, timer);

		if (sweep->order.judge && unit->judge_ns <= now_ns &&
		    !sweep_judge(sweep, unit, now_ns))
			continue;
		if (urgent_from_ns(unit) <= now_ns)
			urgent_add(&sweep->urgent, unit);
		else
			sweep_set_timer(sweep, unit);
	}
	/* Whatever is staged may be served at any time. */
	return false;
}

static struct bid_unit *sweep_choose(struct bid_order *order, uint64_t now_ns)
{
	struct bid_sweep *sweep = sweep_of(order);
	struct bid_unit *unit = sweep_next(sweep, now_ns);

	if (!unit)
		return NULL;
	sweep->turn_kind = (enum sweep_kind)unit->sweep;
	/* Between two turns: the next is still not to be that of before. */
	if (!unit->flushed)
		sweep->last = NULL;
	sweep_remove(sweep, unit);
	bid_timer_cancel(&sweep->stage->units->timers, &unit->timer);
	bid_list_remove(&unit->urgent_link);
	if (order->judge)
		order->judge->judge(order->judge, unit, now_ns);
	/* What has gone to the SSD is none of the disk's. */
	if (sweep->turn_kind == SWEEP_LAZY && unit->sectors > 0)
		batches_note_unit(&sweep->batches, unit->sectors);
	return unit;
}

/*
 * Nobody asks for gaps in a sweep on one tier. On two a unit's tier is chosen when nothing more is
 * likely to come.
 */
static void sweep_await_judgement(struct bid_sweep *sweep, struct bid_stream *stream,
				  struct bid_unit *unit, bool blocks, uint64_t now_ns)
{
	bool at_once = blocks && sweep->t.blocking_at_once;

	unit->judge_ns = now_ns;
	if (!at_once)
		unit->judge_ns += wait_mean_ns(&stream->wait, sweep->wait.initial_ns);
}

/* On two tiers the judge may send it where nobody has to move for it. */
static bool is_flushed(const struct bid_order *order, const struct bid_stream *stream,
		       const struct bid_request *request)
{
	return request->op == BID_WRITE && request_blocks(request) && !order->judge &&
	       stream->flushes;
}

static void sweep_insert(struct bid_order *order, struct bid_request *request, uint64_t now_ns)
{
	struct bid_sweep *sweep = sweep_of(order);
	struct bid_place place;
	struct bid_unit *unit;
	bool light;
	bool flushed;

	if (!stage_find(sweep->stage, request, &place))
		return;
	flushed = is_flushed(order, place.stream, request);
	/* There is no need to hurry for the light: it is served after the turn. */
	light = guard_stream_is_light(place.stream, request, now_ns) && !flushed;
	request->expiry_ns =
		guard_expiry_ns(&sweep->guard, request, light, sweep->swept_ns, now_ns);
	unit = stage_put(sweep->stage, &place, request, now_ns);
	if (!unit)
		return;
	unit->light = light;
	unit->flushed |= flushed;
	if (order->judge)
		wait_note_arrival(&place.stream->wait, sweep->wait.history, &unit->newest_ns,
				  now_ns);
	if (order->judge && request->op == BID_WRITE)
		sweep_await_judgement(sweep, place.stream, unit, request_blocks(request), now_ns);
	sweep_stage(sweep, unit);
}

static void sweep_turn_over(struct bid_order *order, struct bid_unit *unit, uint64_t took_ns,
			    uint64_t now_ns)
{
	struct bid_sweep *sweep = sweep_of(order);

	(void)now_ns;
	sweep->turns_ns[sweep->turn_kind] += took_ns;
	if (!unit->flushed)
		sweep->last = unit_waiting(unit) ? unit : NULL;
	if (unit->filler)
		return;
	if (unit_waiting(unit)) {
		sweep_stage(sweep, unit);
	} else {
		unit->blocking = false;
		unit->flushed = false;
		unit_retire(sweep->stage->units, unit);
	}
}

static bool sweep_others_wait(const struct bid_order *order)
{
	const struct bid_sweep *sweep = const_sweep_of(order);

	return sweep_ready_count(sweep) > 0 || sweep->staged[SWEEP_LAZY].count > 0;
}

static uint32_t sweep_sharers(const struct bid_order *order)
{
	return sweep_ready_count(const_sweep_of(order)) + 1;
}

static void sweep_issued(struct bid_order *order, const struct bid_request *run, uint64_t now_ns)
{
	struct bid_sweep *sweep = sweep_of(order);

	/* The sweep goes on where it was, or those between would be left behind and late as well.
	 */
	if (!sweep->aside)
		sweep->position[sweep->turn_kind] = bid_run_end(run);
	platter_issued(&sweep->platter, run, now_ns);
	drive_cache_issued(&sweep->cache, run, now_ns);
	if (run->op == BID_READ)
		sweep->load->reads_in_disk++;
	else
		batches_note_written(&sweep->batches, run, now_ns);
}

static void sweep_completed(struct bid_order *order, const struct bid_request *run, uint64_t now_ns)
{
	struct bid_sweep *sweep = sweep_of(order);

	platter_completed(&sweep->platter, run, now_ns);
	drive_cache_completed(&sweep->cache, run, now_ns);
	if (run->op != BID_READ)
		return;
	sweep->load->reads_in_disk--;
	sweep->load->read_ns = now_ns;
}

static bool sweep_gives_way(const struct bid_order *order, uint64_t now_ns)
{
	const struct bid_sweep *sweep = const_sweep_of(order);

	return sweep->turn_kind == SWEEP_LAZY &&
	       batches_is_over(&sweep->batches, sweep_ready_count(sweep), now_ns);
}

static bool sweep_urgent_waits(const struct bid_order *order, uint64_t now_ns)
{
	return urgent_waits(&const_sweep_of(order)->urgent, now_ns);
}

static bool sweep_has_enough(const struct bid_order *order, const struct bid_unit *unit,
			     uint64_t sectors)
{
	return unit->op == BID_WRITE &&
	       drive_cache_is_fed_in_order(&const_sweep_of(order)->cache, sectors + unit->sectors);
}

static const struct bid_order_functions sweep_functions = {
	.insert = sweep_insert,
	.expire = sweep_expire,
	.hurry_writes = sweep_hurry_writes,
	.choose = sweep_choose,
	.turn_over = sweep_turn_over,
	.others_wait = sweep_others_wait,
	.sharers = sweep_sharers,
	.issued = sweep_issued,
	.completed = sweep_completed,
	.gives_way = sweep_gives_way,
	.urgent_waits = sweep_urgent_waits,
	.has_enough = sweep_has_enough,
};

void sweep_init(struct bid_sweep *sweep, struct bid_stage *stage, struct bid_load *load,
		const struct bid_setup *setup)
{
	sweep->order.does = &sweep_functions;
	sweep->stage = stage;
	sweep->load = load;
	sweep->rotational = setup->device[BID_TIER_HDD].rotational;
	bid_settings_read(&setup->settings, &bid_sweep_tunables, &sweep->t);
	bid_settings_read(&setup->settings, &bid_wait_tunables, &sweep->wait);
	guard_init(&sweep->guard, &setup->settings);
	if (sweep->t.order_by_angle)
		platter_init(&sweep->platter, &setup->device[BID_TIER_HDD]);
	batches_init(&sweep->batches, load, &sweep->cache, setup, sweep->t.write_batch_ns,
		     sweep->t.gather_writes);
	drive_cache_init(&sweep->cache,
			 sweep->t.feed_in_order ? &setup->device[BID_TIER_HDD] : NULL);
	for (int i = 0; i < SWEEP_KINDS; i++)
		bid_tree_init(&sweep->staged[i]);
	urgent_init(&sweep->urgent, &sweep->guard, sweep->t.order_slack_ns);
}

void sweep_pass_over(struct bid_sweep *sweep, const struct bid_unit *unit)
{
	sweep->last = unit;
}

void sweep_forget(struct bid_sweep *sweep, const struct bid_unit *unit)
{
	if (sweep->last == unit)
		sweep->last = NULL;
}

void sweep_set_write_guard(struct bid_sweep *sweep, uint64_t guard_write_ns)
{
	sweep->guard.write_ns = guard_write_ns;
}

void sweep_reset_write_guard(struct bid_sweep *sweep)
{
	sweep_set_write_guard(sweep, sweep->guard.t.write_ns);
}
