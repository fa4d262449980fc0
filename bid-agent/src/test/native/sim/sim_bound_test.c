/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The bound is below the time of every policy, on random traces, both loops and several devices;
 * and where it can be told by hand, it is what it should be.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tested_policies.h"
#include "sim/bound.h"
#include "sim_fixture.h"
#include "test_random.h"
#include "test_share.h"

enum { RECORDS = 400, SEEDS = 12 };

static struct sim_bound bound_of(struct device *disk, struct device *ssd, enum sim_loop loop,
				 const struct trace_record *records, size_t count)
{
	struct sim_bound_setup setup = {.device = {disk, ssd}, .loop = loop};
	struct record_list list;
	struct sim_bound bound;
	char error[256];

	record_list_open(&list, records, count);
	assert_int_equal(sim_bound_compute(&setup, &list.source, &bound, error, sizeof(error)), 0);
	return bound;
}

static struct sim_bound constant_bound(enum sim_loop loop, const struct trace_record *records,
				       size_t count)
{
	struct sim_setup setup = fixture_setup(&noop_policy, loop);
	struct sim_bound bound = bound_of(setup.device[BID_TIER_HDD], NULL, loop, records, count);

	fixture_close(&setup);
	return bound;
}

static void media_counts_sectors_once_and_gaps_between_them(void **state)
{
	const struct trace_record records[] = {
		{.process = 1, .lba = 100, .sectors = 100},
		{.process = 1, .lba = 150, .sectors = 100, .op = BID_WRITE},
		{.process = 1, .lba = 250, .sectors = 50},
		{.process = 1, .lba = 50, .sectors = 50},
		{.process = 1, .lba = 5000, .sectors = 10},
		{.process = 1, .lba = 7000, .sectors = 10},
	};
	struct sim_bound bound = constant_bound(SIM_OPEN_LOOP, records, 6);

	(void)state;
	/* 50 to 300 is one extent; two more, each after a move. */
	assert_int_equal(bound.media_ns, 270 * FIXTURE_US + 2 * FIXTURE_MS);
	assert_int_equal(bound.bound_ns, bound.media_ns);
	assert_int_equal(bound.requests, 6);
	assert_int_equal(bound.bytes[BID_WRITE], 100 * 512);
}

static void late_arrivals_have_to_be_moved_late(void **state)
{
	const struct trace_record records[] = {
		{.time_ns = 5 * FIXTURE_MS, .lba = 0, .sectors = 8},
		{.time_ns = 50 * FIXTURE_MS, .lba = 8, .sectors = 1000},
		{.time_ns = 50 * FIXTURE_MS + FIXTURE_US, .lba = 1008, .sectors = 500},
		{.time_ns = 51 * FIXTURE_MS, .lba = 0, .sectors = 800},
	};
	struct sim_bound bound = constant_bound(SIM_OPEN_LOOP, records, 4);

	(void)state;
	/* From the first arrival on; the last asks for nothing new. */
	assert_int_equal(bound.arrival_ns, 45 * FIXTURE_MS + 1500 * FIXTURE_US);
}

static void nobody_is_faster_than_he_thinks(void **state)
{
	const struct trace_record records[] = {
		{.time_ns = 0,
		 .process = 1,
		 .flags = BID_SYNC,
		 .latency_ns = 2 * FIXTURE_MS,
		 .lba = 0,
		 .sectors = 8},
		{.time_ns = 9 * FIXTURE_MS, .process = 1, .lba = 8, .sectors = 8},
		{.time_ns = 9 * FIXTURE_MS, .process = 2, .lba = 16, .sectors = 8},
		{.time_ns = 12 * FIXTURE_MS, .process = 1, .lba = 24, .sectors = 8},
	};
	struct sim_bound bound = constant_bound(SIM_CLOSED_LOOP, records, 4);

	(void)state;
	assert_int_equal(bound.process_ns, 10 * FIXTURE_MS);
	assert_int_equal(bound.arrival_ns, 0);
	assert_int_equal(bound.bound_ns, 10 * FIXTURE_MS);
}

static void make_random_trace(uint64_t seed, struct trace_record *records)
{
	struct test_random random = {.state = seed};
	uint64_t gap_ns = 1 + test_random_below(&random, 20 * FIXTURE_MS);
	uint64_t span = 2000 + test_random_below(&random, FIXTURE_SECTORS - 4000);
	uint64_t time_ns = 0;
	uint64_t lba = 0;

	for (size_t i = 0; i < RECORDS; i++) {
		uint64_t sectors = 1 + test_random_below(&random, 1500);

		time_ns += test_random_below(&random, gap_ns);
		if (test_random_below(&random, 3) == 0 || lba + sectors >= span)
			lba = test_random_below(&random, span - 1500);
		records[i] = (struct trace_record){
			.time_ns = time_ns,
			.latency_ns = test_random_below(&random, 2) * 3 * FIXTURE_MS,
			.process = test_random_below(&random, 6),
			.lba = lba,
			.sectors = sectors,
			.op = (uint8_t)test_random_below(&random, 2),
			.flags = (uint8_t)test_random_below(&random, 2),
		};
		lba += sectors;
	}
}

static struct device *open_device(const char *name, uint32_t ncq, int32_t write_cache)
{
	struct device_options options = {
		.ncq_depth = ncq, .write_cache = write_cache, .read_ahead = -1};
	struct device *device;
	char error[256];

	if (!strcmp(name, "constant"))
		return fixture_setup(&noop_policy, SIM_OPEN_LOOP).device[BID_TIER_HDD];
	if (device_open(name, &options, &device, error, sizeof(error)) < 0)
		fail_msg("%s", error);
	return device;
}

/* A disk, with an SSD or without, and what is set of it. */
struct devices {
	const char *disk;
	const char *ssd; /* NULL: none */
	uint32_t ncq;
	int32_t write_cache;
};

/* Runs one policy and compares. */
static void check_policy(const struct bid_policy *policy, enum sim_loop loop,
			 struct devices devices, uint64_t seed)
{
	static struct trace_record records[RECORDS];
	struct sim_setup setup = fixture_setup(policy, loop);
	struct device *ssd = devices.ssd ? open_device(devices.ssd, 32, -1) : NULL;
	struct sim_bound bound;
	struct sim_result *result;
	uint64_t took_ns;

	fixture_close(&setup);
	setup.device[BID_TIER_HDD] = open_device(devices.disk, devices.ncq, devices.write_cache);
	setup.device[BID_TIER_SSD] = ssd;
	bid_settings_set(&setup.settings, "merge", seed % 2);
	make_random_trace(seed, records);
	bound = bound_of(setup.device[BID_TIER_HDD], ssd, loop, records, RECORDS);
	result = fixture_run(&setup, records, RECORDS, NULL);
	took_ns = result->last_completion_ns - result->first_arrival_ns;
	assert_int_equal(bound.requests, result->requests);
	if (took_ns < bound.bound_ns)
		fail_msg("seed %" PRIu64 ": %s took %" PRIu64 " ns on %s, the bound is %" PRIu64,
			 seed, policy->name, took_ns, devices.disk, bound.bound_ns);
	sim_result_free(result);
	if (ssd)
		ssd->ops->close(ssd);
	fixture_close(&setup);
}

static void no_policy_is_faster_than_the_bound(void **state)
{
	const uint64_t seeds = test_share(SEEDS);

	(void)state;
	for (uint64_t seed = 1; seed <= seeds; seed++) {
		for (size_t i = 0; i < policies_under_test_count; i++) {
			const struct bid_policy *policy = policies_under_test[i];
			enum sim_loop loop = (enum sim_loop)(seed % 2);

			check_policy(policy, loop, (struct devices){"constant", NULL, 1, -1}, seed);
			check_policy(policy, loop, (struct devices){"sata-250g", NULL, 1, -1},
				     seed);
			check_policy(policy, loop, (struct devices){"sata-250g", NULL, 1, 1}, seed);
			check_policy(policy, loop, (struct devices){"hdd-16t", NULL, 32, -1}, seed);
		}
	}
}

static void no_hybrid_is_faster_than_the_bound_of_both_devices(void **state)
{
	const struct devices slow = {"sata-250g", "ssd-slc", 1, -1};
	const struct devices fast = {"sata-250g", "ssd-nvme", 32, 1};
	const uint64_t seeds = test_share(SEEDS);

	(void)state;
	for (uint64_t seed = 1; seed <= seeds; seed++) {
		enum sim_loop loop = (enum sim_loop)(seed % 2);

		check_policy(&bid_hybrid_policy, loop, slow, seed);
		check_policy(&bid_hybrid_policy, loop, fast, seed);
		check_policy(&bid_published_hybrid_policy, loop, slow, seed);
		check_policy(&bid_published_hybrid_policy, loop, fast, seed);
	}
}

static void two_devices_are_no_slower_to_bound_than_one(void **state)
{
	static struct trace_record records[RECORDS];
	struct device *disk = open_device("sata-250g", 1, 0);
	struct device *ssd = open_device("ssd-slc", 32, -1);

	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct sim_bound alone;
		struct sim_bound both;

		make_random_trace(seed, records);
		alone = bound_of(disk, NULL, SIM_OPEN_LOOP, records, RECORDS);
		both = bound_of(disk, ssd, SIM_OPEN_LOOP, records, RECORDS);
		assert_true(both.media_ns > 0);
		assert_true(both.media_ns <= alone.media_ns);
		assert_true(both.bound_ns <= alone.bound_ns);
	}
	disk->ops->close(disk);
	ssd->ops->close(ssd);
}

static void what_memory_has_no_room_for_only_lowers_the_bound(void **state)
{
	static struct trace_record records[RECORDS];
	struct sim_setup sim = fixture_setup(&noop_policy, SIM_CLOSED_LOOP);
	struct sim_bound_setup setup = {.device = {sim.device[BID_TIER_HDD]},
					.loop = SIM_CLOSED_LOOP,
					.extents_max = 20,
					.processes_max = 2};
	struct record_list list;
	struct sim_bound less;
	struct sim_bound full;
	char error[256];

	(void)state;
	make_random_trace(3, records);
	record_list_open(&list, records, RECORDS);
	assert_int_equal(sim_bound_compute(&setup, &list.source, &less, error, sizeof(error)), 0);
	full = bound_of(sim.device[BID_TIER_HDD], NULL, SIM_CLOSED_LOOP, records, RECORDS);
	assert_true(less.media_ns > 0);
	assert_true(less.media_ns < full.media_ns);
	assert_true(less.process_ns <= full.process_ns);
	fixture_close(&sim);
}

/* ---- all orders there are ---- */

enum { PIECES = 5, CASES = 24 };

struct piece {
	uint64_t lba;
	uint32_t sectors;
	uint8_t op;
};

struct search {
	const struct piece *pieces;
	const char *disk;
	int32_t write_cache;
	size_t order[PIECES];
	uint64_t pause_ns; /* between one piece and the next */
	uint64_t least_ns;
};

/* The time of the order on a disk that nobody has used, one piece after the other. */
static uint64_t time_of_order(const struct search *search)
{
	struct device *device = open_device(search->disk, 1, search->write_cache);
	uint64_t now_ns = 0;

	for (size_t i = 0; i < PIECES; i++) {
		const struct piece *piece = &search->pieces[search->order[i]];
		struct bid_request request = {
			.lba = piece->lba, .sectors = piece->sectors, .op = piece->op};

		bid_request_init(&request);
		now_ns += i > 0 ? search->pause_ns : 0;
		device->ops->submit(device, &request, now_ns);
		now_ns = device->ops->next_completion_ns(device);
		assert_ptr_equal(device->ops->complete(device, now_ns), &request);
	}
	device->ops->close(device);
	return now_ns;
}

/* Tries every order of the pieces from the one at hand on. */
static void search_orders(struct search *search, size_t at)
{
	uint64_t took_ns;

	for (size_t i = at; at < PIECES && i < PIECES; i++) {
		size_t moved = search->order[i];

		search->order[i] = search->order[at];
		search->order[at] = moved;
		search_orders(search, at + 1);
		search->order[at] = search->order[i];
		search->order[i] = moved;
	}
	if (at < PIECES)
		return;
	took_ns = time_of_order(search);
	if (took_ns < search->least_ns)
		search->least_ns = took_ns;
}

static uint64_t least_time(const char *disk, int32_t write_cache, const struct piece *pieces,
			   uint64_t pause_ns)
{
	struct search search = {.pieces = pieces,
				.disk = disk,
				.write_cache = write_cache,
				.pause_ns = pause_ns,
				.least_ns = UINT64_MAX};

	for (size_t i = 0; i < PIECES; i++)
		search.order[i] = i;
	search_orders(&search, 0);
	return search.least_ns;
}

static struct sim_bound bound_of_pieces(const char *disk_name, int32_t write_cache,
					const struct piece *pieces)
{
	struct device *disk = open_device(disk_name, 1, write_cache);
	struct trace_record records[PIECES];
	struct sim_bound bound;

	for (size_t i = 0; i < PIECES; i++)
		records[i] = (struct trace_record){.process = i,
						   .lba = pieces[i].lba,
						   .sectors = pieces[i].sectors,
						   .op = pieces[i].op};
	bound = bound_of(disk, NULL, SIM_OPEN_LOOP, records, PIECES);
	disk->ops->close(disk);
	return bound;
}

static void the_best_of_all_orders_is_not_faster_than_the_bound(void **state)
{
	static const char small[] = TEST_DATA "/small.disk";

	(void)state;
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct test_random random = {.state = seed};
		/* A few tracks, or all of the disk. */
		uint64_t span = seed % 3 == 0 ? 7000 : seed % 3 == 1 ? 250 : 1000;
		uint64_t pause_ns = seed % 4 == 0 ? test_random_below(&random, 9 * FIXTURE_MS) : 0;
		int32_t write_cache = seed % 5 == 0;
		struct piece pieces[PIECES];
		struct sim_bound bound;
		uint64_t least_ns;

		for (size_t i = 0; i < PIECES; i++)
			pieces[i] = (struct piece){
				.lba = test_random_below(&random, span),
				.sectors = 1 + (uint32_t)test_random_below(&random, 60),
				.op = (uint8_t)test_random_below(&random, 2)};
		bound = bound_of_pieces(small, write_cache, pieces);
		least_ns = least_time(small, write_cache, pieces, pause_ns);
		if (least_ns < bound.bound_ns)
			fail_msg("seed %" PRIu64 ": the best order takes %" PRIu64
				 " ns, the bound is %" PRIu64,
				 seed, least_ns, bound.bound_ns);
		assert_true(bound.by_address_ns >= bound.bound_ns);
		assert_true(bound.in_step_ns >= bound.by_address_ns);
	}
}

static void an_extent_alone_on_its_track_costs_a_seek(void **state)
{
	/* Tracks 2, 12, 22, 32 and, in the second zone, 42: four moves at the least. */
	const struct piece pieces[PIECES] = {{.lba = 250, .sectors = 10},
					     {.lba = 1250, .sectors = 10},
					     {.lba = 2250, .sectors = 10},
					     {.lba = 3250, .sectors = 10},
					     {.lba = 4160, .sectors = 8}};
	struct sim_bound bound = bound_of_pieces(TEST_DATA "/small.disk", 0, pieces);
	uint64_t turn_ns = 1000 * FIXTURE_MS / 120;

	(void)state;
	/* 8 sectors of 80 pass as long as 10 of 100. */
	assert_in_range(bound.bound_ns, turn_ns / 2 + 4 * 700000 - 10,
			turn_ns / 2 + 4 * 700000 + 10);
	/* Five reads that wait for half a turn each. */
	assert_in_range(bound.by_address_ns, bound.bound_ns + 5 * turn_ns / 2 - 10,
			bound.bound_ns + 5 * turn_ns / 2 + 10);
}

static void an_extent_beside_another_costs_the_gap(void **state)
{
	/* One track, with 10 free sectors between the first two and 40 that follow each other. */
	const struct piece pieces[PIECES] = {{.lba = 210, .sectors = 10},
					     {.lba = 230, .sectors = 10},
					     {.lba = 240, .sectors = 10},
					     {.lba = 250, .sectors = 10},
					     {.lba = 260, .sectors = 10}};
	struct sim_bound bound = bound_of_pieces(TEST_DATA "/small.disk", 0, pieces);
	uint64_t sector_ns = 1000 * FIXTURE_MS / 12000;

	(void)state;
	/* The shortest seek takes less than 10 sectors' 833 us; the first of two is free. */
	assert_in_range(bound.bound_ns, 50 * sector_ns + 700000 - 10, 50 * sector_ns + 700060);
}

static void what_is_read_again_passes_again_by_address(void **state)
{
	const struct piece pieces[PIECES] = {{.lba = 1250, .sectors = 50, .op = BID_WRITE},
					     {.lba = 1250, .sectors = 20},
					     {.lba = 1270, .sectors = 30, .op = BID_WRITE},
					     {.lba = 1250, .sectors = 10, .op = BID_WRITE},
					     {.lba = 1260, .sectors = 10, .op = BID_WRITE}};
	struct sim_bound bound = bound_of_pieces(TEST_DATA "/small.disk", 0, pieces);
	uint64_t turn_ns = 1000 * FIXTURE_MS / 120;

	(void)state;
	assert_in_range(bound.bound_ns, turn_ns / 2 - 10, turn_ns / 2 + 10);
	assert_in_range(bound.by_address_ns,
			bound.bound_ns + turn_ns / 2 + 700000 + turn_ns / 5 - 10,
			bound.bound_ns + turn_ns / 2 + 700000 + turn_ns / 5 + 10);
}

/* One has a long way to go when the other is done: who favoured it would be done in 5 ms. */
static void in_step_who_thinks_last_begins_when_all_before_has_passed(void **state)
{
	const struct trace_record records[] = {
		{.process = 1, .flags = BID_SYNC, .lba = 0, .sectors = 1000},
		{.process = 2, .flags = BID_SYNC, .lba = 1000, .sectors = 1000},
		{.time_ns = 1 * FIXTURE_MS, .process = 1, .lba = 2000, .sectors = 1000},
		{.time_ns = 5 * FIXTURE_MS, .process = 2, .lba = 3000, .sectors = 10},
	};
	struct sim_bound bound = constant_bound(SIM_CLOSED_LOOP, records, 4);

	(void)state;
	assert_int_equal(bound.bound_ns, 5 * FIXTURE_MS);
	/* The third is not before anything of the second's process. */
	assert_int_equal(bound.in_step_ns, 2 * FIXTURE_MS + 5 * FIXTURE_MS);
	assert_int_equal(constant_bound(SIM_OPEN_LOOP, records, 4).in_step_ns,
			 constant_bound(SIM_OPEN_LOOP, records, 4).by_address_ns);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(media_counts_sectors_once_and_gaps_between_them),
		cmocka_unit_test(late_arrivals_have_to_be_moved_late),
		cmocka_unit_test(nobody_is_faster_than_he_thinks),
		cmocka_unit_test(no_policy_is_faster_than_the_bound),
		cmocka_unit_test(no_hybrid_is_faster_than_the_bound_of_both_devices),
		cmocka_unit_test(two_devices_are_no_slower_to_bound_than_one),
		cmocka_unit_test(what_memory_has_no_room_for_only_lowers_the_bound),
		cmocka_unit_test(the_best_of_all_orders_is_not_faster_than_the_bound),
		cmocka_unit_test(an_extent_alone_on_its_track_costs_a_seek),
		cmocka_unit_test(an_extent_beside_another_costs_the_gap),
		cmocka_unit_test(what_is_read_again_passes_again_by_address),
		cmocka_unit_test(in_step_who_thinks_last_begins_when_all_before_has_passed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
