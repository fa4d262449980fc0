/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The table of contenders.
 */
#include "contenders.h"

#include <string.h>

#include "bid/policies.h"
#include "policies/rivals.h"
#include "sim/tunables.h"

const struct contender contenders[] = {
	{"noop", &noop_policy, false, "first in, first out, with merging", BOUND_CERTAIN},
	{"deadline", &deadline_policy, false,
	 "sorted batches, expired ones first, as in the source", BOUND_CERTAIN},
	{"cfq", &cfq_policy, false, "a quantum of each process in turn, as in the source",
	 BOUND_CERTAIN},
	{"mq-deadline", &mq_deadline_policy, false, "Linux 6.x", BOUND_CERTAIN},
	{"kyber", &kyber_policy, false, "Linux 6.x", BOUND_CERTAIN},
	{"bfq", &bfq_policy, false, "budgets and idling of Linux's BFQ", BOUND_CERTAIN},
	{"bound", NULL, false, "lower bound on the time of any policy on the disk", BOUND_CERTAIN},
	{"bound-by-address", NULL, false,
	 "the least to be expected of who knows addresses only and keeps nothing",
	 BOUND_BY_ADDRESS},
	{"bound-in-step", NULL, false,
	 "the same of who gets all processes on as in the trace, favouring none", BOUND_IN_STEP},
	{"bid-published", &bid_published_policy, false, "BID-HDD as published", BOUND_CERTAIN},
	{"bid-published-hybrid", &bid_published_hybrid_policy, true, "BID-Hybrid as published",
	 BOUND_CERTAIN},
	{"bid-hdd", &bid_hdd_policy, false, "BID with all extensions but announced extents",
	 BOUND_CERTAIN},
	{"bid-announced", &bid_announced_policy, false, "BID with all extensions", BOUND_CERTAIN},
	{"bid-hybrid", &bid_hybrid_policy, true, "bid-announced, small writes to the SSD",
	 BOUND_CERTAIN},
	{"bound-hybrid", NULL, true, "lower bound on the time of any policy on disk and SSD",
	 BOUND_CERTAIN},
};
const size_t contender_count = sizeof(contenders) / sizeof(contenders[0]);

const struct contender *contender_find(const char *name, size_t length)
{
	for (size_t i = 0; i < contender_count; i++) {
		if (strlen(contenders[i].name) == length &&
		    strncmp(contenders[i].name, name, length) == 0)
			return &contenders[i];
	}
	return NULL;
}

static const struct bid_tunable_table *const sim_tables[] = {&sim_tunables, NULL};

static const struct bid_tunable *find_in(const struct bid_tunable_table *const *tables,
					 const char *name)
{
	const struct bid_tunable *found = NULL;

	while (!found && *tables)
		found = bid_tunable_find(*tables++, name);
	return found;
}

const struct bid_tunable *contender_tunable(const struct contender *contender, const char *name)
{
	const struct bid_tunable *found = find_in(sim_tables, name);

	if (!found && contender && contender->policy)
		return find_in(contender->policy->tunables, name);
	for (size_t i = 0; !found && i < contender_count; i++) {
		if (contenders[i].policy)
			found = find_in(contenders[i].policy->tunables, name);
	}
	return found;
}

static size_t add_once(const struct bid_tunable **tunables, size_t count, size_t most,
		       const struct bid_tunable *tunable)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(tunables[i]->name, tunable->name) == 0)
			return count;
	}
	if (count < most)
		tunables[count++] = tunable;
	return count;
}

static size_t add_tables(const struct bid_tunable **tunables, size_t count, size_t most,
			 const struct bid_tunable_table *const *tables)
{
	for (; *tables; tables++) {
		for (size_t i = 0; i < (*tables)->count; i++)
			count = add_once(tunables, count, most, &(*tables)->entry[i]);
	}
	return count;
}

size_t contender_tunables(const struct bid_tunable **tunables, size_t most)
{
	size_t count = 0;

	for (size_t i = 0; i < contender_count; i++) {
		if (contenders[i].policy)
			count = add_tables(tunables, count, most, contenders[i].policy->tunables);
	}
	return add_tables(tunables, count, most, sim_tables);
}
