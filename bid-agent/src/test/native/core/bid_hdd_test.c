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

/* Readers that are back as soon as they are served, beside a writer that keeps the queue full. */
struct crowd {
	uint64_t random;
	uint64_t next_write;
	uint32_t write_sectors;
	uint32_t write_step; /* from one write to the next */
	uint32_t left;
	uint32_t in_a_row; /* runs of writes */
	uint32_t longest;
};

static void crowd_write(struct driver *driver, struct crowd *crowd)
{
	driver_submit(driver, 100, BID_WRITE, crowd->next_write, crowd->write_sectors, 0);
	crowd->next_write += crowd->write_step;
}

static void crowd_goes_on(struct driver *driver, struct driver_request *mine)
{
	struct crowd *crowd = driver->context;

	if (crowd->left == 0)
		return;
	crowd->left--;
	if (mine->request.op == BID_WRITE)
		crowd_write(driver, crowd);
	else
		driver_submit(driver, mine->request.stream, BID_READ,
			      driver_random(&crowd->random, FAR / 1024) * 1024, 256, BID_SYNC);
}

static void crowd_counts(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct crowd *crowd = driver->context;

	(void)tier;
	crowd->in_a_row = head->op == BID_WRITE ? crowd->in_a_row + 1 : 0;
	/* The first batch is to find out what the writes are like; in the end all are late. */
	if (crowd->left > 0 && crowd->left < 1500 && crowd->in_a_row > crowd->longest)
		crowd->longest = crowd->in_a_row;
}

static uint32_t longest_batch(struct crowd crowd, uint64_t readers, uint32_t depth)
{
	struct bid_setup setup = setup_with("write-batch", 400 * DRIVER_MS);
	struct driver *driver;

	setup.device[BID_TIER_HDD].depth = depth;
	/* Nobody who is late cuts a batch in two. */
	assert_int_equal(bid_settings_set(&setup.settings, "order-slack", 3600 * 1000 * DRIVER_MS),
			 0);
	driver = driver_open(&bid_hdd_policy, &setup, CAPACITY);
	crowd.random = 1;
	crowd.next_write = FAR;
	crowd.left = 2000;
	driver->context = &crowd;
	driver->on_finished = crowd_goes_on;
	driver->on_dispatched = crowd_counts;
	for (int i = 0; i < 220; i++)
		crowd_write(driver, &crowd);
	for (uint64_t stream = 1; stream <= readers; stream++)
		driver_submit(driver, stream, BID_READ, stream * 1000000, 256, BID_SYNC);
	driver_run_to_end(driver);
	driver_close(driver);
	return crowd.longest;
}

static uint32_t longest_batch_of_long_writes(uint64_t readers, uint32_t depth)
{
	struct crowd crowd = {.write_sectors = LONGEST, .write_step = LONGEST};

	return longest_batch(crowd, readers, depth);
}

static uint32_t longest_batch_of_scattered_writes(uint32_t sectors, uint32_t depth)
{
	struct crowd crowd = {.write_sectors = sectors, .write_step = 8 * LONGEST};

	return longest_batch(crowd, 3, depth);
}

static void a_batch_of_long_writes_is_short_when_many_wait(void **state)
{
	uint32_t few = longest_batch_of_long_writes(3, 1);
	uint32_t many = longest_batch_of_long_writes(6, 1);

	(void)state;
	print_message("writes in a row beside 3 readers: %u, beside 6: %u\n", few, many);
	/* What 20 MiB take, by 512 KiB each, and half of it. */
	assert_in_range(few, 34, 44);
	assert_in_range(many, 16, 24);
}

static void with_ncq_a_batch_of_long_writes_does_not_go_by_the_disk(void **state)
{
	uint32_t few = longest_batch_of_long_writes(3, 32);

	(void)state;
	print_message("writes in a row beside 3 readers: %u\n", few);
	/* 400 ms, by 5.24 ms each. */
	assert_in_range(few, 60, 85);
}

static void a_batch_of_small_writes_is_long_without_ncq(void **state)
{
	uint32_t small = longest_batch_of_scattered_writes(127, 1);
	uint32_t larger = longest_batch_of_scattered_writes(128, 1);

	(void)state;
	print_message("writes in a row, below 64 KiB: %u, of 64 KiB: %u\n", small, larger);
	/* Four times 400 ms, and what 20 MiB take at the most, by 13.7 ms each. */
	assert_in_range(small, 100, 130);
	assert_in_range(larger, 12, 18);
}

static void a_batch_of_small_writes_is_as_long_as_any_with_ncq(void **state)
{
	uint32_t small = longest_batch_of_scattered_writes(127, 32);
	uint32_t larger = longest_batch_of_scattered_writes(128, 32);

	(void)state;
	print_message("writes in a row, below 64 KiB: %u, of 64 KiB: %u\n", small, larger);
	assert_in_range(small, larger - larger / 5, larger + larger / 5);
}

/* The most writes with which another that nobody waits for, or that somebody does, is let in. */
static uint32_t write_limit(uint32_t max_outstanding, uint64_t percent, bool sync)
{
	struct bid_setup setup = setup_with("write-places", percent);
	struct times times;
	struct driver *driver;
	uint32_t limit;

	setup.max_outstanding = max_outstanding;
	driver = open_with(&setup, &times);
	limit = bid_hdd_policy.write_limit(driver->state, sync, BID_FOREGROUND);
	driver_close(driver);
	return limit;
}

static void writes_that_nobody_waits_for_leave_places_in_the_request_queue(void **state)
{
	(void)state;
	assert_int_equal(write_limit(256, 90, false), 230);
	assert_int_equal(write_limit(128, 90, false), 115);
	assert_int_equal(write_limit(256, 100, false), 256);
	/* However short the queue, one is let in. */
	assert_int_equal(write_limit(1, 90, false), 1);
	assert_int_equal(write_limit(8, 1, false), 1);
	assert_true(write_limit(8, 1, true) >= 8);
}

#define WRITES  (CAPACITY - 96u)
#define WRITERS 8u

struct sweep_log {
	uint64_t random;
	uint64_t last_lba;
	uint32_t backwards;
};

static void note_direction(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct sweep_log *log = driver->context;

	(void)tier;
	log->backwards += head->run_lba < log->last_lba;
	log->last_lba = head->run_lba;
}

/* How often the arm turns back while the queue is full of writes all over the disk. */
static uint32_t turns_back_under_writes(void)
{
	struct bid_setup setup = driver_default_setup();
	struct sweep_log log = {.random = 1};
	struct driver *driver;
	uint32_t submitted = 0;

	setup.max_outstanding = 64;
	driver = driver_open(&bid_hdd_policy, &setup, CAPACITY);
	driver->context = &log;
	driver->on_dispatched = note_direction;
	while (submitted < WRITES) {
		uint64_t lba = driver_random(&log.random, DRIVER_SECTORS - 64);

		if (driver_submit(driver, submitted % WRITERS, BID_WRITE, lba, 64, 0))
			submitted++;
		else
			driver_step(driver);
	}
	driver_run_to_end(driver);
	driver_close(driver);
	return log.backwards;
}

static void under_load_writes_are_swept_and_not_all_late(void **state)
{
	uint32_t backwards = turns_back_under_writes();

	(void)state;
	print_message("%u writes, the arm turned back %u times\n", WRITES, backwards);
	/* 64 at a time: a sweep is about 128 writes long, since those ahead of the arm join it. */
	assert_in_range(backwards, WRITES / 256, WRITES / 64);
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
		cmocka_unit_test(a_batch_of_long_writes_is_short_when_many_wait),
		cmocka_unit_test(with_ncq_a_batch_of_long_writes_does_not_go_by_the_disk),
		cmocka_unit_test(a_batch_of_small_writes_is_long_without_ncq),
		cmocka_unit_test(a_batch_of_small_writes_is_as_long_as_any_with_ncq),
		cmocka_unit_test(writes_that_nobody_waits_for_leave_places_in_the_request_queue),
		cmocka_unit_test(under_load_writes_are_swept_and_not_all_late),
		cmocka_unit_test(state_is_linear_in_requests_and_streams),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
