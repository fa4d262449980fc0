/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Descriptions of ours: what they say, and how they are refused.
 */
#include "device_steps.h"

#include <errno.h>

static void assert_refused(const char *text, const char *message)
{
	char said[256] = "";
	const struct failure failure = {said, sizeof(said)};
	struct description description;
	struct device *device;
	int error = description_parse(text, strlen(text), "d.disk", &description, &failure);

	if (!error) {
		error = description_open(&description, NULL, &device, &failure);
		description_free(&description);
	}
	assert_int_equal(error, -EINVAL);
	if (!strstr(said, message))
		fail_msg("said '%s', not '%s'", said, message);
}

static void mistakes_are_named_with_their_line(void **state)
{
	(void)state;
	assert_refused("", "d.disk: it is empty");
	assert_refused("rpm = 7200\n", "d.disk:1: the first line is kind");
	assert_refused("# disk\nkind = tape\n", "d.disk:2: the first line is kind");
	assert_refused("kind = hdd\nrpm\n", "d.disk:2: not key = value: 'rpm'");
	assert_refused("kind = hdd\nrpm =\n", "d.disk:2: no value for: 'rpm'");
	assert_refused("kind = hdd\n\nrpm = fast\n", "d.disk:3: not a number");
	assert_refused("kind = hdd\nheads = 1.5\n", "d.disk:2: not a whole number");
	assert_refused("kind = hdd\nheds = 1\n", "d.disk:2: no such key: 'heds'");
	assert_refused("kind = hdd\nzone = 5 1 100\n", "d.disk:2: not FIRST LAST SECTORS");
	assert_refused("kind = hdd\nzone = 0 9 100 3\n", "d.disk:2: not FIRST LAST SECTORS");
	assert_refused("kind = hdd\nseek_ms = 1:2 3\n", "d.disk:2: a point of a seek curve");
	assert_refused("kind = hdd\nseek_two_parts = 1 2\n", "d.disk:2: wrong count");
	assert_refused("kind = hdd\nmapping = zigzag\n", "d.disk:2: mapping is");
	assert_refused("kind = hdd\nwrite_cache = maybe\n", "d.disk:2: write_cache is");
	assert_refused("kind = hdd\nbus_mb_s = 0\n", "d.disk:2: a bus must move");
	assert_refused("kind = ssd\nrpm = 7200\n", "d.disk:2: no such key: 'rpm'");
}

static void disks_that_cannot_be_are_refused(void **state)
{
	(void)state;
	assert_refused("kind = hdd\nrpm = 7200\nheads = 1\n", "it has no zones");
	assert_refused("kind = hdd\nrpm = 7200\nzone = 0 9 100\n", "heads must be");
	assert_refused("kind = hdd\nheads = 1\nzone = 0 9 100\n", "rpm must be");
	assert_refused("kind = hdd\nrpm = 7200\nheads = 1\nzone = 0 9 100\nzone = 9 19 90\n",
		       "zone 1: cylinders 9 to 19");
	assert_refused("kind = hdd\nrpm = 7200\nheads = 1\nzone = 0 9 100\n", "has no points");
	assert_refused("kind = hdd\nrpm = 7200\nheads = 1\nzone = 0 9 100\nseek_ms = 5:1 2:2\n",
		       "do not ascend");
	assert_refused("kind = ssd\nsectors = 100\n", "must be given");
}

static void the_worked_example_has_100_tracks_of_100_sectors(void **state)
{
	char message[256] = "";
	struct device *device = NULL;
	struct device_figures figures;

	(void)state;
	if (device_open(TEST_DATA "/worked-example.disk", NULL, &device, message, sizeof(message)))
		fail_msg("%s", message);
	assert_int_equal(device->profile.sectors, 10000);
	assert_int_equal(device->profile.depth, 1);
	/* B2 of the example lies on tracks 71 and 72. */
	(void)t_serve(device, BID_WRITE, 7165, 40, 0);
	device->ops->figures(device, &figures);
	assert_int_equal(figures.tracks, 100);
	assert_int_equal(figures.arm_movements, 2);
	assert_int_equal(figures.arm_distance_tracks, 72);
	t_close(device);
}

static void a_missing_file_is_named(void **state)
{
	char message[256] = "";
	struct device *device = NULL;

	(void)state;
	assert_int_equal(device_open("no-such.disk", NULL, &device, message, sizeof(message)),
			 -ENOENT);
	assert_non_null(strstr(message, "no-such.disk: cannot be opened"));
}

static void every_preset_opens(void **state)
{
	(void)state;
	for (size_t i = 0; i < device_preset_count; i++) {
		struct device *device = t_open_preset(device_presets[i].name, NULL);

		assert_string_equal(device->name, device_presets[i].name);
		assert_int_equal(device->profile.rotational,
				 device_presets[i].tier == BID_TIER_HDD);
		t_close(device);
	}
}

static void options_override_the_description(void **state)
{
	const struct device_options options = {1, 0, 0};
	struct device *device = t_open_preset("hdd-16t", &options);
	uint64_t now = t_serve(device, BID_WRITE, 1000000000, 8, 0);

	(void)state;
	assert_int_equal(device->profile.depth, 1);
	assert_true(now > 1000000);
	assert_int_equal(device->write_cache_sectors, 0);
	t_close(device);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mistakes_are_named_with_their_line),
		cmocka_unit_test(disks_that_cannot_be_are_refused),
		cmocka_unit_test(the_worked_example_has_100_tracks_of_100_sectors),
		cmocka_unit_test(a_missing_file_is_named),
		cmocka_unit_test(every_preset_opens),
		cmocka_unit_test(options_override_the_description),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
