/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Algorithm 1 of Mishra 2018: whose unit a request goes to.
 */
#ifndef BID_CORE_STAGE_H
#define BID_CORE_STAGE_H

#include "units.h"

struct bid_habits;

struct bid_stage {
	struct bid_units *units;
	struct bid_habits *habits; /* learn when streams come back; NULL: nobody asks */
	bool merge;
	bool split;               /* a stream's runs of addresses are units of their own */
	struct bid_link overflow; /* served first in, first out: no unit or stream was free */
};

void stage_init(struct bid_stage *stage, struct bid_units *units, struct bid_habits *habits,
		bool merge, bool split);

/* Where a request belongs. */
struct bid_place {
	struct bid_stream *stream;
	struct bid_unit *unit; /* NULL: to be made */
};

/* Finds where it belongs; false: there was no room, and it has gone to the overflow. */
bool stage_find(struct bid_stage *stage, struct bid_request *request, struct bid_place *place);
/* Puts it there. Returns the unit; NULL: there was no room, and it has gone to the overflow. */
struct bid_unit *stage_put(struct bid_stage *stage, const struct bid_place *place,
			   struct bid_request *request, uint64_t now_ns);
/* The next of the overflow, or NULL. */
struct bid_request *stage_take_overflow(struct bid_stage *stage);

/* Whether the request makes somebody wait. */
bool request_blocks(const struct bid_request *request);

#endif
