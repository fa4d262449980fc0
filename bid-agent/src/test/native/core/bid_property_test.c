/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What holds for every BID policy under every switch and any streams: nothing is lost, served twice
 * and no barrier overtakes a write before it, and everything finishes. The seed of a failing case
 * is printed; run the test with it as its argument to see that case alone.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define SEEDS    150
#define REQUESTS 1500

static uint64_t only_seed;

struct mix {
	uint64_t random;
	uint64_t streams;
	uint64_t cursor[64];
	uint64_t announced_to[64];
	uint64_t span;
	uint32_t barriers;
};

static const char *const switches[] = {
	"merge",        "continuation",  "order-by-position", "latency-guard",
	"learned-wait", "run-by-device", "split-streams",
};

static struct bid_setup random_setup(uint64_t *random)
{
	static const uint32_t outstanding[] = {1, 2, 7, 32, 256};
	struct bid_setup setup = driver_default_setup();

	setup.max_outstanding = outstanding[driver_random(random, 5)];
	setup.max_streams = (uint32_t)driver_random(random, 3) * 8;
	setup.device[BID_TIER_HDD].depth = driver_random(random, 2) ? 1 : 32;
	setup.device[BID_TIER_HDD].rotational = driver_random(random, 8) != 0;
	if (driver_random(random, 3) == 0)
		setup.device[BID_TIER_SSD].sectors = 0;
	else if (driver_random(random, 2))
		bid_settings_set(&setup.settings, "ssd-budget", 1 + driver_random(random, 4000));
	for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++) {
		if (driver_random(random, 4) == 0)
			assert_int_equal(bid_settings_set(&setup.settings, switches[i], 0), 0);
	}
	if (driver_random(random, 2))
		bid_settings_set(&setup.settings, "announced-buffer",
				 driver_random(random, 100000));
	return setup;
}

/* Sequential runs, jumps, and overlaps on a small span, so that everything meets everything. */
static bool submit_one(struct driver *driver, struct mix *mix)
{
	uint64_t stream = driver_random(&mix->random, mix->streams);
	uint32_t sectors = 1 + (uint32_t)driver_random(&mix->random,
						       driver_random(&mix->random, 2) ? 64 : 1024);
	enum bid_op op = driver_random(&mix->random, 3) == 0 ? BID_WRITE : BID_READ;
	uint8_t flags = op == BID_READ && driver_random(&mix->random, 8) ? BID_SYNC : 0;

	if (driver_random(&mix->random, 8) == 0)
		mix->cursor[stream] = driver_random(&mix->random, mix->span);
	if (driver_random(&mix->random, 300) == 0)
		flags |= BID_BARRIER;
	if (!driver_submit(driver, stream, op, mix->cursor[stream], sectors, flags))
		return false;
	mix->cursor[stream] += sectors;
	return true;
}

static void maybe_announce(struct driver *driver, struct mix *mix)
{
	uint64_t stream = driver_random(&mix->random, mix->streams);
	struct bid_announcement announcement = {
		.stream = stream,
		.lba = driver_random(&mix->random, 4) ? mix->cursor[stream]
						      : driver_random(&mix->random, mix->span),
		.sectors = driver_random(&mix->random, 60000),
		.op = driver_random(&mix->random, 4) == 0 ? BID_WRITE : BID_READ,
	};

	if (driver_random(&mix->random, 20) == 0)
		bid_request_queue_announce(&driver->queue, &announcement, driver->now_ns);
}

static bool is_write(const struct driver_request *mine)
{
	return mine->request.op == BID_WRITE;
}

/* Each barrier is finished after all writes that came before it, other barriers among them. */
static void check_barriers(const struct driver *driver)
{
	uint64_t written_ns = 0;

	for (uint32_t i = 0; i < driver->count; i++) {
		const struct driver_request *mine = &driver->requests[i];

		if (mine->request.flags & BID_BARRIER)
			assert_true(mine->finished_ns >= written_ns);
		if (is_write(mine) && mine->finished_ns > written_ns)
			written_ns = mine->finished_ns;
	}
}

static void run_seed(const struct bid_policy *policy, uint64_t seed)
{
	struct mix mix = {.random = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
	struct bid_setup setup = random_setup(&mix.random);
	struct driver *driver = driver_open(policy, &setup, REQUESTS);
	uint64_t pace_ns = UINT64_C(1) << (10 + driver_random(&mix.random, 16));

	print_message("%s seed %llu\n", policy->name, (unsigned long long)seed);
	mix.streams = 1 + driver_random(&mix.random, 64);
	mix.span = UINT64_C(1) << (12 + driver_random(&mix.random, 14));
	while (driver->count < REQUESTS) {
		maybe_announce(driver, &mix);
		if (!submit_one(driver, &mix))
			assert_true(driver_step(driver));
		else if (driver_random(&mix.random, 4) == 0)
			driver_run_until(driver,
					 driver->now_ns + driver_random(&mix.random, pace_ns));
	}
	driver_run_to_end(driver);
	check_barriers(driver);
	driver_close(driver);
}

static void run_policy(const struct bid_policy *policy)
{
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		if (only_seed == 0 || only_seed == seed)
			run_seed(policy, seed);
	}
}

static void published_finishes_every_request_once(void **state)
{
	(void)state;
	run_policy(&bid_published_policy);
}

static void hdd_finishes_every_request_once(void **state)
{
	(void)state;
	run_policy(&bid_hdd_policy);
}

static void announced_finishes_every_request_once(void **state)
{
	(void)state;
	run_policy(&bid_announced_policy);
}

static void published_hybrid_finishes_every_request_once(void **state)
{
	(void)state;
	run_policy(&bid_published_hybrid_policy);
}

static void hybrid_finishes_every_request_once(void **state)
{
	(void)state;
	run_policy(&bid_hybrid_policy);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(published_finishes_every_request_once),
		cmocka_unit_test(hdd_finishes_every_request_once),
		cmocka_unit_test(announced_finishes_every_request_once),
		cmocka_unit_test(published_hybrid_finishes_every_request_once),
		cmocka_unit_test(hybrid_finishes_every_request_once),
	};

	if (argc > 1)
		only_seed = strtoull(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
