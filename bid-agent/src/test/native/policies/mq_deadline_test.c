/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * mq-deadline: batches, expiry, the place of writes, merging.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "policy_rig.h"

#define OUTSTANDING 64u

static void open_rig(struct policy_rig *rig, bool merge)
{
	struct bid_setup setup;

	rig_setup_default(&setup, OUTSTANDING);
	bid_settings_set(&setup.settings, "merge", merge);
	rig_open(rig, &mq_deadline_policy, &setup);
}

static void assert_serves(struct policy_rig *rig, uint64_t lba)
{
	struct bid_request *head = rig_serve(rig, RIG_MS);

	assert_non_null(head);
	assert_int_equal(head->run_lba, lba);
}

static void a_batch_goes_upwards_and_then_starts_at_the_oldest(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, false);
	rig_insert(&rig, 1, BID_READ, 5000, 8);
	assert_serves(&rig, 5000);
	rig_insert(&rig, 1, BID_READ, 9000, 8);
	rig_insert(&rig, 1, BID_READ, 2000, 8);
	rig_insert(&rig, 1, BID_READ, 1000, 8);
	rig_insert(&rig, 1, BID_READ, 7000, 8);
	assert_serves(&rig, 7000);
	assert_serves(&rig, 9000);
	assert_serves(&rig, 2000);
	assert_serves(&rig, 1000);
	assert_null(rig_serve(&rig, RIG_MS));
	rig_close(&rig);
}

static void an_expired_read_waits_for_the_end_of_the_batch(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, false);
	rig_insert(&rig, 1, BID_READ, 50000, 8);
	assert_serves(&rig, 50000);
	rig_insert(&rig, 1, BID_READ, 100, 8);
	for (uint64_t i = 1; i <= 20; i++)
		rig_insert(&rig, 1, BID_READ, 50000 + 100 * i, 8);
	rig.now_ns += 501 * RIG_MS;
	/* The batch began with the first: fifteen more. */
	for (uint64_t i = 1; i <= 15; i++)
		assert_serves(&rig, 50000 + 100 * i);
	assert_serves(&rig, 100);
	/* The new batch goes on from the expired one. */
	assert_serves(&rig, 50000 + 100 * 16);
	rig_close(&rig);
}

static void writes_wait_for_two_batches_of_reads_and_no_longer(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, false);
	rig_insert(&rig, 2, BID_WRITE, 10, 8);
	for (uint64_t i = 0; i < 48; i++)
		rig_insert(&rig, 1, BID_READ, 1000 + 100 * i, 8);
	for (uint64_t i = 0; i < 32; i++)
		assert_serves(&rig, 1000 + 100 * i);
	assert_serves(&rig, 10);
	assert_serves(&rig, 1000 + 100 * 32);
	rig_close(&rig);
}

static void neighbours_merge_at_either_end_and_across_a_gap(void **unused)
{
	struct policy_rig rig;
	struct bid_request *head;
	unsigned int members = 0;

	(void)unused;
	open_rig(&rig, true);
	rig_insert(&rig, 1, BID_READ, 108, 8);
	rig_insert(&rig, 2, BID_READ, 100, 8);  /* before it */
	rig_insert(&rig, 3, BID_READ, 124, 8);  /* apart */
	rig_insert(&rig, 4, BID_READ, 116, 8);  /* closes the gap */
	rig_insert(&rig, 5, BID_WRITE, 132, 8); /* another operation */
	head = rig_serve(&rig, RIG_MS);
	assert_non_null(head);
	assert_int_equal(head->run_lba, 100);
	assert_int_equal(head->run_sectors, 32);
	for (const struct bid_request *member = head; member; member = member->merged)
		members++;
	assert_int_equal(members, 4);
	assert_serves(&rig, 132);
	assert_null(rig_serve(&rig, RIG_MS));
	rig_close(&rig);
}

static void a_merged_run_expires_with_its_oldest_member(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, true);
	rig_insert(&rig, 1, BID_READ, 5000, 8);
	assert_serves(&rig, 5000);
	rig_insert(&rig, 1, BID_READ, 108, 8);
	rig.now_ns += 400 * RIG_MS;
	rig_insert(&rig, 1, BID_READ, 200, 8);
	rig_insert(&rig, 1, BID_READ, 92, 8);
	/* Joins 92 and 108; the run's head is the younger of the two. */
	rig_insert(&rig, 1, BID_READ, 100, 8);
	assert_serves(&rig, 92);
	assert_serves(&rig, 200);
	assert_null(rig_serve(&rig, RIG_MS));
	rig_close(&rig);
}

static void no_run_grows_past_the_longest_request(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, true);
	rig_insert(&rig, 1, BID_WRITE, 0, 1000);
	rig_insert(&rig, 1, BID_WRITE, 1000, 25);
	assert_int_equal(rig_serve(&rig, RIG_MS)->run_sectors, 1000);
	assert_int_equal(rig_serve(&rig, RIG_MS)->run_sectors, 25);
	rig_close(&rig);
}

static void writes_take_the_async_depth_and_all_of_the_queue_by_default(void **unused)
{
	struct bid_setup setup;
	struct policy_rig rig;

	(void)unused;
	rig_setup_default(&setup, 256);
	rig_open(&rig, &mq_deadline_policy, &setup);
	assert_int_equal(mq_deadline_policy.write_limit(rig.state, false, BID_FOREGROUND), 256);
	rig_close(&rig);
	bid_settings_set(&setup.settings, "mq-async-depth", 75);
	rig_open(&rig, &mq_deadline_policy, &setup);
	assert_int_equal(mq_deadline_policy.write_limit(rig.state, false, BID_FOREGROUND), 192);
	assert_int_equal(mq_deadline_policy.write_limit(rig.state, true, BID_FOREGROUND), 192);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_batch_goes_upwards_and_then_starts_at_the_oldest),
		cmocka_unit_test(an_expired_read_waits_for_the_end_of_the_batch),
		cmocka_unit_test(writes_wait_for_two_batches_of_reads_and_no_longer),
		cmocka_unit_test(neighbours_merge_at_either_end_and_across_a_gap),
		cmocka_unit_test(a_merged_run_expires_with_its_oldest_member),
		cmocka_unit_test(no_run_grows_past_the_longest_request),
		cmocka_unit_test(writes_take_the_async_depth_and_all_of_the_queue_by_default),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
