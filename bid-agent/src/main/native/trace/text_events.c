/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Files of event lines: blkparse's output, or what was read from tracefs.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "readers.h"
#include "trace/event_line.h"
#include "window.h"

struct text_events {
	struct trace_events events;
	struct trace_input *input;
	enum trace_line (*parse)(const char *line, struct trace_event *event);
	bool summary; /* blkparse's tables, behind the events */
	bool ended;
	int failure;
	struct trace_window window;
};

/* Lines that are no records: of blkparse's summary, ftrace's comments, nothing at all. */
static bool is_remark(struct text_events *text, const char *line)
{
	line += strspn(line, " \t");
	if (text->parse == trace_blkparse_line &&
	    (!strncmp(line, "CPU", 3) || !strncmp(line, "Total", 5)))
		text->summary = true;
	return text->summary || !*line || *line == '#';
}

/* Reads a line into the window, if it is an event. Returns 1, 0 at the end, or a negative errno. */
static int text_read(struct text_events *text)
{
	struct trace_event event;
	char *line;
	int result = trace_input_line(text->input, &line);

	if (result == -EMSGSIZE) {
		text->events.counts->skipped_corrupt++;
		return 1;
	}
	if (result < 0)
		snprintf(text->events.error, sizeof(text->events.error), "%s:%" PRIu64 ": %s",
			 text->input->name, text->input->line + 1, strerror(-result));
	if (result <= 0 || is_remark(text, line))
		return result;
	switch (text->parse(line, &event)) {
	case TRACE_LINE_EVENT:
		trace_window_put(&text->window, &event);
		break;
	case TRACE_LINE_OTHER:
		text->events.counts->other++;
		break;
	case TRACE_LINE_CORRUPT:
		text->events.counts->skipped_corrupt++;
		break;
	}
	return 1;
}

static int text_next(struct trace_events *events, struct trace_event *event)
{
	struct text_events *text = (struct text_events *)events;
	int result;

	while (!text->ended && !trace_window_full(&text->window)) {
		result = text_read(text);
		text->ended = result <= 0;
		text->failure = result < 0 ? result : 0;
	}
	return trace_window_take(&text->window, event) ? 1 : text->failure;
}

static void text_close(struct trace_events *events)
{
	struct text_events *text = (struct text_events *)events;

	trace_input_free(text->input);
	free(text);
}

int trace_text_open(struct trace_input *input, bool ftrace, const struct trace_options *options,
		    struct trace_source **source, char *error, size_t error_size)
{
	struct text_events *text = calloc(1, sizeof(*text));

	if (!text) {
		trace_input_free(input);
		snprintf(error, error_size, "%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	text->events.next = text_next;
	text->events.close = text_close;
	text->input = input;
	text->parse = ftrace ? trace_ftrace_line : trace_blkparse_line;
	return trace_requests_open(&text->events, options, source, error, error_size);
}
