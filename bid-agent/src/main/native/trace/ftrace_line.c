/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <string.h>

#include "event_text.h"

/* The event's own part of a line, behind the time stamp. */
static const char *event_name(const char *line)
{
	return strstr(line, ": block_");
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * "comm-pid [cpu] flags seconds" before the end, read from the right, for a comm may hold anything.
 * A thread group in parentheses may stand before the cpu.
 */
static bool head_of(const char *line, const char *end, struct trace_event *event)
{
	const char *at = end;

	while (at > line && at[-1] != ' ')
		at--;
	if (!event_text_seconds(&at, &event->time_ns) || at != end)
		return false;
	while (at > line && *at != '[')
		at--;
	while (at > line && at[-1] == ' ')
		at--;
	if (at > line && at[-1] == ')') {
		while (at > line && *at != '(')
			at--;
		while (at > line && at[-1] == ' ')
			at--;
	}
	while (at > line && is_digit(at[-1]))
		at--;
	return at > line && at[-1] == '-' && event_text_number(&at, &event->process);
}

static enum trace_action action_of(const char **text)
{
	static const struct {
		const char *name;
		enum trace_action action;
	} table[] = {
		{"block_bio_queue: ", TRACE_QUEUE},      {"block_bio_remap: ", TRACE_REMAP},
		{"block_split: ", TRACE_SPLIT},          {"block_rq_issue: ", TRACE_ISSUE},
		{"block_rq_complete: ", TRACE_COMPLETE},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		size_t length = strlen(table[i].name);

		if (!strncmp(*text, table[i].name, length)) {
			*text += length;
			return table[i].action;
		}
	}
	return TRACE_OTHER_ACTION;
}

/* An issue has "bytes (command)" before its extent, a completion "(command)". */
static bool skip_command(const char **text, enum trace_action action)
{
	uint64_t bytes;

	if (action == TRACE_ISSUE && !event_text_number(text, &bytes))
		return false;
	if (action != TRACE_ISSUE && action != TRACE_COMPLETE)
		return true;
	event_text_blanks(text);
	if (**text != '(')
		return false;
	*text = strchr(*text, ')');
	if (!*text)
		return false;
	(*text)++;
	return true;
}

enum trace_line trace_ftrace_line(const char *line, struct trace_event *event)
{
	const char *end = event_name(line);
	const char *text;
	char letters[16];

	if (!end)
		return TRACE_LINE_OTHER;
	if (!head_of(line, end, event))
		return TRACE_LINE_CORRUPT;
	text = end + 2;
	event->action = (uint8_t)action_of(&text);
	if (event->action == TRACE_OTHER_ACTION)
		return TRACE_LINE_OTHER;
	if (!event_text_device(&text, &event->device) ||
	    !event_text_word(&text, letters, sizeof(letters)) ||
	    !skip_command(&text, event->action))
		return TRACE_LINE_CORRUPT;
	event->traits = event_text_traits(letters);
	return event_text_extent(text, event);
}
