/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Counts of times by size, for percentiles in bounded memory. The buckets are those of Gil Tene's
 * HdrHistogram: each power of two cut into 128, so that a percentile is at most 1/128 above the
 * true one. The mean, the least and the most are exact.
 */
#ifndef SIM_HISTOGRAM_H
#define SIM_HISTOGRAM_H

#include <stdint.h>

#define SIM_HISTOGRAM_SUB     128u
#define SIM_HISTOGRAM_OCTAVES 58u

/* All zero is an empty histogram. */
struct sim_histogram {
	uint64_t count;
	uint64_t max_ns;
	double sum_ns;
	uint64_t *octave[SIM_HISTOGRAM_OCTAVES]; /* allocated when first counted in */
};

/* Returns 0 or -ENOMEM. */
int sim_histogram_add(struct sim_histogram *histogram, uint64_t value_ns);

double sim_histogram_mean_ns(const struct sim_histogram *histogram);

/*
 * The least bucket's upper edge that at least that part (0 to 1) of the values lie at or below,
 * never more than the greatest value; 0 when there is none.
 */
uint64_t sim_histogram_quantile_ns(const struct sim_histogram *histogram, double part);

void sim_histogram_free(struct sim_histogram *histogram);

#endif
