/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Repeatable random numbers: the same seed gives the same workload, on every machine.
 * xoshiro256** (D. Blackman and S. Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021),
 * its state filled by SplitMix64 (G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom
 * Number Generators", 2014).
 */
#ifndef WORKLOAD_RANDOM_H
#define WORKLOAD_RANDOM_H

#include <stdint.h>

struct random {
	uint64_t state[4];
};

/* The next number of the SplitMix64 sequence that the state stands in. Also a good hash. */
uint64_t splitmix64(uint64_t *state);

void random_seed(struct random *random, uint64_t seed);
uint64_t random_next(struct random *random);
/* Uniform in [0, 1). */
double random_unit(struct random *random);
/* Uniform in [0, bound); bound > 0. The bias of the multiplication, below 2^-32 here, is let be. */
uint64_t random_below(struct random *random, uint64_t bound);
/* Uniform in [min, max]. */
uint64_t random_between(struct random *random, uint64_t min, uint64_t max);

/*
 * A distribution of times by its quantiles, ms: what a measurement reports. Between them the
 * logarithm of the time is interpolated.
 */
struct quantiles {
	double min_ms;
	double p50_ms;
	double p90_ms;
	double p99_ms;
	double max_ms;
};

/* A time of the distribution, ns. */
uint64_t random_time_ns(struct random *random, const struct quantiles *quantiles);

#endif
