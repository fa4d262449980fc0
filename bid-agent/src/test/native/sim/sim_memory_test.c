/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Memory is bounded by what is outstanding and by the window, however many processes there are; and
 * the histograms that stand for the latencies of all of them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "policies/rivals.h"
#include "sim_fixture.h"
#include "test_share.h"

enum { PROCESSES = 2000000, OUTSTANDING = 64, WINDOW = 4096, OWN_FIGURES = 128 };

/* Each process once, or half of them twice, as fast as they come. */
static int crowd_next(struct trace_source *source, struct trace_record *record)
{
	uint64_t i = source->counts.records++;

	if (i == test_share(PROCESSES))
		return 0;
	*record = (struct trace_record){.time_ns = i * FIXTURE_US,
					.process = i,
					.lba = i * 8 % FIXTURE_SECTORS,
					.sectors = 8,
					.flags = i % 2 ? BID_SYNC : 0};
	return 1;
}

static void crowd_of_processes_needs_no_more_than_queue_and_window(void **state)
{
	const uint64_t processes = test_share(PROCESSES);

	(void)state;
	for (int loop = SIM_OPEN_LOOP; loop <= SIM_CLOSED_LOOP; loop++) {
		struct sim_setup setup = fixture_setup(&noop_policy, (enum sim_loop)loop);
		struct trace_source source = {.next = crowd_next};
		struct sim_result *result;
		char error[256];

		setup.outstanding = OUTSTANDING;
		setup.processes_max = OWN_FIGURES;
		setup.window = WINDOW;
		assert_int_equal(sim_run(&setup, &source, NULL, &result, error, sizeof(error)), 0);
		assert_int_equal(result->requests, processes);
		assert_int_equal(result->process_count, OWN_FIGURES);
		assert_int_equal(result->other.requests, processes - OWN_FIGURES);
		/*
		 * Closed loop: those in the window, as records and processes; those before the
		 * queue and in it; and 65,536 idle ones that are remembered.
		 */
		if (loop == SIM_OPEN_LOOP)
			assert_true(result->nodes_peak <= OUTSTANDING + 2);
		else
			assert_true(result->nodes_peak <= 4 * WINDOW + 2 * OUTSTANDING + 65537);
		sim_result_free(result);
		fixture_close(&setup);
	}
}

static void mean_and_maximum_of_a_histogram_are_exact(void **state)
{
	struct sim_histogram histogram = {0};

	(void)state;
	assert_int_equal(sim_histogram_add(&histogram, 1), 0);
	assert_int_equal(sim_histogram_add(&histogram, 1000001), 0);
	assert_int_equal(sim_histogram_add(&histogram, UINT64_MAX), 0);
	assert_int_equal(histogram.count, 3);
	assert_int_equal(histogram.max_ns, UINT64_MAX);
	assert_int_equal(sim_histogram_quantile_ns(&histogram, 0.3), 1);
	assert_int_equal(sim_histogram_quantile_ns(&histogram, 1), UINT64_MAX);
	sim_histogram_free(&histogram);
}

static void percentiles_are_at_most_one_part_in_128_high(void **state)
{
	struct sim_histogram histogram = {0};
	uint64_t values = 100000;
	uint64_t step = 7919;

	(void)state;
	for (uint64_t i = 1; i <= values; i++)
		assert_int_equal(sim_histogram_add(&histogram, i * step), 0);
	for (int percent = 1; percent <= 100; percent++) {
		uint64_t exact = (uint64_t)percent * values / 100 * step;
		uint64_t found = sim_histogram_quantile_ns(&histogram, percent / 100.0);

		assert_true(found >= exact);
		assert_true(found <= exact + exact / 128 + 1);
	}
	sim_histogram_free(&histogram);
}

static void empty_histogram_has_no_latency(void **state)
{
	struct sim_histogram histogram = {0};

	(void)state;
	assert_int_equal(sim_histogram_quantile_ns(&histogram, 0.99), 0);
	assert_true(sim_histogram_mean_ns(&histogram) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(crowd_of_processes_needs_no_more_than_queue_and_window),
		cmocka_unit_test(mean_and_maximum_of_a_histogram_are_exact),
		cmocka_unit_test(percentiles_are_at_most_one_part_in_128_high),
		cmocka_unit_test(empty_histogram_has_no_latency),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
