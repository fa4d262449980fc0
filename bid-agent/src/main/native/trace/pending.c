/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "pending.h"

#include <stdlib.h>

static uint64_t end_of(uint64_t lba, uint64_t sectors)
{
	return sectors > UINT64_MAX - lba ? UINT64_MAX : lba + sectors;
}

static struct trace_pending *pending_of_node(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct trace_pending, by_lba) : NULL;
}

static uint64_t pending_end(const struct trace_pending *pending)
{
	return end_of(pending->record.lba, pending->record.sectors);
}

void trace_pendings_init(struct trace_pendings *pendings)
{
	bid_list_init(&pendings->arrivals);
	bid_list_init(&pendings->flushes);
	bid_list_init(&pendings->free);
	bid_tree_init(&pendings->tree[BID_READ]);
	bid_tree_init(&pendings->tree[BID_WRITE]);
	pendings->count = 0;
}

static void free_list(struct bid_link *head)
{
	struct bid_link *link;

	while ((link = bid_list_take_first(head)))
		free(bid_container_of(link, struct trace_pending, order));
}

void trace_pendings_free(struct trace_pendings *pendings)
{
	free_list(&pendings->arrivals);
	free_list(&pendings->free);
}

/* Ends the wait of a request, completed or given up. */
static void pending_settle(struct trace_pendings *pendings, struct trace_pending *pending)
{
	if (!pending->waits)
		return;
	pending->waits = false;
	bid_list_remove(&pending->flush);
	if (pending->record.sectors)
		bid_tree_remove(&pendings->tree[pending->record.op], &pending->by_lba);
}

static void pending_complete(struct trace_pendings *pendings, struct trace_pending *pending,
			     uint64_t now_ns)
{
	uint64_t arrival = pending->record.time_ns;

	pending_settle(pendings, pending);
	pending->completed = true;
	/* 0 would say that it is not known. */
	pending->record.latency_ns = now_ns > arrival ? now_ns - arrival : 1;
}

/* The first waiting request that ends behind the address. */
static struct trace_pending *pending_from(const struct bid_tree *tree, uint64_t lba)
{
	struct trace_pending *before = pending_of_node(bid_tree_at_or_before(tree, lba));

	if (before && pending_end(before) > lba)
		return before;
	return pending_of_node(bid_tree_at_or_after(tree, lba));
}

/* Gives up those that the sectors of a newer one overlap. */
static void pendings_give_up(struct trace_pendings *pendings, const struct trace_record *record)
{
	const struct bid_tree *tree = &pendings->tree[record->op];
	uint64_t end = end_of(record->lba, record->sectors);
	struct trace_pending *old = pending_from(tree, record->lba);

	while (old && old->record.lba < end) {
		pending_settle(pendings, old);
		old = pending_from(tree, record->lba);
	}
}

struct trace_pending *trace_pendings_add(struct trace_pendings *pendings,
					 const struct trace_record *record)
{
	struct bid_link *link = bid_list_take_first(&pendings->free);
	struct trace_pending *pending;

	pending = link ? bid_container_of(link, struct trace_pending, order)
		       : malloc(sizeof(*pending));
	if (!pending)
		return NULL;
	pending->record = *record;
	pending->left = record->sectors;
	pending->completed = false;
	pending->waits = record->sectors || (record->flags & BID_BARRIER);
	bid_list_init(&pending->flush);
	bid_list_append(&pendings->arrivals, &pending->order);
	pendings->count++;
	if (record->sectors) {
		pendings_give_up(pendings, record);
		bid_tree_insert(&pendings->tree[record->op], &pending->by_lba, record->lba);
	} else if (pending->waits) {
		bid_list_append(&pendings->flushes, &pending->flush);
	}
	return pending;
}

bool trace_pendings_cover(struct trace_pendings *pendings, const struct trace_record *record)
{
	struct trace_pending *old = pending_from(&pendings->tree[record->op], record->lba);

	return record->sectors && old && old->record.lba <= record->lba &&
	       pending_end(old) >= end_of(record->lba, record->sectors);
}

static bool flush_complete(struct trace_pendings *pendings, const struct trace_event *event)
{
	struct bid_link *link = pendings->flushes.next;

	if (bid_list_empty(&pendings->flushes))
		return false;
	pending_complete(pendings, bid_container_of(link, struct trace_pending, flush),
			 event->time_ns);
	return true;
}

/* Takes the sectors of a completion, begin to end, off a request that has some of them. */
static void pending_served(struct trace_pendings *pendings, struct trace_pending *pending,
			   uint64_t begin, uint64_t end, uint64_t now_ns)
{
	uint64_t from = begin > pending->record.lba ? begin : pending->record.lba;
	uint64_t to = end < pending_end(pending) ? end : pending_end(pending);

	/* A part that is reported twice must not make it negative. */
	pending->left -= to - from < pending->left ? to - from : pending->left;
	if (!pending->left)
		pending_complete(pendings, pending, now_ns);
}

bool trace_pendings_complete(struct trace_pendings *pendings, enum bid_op op,
			     const struct trace_event *event)
{
	uint64_t end = end_of(event->sector, event->sectors);
	struct trace_pending *pending;
	struct bid_tree_node *next;
	bool found = false;

	if (!event->sectors)
		return (event->traits & TRACE_FLUSH) && flush_complete(pendings, event);
	pending = pending_from(&pendings->tree[op], event->sector);
	while (pending && pending->record.lba < end) {
		next = bid_tree_next(&pending->by_lba);
		pending_served(pendings, pending, event->sector, end, event->time_ns);
		pending = pending_of_node(next);
		found = true;
	}
	return found;
}

struct trace_pending *trace_pendings_oldest(struct trace_pendings *pendings)
{
	if (bid_list_empty(&pendings->arrivals))
		return NULL;
	return bid_container_of(pendings->arrivals.next, struct trace_pending, order);
}

void trace_pendings_drop_oldest(struct trace_pendings *pendings)
{
	struct trace_pending *oldest = trace_pendings_oldest(pendings);

	pending_settle(pendings, oldest);
	bid_list_remove(&oldest->order);
	bid_list_append(&pendings->free, &oldest->order);
	pendings->count--;
}
