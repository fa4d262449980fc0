/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Ours: BID with its extensions, each of which can be switched off to see what it gives.
 */
#include "bid/errors.h"
#include "bid/policies.h"
#include "core.h"
#include "order_marked.h"
#include "think.h"

/* A turn's length in positionings, when it follows from the device: 1/16 is lost to the arm. */
#define TURN_POSITIONINGS 16u
/* A run of writes is worth a turn of its own when it takes as long as reaching it. */
#define READY_POSITIONINGS 1u

struct extended_tunables {
	uint64_t run_max_sectors;
	uint64_t run_max_ns;
	uint64_t order_by_position;
	uint64_t learned_wait;
	uint64_t run_by_device;
	uint64_t split_streams;
	uint64_t lazy_places_percent;
};

static const struct bid_tunable extended_entries[] = {
	BID_TUNABLE(
		extended_tunables, run_max_sectors, "bid", "run-max", "sectors", 32 * BID_MIB, 8,
		UINT64_MAX,
		"The longest turn of a stream while others wait. More is faster, since fewer requests "
		"pay for a turn's start; less makes the others wait less."),
	BID_TUNABLE(
		extended_tunables, run_max_ns, "bid", "run-max-time", "ns", 250 * BID_MS, BID_MS,
		3600 * BID_SECOND,
		"The longest turn of a stream in time, for streams that think between requests. More "
		"keeps them whole; less makes the others wait less."),
	BID_SWITCH(
		extended_tunables, order_by_position, "bid", "order-by-position", 1,
		"Serve staged requests in one sweep over the disk and leave no disk idle, instead of "
		"in the order of marking. Shortens arm movements; a queue may be overtaken within the "
		"slack."),
	BID_SWITCH(
		extended_tunables, learned_wait, "bid", "learned-wait", 1,
		"Remember what was learned of a stream until it returns; off, its history is lost with "
		"its queue, as published. Costs a table of max_streams entries."),
	BID_SWITCH(
		extended_tunables, run_by_device, "bid", "run-by-device", 1,
		"End a turn when it has transferred for 16 times as long as its positioning took, by "
		"the measured device (32 times if the device reorders by itself), and sooner while "
		"many wait; off, only at run-max and run-max-time. Shares the disk more evenly, costs "
		"arm movements."),
	BID_SWITCH(
		extended_tunables, split_streams, "bid", "split-streams", 1,
		"Distinguish the runs of one process by address, and reads from writes. A thread that "
		"serves many files is then many streams; costs a queue for each."),
	BID_TUNABLE(
		extended_tunables, lazy_places_percent, "bid", "write-places", "%", 90, 1, 100,
		"Part of the request queue for writes that nobody waits for. More gathers denser "
		"batches; less keeps places for readers, who otherwise wait in front of the queue "
		"behind such writes."),
};
static const struct bid_tunable_table extended_tunables =
	BID_TUNABLE_TABLE(extended_tunables, extended_entries);

struct extended {
	struct bid_core core;
	struct bid_habits habits;
	struct bid_sweep sweep;
	struct bid_marked marked; /* in place of the sweep, when that is off */
	struct bid_announced announced;
	struct bid_hybrid hybrid;
	struct extended_tunables t;
	uint32_t lazy_places; /* of the request queue, for writes that nobody waits for */
};

static size_t hdd_state_bytes(const struct bid_setup *setup)
{
	return sizeof(struct extended) + units_bytes(setup);
}

static size_t announcing_state_bytes(const struct bid_setup *setup)
{
	return hdd_state_bytes(setup) + announced_bytes(setup);
}

static size_t hybrid_state_bytes(const struct bid_setup *setup)
{
	return announcing_state_bytes(setup) + hybrid_bytes(setup);
}

/* A turn lasts until it has paid for the way there, not until the unit is empty. */
static struct bid_turn_rules rules_by_device(const struct extended *extended,
					     const struct bid_device_profile *disk)
{
	uint64_t positioning = turn_positioning_sectors(disk);
	uint64_t turn = positioning * TURN_POSITIONINGS;
	struct bid_turn_rules rules = {
		.sectors_max = extended->t.run_max_sectors,
		.ns_max = extended->t.run_max_ns,
		.ready_sectors = positioning * READY_POSITIONINGS,
	};

	/* What the drive reorders by itself is not sequential any more: fewer, longer turns. */
	if (disk->depth > 1)
		turn *= 2;
	if (turn < rules.sectors_max)
		rules.sectors_max = turn;
	if (extended->sweep.guard.t.latency_guard)
		rules.share_ns = 2 * extended->sweep.guard.t.class_ns[BID_FOREGROUND];
	return rules;
}

static struct bid_turn_rules turn_rules(const struct extended *extended,
					const struct bid_device_profile *disk, bool continues)
{
	struct bid_turn_rules rules;

	if (extended->t.run_by_device)
		rules = rules_by_device(extended, disk);
	else if (extended->t.order_by_position)
		rules = (struct bid_turn_rules){.sectors_max = extended->t.run_max_sectors,
						.ns_max = extended->t.run_max_ns};
	else
		rules = (struct bid_turn_rules){.sectors_max = UINT64_MAX, .ns_max = BID_NEVER};
	/* As published a flush is over with the last request, not when more might have come. */
	rules.ends_with_last = !extended->t.order_by_position && !continues;
	return rules;
}

/*
 * Writes that nobody waits for come faster than any disk takes them. In a queue that is full of
 * them a read has to wait in front of it, where no guard sees it, for as long as a batch of them
 * takes: that was the tail of reads. Linux's BFQ leaves half of the queue to others, Kyber a
 * quarter (bfq_update_depths, kyber_limit_depth); each place less makes batches sparser, and a
 * tenth is more than there are readers. One at the least, or no such write would ever be let in.
 */
static uint32_t lazy_places(const struct bid_setup *setup, uint64_t percent)
{
	uint32_t places = (uint32_t)bid_quotient(setup->max_outstanding * percent, 100);

	return places > 0 ? places : 1;
}

/* Who waits for his writes may have all of the queue: he has no other before they are served. */
static uint32_t extended_write_limit(const void *state, bool sync, uint8_t service_class)
{
	const struct extended *extended = state;

	(void)service_class;
	return sync ? UINT32_MAX : extended->lazy_places;
}

/* What all of ours share. */
static int extended_init(struct extended *extended, const struct bid_setup *setup, void **rest)
{
	const struct bid_device_profile *disk = &setup->device[BID_TIER_HDD];
	struct bid_core *core = &extended->core;
	struct bid_habits *habits = &extended->habits;
	struct bid_think_tunables think;
	struct bid_turn_rules rules;

	if (!core_accepts(setup))
		return -EINVAL;
	bid_settings_read(&setup->settings, &extended_tunables, &extended->t);
	bid_settings_read(&setup->settings, &bid_think_tunables, &think);
	load_init(&core->load, &setup->settings, setup->max_outstanding);
	extended->lazy_places = lazy_places(setup, extended->t.lazy_places_percent);
	*rest = units_init(&core->units, setup, extended->t.learned_wait, extended + 1);
	habits_init(habits, setup, extended->t.learned_wait, extended->t.run_by_device);
	stage_init(&core->stage, &core->units, habits, bid_settings_merge(&setup->settings),
		   extended->t.split_streams);
	sweep_init(&extended->sweep, &core->stage, &core->load, setup);
	marked_init(&extended->marked, &core->stage, &core->load, &setup->settings,
		    think.continuation);
	core->order =
		extended->t.order_by_position ? &extended->sweep.order : &extended->marked.order;
	rules = turn_rules(extended, disk, think.continuation);
	turn_init(&core->turn, core->order, &core->stage,
		  think.continuation && disk->rotational ? habits : NULL, disk, &rules);
	return 0;
}

static int hdd_init(void *state, const struct bid_setup *setup)
{
	void *rest;

	return extended_init(state, setup, &rest);
}

static int announcing_init(struct extended *extended, const struct bid_setup *setup, void **rest)
{
	struct bid_core *core = &extended->core;
	int error = extended_init(extended, setup, rest);

	/* Turns of extents lie in the sweep; in the order of marking there is no place for them. */
	if (error || !extended->t.order_by_position)
		return error;
	*rest = announced_init(&extended->announced, &extended->sweep, &core->turn, &core->load,
			       setup, *rest);
	core->announced = &extended->announced;
	return 0;
}

static int announced_policy_init(void *state, const struct bid_setup *setup)
{
	void *rest;

	return announcing_init(state, setup, &rest);
}

static int hybrid_policy_init(void *state, const struct bid_setup *setup)
{
	struct extended *extended = state;
	struct bid_core *core = &extended->core;
	void *rest;
	int error = announcing_init(extended, setup, &rest);

	if (error || !hybrid_has_ssd(setup))
		return error;
	hybrid_init(&extended->hybrid, core->order, &core->units, &core->load, setup, rest);
	core->hybrid = &extended->hybrid;
	return 0;
}

#define EXTENDED_TABLES                                                                            \
	&bid_merge_tunables, &bid_wait_tunables, &bid_deadline_tunables, &bid_load_tunables,       \
		&bid_think_tunables, &extended_tunables, &bid_sweep_tunables, &bid_guard_tunables

static const struct bid_tunable_table *const hdd_tables[] = {EXTENDED_TABLES, NULL};
static const struct bid_tunable_table *const announced_tables[] = {EXTENDED_TABLES,
								   &bid_announced_tunables, NULL};
static const struct bid_tunable_table *const hybrid_tables[] = {
	EXTENDED_TABLES, &bid_announced_tunables, &bid_hybrid_tunables, NULL};

const struct bid_policy bid_hdd_policy = {
	CORE_POLICY("bid-hdd",
		    "BID in sweeps over the disk, with continuation, guards and learned waits",
		    hdd_tables, hdd_state_bytes, hdd_init),
	.write_limit = extended_write_limit,
};

const struct bid_policy bid_announced_policy = {
	CORE_POLICY("bid-announced", "bid-hdd, and announced extents read ahead in long turns",
		    announced_tables, announcing_state_bytes, announced_policy_init),
	.write_limit = extended_write_limit,
	.take_finished = core_take_finished,
	.announce = core_announce,
	.forget = core_forget,
	.take_released = core_take_released,
};

const struct bid_policy bid_hybrid_policy = {
	CORE_POLICY("bid-hybrid", "bid-announced, and writes that pack badly to the SSD",
		    hybrid_tables, hybrid_state_bytes, hybrid_policy_init),
	.write_limit = extended_write_limit,
	.take_finished = core_take_finished,
	.announce = core_announce,
	.forget = core_forget,
	.take_released = core_take_released,
	.returned = core_returned,
};
