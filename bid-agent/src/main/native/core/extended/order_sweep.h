/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Our order: by position on the disk.
 */
#ifndef BID_CORE_ORDER_SWEEP_H
#define BID_CORE_ORDER_SWEEP_H

#include "batches.h"
#include "drive_cache.h"
#include "guard.h"
#include "load.h"
#include "order.h"
#include "platter.h"
#include "stage.h"
#include "urgent.h"

struct bid_sweep_tunables {
	uint64_t order_slack_ns;
	uint64_t write_batch_ns;
	uint64_t order_by_angle;
	uint64_t gather_writes;
	uint64_t feed_in_order;
	uint64_t blocking_at_once;
};

extern const struct bid_tunable_table bid_sweep_tunables;

struct bid_sweep {
	struct bid_order order;
	struct bid_stage *stage;
	struct bid_load *load;
	struct bid_sweep_tunables t;
	struct bid_wait_tunables wait;
	struct bid_guard guard;
	bool rotational;

	struct bid_tree staged[SWEEP_KINDS];
	struct bid_urgent urgent;
	uint64_t position[SWEEP_KINDS]; /* sector after the last one that each sweep dispatched */
	uint64_t turns_ns[SWEEP_KINDS]; /* of this sweep so far */
	uint64_t swept_ns[SWEEP_KINDS]; /* from front to end, of those before */
	enum sweep_kind turn_kind;      /* where the unit that has its turn was chosen */
	const struct bid_unit *last;    /* whose turn ended last, when it has more to do */
	bool aside;                     /* the turn is a unit's that goes ahead of its sweep */
	struct platter platter;
	struct bid_batches batches; /* of the lazy */
	struct drive_cache cache;
};

void sweep_init(struct bid_sweep *sweep, struct bid_stage *stage, struct bid_load *load,
		const struct bid_setup *setup);

/* ---- for who has units of its own in the sweep ---- */

/* The unit has something to do. */
void sweep_stage(struct bid_sweep *sweep, struct bid_unit *unit);
/* A unit that was staged has nothing to do. */
void sweep_unstage(struct bid_sweep *sweep, struct bid_unit *unit);
/* The unit's turn has ended, and the next one is another's. */
void sweep_pass_over(struct bid_sweep *sweep, const struct bid_unit *unit);
/* The unit is no more. */
void sweep_forget(struct bid_sweep *sweep, const struct bid_unit *unit);
/* From now on with that guard of writes that nobody waits for. */
void sweep_set_write_guard(struct bid_sweep *sweep, uint64_t guard_write_ns);
/* As by its own tunables again. */
void sweep_reset_write_guard(struct bid_sweep *sweep);

#endif
