/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "core.h"

/* No gap counts for more: the sums below stay far from 2^64. */
#define GAP_MAX_NS UINT64_C(3600000000000)

void wait_note(struct bid_wait *wait, uint64_t history, uint64_t gap_ns)
{
	if (wait->next >= history)
		wait->next = 0;
	wait->gap_ns[wait->next] = gap_ns < GAP_MAX_NS ? gap_ns : GAP_MAX_NS;
	wait->next = (wait->next + 1) % (uint32_t)history;
	if (wait->count < history)
		wait->count++;
}

uint64_t wait_mean_ns(const struct bid_wait *wait, uint64_t initial_ns)
{
	uint64_t sum = 0, weights = 0;
	uint32_t at = wait->count > wait->next ? wait->next : 0;

	if (wait->count == 0)
		return initial_ns;
	for (uint32_t weight = 1; weight <= wait->count; weight++) {
		sum += weight * wait->gap_ns[at];
		weights += weight;
		at = at + 1 < wait->count ? at + 1 : 0;
	}
	return sum / weights;
}
