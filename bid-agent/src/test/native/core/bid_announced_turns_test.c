/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Readers of announced extents who all keep up with the disk: who has the next turn.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define MIB_SECTORS UINT64_C(2048)
#define EXTENT      (48 * MIB_SECTORS)
#define APART       UINT64_C(10000000)
#define AT_A_TIME   256u
#define READERS     3u

struct keeping_up {
	uint64_t next[READERS];
	uint64_t asked_ns[READERS];
	uint64_t longest_ns;
};

static void announce(struct driver *driver, uint64_t stream)
{
	const struct bid_announcement announcement = {
		.stream = stream, .lba = stream * APART, .sectors = EXTENT, .op = BID_READ};

	bid_request_queue_announce(&driver->queue, &announcement, driver->now_ns);
}

static void read_next(struct driver *driver, uint64_t stream)
{
	struct keeping_up *readers = driver->context;
	uint64_t at = readers->next[stream];

	if (at == EXTENT)
		return;
	readers->next[stream] = at + AT_A_TIME;
	readers->asked_ns[stream] = driver->now_ns;
	assert_non_null(
		driver_submit(driver, stream, BID_READ, stream * APART + at, AT_A_TIME, BID_SYNC));
}

static void read_on(struct driver *driver, struct driver_request *request)
{
	struct keeping_up *readers = driver->context;
	uint64_t stream = request->request.stream;
	uint64_t waited_ns = driver->now_ns - readers->asked_ns[stream];

	if (waited_ns > readers->longest_ns)
		readers->longest_ns = waited_ns;
	read_next(driver, stream);
}

/* The longest that a reader waits beside two others, all of whom keep up with the disk, in ms. */
static uint64_t longest_wait_ms(uint64_t others_wait_ms)
{
	struct bid_setup setup = driver_default_setup();
	struct keeping_up readers = {.longest_ns = 0};
	struct driver *driver;

	bid_settings_set(&setup.settings, "announced-others-wait", others_wait_ms * DRIVER_MS);
	driver = driver_open(&bid_announced_policy, &setup, 2048);
	driver->context = &readers;
	driver->on_finished = read_on;
	for (uint64_t stream = 0; stream < READERS; stream++) {
		announce(driver, stream);
		read_next(driver, stream);
	}
	driver_run_to_end(driver);
	for (uint64_t stream = 0; stream < READERS; stream++)
		assert_int_equal(readers.next[stream], EXTENT);
	driver_close(driver);
	return readers.longest_ns / DRIVER_MS;
}

/* 48 MiB take the disk half a second, and a turn of 16 MiB a third of that. */
static void who_waits_for_long_has_a_turn_before_another_goes_on(void **state)
{
	(void)state;
	assert_in_range(longest_wait_ms(3600 * 1000), 700, 1100);
	assert_in_range(longest_wait_ms(100), 100, 600);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_waits_for_long_has_a_turn_before_another_goes_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
