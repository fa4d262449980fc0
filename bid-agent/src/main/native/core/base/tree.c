/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "bid/tree.h"

/* Finaliser of MurmurHash3 (Appleby, 2011, public domain): spreads a counter over 32 bits. */
static uint32_t tree_mix(uint32_t x)
{
	x ^= x >> 16;
	x *= 0x85ebca6bu;
	x ^= x >> 13;
	x *= 0xc2b2ae35u;
	x ^= x >> 16;
	return x;
}

static void tree_replace_child(struct bid_tree *tree, struct bid_tree_node *parent,
			       struct bid_tree_node *old, struct bid_tree_node *child)
{
	if (!parent)
		tree->root = child;
	else if (parent->left == old)
		parent->left = child;
	else
		parent->right = child;
	if (child)
		child->parent = parent;
}

/* Lifts the node above its parent, the order kept. */
static void tree_rotate_up(struct bid_tree *tree, struct bid_tree_node *node)
{
	struct bid_tree_node *parent = node->parent;

	tree_replace_child(tree, parent->parent, parent, node);
	if (parent->left == node) {
		parent->left = node->right;
		if (node->right)
			node->right->parent = parent;
		node->right = parent;
	} else {
		parent->right = node->left;
		if (node->left)
			node->left->parent = parent;
		node->left = parent;
	}
	parent->parent = node;
}

void bid_tree_init(struct bid_tree *tree)
{
	tree->root = NULL;
	tree->seed = 0;
	tree->count = 0;
}

/* Makes the node a leaf there, then lifts it to where its priority belongs. */
static void tree_attach(struct bid_tree *tree, struct bid_tree_node *parent,
			struct bid_tree_node **place, struct bid_tree_node *node, uint64_t key)
{
	node->parent = parent;
	node->left = NULL;
	node->right = NULL;
	node->key = key;
	node->priority = tree_mix(++tree->seed);
	*place = node;
	tree->count++;
	while (node->parent && node->parent->priority < node->priority)
		tree_rotate_up(tree, node);
}

void bid_tree_insert(struct bid_tree *tree, struct bid_tree_node *node, uint64_t key)
{
	struct bid_tree_node **place = &tree->root;
	struct bid_tree_node *parent = NULL;

	while (*place) {
		parent = *place;
		place = key < parent->key ? &parent->left : &parent->right;
	}
	tree_attach(tree, parent, place, node, key);
}

void bid_tree_insert_after(struct bid_tree *tree, struct bid_tree_node *before,
			   struct bid_tree_node *node, uint64_t key)
{
	struct bid_tree_node **place = before ? &before->right : &tree->root;
	struct bid_tree_node *parent = before;

	while (*place) {
		parent = *place;
		place = &parent->left;
	}
	tree_attach(tree, parent, place, node, key);
}

void bid_tree_remove(struct bid_tree *tree, struct bid_tree_node *node)
{
	while (node->left && node->right)
		tree_rotate_up(tree, node->left->priority > node->right->priority ? node->left
										  : node->right);
	tree_replace_child(tree, node->parent, node, node->left ? node->left : node->right);
	tree->count--;
}

static struct bid_tree_node *tree_child(const struct bid_tree_node *node, bool right)
{
	return right ? node->right : node->left;
}

/* The node's descendant, or itself, that lies furthest to that side; NULL for none. */
static struct bid_tree_node *tree_outermost(struct bid_tree_node *node, bool right)
{
	while (node && tree_child(node, right))
		node = tree_child(node, right);
	return node;
}

/* The nearest node on that side; NULL for none. */
static struct bid_tree_node *tree_neighbour(const struct bid_tree_node *node, bool right)
{
	struct bid_tree_node *below = tree_child(node, right);
	const struct bid_tree_node *up;

	if (below)
		return tree_outermost(below, !right);
	for (up = node->parent; up && tree_child(up, right) == node; up = up->parent)
		node = up;
	return (struct bid_tree_node *)up;
}

struct bid_tree_node *bid_tree_first(const struct bid_tree *tree)
{
	return tree_outermost(tree->root, false);
}

struct bid_tree_node *bid_tree_last(const struct bid_tree *tree)
{
	return tree_outermost(tree->root, true);
}

struct bid_tree_node *bid_tree_next(const struct bid_tree_node *node)
{
	return tree_neighbour(node, true);
}

struct bid_tree_node *bid_tree_previous(const struct bid_tree_node *node)
{
	return tree_neighbour(node, false);
}

struct bid_tree_node *bid_tree_at_or_after(const struct bid_tree *tree, uint64_t key)
{
	struct bid_tree_node *found = NULL;
	struct bid_tree_node *node = tree->root;

	while (node) {
		if (node->key >= key) {
			found = node;
			node = node->left;
		} else {
			node = node->right;
		}
	}
	return found;
}

struct bid_tree_node *bid_tree_at_or_before(const struct bid_tree *tree, uint64_t key)
{
	struct bid_tree_node *found = NULL;
	struct bid_tree_node *node = tree->root;

	while (node) {
		if (node->key <= key) {
			found = node;
			node = node->right;
		} else {
			node = node->left;
		}
	}
	return found;
}
