/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Who is let into the request queue: within the bounds of all, those of his class, and the places
 * that are kept for others.
 */
#ifndef BID_CORE_CLASSES_H
#define BID_CORE_CLASSES_H

#include "bid/request_queue.h"

/* Returns 0, or -EINVAL for bounds that make no sense. */
int classes_init(struct bid_request_queue *queue, const struct bid_setup *setup);
bool classes_have_room(struct bid_request_queue *queue, const struct bid_request *request,
		       uint64_t now_ns);
/* The request takes its place, and gives it back. */
void classes_count_in(struct bid_request_queue *queue, const struct bid_request *request,
		      uint64_t now_ns);
void classes_count_out(struct bid_request_queue *queue, const struct bid_request *request);
/* When the rate of a class lets in who was refused by it; BID_NEVER: nobody was. */
uint64_t classes_next_ns(const struct bid_request_queue *queue, uint64_t now_ns);

#endif
