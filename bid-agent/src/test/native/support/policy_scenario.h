/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Plays a made-up scenario to a policy, behind the request queue and in virtual time, and checks
 * what must hold for every policy:
 *
 *  - every request inserted is finished exactly once, and only after runs that cover it are done;
 *  - a read gets of each sector what it may (data_oracle.h); at last everything is read again;
 *  - what is dispatched was asked for or announced, and is no longer than a request may be;
 *  - a barrier is served when all writes before it, or those of its file, are done, and a flush
 *    that ends well has reached each tier that they were written to;
 *  - runs fail, and requests are cancelled and announcements taken back at any time: who fails was
 *    in a run that failed, what is cancelled ends so, and goes to no device by itself;
 *  - memory that was read into is released, and not before who is served from it has its data;
 *  - no timer is of the past;
 *  - neither a device's depth nor the bound of the queue is exceeded;
 *  - while something is outstanding there is something to wait for, and waiting leads on.
 *
 * Requests are allocated one by one and freed when they finish, the policy's state is as large as
 * it asked for: AddressSanitizer sees who touches what is not his.
 */
#ifndef POLICY_SCENARIO_H
#define POLICY_SCENARIO_H

#include "bid/policy.h"

/* Where decisions come from: a random generator, or a fuzzer's bytes. */
struct scenario_choices {
	/* A number from 0 to bound - 1. */
	uint64_t (*below)(void *context, uint64_t bound);
	void *context;
	uint32_t depth;    /* of the HDD; 0: 1 or 32 by chance */
	uint32_t requests; /* at most; 0: 80 */
};

struct scenario_report {
	uint64_t order; /* a hash of what was dispatched and finished, when and where */
	uint32_t inserted;
	uint32_t merged;   /* of those, into other runs */
	uint32_t barriers; /* of those */
	uint32_t inner;    /* runs that the policy made for itself */
	uint32_t ssd;      /* runs for the SSD */
	uint32_t failed;   /* requests that ended with an error */
	uint32_t cancelled;
	bool refused;    /* the policy found that the set-up makes no sense */
	char error[256]; /* empty: all is well */
};

void scenario_run(const struct bid_policy *policy, const struct scenario_choices *choices,
		  struct scenario_report *report);

#endif
