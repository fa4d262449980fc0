/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Streams that update a file each, here and there, and wait for every write: the disk stays with
 * one of them for several writes, and with none for so long that others wait in vain.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define STREAMS    6u
#define WRITES     200u
#define REGION     UINT64_C(131072) /* 64 MiB */
#define BLOCK      8u
#define LONGEST_MS 1200u

struct updates {
	uint64_t random;
	uint64_t region;         /* sectors that each stream's writes lie in */
	uint64_t asked[STREAMS]; /* when each stream's write was submitted */
	uint64_t longest_ns;
	uint32_t left[STREAMS];
	uint8_t service_class;
	uint64_t last; /* stream that the disk served last */
	uint32_t changes;
};

static void submit_next(struct driver *driver, struct updates *updates, uint64_t stream)
{
	uint64_t place = driver_random(&updates->random, updates->region / BLOCK) * BLOCK;
	uint64_t zone = DRIVER_SECTORS / STREAMS;

	updates->left[stream]--;
	updates->asked[stream] = driver->now_ns;
	driver->requests[driver->count].request.service_class = updates->service_class;
	assert_non_null(
		driver_submit(driver, stream, BID_WRITE, stream * zone + place, BLOCK, BID_SYNC));
}

static void next_of_stream(struct driver *driver, struct driver_request *request)
{
	struct updates *updates = driver->context;
	uint64_t stream = request->request.stream;
	uint64_t took_ns = driver->now_ns - updates->asked[stream];

	if (took_ns > updates->longest_ns)
		updates->longest_ns = took_ns;
	if (updates->left[stream] > 0)
		submit_next(driver, updates, stream);
}

static void note_stream(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct updates *updates = driver->context;

	(void)tier;
	updates->changes += head->stream != updates->last;
	updates->last = head->stream;
}

/* How often the disk goes from one stream's file to another's. */
static uint32_t changes(uint64_t region, enum bid_class service_class, uint64_t *longest_ns)
{
	struct bid_setup setup = driver_default_setup();
	struct updates updates = {.random = 7,
				  .region = region,
				  .service_class = (uint8_t)service_class,
				  .last = STREAMS};
	struct driver *driver;

	setup.device[BID_TIER_SSD].sectors = 0;
	driver = driver_open(&bid_hdd_policy, &setup, STREAMS * WRITES);
	driver->context = &updates;
	driver->on_finished = next_of_stream;
	driver->on_dispatched = note_stream;
	for (uint64_t stream = 0; stream < STREAMS; stream++) {
		updates.left[stream] = WRITES;
		submit_next(driver, &updates, stream);
	}
	driver_run_to_end(driver);
	assert_int_equal(driver->finished, STREAMS * WRITES);
	driver_close(driver);
	*longest_ns = updates.longest_ns;
	return updates.changes;
}

static void test_stays_with_a_file_for_several_writes(void **state)
{
	uint64_t longest_ns;

	(void)state;
	assert_in_range(changes(REGION, BID_FOREGROUND, &longest_ns), STREAMS,
			STREAMS * WRITES / 3);
	assert_true(longest_ns < LONGEST_MS * DRIVER_MS);
}

/* A way over a third of the disk is none that is saved. */
static void test_writes_far_from_one_another_are_in_the_order_of_the_sweep(void **state)
{
	uint64_t longest_ns;

	(void)state;
	assert_true(changes(DRIVER_SECTORS / STREAMS, BID_FOREGROUND, &longest_ns) >
		    STREAMS * WRITES / 2);
}

/* All clients of a log wait: it goes ahead of others, and stays with nobody. */
static void test_logs_are_served_as_they_come(void **state)
{
	uint64_t longest_ns;

	(void)state;
	assert_true(changes(REGION, BID_LOG, &longest_ns) > STREAMS * WRITES / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stays_with_a_file_for_several_writes),
		cmocka_unit_test(test_writes_far_from_one_another_are_in_the_order_of_the_sweep),
		cmocka_unit_test(test_logs_are_served_as_they_come),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
