/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A rotating disk's times: media, arm, buffer, queue.
 */
#include "device_steps.h"

#include <math.h>

/* 6,000 rpm: a turn takes 10 ms, a sector 0.1 ms. No buffer, no overheads. */
#define PLAIN                                                                                      \
	"kind = hdd\nname = plain\nrpm = 6000\nheads = 2\nzone = 0 999 100 10 20\n"                \
	"seek_two_parts = 10 1 0 1 0.01\nhead_switch_ms = 0.5\nbus_mb_s = 100000\n"
#define BUFFERED PLAIN "buffer_segments = 4\nbuffer_segment_kib = 100\nread_ahead_kib = 100\n"
#define MS       1000000ull

static uint64_t t_near(uint64_t a, uint64_t b, uint64_t tolerance)
{
	return (a > b ? a - b : b - a) <= tolerance;
}

static void the_angle_is_kept_between_requests(void **state)
{
	struct device *device = t_open(PLAIN);

	(void)state;
	/* Sector 0 passes at every multiple of 10 ms, whatever lies in between. */
	assert_true(t_near(t_serve(device, BID_READ, 0, 1, 3 * MS), 10100000, 1000));
	assert_true(t_near(t_serve(device, BID_READ, 0, 1, 123 * MS), 130100000, 1000));
	assert_true(t_near(t_serve(device, BID_READ, 50, 1, 994 * MS), 995100000, 1000));
	t_close(device);
}

static void a_track_crossing_costs_its_skew(void **state)
{
	struct device *device = t_open(PLAIN);

	(void)state;
	/* 100 sectors, 10 of skew, 100, 20 to the next cylinder, 1. */
	assert_true(t_near(t_serve(device, BID_READ, 0, 201, 0), 23100000, 3000));
	t_close(device);
}

static void only_cylinder_changes_move_the_arm(void **state)
{
	struct device *device = t_open(PLAIN);
	struct device_figures figures;
	uint64_t now = t_serve(device, BID_READ, 0, 200, 0);

	(void)state;
	device->ops->figures(device, &figures);
	assert_int_equal(figures.arm_movements, 0);
	now = t_serve(device, BID_WRITE, 150, 100, now);
	now = t_serve(device, BID_READ, 200 * 500, 1, now);
	device->ops->figures(device, &figures);
	assert_int_equal(figures.arm_movements, 2);
	assert_int_equal(figures.arm_distance_tracks, 1 + 499);
	assert_int_equal(figures.tracks, 1000);
	assert_int_equal(figures.sectors_read, 201);
	assert_int_equal(figures.sectors_written, 100);
	assert_int_equal(figures.busy_ns, now);
	t_close(device);
}

static void the_medias_time_is_told_apart(void **state)
{
	struct device *device = t_open(PLAIN);
	struct device_figures figures;

	(void)state;
	/* 3 ms after the start of a turn sector 50 is 2 ms away; ten sectors pass in 1 ms. */
	t_serve(device, BID_READ, 50, 10, 3 * MS);
	t_serve(device, BID_WRITE, 80, 10, 17 * MS);
	device->ops->figures(device, &figures);
	assert_true(t_near(figures.positioning_ns[BID_READ], 2 * MS, 1000));
	assert_true(t_near(figures.media_ns[BID_READ], 1 * MS, 1000));
	assert_true(t_near(figures.positioning_ns[BID_WRITE], 1 * MS, 1000));
	assert_true(t_near(figures.media_ns[BID_WRITE], 1 * MS, 1000));
	t_close(device);
}

static void count_movement(void *context, uint64_t now_ns, uint64_t track)
{
	uint64_t *seen = context;

	(void)now_ns;
	seen[0]++;
	seen[1] = track;
}

static void whoever_listens_is_told_of_each_movement(void **state)
{
	struct device *device = t_open(PLAIN);
	uint64_t seen[2] = {0, 0};

	(void)state;
	device->arm = count_movement;
	device->arm_context = seen;
	t_serve(device, BID_READ, 200 * 7 + 199, 2, 0);
	assert_int_equal(seen[0], 2);
	assert_int_equal(seen[1], 8);
	t_close(device);
}

static double sequential_mb_s(struct device *device, uint8_t op, uint32_t sectors, uint64_t bytes)
{
	uint64_t now = t_serve(device, op, 0, sectors, 0);
	uint64_t begin = now;
	uint64_t lba = sectors;

	for (; (lba - sectors) * 512 < bytes; lba += sectors)
		now = t_serve(device, op, lba, sectors, now);
	return (double)(lba - sectors) * 512 * 1e3 / (double)(now - begin);
}

static void sequential_reads_run_at_the_rate_of_the_media(void **state)
{
	static const char *const presets[] = {"sata-250g", "hdd-16t"};
	static const uint32_t lengths[] = {128, 1024};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct device *device = t_open_preset(presets[i / 2], NULL);
		double rate = sequential_mb_s(device, BID_READ, lengths[i % 2], 200000000);
		double media = (double)device->profile.bytes_per_second / 1e6;

		print_message("%s: %.1f MB/s of %.1f\n", presets[i / 2], rate, media);
		assert_true(fabs(rate / media - 1) < 0.02);
		t_close(device);
	}
}

/* One reader that keeps so many commands with the drive, in order; the rate of all but the first.
 */
static double queued_mb_s(const char *preset, uint32_t depth, uint32_t sectors, uint64_t bytes)
{
	const struct device_options options = {
		.ncq_depth = depth, .write_cache = -1, .read_ahead = -1};
	struct device *device = t_open_preset(preset, &options);
	struct bid_request requests[32];
	struct bid_request *done;
	uint64_t begin = 0, now = 0, served = 0;
	uint64_t lba = 0;

	for (uint32_t i = 0; i < depth; i++, lba += sectors) {
		requests[i] = (struct bid_request){.lba = lba, .sectors = sectors, .op = BID_READ};
		bid_request_init(&requests[i]);
		device->ops->submit(device, &requests[i], 0);
	}
	while (served * BID_SECTOR_BYTES < bytes) {
		now = device->ops->next_completion_ns(device);
		done = device->ops->complete(device, now);
		if (begin == 0)
			begin = now;
		else
			served += sectors;
		*done = (struct bid_request){.lba = lba, .sectors = sectors, .op = BID_READ};
		bid_request_init(done);
		device->ops->submit(device, done, now);
		lba += sectors;
	}
	t_close(device);
	return (double)(served * BID_SECTOR_BYTES) * 1e3 / (double)(now - begin);
}

static void a_sequential_reader_is_as_fast_at_every_depth(void **state)
{
	static const char *const presets[] = {"sata-250g", "hdd-16t"};
	static const uint32_t depths[] = {2, 4, 8, 32};
	static const uint32_t lengths[] = {8, 128, 1024};

	(void)state;
	for (int i = 0; i < 6; i++) {
		double alone = queued_mb_s(presets[i / 3], 1, lengths[i % 3], 100000000);

		for (int j = 0; j < 4; j++) {
			double rate =
				queued_mb_s(presets[i / 3], depths[j], lengths[i % 3], 100000000);

			print_message("%s, %u sectors: %.1f MB/s at depth %u, %.1f at 1\n",
				      presets[i / 3], lengths[i % 3], rate, depths[j], alone);
			assert_true(rate > 0.98 * alone);
		}
	}
}

static void the_presets_have_the_rates_of_their_data_sheets(void **state)
{
	struct device *sata = t_open_preset("sata-250g", NULL);
	struct device *current = t_open_preset("hdd-16t", NULL);

	(void)state;
	assert_true(fabs((double)sata->profile.bytes_per_second / 78e6 - 1) < 0.03);
	assert_true(fabs((double)current->profile.bytes_per_second / 261e6 - 1) < 0.03);
	assert_int_equal(sata->profile.sectors, 488397168);
	assert_int_equal(current->profile.sectors, 31251759104ull);
	assert_int_equal(sata->profile.depth, 1);
	assert_int_equal(current->profile.depth, 32);
	t_close(sata);
	t_close(current);
}

static void random_reads_take_seek_half_a_turn_and_overhead(void **state)
{
	struct device *device = t_open_preset("sata-250g", NULL);
	double mean_ms = (double)t_random_reads(device, 1, 20000) / 20000 / 1e6;
	double expected_ms = (double)device->profile.positioning_ns / 1e6 + 0.15;

	(void)state;
	print_message("%.3f ms of %.3f expected\n", mean_ms, expected_ms);
	assert_true(fabs(mean_ms / expected_ms - 1) < 0.03);
	t_close(device);
}

static void ncq_raises_random_throughput_and_loses_nothing(void **state)
{
	const struct device_options deep = {32, -1, -1};
	struct device *alone = t_open_preset("sata-250g", NULL);
	struct device *queued = t_open_preset("sata-250g", &deep);
	uint64_t one = t_random_reads(alone, 1, 5000);
	uint64_t many = t_random_reads(queued, 32, 5000);

	(void)state;
	assert_int_equal(queued->profile.depth, 32);
	print_message("depth 1: %.3f ms, depth 32: %.3f ms a read\n", (double)one / 5e9,
		      (double)many / 5e9);
	assert_true(many * 3 < one * 2);
	t_close(alone);
	t_close(queued);
}

static void a_far_request_is_not_starved_by_near_ones(void **state)
{
	struct device *device = t_open(PLAIN "ncq = 32\n");
	struct bid_request far = {.lba = 199000, .sectors = 1, .op = BID_READ};
	struct bid_request near[8];
	struct bid_request *done = NULL;
	uint64_t random = 1;
	uint64_t now = 0;

	(void)state;
	for (int i = 0; i < 8; i++) {
		near[i] = (struct bid_request){.lba = t_random(&random) % 2000, .sectors = 1};
		bid_request_init(&near[i]);
		device->ops->submit(device, &near[i], 0);
	}
	bid_request_init(&far);
	device->ops->submit(device, &far, 0);
	while (done != &far && now < 5000 * MS) {
		now = device->ops->next_completion_ns(device);
		done = device->ops->complete(device, now);
		assert_non_null(done);
		if (done == &far)
			break;
		done->lba = t_random(&random) % 2000;
		bid_request_init(done);
		device->ops->submit(device, done, now);
	}
	assert_ptr_equal(done, &far);
	assert_true(now > 500 * MS && now < 1100 * MS);
	t_close(device);
}

static void what_was_read_ahead_is_a_hit(void **state)
{
	struct device *device = t_open(BUFFERED);
	struct device_figures figures;
	uint64_t now = t_serve(device, BID_READ, 0, 10, 0);
	uint64_t after = t_serve(device, BID_READ, 10, 10, now + 5 * MS);

	(void)state;
	assert_true(after - now - 5 * MS < MS);
	device->ops->figures(device, &figures);
	assert_int_equal(figures.cache_hits, 1);
	t_close(device);
}

static void a_read_that_read_ahead_is_in_waits_for_the_media_only(void **state)
{
	struct device *device = t_open(BUFFERED);
	uint64_t now = t_serve(device, BID_READ, 0, 10, 0);
	/* 2 ms later sectors 10 to 29 are there; 40 is at 4 ms of the track. */
	uint64_t after = t_serve(device, BID_READ, 20, 21, now + 2 * MS);

	(void)state;
	assert_true(t_near(after, 4100000, 20000));
	t_close(device);
}

static void without_read_ahead_the_next_read_waits_a_turn(void **state)
{
	struct device *device = t_open(PLAIN "buffer_segments = 4\nbuffer_segment_kib = 100\n");
	uint64_t now = t_serve(device, BID_READ, 0, 10, 0);
	uint64_t after = t_serve(device, BID_READ, 10, 10, now + 5 * MS);

	(void)state;
	assert_true(t_near(after, 12 * MS, 20000));
	t_close(device);
}

static void read_ahead_stops_when_its_segment_is_full(void **state)
{
	struct device *device = t_open(BUFFERED);
	uint64_t now = t_serve(device, BID_READ, 0, 10, 0) + 1000 * MS;
	struct device_figures figures;

	(void)state;
	/* A segment of 200 sectors went past sector 9: up to 209. */
	now = t_serve(device, BID_READ, 209, 1, now);
	device->ops->figures(device, &figures);
	assert_int_equal(figures.cache_hits, 1);
	now = t_serve(device, BID_READ, 5, 1, now + 1000 * MS);
	device->ops->figures(device, &figures);
	assert_int_equal(figures.cache_hits, 1);
	t_close(device);
}

static void a_write_through_waits_for_the_media(void **state)
{
	struct device *device = t_open(BUFFERED "write_cache = off\n");

	(void)state;
	assert_true(t_near(t_serve(device, BID_WRITE, 50, 1, 1 * MS), 5100000, 20000));
	t_close(device);
}

#define CACHED BUFFERED "write_cache = on\nwrite_cache_kib = 32\n"

static void a_cached_write_is_done_at_once_and_reaches_the_media_when_idle(void **state)
{
	struct device *device = t_open(CACHED);
	struct device_figures figures;
	uint64_t now = t_serve(device, BID_WRITE, 200 * 100, 8, 0);

	(void)state;
	assert_true(now < MS);
	now = t_serve(device, BID_READ, 0, 1, now + 100 * MS);
	device->ops->figures(device, &figures);
	assert_int_equal(figures.arm_movements, 2);
	assert_int_equal(figures.arm_distance_tracks, 200);
	t_close(device);
}

static void a_flush_takes_what_the_cached_writes_need(void **state)
{
	struct device *cached = t_open(CACHED);
	struct device *through = t_open(BUFFERED "write_cache = off\n");
	uint64_t done_ns;
	uint64_t flushed_ns;

	(void)state;
	assert_int_equal(cached->ops->flush(cached, 5), 5);
	done_ns = t_serve(cached, BID_WRITE, 100, 8, 1000);
	flushed_ns = cached->ops->flush(cached, done_ns);
	assert_true(flushed_ns > done_ns);
	assert_int_equal(cached->ops->flush(cached, flushed_ns), flushed_ns);
	done_ns = t_serve(through, BID_WRITE, 100, 8, 1000);
	assert_int_equal(through->ops->flush(through, done_ns), done_ns);
	t_close(cached);
	t_close(through);
}

static void a_full_write_cache_makes_writes_wait(void **state)
{
	struct device *device = t_open(CACHED);
	uint64_t random = 7;
	uint64_t now = 0;

	(void)state;
	for (int i = 0; i < 500; i++)
		now = t_serve(device, BID_WRITE, t_random(&random) % 199000, 8, now);
	/* 64 sectors fit; the rest goes at the pace of the arm, at 3 ms a write or more. */
	assert_true(now > 490 * 3 * MS);
	t_close(device);
}

static void cached_data_are_read_back_from_the_cache(void **state)
{
	struct device *device = t_open(CACHED);
	uint64_t now = t_serve(device, BID_WRITE, 5000, 8, 0);

	(void)state;
	assert_true(t_serve(device, BID_READ, 5002, 4, now) - now < MS);
	t_close(device);
}

static void sequential_cached_writes_run_near_the_rate_of_the_media(void **state)
{
	struct device *device = t_open_preset("hdd-16t", NULL);
	double rate = sequential_mb_s(device, BID_WRITE, 1024, 2000000000);

	(void)state;
	print_message("%.1f MB/s\n", rate);
	assert_true(rate > 0.9 * (double)device->profile.bytes_per_second / 1e6);
	t_close(device);
}

static void a_request_past_the_end_is_served_at_the_end(void **state)
{
	struct device *device = t_open(PLAIN);

	(void)state;
	assert_int_equal(device->profile.sectors, 200000);
	assert_true(t_serve(device, BID_READ, 199999, 1024, 0) < 100 * MS);
	assert_true(t_serve(device, BID_WRITE, UINT64_MAX - 2000, 1024, 100 * MS) < 200 * MS);
	t_close(device);
}

static void no_transfer_is_quicker_than_the_bound(void **state)
{
	/* What a write cache has not put on the disk yet is not bounded by the disk. */
	struct device_options uncached = {.ncq_depth = 1, .write_cache = 0, .read_ahead = -1};
	struct device *device = t_open_preset("sata-250g", &uncached);
	uint64_t random = 3;
	uint64_t now = 0;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		uint64_t lba = t_random(&random) % (device->profile.sectors - 1024);
		uint32_t sectors = 1 + (uint32_t)(t_random(&random) % 1024);
		uint64_t end = t_serve(device, i & 1, lba, sectors, now);

		assert_true(end - now >= device->ops->transfer_ns(device, lba, sectors));
		now = end;
	}
	/* Over a long stretch the bound is close to what the media do. */
	assert_true((double)device->ops->transfer_ns(device, 0, 1000000) >
		    0.95 * 512e6 * 1e9 / (double)device->profile.bytes_per_second);
	t_close(device);
}

static void the_same_requests_take_the_same_time(void **state)
{
	const struct device_options deep = {32, 1, 1};
	struct device *first = t_open_preset("sata-250g", &deep);
	struct device *second = t_open_preset("sata-250g", &deep);

	(void)state;
	assert_int_equal(t_random_reads(first, 16, 2000), t_random_reads(second, 16, 2000));
	t_close(first);
	t_close(second);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_angle_is_kept_between_requests),
		cmocka_unit_test(a_track_crossing_costs_its_skew),
		cmocka_unit_test(only_cylinder_changes_move_the_arm),
		cmocka_unit_test(the_medias_time_is_told_apart),
		cmocka_unit_test(whoever_listens_is_told_of_each_movement),
		cmocka_unit_test(sequential_reads_run_at_the_rate_of_the_media),
		cmocka_unit_test(the_presets_have_the_rates_of_their_data_sheets),
		cmocka_unit_test(random_reads_take_seek_half_a_turn_and_overhead),
		cmocka_unit_test(a_sequential_reader_is_as_fast_at_every_depth),
		cmocka_unit_test(ncq_raises_random_throughput_and_loses_nothing),
		cmocka_unit_test(a_far_request_is_not_starved_by_near_ones),
		cmocka_unit_test(what_was_read_ahead_is_a_hit),
		cmocka_unit_test(a_read_that_read_ahead_is_in_waits_for_the_media_only),
		cmocka_unit_test(without_read_ahead_the_next_read_waits_a_turn),
		cmocka_unit_test(read_ahead_stops_when_its_segment_is_full),
		cmocka_unit_test(a_write_through_waits_for_the_media),
		cmocka_unit_test(a_cached_write_is_done_at_once_and_reaches_the_media_when_idle),
		cmocka_unit_test(a_flush_takes_what_the_cached_writes_need),
		cmocka_unit_test(a_full_write_cache_makes_writes_wait),
		cmocka_unit_test(cached_data_are_read_back_from_the_cache),
		cmocka_unit_test(sequential_cached_writes_run_near_the_rate_of_the_media),
		cmocka_unit_test(a_request_past_the_end_is_served_at_the_end),
		cmocka_unit_test(no_transfer_is_quicker_than_the_bound),
		cmocka_unit_test(the_same_requests_take_the_same_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
