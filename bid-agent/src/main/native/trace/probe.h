/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Which device of a trace is taken, and which event says that a request has arrived: found from the
 * first events, which are kept to be read again.
 */
#ifndef TRACE_PROBE_H
#define TRACE_PROBE_H

#include "trace/event.h"

/* Events that are read ahead at most, and devices told apart in them. */
#define PROBE_EVENTS_MAX  8192u
#define PROBE_DEVICES_MAX 64u

struct trace_probe {
	struct trace_event *event;
	uint32_t count;
	uint32_t room;
	uint32_t taken;
	uint32_t device;          /* major << 20 | minor */
	enum trace_action action; /* of arrivals */
	struct {
		uint32_t device;
		bool has[TRACE_ACTIONS];
	} seen[PROBE_DEVICES_MAX];
	uint32_t devices;
};

/*
 * Reads until it is clear; wanted is the only device to be taken, or 0. Returns 0 or -ENOMEM.
 * A failure of the events must be permanent: it is left to who reads on.
 */
int trace_probe_run(struct trace_probe *probe, struct trace_events *events, uint32_t wanted);

/* The next of the events that were read. False: there are no more. */
bool trace_probe_take(struct trace_probe *probe, struct trace_event *event);

#endif
