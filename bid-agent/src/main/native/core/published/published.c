/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * BID as published: algorithms 1 and 2 of Mishra 2018, with a second tier algorithm 3, and the
 * tag-pressure rule. It is what ours is compared with, and is to stay as it is: none of ours'
 * tunables reaches it, and published_frozen_test.c has the order in which it serves.
 */
#include "bid/errors.h"
#include "bid/policies.h"
#include "core.h"
#include "order_marked.h"

struct published {
	struct bid_core core;
	struct bid_marked order;
	struct bid_hybrid hybrid;
};

static size_t published_state_bytes(const struct bid_setup *setup)
{
	return sizeof(struct published) + units_bytes(setup);
}

static size_t published_hybrid_state_bytes(const struct bid_setup *setup)
{
	return published_state_bytes(setup) + hybrid_bytes(setup);
}

/* A queue is flushed wholly, takes nothing meanwhile, is forgotten then, and is not waited for. */
static const struct bid_turn_rules whole_flush = {
	.sectors_max = UINT64_MAX,
	.ns_max = BID_NEVER,
	.ends_with_last = true,
};

static int published_init_before(struct published *published, const struct bid_setup *setup,
				 void **rest)
{
	struct bid_core *core = &published->core;

	if (!core_accepts(setup))
		return -EINVAL;
	load_init(&core->load, &setup->settings, setup->max_outstanding);
	*rest = units_init(&core->units, setup, false, published + 1);
	stage_init(&core->stage, &core->units, NULL, bid_settings_merge(&setup->settings), false);
	marked_init(&published->order, &core->stage, &core->load, &setup->settings, false);
	core->order = &published->order.order;
	turn_init(&core->turn, core->order, &core->stage, NULL, &setup->device[BID_TIER_HDD],
		  &whole_flush);
	return 0;
}

static int published_init(void *state, const struct bid_setup *setup)
{
	void *rest;

	return published_init_before(state, setup, &rest);
}

static int published_hybrid_init(void *state, const struct bid_setup *setup)
{
	struct published *published = state;
	void *rest;
	int error = published_init_before(published, setup, &rest);

	if (error || !hybrid_has_ssd(setup))
		return error;
	hybrid_init(&published->hybrid, published->core.order, &published->core.units,
		    &published->core.load, setup, rest);
	published->core.hybrid = &published->hybrid;
	return 0;
}

static const struct bid_tunable_table *const published_tables[] = {
	&bid_merge_tunables, &bid_wait_tunables, &bid_deadline_tunables, &bid_load_tunables, NULL};

static const struct bid_tunable_table *const published_hybrid_tables[] = {
	&bid_merge_tunables, &bid_wait_tunables,   &bid_deadline_tunables,
	&bid_load_tunables,  &bid_hybrid_tunables, NULL};

const struct bid_policy bid_published_policy = {
	CORE_POLICY("bid-published",
		    "Bulk I/O Dispatch as published (Mishra 2018), and the tag-pressure rule",
		    published_tables, published_state_bytes, published_init),
};

const struct bid_policy bid_published_hybrid_policy = {
	CORE_POLICY("bid-published-hybrid",
		    "bid-published, and writes that pack badly to the SSD (Mishra 2018, chapter 4)",
		    published_hybrid_tables, published_hybrid_state_bytes, published_hybrid_init),
	.take_finished = core_take_finished,
};
