/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: every policy over thousands of random scenarios (support/policy_scenario.h says what
 * must hold), each twice, for what a policy decides may depend on nothing but what it is told. And
 * the scenarios over policies that are broken in one way each, for a check that finds nothing
 * proves nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bid/request_queue.h"
#include "tested_policies.h"
#include "policy_scenario.h"
#include "test_random.h"
#include "test_share.h"

#define SEEDS     800u
#define TESTS_MAX 16u

static uint64_t t_below(void *context, uint64_t bound)
{
	return test_random_below(context, bound);
}

static void t_run(const struct bid_policy *policy, uint64_t seed, struct scenario_report *report)
{
	struct test_random random = {seed};
	const struct scenario_choices choices = {.below = t_below, .context = &random};

	scenario_run(policy, &choices, report);
}

static void t_check_seed(const struct bid_policy *policy, uint64_t seed,
			 struct scenario_report *report)
{
	struct scenario_report again;

	t_run(policy, seed, report);
	if (report->error[0])
		fail_msg("%s, seed %llu, %s", policy->name, (unsigned long long)seed,
			 report->error);
	t_run(policy, seed, &again);
	if (again.order != report->order)
		fail_msg("%s, seed %llu: the same scenario in another order", policy->name,
			 (unsigned long long)seed);
}

static void t_print(const struct bid_policy *policy, uint32_t seeds,
		    const struct scenario_report *sum)
{
	print_message("%s, seeds 1 to %u: %u requests, %u merged, %u barriers, %u failed, %u "
		      "cancelled, %u runs of its own, %u for the SSD\n",
		      policy->name, seeds, sum->inserted, sum->merged, sum->barriers, sum->failed,
		      sum->cancelled, sum->inner, sum->ssd);
}

/* One test of this for each policy, with the policy's name. */
static void keeps_the_rules_in_random_scenarios(void **state)
{
	const struct bid_policy *policy = *state;
	struct scenario_report sum = {0};
	uint32_t refused = 0;
	const uint32_t seeds = (uint32_t)test_share(SEEDS);

	for (uint64_t seed = 1; seed <= seeds; seed++) {
		struct scenario_report report;

		t_check_seed(policy, seed, &report);
		sum.inserted += report.inserted;
		sum.merged += report.merged;
		sum.barriers += report.barriers;
		sum.inner += report.inner;
		sum.ssd += report.ssd;
		sum.failed += report.failed;
		sum.cancelled += report.cancelled;
		refused += report.refused;
	}
	t_print(policy, seeds, &sum);
	assert_in_range(sum.inserted, 5000, UINT32_MAX);
	assert_in_range(sum.merged, 100, sum.inserted);
	assert_in_range(sum.barriers, 100, sum.inserted);
	assert_in_range(sum.failed, 100, sum.inserted);
	assert_in_range(sum.cancelled, 100, sum.inserted);
	assert_in_range(refused, 0, seeds / 2);
}

/* ---- broken policies: noop, but for one thing ---- */

struct broken {
	struct bid_link fifo;
	struct bid_request *last; /* dispatched; NULL once anything is done */
	uint64_t asked_ns;
	uint32_t dispatched;
};

static size_t broken_state_bytes(const struct bid_setup *setup)
{
	(void)setup;
	return sizeof(struct broken);
}

static int broken_init(void *state, const struct bid_setup *setup)
{
	struct broken *broken = state;

	(void)setup;
	bid_list_init(&broken->fifo);
	return 0;
}

static void broken_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct broken *broken = state;

	(void)now_ns;
	bid_list_append(&broken->fifo, &request->link);
}

static struct bid_request *broken_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct broken *broken = state;
	struct bid_link *first = tier == BID_TIER_HDD ? bid_list_take_first(&broken->fifo) : NULL;

	(void)now_ns;
	if (!first)
		return NULL;
	broken->dispatched++;
	broken->last = bid_container_of(first, struct bid_request, link);
	return broken->last;
}

static void broken_completed(void *state, struct bid_request *head, uint64_t now_ns)
{
	struct broken *broken = state;

	(void)head;
	(void)now_ns;
	broken->last = NULL; /* the caller's again */
}

static struct bid_request *dispatch_losing_one(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct broken *broken = state;

	if (tier == BID_TIER_HDD && broken->dispatched == 3)
		bid_list_take_first(&broken->fifo);
	return broken_dispatch(state, tier, now_ns);
}

static struct bid_request *dispatch_twice(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct broken *broken = state;

	if (tier == BID_TIER_HDD && broken->last && broken->dispatched++ % 8 == 3)
		return broken->last;
	return broken_dispatch(state, tier, now_ns);
}

static struct bid_request *dispatch_elsewhere(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct bid_request *head = broken_dispatch(state, tier, now_ns);

	if (head)
		head->run_sectors++;
	return head;
}

/* Does not touch the disk for every fifth. */
static struct bid_request *take_what_was_not_served(void *state)
{
	struct broken *broken = state;
	struct bid_link *first;

	if (++broken->dispatched % 5)
		return NULL;
	first = bid_list_take_first(&broken->fifo);
	return first ? bid_container_of(first, struct bid_request, link) : NULL;
}

static struct bid_request *dispatch_never(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct broken *broken = state;

	(void)tier;
	broken->asked_ns = now_ns;
	return NULL;
}

static uint64_t timer_soon(const void *state, uint64_t now_ns)
{
	(void)now_ns;
	const struct broken *broken = state;

	return broken->asked_ns + 1;
}

static uint64_t timer_of_the_past(const void *state, uint64_t now_ns)
{
	(void)state;
	return now_ns;
}

/* What a policy is not told: as where its memory lies, but the same on every machine. */
static bool t_untold;

static struct bid_request *dispatch_by_what_is_untold(void *state, enum bid_tier tier,
						      uint64_t now_ns)
{
	struct broken *broken = state;
	struct bid_link *second = broken->fifo.next->next;

	if (t_untold && tier == BID_TIER_HDD && second != &broken->fifo) {
		bid_list_remove(second);
		return bid_container_of(second, struct bid_request, link);
	}
	return broken_dispatch(state, tier, now_ns);
}

static struct bid_policy t_broken(void)
{
	return (struct bid_policy){.name = "broken",
				   .state_bytes = broken_state_bytes,
				   .init = broken_init,
				   .insert = broken_insert,
				   .dispatch = broken_dispatch,
				   .completed = broken_completed};
}

/* Some scenario finds the fault and says so in these words. */
static void t_expect_found(const struct bid_policy *policy, const char *words)
{
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct scenario_report report;

		t_run(policy, seed, &report);
		if (strstr(report.error, words))
			return;
	}
	fail_msg("no scenario found: %s", words);
}

static void the_policy_that_the_broken_ones_differ_from_is_sound(void **state)
{
	const struct bid_policy policy = t_broken();
	const uint64_t seeds = test_share(SEEDS);

	(void)state;
	for (uint64_t seed = 1; seed <= seeds; seed++) {
		struct scenario_report report;

		t_check_seed(&policy, seed, &report);
	}
}

static void scenarios_find_each_fault(void **state)
{
	struct bid_policy policy = t_broken();

	(void)state;
	policy.dispatch = dispatch_losing_one;
	t_expect_found(&policy, "nothing to wait for");
	policy.dispatch = dispatch_twice;
	t_expect_found(&policy, "dispatched twice");
	policy.dispatch = dispatch_elsewhere;
	t_expect_found(&policy, "which nobody wants");
	policy.dispatch = dispatch_never;
	t_expect_found(&policy, "nothing to wait for");
	policy.next_timer_ns = timer_soon;
	t_expect_found(&policy, "timers that lead to nothing");
	policy = t_broken();
	policy.next_timer_ns = timer_of_the_past;
	t_expect_found(&policy, "a timer of the past");
	policy = t_broken();
	policy.take_finished = take_what_was_not_served;
	t_expect_found(&policy, "before sector");
}

static void scenarios_find_decisions_by_what_is_untold(void **state)
{
	struct bid_policy policy = t_broken();
	uint32_t differences = 0;

	(void)state;
	policy.dispatch = dispatch_by_what_is_untold;
	for (uint64_t seed = 1; seed <= SEEDS && differences == 0; seed++) {
		struct scenario_report first;
		struct scenario_report second;

		t_untold = false;
		t_run(&policy, seed, &first);
		t_untold = true;
		t_run(&policy, seed, &second);
		differences += first.order != second.order;
	}
	assert_in_range(differences, 1, SEEDS);
}

int main(void)
{
	/* Entries without a name are passed over. */
	struct CMUnitTest tests[TESTS_MAX] = {
		cmocka_unit_test(the_policy_that_the_broken_ones_differ_from_is_sound),
		cmocka_unit_test(scenarios_find_each_fault),
		cmocka_unit_test(scenarios_find_decisions_by_what_is_untold),
	};
	const size_t others = 3;

	for (size_t i = 0; i < policies_under_test_count; i++)
		tests[others + i] = (struct CMUnitTest){
			.name = policies_under_test[i]->name,
			.test_func = keeps_the_rules_in_random_scenarios,
			.initial_state = (void *)policies_under_test[i],
		};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
