/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the tree against a sorted array.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bid/tree.h"
#include "test_random.h"

#define NODES 64u

struct model {
	struct bid_tree tree;
	struct bid_tree_node node[NODES];
	struct bid_tree_node *sorted[NODES]; /* by key, equal keys in order of insertion */
	size_t count;
};

static void t_open(struct model *m)
{
	bid_tree_init(&m->tree);
	m->count = 0;
}

static void t_insert(struct model *m, struct bid_tree_node *node, uint64_t key)
{
	size_t place = m->count;

	while (place > 0 && m->sorted[place - 1]->key > key) {
		m->sorted[place] = m->sorted[place - 1];
		place--;
	}
	/* Both ways to insert, in turn. */
	if (m->tree.seed % 2)
		bid_tree_insert_after(&m->tree, place > 0 ? m->sorted[place - 1] : NULL, node, key);
	else
		bid_tree_insert(&m->tree, node, key);
	m->sorted[place] = node;
	m->count++;
}

static void t_remove(struct model *m, size_t place)
{
	bid_tree_remove(&m->tree, m->sorted[place]);
	m->count--;
	memmove(&m->sorted[place], &m->sorted[place + 1],
		(m->count - place) * sizeof(m->sorted[0]));
}

/* Forwards and backwards, the tree gives the nodes of the array. */
static void t_check_order(const struct model *m)
{
	struct bid_tree_node *node = bid_tree_first(&m->tree);

	assert_int_equal(m->tree.count, m->count);
	for (size_t i = 0; i < m->count; i++) {
		assert_ptr_equal(node, m->sorted[i]);
		node = bid_tree_next(node);
	}
	assert_null(node);
	node = bid_tree_last(&m->tree);
	for (size_t i = m->count; i > 0; i--) {
		assert_ptr_equal(node, m->sorted[i - 1]);
		node = bid_tree_previous(node);
	}
	assert_null(node);
}

static void t_check_search(const struct model *m, uint64_t key)
{
	struct bid_tree_node *after = NULL;
	struct bid_tree_node *before = NULL;

	for (size_t i = 0; i < m->count; i++) {
		if (m->sorted[i]->key <= key)
			before = m->sorted[i];
		if (m->sorted[i]->key >= key && !after)
			after = m->sorted[i];
	}
	assert_ptr_equal(bid_tree_at_or_after(&m->tree, key), after);
	assert_ptr_equal(bid_tree_at_or_before(&m->tree, key), before);
}

static void an_empty_tree_has_nothing_to_find(void **state)
{
	struct model m;

	(void)state;
	t_open(&m);
	t_check_order(&m);
	t_check_search(&m, 0);
	t_check_search(&m, UINT64_MAX);
}

static void equal_keys_keep_their_order_of_insertion(void **state)
{
	struct model m;

	(void)state;
	t_open(&m);
	for (size_t i = 0; i < NODES; i++)
		t_insert(&m, &m.node[i], i % 2 ? UINT64_MAX : 0);
	t_check_order(&m);
	t_check_search(&m, 0);
	t_check_search(&m, 1);
	t_check_search(&m, UINT64_MAX);
}

static void random_operations_agree_with_the_sorted_array(void **state)
{
	(void)state;
	print_message("seeds 1 to 200\n");
	for (uint64_t seed = 1; seed <= 200; seed++) {
		struct test_random random = {seed};
		uint64_t keys = 1 + test_random_below(&random, 100);
		struct bid_tree_node *spare[NODES];
		size_t spares = NODES;
		struct model m;

		t_open(&m);
		for (size_t i = 0; i < NODES; i++)
			spare[i] = &m.node[i];
		for (int step = 0; step < 300; step++) {
			if (m.count == 0 || (spares > 0 && test_random_below(&random, 2))) {
				t_insert(&m, spare[--spares], test_random_below(&random, keys));
			} else {
				size_t place = test_random_below(&random, m.count);

				spare[spares++] = m.sorted[place];
				t_remove(&m, place);
			}
			t_check_order(&m);
			t_check_search(&m, test_random_below(&random, keys + 1));
		}
	}
}

/* Expected depth is about 2 ln n; ascending keys are a sorted queue's commonest. */
static void ascending_keys_make_no_deep_tree(void **state)
{
	enum { COUNT = 4096 };
	static struct bid_tree_node node[COUNT];
	struct bid_tree tree;
	size_t deepest = 0;

	(void)state;
	bid_tree_init(&tree);
	for (size_t i = 0; i < COUNT; i++)
		bid_tree_insert(&tree, &node[i], i);
	for (size_t i = 0; i < COUNT; i++) {
		size_t depth = 0;

		for (const struct bid_tree_node *up = &node[i]; up; up = up->parent)
			depth++;
		deepest = depth > deepest ? depth : deepest;
	}
	assert_in_range(deepest, 12, 48);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_tree_has_nothing_to_find),
		cmocka_unit_test(equal_keys_keep_their_order_of_insertion),
		cmocka_unit_test(random_operations_agree_with_the_sorted_array),
		cmocka_unit_test(ascending_keys_make_no_deep_tree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
