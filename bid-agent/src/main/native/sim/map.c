/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Chained hash map.
 */
#include "map.h"

#include <errno.h>
#include <stdlib.h>

enum { BUCKETS_INITIAL = 256 };

/* Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4). */
static size_t map_slot(const struct sim_map *map, uint64_t key)
{
	return (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & map->mask;
}

struct sim_map_node *sim_map_find(const struct sim_map *map, uint64_t key)
{
	struct sim_map_node *node;

	if (!map->buckets)
		return NULL;
	node = map->buckets[map_slot(map, key)];
	while (node && node->key != key)
		node = node->next;
	return node;
}

static void map_link(struct sim_map *map, struct sim_map_node *node)
{
	struct sim_map_node **bucket = &map->buckets[map_slot(map, node->key)];

	node->next = *bucket;
	*bucket = node;
}

static int map_grow(struct sim_map *map)
{
	size_t old_buckets = map->buckets ? map->mask + 1 : 0;
	size_t buckets = old_buckets ? 2 * old_buckets : BUCKETS_INITIAL;
	struct sim_map_node **old = map->buckets;
	struct sim_map_node **fresh = calloc(buckets, sizeof(*fresh));

	if (!fresh)
		return -ENOMEM;
	map->buckets = fresh;
	map->mask = buckets - 1;
	for (size_t i = 0; i < old_buckets; i++) {
		while (old[i]) {
			struct sim_map_node *node = old[i];

			old[i] = node->next;
			map_link(map, node);
		}
	}
	free(old);
	return 0;
}

int sim_map_insert(struct sim_map *map, struct sim_map_node *node, uint64_t key)
{
	if (!map->buckets || map->count > map->mask) {
		int result = map_grow(map);

		if (result < 0)
			return result;
	}
	node->key = key;
	map_link(map, node);
	map->count++;
	return 0;
}

void sim_map_remove(struct sim_map *map, struct sim_map_node *node)
{
	struct sim_map_node **at = &map->buckets[map_slot(map, node->key)];

	while (*at != node)
		at = &(*at)->next;
	*at = node->next;
	map->count--;
}

void sim_map_free(struct sim_map *map)
{
	free(map->buckets);
	*map = (struct sim_map){0};
}
