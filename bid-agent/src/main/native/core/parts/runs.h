/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The runs that wait in a unit.
 */
#ifndef BID_CORE_RUNS_H
#define BID_CORE_RUNS_H

#include "unit.h"

/* The run of a tree of runs by address; NULL for none. */
static inline struct bid_request *run_of(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_request, by_lba) : NULL;
}

/* Adds a request; with merge to a run that it continues or precedes, where there is one. */
void runs_add(struct bid_unit *unit, struct bid_request *request, bool merge);
/* Takes the run with the lowest address out of the unit, which must have one. */
struct bid_request *runs_take(struct bid_unit *unit);
/* Takes that run out of its unit. */
void runs_remove(struct bid_unit *unit, struct bid_request *head);

#endif
