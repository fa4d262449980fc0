/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Who chooses the tier of a unit's writes when it is to be flushed. An order without one serves a
 * disk alone.
 */
#ifndef BID_CORE_JUDGE_H
#define BID_CORE_JUDGE_H

#include "unit.h"

struct bid_judge {
	/* May take runs out of the unit, all of them even. */
	void (*judge)(struct bid_judge *judge, struct bid_unit *unit, uint64_t now_ns);
};

#endif
