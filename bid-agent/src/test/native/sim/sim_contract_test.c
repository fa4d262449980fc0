/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What the simulator finds out about policies that break their contract, and how it treats those
 * that do not: announcements in their place, the same run twice the same.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "policies/rivals.h"
#include "tested_policies.h"
#include "sim_fixture.h"
#include "test_random.h"

/* A queue of requests with a fault, chosen by which table is used. */
struct faulty_state {
	struct bid_link fifo;
	struct bid_request *last; /* dispatched */
	uint64_t now_ns;
};

static size_t faulty_state_bytes(const struct bid_setup *setup)
{
	(void)setup;
	return sizeof(struct faulty_state);
}

static int faulty_init(void *state, const struct bid_setup *setup)
{
	(void)setup;
	bid_list_init(&((struct faulty_state *)state)->fifo);
	return 0;
}

static int faulty_refuse(void *state, const struct bid_setup *setup)
{
	(void)state;
	(void)setup;
	return -EINVAL;
}

static void faulty_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct faulty_state *faulty = state;

	faulty->now_ns = now_ns;
	bid_list_append(&faulty->fifo, &request->link);
}

static struct bid_request *faulty_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct faulty_state *faulty = state;
	struct bid_link *first = tier == BID_TIER_HDD ? bid_list_take_first(&faulty->fifo) : NULL;

	faulty->now_ns = now_ns;
	if (first)
		faulty->last = bid_container_of(first, struct bid_request, link);
	return first ? faulty->last : NULL;
}

static struct bid_request *never_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	(void)tier;
	((struct faulty_state *)state)->now_ns = now_ns;
	return NULL;
}

static struct bid_request *dispatch_again(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct bid_request *request = faulty_dispatch(state, tier, now_ns);

	return request ? request : ((struct faulty_state *)state)->last;
}

static struct bid_request *dispatch_longer(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct bid_request *request = faulty_dispatch(state, tier, now_ns);

	if (request)
		request->run_sectors++;
	return request;
}

static struct bid_request *dispatch_past_end(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct bid_request *request = faulty_dispatch(state, tier, now_ns);

	if (request)
		request->run_lba = FIXTURE_SECTORS;
	return request;
}

static uint64_t next_nanosecond(const void *state, uint64_t now_ns)
{
	(void)now_ns;
	return ((const struct faulty_state *)state)->now_ns + 1;
}

static uint64_t in_the_past(const void *state, uint64_t now_ns)
{
	(void)state;
	(void)now_ns;
	return 0;
}

static const struct trace_record two_reads[] = {
	{.time_ns = 0, .process = 1, .lba = 0, .sectors = 8, .flags = BID_SYNC},
	{.time_ns = 0, .process = 2, .lba = 100, .sectors = 8, .flags = BID_SYNC},
};

static void expect_protocol_error(struct bid_policy policy, const char *message)
{
	struct sim_setup setup = fixture_setup(&policy, SIM_OPEN_LOOP);
	char error[256];

	policy.name = "faulty";
	policy.state_bytes = faulty_state_bytes;
	policy.insert = faulty_insert;
	if (!policy.init)
		policy.init = faulty_init;
	assert_int_equal(fixture_run_failing(&setup, two_reads, 2, error, sizeof(error)), -EPROTO);
	if (!strstr(error, message))
		fail_msg("'%s' is not in '%s'", message, error);
	fixture_close(&setup);
}

static void policy_that_holds_requests_for_ever_is_reported_as_stalled(void **state)
{
	(void)state;
	expect_protocol_error((struct bid_policy){.dispatch = never_dispatch}, "faulty stalled");
	expect_protocol_error(
		(struct bid_policy){.dispatch = never_dispatch, .next_timer_ns = in_the_past},
		"faulty stalled");
	expect_protocol_error(
		(struct bid_policy){.dispatch = never_dispatch, .next_timer_ns = next_nanosecond},
		"faulty stalled");
}

static void request_dispatched_twice_is_noticed(void **state)
{
	(void)state;
	expect_protocol_error((struct bid_policy){.dispatch = dispatch_again},
			      "a request that did not wait");
}

static struct bid_request *finish_last(void *state)
{
	struct faulty_state *faulty = state;
	struct bid_request *request = faulty->last;

	faulty->last = NULL;
	return request;
}

static void request_finished_twice_is_noticed(void **state)
{
	(void)state;
	/* Once as it is dispatched, once more when its run is done. */
	expect_protocol_error(
		(struct bid_policy){.dispatch = faulty_dispatch, .take_finished = finish_last},
		"finished a request twice");
}

static void run_that_is_not_what_its_members_are_is_noticed(void **state)
{
	(void)state;
	expect_protocol_error((struct bid_policy){.dispatch = dispatch_longer},
			      "a run of 9 sectors with 8 in it");
}

static void run_past_the_end_of_the_device_is_noticed(void **state)
{
	(void)state;
	expect_protocol_error((struct bid_policy){.dispatch = dispatch_past_end}, "past the end");
}

static void setup_that_a_policy_refuses_is_an_error(void **state)
{
	struct bid_policy policy = {.name = "faulty",
				    .state_bytes = faulty_state_bytes,
				    .init = faulty_refuse,
				    .insert = faulty_insert,
				    .dispatch = faulty_dispatch};
	struct sim_setup setup = fixture_setup(&policy, SIM_OPEN_LOOP);
	char error[256];

	(void)state;
	assert_int_equal(fixture_run_failing(&setup, two_reads, 2, error, sizeof(error)), -EINVAL);
	assert_non_null(strstr(error, "faulty refuses"));
	fixture_close(&setup);
}

static int broken_next(struct trace_source *source, struct trace_record *record)
{
	if (source->counts.records++ > 0) {
		strcpy(source->error, "trace.csv:2: not a number");
		return -EINVAL;
	}
	*record = two_reads[0];
	return 1;
}

static void error_of_the_source_is_passed_on(void **state)
{
	char error[256];
	struct sim_result *result;

	(void)state;
	for (int loop = SIM_OPEN_LOOP; loop <= SIM_CLOSED_LOOP; loop++) {
		struct sim_setup setup = fixture_setup(&noop_policy, (enum sim_loop)loop);
		struct trace_source source = {.next = broken_next};

		assert_int_equal(sim_run(&setup, &source, NULL, &result, error, sizeof(error)),
				 -EINVAL);
		assert_string_equal(error, "trace.csv:2: not a number");
		fixture_close(&setup);
	}
}

/* What a policy was told, in order: lba of requests and of announcements. */
static struct {
	uint64_t lba[16];
	size_t count;
} told;

static void telling_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	told.lba[told.count++] = request->lba;
	faulty_insert(state, request, now_ns);
}

static void telling_announce(void *state, const struct bid_announcement *announcement,
			     uint64_t now_ns)
{
	(void)state;
	(void)now_ns;
	assert_int_equal(announcement->stream, 1);
	assert_int_equal(announcement->sectors, 4096);
	told.lba[told.count++] = announcement->lba;
}

static void announcements_come_in_their_place_of_the_process(void **state)
{
	const struct bid_policy policy = {.name = "telling",
					  .state_bytes = faulty_state_bytes,
					  .init = faulty_init,
					  .insert = telling_insert,
					  .dispatch = faulty_dispatch,
					  .announce = telling_announce};
	struct trace_record records[] = {
		{.process = 1, .lba = 1, .sectors = 8, .flags = BID_SYNC},
		{.process = 1, .lba = 2, .sectors = 4096, .kind = TRACE_ANNOUNCEMENT},
		{.process = 1, .lba = 3, .sectors = 8, .flags = BID_SYNC},
		{.process = 1, .lba = 4, .sectors = 4096, .kind = TRACE_ANNOUNCEMENT},
		{.process = 1, .lba = 5, .sectors = 8, .op = BID_WRITE},
	};

	(void)state;
	for (int loop = SIM_OPEN_LOOP; loop <= SIM_CLOSED_LOOP; loop++) {
		struct sim_setup setup = fixture_setup(&policy, (enum sim_loop)loop);
		struct sim_result *result;

		told.count = 0;
		setup.outstanding = 1;
		result = fixture_run(&setup, records, 5, NULL);
		assert_int_equal(result->requests, 3);
		assert_int_equal(result->announcements, 2);
		assert_int_equal(told.count, 5);
		for (size_t i = 0; i < 5; i++)
			assert_int_equal(told.lba[i], i + 1);
		sim_result_free(result);
		fixture_close(&setup);
	}
}

static void equal_runs_give_equal_results(void **state)
{
	static struct trace_record records[1500];
	static struct finish_log log[2];
	struct test_random random = {.state = 42};

	(void)state;
	for (size_t i = 0; i < 1500; i++)
		records[i] = (struct trace_record){.time_ns = i / 4 * 300 * FIXTURE_US,
						   .process = test_random_below(&random, 9),
						   .lba = test_random_below(&random, 900000),
						   .sectors = 1 + test_random_below(&random, 1200),
						   .op = (uint8_t)test_random_below(&random, 2),
						   .flags = (uint8_t)test_random_below(&random, 2)};
	for (size_t i = 0; i < policies_under_test_count * 2; i++) {
		for (int run = 0; run < 2; run++) {
			struct sim_setup setup =
				fixture_setup(policies_under_test[i / 2], (enum sim_loop)(i % 2));

			sim_result_free(fixture_run(&setup, records, 1500, &log[run]));
			fixture_close(&setup);
		}
		assert_int_equal(log[0].count, log[1].count);
		assert_true(log[0].count >= 1500);
		assert_memory_equal(log[0].entry, log[1].entry,
				    log[0].count * sizeof(log[0].entry[0]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(policy_that_holds_requests_for_ever_is_reported_as_stalled),
		cmocka_unit_test(request_dispatched_twice_is_noticed),
		cmocka_unit_test(request_finished_twice_is_noticed),
		cmocka_unit_test(run_that_is_not_what_its_members_are_is_noticed),
		cmocka_unit_test(run_past_the_end_of_the_device_is_noticed),
		cmocka_unit_test(setup_that_a_policy_refuses_is_an_error),
		cmocka_unit_test(error_of_the_source_is_passed_on),
		cmocka_unit_test(announcements_come_in_their_place_of_the_process),
		cmocka_unit_test(equal_runs_give_equal_results),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
