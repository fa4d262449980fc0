/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The table of contenders.
 */
#include "contenders.h"

#include <string.h>

#include "bid/policies.h"

const struct contender contenders[] = {
	{"noop", &noop_policy, false, "first in, first out, with merging"},
	{"deadline", &deadline_policy, false, "sorted batches, expired ones first, as in the source"},
	{"cfq", &cfq_policy, false, "a quantum of each process in turn, as in the source"},
	{"mq-deadline", &mq_deadline_policy, false, "Linux 6.x"},
	{"kyber", &kyber_policy, false, "Linux 6.x"},
	{"bfq", &bfq_policy, false, "budgets and idling of Linux's BFQ"},
	{"bound", NULL, false, "lower bound on the time of any policy on the disk"},
	{"bid-published", &bid_published_policy, false, "BID-HDD as published"},
	{"bid-published-hybrid", &bid_published_hybrid_policy, true, "BID-Hybrid as published"},
	{"bid-hdd", &bid_hdd_policy, false, "BID with all extensions but announced extents"},
	{"bid-announced", &bid_announced_policy, false, "BID with all extensions"},
	{"bid-hybrid", &bid_hybrid_policy, true, "bid-announced, small writes to the SSD"},
	{"bound-hybrid", NULL, true, "lower bound on the time of any policy on disk and SSD"},
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
