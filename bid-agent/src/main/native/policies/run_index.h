/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Merging for policies whose runs wait in order of arrival: noop and Kyber.
 */
#ifndef POLICIES_RUN_INDEX_H
#define POLICIES_RUN_INDEX_H

#include "bid/merge_index.h"

struct run_index {
	struct bid_merge_index index; /* unused when merging is off */
	bool merge;
};

void run_index_init(struct run_index *runs, bool merge);

/*
 * Merges a request into a run that waits, and takes a run that this one has closed up to out of its
 * queue. Returns false when the request is to wait by itself.
 */
bool run_index_merge(struct run_index *runs, struct bid_request *request);

/* A run is being dispatched. */
void run_index_remove(struct run_index *runs, struct bid_request *head);

/* Runs of writes that wait; with merging off, which tells nothing of runs, a great number. */
uint32_t run_index_writes(const struct run_index *runs);

#endif
