/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "random.h"

#include <math.h>

#define NS_PER_MS 1e6

uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

void random_seed(struct random *random, uint64_t seed)
{
	for (int i = 0; i < 4; i++)
		random->state[i] = splitmix64(&seed);
}

static uint64_t rotate_left(uint64_t value, unsigned int bits)
{
	return (value << bits) | (value >> (64 - bits));
}

uint64_t random_next(struct random *random)
{
	uint64_t *s = random->state;
	uint64_t result = rotate_left(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate_left(s[3], 45);
	return result;
}

double random_unit(struct random *random)
{
	return (double)(random_next(random) >> 11) * 0x1.0p-53;
}

uint64_t random_below(struct random *random, uint64_t bound)
{
	/* The high 32 bits are enough for every bound here; larger ones take the slow way. */
	if (bound <= UINT32_MAX)
		return ((random_next(random) >> 32) * bound) >> 32;
	return random_next(random) % bound;
}

uint64_t random_between(struct random *random, uint64_t min, uint64_t max)
{
	return min + random_below(random, max - min + 1);
}

static double interpolate_log(double at, double from, double to, double low, double high)
{
	return low * pow(high / low, (at - from) / (to - from));
}

uint64_t random_time_ns(struct random *random, const struct quantiles *quantiles)
{
	const double at[] = {0, 0.50, 0.90, 0.99, 1};
	const double ms[] = {quantiles->min_ms, quantiles->p50_ms, quantiles->p90_ms,
			     quantiles->p99_ms, quantiles->max_ms};
	double unit = random_unit(random);
	int i = 1;

	while (unit >= at[i] && i < 4)
		i++;
	return (uint64_t)(NS_PER_MS * interpolate_log(unit, at[i - 1], at[i], ms[i - 1], ms[i]));
}
