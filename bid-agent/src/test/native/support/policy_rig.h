/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Drives one policy by hand, without request queue, device or simulator: the test says what comes
 * when and how long each run takes. Ends the program when memory is short.
 */
#ifndef POLICY_RIG_H
#define POLICY_RIG_H

#include "bid/policies.h"
#include "policies/rivals.h"

#define RIG_MS UINT64_C(1000000)

struct policy_rig {
	const struct bid_policy *policy;
	void *state;
	uint64_t now_ns;
	struct bid_request *requests; /* as many as may be outstanding, used once each */
	uint32_t requests_used;
	uint32_t requests_max;
};

/* A disk of 150 MB/s and 12 ms, the documented defaults of the peers' tunables, no merging. */
void rig_setup_default(struct bid_setup *setup, uint32_t max_outstanding);
void rig_open(struct policy_rig *rig, const struct bid_policy *policy,
	      const struct bid_setup *setup);
void rig_close(struct policy_rig *rig);

/* Inserts a foreground request that has arrived at the time; reads are synchronous. */
struct bid_request *rig_insert_at(struct policy_rig *rig, uint64_t arrival_ns, uint64_t stream,
				  enum bid_op op, uint64_t lba, uint32_t sectors);
struct bid_request *rig_insert(struct policy_rig *rig, uint64_t stream, enum bid_op op,
			       uint64_t lba, uint32_t sectors);
struct bid_request *rig_insert_class(struct policy_rig *rig, enum bid_class service_class,
				     uint64_t stream, enum bid_op op, uint64_t lba,
				     uint32_t sectors);

/* The next run for the disk, or NULL; it stays with the disk until it is completed. */
struct bid_request *rig_dispatch(struct policy_rig *rig);
void rig_complete(struct policy_rig *rig, struct bid_request *head);
/* Dispatches a run, lets the time pass, completes it; NULL when there is none. */
struct bid_request *rig_serve(struct policy_rig *rig, uint64_t service_ns);

#endif
