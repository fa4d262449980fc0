/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "expiry.h"

static const struct bid_tunable expiry_entries[] = {
	BID_TUNABLE(
		expiry_tunables, read_expire_ns, "deadline", "deadline-read-expire", "ns",
		500 * BID_MS, BID_MS, 3600 * BID_SECOND,
		"Time after which a read goes ahead of the sorted order (Linux deadline-iosched). Less "
		"is faster for it, and nearer to first in, first out."),
	BID_TUNABLE(expiry_tunables, write_expire_ns, "deadline", "deadline-write-expire", "ns",
		    5000 * BID_MS, BID_MS, 3600 * BID_SECOND,
		    "The same of writes (Linux deadline-iosched)."),
	BID_TUNABLE(expiry_tunables, batch, "deadline", "deadline-batch", "requests", 16, 1, 65536,
		    "Requests taken in sorted order before expiries are looked at again (Linux "
		    "deadline-iosched, fifo_batch). More throughput, less latency."),
	BID_TUNABLE(
		expiry_tunables, writes_starved, "deadline", "deadline-writes-starved", "requests",
		2, 1, 65536,
		"Batches of reads for one of writes (Linux deadline-iosched). More favours reads."),
};
const struct bid_tunable_table expiry_tunables = BID_TUNABLE_TABLE(expiry_tunables, expiry_entries);

void expiring_init(struct expiring *expiring, const struct bid_settings *settings,
		   const struct expiry_tunables *tunables)
{
	expiring->after_ns[BID_READ] = tunables->read_expire_ns;
	expiring->after_ns[BID_WRITE] = tunables->write_expire_ns;
	expiring->merge = bid_settings_merge(settings);
	sorted_queue_init(&expiring->waiting[BID_READ]);
	sorted_queue_init(&expiring->waiting[BID_WRITE]);
}

void expiring_insert(struct expiring *expiring, struct bid_request *request)
{
	request->expiry_ns = request->arrival_ns + expiring->after_ns[request->op];
	sorted_queue_insert(&expiring->waiting[request->op], request, expiring->merge);
}
