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

/* What a contender that is computed gives. */
enum estimate { BOUND_CERTAIN = 0, BOUND_BY_ADDRESS, BOUND_IN_STEP };

struct contender {
	const char *name;
	const struct bid_policy *policy; /* NULL: a bound, nothing is simulated */
	bool needs_ssd;
	const char *summary;
	enum estimate estimate; /* of a bound */
};

extern const struct contender contenders[];
extern const size_t contender_count;

/* The contender of that name, of the given length, or NULL. */
const struct contender *contender_find(const char *name, size_t length);

/* More than there are. */
#define TUNABLES_MAX 128u

/*
 * The tunable of that name, of a contender or of the simulator in front of it; NULL when there is
 * none. Of a bound, or of NULL, those of all contenders.
 */
const struct bid_tunable *contender_tunable(const struct contender *contender, const char *name);
/* All of them, each once. Returns how many. */
size_t contender_tunables(const struct bid_tunable **tunables, size_t most);

#endif
