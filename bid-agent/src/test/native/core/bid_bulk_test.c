/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Long runs of writes that somebody waits for, as when the kernel takes no more from writers: a
 * reader has each other turn, however many such runs there are.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define WRITERS  6u
#define RUNS     8u /* of 512 KiB */
#define READS    4u
#define CAPACITY (WRITERS * RUNS + READS)
#define ZONE     (DRIVER_SECTORS / (WRITERS + 1))

struct beside {
	uint32_t reads; /* submitted */
	uint32_t writes_in_a_row;
	uint32_t most_in_a_row; /* while the reader waits */
};

static void read_once(struct driver *driver, struct beside *beside)
{
	/* Behind all writers, and each elsewhere: it is a turn of its own. */
	uint64_t lba = WRITERS * ZONE + beside->reads++ * 1000000;

	assert_non_null(driver_submit(driver, WRITERS, BID_READ, lba, 256, BID_SYNC));
}

static void note_run(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct beside *beside = driver->context;

	(void)tier;
	beside->writes_in_a_row = head->op == BID_WRITE ? beside->writes_in_a_row + 1 : 0;
	if (beside->reads < READS && beside->writes_in_a_row > beside->most_in_a_row)
		beside->most_in_a_row = beside->writes_in_a_row;
}

static void read_on(struct driver *driver, struct driver_request *request)
{
	struct beside *beside = driver->context;

	if (request->request.op == BID_READ && beside->reads < READS)
		read_once(driver, beside);
}

/* The most runs of writes that a reader waits for, beside writers with requests of so many sectors.
 */
static uint32_t most_writes_before_a_read(uint32_t sectors)
{
	struct bid_setup setup = driver_default_setup();
	struct beside beside = {.reads = 0};
	struct driver *driver;

	setup.device[BID_TIER_SSD].sectors = 0;
	driver = driver_open(&bid_hdd_policy, &setup, CAPACITY);
	driver->context = &beside;
	driver->on_dispatched = note_run;
	driver->on_finished = read_on;
	for (uint64_t writer = 0; writer < WRITERS; writer++) {
		for (uint64_t run = 0; run < RUNS; run++)
			assert_non_null(driver_submit(driver, writer, BID_WRITE,
						      writer * ZONE + run * sectors, sectors,
						      BID_SYNC));
	}
	read_once(driver, &beside);
	driver_run_to_end(driver);
	driver_close(driver);
	return beside.most_in_a_row;
}

static void each_other_turn_is_a_readers_beside_long_runs_of_writes(void **state)
{
	(void)state;
	assert_int_equal(most_writes_before_a_read(BID_REQUEST_MAX_SECTORS), RUNS);
}

/* Those are done with soon, and a way to each of them is no price for a read. */
static void short_writes_that_somebody_waits_for_are_in_one_sweep_with_reads(void **state)
{
	(void)state;
	assert_int_equal(most_writes_before_a_read(8), WRITERS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_other_turn_is_a_readers_beside_long_runs_of_writes),
		cmocka_unit_test(short_writes_that_somebody_waits_for_are_in_one_sweep_with_reads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
