/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The active unit: what the disk serves until its turn is over.
 */
#ifndef BID_CORE_TURN_H
#define BID_CORE_TURN_H

#include "order.h"
#include "stage.h"

/* How turns are, set when a policy is made. */
struct bid_turn_rules {
	uint64_t sectors_max; /* UINT64_MAX: until the unit is empty */
	uint64_t ns_max;      /* BID_NEVER: as above */
	uint64_t share_ns; /* what sharers divide by the lengths of their turns; 0: they do not */
	uint64_t ready_sectors; /* served before a turn gives way to who is urgent */
	bool ends_with_last; /* it is over with the last request, not when more might have come */
};

struct bid_turn {
	struct bid_order *order;
	struct bid_stage *stage;
	const struct bid_habits *habits; /* NULL: the disk is not kept waiting for anybody */
	struct bid_turn_rules rules;
	struct bid_device_profile disk;

	struct bid_unit *active;
	uint64_t sectors;     /* of this turn */
	uint64_t sectors_end; /* by how many wait for theirs */
	uint64_t began_ns;
	uint64_t end_ns;
	uint64_t continuation_end_ns; /* BID_NEVER: the disk is not kept waiting */
};

void turn_init(struct bid_turn *turn, struct bid_order *order, struct bid_stage *stage,
	       const struct bid_habits *habits, const struct bid_device_profile *disk,
	       const struct bid_turn_rules *rules);
/* The next run for the disk, or NULL. */
struct bid_request *turn_dispatch(struct bid_turn *turn, uint64_t now_ns);
/* A run of a unit is done. */
void turn_completed(struct bid_turn *turn, const struct bid_request *run, uint64_t now_ns);
/* Somebody waits for all writes that are staged. */
void turn_hurry_writes(struct bid_turn *turn, uint64_t now_ns);
/* The unit is no more. */
void turn_forget(struct bid_turn *turn, const struct bid_unit *unit);

/* What a disk moves while it would reach a random place. */
uint64_t turn_positioning_sectors(const struct bid_device_profile *disk);

#endif
