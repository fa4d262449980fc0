/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Tables of tunables, and settings that are read by them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "policy_driver.h"
#include "tested_policies.h"

static const struct bid_tunable *find(const struct bid_policy *policy, const char *name)
{
	const struct bid_tunable *found = NULL;

	for (size_t i = 0; !found && policy->tunables[i]; i++)
		found = bid_tunable_find(policy->tunables[i], name);
	return found;
}

static uint32_t count(const struct bid_policy *policy, const char *name)
{
	uint32_t times = 0;

	for (size_t i = 0; policy->tunables[i]; i++) {
		for (size_t j = 0; j < policy->tunables[i]->count; j++)
			times += strcmp(policy->tunables[i]->entry[j].name, name) == 0;
	}
	return times;
}

static void every_tunable_is_there_once_and_its_default_in_range(void **state)
{
	(void)state;
	for (size_t p = 0; p < policies_under_test_count; p++) {
		const struct bid_policy *policy = policies_under_test[p];

		for (size_t i = 0; policy->tunables[i]; i++) {
			for (size_t j = 0; j < policy->tunables[i]->count; j++) {
				const struct bid_tunable *entry = &policy->tunables[i]->entry[j];

				assert_int_equal(count(policy, entry->name), 1);
				assert_in_range(entry->initial, entry->min, entry->max);
			}
		}
	}
}

static void none_of_our_extensions_reaches_the_published_form(void **state)
{
	static const char *const ours[] = {"continuation",  "order-by-position", "order-slack",
					   "latency-guard", "learned-wait",      "run-by-device",
					   "split-streams", "announced-turn"};

	(void)state;
	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]); i++) {
		assert_non_null(find(&bid_announced_policy, ours[i]));
		assert_null(find(&bid_published_policy, ours[i]));
		assert_null(find(&bid_published_hybrid_policy, ours[i]));
	}
}

static int init_with(const struct bid_policy *policy, const char *name, uint64_t value)
{
	static _Alignas(64) char memory[1 << 20];
	struct bid_setup setup = driver_default_setup();
	struct bid_request_queue queue;

	setup.max_outstanding = 8;
	setup.max_streams = 2;
	setup.device[BID_TIER_SSD].sectors = 0;
	assert_true(policy->state_bytes(&setup) <= sizeof(memory));
	memset(memory, 0, sizeof(memory));
	assert_int_equal(bid_settings_set(&setup.settings, name, value), 0);
	return bid_request_queue_init(&queue, policy, memory, &setup);
}

static void a_policy_refuses_what_is_out_of_its_ranges(void **state)
{
	(void)state;
	for (size_t p = 0; p < policies_under_test_count; p++)
		assert_int_equal(init_with(policies_under_test[p], "merge", 2), -EINVAL);
	assert_int_equal(init_with(&bid_hdd_policy, "wait-history", 17), -EINVAL);
	assert_int_equal(init_with(&bid_hdd_policy, "wait-history", 16), 0);
	/* What is another's says nothing to it. */
	assert_int_equal(init_with(&bid_hdd_policy, "cfq-quantum", 0), 0);
	assert_int_equal(init_with(&cfq_policy, "cfq-quantum", 0), -EINVAL);
}

static void the_last_word_counts_and_there_is_an_end_of_room(void **state)
{
	static const char *const names[] = {"wait-default", "deadline"};
	struct bid_settings settings = {.count = 0};
	char many[BID_SETTINGS_MAX][4];

	(void)state;
	assert_int_equal(bid_settings_set(&settings, "wait-default", 1), 0);
	assert_int_equal(bid_settings_set(&settings, "wait-default", 2), 0);
	assert_int_equal(settings.count, 1);
	assert_int_equal(bid_settings_get(&settings, find(&bid_hdd_policy, names[0])), 2);
	assert_int_equal(bid_settings_get(&settings, find(&bid_hdd_policy, names[1])),
			 5000 * DRIVER_MS);
	for (uint32_t i = 1; i < BID_SETTINGS_MAX; i++) {
		many[i][0] = (char)('a' + i / 26);
		many[i][1] = (char)('a' + i % 26);
		many[i][2] = '\0';
		assert_int_equal(bid_settings_set(&settings, many[i], i), 0);
	}
	assert_int_equal(bid_settings_set(&settings, "one more", 1), -ENOSPC);
	assert_int_equal(bid_settings_set(&settings, "wait-default", 3), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_tunable_is_there_once_and_its_default_in_range),
		cmocka_unit_test(none_of_our_extensions_reaches_the_published_form),
		cmocka_unit_test(a_policy_refuses_what_is_out_of_its_ranges),
		cmocka_unit_test(the_last_word_counts_and_there_is_an_end_of_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
