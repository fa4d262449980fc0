/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Counts writes and asks the policy and the throttling.
 */
#include "admission.h"

/* A flush is none: it carries no data, and what carries data and a barrier is waited for. */
static bool is_write(uint8_t op, uint8_t flags)
{
	return op == BID_WRITE && !(flags & BID_BARRIER);
}

void sim_admission_init(struct sim_admission *admission, const struct bid_policy *policy,
			const void *state, uint64_t wbt_target_ns, const struct device *disk)
{
	*admission = (struct sim_admission){.policy = policy, .state = state};
	sim_writeback_init(&admission->writeback, policy->writeback_throttled ? wbt_target_ns : 0,
			   disk);
}

/* By writes: one for each run, whether it waits in the policy or is with a device. */
static uint32_t places_taken(const struct sim_admission *admission)
{
	const struct bid_policy *policy = admission->policy;
	uint32_t runs;

	if (!policy->write_runs)
		return admission->writes;
	runs = policy->write_runs(admission->state) + admission->runs_in_device;
	return runs < admission->writes ? runs : admission->writes;
}

bool sim_admission_allows(struct sim_admission *admission, uint8_t op, uint8_t flags,
			  uint8_t service_class, uint64_t now_ns)
{
	const struct bid_policy *policy = admission->policy;

	if (!is_write(op, flags))
		return true;
	if (policy->write_limit &&
	    places_taken(admission) >=
		    policy->write_limit(admission->state, flags & BID_SYNC, service_class))
		return false;
	return sim_writeback_allows(&admission->writeback, flags & BID_SYNC,
				    places_taken(admission), now_ns);
}

void sim_admission_entered(struct sim_admission *admission, const struct bid_request *request,
			   uint64_t now_ns)
{
	admission->writes += is_write(request->op, request->flags);
	sim_writeback_entered(&admission->writeback, is_write(request->op, request->flags),
			      request->op == BID_READ, now_ns);
}

void sim_admission_dispatched(struct sim_admission *admission, const struct bid_request *head)
{
	admission->runs_in_device += is_write(head->op, head->flags);
}

void sim_admission_completed(struct sim_admission *admission, const struct bid_request *head)
{
	admission->runs_in_device -= is_write(head->op, head->flags);
}

void sim_admission_finished(struct sim_admission *admission, const struct bid_request *request,
			    uint64_t device_ns, uint64_t now_ns)
{
	admission->writes -= is_write(request->op, request->flags);
	sim_writeback_finished(&admission->writeback, is_write(request->op, request->flags),
			       request->op == BID_READ, device_ns, now_ns);
}
