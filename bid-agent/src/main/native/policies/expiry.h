/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What both policies with deadlines have: what can be set of them, and requests that expire.
 */
#ifndef POLICIES_EXPIRY_H
#define POLICIES_EXPIRY_H

#include "bid/tunables.h"
#include "sorted_queue.h"

struct expiry_tunables {
	uint64_t read_expire_ns;
	uint64_t write_expire_ns;
	uint64_t batch;
	uint64_t writes_starved;
};

extern const struct bid_tunable_table expiry_tunables;

/* Reads and writes, each by address and by expiry. */
struct expiring {
	uint64_t after_ns[2]; /* by enum bid_op */
	bool merge;
	struct sorted_queue waiting[2];
};

void expiring_init(struct expiring *expiring, const struct bid_settings *settings,
		   const struct expiry_tunables *tunables);
void expiring_insert(struct expiring *expiring, struct bid_request *request);

#endif
