/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Deadline as the source describes it, beyond its example (peers_worked_example_test.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "policy_rig.h"

static void open_rig(struct policy_rig *rig)
{
	struct bid_setup setup;

	rig_setup_default(&setup, 64);
	rig_open(rig, &deadline_policy, &setup);
}

static void assert_serves(struct policy_rig *rig, uint64_t lba)
{
	struct bid_request *head = rig_serve(rig, RIG_MS);

	assert_non_null(head);
	assert_int_equal(head->run_lba, lba);
}

static void what_has_expired_goes_before_what_is_next_in_order(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig);
	rig_insert(&rig, 1, BID_READ, 9000, 8);
	rig.now_ns += 499 * RIG_MS;
	rig_insert(&rig, 2, BID_READ, 1000, 8);
	rig_insert(&rig, 2, BID_READ, 2000, 8);
	assert_serves(&rig, 1000); /* at 499 ms */
	assert_serves(&rig, 9000); /* at 500 ms */
	/* The sweep goes on where it was. */
	rig_insert(&rig, 3, BID_READ, 500, 8);
	assert_serves(&rig, 2000);
	assert_serves(&rig, 500);
	rig_close(&rig);
}

static void when_all_has_expired_it_is_first_in_first_out(void **unused)
{
	static const uint64_t lbas[] = {7000, 1000, 5000, 3000};
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig);
	for (size_t i = 0; i < 4; i++)
		rig_insert(&rig, 1, BID_READ, lbas[i], 8);
	rig.now_ns += 500 * RIG_MS;
	for (size_t i = 0; i < 4; i++)
		assert_serves(&rig, lbas[i]);
	rig_close(&rig);
}

static void a_write_expires_ten_times_later_than_a_read(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig);
	rig_insert(&rig, 1, BID_WRITE, 9000, 8);
	rig.now_ns += 4998 * RIG_MS;
	for (uint64_t i = 1; i <= 4; i++)
		rig_insert(&rig, 2, BID_READ, 1000 * i, 8);
	assert_serves(&rig, 1000);
	assert_serves(&rig, 2000);
	assert_serves(&rig, 9000);
	assert_serves(&rig, 3000);
	rig_close(&rig);
}

static void writes_wait_for_two_batches_of_reads_and_no_longer(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig);
	rig_insert(&rig, 1, BID_WRITE, 10, 8);
	for (uint64_t i = 0; i < 48; i++)
		rig_insert(&rig, 2, BID_READ, 1000 + 100 * i, 8);
	for (uint64_t i = 0; i < 32; i++)
		assert_serves(&rig, 1000 + 100 * i);
	assert_serves(&rig, 10);
	assert_serves(&rig, 1000 + 100 * 32);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_has_expired_goes_before_what_is_next_in_order),
		cmocka_unit_test(when_all_has_expired_it_is_first_in_first_out),
		cmocka_unit_test(a_write_expires_ten_times_later_than_a_read),
		cmocka_unit_test(writes_wait_for_two_batches_of_reads_and_no_longer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
