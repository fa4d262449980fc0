/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Noop as Mishra 2018 describes it: first in, first out, with merging of neighbours wherever they
 * wait. What Linux calls "none" when the device has one queue and merging is on.
 */
#include "policies/rivals.h"
#include "run_index.h"

struct noop_state {
	struct bid_link fifo;
	struct run_index runs;
};

static size_t noop_state_bytes(const struct bid_setup *setup)
{
	(void)setup;
	return sizeof(struct noop_state);
}

static int noop_init(void *state, const struct bid_setup *setup)
{
	struct noop_state *noop = state;

	bid_list_init(&noop->fifo);
	run_index_init(&noop->runs, bid_settings_merge(&setup->settings));
	return 0;
}

static void noop_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct noop_state *noop = state;

	(void)now_ns;
	if (!run_index_merge(&noop->runs, request))
		bid_list_append(&noop->fifo, &request->link);
}

static struct bid_request *noop_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct noop_state *noop = state;
	struct bid_request *head;
	struct bid_link *first;

	(void)now_ns;
	if (tier != BID_TIER_HDD)
		return NULL;
	first = bid_list_take_first(&noop->fifo);
	if (!first)
		return NULL;
	head = bid_container_of(first, struct bid_request, link);
	run_index_remove(&noop->runs, head);
	return head;
}

static uint32_t noop_write_runs(const void *state)
{
	const struct noop_state *noop = state;

	return run_index_writes(&noop->runs);
}

static const struct bid_tunable_table *const noop_tables[] = {&bid_merge_tunables, NULL};

const struct bid_policy noop_policy = {
	.name = "noop",
	.summary = "first in, first out, neighbours merged",
	RIVAL_FUNCTIONS(noop),
	.write_runs = noop_write_runs,
	.writeback_throttled = true,
};
