/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What a drive's buffer does by its DiskSim parameters, on a drive that is made up: 6,000 rpm, a
 * track of 100 sectors passes in 10 ms, a seek takes 2 ms whatever its distance.
 */
#include "device_steps.h"

#include <math.h>

#include "device/disksim.h"
#include "device/hdd.h"
#include "device/validation.h"

#define MS       1000000ull
#define CYLINDER 200u
#define SPECS                                                                                      \
	"disksim_disk small {\n Bulk sector transfer time = 0.01, Enable caching in buffer = 1,\n"

static const char model_form[] =
	"dm_disk small {\n"
	" Number of data surfaces = 2, Number of cylinders = 20, Block count = %u,\n"
	" Mechanical Model = dm_mech_g1 {\n"
	"  Access time type = trackSwitchPlusRotation, Seek type = constant,\n"
	"  Constant seek time = 2.0, Add. write settling delay = 0.0, Head switch time = 0.2,\n"
	"  Rotation speed (in rpms) = 6000, Percent error in rpms = 0.0 },\n"
	" Layout Model = dm_layout_g1 {\n"
	"  LBN-to-PBN mapping scheme = 0, Sparing scheme used = 0, Rangesize for sparing = 1,\n"
	"  Zones = [ dm_layout_g1_zone {\n"
	"    First cylinder number = 0, Last cylinder number = 19, Blocks per track = %u,\n"
	"    Offset of first block = 0.0, Empty space at zone front = 0,\n"
	"    Skew for track switch = 10.0, Skew for cylinder switch = 20.0,\n"
	"    Number of spares = 0, slips = [], defects = [] } ] }\n"
	"}\n";

static void describe(unsigned int per_track, const char *specs, struct hdd_description *description)
{
	char message[256] = "";
	char model[2048];
	const struct failure failure = {message, sizeof(message)};
	struct disksim_text of_model = {"d.model", model, 0};
	const struct disksim_text of_specs = {"d.specs", specs, strlen(specs)};

	of_model.size =
		(size_t)snprintf(model, sizeof(model), model_form, per_track * 40, per_track);
	if (disksim_describe(&of_model, NULL, &of_specs, description, &failure))
		fail_msg("%s", message);
}

static struct device *open_small(const char *specs)
{
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	struct hdd_description description;
	struct device *device;

	describe(100, specs, &description);
	if (hdd_open(&description, NULL, &device, &failure))
		fail_msg("%s", message);
	hdd_description_free(&description);
	return device;
}

/* Whether a read was served from the buffer; it comes when its sector is far from the head. */
static bool read_hits(struct device *device, uint64_t lba, uint64_t turn)
{
	uint64_t now_ns = turn * 10 * MS + (lba % CYLINDER % 100 + 50) * MS / 10;

	return t_serve(device, BID_READ, lba, 1, now_ns) - now_ns < MS;
}

static void a_write_takes_what_was_read_of_its_sectors_out_of_the_buffer(void **state)
{
	struct device *device =
		open_small(SPECS " Number of buffer segments = 4,\n"
				 " Segment size (in blks) = 50, Buffer continuous read = 3,\n"
				 " Maximum read-ahead (blks) = 50,\n"
				 " Allow read hits on write data = 1 }\n");

	(void)state;
	t_serve(device, BID_READ, 0, 4, 0);
	assert_true(read_hits(device, 20, 10));
	t_serve(device, BID_WRITE, 30, 2, 130 * MS);
	assert_true(read_hits(device, 30, 20));
	assert_false(read_hits(device, 20, 30));
	t_close(device);
}

static void written_data_are_read_back_only_where_that_is_allowed(void **state)
{
	struct device *device = open_small(SPECS " Number of buffer segments = 4,\n"
						 " Segment size (in blks) = 50 }\n");

	(void)state;
	t_serve(device, BID_WRITE, 30, 2, 0);
	assert_false(read_hits(device, 30, 10));
	assert_true(read_hits(device, 30, 20));
	t_close(device);
}

/* Two reads and a write with two segments; returns whether the first and second are still there. */
static unsigned int kept_of_two(const char *specs)
{
	struct device *device = open_small(specs);
	unsigned int kept;

	t_serve(device, BID_READ, 0, 4, 0);
	t_serve(device, BID_READ, 3 * CYLINDER, 4, 100 * MS);
	t_serve(device, BID_WRITE, 6 * CYLINDER, 4, 200 * MS);
	kept = read_hits(device, 3 * CYLINDER, 40) ? 1 : 0;
	kept |= read_hits(device, 0, 50) ? 2 : 0;
	t_close(device);
	return kept;
}

static void a_write_uses_a_segment_unless_one_is_set_apart_for_writes(void **state)
{
	(void)state;
	assert_int_equal(kept_of_two(SPECS " Number of buffer segments = 2,\n"
					   " Segment size (in blks) = 50 }\n"),
			 1);
	assert_int_equal(kept_of_two(SPECS " Number of buffer segments = 3,\n"
					   " Segment size (in blks) = 50 }\n"),
			 3);
	assert_int_equal(kept_of_two(SPECS " Number of buffer segments = 3,\n"
					   " Segment size (in blks) = 50,\n"
					   " Use separate write segment = 1 }\n"),
			 3);
	assert_int_equal(kept_of_two(SPECS " Number of buffer segments = 2,\n"
					   " Segment size (in blks) = 50,\n"
					   " Use separate write segment = 1 }\n"),
			 1);
}

static bool hits_after_first_read(uint64_t lba, const char *specs)
{
	struct device *device = open_small(specs);
	bool hit;

	t_serve(device, BID_READ, 0, 4, 0);
	hit = read_hits(device, lba, 10);
	t_close(device);
	return hit;
}

static void reading_a_track_ahead_ends_at_its_end_whatever_the_segment_holds(void **state)
{
	static const char specs[] =
		SPECS " Number of buffer segments = 2,\n"
		      " Segment size (in blks) = 16, Buffer continuous read = 4,\n"
		      " Maximum read-ahead (blks) = 16 }\n";

	(void)state;
	assert_false(hits_after_first_read(4, specs));
	assert_false(hits_after_first_read(83, specs));
	assert_true(hits_after_first_read(84, specs));
	assert_true(hits_after_first_read(99, specs));
	assert_false(hits_after_first_read(100, specs));
}

static void reading_a_segment_ahead_keeps_to_the_most_that_is_allowed(void **state)
{
	static const char specs[] =
		SPECS " Number of buffer segments = 2,\n"
		      " Segment size (in blks) = 40, Buffer continuous read = 3,\n"
		      " Maximum read-ahead (blks) = 16 }\n";

	(void)state;
	assert_true(hits_after_first_read(4, specs));
	assert_true(hits_after_first_read(19, specs));
	assert_false(hits_after_first_read(20, specs));
}

static void assert_bus(unsigned int per_track, const char *specs, double sector_ms, bool assumed)
{
	struct hdd_description description;

	describe(per_track, specs, &description);
	assert_true(fabs(description.timing.sector_bus_ms - sector_ms) < 1e-9);
	assert_int_equal(description.timing.bus_assumed, assumed);
	hdd_description_free(&description);
}

/* 100 sectors per track are 5.12 MB/s, 200 are 10.24 MB/s. */
static void a_slow_drive_without_a_bus_is_on_asynchronous_scsi(void **state)
{
	(void)state;
	assert_bus(100, "disksim_disk s { Bulk sector transfer time = 0.0 }\n", 512 / 3.5e3, true);
	assert_bus(100, "disksim_disk s { Fast write level = 0 }\n", 512 / 3.5e3, true);
	assert_bus(100, "disksim_disk s { Bulk sector transfer time = 0.05 }\n", 0.05, false);
	assert_bus(200, "disksim_disk s { Bulk sector transfer time = 0.0 }\n", 0, false);
}

/* Sector 10 passes at 1.0 ms of each turn; the bus takes 0.01 ms. */
static void a_trace_is_replayed_in_a_closed_loop(void **state)
{
	static const char trace[] = "R Miss 10 1 5000 2390\nW Miss 20 1 5000 0\nR Hit 90 1 0 0\n";
	struct device *device =
		open_small("disksim_disk small { Bulk sector transfer time = 0.01 }\n");
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	struct validation validation;

	(void)state;
	assert_int_equal(
		validation_replay(device, trace, strlen(trace), "t.trace", &validation, &failure),
		0);
	/* Done at 1.11; the write comes at 3.5 and is done at 12.1, the read of 90 at 19.11. */
	assert_int_equal(validation.requests, 3);
	assert_true(fabs(validation.modelled_ms[0] - 1.11) < 0.01);
	assert_true(fabs(validation.modelled_ms[1] - 7.01) < 0.01);
	assert_true(fabs(validation.modelled_ms[2] - 8.60) < 0.01);
	validation_free(&validation);
	t_close(device);
}

/* The head comes down at sector 50 of the 90 that are wanted, which pass in 10 ms. */
static void sectors_that_were_read_early_are_sent_in_their_order(void **state)
{
	struct device *device = open_small("disksim_disk small {\n"
					   " Bulk sector transfer time = 0.09,\n"
					   " Immediate buffer read = 1 }\n");
	uint64_t end_ns = t_serve(device, BID_READ, 0, 90, 5 * MS);

	(void)state;
	/* Sectors 0 to 49 have passed at 15 ms; 50 to 89 are sent after them. */
	assert_true(end_ns > 18590000 && end_ns < 18620000);
	t_close(device);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_write_takes_what_was_read_of_its_sectors_out_of_the_buffer),
		cmocka_unit_test(written_data_are_read_back_only_where_that_is_allowed),
		cmocka_unit_test(a_write_uses_a_segment_unless_one_is_set_apart_for_writes),
		cmocka_unit_test(reading_a_track_ahead_ends_at_its_end_whatever_the_segment_holds),
		cmocka_unit_test(reading_a_segment_ahead_keeps_to_the_most_that_is_allowed),
		cmocka_unit_test(a_trace_is_replayed_in_a_closed_loop),
		cmocka_unit_test(sectors_that_were_read_early_are_sent_in_their_order),
		cmocka_unit_test(a_slow_drive_without_a_bus_is_on_asynchronous_scsi),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
