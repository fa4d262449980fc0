/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Runs that wait, by address and by age at once: what deadline, CFQ and BFQ are made of.
 */
#ifndef POLICIES_SORTED_QUEUE_H
#define POLICIES_SORTED_QUEUE_H

#include "bid/request.h"

struct sorted_queue {
	struct bid_tree by_lba; /* runs, keyed by their first sector */
	struct bid_link fifo;   /* the same runs, by expiry: the order of arrival */
};

void sorted_queue_init(struct sorted_queue *queue);

/*
 * Takes a request whose expiry_ns is set, the expiries never going back. With merge it joins a run
 * of the same operation that it continues or precedes, and a run that closes a gap joins both
 * sides; the joint run keeps the earliest place and expiry, as in Linux's elevators.
 */
void sorted_queue_insert(struct sorted_queue *queue, struct bid_request *request, bool merge);

void sorted_queue_remove(struct sorted_queue *queue, struct bid_request *head);

static inline bool sorted_queue_empty(const struct sorted_queue *queue)
{
	return !queue->by_lba.root;
}

/* The run that came first, or NULL. */
struct bid_request *sorted_queue_oldest(const struct sorted_queue *queue);
/* The run with the least address of at least that, or NULL. */
struct bid_request *sorted_queue_at_or_after(const struct sorted_queue *queue, uint64_t lba);
/* The run with the greatest address of at most that, or NULL. */
struct bid_request *sorted_queue_at_or_before(const struct sorted_queue *queue, uint64_t lba);
/* The next upwards from the address, from the bottom when there is none above: one-way sweeps. */
struct bid_request *sorted_queue_sweep(const struct sorted_queue *queue, uint64_t lba);

#endif
