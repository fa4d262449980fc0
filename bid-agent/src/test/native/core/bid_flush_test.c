/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: what a stream that flushes again and again costs sequential readers beside it. Only
 * its own writes are in a flush's way, so the readers take as long as beside the same writes
 * without flushes, or nearly.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define READERS        8u
#define READ_SECTORS   256u
#define READS          (READERS * 1000u)
#define THINK_NS       (DRIVER_MS / 2)
#define FLUSH_EVERY_NS (50 * DRIVER_MS)
#define WRITER         100u

struct mix {
	uint64_t next_lba[READERS];
	uint64_t next_ns[READERS]; /* BID_NEVER: waits for its read */
	uint32_t left;
	uint32_t reading;
};

static void read_is_served(struct driver *driver, struct driver_request *mine)
{
	struct mix *mix = driver->context;

	if (mine->request.op != BID_READ)
		return;
	mix->reading--;
	mix->next_ns[mine->request.stream] = driver->now_ns + THINK_NS;
}

/* Submits what is due; returns when the next reader has thought. */
static uint64_t read_on(struct driver *driver, struct mix *mix)
{
	uint64_t next_ns = BID_NEVER;

	for (uint64_t i = 0; i < READERS; i++) {
		if (mix->next_ns[i] <= driver->now_ns && mix->left > 0) {
			mix->left--;
			mix->reading++;
			mix->next_ns[i] = BID_NEVER;
			driver_submit(driver, i, BID_READ, mix->next_lba[i], READ_SECTORS,
				      BID_SYNC);
			mix->next_lba[i] += READ_SECTORS;
		}
		if (mix->next_ns[i] < next_ns)
			next_ns = mix->next_ns[i];
	}
	return mix->left > 0 ? next_ns : BID_NEVER;
}

/* Seconds of virtual time until all is read. */
static double read_beside_writer(const struct bid_policy *policy, bool flushes)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver = driver_open(policy, &setup, 4 * READS);
	struct mix mix = {.left = READS};
	uint64_t flush_ns = 0;
	double seconds;

	driver->context = &mix;
	driver->on_finished = read_is_served;
	for (uint64_t i = 0; i < READERS; i++) {
		struct bid_announcement announcement = {
			.stream = i,
			.lba = i * 100000000,
			.sectors = 2 * READS * READ_SECTORS,
		};

		mix.next_lba[i] = announcement.lba;
		bid_request_queue_announce(&driver->queue, &announcement, 0);
	}
	while (mix.left > 0 || mix.reading > 0) {
		uint64_t next_ns = read_on(driver, &mix);

		if (driver->now_ns >= flush_ns) {
			driver_submit(driver, WRITER, BID_WRITE, 2000000000 + flush_ns / DRIVER_MS,
				      8, BID_SYNC);
			if (flushes)
				driver_submit(driver, WRITER, BID_WRITE, 0, 0,
					      BID_SYNC | BID_BARRIER);
			flush_ns += FLUSH_EVERY_NS;
		}
		next_ns = next_ns < flush_ns ? next_ns : flush_ns;
		driver_run_until(driver, next_ns > driver->now_ns ? next_ns : driver->now_ns + 1);
	}
	seconds = (double)driver->now_ns / 1e9;
	driver_run_to_end(driver);
	driver_close(driver);
	return seconds;
}

static void flushes_cost_readers_next_to_nothing(void **state)
{
	static const struct bid_policy *const policies[] = {&bid_hdd_policy, &bid_announced_policy,
							    &bid_hybrid_policy};

	(void)state;
	for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++) {
		double without = read_beside_writer(policies[i], false);
		double with = read_beside_writer(policies[i], true);

		print_message("%s: %.1f s beside a stream that flushes, %.1f s without\n",
			      policies[i]->name, with, without);
		assert_true(with < 1.05 * without);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flushes_cost_readers_next_to_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
