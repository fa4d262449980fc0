/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * CFQ: what a round takes and in which order it leaves. The example is peers_worked_example_test.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "policy_rig.h"

#define PROCESSES 10000u

static void open_rig(struct policy_rig *rig, uint64_t quantum, uint32_t max_outstanding)
{
	struct bid_setup setup;

	rig_setup_default(&setup, max_outstanding);
	bid_settings_set(&setup.settings, "cfq-quantum", quantum);
	rig_open(rig, &cfq_policy, &setup);
}

static void assert_serves(struct policy_rig *rig, uint64_t lba)
{
	struct bid_request *head = rig_serve(rig, RIG_MS);

	assert_non_null(head);
	assert_int_equal(head->run_lba, lba);
}

static void a_round_is_a_quantum_of_each_process_sorted_by_address(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 2, 64);
	for (uint64_t i = 0; i < 3; i++) {
		rig_insert(&rig, 2, BID_READ, 2000 + 8 * i, 8);
		rig_insert(&rig, 1, BID_READ, 1000 + 8 * i, 8);
	}
	assert_serves(&rig, 1000);
	assert_serves(&rig, 1008);
	assert_serves(&rig, 2000);
	assert_serves(&rig, 2008);
	assert_serves(&rig, 1016);
	assert_serves(&rig, 2016);
	assert_null(rig_serve(&rig, RIG_MS));
	rig_close(&rig);
}

static void what_comes_during_a_round_waits_for_the_next(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 4, 64);
	rig_insert(&rig, 1, BID_READ, 1000, 8);
	rig_insert(&rig, 2, BID_READ, 3000, 8);
	assert_serves(&rig, 1000);
	rig_insert(&rig, 3, BID_READ, 2000, 8);
	assert_serves(&rig, 3000);
	assert_serves(&rig, 2000);
	rig_close(&rig);
}

static void asynchronous_writes_of_all_processes_share_one_quantum(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 2, 64);
	rig_insert(&rig, 1, BID_WRITE, 100, 8);
	rig_insert(&rig, 2, BID_WRITE, 200, 8);
	rig_insert(&rig, 3, BID_WRITE, 300, 8);
	rig_insert(&rig, 4, BID_READ, 5000, 8);
	assert_serves(&rig, 100);
	assert_serves(&rig, 200);
	assert_serves(&rig, 5000);
	assert_serves(&rig, 300);
	rig_close(&rig);
}

static void a_deep_queue_gives_its_quantum_wherever_it_lies(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 2, 64);
	for (uint64_t i = 1; i <= 3; i++)
		rig_insert(&rig, 1, BID_READ, 10000 * i, 8);
	rig_insert(&rig, 2, BID_READ, 25000, 8);
	assert_serves(&rig, 10000);
	assert_serves(&rig, 20000);
	assert_serves(&rig, 25000);
	assert_serves(&rig, 30000);
	rig_close(&rig);
}

static void a_shallow_queue_gives_only_what_lies_together(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 2, 64);
	rig_insert(&rig, 1, BID_READ, 10000, 8);
	rig_insert(&rig, 1, BID_READ, 20000, 8);
	rig_insert(&rig, 2, BID_READ, 25000, 8);
	rig_insert(&rig, 2, BID_READ, 25010, 8);
	assert_serves(&rig, 10000);
	assert_serves(&rig, 25000);
	assert_serves(&rig, 25010);
	assert_serves(&rig, 20000);
	rig_close(&rig);
}

static void a_queue_goes_on_where_its_last_turn_ended(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 1, 64);
	rig_insert(&rig, 1, BID_READ, 1000, 8);
	rig_insert(&rig, 1, BID_READ, 2000, 8);
	assert_serves(&rig, 1000);
	rig_insert(&rig, 1, BID_READ, 500, 8);
	assert_serves(&rig, 2000);
	assert_serves(&rig, 500);
	rig_close(&rig);
}

static void ten_thousand_processes_each_get_their_turn(void **unused)
{
	struct policy_rig rig;

	(void)unused;
	open_rig(&rig, 1, 2 * PROCESSES);
	for (uint64_t process = 1; process <= PROCESSES; process++) {
		rig_insert(&rig, process, BID_READ, process * 1000, 8);
		rig_insert(&rig, process, BID_READ, process * 1000 + 8, 8);
	}
	for (uint64_t round = 0; round < 2; round++)
		for (uint64_t process = 1; process <= PROCESSES; process++)
			assert_serves(&rig, process * 1000 + 8 * round);
	assert_null(rig_serve(&rig, RIG_MS));
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_round_is_a_quantum_of_each_process_sorted_by_address),
		cmocka_unit_test(what_comes_during_a_round_waits_for_the_next),
		cmocka_unit_test(asynchronous_writes_of_all_processes_share_one_quantum),
		cmocka_unit_test(a_deep_queue_gives_its_quantum_wherever_it_lies),
		cmocka_unit_test(a_shallow_queue_gives_only_what_lies_together),
		cmocka_unit_test(a_queue_goes_on_where_its_last_turn_ended),
		cmocka_unit_test(ten_thousand_processes_each_get_their_turn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
