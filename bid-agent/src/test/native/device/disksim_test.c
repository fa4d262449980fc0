/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The disk model against drives that were measured, and their files' syntax.
 */
#include "device_steps.h"

#include <errno.h>
#include <unistd.h>

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

static int describe_files(const char *text, const char *seek_path, char message[256])
{
	const struct failure failure = {message, 256};
	struct hdd_description description;
	char path[] = "/tmp/disksim_test_XXXXXX";
	int fd = mkstemp(path);
	int error;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	message[0] = 0;
	error = disksim_describe_files(path, seek_path, NULL, &description, &failure);
	unlink(path);
	if (!error)
		hdd_description_free(&description);
	return error;
}

static void a_seek_curve_is_read_only_where_the_model_needs_it(void **state)
{
	char message[256];
	char text[4096];
	const char *at = strstr(model, "= constant");

	(void)state;
	assert_int_equal(describe_files(model, NULL, message), 0);
	assert_int_equal(describe_files(model, "no/such.seek", message), 0);
	(void)snprintf(text, sizeof(text), "%.*s= extracted, Full seek curve = not_there.seek%s",
		       (int)(at - model), model, at + strlen("= constant"));
	assert_true(describe_files(text, NULL, message) < 0);
	assert_non_null(strstr(message, "/tmp/not_there.seek"));
	assert_true(describe_files(text, "other/given.seek", message) < 0);
	assert_non_null(strstr(message, "other/given.seek"));
	(void)snprintf(text, sizeof(text), "%.*s= extracted%s", (int)(at - model), model,
		       at + strlen("= constant"));
	assert_true(describe_files(text, "other/given.seek", message) < 0);
	assert_non_null(strstr(message, "other/given.seek"));
	assert_true(describe_files(text, NULL, message) < 0);
	assert_non_null(strstr(message, "the seek curve's file is missing"));
}

/* When a write of a sector 30 sectors on, on the next cylinder, is done; from 0. */
static uint64_t settled_write(const char *settling)
{
	struct hdd_description description;
	const struct failure failure = {NULL, 0};
	struct device *device;
	char message[256];
	char text[4096];
	const char *at = strstr(model, "= 0.4");
	uint64_t end;

	(void)snprintf(text, sizeof(text), "%.*s= %s%s", (int)(at - model), model, settling,
		       at + strlen("= 0.4"));
	if (describe(text, NULL, &description, message))
		fail_msg("%s", message);
	assert_int_equal(hdd_open(&description, NULL, &device, &failure), 0);
	hdd_description_free(&description);
	/* Cylinder 1 begins after 195 addresses, 7 + 11 sectors later than cylinder 0. */
	end = t_serve(device, BID_WRITE, 195, 1, 0);
	t_close(device);
	return end;
}

/* A turn takes 10 ms; the arm needs 2 ms and its sector passes at 1.8 ms. */
static void a_negative_settling_delay_makes_writes_settle_sooner(void **state)
{
	(void)state;
	assert_true(settled_write("0") > 11800000);
	assert_true(settled_write("-0.3") < 2000000);
	assert_true(settled_write("-1000") < 2000000);
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

static void lines_of_a_trace_that_are_no_requests_are_counted(void **state)
{
	static const char trace[] = "# measured\n\nR Hit 10 4 1000 5000\nR Hit 10 four 1000 5000\n"
				    "R Hit 10 4\nW Miss 10 4 1000 5000\n";
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	struct device *device = t_open_preset("sata-250g", NULL);
	struct validation validation;

	(void)state;
	assert_int_equal(
		validation_replay(device, trace, strlen(trace), "t.trace", &validation, &failure),
		0);
	assert_int_equal(validation.requests, 2);
	assert_int_equal(validation.unusable, 2);
	assert_int_equal(validation.first_unusable, 4);
	validation_free(&validation);
	t_close(device);
}

static void a_trace_without_requests_is_refused_with_its_first_line(void **state)
{
	static const char trace[] = "# measured\n13.19 30 0 5 1\n17.82 20 6 6 1\n";
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	struct device *device = t_open_preset("sata-250g", NULL);
	struct validation validation;

	(void)state;
	assert_int_equal(
		validation_replay(device, trace, strlen(trace), "t.trace", &validation, &failure),
		-EINVAL);
	assert_non_null(strstr(message, "t.trace:2: no requests in it: not R|W"));
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
	assert_int_equal(
		validation_replay(device, trace, strlen(trace), "t.trace", &validation, &failure),
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
		cmocka_unit_test(lines_of_a_trace_that_are_no_requests_are_counted),
		cmocka_unit_test(a_trace_without_requests_is_refused_with_its_first_line),
		cmocka_unit_test(a_seek_curve_is_read_only_where_the_model_needs_it),
		cmocka_unit_test(a_negative_settling_delay_makes_writes_settle_sooner),
		cmocka_unit_test(requests_past_the_end_of_the_drive_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
