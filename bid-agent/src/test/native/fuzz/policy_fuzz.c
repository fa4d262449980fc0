/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Plays scenarios to the policies that the fuzzer's bytes decide about: the first byte picks the
 * policy (and, with its top bit, a second run that must equal the first), the others are the
 * scenario's choices; when they end, every further choice is 0.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tested_policies.h"
#include "policy_scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bytes {
	const uint8_t *next;
	const uint8_t *end;
};

static uint64_t bytes_below(void *context, uint64_t bound)
{
	struct bytes *bytes = context;
	unsigned int count = bound <= 256 ? 1 : bound <= 65536 ? 2 : 8;
	uint64_t value = 0;

	for (unsigned int i = 0; i < count && bytes->next < bytes->end; i++)
		value = value << 8 | *bytes->next++;
	return value % bound;
}

static uint64_t play(const struct bid_policy *policy, const uint8_t *data, size_t size)
{
	struct bytes bytes = {data, data + size};
	const struct scenario_choices choices = {.below = bytes_below, .context = &bytes};
	struct scenario_report report;

	scenario_run(policy, &choices, &report);
	if (report.error[0]) {
		fprintf(stderr, "%s, %s\n", policy->name, report.error);
		abort();
	}
	return report.order;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct bid_policy *policy;
	uint64_t order;

	if (size == 0)
		return 0;
	policy = policies_under_test[(data[0] & 0x7f) % policies_under_test_count];
	order = play(policy, data + 1, size - 1);
	if ((data[0] & 0x80) && play(policy, data + 1, size - 1) != order) {
		fprintf(stderr, "%s: the same scenario in another order\n", policy->name);
		abort();
	}
	return 0;
}
