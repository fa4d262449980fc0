/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * BID-HDD beyond the source: what each extension does, and what is done without it. The disk takes
 * 13 ms to move and 5.24 ms for the longest request.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define CAPACITY 4096u
#define FAR      (DRIVER_SECTORS / 2)
#define LONGEST  BID_REQUEST_MAX_SECTORS

/* When each request went to a device. */
struct times {
	uint64_t at_ns[CAPACITY];
};

static void note_time(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct times *times = driver->context;

	(void)tier;
	for (; head; head = head->merged) {
		struct driver_request *mine =
			bid_container_of(head, struct driver_request, request);

		times->at_ns[mine - driver->requests] = driver->now_ns;
	}
}

static struct bid_setup setup_with(const char *name, uint64_t value)
{
	struct bid_setup setup = driver_default_setup();

	setup.device[BID_TIER_SSD].sectors = 0;
	assert_int_equal(bid_settings_set(&setup.settings, name, value), 0);
	return setup;
}

static struct driver *open_with(const struct bid_setup *setup, struct times *times)
{
	struct driver *driver = driver_open(&bid_hdd_policy, setup, CAPACITY);

	*times = (struct times){.at_ns = {0}};
	driver->context = times;
	driver->on_dispatched = note_time;
	return driver;
}

static uint64_t time_of(const struct driver *driver, const struct driver_request *request)
{
	const struct times *times = driver->context;

	return times->at_ns[request - driver->requests];
}

static struct driver_request *read_at(struct driver *driver, uint64_t stream, uint64_t lba,
				      uint32_t sectors)
{
	struct driver_request *request =
		driver_submit(driver, stream, BID_READ, lba, sectors, BID_SYNC);

	assert_non_null(request);
	return request;
}

static struct driver_request *read_of_class(struct driver *driver, enum bid_class service_class,
					    uint64_t stream, uint64_t lba, uint32_t sectors)
{
	driver->requests[driver->count].request.service_class = (uint8_t)service_class;
	return read_at(driver, stream, lba, sectors);
}

/* ---- continuation ---- */

/* Stream 1 reads on, each time so long after it has been served; returns where it goes on. */
static uint64_t teach(struct driver *driver, uint64_t think_ns)
{
	uint64_t lba = 0;

	for (int i = 0; i < 20; i++) {
		read_at(driver, 1, lba, 128);
		driver_run_to_end(driver);
		driver_run_until(driver, driver->now_ns + think_ns);
		lba += 128;
	}
	return lba;
}

/*
 * Stream 1 has been taught to think so long; then stream 2 waits as well. Returns how long the disk
 * idles for stream 1, which never comes back, before it moves to stream 2.
 */
static uint64_t idle_for(const struct bid_setup *setup, uint64_t think_ns)
{
	struct times times;
	struct driver *driver = open_with(setup, &times);
	uint64_t lba = teach(driver, think_ns);
	struct driver_request *first = read_at(driver, 1, lba, 128);
	struct driver_request *other = read_at(driver, 2, FAR, 128);
	uint64_t idle_ns;

	driver_run_to_end(driver);
	assert_int_equal(first->order + 1, other->order);
	idle_ns = time_of(driver, other) - first->finished_ns;
	driver_close(driver);
	return idle_ns;
}

/* The same of a stream that writes and does not wait for it, on a drive of that depth. */
static uint64_t idle_for_lazy_writes(uint32_t depth)
{
	struct bid_setup setup = driver_default_setup();
	struct driver_request *first;
	struct driver_request *other;
	struct driver *driver;
	struct times times;
	uint64_t lba = 0;
	uint64_t idle_ns;

	setup.device[BID_TIER_HDD].depth = depth;
	driver = open_with(&setup, &times);
	for (int i = 0; i < 20; i++, lba += 128) {
		driver_submit(driver, 1, BID_WRITE, lba, 128, 0);
		driver_run_to_end(driver);
		driver_run_until(driver, driver->now_ns + DRIVER_MS);
	}
	first = driver_submit(driver, 1, BID_WRITE, lba, 128, 0);
	/* It is under way when the other comes. */
	driver_run_until(driver, driver->now_ns + 1000);
	other = read_at(driver, 2, FAR, 128);
	driver_run_to_end(driver);
	/* A drive with a queue has it before. */
	idle_ns = time_of(driver, other) > first->finished_ns
			  ? time_of(driver, other) - first->finished_ns
			  : 0;
	driver_close(driver);
	return idle_ns;
}

/* A drive with a queue comes back by itself, and nobody waits. */
static void with_ncq_the_disk_is_not_kept_for_writes_that_nobody_waits_for(void **state)
{
	(void)state;
	assert_true(idle_for_lazy_writes(1) > DRIVER_MS / 2);
	assert_true(idle_for_lazy_writes(32) == 0);
}

static void the_disk_waits_for_a_stream_that_soon_comes_back(void **state)
{
	const struct bid_setup on = setup_with("continuation", 1);
	const struct bid_setup off = setup_with("continuation", 0);

	(void)state;
	assert_in_range(idle_for(&on, DRIVER_MS), DRIVER_MS, 9 * DRIVER_MS);
	assert_int_equal(idle_for(&off, DRIVER_MS), 0);
}

static void the_disk_does_not_wait_for_a_stream_that_thinks_for_long(void **state)
{
	const struct bid_setup on = setup_with("continuation", 1);

	(void)state;
	assert_int_equal(idle_for(&on, 50 * DRIVER_MS), 0);
}

static void the_longest_wait_is_bounded_whatever_was_learned(void **state)
{
	const struct bid_setup setup = setup_with("continuation-wait-max", DRIVER_MS / 2);

	(void)state;
	assert_in_range(idle_for(&setup, DRIVER_MS / 10), 1, DRIVER_MS / 2);
	assert_int_equal(idle_for(&setup, 2 * DRIVER_MS), 0);
}

/* Rounds of stream 1's reading on 1 ms after it was served, with stream 2 waiting far away. */
static uint64_t positionings_of_two_readers(uint64_t continuation)
{
	const struct bid_setup setup = setup_with("continuation", continuation);
	struct times times;
	struct driver *driver = open_with(&setup, &times);
	uint64_t lba = teach(driver, DRIVER_MS);
	uint64_t before = driver->device[BID_TIER_HDD].positionings;

	for (uint64_t i = 0; i < 20; i++) {
		struct driver_request *mine = read_at(driver, 1, lba + i * 128, 128);

		read_at(driver, 2, FAR + i * 5000, 128);
		while (!mine->finished)
			assert_true(driver_step(driver));
		driver_run_until(driver, driver->now_ns + DRIVER_MS);
	}
	driver_run_to_end(driver);
	before = driver->device[BID_TIER_HDD].positionings - before;
	driver_close(driver);
	return before;
}

static void waiting_spares_positionings(void **state)
{
	(void)state;
	/* Stream 2 needs 20, one for each of its reads. */
	assert_int_equal(positionings_of_two_readers(1), 20);
	assert_true(positionings_of_two_readers(0) >= 30);
}

static void what_was_learned_of_a_stream_outlives_its_queue(void **state)
{
	const struct bid_setup on = setup_with("learned-wait", 1);
	const struct bid_setup off = setup_with("learned-wait", 0);

	(void)state;
	assert_int_equal(idle_for(&on, 50 * DRIVER_MS), 0);
	/* Nothing is known of it: the default wait, or what this disk is worth it. */
	assert_in_range(idle_for(&off, 50 * DRIVER_MS), 5 * DRIVER_MS, 6 * DRIVER_MS);
}

static void a_faster_disk_is_kept_waiting_for_shorter(void **state)
{
	struct bid_setup setup = setup_with("learned-wait", 0);

	(void)state;
	setup.device[BID_TIER_HDD].bytes_per_second = 400000000;
	/* The longest request takes it 1.31 ms. */
	assert_in_range(idle_for(&setup, 50 * DRIVER_MS), DRIVER_MS, 3 * DRIVER_MS / 2);
	bid_settings_set(&setup.settings, "run-by-device", 0);
	assert_int_equal(idle_for(&setup, 50 * DRIVER_MS), 6 * DRIVER_MS);
}

/* ---- split streams ---- */

/* Stream 1 reads two files, stream 2 one that lies between; whether the order is by position. */
static bool between_is_served_between(uint64_t split)
{
	const struct bid_setup setup = setup_with("split-streams", split);
	struct times times;
	struct driver *driver = open_with(&setup, &times);
	struct driver_request *near = NULL, *far = NULL, *between;
	bool result;

	for (uint64_t i = 0; i < 4; i++) {
		near = read_at(driver, 1, i * 128, 128);
		far = read_at(driver, 1, FAR + i * 128, 128);
	}
	between = read_at(driver, 2, FAR / 2, 128);
	driver_run_to_end(driver);
	result = near->order < between->order && between->order < far->order;
	driver_close(driver);
	return result;
}

static void each_run_of_a_stream_has_its_own_place_in_the_sweep(void **state)
{
	(void)state;
	assert_true(between_is_served_between(1));
	assert_false(between_is_served_between(0));
}

/* ---- guard and light streams ---- */

/*
 * A hundred balancer reads ahead of the arm, 1.8 s of work, and a read behind it. Returns after how
 * long that one is served.
 */
static uint64_t wait_behind_the_arm(uint64_t guard, uint32_t sectors)
{
	const struct bid_setup setup = setup_with("latency-guard", guard);
	struct times times;
	struct driver *driver = open_with(&setup, &times);
	struct driver_request *behind;
	uint64_t asked_ns, waited_ns;

	for (uint64_t i = 1; i <= 100; i++)
		read_of_class(driver, BID_BALANCER, 10 + i, i * 1000000, LONGEST);
	driver_run_until(driver, DRIVER_MS);
	asked_ns = driver->now_ns;
	behind = read_at(driver, 1, 0, sectors);
	driver_run_to_end(driver);
	waited_ns = time_of(driver, behind) - asked_ns;
	driver_close(driver);
	return waited_ns;
}

static void a_request_past_its_guard_is_served_ahead_of_the_sweep(void **state)
{
	(void)state;
	assert_in_range(wait_behind_the_arm(1, LONGEST), 500 * DRIVER_MS, 520 * DRIVER_MS);
	assert_true(wait_behind_the_arm(0, LONGEST) > 1500 * DRIVER_MS);
}

static void a_stream_that_asks_for_little_has_a_tenth_of_the_guard(void **state)
{
	(void)state;
	assert_in_range(wait_behind_the_arm(1, 8), 50 * DRIVER_MS, 70 * DRIVER_MS);
	/* The deadline of the source, for reads. */
	assert_in_range(wait_behind_the_arm(0, 8), 500 * DRIVER_MS, 520 * DRIVER_MS);
}

/* ---- turns by the device ---- */

/* Sectors of stream 1 that are served before stream 2's first, when both have 50 MiB waiting. */
static uint64_t first_turn_sectors(uint64_t by_device)
{
	struct bid_setup setup = setup_with("run-by-device", by_device);
	struct times times;
	struct driver *driver;
	struct driver_request *other = NULL;
	uint64_t sectors;

	assert_int_equal(bid_settings_set(&setup.settings, "run-max-time", 10000 * DRIVER_MS), 0);
	driver = open_with(&setup, &times);
	for (uint64_t i = 0; i < 100; i++) {
		struct driver_request *mine;

		read_of_class(driver, BID_BALANCER, 1, i * LONGEST, LONGEST);
		mine = read_of_class(driver, BID_BALANCER, 2, FAR + i * LONGEST, LONGEST);
		other = other ? other : mine;
	}
	driver_run_to_end(driver);
	sectors = (other->order - 1) * (uint64_t)LONGEST;
	driver_close(driver);
	return sectors;
}

static void a_turn_pays_sixteen_times_for_its_positioning(void **state)
{
	const uint64_t positioning_sectors = 13 * 195312 / 1000;

	(void)state;
	assert_in_range(first_turn_sectors(1), 16 * positioning_sectors,
			16 * positioning_sectors + LONGEST);
	/* 32 MiB, whatever the device. */
	assert_int_equal(first_turn_sectors(0), 65536);
}

static void a_device_without_an_arm_is_not_kept_waiting(void **state)
{
	struct bid_setup setup = setup_with("continuation", 1);

	(void)state;
	setup.device[BID_TIER_HDD].rotational = false;
	assert_int_equal(idle_for(&setup, DRIVER_MS), 0);
}

/* ---- tag pressure ---- */

static void read_on(struct driver *driver, struct driver_request *request)
{
	if (request->request.op == BID_READ && driver->now_ns < 3000 * DRIVER_MS)
		read_at(driver, request->request.stream,
			request->request.lba + request->request.sectors, LONGEST);
}

/* When the first of six writes is served beside a reader that never pauses; eight may wait. */
static uint64_t first_write_ns(uint64_t pressure_percent)
{
	struct bid_setup setup = setup_with("tag-pressure", pressure_percent);
	struct times times;
	struct driver *driver;
	struct driver_request *write = NULL;
	uint64_t first_ns;

	assert_int_equal(bid_settings_set(&setup.settings, "guard-write", 60000 * DRIVER_MS), 0);
	setup.max_outstanding = 8;
	driver = open_with(&setup, &times);
	driver->on_finished = read_on;
	read_at(driver, 1, 0, LONGEST);
	for (uint64_t i = 0; i < 6; i++)
		write = driver_submit(driver, 2, BID_WRITE, FAR + i * 8, 8, 0);
	driver_run_to_end(driver);
	first_ns = time_of(driver, write);
	driver_close(driver);
	return first_ns;
}

static void writes_that_take_up_the_request_queue_do_not_wait_for_a_pause(void **state)
{
	(void)state;
	assert_true(first_write_ns(75) < 1500 * DRIVER_MS);
	assert_true(first_write_ns(100) >= 3000 * DRIVER_MS);
}

/* ---- a drive with a queue ---- */

/* Whether a reader elsewhere is let in while the run of another one is with the drive. */
static bool lets_in_beside(uint8_t flags)
{
	struct bid_setup setup = driver_default_setup();
	struct times times;
	struct driver *driver;
	bool let_in;

	setup.device[BID_TIER_HDD].depth = 32;
	driver = open_with(&setup, &times);
	driver_submit(driver, 1, BID_READ, 0, 256, flags);
	driver_run_until(driver, 1);
	read_at(driver, 2, FAR, 256);
	driver_run_until(driver, 2);
	let_in = driver->dispatched == 2;
	driver_run_to_end(driver);
	driver_close(driver);
	return let_in;
}

static void a_drive_with_a_queue_is_kept_for_readers_and_for_those_who_read_ahead(void **state)
{
	(void)state;
	assert_false(lets_in_beside(BID_SYNC));
	assert_false(lets_in_beside(BID_AHEAD));
}

/* ---- writes that nobody waits for ---- */

/* The writes of a unit whose turn has begun, up to its end, when all that is a lazy sweep's pauses.
 */
static uint64_t last_write_after_flush_ns(bool flush)
{
	struct bid_setup setup = setup_with("write-batch", 20 * DRIVER_MS);
	struct times times;
	struct driver *driver;
	struct driver_request *write = NULL;
	uint64_t last_ns;

	driver = open_with(&setup, &times);
	driver->on_finished = read_on;
	for (uint64_t i = 0; i < 40; i++)
		write = driver_submit(driver, 2, BID_WRITE, FAR + i * 200, 8, 0);
	driver_run_until(driver, 1);
	read_at(driver, 1, 0, LONGEST);
	if (flush)
		driver_submit(driver, 3, BID_WRITE, 0, 0, BID_BARRIER);
	driver_run_to_end(driver);
	last_ns = time_of(driver, write);
	driver_close(driver);
	return last_ns;
}

static void a_flush_hurries_what_is_left_of_the_turn_under_way(void **state)
{
	(void)state;
	assert_true(last_write_after_flush_ns(false) >= 1000 * DRIVER_MS);
	assert_true(last_write_after_flush_ns(true) < 1000 * DRIVER_MS);
}

/* ---- memory ---- */

static void state_is_linear_in_requests_and_streams(void **state)
{
	struct bid_setup setup = driver_default_setup();

	(void)state;
	for (uint32_t requests = 1; requests <= 1u << 20; requests *= 4) {
		for (uint32_t streams = 1; streams <= 1u << 20; streams *= 4) {
			size_t bytes;

			setup.max_outstanding = requests;
			setup.max_streams = streams;
			bytes = bid_hdd_policy.state_bytes(&setup);
			assert_true(bytes <=
				    8192 + 1280 * (size_t)requests + 2048 * (size_t)streams);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_disk_waits_for_a_stream_that_soon_comes_back),
		cmocka_unit_test(with_ncq_the_disk_is_not_kept_for_writes_that_nobody_waits_for),
		cmocka_unit_test(the_disk_does_not_wait_for_a_stream_that_thinks_for_long),
		cmocka_unit_test(the_longest_wait_is_bounded_whatever_was_learned),
		cmocka_unit_test(waiting_spares_positionings),
		cmocka_unit_test(what_was_learned_of_a_stream_outlives_its_queue),
		cmocka_unit_test(a_faster_disk_is_kept_waiting_for_shorter),
		cmocka_unit_test(each_run_of_a_stream_has_its_own_place_in_the_sweep),
		cmocka_unit_test(a_request_past_its_guard_is_served_ahead_of_the_sweep),
		cmocka_unit_test(a_stream_that_asks_for_little_has_a_tenth_of_the_guard),
		cmocka_unit_test(a_turn_pays_sixteen_times_for_its_positioning),
		cmocka_unit_test(a_device_without_an_arm_is_not_kept_waiting),
		cmocka_unit_test(writes_that_take_up_the_request_queue_do_not_wait_for_a_pause),
		cmocka_unit_test(
			a_drive_with_a_queue_is_kept_for_readers_and_for_those_who_read_ahead),
		cmocka_unit_test(a_flush_hurries_what_is_left_of_the_turn_under_way),
		cmocka_unit_test(state_is_linear_in_requests_and_streams),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
