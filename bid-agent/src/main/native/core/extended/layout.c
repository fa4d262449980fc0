/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "layout.h"

/* Slopes, and lengths of a track, that are tried with each read. */
#define SLOPES_A_READ 256u
#define TRACKS_A_READ 8u
/* Places where a track may begin, of each length. */
#define BEGINNINGS 16u
/* Skews are from a fiftieth to a quarter of a turn. */
#define SKEW_MIN_PART 50u
#define SKEW_MAX_PART 4u
/* Of the power of pairs that agree perfectly, what a slope must have: 5/8, as if of 8/10. */
#define POWER_LEAST (UINT64_C(127) * 127 * LAYOUT_PAIRS * LAYOUT_PAIRS * 5 / 8)
/* What a track must leave of the difference at the most. */
#define REST_PART 2u
/* The most that one pair counts: a sixteenth of a turn. */
#define REST_MOST (1u << 28)
/* By how much a slope may be wrong over the longest way, 2^-56 turns: a sixteenth of a turn. */
#define BLUR        (UINT64_C(1) << 52)
#define REFINEMENTS 3u

/* The cosine of 64ths of a turn, times 127. */
static const signed char cosines[64] = {
	127,  126,  125,  122,  117,  112,  106,  98,  90,  81,  71,   60,   49,   37,   25,   12,
	0,    -12,  -25,  -37,  -49,  -60,  -71,  -81, -90, -98, -106, -112, -117, -122, -125, -126,
	-127, -126, -125, -122, -117, -112, -106, -98, -90, -81, -71,  -60,  -49,  -37,  -25,  -12,
	0,    12,   25,   37,   49,   60,   71,   81,  90,  98,  106,  112,  117,  122,  125,  126};

/* The angle by which the platter turns under so many sectors, their difference modulo 2^64. */
static uint32_t angle_of(uint64_t slope, uint64_t sectors)
{
	return (uint32_t)((slope * sectors) >> 24);
}

/* How far along its track an address is. */
static uint64_t along(const struct layout *layout, uint64_t lba)
{
	uint64_t from_begin = lba + layout->track - layout->begin;

	return from_begin - bid_quotient(from_begin, layout->track) * layout->track;
}

/* The part of the skew that the mean counts before the track's end, where it is. */
static uint32_t skew_ahead(const struct layout *layout, uint64_t lba)
{
	/* Once round, and the skew: what is beyond the turn. */
	uint64_t skew = angle_of(layout->slope, layout->track);

	return (uint32_t)bid_quotient(skew * along(layout, lba), layout->track);
}

uint32_t layout_angle(const struct layout *layout, uint64_t from, uint64_t to)
{
	uint32_t mean = angle_of(layout->slope, to - from);

	if (layout->track == 0)
		return mean;
	return mean + skew_ahead(layout, from) - skew_ahead(layout, to);
}

void layout_search_slope(struct layout_search *search, uint64_t min, uint64_t max, uint64_t step)
{
	*search = (struct layout_search){.slope_max = max, .slope_step = step, .next = min};
}

void layout_search_track(struct layout_search *search, const struct layout *known)
{
	uint64_t turn = bid_quotient(UINT64_C(1) << 56, known->slope);

	*search = (struct layout_search){.mean_slope = known->slope,
					 .next = turn + bid_quotient(turn, SKEW_MIN_PART)};
}

void layout_search_add(struct layout_search *search, uint64_t from, uint64_t to, uint32_t angle)
{
	if (search->pairs == LAYOUT_PAIRS)
		return;
	search->from[search->pairs] = from;
	search->to[search->pairs] = to;
	search->angle[search->pairs++] = angle;
}

/* ---- slopes ---- */

/* How well the pairs agree with a slope: the square of the sum of their unit vectors. */
static uint64_t power_of(const struct layout_search *search, uint64_t slope)
{
	int x = 0;
	int y = 0;

	for (uint32_t i = 0; i < LAYOUT_PAIRS; i++) {
		uint64_t sectors = search->to[i] - search->from[i];
		uint32_t at = (search->angle[i] - angle_of(slope, sectors)) >> 26;

		x += cosines[at];
		y += cosines[(at + 48) & 63u];
	}
	return (uint64_t)(x * x) + (uint64_t)(y * y);
}

/* Between the steps that were tried. */
static void refine_slope(struct layout_search *search)
{
	uint64_t slope = search->found.slope;

	for (uint64_t step = search->slope_step / 2; step > 0; step /= 2) {
		uint64_t power = power_of(search, slope);

		if (power_of(search, slope + step) > power)
			slope += step;
		else if (power_of(search, slope - step) > power)
			slope -= step;
	}
	search->found.slope = slope;
}

static bool search_slopes(struct layout_search *search)
{
	for (uint32_t i = 0; i < SLOPES_A_READ && search->next < search->slope_max; i++) {
		uint64_t power = power_of(search, search->next);

		if (power > search->best) {
			search->best = power;
			search->found.slope = search->next;
		}
		search->next += search->slope_step;
	}
	if (search->next < search->slope_max)
		return false;
	if (search->best >= POWER_LEAST)
		refine_slope(search);
	else
		search->found.slope = 0;
	return true;
}

/* ---- tracks ---- */

/*
 * What a layout leaves of the angles that were seen: the sum of the differences, 2^-24 turns. One
 * that is larger than any skew is no matter of tracks.
 */
static uint64_t rest_of(const struct layout_search *search, const struct layout *layout)
{
	uint64_t rest = 0;

	for (uint32_t i = 0; i < LAYOUT_PAIRS; i++) {
		uint32_t more =
			search->angle[i] - layout_angle(layout, search->from[i], search->to[i]);

		more = more < 0u - more ? more : 0u - more;
		rest += (more < REST_MOST ? more : REST_MOST) >> 8;
	}
	return rest;
}

static void try_layout(struct layout_search *search, const struct layout *layout)
{
	uint64_t rest = rest_of(search, layout);

	if (rest >= search->best)
		return;
	search->best = rest;
	search->found = *layout;
}

static void try_track(struct layout_search *search, uint64_t track)
{
	struct layout layout = {.slope = search->mean_slope, .track = track};

	for (uint32_t i = 0; i < BEGINNINGS; i++) {
		layout.begin = bid_quotient(track * i, BEGINNINGS);
		try_layout(search, &layout);
	}
}

/* Between the beginnings that were tried. */
static void refine_begin(struct layout_search *search)
{
	uint64_t track = search->found.track;

	for (uint64_t step = bid_quotient(track, BEGINNINGS) / 2; step > 0; step /= 2) {
		struct layout before = search->found;
		struct layout after = search->found;

		before.begin += before.begin < step ? track - step : 0 - step;
		after.begin += after.begin + step < track ? step : step - track;
		try_layout(search, &before);
		try_layout(search, &after);
	}
}

/* The skew has blurred the slope by a part of a turn over the longest way; without it it is clear.
 */
static void refine_mean(struct layout_search *search)
{
	uint64_t longest = 1;

	for (uint32_t i = 0; i < LAYOUT_PAIRS; i++) {
		uint64_t way = search->to[i] - search->from[i];

		way = way < 0 - way ? way : 0 - way;
		longest = way > longest ? way : longest;
	}
	for (uint64_t step = bid_quotient(BLUR, longest); step > 0; step /= 2) {
		struct layout less = search->found;
		struct layout more = search->found;

		less.slope -= step;
		more.slope += step;
		try_layout(search, &less);
		try_layout(search, &more);
	}
}

static bool search_tracks(struct layout_search *search)
{
	const struct layout mean = {.slope = search->mean_slope};
	uint64_t turn = bid_quotient(UINT64_C(1) << 56, mean.slope);
	uint64_t track_max = turn + turn / SKEW_MAX_PART;

	if (search->best == 0)
		search->best = UINT64_MAX;
	for (uint32_t i = 0; i < TRACKS_A_READ && search->next <= track_max; i++)
		try_track(search, search->next++);
	if (search->next <= track_max)
		return false;
	for (uint32_t i = 0; i < REFINEMENTS; i++) {
		refine_mean(search);
		refine_begin(search);
	}
	if (search->best > rest_of(search, &mean) / REST_PART)
		search->found = mean;
	return true;
}

bool layout_search_on(struct layout_search *search)
{
	if (search->pairs < LAYOUT_PAIRS)
		return false;
	return search->slope_max > 0 ? search_slopes(search) : search_tracks(search);
}

struct layout layout_found(const struct layout_search *search)
{
	return search->found;
}
