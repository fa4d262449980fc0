/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Octave 0 holds the values below 128 one by one; octave k those of k + 6 binary digits after the
 * first.
 */
#include "sim/histogram.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { SUB_BITS = 7 };

static unsigned int histogram_octave(uint64_t value, unsigned int *sub)
{
	unsigned int exponent;

	if (value < SIM_HISTOGRAM_SUB) {
		*sub = (unsigned int)value;
		return 0;
	}
	exponent = 63 - (unsigned int)__builtin_clzll(value);
	*sub = (unsigned int)(value >> (exponent - SUB_BITS)) & (SIM_HISTOGRAM_SUB - 1);
	return exponent - SUB_BITS + 1;
}

static uint64_t histogram_upper_edge(unsigned int octave, unsigned int sub)
{
	if (octave == 0)
		return sub;
	/* The last edge of all is 2^64 - 1: the sum wraps to 0 before 1 is taken. */
	return (((uint64_t)SIM_HISTOGRAM_SUB + sub + 1) << (octave - 1)) - 1;
}

int sim_histogram_add(struct sim_histogram *histogram, uint64_t value_ns)
{
	unsigned int sub;
	unsigned int octave = histogram_octave(value_ns, &sub);

	if (!histogram->octave[octave]) {
		histogram->octave[octave] = calloc(SIM_HISTOGRAM_SUB, sizeof(uint64_t));
		if (!histogram->octave[octave])
			return -ENOMEM;
	}
	histogram->octave[octave][sub]++;
	histogram->count++;
	histogram->sum_ns += (double)value_ns;
	if (value_ns > histogram->max_ns)
		histogram->max_ns = value_ns;
	return 0;
}

double sim_histogram_mean_ns(const struct sim_histogram *histogram)
{
	return histogram->count ? histogram->sum_ns / (double)histogram->count : 0;
}

uint64_t sim_histogram_quantile_ns(const struct sim_histogram *histogram, double part)
{
	uint64_t wanted = (uint64_t)ceil(part * (double)histogram->count);
	uint64_t seen = 0;

	if (wanted == 0)
		wanted = 1;
	for (unsigned int octave = 0; octave < SIM_HISTOGRAM_OCTAVES; octave++) {
		if (!histogram->octave[octave])
			continue;
		for (unsigned int sub = 0; sub < SIM_HISTOGRAM_SUB; sub++) {
			seen += histogram->octave[octave][sub];
			if (seen >= wanted) {
				uint64_t edge = histogram_upper_edge(octave, sub);

				return edge < histogram->max_ns ? edge : histogram->max_ns;
			}
		}
	}
	return histogram->max_ns;
}

void sim_histogram_free(struct sim_histogram *histogram)
{
	for (unsigned int octave = 0; octave < SIM_HISTOGRAM_OCTAVES; octave++)
		free(histogram->octave[octave]);
	*histogram = (struct sim_histogram){0};
}
