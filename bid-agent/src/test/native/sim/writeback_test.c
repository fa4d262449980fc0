/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The throttling of writeback, step by step, as Linux's block/blk-wbt.c does it.
 */
#include "writeback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MS     UINT64_C(1000000)
#define WINDOW (100 * MS)
#define TARGET (75 * MS)

static struct sim_writeback throttling(uint32_t depth, bool write_cache)
{
	struct device disk = {.profile = {.depth = depth},
			      .write_cache_sectors = write_cache ? 16384 : 0};
	struct sim_writeback writeback;

	sim_writeback_init(&writeback, TARGET, &disk);
	return writeback;
}

/* How many go in one after the other, all of them of that kind; they stay inside. */
static uint32_t fill(struct sim_writeback *writeback, bool sync, uint64_t now_ns)
{
	uint32_t count = 0;

	while (sim_writeback_allows(writeback, sync, UINT32_MAX, now_ns)) {
		sim_writeback_entered(writeback, true, false, now_ns);
		count++;
	}
	return count;
}

static void drain(struct sim_writeback *writeback, uint32_t count, uint64_t now_ns)
{
	while (count-- > 0)
		sim_writeback_finished(writeback, true, false, MS, now_ns);
}

static void read_finished(struct sim_writeback *writeback, uint64_t took_ns, uint64_t now_ns)
{
	sim_writeback_entered(writeback, false, true, now_ns - took_ns);
	sim_writeback_finished(writeback, false, true, took_ns, now_ns);
}

static void half_of_the_depth_and_all_of_it_for_who_is_waited_for(void **state)
{
	struct sim_writeback writeback = throttling(32, false);

	(void)state;
	assert_int_equal(fill(&writeback, false, 1), 8);
	assert_int_equal(fill(&writeback, true, 1), 8);
	assert_int_equal(writeback.inflight, 16);
}

static void only_reads_make_it_a_quarter(void **state)
{
	struct sim_writeback writeback = throttling(32, false);

	(void)state;
	drain(&writeback, fill(&writeback, true, MS), 2 * MS);
	assert_int_equal(fill(&writeback, false, 3 * MS), 8);
	drain(&writeback, 8, 4 * MS);
	read_finished(&writeback, MS, 5 * MS);
	assert_int_equal(fill(&writeback, false, 6 * MS), 4);
}

static void sleepers_wake_when_the_depth_grows(void **state)
{
	struct sim_writeback writeback = throttling(32, true);

	(void)state;
	assert_int_equal(fill(&writeback, false, MS), 8);
	/* With a write cache none goes in before all are done, whoever asks. */
	drain(&writeback, 7, 2 * MS);
	assert_false(sim_writeback_allows(&writeback, false, UINT32_MAX, 3 * MS));
	assert_false(sim_writeback_allows(&writeback, true, UINT32_MAX, 3 * MS));
	/* But a window of writes alone makes the depth 24, and all are woken. */
	assert_int_equal(fill(&writeback, false, WINDOW), 11);
}

/* A window in which nothing happens that says anything. */
static void pass_windows(struct sim_writeback *writeback, uint32_t count, uint64_t *now_ns)
{
	while (count-- > 0) {
		*now_ns += WINDOW;
		sim_writeback_allows(writeback, true, UINT32_MAX, *now_ns);
	}
}

/* Slow reads beside some writes: one step down. */
static void violate(struct sim_writeback *writeback, uint64_t *now_ns)
{
	for (int i = 0; i < 3; i++)
		sim_writeback_entered(writeback, true, false, *now_ns);
	drain(writeback, 3, *now_ns);
	read_finished(writeback, TARGET + MS, *now_ns);
	pass_windows(writeback, 1, now_ns);
}

static void each_step_back_takes_five_windows_of_silence(void **state)
{
	struct sim_writeback writeback = throttling(32, false);
	uint64_t now_ns = TARGET + 2 * MS;

	(void)state;
	violate(&writeback, &now_ns);
	violate(&writeback, &now_ns);
	assert_int_equal(writeback.scale_step, 2);
	pass_windows(&writeback, 4, &now_ns);
	assert_int_equal(writeback.scale_step, 2);
	pass_windows(&writeback, 1, &now_ns);
	assert_int_equal(writeback.scale_step, 1);
	pass_windows(&writeback, 4, &now_ns);
	assert_int_equal(writeback.scale_step, 1);
	pass_windows(&writeback, 1, &now_ns);
	assert_int_equal(writeback.scale_step, 0);
}

static void growing_beyond_the_most_is_no_news(void **state)
{
	struct sim_writeback writeback = throttling(1, false);
	uint64_t now_ns = MS;

	(void)state;
	/* A window of writes: the most of a disk that takes one at a time. */
	drain(&writeback, fill(&writeback, true, now_ns), now_ns);
	pass_windows(&writeback, 1, &now_ns);
	assert_int_equal(writeback.scale_step, -1);
	pass_windows(&writeback, 4, &now_ns);
	/* Another one cannot grow, and does not begin the count of silent ones anew. */
	drain(&writeback, fill(&writeback, true, now_ns), now_ns);
	pass_windows(&writeback, 1, &now_ns);
	assert_int_equal(writeback.scale_step, -1);
	pass_windows(&writeback, 1, &now_ns);
	assert_int_equal(writeback.scale_step, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(half_of_the_depth_and_all_of_it_for_who_is_waited_for),
		cmocka_unit_test(only_reads_make_it_a_quarter),
		cmocka_unit_test(sleepers_wake_when_the_depth_grows),
		cmocka_unit_test(each_step_back_takes_five_windows_of_silence),
		cmocka_unit_test(growing_beyond_the_most_is_no_news),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
