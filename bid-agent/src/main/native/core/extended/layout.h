/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * How a zone of a disk is laid out, as far as angles go, and the search for it among the angles
 * that were seen between pairs of addresses. Angles are in 2^-32 turns, and modulo a turn.
 *
 * In the mean the angle grows by the slope with each sector. It does so by a sector's width along
 * a track, and by the skew from one track to the next. First the slope is searched for, as a
 * frequency is, by the one under which all pairs agree best; then the length of a track and where
 * one begins, by those under which hardly anything of the difference is left. A search goes on for
 * a little with each read, so that none takes long.
 */
#ifndef BID_CORE_LAYOUT_H
#define BID_CORE_LAYOUT_H

#include "bid/request.h"

/* Pairs of addresses that a search is made with. */
#define LAYOUT_PAIRS 32u
/* Slopes that are tried at the most. */
#define LAYOUT_SLOPES UINT64_C(65536)

struct layout {
	uint64_t slope; /* 2^-56 turns a sector; 0: nothing is known */
	uint64_t track; /* sectors; 0: not known, only the mean */
	uint64_t begin; /* of some track, less than its length */
};

struct layout_search {
	uint32_t pairs;
	uint64_t mean_slope; /* of which tracks are searched for */
	uint64_t slope_max;  /* 0: they are */
	uint64_t slope_step;
	uint64_t next; /* slope or track to be tried */
	uint64_t best; /* how well the best of them agrees */
	struct layout found;
	uint64_t from[LAYOUT_PAIRS];
	uint64_t to[LAYOUT_PAIRS];
	uint32_t angle[LAYOUT_PAIRS];
};

/* The angle from one address to another. */
uint32_t layout_angle(const struct layout *layout, uint64_t from, uint64_t to);
/* Whether it is that small, ahead or behind. */
static inline bool layout_angle_within(uint32_t angle, uint32_t bound)
{
	return angle <= bound || angle >= 0u - bound;
}

/* A search for a slope between two, by steps; or, of a slope that is known, for its tracks. */
void layout_search_slope(struct layout_search *search, uint64_t min, uint64_t max, uint64_t step);
void layout_search_track(struct layout_search *search, const struct layout *known);
/* Adds a pair, as long as there are not enough. */
void layout_search_add(struct layout_search *search, uint64_t from, uint64_t to, uint32_t angle);
/* With pairs enough goes on for a little; whether it is over. */
bool layout_search_on(struct layout_search *search);
/* What was found: no slope, or no track, if nothing agrees well enough. */
struct layout layout_found(const struct layout_search *search);

#endif
