/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A set of sectors, kept as extents that neither touch nor overlap.
 */
#ifndef SIM_EXTENT_SET_H
#define SIM_EXTENT_SET_H

#include <stdbool.h>

#include "bid/tree.h"
#include "pool.h"

struct sim_extent {
	struct bid_tree_node by_start; /* key: first sector */
	uint64_t end;                  /* sector after the last */
};

struct sim_extent_set {
	struct bid_tree extents;
	struct sim_pool nodes;
};

void sim_extent_set_init(struct sim_extent_set *set);

/*
 * Adds a range of at least one sector. Each part of it that was not in the set is told of, in order
 * of address. Returns 0 or -ENOMEM.
 */
int sim_extent_set_add(struct sim_extent_set *set, uint64_t start, uint64_t end,
		       void (*added)(void *context, uint64_t part_start, uint64_t part_end),
		       void *context);

/* Whether the sector is in the set. */
bool sim_extent_set_holds(const struct sim_extent_set *set, uint64_t sector);

/* In order of address; NULL after the last. */
const struct sim_extent *sim_extent_set_first(const struct sim_extent_set *set);
const struct sim_extent *sim_extent_set_next(const struct sim_extent *extent);

void sim_extent_set_free(struct sim_extent_set *set);

#endif
