/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Generated workloads: the block I/O of the Hadoop jobs that the source traced.
 */
#ifndef WORKLOAD_WORKLOAD_H
#define WORKLOAD_WORKLOAD_H

#include "trace/trace.h"

struct workload {
	const char
		*name; /* grep, random-text-writer, sort, terasort, wordcount, word-std-dev, ... */
	const char *summary;
};
extern const struct workload workload_list[];
extern const size_t workload_count;

struct workload_options {
	uint64_t seed;
	uint64_t device_sectors;
	double scale; /* of the amount of data; 1: the documented size */
};

int workload_open(const char *name, const struct workload_options *options,
		  struct trace_source **source, char *error, size_t error_size);

#endif
