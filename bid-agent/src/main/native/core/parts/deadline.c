/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "deadline.h"

static const struct bid_tunable deadline_entries[] = {
	BID_TUNABLE(
		bid_deadline_tunables, deadline_ns, "bid", "deadline", "ns", 5000 * BID_MS, BID_MS,
		3600 * BID_SECOND,
		"The longest that a staging queue may live and a write may wait (Mishra 2018, section "
		"3.3); with latency-guard on, the most that a guard of writes that nobody waits for "
		"grows to. More gathers more writes; less bounds their latency tighter."),
	BID_TUNABLE(
		bid_deadline_tunables, read_deadline_ns, "bid", "read-deadline", "ns", 500 * BID_MS,
		BID_MS, 3600 * BID_SECOND,
		"The most that is left of the deadline once a queue holds a blocking read (Mishra "
		"2018, algorithm 1). More gathers longer runs; less makes readers wait less."),
};
const struct bid_tunable_table bid_deadline_tunables =
	BID_TUNABLE_TABLE(bid_deadline_tunables, deadline_entries);
