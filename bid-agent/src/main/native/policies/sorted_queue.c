/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "sorted_queue.h"

#include "bid/request_queue.h"

static struct bid_request *sorted_of_node(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_request, by_lba) : NULL;
}

void sorted_queue_init(struct sorted_queue *queue)
{
	bid_tree_init(&queue->by_lba);
	bid_list_init(&queue->fifo);
}

/* The second run of two that have become one gives the first its place, if that was better. */
static void sorted_absorb(struct sorted_queue *queue, struct bid_request *head,
			  struct bid_request *absorbed)
{
	if (absorbed->expiry_ns < head->expiry_ns) {
		bid_list_remove(&head->link);
		bid_list_insert_before(&absorbed->link, &head->link);
		head->expiry_ns = absorbed->expiry_ns;
	}
	sorted_queue_remove(queue, absorbed);
}

static bool sorted_merge_back(struct sorted_queue *queue, struct bid_request *request)
{
	struct bid_request *head = sorted_queue_at_or_before(queue, request->run_lba);
	struct bid_request *next;

	if (!head || !bid_run_join_back(head, request))
		return false;
	next = sorted_of_node(bid_tree_next(&head->by_lba));
	if (next && bid_run_join_back(head, next))
		sorted_absorb(queue, head, next);
	return true;
}

/* There is no run before it to be joined as well: the back merge would have found it. */
static bool sorted_merge_front(struct sorted_queue *queue, struct bid_request *request)
{
	struct bid_request *head = sorted_queue_at_or_after(queue, bid_run_end(request));

	if (!head || !bid_run_join_front(head, request))
		return false;
	bid_tree_remove(&queue->by_lba, &head->by_lba);
	bid_tree_insert(&queue->by_lba, &head->by_lba, head->run_lba);
	return true;
}

void sorted_queue_insert(struct sorted_queue *queue, struct bid_request *request, bool merge)
{
	if (merge && (sorted_merge_back(queue, request) || sorted_merge_front(queue, request)))
		return;
	bid_tree_insert(&queue->by_lba, &request->by_lba, request->run_lba);
	bid_list_append(&queue->fifo, &request->link);
}

void sorted_queue_remove(struct sorted_queue *queue, struct bid_request *head)
{
	bid_tree_remove(&queue->by_lba, &head->by_lba);
	bid_list_remove(&head->link);
}

struct bid_request *sorted_queue_oldest(const struct sorted_queue *queue)
{
	if (bid_list_empty(&queue->fifo))
		return NULL;
	return bid_container_of(queue->fifo.next, struct bid_request, link);
}

struct bid_request *sorted_queue_at_or_after(const struct sorted_queue *queue, uint64_t lba)
{
	return sorted_of_node(bid_tree_at_or_after(&queue->by_lba, lba));
}

struct bid_request *sorted_queue_at_or_before(const struct sorted_queue *queue, uint64_t lba)
{
	return sorted_of_node(bid_tree_at_or_before(&queue->by_lba, lba));
}

struct bid_request *sorted_queue_sweep(const struct sorted_queue *queue, uint64_t lba)
{
	struct bid_request *head = sorted_queue_at_or_after(queue, lba);

	return head ? head : sorted_of_node(bid_tree_first(&queue->by_lba));
}
