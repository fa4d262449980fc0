/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Runs that the core has dispatched, with the back end: each in one or more transfers, back as one.
 * Used by one thread.
 */
#ifndef DISPATCH_RUNS_H
#define DISPATCH_RUNS_H

#include "bid/request_queue.h"
#include "lent.h"
#include "streams.h"
#include "tier/tier.h"

struct runs {
	struct bid_request_queue *queue; /* told of those that have ended */
	struct backend *backend;
	const struct stream_names *names; /* which file is read ahead */
	struct volume_statistics *statistics;
	struct memory_pool memory;  /* of runs */
	struct memory_pool ahead;   /* of chunks that are read ahead */
	struct bid_link lent;       /* what was read ahead */
	struct tier *tier;          /* NULL: there is no second one */
	uint32_t flying[BID_TIERS]; /* runs with each device */
	uint32_t transfers;         /* with the back end */
	uint32_t jobs;              /* with the second tier */
};

void runs_init(struct runs *runs, struct bid_request_queue *queue, struct backend *backend,
	       const struct stream_names *names, struct volume_statistics *statistics);
/* Nothing is under way. */
void runs_close(struct runs *runs);
/* Whether the device takes another. */
bool runs_have_room(const struct runs *runs, enum bid_tier tier);
/* Begins what the core has dispatched. */
void runs_begin(struct runs *runs, struct bid_request *head, enum bid_tier tier);
/* Takes what the back end has done. */
void runs_take_done(struct runs *runs);
/* Frees what was read ahead and the core needs no more. */
void runs_take_released(struct runs *runs);

#endif
