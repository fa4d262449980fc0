/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * See run_index.h.
 */
#include "run_index.h"

void run_index_init(struct run_index *runs, bool merge)
{
	bid_merge_index_init(&runs->index, false);
	runs->merge = merge;
}

bool run_index_merge(struct run_index *runs, struct bid_request *request)
{
	struct bid_merge merge;

	if (!runs->merge)
		return false;
	if (!bid_merge_index_merge(&runs->index, request, &merge)) {
		bid_merge_index_add(&runs->index, request);
		return false;
	}
	if (merge.absorbed)
		bid_list_remove(&merge.absorbed->link);
	return true;
}

void run_index_remove(struct run_index *runs, struct bid_request *head)
{
	if (runs->merge)
		bid_merge_index_remove(&runs->index, head);
}

uint32_t run_index_writes(const struct run_index *runs)
{
	return runs->merge ? runs->index.by_start[BID_WRITE].count : UINT32_MAX / 2;
}
