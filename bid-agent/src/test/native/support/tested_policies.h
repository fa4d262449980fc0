/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The policies that suites for all policies run over: ours and their rivals.
 */
#ifndef TESTED_POLICIES_H
#define TESTED_POLICIES_H

#include "bid/policies.h"
#include "policies/rivals.h"

extern const struct bid_policy *const policies_under_test[];
extern const size_t policies_under_test_count;

#endif
