/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "window.h"

static struct trace_event *window_at(struct trace_window *window, uint32_t index)
{
	return &window->event[(window->first + index) % TRACE_WINDOW];
}

void trace_window_put(struct trace_window *window, const struct trace_event *event)
{
	uint32_t at = window->count++;

	for (; at && window_at(window, at - 1)->time_ns > event->time_ns; at--)
		*window_at(window, at) = *window_at(window, at - 1);
	*window_at(window, at) = *event;
}

bool trace_window_take(struct trace_window *window, struct trace_event *event)
{
	if (!window->count)
		return false;
	*event = window->event[window->first];
	window->first = (window->first + 1) % TRACE_WINDOW;
	window->count--;
	return true;
}
