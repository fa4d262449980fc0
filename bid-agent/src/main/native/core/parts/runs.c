/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "runs.h"

#include "bid/request_queue.h"

void runs_remove(struct bid_unit *unit, struct bid_request *head)
{
	bid_tree_remove(&unit->requests, &head->by_lba);
	bid_list_remove(&head->link);
	unit->sectors -= head->run_sectors;
}

struct bid_request *runs_take(struct bid_unit *unit)
{
	struct bid_request *head = run_of(bid_tree_first(&unit->requests));

	runs_remove(unit, head);
	return head;
}

/* The head has grown: it is due when its most urgent member is. */
static void merged_into(struct bid_unit *unit, struct bid_request *head,
			const struct bid_request *member)
{
	if (member->expiry_ns < head->expiry_ns)
		head->expiry_ns = member->expiry_ns;
	head->mark |= member->mark;
	if (head->by_lba.key == head->run_lba)
		return;
	bid_tree_remove(&unit->requests, &head->by_lba);
	bid_tree_insert(&unit->requests, &head->by_lba, head->run_lba);
}

/* A run has grown up to where the next one starts. */
static void merge_successor(struct bid_unit *unit, struct bid_request *head)
{
	struct bid_request *next = run_of(bid_tree_next(&head->by_lba));

	if (!next || bid_run_end(head) != next->run_lba ||
	    head->run_sectors + next->run_sectors > BID_REQUEST_MAX_SECTORS ||
	    head->op != next->op || ((head->flags | next->flags) & BID_BARRIER))
		return;
	runs_remove(unit, next);
	unit->sectors += next->run_sectors;
	if (bid_run_join_back(head, next))
		merged_into(unit, head, next);
}

static bool runs_merge(struct bid_unit *unit, struct bid_request *request)
{
	struct bid_tree_node *node = bid_tree_at_or_before(&unit->requests, request->run_lba);
	struct bid_request *before = run_of(node);
	struct bid_request *after =
		run_of(node ? bid_tree_next(node) : bid_tree_first(&unit->requests));

	if (before && bid_run_join_back(before, request)) {
		merged_into(unit, before, request);
		merge_successor(unit, before);
		return true;
	}
	if (after && bid_run_join_front(after, request)) {
		merged_into(unit, after, request);
		return true;
	}
	return false;
}

void runs_add(struct bid_unit *unit, struct bid_request *request, bool merge)
{
	unit->sectors += request->run_sectors;
	if (merge && runs_merge(unit, request))
		return;
	bid_tree_insert(&unit->requests, &request->by_lba, request->run_lba);
	bid_list_append(&unit->fifo, &request->link);
}
