/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What BID is compared with.
 */
#ifndef POLICIES_RIVALS_H
#define POLICIES_RIVALS_H

#include "bid/policy.h"

extern const struct bid_policy noop_policy;
extern const struct bid_policy deadline_policy;    /* the source's description */
extern const struct bid_policy cfq_policy;         /* the source's description */
extern const struct bid_policy mq_deadline_policy; /* Linux 6.x */
extern const struct bid_policy kyber_policy;       /* Linux 6.x */
extern const struct bid_policy bfq_policy;         /* budgets and idling of Linux's BFQ */

/* What each of them has, under names that begin with its own. */
#define RIVAL_FUNCTIONS(rival)                                                                     \
	.tunables = rival##_tables, .state_bytes = rival##_state_bytes, .init = rival##_init,      \
	.insert = rival##_insert, .dispatch = rival##_dispatch

#endif
