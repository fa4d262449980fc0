/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Writes that nobody waits for: how long their batches are, what they leave of the request queue to
 * others, and that they are swept. The disk takes 13 ms to move and 5.24 ms for the longest
 * request.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define CAPACITY 4096u
#define FAR      (DRIVER_SECTORS / 2)
#define LONGEST  BID_REQUEST_MAX_SECTORS

static struct bid_setup setup_with(const char *name, uint64_t value)
{
	struct bid_setup setup = driver_default_setup();

	setup.device[BID_TIER_SSD].sectors = 0;
	assert_int_equal(bid_settings_set(&setup.settings, name, value), 0);
	return setup;
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
	struct driver *driver;
	uint32_t limit;

	setup.max_outstanding = max_outstanding;
	driver = driver_open(&bid_hdd_policy, &setup, CAPACITY);
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

#define LONG_WRITES 200u

/* What the disk is given after a batch of writes, the media not done with it, when a read waits. */
static bool is_read_at_once(uint32_t sectors)
{
	struct bid_setup setup = setup_with("gather-writes", 0);
	struct bid_request *request = calloc(LONG_WRITES + 1, sizeof(*request));
	struct bid_request *head;
	struct bid_request_queue queue;
	uint64_t next_ns;
	void *state;

	setup.device[BID_TIER_HDD].depth = 32;
	state = calloc(1, bid_hdd_policy.state_bytes(&setup));
	assert_true(request && state);
	assert_int_equal(bid_request_queue_init(&queue, &bid_hdd_policy, state, &setup), 0);
	request[LONG_WRITES] = (struct bid_request){
		.lba = FAR, .sectors = sectors, .stream = 7, .op = BID_READ, .flags = BID_SYNC};
	for (uint32_t i = 0; i < LONG_WRITES; i++) {
		request[i] = (struct bid_request){.lba = (uint64_t)i * LONGEST,
						  .sectors = LONGEST,
						  .stream = 1,
						  .op = BID_WRITE};
		assert_int_equal(bid_request_queue_insert(&queue, &request[i], BID_SECOND), 0);
	}
	head = bid_request_queue_dispatch(&queue, BID_TIER_HDD, BID_SECOND);
	assert_ptr_equal(head, &request[0]);
	assert_int_equal(bid_request_queue_insert(&queue, &request[LONG_WRITES], BID_SECOND), 0);
	while (head && head->op == BID_WRITE)
		head = bid_request_queue_dispatch(&queue, BID_TIER_HDD, BID_SECOND);
	next_ns = bid_request_queue_next_timer_ns(&queue, BID_SECOND);
	assert_true(head || next_ns < 2 * BID_SECOND);
	free(state);
	free(request);
	return head != NULL;
}

static void a_drive_is_not_left_alone_before_a_small_read(void **state)
{
	(void)state;
	assert_true(is_read_at_once(8));
	assert_false(is_read_at_once(128));
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_batch_of_long_writes_is_short_when_many_wait),
		cmocka_unit_test(with_ncq_a_batch_of_long_writes_does_not_go_by_the_disk),
		cmocka_unit_test(a_batch_of_small_writes_is_long_without_ncq),
		cmocka_unit_test(a_batch_of_small_writes_is_as_long_as_any_with_ncq),
		cmocka_unit_test(writes_that_nobody_waits_for_leave_places_in_the_request_queue),
		cmocka_unit_test(a_drive_is_not_left_alone_before_a_small_read),
		cmocka_unit_test(under_load_writes_are_swept_and_not_all_late),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
