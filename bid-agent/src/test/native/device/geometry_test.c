/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Where sectors lie, and the seek curve.
 */
#include "device_steps.h"

#include <errno.h>
#include <math.h>

#include "device/geometry.h"
#include "device/seek.h"

static uint64_t slips[] = {5, 6, 130, 777, 778};
static struct hdd_defect defects[] = {{40, 995}};

static struct hdd_description two_zones(struct hdd_zone zones[2], enum hdd_mapping mapping,
					enum hdd_sparing sparing)
{
	zones[0] = (struct hdd_zone){.first_cylinder = 0,
				     .last_cylinder = 9,
				     .sectors_per_track = 50,
				     .track_skew = 0.1,
				     .cylinder_skew = 0.15,
				     .spares = sparing == HDD_SPARING_ZONE_TRACKS ? 1 : 4,
				     .front_slots = 2,
				     .slips = slips,
				     .slip_count = 5};
	zones[1] = (struct hdd_zone){.first_cylinder = 11,
				     .last_cylinder = 19,
				     .sectors_per_track = 40,
				     .track_skew = 0.1,
				     .cylinder_skew = 0.15,
				     .spares = sparing == HDD_SPARING_ZONE_TRACKS ? 1 : 4};
	return (struct hdd_description){.name = "two zones",
					.heads = 3,
					.rpm = 6000,
					.mapping = mapping,
					.sparing = sparing,
					.sparing_range = 3,
					.zones = zones,
					.zone_count = 2};
}

static struct geometry open_geometry(const struct hdd_description *description)
{
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	struct geometry geometry;

	if (geometry_init(&geometry, description, &failure))
		fail_msg("%s", message);
	return geometry;
}

/* Every address has its own place, and the place gives the address back. */
static void assert_bijective(const struct geometry *geometry, uint64_t step)
{
	for (uint64_t lba = 0; lba < geometry->sectors; lba += step) {
		struct place place = geometry_place(geometry, lba);
		uint64_t back = UINT64_MAX;

		assert_true(place.angle_ns < geometry->rotation_ns);
		assert_true(
			geometry_lba(geometry, place.cylinder, place.head, place.sector, &back));
		assert_int_equal(back, lba);
	}
}

/* Counts the places that have an address; as many as there are addresses when nothing is lost. */
static uint64_t count_numbered(const struct geometry *geometry)
{
	uint64_t numbered = 0;
	uint64_t lba;

	for (uint32_t cylinder = 0; cylinder < geometry->cylinders; cylinder++) {
		for (uint32_t head = 0; head < geometry->heads; head++) {
			for (uint32_t sector = 0; sector < 50; sector++)
				numbered += geometry_lba(geometry, cylinder, head, sector, &lba);
		}
	}
	return numbered;
}

static void addresses_and_places_match_under_every_mapping_and_sparing(void **state)
{
	(void)state;
	for (int mapping = 0; mapping <= HDD_MAPPING_SERPENTINE_DISK; mapping++) {
		for (int sparing = 0; sparing < HDD_SPARING_SCHEMES; sparing++) {
			struct hdd_zone zones[2];
			struct hdd_description description = two_zones(
				zones, (enum hdd_mapping)mapping, (enum hdd_sparing)sparing);
			struct geometry geometry = open_geometry(&description);

			assert_bijective(&geometry, 1);
			assert_int_equal(count_numbered(&geometry), geometry.sectors);
			geometry_free(&geometry);
		}
	}
}

static void addresses_and_places_match_on_a_current_disk(void **state)
{
	struct description description;
	struct geometry geometry;
	const struct failure quiet = {NULL, 0};
	const char *text = "kind = hdd\nrpm = 7200\nheads = 18\nmapping = serpentine\n"
			   "zone = 0 239999 4752\nzone = 240000 489999 2376\nseek_ms = 1:1\n";

	(void)state;
	assert_int_equal(description_parse(text, strlen(text), "t", &description, &quiet), 0);
	geometry = open_geometry(&description.hdd);
	assert_true(geometry.sectors > UINT32_MAX);
	assert_bijective(&geometry, 10000019);
	geometry_free(&geometry);
	description_free(&description);
}

static void capacity_leaves_out_spares_and_slips_use_them(void **state)
{
	struct hdd_zone zones[2];
	struct hdd_description description =
		two_zones(zones, HDD_MAPPING_CYLINDER, HDD_SPARING_ZONE);
	struct geometry geometry = open_geometry(&description);

	(void)state;
	/* Five slips do not fit into four spares of the first zone. */
	assert_int_equal(geometry.sectors, 10 * 150 - 2 - 5 + 9 * 120 - 4);
	geometry_free(&geometry);
}

static void serpentine_goes_back_over_the_surfaces_in_odd_cylinders(void **state)
{
	struct hdd_zone zones[2];
	struct hdd_description description =
		two_zones(zones, HDD_MAPPING_SERPENTINE, HDD_SPARING_NONE);
	struct geometry geometry;

	(void)state;
	zones[0].slip_count = 0;
	zones[0].front_slots = 0;
	geometry = open_geometry(&description);
	assert_int_equal(geometry_place(&geometry, 149).head, 2);
	assert_int_equal(geometry_place(&geometry, 150).head, 2);
	assert_int_equal(geometry_place(&geometry, 150).cylinder, 1);
	assert_int_equal(geometry_place(&geometry, 299).head, 0);
	assert_int_equal(geometry_place(&geometry, 300).head, 0);
	/* The second zone begins anew, although its cylinder is odd. */
	assert_int_equal(geometry_place(&geometry, 1500).cylinder, 11);
	assert_int_equal(geometry_place(&geometry, 1500).head, 0);
	geometry_free(&geometry);
}

static void skews_turn_the_start_of_each_track(void **state)
{
	struct hdd_zone zones[2];
	struct hdd_description description =
		two_zones(zones, HDD_MAPPING_CYLINDER, HDD_SPARING_NONE);
	struct geometry geometry;

	(void)state;
	zones[0].slip_count = 0;
	zones[0].front_slots = 0;
	geometry = open_geometry(&description);
	assert_int_equal(geometry.rotation_ns, 10000000);
	assert_int_equal(geometry_place(&geometry, 0).angle_ns, 0);
	assert_int_equal(geometry_place(&geometry, 50).angle_ns, 1000000);
	assert_int_equal(geometry_place(&geometry, 100).angle_ns, 2000000);
	assert_int_equal(geometry_place(&geometry, 150).angle_ns, 3500000);
	assert_int_equal(geometry_place(&geometry, 151).angle_ns, 3700000);
	geometry_free(&geometry);
}

static void a_defect_is_where_its_replacement_is(void **state)
{
	struct hdd_zone zones[2];
	struct hdd_description description =
		two_zones(zones, HDD_MAPPING_CYLINDER, HDD_SPARING_NONE);
	struct geometry geometry;

	(void)state;
	zones[0].slip_count = 0;
	zones[0].front_slots = 0;
	zones[0].defects = defects;
	zones[0].defect_count = 1;
	geometry = open_geometry(&description);
	assert_int_equal(geometry_place(&geometry, 40).cylinder, 6);
	assert_int_equal(geometry_place(&geometry, 41).cylinder, 0);
	geometry_free(&geometry);
}

static uint32_t *table_of(const struct seek_spec *spec, uint32_t cylinders)
{
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	uint32_t *table = NULL;

	if (seek_table(spec, cylinders, "curve", &table, &failure))
		fail_msg("%s", message);
	return table;
}

static void measured_points_are_met_and_joined_without_dips(void **state)
{
	struct seek_point points[] = {{1, 1.0}, {10, 2.0}, {100, 5.0}, {900, 12.0}};
	struct seek_spec spec = {.kind = SEEK_POINTS, .points = points, .point_count = 4};
	uint32_t *table = table_of(&spec, 1000);

	(void)state;
	assert_int_equal(table[0], 0);
	assert_int_equal(table[1], 1000000);
	assert_int_equal(table[55], 3500000);
	assert_int_equal(table[900], 12000000);
	for (uint32_t i = 1; i < 1000; i++)
		assert_true(table[i] >= table[i - 1]);
	free(table);
}

static void two_part_curve_follows_its_formula(void **state)
{
	struct seek_spec spec = {
		.kind = SEEK_TWO_PARTS, .single_ms = -1, .two_parts = {100, 1.0, 0.3, 3.0, 0.01}};
	uint32_t *table = table_of(&spec, 500);

	(void)state;
	assert_int_equal(table[64], 3400000);
	assert_int_equal(table[100], 4000000);
	assert_int_equal(table[400], 7000000);
	free(table);
}

static void three_point_curve_has_the_mean_it_was_given(void **state)
{
	const uint32_t cylinders = 3000;
	struct seek_spec spec = {
		.kind = SEEK_THREE_CURVE, .single_ms = 1, .average_ms = 8, .full_ms = 16};
	uint32_t *table = table_of(&spec, cylinders);
	double sum = 0;
	double weights = 0;

	(void)state;
	/* A distance d between two random cylinders comes up in proportion to cylinders - d. */
	for (uint32_t i = 1; i < cylinders; i++) {
		sum += (cylinders - i) * (table[i] / 1e6);
		weights += cylinders - i;
	}
	assert_true(fabs(sum / weights - 8.0) < 0.25);
	assert_true(fabs(table[cylinders - 1] / 1e6 - 16.0) < 0.1);
	free(table);
}

static void a_curve_that_goes_below_zero_is_refused(void **state)
{
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	struct seek_spec spec = {
		.kind = SEEK_TWO_PARTS, .single_ms = -1, .two_parts = {10, 1, 0, 3, -1}};
	uint32_t *table = NULL;

	(void)state;
	assert_int_equal(seek_table(&spec, 100, "curve", &table, &failure), -EINVAL);
	assert_non_null(strstr(message, "curve: a seek over 10 cylinders"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_and_places_match_under_every_mapping_and_sparing),
		cmocka_unit_test(addresses_and_places_match_on_a_current_disk),
		cmocka_unit_test(capacity_leaves_out_spares_and_slips_use_them),
		cmocka_unit_test(serpentine_goes_back_over_the_surfaces_in_odd_cylinders),
		cmocka_unit_test(skews_turn_the_start_of_each_track),
		cmocka_unit_test(a_defect_is_where_its_replacement_is),
		cmocka_unit_test(measured_points_are_met_and_joined_without_dips),
		cmocka_unit_test(two_part_curve_follows_its_formula),
		cmocka_unit_test(three_point_curve_has_the_mean_it_was_given),
		cmocka_unit_test(a_curve_that_goes_below_zero_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
