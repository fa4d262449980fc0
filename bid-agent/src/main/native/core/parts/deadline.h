/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * How long requests may wait, as published.
 */
#ifndef BID_CORE_DEADLINE_H
#define BID_CORE_DEADLINE_H

#include "bid/tunables.h"

struct bid_deadline_tunables {
	uint64_t deadline_ns;
	uint64_t read_deadline_ns;
};

extern const struct bid_tunable_table bid_deadline_tunables;

#endif
