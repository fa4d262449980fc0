/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The policies of the core, each composed of parts when it is initialised.
 */
#ifndef BID_POLICIES_H
#define BID_POLICIES_H

#include "bid/policy.h"

/* The source's (published/). */
extern const struct bid_policy bid_published_policy; /* as in Mishra 2018, and tag pressure */
extern const struct bid_policy bid_published_hybrid_policy; /* the same, and algorithm 3 */

/* Ours (extended/). */
extern const struct bid_policy bid_hdd_policy;       /* all extensions but announced extents */
extern const struct bid_policy bid_announced_policy; /* all extensions */
extern const struct bid_policy bid_hybrid_policy;    /* bid-announced, small writes to the SSD */

#endif
