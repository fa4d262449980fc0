/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "bid/merge_index.h"

#include "bid/request_queue.h"

static struct bid_request *mi_of_start(struct bid_tree_node *node)
{
	return bid_container_of(node, struct bid_request, by_run_start);
}

static struct bid_request *mi_of_end(struct bid_tree_node *node)
{
	return bid_container_of(node, struct bid_request, by_run_end);
}

static bool mi_may_join(const struct bid_merge_index *index, const struct bid_request *one,
			const struct bid_request *other)
{
	return !((one->flags | other->flags) & BID_BARRIER) &&
	       one->run_sectors + other->run_sectors <= BID_REQUEST_MAX_SECTORS &&
	       (!index->within_queue || one->queue == other->queue);
}

/* A waiting run that ends where this one starts and may take it, or NULL. */
static struct bid_request *mi_before(const struct bid_merge_index *index,
				     const struct bid_request *run)
{
	struct bid_tree_node *node = bid_tree_at_or_after(&index->by_end[run->op], run->run_lba);

	for (uint32_t i = 0; i < BID_MERGE_TRIES; i++) {
		if (!node || node->key != run->run_lba)
			return NULL;
		if (mi_may_join(index, mi_of_end(node), run))
			return mi_of_end(node);
		node = bid_tree_next(node);
	}
	return NULL;
}

/* A waiting run that starts where this one ends and may take it, or NULL. */
static struct bid_request *mi_after(const struct bid_merge_index *index,
				    const struct bid_request *run)
{
	uint64_t end = bid_run_end(run);
	struct bid_tree_node *node = bid_tree_at_or_after(&index->by_start[run->op], end);

	for (uint32_t i = 0; i < BID_MERGE_TRIES; i++) {
		if (!node || node->key != end)
			return NULL;
		if (mi_may_join(index, mi_of_start(node), run))
			return mi_of_start(node);
		node = bid_tree_next(node);
	}
	return NULL;
}

static void mi_put_end(struct bid_merge_index *index, struct bid_request *head)
{
	bid_tree_insert(&index->by_end[head->op], &head->by_run_end, bid_run_end(head));
}

static void mi_put_start(struct bid_merge_index *index, struct bid_request *head)
{
	bid_tree_insert(&index->by_start[head->op], &head->by_run_start, head->run_lba);
}

/* Grows a run that is in the index at its end, by one that is not in it. */
static void mi_grow_back(struct bid_merge_index *index, struct bid_request *head,
			 struct bid_request *run)
{
	bid_tree_remove(&index->by_end[head->op], &head->by_run_end);
	bid_run_join_back(head, run);
	mi_put_end(index, head);
}

static void mi_grow_front(struct bid_merge_index *index, struct bid_request *head,
			  struct bid_request *run)
{
	bid_tree_remove(&index->by_start[head->op], &head->by_run_start);
	bid_run_join_front(head, run);
	mi_put_start(index, head);
}

/* Joins two runs of the index that met: the one that arrived later becomes part of the other. */
static void mi_meet(struct bid_merge_index *index, struct bid_request *lower,
		    struct bid_request *upper, struct bid_merge *merge)
{
	bool lower_stays = lower->arrival_ns <= upper->arrival_ns;

	merge->into = lower_stays ? lower : upper;
	merge->absorbed = lower_stays ? upper : lower;
	bid_merge_index_remove(index, merge->absorbed);
	if (lower_stays)
		mi_grow_back(index, lower, upper);
	else
		mi_grow_front(index, upper, lower);
}

void bid_merge_index_init(struct bid_merge_index *index, bool within_queue)
{
	for (int op = BID_READ; op <= BID_WRITE; op++) {
		bid_tree_init(&index->by_start[op]);
		bid_tree_init(&index->by_end[op]);
	}
	index->within_queue = within_queue;
}

bool bid_merge_index_merge(struct bid_merge_index *index, struct bid_request *request,
			   struct bid_merge *merge)
{
	struct bid_request *lower = mi_before(index, request);
	struct bid_request *upper = mi_after(index, request);

	if (!lower && !upper)
		return false;
	merge->into = lower ? lower : upper;
	merge->absorbed = NULL;
	if (lower) {
		mi_grow_back(index, lower, request);
		upper = mi_after(index, lower);
		if (upper)
			mi_meet(index, lower, upper, merge);
	} else {
		mi_grow_front(index, upper, request);
	}
	return true;
}

void bid_merge_index_add(struct bid_merge_index *index, struct bid_request *head)
{
	mi_put_start(index, head);
	mi_put_end(index, head);
}

void bid_merge_index_remove(struct bid_merge_index *index, struct bid_request *head)
{
	bid_tree_remove(&index->by_start[head->op], &head->by_run_start);
	bid_tree_remove(&index->by_end[head->op], &head->by_run_end);
}

struct bid_request *bid_merge_index_at_or_after(const struct bid_merge_index *index, enum bid_op op,
						uint64_t lba)
{
	struct bid_tree_node *node = bid_tree_at_or_after(&index->by_start[op], lba);

	return node ? mi_of_start(node) : NULL;
}
