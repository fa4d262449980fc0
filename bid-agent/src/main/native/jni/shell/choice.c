/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "choice.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bid/policies.h"
#include "policies/rivals.h"

static const struct bid_policy *const policies[] = {
	&noop_policy, &deadline_policy,      &cfq_policy,     &mq_deadline_policy,  &kyber_policy,
	&bfq_policy,  &bid_published_policy, &bid_hdd_policy, &bid_announced_policy};

static bool is_name(const char *name, const char *text, size_t length)
{
	return strlen(name) == length && strncmp(name, text, length) == 0;
}

static const struct bid_tunable *find_tunable(const struct bid_policy *policy, const char *name,
					      size_t length)
{
	for (const struct bid_tunable_table *const *table = policy->tunables; table && *table;
	     table++)
		for (size_t i = 0; i < (*table)->count; i++)
			if (is_name((*table)->entry[i].name, name, length))
				return &(*table)->entry[i];
	return NULL;
}

/* TUNABLE=VALUE; returns where it ends, or NULL. */
static const char *parse_setting(const char *text, const struct bid_policy *policy,
				 struct bid_settings *settings)
{
	size_t length = strcspn(text, "=:");
	const struct bid_tunable *tunable = find_tunable(policy, text, length);
	uint64_t value;
	char *end;

	/* No sign, and no space before it. */
	if (!tunable || text[length] != '=' || text[length + 1] < '0' || text[length + 1] > '9')
		return NULL;
	errno = 0;
	value = strtoull(text + length + 1, &end, 10);
	if (errno || (*end && *end != ':') || value < tunable->min || value > tunable->max ||
	    bid_settings_set(settings, tunable->name, value))
		return NULL;
	return end;
}

int choice_parse(const char *text, const struct bid_policy **policy, struct bid_settings *settings)
{
	size_t length = strcspn(text, ":");
	const char *at = text + length;

	*policy = NULL;
	for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++)
		if (is_name(policies[i]->name, text, length))
			*policy = policies[i];
	if (!*policy)
		return -ENOENT;
	while (at && *at)
		at = parse_setting(at + 1, *policy, settings);
	return at ? 0 : -EINVAL;
}
