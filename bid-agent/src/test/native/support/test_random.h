/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Random numbers for tests, repeatable from a seed that a failing test prints.
 */
#ifndef TEST_RANDOM_H
#define TEST_RANDOM_H

#include <stdint.h>

struct test_random {
	uint64_t state;
};

/* SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). */
static inline uint64_t test_random_next(struct test_random *random)
{
	uint64_t z = (random->state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* 0 to bound - 1; the bias of the remainder does not matter here. */
static inline uint64_t test_random_below(struct test_random *random, uint64_t bound)
{
	return test_random_next(random) % bound;
}

#endif
