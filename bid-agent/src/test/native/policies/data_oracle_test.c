/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: every policy with one command at a time and with 32, over random scenarios of
 * overlapping reads and writes, with an oracle that follows each sector (support/data_oracle.h).
 * The seed of what goes wrong is printed. With a seed in the environment (BID_TEST_SEED, which
 * --extended sets) many more scenarios are drawn, from there on. An argument chooses tests, as in
 * "bid-hdd*".
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tested_policies.h"
#include "policy_scenario.h"
#include "test_random.h"
#include "test_share.h"

#define SEEDS          600u
#define EXTENDED_SEEDS 20000u
#define REQUESTS       300u
#define TESTS_MAX      64u

struct t_case {
	const struct bid_policy *policy;
	uint32_t depth;
	char name[64];
};

static uint64_t t_first_seed = 1;
static uint64_t t_seeds;

static uint64_t t_below(void *context, uint64_t bound)
{
	return test_random_below(context, bound);
}

static void reads_get_what_was_written_last(void **state)
{
	const struct t_case *one = *state;
	uint64_t requests = 0;

	for (uint64_t seed = t_first_seed; seed < t_first_seed + t_seeds; seed++) {
		struct test_random random = {seed};
		const struct scenario_choices choices = {.below = t_below,
							 .context = &random,
							 .depth = one->depth,
							 .requests = REQUESTS};
		struct scenario_report report;

		scenario_run(one->policy, &choices, &report);
		if (report.error[0])
			fail_msg("%s, seed %llu, %s", one->name, (unsigned long long)seed,
				 report.error);
		requests += report.inserted;
	}
	assert_true(requests > t_seeds * REQUESTS / 4);
}

static void t_seeds_from_environment(void)
{
	const char *seed = getenv("BID_TEST_SEED");

	t_seeds = test_share(SEEDS);
	if (!seed)
		return;
	t_first_seed = strtoull(seed, NULL, 10);
	t_seeds = EXTENDED_SEEDS;
	print_message("scenarios from seed %llu on\n", (unsigned long long)t_first_seed);
}

int main(int argc, char **argv)
{
	static const uint32_t depths[] = {1, 32};
	static struct t_case cases[TESTS_MAX];
	/* Entries without a name are passed over. */
	struct CMUnitTest tests[TESTS_MAX] = {0};
	size_t count = 0;

	t_seeds_from_environment();
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	for (size_t i = 0; i < 2 * policies_under_test_count; i++, count++) {
		struct t_case *one = &cases[count];

		one->policy = policies_under_test[i / 2];
		one->depth = depths[i % 2];
		snprintf(one->name, sizeof(one->name), "%s at depth %u", one->policy->name,
			 one->depth);
		tests[count] = (struct CMUnitTest){.name = one->name,
						   .test_func = reads_get_what_was_written_last,
						   .initial_state = one};
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
