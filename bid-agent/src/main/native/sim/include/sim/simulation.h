/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Replays a trace through a policy onto devices, in virtual time.
 */
#ifndef SIM_SIMULATION_H
#define SIM_SIMULATION_H

#include "bid/policy.h"
#include "device/device.h"
#include "trace/trace.h"

enum sim_loop {
	/* Requests come at the trace's times, whatever has been served. */
	SIM_OPEN_LOOP = 0,
	/*
	 * A process's next request comes its think time after its last blocking one was served;
	 * think time = gap in the trace less the traced system's latency, where that is known.
	 */
	SIM_CLOSED_LOOP = 1,
};

struct sim_setup {
	const struct bid_policy *policy;
	struct bid_tunables tunables;
	struct device *device[BID_TIERS]; /* the SSD may be NULL */
	enum sim_loop loop;
	uint32_t outstanding;	/* the request queue's bound; 0: unbounded */
	uint32_t processes_max; /* processes with figures of their own; the rest are one, "other" */
};

/* Told of things as they happen. Any may be NULL. */
struct sim_observer {
	void (*dispatched)(void *context, uint64_t now_ns, enum bid_tier tier,
			   const struct bid_request *head);
	void (*finished)(void *context, uint64_t now_ns, const struct bid_request *request,
			 uint64_t issued_ns);
	void (*progress)(void *context, uint64_t requests, uint64_t now_ns);
	void *context;
};

struct sim_result; /* sim/result.h: everything that a run reports */

/* Returns 0 or a negative errno with a message in error. */
int sim_run(const struct sim_setup *setup, struct trace_source *source,
	    const struct sim_observer *observer, struct sim_result **result, char *error,
	    size_t error_size);

#endif
