/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Fits the addresses of a trace into a drive of another size.
 */
#ifndef TRACE_FIT_H
#define TRACE_FIT_H

#include "trace/trace.h"

enum trace_addresses {
	TRACE_AS_IS = 0, /* what is past the end is skipped */
	TRACE_WRAP,      /* what is past the end begins anew: distances stay, data fall together */
	/*
	 * The trace's whole range becomes the drive's, in pieces of 1 GiB within which nothing is
	 * changed, so that runs stay runs; where the trace is larger some pieces fall together.
	 */
	TRACE_SCALE,
};

/* The names are as-is, wrap and scale. Returns 0 or -EINVAL. */
int trace_addresses_of(const char *name, enum trace_addresses *addresses);
const char *trace_addresses_name(enum trace_addresses addresses);

/*
 * Where a record of the trace, which ends at end_lba, is on a drive of that many sectors. One that
 * is longer than the drive stays as it is, to be skipped.
 */
uint64_t trace_fit_lba(enum trace_addresses addresses, uint64_t end_lba, uint64_t device_sectors,
		       uint64_t lba, uint64_t sectors);

/* The source with its addresses fitted; closes the inner one with it. Returns 0 or -ENOMEM. */
int trace_fit(struct trace_source *inner, enum trace_addresses addresses, uint64_t end_lba,
	      uint64_t device_sectors, struct trace_source **source);

#endif
