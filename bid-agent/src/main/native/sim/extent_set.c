/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Extents in a tree by their first sectors. A range that is added swallows those that it meets.
 */
#include "extent_set.h"

#include <errno.h>

#include "bid/list.h"

static struct sim_extent *extent_of(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct sim_extent, by_start) : NULL;
}

void sim_extent_set_init(struct sim_extent_set *set)
{
	bid_tree_init(&set->extents);
	sim_pool_init(&set->nodes, sizeof(struct sim_extent));
}

/* The first extent that the range overlaps or touches, or the next after it. */
static struct sim_extent *first_met(const struct sim_extent_set *set, uint64_t start)
{
	struct bid_tree_node *before = bid_tree_at_or_before(&set->extents, start);

	if (before && extent_of(before)->end >= start)
		return extent_of(before);
	return extent_of(bid_tree_at_or_after(&set->extents, start));
}

int sim_extent_set_add(struct sim_extent_set *set, uint64_t start, uint64_t end,
		       void (*added)(void *context, uint64_t part_start, uint64_t part_end),
		       void *context)
{
	struct sim_extent *grown = sim_pool_take(&set->nodes);
	struct sim_extent *met = first_met(set, start);
	uint64_t grown_start = start;
	uint64_t told = start; /* up to here the range is in the set or has been told of */

	if (!grown)
		return -ENOMEM;
	grown->end = end;
	if (met && met->by_start.key < start)
		grown_start = met->by_start.key;
	while (met && met->by_start.key <= end) {
		struct sim_extent *next = extent_of(bid_tree_next(&met->by_start));

		if (met->by_start.key > told)
			added(context, told, met->by_start.key);
		if (met->end > told)
			told = met->end;
		if (met->end > grown->end)
			grown->end = met->end;
		bid_tree_remove(&set->extents, &met->by_start);
		sim_pool_give(&set->nodes, met);
		met = next;
	}
	if (told < end)
		added(context, told, end);
	bid_tree_insert(&set->extents, &grown->by_start, grown_start);
	return 0;
}

bool sim_extent_set_holds(const struct sim_extent_set *set, uint64_t sector)
{
	const struct sim_extent *extent = extent_of(bid_tree_at_or_before(&set->extents, sector));

	return extent && extent->end > sector;
}

const struct sim_extent *sim_extent_set_first(const struct sim_extent_set *set)
{
	return extent_of(bid_tree_first(&set->extents));
}

const struct sim_extent *sim_extent_set_next(const struct sim_extent *extent)
{
	return extent_of(bid_tree_next(&extent->by_start));
}

void sim_extent_set_free(struct sim_extent_set *set)
{
	sim_pool_free(&set->nodes);
	bid_tree_init(&set->extents);
}
