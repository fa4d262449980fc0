/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Merges the per-CPU files of a binary trace by time: a heap of the files by their next event, then
 * a window that sorts what is out of order by a little within a file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "blktrace_file.h"
#include "readers.h"
#include "window.h"

struct blktrace {
	struct trace_events events;
	struct blktrace_file *file;
	struct blktrace_file **heap; /* files that have an event, the earliest first */
	size_t files;
	size_t heaped;
	bool begun;
	int failure; /* reported when what came before it has been delivered; 0 */
	struct trace_window window;
};

/* Ties go to the file that was named first. */
static bool earlier(const struct blktrace_file *a, const struct blktrace_file *b)
{
	if (a->head.time_ns != b->head.time_ns)
		return a->head.time_ns < b->head.time_ns;
	return a < b;
}

static void heap_down(struct blktrace *trace, size_t at)
{
	struct blktrace_file **heap = trace->heap;
	struct blktrace_file *moved = heap[at];
	size_t child;

	while ((child = at * 2 + 1) < trace->heaped) {
		if (child + 1 < trace->heaped && earlier(heap[child + 1], heap[child]))
			child++;
		if (!earlier(heap[child], moved))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
}

static int blktrace_begin(struct blktrace *trace)
{
	int result;

	trace->begun = true;
	for (size_t i = 0; i < trace->files; i++) {
		result = blktrace_file_next(&trace->file[i], trace->events.counts,
					    trace->events.error, sizeof(trace->events.error));
		if (result < 0)
			return result;
		if (result)
			trace->heap[trace->heaped++] = &trace->file[i];
	}
	for (size_t i = trace->heaped / 2; i > 0; i--)
		heap_down(trace, i - 1);
	return 0;
}

/* Moves the earliest event of all files into the window. */
static int blktrace_advance(struct blktrace *trace)
{
	int result;

	trace_window_put(&trace->window, &trace->heap[0]->head);
	result = blktrace_file_next(trace->heap[0], trace->events.counts, trace->events.error,
				    sizeof(trace->events.error));
	if (result < 0)
		return result;
	if (!result)
		trace->heap[0] = trace->heap[--trace->heaped];
	if (trace->heaped)
		heap_down(trace, 0);
	return 0;
}

static int blktrace_next(struct trace_events *events, struct trace_event *event)
{
	struct blktrace *trace = (struct blktrace *)events;

	if (!trace->begun)
		trace->failure = blktrace_begin(trace);
	while (!trace->failure && trace->heaped && !trace_window_full(&trace->window))
		trace->failure = blktrace_advance(trace);
	return trace_window_take(&trace->window, event) ? 1 : trace->failure;
}

static void blktrace_close(struct trace_events *events)
{
	struct blktrace *trace = (struct blktrace *)events;

	for (size_t i = 0; i < trace->files; i++)
		trace_input_free(trace->file[i].input);
	free(trace->file);
	free(trace->heap);
	free(trace);
}

static void free_inputs(struct trace_input **inputs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		trace_input_free(inputs[i]);
}

static struct blktrace *blktrace_new(size_t count)
{
	struct blktrace *trace = calloc(1, sizeof(*trace));

	if (!trace)
		return NULL;
	trace->file = calloc(count, sizeof(*trace->file));
	trace->heap = calloc(count, sizeof(*trace->heap));
	trace->events.next = blktrace_next;
	trace->events.close = blktrace_close;
	if (trace->file && trace->heap)
		return trace;
	blktrace_close(&trace->events);
	return NULL;
}

int trace_blktrace_open(struct trace_input **inputs, size_t count,
			const struct trace_options *options, struct trace_source **source,
			char *error, size_t error_size)
{
	struct blktrace *trace = blktrace_new(count);
	int result = 0;

	if (!trace) {
		free_inputs(inputs, count);
		snprintf(error, error_size, "%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	for (size_t i = 0; i < count && !result; i++) {
		result = blktrace_file_begin(&trace->file[trace->files], inputs[i], error,
					     error_size);
		/* Only of those that begin well; the rest is freed below. */
		if (result == -ENODATA)
			trace_input_free(inputs[i]);
		else if (result)
			free_inputs(inputs + i, count - i);
		else
			trace->files++;
		result = result == -ENODATA ? 0 : result;
	}
	if (result) {
		blktrace_close(&trace->events);
		return result;
	}
	return trace_requests_open(&trace->events, options, source, error, error_size);
}
