/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "tested_policies.h"

const struct bid_policy *const policies_under_test[] = {
	&noop_policy,
	&deadline_policy,
	&cfq_policy,
	&mq_deadline_policy,
	&kyber_policy,
	&bfq_policy,
	&bid_published_policy,
	&bid_hdd_policy,
	&bid_announced_policy,
	&bid_hybrid_policy,
	&bid_published_hybrid_policy,
};
const size_t policies_under_test_count =
	sizeof(policies_under_test) / sizeof(policies_under_test[0]);
