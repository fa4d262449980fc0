/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Intrusive balanced search tree over 64-bit keys (a treap: Seidel and Aragon, "Randomized Search
 * Trees", 1996). Equal keys keep their order of insertion. Priorities come of a counter in the
 * tree, so that a run is repeatable.
 */
#ifndef BID_TREE_H
#define BID_TREE_H

#include "bid/base.h"

/* What a search reads comes first, together. */
struct bid_tree_node {
	uint64_t key;
	struct bid_tree_node *left;
	struct bid_tree_node *right;
	struct bid_tree_node *parent;
	uint32_t priority;
};

struct bid_tree {
	struct bid_tree_node *root;
	uint32_t seed; /* advances with every insertion; 0 is a fine start */
	uint32_t count;
};

void bid_tree_init(struct bid_tree *tree);
/* Inserts after any node of the same key. */
void bid_tree_insert(struct bid_tree *tree, struct bid_tree_node *node, uint64_t key);
/*
 * Inserts where the caller knows that the key fits, without a search: before is the node that the
 * new one comes after, NULL when it comes first.
 */
void bid_tree_insert_after(struct bid_tree *tree, struct bid_tree_node *before,
			   struct bid_tree_node *node, uint64_t key);
/* The node must be in the tree. */
void bid_tree_remove(struct bid_tree *tree, struct bid_tree_node *node);
struct bid_tree_node *bid_tree_first(const struct bid_tree *tree);
struct bid_tree_node *bid_tree_last(const struct bid_tree *tree);
struct bid_tree_node *bid_tree_next(const struct bid_tree_node *node);
struct bid_tree_node *bid_tree_previous(const struct bid_tree_node *node);
/* The first node with a key of at least that, or NULL. */
struct bid_tree_node *bid_tree_at_or_after(const struct bid_tree *tree, uint64_t key);
/* The last node with a key of at most that, or NULL. */
struct bid_tree_node *bid_tree_at_or_before(const struct bid_tree *tree, uint64_t key);

#endif
