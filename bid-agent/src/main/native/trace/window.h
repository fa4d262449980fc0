/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Sorts events by time within a bounded look-ahead.
 */
#ifndef TRACE_WINDOW_H
#define TRACE_WINDOW_H

#include "trace/event.h"

/* A ring in order of time; equal times keep the order in which they came. */
struct trace_window {
	uint32_t first;
	uint32_t count;
	struct trace_event event[TRACE_WINDOW];
};

static inline bool trace_window_full(const struct trace_window *window)
{
	return window->count == TRACE_WINDOW;
}

/* The window must not be full. Events come nearly sorted, so few are moved. */
void trace_window_put(struct trace_window *window, const struct trace_event *event);

/* Takes the earliest. False: it is empty. */
bool trace_window_take(struct trace_window *window, struct trace_event *event);

#endif
