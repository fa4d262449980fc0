/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The policies there are.
 */
#ifndef BID_POLICIES_H
#define BID_POLICIES_H

#include "bid/policy.h"

/* Ours (core/). One algorithm; what differs is which extensions are on. */
extern const struct bid_policy bid_published_policy; /* as in Mishra 2018, and tag pressure */
extern const struct bid_policy bid_hdd_policy;	     /* all extensions but announced extents */
extern const struct bid_policy bid_announced_policy; /* all extensions */
extern const struct bid_policy bid_hybrid_policy;    /* bid-announced, small writes to the SSD */
extern const struct bid_policy bid_published_hybrid_policy; /* bid-published, algorithm 3 */

/* For comparison (policies/). */
extern const struct bid_policy noop_policy;
extern const struct bid_policy deadline_policy;	   /* the source's description */
extern const struct bid_policy cfq_policy;	   /* the source's description */
extern const struct bid_policy mq_deadline_policy; /* Linux 6.x */
extern const struct bid_policy kyber_policy;	   /* Linux 6.x */
extern const struct bid_policy bfq_policy;	   /* budgets and idling of Linux's BFQ */

#endif
