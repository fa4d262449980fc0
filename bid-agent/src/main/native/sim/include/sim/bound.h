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
	const struct sim_slots *slots; /* closed loop; or NULL */
	/* Most sectors that a policy may have read before they were asked for: announced-buffer. */
	uint64_t prefetch_sectors;
	uint64_t extents_max;   /* 100 bytes of memory each; 0: 2^21 */
	uint64_t processes_max; /* closed loop; 100 bytes each; 0: 2^18 */
};

struct sim_bound {
	uint64_t bound_ns;   /* the greatest of the following */
	uint64_t media_ns;   /* every distinct sector passes once, every extent is entered once */
	uint64_t arrival_ns; /* open loop: what comes late is moved late */
	uint64_t process_ns; /* closed loop: no process can be faster than it thinks */
	/*
	 * No bound, but what is to be expected at the least of who goes by addresses, knows no
	 * angles and keeps nothing: no less than bound_ns.
	 */
	uint64_t by_address_ns;
	/*
	 * Likewise of who favours no process: closed loop, all get on as in the trace. No less than
	 * by_address_ns.
	 */
	uint64_t in_step_ns;
	uint64_t requests;
	uint64_t bytes[2]; /* by enum bid_op */
	uint64_t skipped;
};

/* Reads the source to its end. Returns 0 or a negative errno with a message in error. */
int sim_bound_compute(const struct sim_bound_setup *setup, struct trace_source *source,
		      struct sim_bound *bound, char *error, size_t error_size);

#endif
