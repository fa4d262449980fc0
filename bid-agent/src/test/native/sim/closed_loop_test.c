/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Closed loop: a process waits for its blocking requests and thinks between them. Times are told by
 * hand.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "policies/rivals.h"
#include "sim_fixture.h"

static struct trace_record blocking(uint64_t time_ns, uint64_t process, uint64_t latency_ns,
				    uint64_t lba, uint64_t sectors)
{
	return (struct trace_record){.time_ns = time_ns,
				     .process = process,
				     .latency_ns = latency_ns,
				     .op = BID_READ,
				     .flags = BID_SYNC,
				     .lba = lba,
				     .sectors = sectors};
}

static struct trace_record async(uint64_t time_ns, uint64_t process, uint64_t lba, uint64_t sectors)
{
	return (struct trace_record){.time_ns = time_ns,
				     .process = process,
				     .op = BID_WRITE,
				     .lba = lba,
				     .sectors = sectors};
}

/* Runs records through noop and returns when the one of that place was issued. */
static uint64_t issued_ns(const struct trace_record *records, size_t count, size_t place)
{
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_CLOSED_LOOP);
	struct finish_log log;
	uint64_t issued = BID_NEVER;

	sim_result_free(fixture_run(&setup, records, count, &log));
	fixture_close(&setup);
	for (size_t i = 0; i < log.count; i++) {
		if (log.entry[i].lba == records[place].lba)
			issued = log.entry[i].issued_ns;
	}
	assert_true(issued != BID_NEVER);
	return issued;
}

static void think_time_is_the_gap_less_the_traced_latency(void **state)
{
	struct trace_record records[] = {blocking(0, 1, 3 * FIXTURE_MS, 0, 10),
					 blocking(5 * FIXTURE_MS, 1, 0, 10, 10)};

	(void)state;
	assert_int_equal(issued_ns(records, 2, 1), 10 * FIXTURE_US + 2 * FIXTURE_MS);
}

static void think_time_is_the_whole_gap_when_no_latency_is_known(void **state)
{
	struct trace_record records[] = {blocking(0, 1, 0, 0, 10),
					 blocking(5 * FIXTURE_MS, 1, 0, 10, 10)};

	(void)state;
	assert_int_equal(issued_ns(records, 2, 1), 10 * FIXTURE_US + 5 * FIXTURE_MS);
}

static void think_time_is_never_negative(void **state)
{
	struct trace_record records[] = {blocking(0, 1, 3 * FIXTURE_MS, 0, 10),
					 blocking(FIXTURE_MS, 1, 0, 10, 10)};

	(void)state;
	assert_int_equal(issued_ns(records, 2, 1), 10 * FIXTURE_US);
}

static void overlapping_requests_think_from_the_last_that_came_back(void **state)
{
	struct trace_record records[] = {blocking(0, 1, 100 * FIXTURE_MS, 0, 10),
					 blocking(FIXTURE_MS, 1, FIXTURE_MS, 10, 10),
					 blocking(110 * FIXTURE_MS, 1, 0, 20, 10)};

	(void)state;
	assert_int_equal(issued_ns(records, 3, 2), 20 * FIXTURE_US + 10 * FIXTURE_MS);
}

static void async_requests_follow_at_their_gaps_without_waiting(void **state)
{
	struct trace_record records[] = {async(0, 1, 0, 1000), async(100 * FIXTURE_US, 1, 5000, 8),
					 blocking(300 * FIXTURE_US, 1, 0, 6000, 8)};

	(void)state;
	assert_int_equal(issued_ns(records, 3, 1), 100 * FIXTURE_US);
	assert_int_equal(issued_ns(records, 3, 2), 300 * FIXTURE_US);
}

static void async_after_blocking_starts_from_its_completion(void **state)
{
	struct trace_record records[] = {blocking(0, 1, FIXTURE_MS, 0, 10),
					 async(3 * FIXTURE_MS, 1, 10, 10),
					 async(4 * FIXTURE_MS, 1, 20, 10)};

	(void)state;
	assert_int_equal(issued_ns(records, 3, 1), 10 * FIXTURE_US + 2 * FIXTURE_MS);
	assert_int_equal(issued_ns(records, 3, 2), 10 * FIXTURE_US + 3 * FIXTURE_MS);
}

static void first_record_of_a_process_comes_at_its_trace_time(void **state)
{
	struct trace_record records[] = {blocking(0, 1, 0, 0, 10),
					 blocking(7 * FIXTURE_MS, 2, 0, 10, 10)};

	(void)state;
	assert_int_equal(issued_ns(records, 2, 1), 7 * FIXTURE_MS);
}

static void slow_device_delays_only_those_who_wait_for_it(void **state)
{
	struct trace_record records[] = {
		blocking(0, 1, 0, 0, 1000),
		blocking(0, 2, 0, 5000, 1000),
		blocking(0, 2, 0, 8000, 10),
		blocking(FIXTURE_US, 1, 0, 1000, 10),
	};

	(void)state;
	/* Process 1 goes on after 1 ms; process 2 after that, a move and its own. */
	assert_int_equal(issued_ns(records, 4, 3), FIXTURE_MS + FIXTURE_US);
	assert_int_equal(issued_ns(records, 4, 2), 3 * FIXTURE_MS);
}

static void latency_counts_from_issue(void **state)
{
	struct trace_record records[] = {blocking(0, 1, 0, 0, 1000), blocking(0, 1, 0, 1000, 500)};
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_CLOSED_LOOP);
	struct sim_result *result = fixture_run(&setup, records, 2, NULL);

	(void)state;
	assert_int_equal(result->latency[BID_READ].max_ns, FIXTURE_MS);
	assert_true(sim_histogram_mean_ns(&result->latency[BID_READ]) == 750e3);
	sim_result_free(result);
	fixture_close(&setup);
}

static void process_before_the_full_queue_goes_on_when_it_is_let_in(void **state)
{
	struct trace_record records[] = {async(0, 1, 0, 1000), async(0, 2, 1000, 100),
					 async(200 * FIXTURE_US, 2, 1100, 10)};
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_CLOSED_LOOP);
	struct finish_log log;
	struct sim_result *result;

	(void)state;
	setup.outstanding = 1;
	result = fixture_run(&setup, records, 3, &log);
	assert_int_equal(result->queue_full_waits, 1);
	assert_int_equal(log.entry[1].issued_ns, 0);
	assert_int_equal(log.entry[1].finished_ns, FIXTURE_MS + 100 * FIXTURE_US);
	/* Let in at 1 ms, 200 us to the next. */
	assert_int_equal(log.entry[2].issued_ns, FIXTURE_MS + 200 * FIXTURE_US);
	sim_result_free(result);
	fixture_close(&setup);
}

static void chains_without_think_time_end(void **state)
{
	static struct trace_record records[2000];
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_CLOSED_LOOP);
	struct sim_result *result;

	(void)state;
	for (size_t i = 0; i < 2000; i++)
		records[i] = blocking(0, i % 2, 0, i / 2 * 8 + i % 2 * 500000, 8);
	result = fixture_run(&setup, records, 2000, NULL);
	assert_int_equal(result->requests, 2000);
	assert_int_equal(result->last_completion_ns, 16000 * FIXTURE_US + 1999 * FIXTURE_MS);
	sim_result_free(result);
	fixture_close(&setup);
}

static void window_delays_what_is_read_late(void **state)
{
	struct trace_record records[] = {blocking(0, 1, 0, 0, 1000),
					 blocking(FIXTURE_US, 1, 0, 1000, 8),
					 blocking(2 * FIXTURE_US, 2, 0, 1008, 8)};
	struct sim_setup setup = fixture_setup(&noop_policy, SIM_CLOSED_LOOP);
	struct finish_log log;
	struct sim_result *result = fixture_run(&setup, records, 3, &log);

	(void)state;
	assert_int_equal(result->window_waits, 0);
	assert_int_equal(log.entry[1].issued_ns, 2 * FIXTURE_US);
	sim_result_free(result);
	/* The first process's second record fills the window until the first is served. */
	fixture_close(&setup);
	setup = fixture_setup(&noop_policy, SIM_CLOSED_LOOP);
	setup.window = 1;
	result = fixture_run(&setup, records, 3, &log);
	assert_int_equal(result->window_waits, 1);
	assert_int_equal(log.entry[2].stream, 2);
	assert_int_equal(log.entry[2].issued_ns, FIXTURE_MS + FIXTURE_US);
	sim_result_free(result);
	fixture_close(&setup);
}

static void announcements_are_not_waited_for(void **state)
{
	struct trace_record records[] = {blocking(0, 1, 0, 0, 10),
					 blocking(FIXTURE_MS, 1, 0, 100, 5000),
					 blocking(2 * FIXTURE_MS, 1, 0, 200, 10)};

	(void)state;
	records[1].kind = TRACE_ANNOUNCEMENT;
	assert_int_equal(issued_ns(records, 3, 2), 10 * FIXTURE_US + 2 * FIXTURE_MS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(think_time_is_the_gap_less_the_traced_latency),
		cmocka_unit_test(think_time_is_the_whole_gap_when_no_latency_is_known),
		cmocka_unit_test(think_time_is_never_negative),
		cmocka_unit_test(overlapping_requests_think_from_the_last_that_came_back),
		cmocka_unit_test(async_requests_follow_at_their_gaps_without_waiting),
		cmocka_unit_test(async_after_blocking_starts_from_its_completion),
		cmocka_unit_test(first_record_of_a_process_comes_at_its_trace_time),
		cmocka_unit_test(slow_device_delays_only_those_who_wait_for_it),
		cmocka_unit_test(latency_counts_from_issue),
		cmocka_unit_test(process_before_the_full_queue_goes_on_when_it_is_let_in),
		cmocka_unit_test(chains_without_think_time_end),
		cmocka_unit_test(window_delays_what_is_read_late),
		cmocka_unit_test(announcements_are_not_waited_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
