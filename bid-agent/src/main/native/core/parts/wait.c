/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "wait.h"

static const struct bid_tunable wait_entries[] = {
	BID_TUNABLE(
		bid_wait_tunables, initial_ns, "bid", "wait-default", "ns", 6 * BID_MS, 0,
		10 * BID_SECOND,
		"How long a staging queue without history waits for the stream's next request, and the "
		"disk for an unknown reader; the value of the anticipatory scheduler (Iyer and "
		"Druschel, 2001). More gathers longer runs; less leaves the disk idle for less time."),
	BID_TUNABLE(
		bid_wait_tunables, history, "bid", "wait-history", "requests", 8, 1,
		BID_WAIT_HISTORY_MAX,
		"Number of gaps that the wait timer remembers; their mean is weighted linearly, the "
		"newest most. More is steadier; less follows a change of phase sooner."),
};
const struct bid_tunable_table bid_wait_tunables =
	BID_TUNABLE_TABLE(bid_wait_tunables, wait_entries);

/* No gap counts for more: the sums below stay far from 2^64. */
#define GAP_MAX_NS UINT64_C(3600000000000)

static void wait_note(struct bid_wait *wait, uint64_t history, uint64_t gap_ns)
{
	if (wait->next >= history)
		wait->next = 0;
	wait->gap_ns[wait->next] = gap_ns < GAP_MAX_NS ? gap_ns : GAP_MAX_NS;
	wait->next = (wait->next + 1) % (uint32_t)history;
	if (wait->count < history)
		wait->count++;
}

void wait_note_arrival(struct bid_wait *wait, uint64_t history, uint64_t *newest_ns,
		       uint64_t now_ns)
{
	if (now_ns > *newest_ns)
		wait_note(wait, history, now_ns - *newest_ns);
	*newest_ns = now_ns;
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
	return bid_quotient(sum, weights);
}
