/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Kyber: batches of domains, depths by latency, room for who waits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "policy_rig.h"

static void open_rig(struct policy_rig *rig, bool merge)
{
	struct bid_setup setup;

	rig_setup_default(&setup, 256);
	bid_settings_set(&setup.settings, "merge", merge);
	rig_open(rig, &kyber_policy, &setup);
}

static void sixteen_reads_and_eight_writes_take_turns_in_order_of_arrival(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, false);
	for (uint64_t i = 0; i < 40; i++) {
		rig_insert(&rig, 1, BID_READ, 100000 - 1000 * i, 8);
		rig_insert(&rig, 2, BID_WRITE, 900000 - 1000 * i, 8);
	}
	for (int round = 0; round < 2; round++) {
		for (uint64_t i = 0; i < 16; i++)
			assert_int_equal(rig_serve(&rig, RIG_MS)->run_lba,
					 100000 - 1000 * (16 * (uint64_t)round + i));
		for (uint64_t i = 0; i < 8; i++)
			assert_int_equal(rig_serve(&rig, RIG_MS)->run_lba,
					 900000 - 1000 * (8 * (uint64_t)round + i));
	}
	rig_close(&rig);
}

static void neighbours_merge(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, true);
	rig_insert(&rig, 1, BID_READ, 100, 8);
	rig_insert(&rig, 1, BID_READ, 500, 8);
	rig_insert(&rig, 1, BID_READ, 108, 8);
	assert_int_equal(rig_serve(&rig, RIG_MS)->run_sectors, 16);
	assert_int_equal(rig_serve(&rig, RIG_MS)->run_lba, 500);
	assert_null(rig_serve(&rig, RIG_MS));
	rig_close(&rig);
}

/* Runs of writes that the policy gives without any coming back. */
static uint32_t writes_given(struct policy_rig *rig)
{
	struct bid_request *head[200];
	uint32_t given = 0;

	for (uint64_t i = 0; i < 200; i++)
		rig_insert(rig, 2, BID_WRITE, 1000 * i, 8);
	while (given < 200 && (head[given] = rig_dispatch(rig)))
		given++;
	for (uint32_t i = 0; i < given; i++)
		rig_complete(rig, head[i]);
	while (rig_serve(rig, 0))
		continue;
	return given;
}

/* A second and a half of reads, one at a time, each of that latency; writes of 1 ms between. */
static void serve_reads(struct policy_rig *rig, uint64_t latency_ns)
{
	uint64_t end_ns = rig->now_ns + 1500 * RIG_MS;

	for (uint64_t i = 0; rig->now_ns < end_ns; i++) {
		rig_insert(rig, 1, BID_READ, 1000 * i, 8);
		assert_non_null(rig_serve(rig, latency_ns));
		rig_insert(rig, 2, BID_WRITE, 1000 * i, 8);
		assert_non_null(rig_serve(rig, RIG_MS));
	}
}

static void writes_have_fewer_places_while_reads_are_late(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, false);
	assert_int_equal(writes_given(&rig), 128);
	/* Writes take a tenth of their target: a quarter of their places at each look. */
	serve_reads(&rig, 20 * RIG_MS);
	assert_true(writes_given(&rig) < 64);
	rig_close(&rig);
	open_rig(&rig, false);
	serve_reads(&rig, RIG_MS);
	assert_int_equal(writes_given(&rig), 128);
	rig_close(&rig);
}

static void writes_nobody_waits_for_take_three_quarters_of_the_queue(void **unused)
{
	struct bid_setup setup;
	struct policy_rig rig;

	(void)unused;
	rig_setup_default(&setup, 1);
	rig_open(&rig, &kyber_policy, &setup);
	assert_int_equal(kyber_policy.write_limit(rig.state, false, BID_FOREGROUND), 1);
	rig_close(&rig);
	open_rig(&rig, false);
	assert_int_equal(kyber_policy.write_limit(rig.state, false, BID_FOREGROUND), 192);
	assert_true(kyber_policy.write_limit(rig.state, true, BID_FOREGROUND) >= 256);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sixteen_reads_and_eight_writes_take_turns_in_order_of_arrival),
		cmocka_unit_test(neighbours_merge),
		cmocka_unit_test(writes_have_fewer_places_while_reads_are_late),
		cmocka_unit_test(writes_nobody_waits_for_take_three_quarters_of_the_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
