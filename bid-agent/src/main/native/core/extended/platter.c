/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "platter.h"

/* A slope is tried at so small steps that the longest pair turns by a quarter. */
#define STEPS_A_TURN 4u
/* A way this much shorter than the longest is of no use to a search: many slopes agree with it. */
#define SHORT_PART 64u
/* A search gives way when so many ends of other zones have come since one of its own. */
#define SEARCH_PATIENCE 16u
/* Inner zones have 2.5 times fewer sectors a track, at most. */
#define SLOPE_HALVES 5u
/* From zone to zone angles are foretold over so many times the range of one. */
#define RANGES 2u
/* The clock is as exact as the drive's speed: no longer than that may pass between two ends. */
#define CLOCK_NS (100 * BID_MS)
/* Scores: a failure costs three successes. */
#define SCORE_MAX   64u
#define SCORE_KNOWN 16u
#define FAILURE     3u

#define EIGHTH_TURN (1u << 29)

static uint32_t angle_of_ns(const struct platter *platter, uint64_t ns)
{
	uint64_t rest = ns - bid_quotient(ns, platter->turn_ns) * platter->turn_ns;

	return (uint32_t)bid_quotient(rest << 32, platter->turn_ns);
}

static uint64_t ns_of_angle(const struct platter *platter, uint32_t angle)
{
	return (platter->turn_ns * angle) >> 32;
}

static uint64_t distance_of(uint64_t a, uint64_t b)
{
	return a < b ? b - a : a - b;
}

/* Of a difference modulo 2^64. */
static uint64_t length_of(uint64_t difference)
{
	return difference < 0 - difference ? difference : 0 - difference;
}

static uint8_t scored(uint8_t score, bool success)
{
	if (success)
		return score < SCORE_MAX ? score + 1 : score;
	return score > FAILURE ? score - FAILURE : 0;
}

/* ---- how long the arm takes ---- */

static uint32_t distance_index(uint64_t sectors)
{
	uint32_t log = 63u - (uint32_t)__builtin_clzll(sectors | 1);

	return 2 * log + (log > 0 ? (uint32_t)(sectors >> (log - 1)) & 1u : 0);
}

static uint64_t square_root(uint64_t value)
{
	uint64_t root = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit >>= 1)
		if ((root | bit) * (root | bit) <= value)
			root |= bit;
	return root;
}

/* Until it is learned: by the root of the distance, the mean seek being one over a third. */
static void guess_arm(struct platter *platter, const struct bid_device_profile *disk)
{
	uint64_t half = platter->turn_ns / 2;
	uint64_t seek = disk->positioning_ns > half ? disk->positioning_ns - half : half;
	uint64_t third = square_root(bid_quotient(disk->sectors, 3));

	for (uint32_t i = 0; i < PLATTER_DISTANCES; i++) {
		uint64_t sectors = (UINT64_C(3) << (i / 2)) / 2;
		uint64_t root = square_root(sectors);
		uint64_t ns = seek / 8;

		if (third > 0)
			ns += bid_quotient(seek * (root < 2 * third ? root : 2 * third), third);
		platter->arm_ns[i] = (uint32_t)ns;
	}
}

/* The arm came in time, or a turn late: a step up is worth 16 down. */
static void learn_arm(struct platter *platter, bool late)
{
	uint32_t *ns = &platter->arm_ns[platter->distance];
	uint32_t step = (uint32_t)(platter->turn_ns / 64);

	if (late)
		*ns += *ns < 4 * platter->turn_ns ? step : 0;
	else if (platter->tight && *ns > step / 16)
		*ns -= step / 16;
}

/* ---- slopes ---- */

void platter_init(struct platter *platter, const struct bid_device_profile *disk)
{
	uint64_t rate = disk->bytes_per_second / BID_SECTOR_BYTES;
	uint64_t zone_sectors = bid_quotient(disk->sectors, PLATTER_ZONES);
	uint64_t turn_sectors;

	*platter = (struct platter){.search_zone = PLATTER_ZONES};
	if (!disk->rotational || disk->depth > 1 || zone_sectors == 0)
		return;
	/* One as slow as that is none. */
	if (disk->turn_ns == 0 || disk->turn_ns > CLOCK_NS)
		return;
	turn_sectors = bid_quotient(rate * bid_quotient(disk->turn_ns, 1000), 1000000);
	if (turn_sectors < 16)
		return;
	platter->turn_ns = disk->turn_ns;
	platter->zone_sectors = zone_sectors;
	platter->sector_ns_16 = bid_quotient(BID_SECOND << 16, rate);
	platter->slope_min = bid_quotient(UINT64_C(1) << 56, turn_sectors) / 16 * 15;
	platter->slope_max = platter->slope_min / 2 * SLOPE_HALVES;
	platter->range = bid_quotient(
		(UINT64_C(1) << 56) / STEPS_A_TURN,
		bid_quotient(platter->slope_max - platter->slope_min, LAYOUT_SLOPES) + 1);
	if (platter->range > zone_sectors)
		platter->range = zone_sectors;
	guess_arm(platter, disk);
}

static uint32_t zone_of(const struct platter *platter, uint64_t lba)
{
	uint64_t zone = bid_quotient(lba, platter->zone_sectors);

	return zone < PLATTER_ZONES ? (uint32_t)zone : PLATTER_ZONES - 1;
}

static void search_begin(struct platter *platter, uint32_t zone)
{
	const struct layout *layout = &platter->zones[zone].layout;

	platter->search_zone = zone;
	if (layout->slope > 0)
		layout_search_track(&platter->search, layout);
	else
		layout_search_slope(
			&platter->search, platter->slope_min, platter->slope_max,
			bid_quotient((UINT64_C(1) << 56) / STEPS_A_TURN, platter->range));
}

/* A pair of ends in a zone of which something is to be found. */
static void search_with(struct platter *platter, uint32_t zone, uint64_t to, uint32_t angle)
{
	bool gathers = platter->search.pairs < LAYOUT_PAIRS;

	if (distance_of(platter->end_lba, to) < platter->range / SHORT_PART)
		return;
	if (platter->search_zone == PLATTER_ZONES || (platter->search_zone != zone && gathers &&
						      platter->search_others++ == SEARCH_PATIENCE))
		search_begin(platter, zone);
	if (platter->search_zone != zone)
		return;
	platter->search_others = 0;
	layout_search_add(&platter->search, platter->end_lba, to, angle);
}

static void search_on(struct platter *platter)
{
	struct platter_zone *zone = &platter->zones[platter->search_zone % PLATTER_ZONES];

	if (platter->search_zone == PLATTER_ZONES || !layout_search_on(&platter->search))
		return;
	if (zone->layout.slope > 0) {
		zone->tracks_tried = true;
		zone->layout = layout_found(&platter->search);
	} else {
		zone->layout = layout_found(&platter->search);
		zone->score = SCORE_KNOWN;
	}
	platter->search_zone = PLATTER_ZONES;
}

/* The angle is that much more than foretold, over that many sectors of the zone. */
static void learn_slope(struct platter *platter, struct platter_zone *zone, uint64_t sectors,
			uint32_t more)
{
	bool success = layout_angle_within(more, EIGHTH_TURN);
	bool ahead = more < 0u - more;
	uint64_t off;

	zone->score = scored(zone->score, success);
	if (zone->score == 0)
		*zone = (struct platter_zone){.score = 0};
	/* Over a short way it says little of the slope. */
	if (!success || length_of(sectors) < platter->range / 8 || zone->layout.slope == 0)
		return;
	off = bid_quotient((uint64_t)(ahead ? more : 0u - more) << 24, length_of(sectors)) / 8;
	if (ahead == (sectors == length_of(sectors)))
		zone->layout.slope += off;
	else
		zone->layout.slope -= off;
}

/* From one zone into the next, by both slopes and what is known of the way between them. */
static uint32_t angle_over(const struct platter *platter, uint32_t zone, uint64_t from, uint64_t to)
{
	uint64_t border = (zone + 1) * platter->zone_sectors;

	return layout_angle(&platter->zones[zone].layout, from, border) +
	       layout_angle(&platter->zones[zone + 1].layout, border, to);
}

static void learn_shift(struct platter *platter, uint32_t zone, uint64_t from, uint64_t to,
			uint32_t angle)
{
	struct platter_zone *first = &platter->zones[zone];
	uint32_t more = angle - angle_over(platter, zone, from, to) - first->shift;

	first->shift_score = scored(first->shift_score, layout_angle_within(more, EIGHTH_TURN));
	if (first->shift_score == 0)
		first->shift += more;
	else
		first->shift +=
			layout_angle_within(more, EIGHTH_TURN) ? (uint32_t)((int)more / 8) : 0;
}

/* The platter turned by that angle between the last end and this one. */
static void learn_angle(struct platter *platter, uint64_t lba, uint32_t angle)
{
	uint64_t from = platter->end_lba;
	uint32_t a = zone_of(platter, from);
	uint32_t b = zone_of(platter, lba);
	struct platter_zone *zone = &platter->zones[a];
	bool known = zone->layout.slope > 0 && platter->zones[b].layout.slope > 0;

	if (distance_of(from, lba) > RANGES * platter->range)
		return;
	if (a == b && known)
		learn_slope(platter, zone, lba - from,
			    angle - layout_angle(&zone->layout, from, lba));
	if (a == b && !zone->tracks_tried)
		search_with(platter, a, lba, angle);
	else if (a + 1 == b && known)
		learn_shift(platter, a, from, lba, angle);
	else if (b + 1 == a && known)
		learn_shift(platter, b, lba, from, 0u - angle);
}

/* The angle from the last end to that sector; false: it is not known. */
static bool angle_to(const struct platter *platter, uint64_t lba, uint32_t *angle)
{
	uint64_t from = platter->end_lba;
	uint32_t a = zone_of(platter, from);
	uint32_t b = zone_of(platter, lba);
	const struct platter_zone *zones = platter->zones;

	if (distance_of(from, lba) > RANGES * platter->range || zones[a].layout.slope == 0 ||
	    zones[b].layout.slope == 0)
		return false;
	if (a == b)
		*angle = layout_angle(&zones[a].layout, from, lba);
	else if (a + 1 == b && zones[a].shift_score >= SCORE_KNOWN / 4)
		*angle = angle_over(platter, a, from, lba) + zones[a].shift;
	else if (b + 1 == a && zones[b].shift_score >= SCORE_KNOWN / 4)
		*angle = 0u - angle_over(platter, b, lba, from) - zones[b].shift;
	else
		return false;
	return true;
}

/* ---- what is foretold ---- */

/* Until the sector passes, no sooner than the arm can be there; false: it is not known when. */
static bool foretell_ns(const struct platter *platter, uint64_t lba, uint64_t now_ns,
			uint64_t *wait_ns)
{
	uint64_t arm_ns = platter->arm_ns[distance_index(distance_of(platter->end_lba, lba))];
	uint64_t passes_ns = platter->end_ns;
	uint32_t angle;

	*wait_ns = arm_ns + platter->turn_ns / 2;
	if (platter->end_ns == 0 || now_ns - platter->end_ns > CLOCK_NS ||
	    !angle_to(platter, lba, &angle))
		return false;
	passes_ns += ns_of_angle(platter, angle);
	if (passes_ns < now_ns + arm_ns)
		passes_ns += (bid_quotient(now_ns + arm_ns - passes_ns, platter->turn_ns) + 1) *
			     platter->turn_ns;
	*wait_ns = passes_ns - now_ns;
	return true;
}

uint64_t platter_wait_ns(const struct platter *platter, uint64_t lba, uint64_t now_ns)
{
	uint64_t wait_ns;

	foretell_ns(platter, lba, now_ns, &wait_ns);
	return wait_ns;
}

bool platter_is_known(const struct platter *platter, uint64_t now_ns)
{
	return platter->trust >= SCORE_KNOWN && now_ns - platter->end_ns <= CLOCK_NS;
}

/* From a run's first sector to its last: by the mean, and what its tracks make of that. */
static uint64_t transfer_ns(const struct platter *platter, const struct bid_request *run)
{
	const struct layout *layout = &platter->zones[zone_of(platter, run->run_lba)].layout;
	const struct layout mean = {.slope = layout->slope};
	uint64_t last = run->run_lba + run->run_sectors;
	uint64_t ns = ((layout->slope * run->run_sectors) >> 32) * platter->turn_ns >> 24;
	uint32_t more =
		layout_angle(layout, run->run_lba, last) - layout_angle(&mean, run->run_lba, last);

	if (more < 0u - more)
		return ns + ns_of_angle(platter, more);
	return ns - ns_of_angle(platter, 0u - more);
}

void platter_issued(struct platter *platter, const struct bid_request *run, uint64_t now_ns)
{
	uint64_t wait_ns;

	if (platter->turn_ns == 0)
		return;
	platter->issued_ns = now_ns;
	platter->expected_ns = 0;
	/* Where the arm is after a write the drive alone knows. */
	if (run->op != BID_READ || !foretell_ns(platter, run->run_lba, now_ns, &wait_ns))
		return;
	platter->distance = distance_index(distance_of(platter->end_lba, run->run_lba));
	platter->tight = wait_ns < platter->arm_ns[platter->distance] + platter->turn_ns / 8;
	platter->expected_ns = now_ns + wait_ns + transfer_ns(platter, run);
}

/* Whether it came true, or came a turn late since the arm was not there in time. */
static void judge(struct platter *platter, uint64_t now_ns)
{
	uint64_t quarter = platter->turn_ns / 4;
	uint64_t off = distance_of(now_ns, platter->expected_ns);
	bool late = now_ns > platter->expected_ns && distance_of(off, platter->turn_ns) < quarter;
	bool success = off < quarter;

	platter->foretold++;
	platter->failed += !success;
	platter->trust = scored((uint8_t)platter->trust, success);
	if (success || late)
		learn_arm(platter, late);
}

/* Whether it is too long for a read that the drive had in its buffer. */
static bool is_of_media(const struct platter *platter, const struct bid_request *run,
			uint64_t now_ns)
{
	return run->op == BID_READ && run->status == 0 &&
	       now_ns - platter->issued_ns >= (run->run_sectors * platter->sector_ns_16) >> 16;
}

void platter_completed(struct platter *platter, const struct bid_request *run, uint64_t now_ns)
{
	uint64_t end_lba = bid_run_end(run) - 1;

	if (platter->turn_ns == 0)
		return;
	if (run->op == BID_WRITE)
		platter->end_ns = 0;
	if (!is_of_media(platter, run, now_ns))
		return;
	if (platter->expected_ns != 0)
		judge(platter, now_ns);
	if (platter->end_ns != 0 && now_ns - platter->end_ns <= CLOCK_NS)
		learn_angle(platter, end_lba, angle_of_ns(platter, now_ns - platter->end_ns));
	search_on(platter);
	platter->end_lba = end_lba;
	platter->end_ns = now_ns;
}
