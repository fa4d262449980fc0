/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Algorithm 3 of Mishra 2018: the second tier.
 */
#ifndef BID_CORE_HYBRID_H
#define BID_CORE_HYBRID_H

#include "bid/redirect.h"
#include "load.h"
#include "order.h"
#include "units.h"

struct bid_hybrid_tunables {
	uint64_t packing_threshold_sectors;
	uint64_t ssd_budget_sectors;
};

extern const struct bid_tunable_table bid_hybrid_tunables;

struct bid_hybrid {
	struct bid_judge judge;
	struct bid_order *order; /* of the disk */
	struct bid_units *units;
	struct bid_load *load;
	uint64_t packing_threshold_sectors;
	struct bid_redirect redirect;
	struct bid_tree arriving; /* heads on their way to the SSD that are not mapped yet */
	struct bid_link unused_pieces;
	struct bid_request *fresh_pieces;
	struct bid_request *pieces_end;
	struct bid_link splitting; /* callers' requests with pieces still to be issued */
	struct bid_link round;     /* streams with requests for the SSD */
};

/* Whether there is a second tier; without one there is nothing to lay out. */
bool hybrid_has_ssd(const struct bid_setup *setup);
size_t hybrid_bytes(const struct bid_setup *setup);
/* Takes memory of hybrid_bytes, and becomes the order's judge. */
void hybrid_init(struct bid_hybrid *hybrid, struct bid_order *order, struct bid_units *units,
		 struct bid_load *load, const struct bid_setup *setup, void *memory);
/* Takes a request for what lives on the SSD, wholly or in part; false: it is to be staged. */
bool hybrid_claim(struct bid_hybrid *hybrid, struct bid_request *request, uint64_t now_ns);
/* The next run for the SSD, or NULL. */
struct bid_request *hybrid_dispatch(struct bid_hybrid *hybrid, uint64_t now_ns);
/* The run with this head has been served by its tier, or has failed there. */
void hybrid_arrived(struct bid_hybrid *hybrid, struct bid_request *head);
/* A piece has been served. */
void hybrid_piece_done(struct bid_hybrid *hybrid, struct bid_request *piece);
/* What of the range lives on the SSD lives on the disk from now on; as bid_redirect_remove. */
int hybrid_returned(struct bid_hybrid *hybrid, uint64_t lba, uint64_t sectors);
/* Issues pieces that were wanting. */
void hybrid_split_on(struct bid_hybrid *hybrid, uint64_t now_ns);

#endif
