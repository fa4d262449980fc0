/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The disk model against drives that were measured, and their files' syntax.
 */
#include "device_steps.h"

#include <errno.h>

#include "device/disksim.h"
#include "device/hdd.h"
#include "device/validation.h"

/* How far DiskSim itself is from the drive; ours may be twice as far. */
struct measured_drive {
	const char *name;
	uint64_t sectors;
	double disksim_rms_ms;
};

static const struct measured_drive drives[] = {
	{"barracuda", 4110000, 0.349},
	{"cheetah9LP", 17783240, 0.107},
	{"atlas10k", 17938986, 0.268},
};

static void replay(const struct measured_drive *drive, struct validation *validation)
{
	char message[512] = "";
	const struct failure failure = {message, sizeof(message)};
	char path[512];
	struct device *device = NULL;
	char *text;
	size_t size;

	(void)snprintf(path, sizeof(path), TEST_DATA "/disks/%s.model", drive->name);
	if (device_open(path, NULL, &device, message, sizeof(message)))
		fail_msg("%s", message);
	assert_int_equal(device->profile.sectors, drive->sectors);
	(void)snprintf(path, sizeof(path), TEST_DATA "/disks/%s.trace", drive->name);
	if (description_read_file(path, &text, &size, &failure) ||
	    validation_replay(device, text, size, path, validation, &failure))
		fail_msg("%s", message);
	free(text);
	t_close(device);
}

static void the_model_is_within_twice_disksims_distance_of_each_drive(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(drives) / sizeof(drives[0]); i++) {
		struct validation validation;

		replay(&drives[i], &validation);
		print_message("%s: mean %.3f ms, measured %.3f, rms %.3f, of DiskSim %.3f\n",
			      drives[i].name, validation.modelled_mean_ms,
			      validation.measured_mean_ms, validation.rms_ms,
			      drives[i].disksim_rms_ms);
		assert_int_equal(validation.requests, 10000);
		assert_int_equal(validation.skipped, 0);
		assert_true(validation.rms_ms <= 2 * drives[i].disksim_rms_ms);
		validation_free(&validation);
	}
}

static const char model[] =
	"# a small drive\n"
	"dm_disk small {\n"
	" Number of data surfaces = 2, Number of cylinders = 20, Block count = 3000,\n"
	" Mechanical Model = dm_mech_g1 {\n"
	"  Access time type = trackSwitchPlusRotation, Seek type = constant,\n"
	"  Constant seek time = 2.0, Add. write settling delay = 0.4, Head switch time = 0.2,\n"
	"  Rotation speed (in rpms) = 6000, Percent error in rpms = 0.0 },\n"
	" Layout Model = dm_layout_g1 {\n"
	"  LBN-to-PBN mapping scheme = 0, Sparing scheme used = 2, Rangesize for sparing = 1,\n"
	"  Zones = [ dm_layout_g1_zone {\n"
	"    First cylinder number = 0, Last cylinder number = 19, Blocks per track = 100,\n"
	"    Offset of first block = 0.0, Empty space at zone front = 0,\n"
	"    Skew for track switch = 7.0, Skew for cylinder switch = 11.0,\n"
	"    Number of spares = 5, slips = [], defects = [] } ] }\n"
	"}\n";

static int describe(const char *text, const char *specs, struct hdd_description *description,
		    char message[256])
{
	const struct failure failure = {message, 256};
	const struct disksim_text of_model = {"d.model", text, strlen(text)};
	const struct disksim_text none = {0};
	const struct disksim_text of_specs = {"d.specs", specs, specs ? strlen(specs) : 0};

	message[0] = 0;
	return disksim_describe(&of_model, &none, specs ? &of_specs : &none, description, &failure);
}

static void a_model_is_read_whatever_its_order(void **state)
{
	struct hdd_description description;
	char message[256];

	(void)state;
	if (describe(model, NULL, &description, message))
		fail_msg("%s", message);
	assert_string_equal(description.name, "small");
	assert_int_equal(description.heads, 2);
	assert_int_equal(description.sectors, 3000);
	assert_int_equal(description.sparing, HDD_SPARING_CYLINDER);
	assert_int_equal(description.zone_count, 1);
	assert_true(description.zones[0].track_skew > 0.069);
	assert_true(description.zones[0].track_skew < 0.071);
	hdd_description_free(&description);
}

/* The model with one piece of its text replaced. */
static void assert_model_refused(const char *from, const char *to, const char *expected)
{
	struct hdd_description description;
	char message[256];
	char text[4096];
	const char *at = strstr(model, from);

	assert_non_null(at);
	(void)snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - model), model, to,
		       at + strlen(from));
	assert_int_equal(describe(text, NULL, &description, message), -EINVAL);
	if (!strstr(message, expected))
		fail_msg("said '%s', not '%s'", message, expected);
}

static void mistakes_in_a_model_are_named_with_their_line(void **state)
{
	(void)state;
	assert_model_refused("Constant seek time = 2.0,", "", "d.model:4: missing");
	assert_model_refused("= 2.0", "= soon", "d.model:6: not a number");
	assert_model_refused("= constant", "= guessed", "d.model:5: unknown seek type");
	assert_model_refused("= constant", "= extracted", "d.model:4: the seek curve's file");
	assert_model_refused("dm_layout_g1 {", "dm_layout_g9 {", "d.model:8: dm_layout_g1");
	assert_model_refused("scheme = 0", "scheme = 9", "d.model:9: not a number in its range");
	assert_model_refused("] }\n}\n", "] }\n", "d.model:15: '}' is missing");
	assert_model_refused("Zones = [", "Zones [", "d.model:10: '=' expected");
	assert_model_refused("= 100,", "= 0,", "d.model:10: must not be 0");
	assert_model_refused("slips = []", "slips = [ a ]", "d.model:14: not a list of numbers");
	assert_model_refused("defects = []", "defects = [ 1 ]", "d.model:10: not pairs");
	assert_model_refused("dm_disk small", "dm_disc small", "d.model: no dm_disk");
}

static void specs_fill_in_buffer_and_overheads(void **state)
{
	static const char specs[] =
		"disksim_disk small {\n Model = source small.model,\n"
		" Number of buffer segments = 3, Enable caching in buffer = 1,\n"
		" Segment size (in blks) = 64, Buffer continuous read = 3, Fast write level = 1,\n"
		" Maximum read-ahead (blks) = 50, Read hit over. after read = 0.25,\n"
		" Scheduler = disksim_ioqueue { Scheduling policy = 1 }\n}\n";
	struct hdd_description description;
	char message[256];

	(void)state;
	if (describe(model, specs, &description, message))
		fail_msg("%s", message);
	assert_int_equal(description.buffer.segments, 3);
	assert_int_equal(description.buffer.segment_sectors, 64);
	assert_int_equal(description.buffer.read_ahead, HDD_READ_AHEAD_SEGMENT);
	assert_int_equal(description.buffer.write_cache, HDD_WRITE_SEQUENTIAL);
	assert_true(description.timing.read_hit.after_read_ms == 0.25);
	hdd_description_free(&description);
	assert_int_equal(describe(model, "disksim_disk x {\n A = ,\n}", &description, message),
			 -EINVAL);
	assert_non_null(strstr(message, "d.specs:2: a value is missing"));
}

static void a_wrong_line_of_a_trace_is_named(void **state)
{
	static const char trace[] = "R Hit 10 4 1000 5000\nR Hit 10 four 1000 5000\n";
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	struct device *device = t_open_preset("sata-250g", NULL);
	struct validation validation;

	(void)state;
	assert_int_equal(validation_replay(device, trace, strlen(trace), "t.trace", &validation,
					   &failure),
			 -EINVAL);
	assert_non_null(strstr(message, "t.trace:2: not R|W"));
	t_close(device);
}

static void requests_past_the_end_of_the_drive_are_counted(void **state)
{
	static const char trace[] = "R Hit 10 4 1000 5000\nW Hit 488397165 4 1000 5000\n"
				    "R Hit 18446744073709551615 4 1 1\n";
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	struct device *device = t_open_preset("sata-250g", NULL);
	struct validation validation;

	(void)state;
	assert_int_equal(validation_replay(device, trace, strlen(trace), "t.trace", &validation,
					   &failure),
			 0);
	assert_int_equal(validation.requests, 1);
	assert_int_equal(validation.skipped, 2);
	validation_free(&validation);
	t_close(device);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_model_is_within_twice_disksims_distance_of_each_drive),
		cmocka_unit_test(a_model_is_read_whatever_its_order),
		cmocka_unit_test(mistakes_in_a_model_are_named_with_their_line),
		cmocka_unit_test(specs_fill_in_buffer_and_overheads),
		cmocka_unit_test(a_wrong_line_of_a_trace_is_named),
		cmocka_unit_test(requests_past_the_end_of_the_drive_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
