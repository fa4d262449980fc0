/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Whose turn is next in our order (order_sweep.c), of those that are staged.
 */
#include "sweep_choice.h"

/* Of single reads, the one that is soonest under the head is chosen among so many units. */
#define SINGLE_READS 32u
/* Single reads of fewer sectors (64 KiB) cost the disk a way there and back and nothing else. */
#define SMALL_READ_SECTORS 128u

/* A read that continues nothing: nothing is lost by another going before it. */
static bool is_single(const struct bid_unit *unit)
{
	return unit->op == BID_READ && !unit->filler && unit->last_completion_ns == 0;
}

/* The single read that is soonest under the head, of those around the one that lies next. */
static struct bid_unit *choose_soonest(const struct bid_sweep *sweep, struct bid_unit *next,
				       uint64_t now_ns)
{
	struct bid_tree_node *node = &next->by_position;
	uint64_t least_ns = UINT64_MAX;
	struct bid_unit *soonest = next;

	for (uint32_t i = 0; i < SINGLE_READS / 2 && bid_tree_previous(node); i++)
		node = bid_tree_previous(node);
	for (uint32_t i = 0; i < SINGLE_READS && node; i++, node = bid_tree_next(node)) {
		struct bid_unit *unit = sweep_unit_at(node);
		uint64_t wait_ns;

		if (!is_single(unit) || unit == sweep->last)
			continue;
		wait_ns = platter_wait_ns(&sweep->platter, node->key, now_ns);
		if (wait_ns >= least_ns)
			continue;
		least_ns = wait_ns;
		soonest = unit;
	}
	return soonest;
}

/* The next of a sweep; not at once the one whose turn has just ended. */
static struct bid_unit *choose_next(struct bid_sweep *sweep, enum sweep_kind kind, uint64_t now_ns)
{
	struct bid_tree *staged = &sweep->staged[kind];
	struct bid_tree_node *node = bid_tree_at_or_after(staged, sweep->position[kind]);
	struct bid_unit *unit;

	if (node && sweep_unit_at(node) == sweep->last)
		node = bid_tree_next(node);
	if (!node) {
		sweep->swept_ns[kind] = (sweep->swept_ns[kind] + sweep->turns_ns[kind]) / 2;
		sweep->turns_ns[kind] = 0;
	}
	unit = sweep_unit_at(node ? node : bid_tree_first(staged));
	if (unit && is_single(unit) && platter_is_known(&sweep->platter, now_ns))
		return choose_soonest(sweep, unit, now_ns);
	return unit;
}

/* Whether a batch of lazy writes begins; if not, dispatch is asked again when one may. */
static bool batch_begins(struct bid_sweep *sweep, uint64_t now_ns)
{
	uint64_t next_ns;

	if (sweep->staged[SWEEP_LAZY].count == 0)
		return false;
	next_ns = batches_next_ns(&sweep->batches, sweep_ready_count(sweep), now_ns);
	if (next_ns <= now_ns) {
		batches_begin(&sweep->batches, sweep_ready_count(sweep), now_ns);
		return true;
	}
	if (next_ns != BID_NEVER)
		load_ask_at(sweep->load, next_ns);
	return false;
}

/*
 * Who waits for long runs of writes is short of room for more, and is served by any of them; a
 * reader waits for his own. So each other turn is a reader's, however many such runs there are.
 */
static enum sweep_kind next_of_ready(const struct bid_sweep *sweep)
{
	if (sweep->staged[SWEEP_BULK].count == 0)
		return SWEEP_READY;
	if (sweep->staged[SWEEP_READY].count == 0)
		return SWEEP_BULK;
	return sweep->turn_kind == SWEEP_READY ? SWEEP_BULK : SWEEP_READY;
}

/*
 * Whether all that waits are a few small reads that continue nothing. A drive goes there and back
 * once, now or later, so that its media need not be done first with what was written; and if they
 * were long ago, all else would have waited for nothing.
 */
static bool only_small_reads_wait(const struct bid_sweep *sweep)
{
	struct bid_tree_node *node = bid_tree_first(&sweep->staged[SWEEP_READY]);

	if (sweep->staged[SWEEP_READY].count > SINGLE_READS || sweep->staged[SWEEP_BULK].count > 0)
		return false;
	for (; node; node = bid_tree_next(node)) {
		const struct bid_unit *unit = sweep_unit_at(node);

		if (!is_single(unit) || unit->sectors >= SMALL_READ_SECTORS)
			return false;
	}
	return true;
}

struct bid_unit *sweep_next(struct bid_sweep *sweep, uint64_t now_ns)
{
	struct bid_unit *unit = urgent_choose(&sweep->urgent, now_ns);
	uint64_t written_ns;

	sweep->aside = unit && (unit->sweep == SWEEP_LAZY || unit->flushed);
	if (unit) {
		if (unit->sweep == SWEEP_LAZY)
			batches_begin(&sweep->batches, sweep_ready_count(sweep), now_ns);
		return unit;
	}
	if (batches_goes_on(&sweep->batches, sweep->staged[SWEEP_LAZY].count > 0,
			    sweep_ready_count(sweep), now_ns))
		return choose_next(sweep, SWEEP_LAZY, now_ns);
	written_ns = batches_written_ns(&sweep->batches, now_ns);
	if (written_ns > now_ns && sweep_ready_count(sweep) > 0 && !only_small_reads_wait(sweep)) {
		load_ask_at(sweep->load, written_ns);
		return NULL;
	}
	return choose_next(sweep, batch_begins(sweep, now_ns) ? SWEEP_LAZY : next_of_ready(sweep),
			   now_ns);
}
