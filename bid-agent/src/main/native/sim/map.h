/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Intrusive hash map from 64-bit keys; chained, doubled when it is full.
 */
#ifndef SIM_MAP_H
#define SIM_MAP_H

#include <stddef.h>
#include <stdint.h>

struct sim_map_node {
	struct sim_map_node *next;
	uint64_t key;
};

/* All zero is an empty map. */
struct sim_map {
	struct sim_map_node **buckets;
	size_t mask; /* buckets less one */
	size_t count;
};

struct sim_map_node *sim_map_find(const struct sim_map *map, uint64_t key);
/* The key must not be there. Returns 0 or -ENOMEM. */
int sim_map_insert(struct sim_map *map, struct sim_map_node *node, uint64_t key);
/* The node must be there. */
void sim_map_remove(struct sim_map *map, struct sim_map_node *node);
/* Frees the map, not its nodes. */
void sim_map_free(struct sim_map *map);

#endif
