/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * BID-Hybrid when a tier fails what it was given, or the caller takes it back: data live where they
 * were written.
 */
#include "policy_driver.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct driver *open_hybrid(struct bid_setup *setup)
{
	*setup = driver_default_setup();
	return driver_open(&bid_hybrid_policy, setup, 64);
}

static int32_t fail_ssd(struct driver *driver, const struct bid_request *head, enum bid_tier tier)
{
	(void)driver;
	(void)head;
	return tier == BID_TIER_SSD ? -EIO : 0;
}

static int32_t fail_disk(struct driver *driver, const struct bid_request *head, enum bid_tier tier)
{
	(void)driver;
	(void)head;
	return tier == BID_TIER_HDD ? -EIO : 0;
}

static void check_failed_redirect(const struct bid_policy *policy)
{
	const struct bid_setup setup = driver_default_setup();
	struct driver *driver = driver_open(policy, &setup, 64);
	struct driver_request *failed, *read, *again;

	driver->on_served = fail_ssd;
	failed = driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	assert_int_equal(failed->served_by, BID_TIER_SSD);
	assert_int_equal(failed->request.status, -EIO);
	/* Where it was before: on the disk. */
	read = driver_submit(driver, 2, BID_READ, 1000, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(read->served_by, BID_TIER_HDD);
	assert_int_equal(read->request.status, 0);
	driver->on_served = NULL;
	again = driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	read = driver_submit(driver, 2, BID_READ, 1000, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(again->request.status, 0);
	assert_int_equal(read->served_by, BID_TIER_SSD);
	driver_close(driver);
}

static void a_write_that_the_ssd_fails_leaves_its_range_where_it_was(void **state)
{
	(void)state;
	check_failed_redirect(&bid_hybrid_policy);
	check_failed_redirect(&bid_published_hybrid_policy);
}

/* With room on the SSD for no more than one of them at a time. */
static void the_space_of_failed_writes_can_be_used_again(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;
	struct driver_request *last;

	(void)state;
	bid_settings_set(&setup.settings, "ssd-budget", 8);
	driver = driver_open(&bid_hybrid_policy, &setup, 64);
	driver->on_served = fail_ssd;
	for (uint64_t i = 0; i < 20; i++) {
		last = driver_submit(driver, 1, BID_WRITE, 1000 * i, 8, 0);
		driver_run_to_end(driver);
		assert_int_equal(last->served_by, BID_TIER_SSD);
		assert_int_equal(last->request.status, -EIO);
	}
	driver_close(driver);
}

static void a_piece_that_fails_fails_the_request(void **state)
{
	struct bid_setup setup;
	struct driver *driver = open_hybrid(&setup);
	struct driver_request *read;

	(void)state;
	driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	driver->on_served = fail_disk;
	read = driver_submit(driver, 2, BID_READ, 996, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(read->request.status, -EIO);
	driver->on_served = fail_ssd;
	read = driver_submit(driver, 2, BID_READ, 996, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(read->request.status, -EIO);
	driver->on_served = NULL;
	read = driver_submit(driver, 2, BID_READ, 996, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(read->request.status, 0);
	driver_close(driver);
}

/* Cancelled on its way to the SSD for the first time: nothing is mapped to what was not written. */
static void what_is_cancelled_before_it_reaches_the_ssd_is_not_mapped(void **state)
{
	struct bid_setup setup;
	struct driver *driver = open_hybrid(&setup);
	struct driver_request *first, *second, *read;

	(void)state;
	first = driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	second = driver_submit(driver, 1, BID_WRITE, 1008, 8, 0);
	bid_request_queue_cancel(&driver->queue, &second->request);
	driver_run_to_end(driver);
	assert_int_equal(first->request.status, 0);
	assert_int_equal(second->request.status, -ECANCELED);
	assert_int_equal(first->served_by, BID_TIER_HDD);
	read = driver_submit(driver, 2, BID_READ, 1008, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(read->served_by, BID_TIER_HDD);
	driver_close(driver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_write_that_the_ssd_fails_leaves_its_range_where_it_was),
		cmocka_unit_test(the_space_of_failed_writes_can_be_used_again),
		cmocka_unit_test(a_piece_that_fails_fails_the_request),
		cmocka_unit_test(what_is_cancelled_before_it_reaches_the_ssd_is_not_mapped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
