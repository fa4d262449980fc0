/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * How much of a random test a build takes. What a test asks is the same in every build, and the
 * released one takes all of it. Sanitizers cost several times the time and look for other faults,
 * of memory and of undefined behaviour, which the same code shows in fewer scenarios: theirs takes
 * the TEST_SHARE-th part, unless --extended runs (which sets BID_TEST_SEED).
 */
#ifndef TEST_SHARE_H
#define TEST_SHARE_H

#include <stdint.h>
#include <stdlib.h>

/* At least 1 of the whole, which is at least 1. */
static inline uint64_t test_share(uint64_t whole)
{
	return getenv("BID_TEST_SEED") ? whole : (whole + TEST_SHARE - 1) / TEST_SHARE;
}

#endif
