/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * BID as published: algorithms 1 and 2 of Mishra 2018 and the tag-pressure rule.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define READ_FLAGS BID_SYNC

/* The names of what was dispatched, in order, as in "B1 B2 A1". */
struct order {
	char text[1024];
	const char *names[64];
	struct driver *driver;
};

static void note_order(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct order *order = driver->context;

	(void)tier;
	for (; head; head = head->merged) {
		struct driver_request *mine =
			bid_container_of(head, struct driver_request, request);

		if (order->text[0])
			strcat(order->text, " ");
		strcat(order->text, order->names[mine - driver->requests]);
	}
}

static struct driver *open_with_order(struct bid_setup *setup, const struct bid_policy *policy,
				      struct order *order)
{
	struct driver *driver = driver_open(policy, setup, 64);

	*order = (struct order){.driver = driver};
	driver->context = order;
	driver->on_dispatched = note_order;
	return driver;
}

static struct driver_request *submit_named(struct driver *driver, const char *name, uint64_t stream,
					   enum bid_op op, uint64_t lba, uint32_t sectors)
{
	struct order *order = driver->context;

	order->names[driver->count] = name;
	return driver_submit(driver, stream, op, lba, sectors, op == BID_READ ? READ_FLAGS : 0);
}

static void submit_worked_example(struct driver *driver, char names[][8])
{
	FILE *file = fopen(TEST_DATA "/bid-worked-example.csv", "r");
	char line[256];
	int count = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		unsigned long lba, sectors;
		char process, op;

		if (line[0] == '#')
			continue;
		assert_int_equal(sscanf(line, "%*d,%7[^,],%c,%lu,%lu,%c", names[count], &process,
					&lba, &sectors, &op),
				 5);
		submit_named(driver, names[count], (uint64_t)process,
			     op == 'R' ? BID_READ : BID_WRITE, lba, (uint32_t)sectors);
		count++;
	}
	fclose(file);
	assert_int_equal(count, 12);
}

static void run_worked_example(const struct bid_policy *policy, uint64_t merge, char *text)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;
	struct order order;
	char names[12][8];

	bid_settings_set(&setup.settings, "merge", merge);
	setup.device[BID_TIER_HDD].sectors = 10000;
	driver = open_with_order(&setup, policy, &order);
	submit_worked_example(driver, names);
	driver_run_to_end(driver);
	strcpy(text, order.text);
	if (merge)
		assert_int_equal(driver->device[BID_TIER_HDD].runs, 1 + 6 + 2);
	else
		assert_int_equal(driver->device[BID_TIER_HDD].runs, 12);
	driver_close(driver);
}

static void worked_example_leaves_each_process_whole(void **state)
{
	char text[1024];

	(void)state;
	run_worked_example(&bid_published_policy, 0, text);
	assert_string_equal(text, "B1 B2 B3 B4 A1 A2 A3 A4 A5 A6 C1 C2");
	run_worked_example(&bid_published_policy, 1, text);
	assert_string_equal(text, "B1 B2 B3 B4 A1 A2 A3 A4 A5 A6 C1 C2");
}

static void worked_example_leaves_each_process_whole_in_one_sweep(void **state)
{
	char text[1024];

	(void)state;
	/* All is there at once: the sweep starts at the disk's beginning. */
	run_worked_example(&bid_hdd_policy, 0, text);
	assert_string_equal(text, "A1 A2 A3 A4 A5 A6 C1 C2 B1 B2 B3 B4");
	run_worked_example(&bid_hdd_policy, 1, text);
	assert_string_equal(text, "A1 A2 A3 A4 A5 A6 C1 C2 B1 B2 B3 B4");
}

static void a_lone_request_leaves_after_the_default_wait(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct order order;
	struct driver *driver = open_with_order(&setup, &bid_published_policy, &order);

	(void)state;
	submit_named(driver, "a", 1, BID_READ, 1000, 8);
	driver_run_until(driver, 6 * DRIVER_MS - 1);
	assert_string_equal(order.text, "");
	driver_run_until(driver, 6 * DRIVER_MS);
	assert_string_equal(order.text, "a");
	driver_run_to_end(driver);
	driver_close(driver);
}

static void the_wait_is_the_linearly_weighted_mean_of_the_last_gaps(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct order order;
	struct driver *driver = open_with_order(&setup, &bid_published_policy, &order);

	(void)state;
	/* Gaps of 3, then 6 ms: (1*3 + 2*6) / 3 = 5 ms after the last request, at 9 ms. */
	bid_settings_set(&setup.settings, "merge", 0);
	submit_named(driver, "a", 1, BID_WRITE, 1000, 8);
	driver_run_until(driver, 3 * DRIVER_MS);
	submit_named(driver, "b", 1, BID_WRITE, 5000, 8);
	driver_run_until(driver, 5999999);
	assert_string_equal(order.text, "");
	driver_run_until(driver, 6 * DRIVER_MS);
	assert_string_equal(order.text, "a");
	driver_run_to_end(driver);
	driver_close(driver);
}

static void the_wait_remembers_k_gaps_and_no_more(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;
	struct order order;
	uint64_t at = 0;

	(void)state;
	bid_settings_set(&setup.settings, "wait-history", 2);
	driver = open_with_order(&setup, &bid_published_policy, &order);
	/* Gaps of 5, 4, 4 ms: with k = 2 the first is forgotten and the wait is 4 ms. */
	submit_named(driver, "a", 1, BID_WRITE, 1000, 8);
	driver_run_until(driver, at += 5 * DRIVER_MS);
	submit_named(driver, "b", 1, BID_WRITE, 2000, 8);
	driver_run_until(driver, at += 4 * DRIVER_MS);
	submit_named(driver, "c", 1, BID_WRITE, 3000, 8);
	driver_run_until(driver, at += 4 * DRIVER_MS);
	submit_named(driver, "d", 1, BID_WRITE, 4000, 8);
	driver_run_until(driver, at + 4 * DRIVER_MS - 1);
	assert_string_equal(order.text, "");
	driver_run_until(driver, at + 4 * DRIVER_MS);
	assert_string_equal(order.text, "a");
	driver_run_to_end(driver);
	assert_string_equal(order.text, "a b c d");
	driver_close(driver);
}

static void note_first_time(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	uint64_t *first_ns = driver->context;

	(void)head;
	(void)tier;
	if (*first_ns == 0)
		*first_ns = driver->now_ns;
}

/* Requests that come ever sooner after each other, so that the wait timer never expires. */
static uint64_t first_dispatch_of_busy_stream(enum bid_op op)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;
	uint64_t first_ns = 0, gap_ns = 3 * DRIVER_MS, at = 0, lba = 0;

	setup.max_outstanding = 100000;
	driver = driver_open(&bid_published_policy, &setup, 10000);
	driver->context = &first_ns;
	driver->on_dispatched = note_first_time;
	while (first_ns == 0) {
		assert_non_null(
			driver_submit(driver, 1, op, lba, 8, op == BID_READ ? BID_SYNC : 0));
		lba += 100;
		gap_ns -= 500;
		driver_run_until(driver, at += gap_ns);
	}
	driver_run_to_end(driver);
	driver_close(driver);
	return first_ns;
}

static void a_busy_stream_of_writes_leaves_at_its_deadline(void **state)
{
	(void)state;
	assert_int_equal(first_dispatch_of_busy_stream(BID_WRITE), 5000 * DRIVER_MS);
}

static void a_blocking_read_cuts_the_deadline_to_half_a_second(void **state)
{
	(void)state;
	assert_int_equal(first_dispatch_of_busy_stream(BID_READ), 500 * DRIVER_MS);
}

static void queues_leave_in_the_order_of_marking_and_by_address_inside(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct order order;
	struct driver *driver = open_with_order(&setup, &bid_published_policy, &order);

	(void)state;
	submit_named(driver, "a3", 1, BID_READ, 9000, 8);
	submit_named(driver, "b2", 2, BID_READ, 500, 8);
	submit_named(driver, "b1", 2, BID_READ, 100, 8);
	submit_named(driver, "a1", 1, BID_READ, 7000, 8);
	submit_named(driver, "a2", 1, BID_READ, 8000, 8);
	driver_run_to_end(driver);
	assert_string_equal(order.text, "a1 a2 a3 b1 b2");
	driver_close(driver);
}

static void requests_behind_a_mark_wait_for_the_end_of_the_flush(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct order order;
	struct driver *driver = open_with_order(&setup, &bid_published_policy, &order);

	(void)state;
	submit_named(driver, "a1", 1, BID_READ, 1000, 8);
	submit_named(driver, "a3", 1, BID_READ, 3000, 8);
	submit_named(driver, "b1", 2, BID_READ, 9000, 8);
	driver_run_until(driver, 7 * DRIVER_MS);
	/* a1 is with the disk and both queues are marked; a2 would fit between a1 and a3. */
	assert_string_equal(order.text, "a1");
	submit_named(driver, "a2", 1, BID_READ, 2000, 8);
	driver_run_to_end(driver);
	assert_string_equal(order.text, "a1 a3 b1 a2");
	driver_close(driver);
}

static void history_dies_with_its_queue(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct order order;
	struct driver *driver = open_with_order(&setup, &bid_published_policy, &order);

	(void)state;
	submit_named(driver, "a", 1, BID_WRITE, 1000, 8);
	driver_run_until(driver, DRIVER_MS);
	submit_named(driver, "b", 1, BID_WRITE, 2000, 8);
	/* Gap and hence wait of 1 ms: all is over long before 100 ms. */
	driver_run_until(driver, 100 * DRIVER_MS);
	assert_string_equal(order.text, "a b");
	submit_named(driver, "c", 1, BID_WRITE, 3000, 8);
	driver_run_until(driver, 106 * DRIVER_MS - 1);
	assert_string_equal(order.text, "a b");
	driver_run_until(driver, 106 * DRIVER_MS);
	assert_string_equal(order.text, "a b c");
	driver_run_to_end(driver);
	driver_close(driver);
}

static void a_full_request_queue_marks_the_oldest_staging_queue(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;
	struct order order;

	(void)state;
	setup.max_outstanding = 8;
	driver = open_with_order(&setup, &bid_published_policy, &order);
	submit_named(driver, "a", 1, BID_WRITE, 1000, 8);
	driver_run_until(driver, 1);
	for (uint64_t i = 0; i < 4; i++)
		submit_named(driver, "b", 2, BID_WRITE, 10000 + 100 * i, 8);
	driver_run_until(driver, 2);
	assert_string_equal(order.text, "");
	submit_named(driver, "c", 3, BID_WRITE, 500, 8);
	driver_run_until(driver, 3);
	assert_string_equal(order.text, "a");
	driver_run_to_end(driver);
	driver_close(driver);
}

static void a_barrier_leaves_no_write_staged(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct order order;
	struct driver *driver = open_with_order(&setup, &bid_published_policy, &order);

	(void)state;
	submit_named(driver, "a", 1, BID_WRITE, 1000, 8);
	submit_named(driver, "b", 2, BID_WRITE, 2000, 8);
	submit_named(driver, "read", 4, BID_READ, 3000, 8);
	driver_run_until(driver, 1);
	assert_string_equal(order.text, "");
	order.names[driver->count] = "flush";
	driver_submit(driver, 3, BID_WRITE, 0, 0, BID_BARRIER);
	driver_run_until(driver, 2);
	assert_string_equal(order.text, "a");
	driver_run_to_end(driver);
	assert_string_equal(order.text, "a b read");
	driver_close(driver);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(worked_example_leaves_each_process_whole),
		cmocka_unit_test(worked_example_leaves_each_process_whole_in_one_sweep),
		cmocka_unit_test(a_lone_request_leaves_after_the_default_wait),
		cmocka_unit_test(the_wait_is_the_linearly_weighted_mean_of_the_last_gaps),
		cmocka_unit_test(the_wait_remembers_k_gaps_and_no_more),
		cmocka_unit_test(a_busy_stream_of_writes_leaves_at_its_deadline),
		cmocka_unit_test(a_blocking_read_cuts_the_deadline_to_half_a_second),
		cmocka_unit_test(queues_leave_in_the_order_of_marking_and_by_address_inside),
		cmocka_unit_test(requests_behind_a_mark_wait_for_the_end_of_the_flush),
		cmocka_unit_test(history_dies_with_its_queue),
		cmocka_unit_test(a_full_request_queue_marks_the_oldest_staging_queue),
		cmocka_unit_test(a_barrier_leaves_no_write_staged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
