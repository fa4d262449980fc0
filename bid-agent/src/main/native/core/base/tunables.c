/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "bid/tunables.h"

#include "bid/errors.h"

struct merge_values {
	uint64_t merge;
};

static const struct bid_tunable merge_entries[] = {
	BID_SWITCH(
		merge_values, merge, "all", "merge", 1,
		"Join requests that are neighbours on the disk while they wait. Off only to look at "
		"orders: every request then pays its own command overhead."),
};
const struct bid_tunable_table bid_merge_tunables = BID_TUNABLE_TABLE(merge_values, merge_entries);

static bool name_equals(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

const struct bid_tunable *bid_tunable_find(const struct bid_tunable_table *table, const char *name)
{
	for (size_t i = 0; i < table->count; i++) {
		if (name_equals(table->entry[i].name, name))
			return &table->entry[i];
	}
	return NULL;
}

int bid_settings_set(struct bid_settings *settings, const char *name, uint64_t value)
{
	uint32_t i = 0;

	while (i < settings->count && !name_equals(settings->set[i].name, name))
		i++;
	if (i == BID_SETTINGS_MAX)
		return -ENOSPC;
	if (i == settings->count)
		settings->count++;
	settings->set[i].name = name;
	settings->set[i].value = value;
	return 0;
}

uint64_t bid_settings_get(const struct bid_settings *settings, const struct bid_tunable *entry)
{
	for (uint32_t i = 0; i < settings->count; i++) {
		if (name_equals(settings->set[i].name, entry->name))
			return settings->set[i].value;
	}
	return entry->initial;
}

void bid_settings_read(const struct bid_settings *settings, const struct bid_tunable_table *table,
		       void *values)
{
	for (size_t i = 0; i < table->count; i++) {
		const struct bid_tunable *entry = &table->entry[i];

		*(uint64_t *)(void *)((char *)values + entry->offset) =
			bid_settings_get(settings, entry);
	}
}

int bid_settings_check(const struct bid_settings *settings,
		       const struct bid_tunable_table *const *tables)
{
	for (; tables && *tables; tables++) {
		for (size_t i = 0; i < (*tables)->count; i++) {
			const struct bid_tunable *entry = &(*tables)->entry[i];
			uint64_t value = bid_settings_get(settings, entry);

			if (value < entry->min || value > entry->max)
				return -ERANGE;
		}
	}
	return 0;
}

bool bid_settings_merge(const struct bid_settings *settings)
{
	return bid_settings_get(settings, &merge_entries[0]) != 0;
}
