/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A lower bound on the time that any policy needs for a trace on a device, the future known. Why it
 * is one is argued in bound.c.
 */
#ifndef SIM_BOUND_H
#define SIM_BOUND_H

#include "sim/simulation.h"

struct sim_bound_setup {
	struct device *device[BID_TIERS]; /* only asked for times; the SSD may be NULL */
	enum sim_loop loop;
	/*
	 * Sectors that may have been read before they were asked for, or written after they were said
	 * to be: the drive's buffer and a policy's prefetch buffer.
	 */
	uint64_t buffer_sectors;
	/* Whether the drive may answer a read from what was written before. */
	bool reads_hit_writes;
	size_t extents_max; /* memory: 16 bytes each; past it the bound gets weaker. 0: 2^22 */
	size_t processes_max; /* memory: 64 bytes each; likewise. 0: 2^18 */
};

struct sim_bound {
	uint64_t bound_ns; /* the greatest of the following */
	uint64_t media_ns; /* all distinct sectors moved, and the arm moved between them */
	uint64_t arrival_ns; /* open loop: what came late has to be moved after it came */
	uint64_t process_ns; /* closed loop: what one process has to think */
	uint64_t requests;
	uint64_t bytes[2]; /* by enum bid_op */
	uint64_t skipped;
};

/* Reads the source to its end. Returns 0 or a negative errno with a message in error. */
int sim_bound_compute(const struct sim_bound_setup *setup, struct trace_source *source,
		      struct sim_bound *bound, char *error, size_t error_size);

#endif
