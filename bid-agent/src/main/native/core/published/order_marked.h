/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The source's order: marked in order of expiry.
 */
#ifndef BID_CORE_ORDER_MARKED_H
#define BID_CORE_ORDER_MARKED_H

#include "deadline.h"
#include "load.h"
#include "order.h"
#include "stage.h"

struct bid_marked {
	struct bid_order order;
	struct bid_stage *stage;
	const struct bid_load *load;
	struct bid_deadline_tunables t;
	struct bid_wait_tunables wait;
	bool open;              /* a unit takes requests while it has its turn */
	bool busy;              /* one has */
	struct bid_link staged; /* units in order of creation */
	struct bid_link marked; /* in order of marking */
};

/* open: a unit takes further requests during its turn, for which the disk may wait. */
void marked_init(struct bid_marked *marked, struct bid_stage *stage, const struct bid_load *load,
		 const struct bid_settings *settings, bool open);

#endif
