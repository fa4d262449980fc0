/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Which announced extents are to be read on, and how far at a time.
 */
#ifndef BID_CORE_ANNOUNCED_TURNS_H
#define BID_CORE_ANNOUNCED_TURNS_H

#include "announced.h"

/* What turn.c is given of an extent: its chunks in place of callers' requests. */
extern const struct bid_filler_functions extent_filler;

static inline struct bid_extent *extent_of_filler(struct bid_filler *filler)
{
	return bid_container_of(filler, struct bid_extent, filler);
}

/* Whether two turns from what is still in the buffer reach up to there. */
bool extent_reaches(const struct bid_announced *announced, const struct bid_extent *extent,
		    uint64_t end);
/* Up to where the extent may be read at present: its own two turns, and the buffer's room. */
uint64_t extent_readable_end(const struct bid_announced *announced,
			     const struct bid_extent *extent);
/* Puts the extent into the sweep if it wants a turn. */
void extent_stage(struct bid_announced *announced, struct bid_extent *extent, uint64_t now_ns);
/* Callers' reads that the buffer has no room for go to the disk by themselves. */
void extent_reroute(struct bid_announced *announced, struct bid_extent *extent, uint64_t now_ns);
/* There may be room again for those that have been without for longest. */
void announced_feed_hungry(struct bid_announced *announced, uint64_t now_ns);
/* A caller's read that the buffer cannot serve goes the way of all requests. */
void announced_let_go(struct bid_announced *announced, struct bid_request *request,
		      uint64_t now_ns);

#endif
