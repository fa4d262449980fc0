/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "event_text.h"

static enum trace_action action_of(const char *word)
{
	if (word[1])
		return TRACE_OTHER_ACTION;
	switch (*word) {
	case 'Q':
		return TRACE_QUEUE;
	case 'A':
		return TRACE_REMAP;
	case 'D':
		return TRACE_ISSUE;
	case 'C':
		return TRACE_COMPLETE;
	case 'X':
		return TRACE_SPLIT;
	default:
		return TRACE_OTHER_ACTION;
	}
}

static bool is_action(const char *word)
{
	for (; *word; word++) {
		if (!((*word >= 'A' && *word <= 'Z') || (*word >= 'a' && *word <= 'z')))
			return false;
	}
	return true;
}

enum trace_line trace_blkparse_line(const char *line, struct trace_event *event)
{
	uint64_t ignored;
	char letters[16];
	char word[16];

	if (!event_text_device(&line, &event->device) || !event_text_number(&line, &ignored) ||
	    !event_text_number(&line, &ignored) || !event_text_seconds(&line, &event->time_ns) ||
	    !event_text_number(&line, &event->process) ||
	    !event_text_word(&line, word, sizeof(word)) || !is_action(word))
		return TRACE_LINE_CORRUPT;
	event->action = (uint8_t)action_of(word);
	if (event->action == TRACE_OTHER_ACTION)
		return TRACE_LINE_OTHER;
	if (!event_text_word(&line, letters, sizeof(letters)))
		return TRACE_LINE_CORRUPT;
	event->traits = event_text_traits(letters);
	return event_text_extent(line, event);
}
