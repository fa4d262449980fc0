/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What bid-sim compares: policies, and bounds that are computed.
 */
#ifndef TOOL_CONTENDERS_H
#define TOOL_CONTENDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "bid/policy.h"

struct contender {
	const char *name;
	const struct bid_policy *policy; /* NULL: a bound, nothing is simulated */
	bool needs_ssd;
	const char *summary;
};

extern const struct contender contenders[];
extern const size_t contender_count;

/* The contender of that name, of the given length, or NULL. */
const struct contender *contender_find(const char *name, size_t length);

#endif
