/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Shortest positioning time first: Seltzer, Chen, Ousterhout 1990, "Disk scheduling revisited",
 * with an age limit against starvation.
 */
#include <string.h>

#include "ncq.h"

void ncq_add(struct ncq *ncq, const struct ncq_run *run)
{
	ncq->runs[ncq->count++] = *run;
}

static uint32_t ncq_choose(const struct ncq *ncq, uint64_t free_ns, ncq_cost_fn *cost,
			   void *context)
{
	uint64_t least = UINT64_MAX;
	uint32_t chosen = 0;

	if (ncq->count == 1 || ncq->runs[0].submit_ns + NCQ_AGE_LIMIT_NS <= free_ns)
		return 0;
	for (uint32_t i = 0; i < ncq->count && ncq->runs[i].submit_ns <= free_ns; i++) {
		uint64_t price = cost(context, &ncq->runs[i], free_ns, least);

		if (price < least) {
			least = price;
			chosen = i;
		}
	}
	return chosen;
}

struct ncq_run ncq_take(struct ncq *ncq, uint64_t free_ns, ncq_cost_fn *cost, void *context)
{
	uint32_t chosen = ncq_choose(ncq, free_ns, cost, context);
	struct ncq_run run = ncq->runs[chosen];

	ncq->count--;
	memmove(&ncq->runs[chosen], &ncq->runs[chosen + 1],
		(ncq->count - chosen) * sizeof(ncq->runs[0]));
	return run;
}
