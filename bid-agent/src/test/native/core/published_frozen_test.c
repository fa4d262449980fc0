/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The published form is what ours is measured against: whatever is done to the parts, it serves the
 * same requests in the same order at the same times. When this test fails, a change for ours has
 * reached it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>

#include "policy_driver.h"

enum { STREAMS = 12, REQUESTS = 4000 };

struct digest {
	uint64_t value;
};

static void note(struct digest *digest, uint64_t value)
{
	digest->value = (digest->value ^ value) * UINT64_C(0x100000001b3);
}

static void note_dispatched(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct digest *digest = driver->context;

	note(digest, driver->now_ns);
	note(digest, tier);
	note(digest, head->op);
	note(digest, head->run_lba);
	note(digest, head->run_sectors);
}

/* Runs, jumps and pauses of some streams, more than the queue holds at times. */
static uint64_t digest_of(const struct bid_policy *policy, uint64_t seed, uint32_t depth)
{
	struct bid_setup setup = driver_default_setup();
	struct digest digest = {UINT64_C(0xcbf29ce484222325)};
	uint64_t cursor[STREAMS] = {0};
	uint64_t random = seed;
	struct driver *driver;

	setup.device[BID_TIER_HDD].depth = depth;
	setup.max_outstanding = 64;
	driver = driver_open(policy, &setup, REQUESTS);
	driver->on_dispatched = note_dispatched;
	driver->context = &digest;
	while (driver->count < REQUESTS) {
		uint64_t stream = driver_random(&random, STREAMS);
		enum bid_op op = driver_random(&random, 3) ? BID_READ : BID_WRITE;
		uint32_t sectors = 8 * (1 + (uint32_t)driver_random(&random, 64));

		if (driver_random(&random, 16) == 0)
			cursor[stream] = driver_random(&random, UINT64_C(1) << 26);
		if (driver_submit(driver, stream, op, cursor[stream], sectors,
				  op == BID_READ ? BID_SYNC : 0))
			cursor[stream] += sectors;
		else
			driver_run_until(driver, driver->now_ns + 20 * DRIVER_MS);
		if (driver_random(&random, 4) == 0)
			driver_run_until(driver,
					 driver->now_ns + driver_random(&random, 8 * DRIVER_MS));
	}
	driver_run_to_end(driver);
	driver_close(driver);
	return digest.value;
}

static void assert_digest(const struct bid_policy *policy, uint32_t depth, uint64_t expected)
{
	uint64_t digest = digest_of(policy, UINT64_C(20180601), depth);

	print_message("%s, depth %u: %016" PRIx64 "\n", policy->name, depth, digest);
	assert_int_equal(digest, expected);
}

static void the_published_form_is_as_it_was(void **state)
{
	(void)state;
	assert_digest(&bid_published_policy, 1, UINT64_C(0x33c0b487cdd00d06));
	assert_digest(&bid_published_policy, 32, UINT64_C(0x2cc399c880e288e4));
}

static void the_published_hybrid_is_as_it_was(void **state)
{
	(void)state;
	assert_digest(&bid_published_hybrid_policy, 1, UINT64_C(0x17e5edea9a180586));
	assert_digest(&bid_published_hybrid_policy, 32, UINT64_C(0xb13ac805be0f60ba));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_published_form_is_as_it_was),
		cmocka_unit_test(the_published_hybrid_is_as_it_was),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
