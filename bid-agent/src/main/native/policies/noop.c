/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Noop: first in, first out, with merging of neighbours. What Linux calls "none" when the device
 * has one queue and merging is on.
 */
#include "bid/policies.h"
#include "bid/request_queue.h"

struct noop_state {
	struct bid_link fifo;
	bool merge;
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
	noop->merge = setup->tunables.merge;
	return 0;
}

/* Like the kernel's last-hit cache, only the newest run is tried: O(1). */
static bool noop_merge(struct noop_state *noop, struct bid_request *request)
{
	struct bid_request *newest;

	if (!noop->merge || bid_list_empty(&noop->fifo))
		return false;
	newest = bid_container_of(noop->fifo.prev, struct bid_request, link);
	return bid_run_join_back(newest, request) || bid_run_join_front(newest, request);
}

static void noop_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct noop_state *noop = state;

	(void)now_ns;
	if (!noop_merge(noop, request))
		bid_list_append(&noop->fifo, &request->link);
}

static struct bid_request *noop_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct noop_state *noop = state;
	struct bid_link *first;

	(void)now_ns;
	if (tier != BID_TIER_HDD)
		return NULL;
	first = bid_list_take_first(&noop->fifo);
	return first ? bid_container_of(first, struct bid_request, link) : NULL;
}

const struct bid_policy noop_policy = {
	.name = "noop",
	.summary = "first in, first out, neighbours merged",
	.state_bytes = noop_state_bytes,
	.init = noop_init,
	.insert = noop_insert,
	.dispatch = noop_dispatch,
};
