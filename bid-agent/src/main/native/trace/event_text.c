/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "event_text.h"

#include <string.h>

#include "number.h"

void event_text_blanks(const char **text)
{
	while (**text == ' ' || **text == '\t')
		(*text)++;
}

bool event_text_number(const char **text, uint64_t *value)
{
	event_text_blanks(text);
	return trace_read_unsigned(text, value);
}

bool event_text_seconds(const char **text, uint64_t *time_ns)
{
	uint64_t scale = 1000000000;
	uint64_t seconds;

	if (!event_text_number(text, &seconds) || seconds >= UINT64_MAX / scale)
		return false;
	*time_ns = seconds * scale;
	if (**text != '.')
		return false;
	for ((*text)++; **text >= '0' && **text <= '9'; (*text)++) {
		scale /= 10;
		*time_ns += (uint64_t)(**text - '0') * scale;
	}
	return true;
}

bool event_text_device(const char **text, uint32_t *device)
{
	uint64_t major;
	uint64_t minor;

	if (!event_text_number(text, &major) || **text != ',')
		return false;
	(*text)++;
	if (!trace_read_unsigned(text, &minor) || major >> 12 || minor >> 20)
		return false;
	*device = (uint32_t)(major << 20 | minor);
	return true;
}

bool event_text_word(const char **text, char *word, size_t room)
{
	size_t length;

	event_text_blanks(text);
	length = strcspn(*text, " \t");
	if (!length || length >= room)
		return false;
	memcpy(word, *text, length);
	word[length] = '\0';
	*text += length;
	return true;
}

uint8_t event_text_traits(const char *letters)
{
	uint8_t traits = 0;

	if (*letters == 'F') {
		traits |= TRACE_FLUSH;
		letters++;
	}
	if (*letters == 'R')
		traits |= TRACE_READS;
	else if (*letters == 'W')
		traits |= TRACE_WRITES;
	else if (!traits && *letters)
		traits |= TRACE_NO_DATA;
	if (*letters)
		letters++;
	if (strchr(letters, 'F'))
		traits |= TRACE_FUA;
	if (strchr(letters, 'A'))
		traits |= TRACE_AHEAD;
	if (strchr(letters, 'S'))
		traits |= TRACE_SYNC;
	return traits;
}

enum trace_line event_text_extent(const char *text, struct trace_event *event)
{
	bool flush = event->traits & TRACE_FLUSH;

	event->sector = 0;
	event->sectors = 0;
	if (!event_text_number(&text, &event->sector))
		return flush && (*text == '[' || !*text) ? TRACE_LINE_EVENT : TRACE_LINE_OTHER;
	event_text_blanks(&text);
	if (*text == '[')
		return flush ? TRACE_LINE_EVENT : TRACE_LINE_OTHER;
	if (*text == '(')
		return TRACE_LINE_OTHER;
	if (event->action == TRACE_SPLIT && *text == '/') {
		text++;
		return event_text_number(&text, &event->sector) ? TRACE_LINE_EVENT
								: TRACE_LINE_CORRUPT;
	}
	if (*text != '+')
		return TRACE_LINE_CORRUPT;
	text++;
	return event_text_number(&text, &event->sectors) ? TRACE_LINE_EVENT : TRACE_LINE_CORRUPT;
}
