/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct trace_input *trace_input_new(FILE *file, const char *name)
{
	struct trace_input *input = malloc(sizeof(*input));
	char *copy = strdup(name);

	if (!input || !copy) {
		free(input);
		free(copy);
		fclose(file);
		return NULL;
	}
	input->file = file;
	input->name = copy;
	input->offset = 0;
	input->line = 0;
	input->start = 0;
	input->end = 0;
	input->ended = false;
	input->failure = 0;
	return input;
}

void trace_input_free(struct trace_input *input)
{
	if (!input)
		return;
	fclose(input->file);
	free(input->name);
	free(input);
}

static void input_fill(struct trace_input *input)
{
	size_t got;

	if (input->start) {
		memmove(input->buffer, input->buffer + input->start, input->end - input->start);
		input->end -= input->start;
		input->start = 0;
	}
	errno = 0;
	got = fread(input->buffer + input->end, 1, TRACE_INPUT_BYTES - input->end, input->file);
	input->end += got;
	if (got)
		return;
	input->ended = true;
	if (ferror(input->file))
		input->failure = errno ? errno : EIO;
}

size_t trace_input_need(struct trace_input *input, size_t bytes)
{
	while (input->end - input->start < bytes && !input->ended)
		input_fill(input);
	return input->end - input->start;
}

/* Drops what is left of a line that is longer than the buffer. */
static int input_skip_line(struct trace_input *input)
{
	const unsigned char *bytes;
	const unsigned char *newline;
	size_t waiting;

	input->line++;
	do {
		trace_input_take(input, input->end - input->start);
		waiting = trace_input_need(input, 1);
		bytes = trace_input_bytes(input);
		newline = memchr(bytes, '\n', waiting);
	} while (!newline && waiting);
	if (newline)
		trace_input_take(input, (size_t)(newline - bytes) + 1);
	return -EMSGSIZE;
}

int trace_input_line(struct trace_input *input, char **line)
{
	size_t waiting = input->end - input->start;
	unsigned char *bytes = input->buffer + input->start;
	unsigned char *newline = memchr(bytes, '\n', waiting);
	size_t length;

	while (!newline && !input->ended && waiting < TRACE_INPUT_BYTES) {
		waiting = trace_input_need(input, waiting + 1);
		bytes = input->buffer + input->start;
		newline = memchr(bytes, '\n', waiting);
	}
	if (input->failure)
		return -input->failure;
	if (!newline && waiting == TRACE_INPUT_BYTES)
		return input_skip_line(input);
	if (!newline && !waiting)
		return 0;
	length = newline ? (size_t)(newline - bytes) : waiting;
	trace_input_take(input, newline ? length + 1 : length);
	input->line++;
	while (length && bytes[length - 1] == '\r')
		length--;
	bytes[length] = '\0';
	*line = (char *)bytes;
	return 1;
}
