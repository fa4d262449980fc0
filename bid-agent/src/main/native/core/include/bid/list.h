/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Intrusive circular doubly linked list. A node belongs to its owner; the list owns nothing.
 */
#ifndef BID_LIST_H
#define BID_LIST_H

#include "bid/base.h"

/* A node, or the head of a list. */
struct bid_link {
	struct bid_link *prev;
	struct bid_link *next;
};

/* The structure of the given type whose member is at the pointer. */
#define bid_container_of(pointer, type, member)                                                    \
	((type *)(void *)((char *)(pointer)-offsetof(type, member)))

static inline void bid_list_init(struct bid_link *head)
{
	head->prev = head;
	head->next = head;
}

static inline bool bid_list_empty(const struct bid_link *head)
{
	return head->next == head;
}

/* Inserts the node before the position: before the head means at the end. */
static inline void bid_list_insert_before(struct bid_link *position, struct bid_link *node)
{
	node->prev = position->prev;
	node->next = position;
	position->prev->next = node;
	position->prev = node;
}

static inline void bid_list_append(struct bid_link *head, struct bid_link *node)
{
	bid_list_insert_before(head, node);
}

/* Takes the node out of its list and leaves it a list of its own, so that removing twice is safe.
 */
static inline void bid_list_remove(struct bid_link *node)
{
	node->prev->next = node->next;
	node->next->prev = node->prev;
	bid_list_init(node);
}

/* Takes the first node out and returns it; NULL when the list is empty. */
static inline struct bid_link *bid_list_take_first(struct bid_link *head)
{
	struct bid_link *first = head->next;

	if (first == head)
		return NULL;
	bid_list_remove(first);
	return first;
}

#endif
