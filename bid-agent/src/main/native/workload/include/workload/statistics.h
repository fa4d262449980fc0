/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What a trace is made of, measured by the same rules whether it was generated or recorded.
 */
#ifndef WORKLOAD_STATISTICS_H
#define WORKLOAD_STATISTICS_H

#include "trace/trace.h"

/* Classes of request sizes: up to 4 KiB, 8, 16, ... 512. */
#define STATISTICS_SIZES 8
/* A process that does nothing for that long is between two tasks, not within one. */
#define STATISTICS_PAUSE_NS UINT64_C(400000000)

struct statistics {
	uint64_t requests;
	uint64_t announcements;
	uint64_t processes;
	uint64_t duration_ns; /* to the last request */
	/* By enum bid_op. */
	uint64_t op_requests[2];
	uint64_t op_bytes[2];
	uint64_t op_sequential[2]; /* begin where a request of the same process and op ended */
	uint64_t ahead_bytes;      /* read by readahead threads */
	uint64_t sync_writes;
	uint64_t size_requests[STATISTICS_SIZES]; /* longer ones in pieces of 512 KiB and a rest */
	uint64_t switches;   /* requests of another process than the one before */
	uint64_t pauses;     /* gaps of STATISTICS_PAUSE_NS and more; not among the quantiles */
	uint64_t gap_p50_ns; /* between requests of a process, within 2 % */
	uint64_t gap_p90_ns;
	uint64_t gap_p99_ns;
};

/*
 * Reads the source to its end. Memory grows with the number of processes, not of records. Returns 0
 * or a negative errno; the source's message is in source->error.
 */
int statistics_measure(struct trace_source *source, struct statistics *statistics);

#endif
