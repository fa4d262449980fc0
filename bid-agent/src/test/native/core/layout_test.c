/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A zone's slope and tracks are found among the angles between pairs of its addresses.
 */
#include "layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ZONE  UINT64_C(6000000)
#define FIRST UINT64_C(90000000)
#define TRACK UINT64_C(1125)
#define SKEW  UINT64_C(97)
#define BEGIN UINT64_C(400)
#define TURN  (UINT64_C(1) << 56)

struct draws {
	uint64_t state;
};

static uint64_t draw(struct draws *draws, uint64_t below)
{
	draws->state = draws->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (draws->state >> 33) % below;
}

/* Where a sector lies on the platter, 2^-32 turns. */
static uint32_t angle_at(uint64_t lba)
{
	uint64_t on = lba - BEGIN;
	uint64_t sectors = (on + on / TRACK * SKEW) % TRACK;

	return (uint32_t)((sectors << 32) / TRACK);
}

static uint32_t noise(struct draws *draws, uint32_t most)
{
	return (uint32_t)(draw(draws, 2 * (uint64_t)most + 1) - most);
}

static uint32_t search(struct layout_search *search, struct draws *draws, uint32_t noise_most)
{
	uint32_t rounds = 1;

	for (uint32_t i = 0; i < 2 * LAYOUT_PAIRS; i++) {
		uint64_t from = FIRST + draw(draws, ZONE);
		uint64_t to = FIRST + draw(draws, ZONE);

		layout_search_add(search, from, to,
				  angle_at(to) - angle_at(from) + noise(draws, noise_most));
	}
	while (!layout_search_on(search))
		rounds++;
	return rounds;
}

static struct layout found(uint32_t noise_most, bool tracks)
{
	struct draws draws = {.state = 3};
	struct layout_search slopes;
	struct layout_search track;
	struct layout mean;

	layout_search_slope(&slopes, TURN / 1300, TURN / 600, TURN / 4 / ZONE);
	/* 20,000 slopes and more, a few hundred at a time. */
	assert_in_range(search(&slopes, &draws, noise_most), 50, 256);
	mean = layout_found(&slopes);
	if (!tracks)
		return mean;
	layout_search_track(&track, &mean);
	assert_in_range(search(&track, &draws, noise_most), 10, 60);
	return layout_found(&track);
}

/* By how much a layout is wrong about the angle between two addresses in the mean, 2^-32 turns. */
static uint64_t error_of(const struct layout *layout)
{
	struct draws draws = {.state = 11};
	uint64_t sum = 0;

	for (int i = 0; i < 1000; i++) {
		uint64_t from = FIRST + draw(&draws, ZONE);
		uint64_t to = FIRST + draw(&draws, ZONE);
		uint32_t more = angle_at(to) - angle_at(from) - layout_angle(layout, from, to);

		sum += more < 0u - more ? more : 0u - more;
	}
	return sum / 1000;
}

static void the_mean_is_right_but_for_the_skew(void **state)
{
	struct layout mean = found(0, false);

	(void)state;
	assert_true(mean.slope > 0);
	/* Up to a 16th of a turn: the skew, and what it did to the slope. */
	assert_in_range(error_of(&mean), 1u << 26, 1u << 28);
}

static void tracks_make_it_exact(void **state)
{
	struct layout layout = found(0, true);
	/* 2^-7 turns, 65 us at 7,200 a minute. */
	struct layout noisy = found(1u << 25, true);

	(void)state;
	assert_int_equal(layout.track, TRACK);
	assert_true(error_of(&layout) < 1u << 24);
	assert_int_equal(noisy.track, TRACK);
}

static void nothing_is_found_in_noise(void **state)
{
	struct layout layout = found(UINT32_MAX / 2, false);

	(void)state;
	assert_int_equal(layout.slope, 0);
}

/* With angles as uncertain as a skew is wide tracks cannot be told, and the mean has to do. */
static void tracks_are_not_made_up(void **state)
{
	struct layout layout = found(1u << 29, true);

	(void)state;
	assert_int_equal(layout.track, 0);
	assert_true(layout.slope > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_mean_is_right_but_for_the_skew),
		cmocka_unit_test(tracks_make_it_exact),
		cmocka_unit_test(nothing_is_found_in_noise),
		cmocka_unit_test(tracks_are_not_made_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
