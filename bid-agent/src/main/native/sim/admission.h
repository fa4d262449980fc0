/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Who is let into the request queue: all while there is room; writes also within what the policy
 * grants them and what the throttling of writeback in front of it does, if it is one of the peers
 * in front of which Linux has that.
 */
#ifndef SIM_ADMISSION_H
#define SIM_ADMISSION_H

#include "bid/policy.h"
#include "writeback.h"

struct sim_admission {
	const struct bid_policy *policy;
	const void *state;
	uint32_t writes;         /* outstanding */
	uint32_t runs_in_device; /* of them */
	struct sim_writeback writeback;
};

void sim_admission_init(struct sim_admission *admission, const struct bid_policy *policy,
			const void *state, uint64_t wbt_target_ns, const struct device *disk);
/* Whether a request of that kind is let in now, the queue having room. */
bool sim_admission_allows(struct sim_admission *admission, uint8_t op, uint8_t flags,
			  uint8_t service_class, uint64_t now_ns);
void sim_admission_entered(struct sim_admission *admission, const struct bid_request *request,
			   uint64_t now_ns);
/* A run leaves for a device, and comes back. */
void sim_admission_dispatched(struct sim_admission *admission, const struct bid_request *head);
void sim_admission_completed(struct sim_admission *admission, const struct bid_request *head);
void sim_admission_finished(struct sim_admission *admission, const struct bid_request *request,
			    uint64_t device_ns, uint64_t now_ns);

#endif
