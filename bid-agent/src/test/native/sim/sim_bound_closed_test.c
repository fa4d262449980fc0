/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The bound of a closed loop against the best of all schedules of small cases: a few processes,
 * each of which asks for its next piece when it has had the one before and has thought.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "sim/bound.h"
#include "sim_fixture.h"
#include "test_random.h"

enum { PROCESSES = 3, EACH = 2, PIECES = PROCESSES * EACH, CASES = 24 };

struct loop_case {
	struct trace_record records[PIECES]; /* by process, then in order */
	int32_t write_cache;
};

struct search {
	const struct loop_case *loop;
	uint32_t order[PIECES]; /* of processes */
	uint32_t taken[PROCESSES];
	uint64_t least_ns;
};

static struct device *open_small(int32_t write_cache)
{
	struct device_options options = {
		.ncq_depth = 1, .write_cache = write_cache, .read_ahead = -1};
	struct device *device;
	char error[256];

	if (device_open(TEST_DATA "/small.disk", &options, &device, error, sizeof(error)) < 0)
		fail_msg("%s", error);
	return device;
}

static uint64_t serve(struct device *device, const struct trace_record *record, uint64_t now_ns)
{
	struct bid_request request = {
		.lba = record->lba, .sectors = (uint32_t)record->sectors, .op = record->op};

	bid_request_init(&request);
	device->ops->submit(device, &request, now_ns);
	now_ns = device->ops->next_completion_ns(device);
	assert_ptr_equal(device->ops->complete(device, now_ns), &request);
	return now_ns;
}

/* The time of that order on a disk that nobody has used, each piece as soon as it may be. */
static uint64_t time_of_order(const struct search *search)
{
	struct device *device = open_small(search->loop->write_cache);
	uint64_t done_ns[PROCESSES] = {0};
	uint32_t at[PROCESSES] = {0};
	uint64_t now_ns = 0;

	for (uint32_t i = 0; i < PIECES; i++) {
		uint32_t process = search->order[i];
		uint32_t piece = process * EACH + at[process];
		const struct trace_record *record = &search->loop->records[piece];
		uint64_t thought_ns = done_ns[process] + record->time_ns;

		if (at[process]++ > 0)
			thought_ns -= record[-1].time_ns;
		now_ns = serve(device, record, now_ns > thought_ns ? now_ns : thought_ns);
		done_ns[process] = now_ns;
	}
	device->ops->close(device);
	return now_ns;
}

static void search_orders(struct search *search, uint32_t count)
{
	uint64_t took_ns;

	for (uint32_t process = 0; count < PIECES && process < PROCESSES; process++) {
		if (search->taken[process] == EACH)
			continue;
		search->taken[process]++;
		search->order[count] = process;
		search_orders(search, count + 1);
		search->taken[process]--;
	}
	if (count < PIECES)
		return;
	took_ns = time_of_order(search);
	if (took_ns < search->least_ns)
		search->least_ns = took_ns;
}

static int by_time(const struct trace_record *a, const struct trace_record *b)
{
	return a->time_ns < b->time_ns ? -1 : a->time_ns > b->time_ns;
}

/* The bound reads records in the order of their times, as a trace has them. */
static struct sim_bound bound_of(const struct loop_case *loop)
{
	struct device *disk = open_small(loop->write_cache);
	struct sim_bound_setup setup = {.device = {disk}, .loop = SIM_CLOSED_LOOP};
	struct trace_record sorted[PIECES];
	struct record_list list;
	struct sim_bound bound;
	char error[256];

	for (uint32_t i = 0; i < PIECES; i++) {
		uint32_t to = i;

		while (to > 0 && by_time(&sorted[to - 1], &loop->records[i]) > 0) {
			sorted[to] = sorted[to - 1];
			to--;
		}
		sorted[to] = loop->records[i];
	}
	record_list_open(&list, sorted, PIECES);
	assert_int_equal(sim_bound_compute(&setup, &list.source, &bound, error, sizeof(error)), 0);
	disk->ops->close(disk);
	return bound;
}

/* Short thoughts make the disk what is waited for, long ones the processes. */
static struct loop_case make_case(uint64_t seed)
{
	struct test_random random = {.state = seed};
	uint64_t span = seed % 3 == 0 ? 7000 : seed % 3 == 1 ? 250 : 1000;
	uint64_t think_ns = (seed % 4) * 60 * FIXTURE_MS + 1;
	struct loop_case loop = {.write_cache = seed % 5 == 0};

	for (uint32_t i = 0; i < PIECES; i++) {
		uint64_t since_ns = i % EACH == 0 ? 0 : loop.records[i - 1].time_ns;

		loop.records[i] = (struct trace_record){
			.time_ns =
				i % EACH == 0 ? 0 : since_ns + test_random_below(&random, think_ns),
			.process = i / EACH,
			.flags = BID_SYNC,
			.lba = test_random_below(&random, span),
			.sectors = 1 + test_random_below(&random, 60),
			.op = (uint8_t)test_random_below(&random, 2),
		};
	}
	return loop;
}

static void the_best_of_all_schedules_is_not_faster_than_the_bound(void **state)
{
	uint32_t by_thinking = 0;
	uint32_t near = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= CASES; seed++) {
		struct loop_case loop = make_case(seed);
		struct search search = {.loop = &loop, .least_ns = UINT64_MAX};
		struct sim_bound bound = bound_of(&loop);

		search_orders(&search, 0);
		if (search.least_ns < bound.bound_ns)
			fail_msg("seed %" PRIu64 ": the best schedule takes %" PRIu64
				 " ns, the bound is %" PRIu64,
				 seed, search.least_ns, bound.bound_ns);
		by_thinking += bound.process_ns > bound.media_ns;
		near += bound.bound_ns > search.least_ns / 10 * 8;
	}
	/* Both of what it is made of are tried, and one of them comes near. */
	assert_in_range(by_thinking, CASES / 8, CASES * 7 / 8);
	assert_true(near > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_best_of_all_schedules_is_not_faster_than_the_bound),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
