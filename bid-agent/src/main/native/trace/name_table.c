/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "name_table.h"

#include <stdbool.h>
#include <stdlib.h>

#define SLOTS_FIRST 64

/* FNV-1a (Fowler, Noll, Vo), then a mix, because its low bits alone index the table. */
static uint64_t name_hash(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325u;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
	hash ^= hash >> 32;
	hash *= 0x9e3779b97f4a7c15u;
	hash ^= hash >> 29;
	return hash ? hash : 1;
}

static struct trace_name_slot *table_slot(const struct trace_name_table *table, uint64_t hash)
{
	size_t at = (size_t)hash & (table->slots - 1);

	while (table->slot[at].hash && table->slot[at].hash != hash)
		at = (at + 1) & (table->slots - 1);
	return &table->slot[at];
}

static bool table_grow(struct trace_name_table *table)
{
	struct trace_name_table larger = {.slots = table->slots ? table->slots * 2 : SLOTS_FIRST,
					  .used = table->used};

	larger.slot = calloc(larger.slots, sizeof(*larger.slot));
	if (!larger.slot)
		return false;
	for (size_t i = 0; i < table->slots; i++) {
		if (table->slot[i].hash)
			*table_slot(&larger, table->slot[i].hash) = table->slot[i];
	}
	free(table->slot);
	*table = larger;
	return true;
}

uint64_t trace_name_number(struct trace_name_table *table, const char *name)
{
	uint64_t hash = name_hash(name);
	struct trace_name_slot *slot;

	if (table->used * 2 >= table->slots && table->used < TRACE_NAMES_MAX && !table_grow(table))
		return 0;
	slot = table_slot(table, hash);
	if (slot->hash)
		return slot->number;
	if (table->used >= TRACE_NAMES_MAX)
		return hash | (uint64_t)1 << 63;
	slot->hash = hash;
	slot->number = ++table->used;
	return slot->number;
}

void trace_name_table_free(struct trace_name_table *table)
{
	free(table->slot);
	table->slot = NULL;
	table->slots = 0;
	table->used = 0;
}
