/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "probe.h"

#include <errno.h>
#include <stdlib.h>

/* What is taken for the arrival of a request, the best first. */
static const enum trace_action arrivals[] = {TRACE_QUEUE, TRACE_REMAP, TRACE_ISSUE, TRACE_COMPLETE};

static int probe_keep(struct trace_probe *probe, const struct trace_event *event)
{
	uint32_t room = probe->room ? probe->room * 2 : 64;
	struct trace_event *larger;

	if (probe->count == probe->room) {
		larger = realloc(probe->event, room * sizeof(*larger));
		if (!larger)
			return -ENOMEM;
		probe->event = larger;
		probe->room = room;
	}
	probe->event[probe->count++] = *event;
	return 0;
}

/* The index of a device; PROBE_DEVICES_MAX when there are too many. */
static uint32_t probe_index(struct trace_probe *probe, uint32_t device)
{
	uint32_t i = 0;

	while (i < probe->devices && probe->seen[i].device != device)
		i++;
	if (i == probe->devices && i < PROBE_DEVICES_MAX)
		probe->seen[probe->devices++].device = device;
	return i;
}

static bool probe_serves(const struct trace_probe *probe, uint32_t i)
{
	return probe->seen[i].has[TRACE_ISSUE] || probe->seen[i].has[TRACE_COMPLETE];
}

/* Notes the event. Returns whether it settles both questions. */
static bool probe_note(struct trace_probe *probe, const struct trace_event *event, uint32_t wanted)
{
	uint32_t i = probe_index(probe, event->device);

	if (i == PROBE_DEVICES_MAX)
		return false;
	probe->seen[i].has[event->action] = true;
	if (!probe->seen[i].has[TRACE_QUEUE])
		return false;
	if (wanted ? event->device != wanted : !probe_serves(probe, i))
		return false;
	probe->device = event->device;
	probe->action = TRACE_QUEUE;
	return true;
}

/* Decides when the events left it open. */
static void probe_choose(struct trace_probe *probe, uint32_t wanted)
{
	uint32_t chosen = 0;

	probe->device = wanted;
	probe->action = TRACE_QUEUE;
	if (wanted)
		chosen = probe_index(probe, wanted);
	else
		while (chosen < probe->devices && !probe_serves(probe, chosen))
			chosen++;
	if (!wanted && chosen == probe->devices)
		chosen = 0;
	if (chosen >= probe->devices)
		return;
	probe->device = probe->seen[chosen].device;
	for (size_t i = 0; i < sizeof(arrivals) / sizeof(arrivals[0]); i++) {
		if (probe->seen[chosen].has[arrivals[i]]) {
			probe->action = arrivals[i];
			return;
		}
	}
}

int trace_probe_run(struct trace_probe *probe, struct trace_events *events, uint32_t wanted)
{
	struct trace_event event;
	int result;

	while (probe->count < PROBE_EVENTS_MAX) {
		/* A failure is met again when what came before it has been taken. */
		if (events->next(events, &event) != 1)
			break;
		result = probe_keep(probe, &event);
		if (result || probe_note(probe, &event, wanted))
			return result;
	}
	probe_choose(probe, wanted);
	return 0;
}

bool trace_probe_take(struct trace_probe *probe, struct trace_event *event)
{
	if (probe->taken == probe->count)
		return false;
	*event = probe->event[probe->taken++];
	return true;
}
