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
#include "sim/scan.h"
#include "trace/trace.h"

/* Enough to hold a whole trace of a usual length; 150 MB at most. */
#define SIM_WINDOW_DEFAULT (1u << 18)
/* Processes with figures of their own, unless a caller has a reason for another number. */
#define SIM_PROCESSES_DEFAULT 4096u
/* What an unbounded request queue holds after all, so that memory is bounded. */
#define SIM_OUTSTANDING_MAX (1u << 20)

enum sim_loop {
	/* Requests come at the trace's times, whatever has been served. */
	SIM_OPEN_LOOP = 0,
	/*
	 * A slot's next request comes its think time after its last blocking one was served (reads,
	 * those ahead of need too, and writes that are waited for);
	 * think time = gap in the trace less the traced system's latency, where that is known.
	 */
	SIM_CLOSED_LOOP = 1,
};

struct sim_setup {
	const struct bid_policy *policy;
	struct bid_settings settings;     /* of the policy and of the simulator */
	struct device *device[BID_TIERS]; /* the SSD may be NULL */
	enum sim_loop loop;
	uint32_t outstanding;   /* the request queue's bound; 0: unbounded */
	uint32_t processes_max; /* processes with figures of their own; the rest are one, "other" */
	const struct sim_slots
		*slots;  /* closed loop: which processes follow one another; or NULL */
	uint32_t window; /* closed loop: records read and not admitted; 0: SIM_WINDOW_DEFAULT */
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

/*
 * Replays the source until its end and until everything is served. A record of more than
 * BID_REQUEST_MAX_SECTORS is cut, and served when all its parts are. At one moment completions come
 * first, then what is due is inserted, then the policy is asked to dispatch, so that equal set-ups
 * give equal results.
 *
 * Returns 0; -EPROTO when the policy or a device broke its contract (a request lost, dispatched or
 * finished twice; held for ever while nothing else happens; time that goes back); -EINVAL for a
 * set-up that makes no sense; -ENOMEM; or the source's error. The message is in error.
 */
int sim_run(const struct sim_setup *setup, struct trace_source *source,
	    const struct sim_observer *observer, struct sim_result **result, char *error,
	    size_t error_size);

#endif
