/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Finds out what the files are and opens the reader for it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "readers.h"
#include "trace/event_line.h"
#include "trace/stream.h"
#include "trace/trace.h"

/* Bytes looked at to tell what a text is; tracefs begins with some lines of comment. */
#define SNIFF_BYTES 4096u

static int open_error(int result, const char *name, const char *reason, char *error,
		      size_t error_size)
{
	snprintf(error, error_size, "%s: %s", name, reason);
	return result;
}

static bool is_text(const unsigned char *bytes, size_t count)
{
	if (count > SNIFF_BYTES)
		count = SNIFF_BYTES;
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] < ' ' && bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r')
			return false;
	}
	return true;
}

enum text_kind { TEXT_CSV, TEXT_BLKPARSE, TEXT_FTRACE };

/* The first line that reads as an event tells; a CSV's lines never do. */
static enum text_kind kind_of_text(const char *text)
{
	struct trace_event event;
	char line[512];
	size_t length;

	for (; *text; text += length + (text[length] != '\0')) {
		length = strcspn(text, "\r\n");
		snprintf(line, sizeof(line), "%.*s", (int)(length < 511 ? length : 511), text);
		if (trace_blkparse_line(line, &event) != TRACE_LINE_CORRUPT)
			return TEXT_BLKPARSE;
		if (strstr(line, ": block_") &&
		    trace_ftrace_line(line, &event) != TRACE_LINE_CORRUPT)
			return TEXT_FTRACE;
	}
	return TEXT_CSV;
}

static int open_text_kind(struct trace_input *input, const struct trace_options *options,
			  struct trace_source **source, char *error, size_t error_size)
{
	char text[SNIFF_BYTES + 1] = "";
	size_t waiting = trace_input_need(input, SNIFF_BYTES);
	enum text_kind kind;

	memcpy(text, trace_input_bytes(input), waiting < SNIFF_BYTES ? waiting : SNIFF_BYTES);
	kind = kind_of_text(text);
	if (kind == TEXT_CSV)
		return trace_csv_open(input, options, source, error, error_size);
	return trace_text_open(input, kind == TEXT_FTRACE, options, source, error, error_size);
}

static void free_inputs(struct trace_input **inputs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		trace_input_free(inputs[i]);
}

static int open_text(struct trace_input *input, const struct trace_options *options,
		     struct trace_source **source, char *error, size_t error_size)
{
	size_t waiting = trace_input_need(input, SNIFF_BYTES);
	const char *reason = NULL;
	int result = -EINVAL;

	if (input->failure) {
		result = -input->failure;
		reason = strerror(input->failure);
	} else if (!waiting) {
		reason = "the file is empty";
	} else if (!is_text(trace_input_bytes(input), waiting)) {
		reason = "not a trace: neither blktrace nor blkparse text nor CSV";
	}
	if (!reason)
		return open_text_kind(input, options, source, error, error_size);
	result = open_error(result, input->name, reason, error, error_size);
	trace_input_free(input);
	return result;
}

/* What the first file that is not empty is decides for all. */
static int open_inputs(struct trace_input **inputs, size_t count,
		       const struct trace_options *options, struct trace_source **source,
		       char *error, size_t error_size)
{
	size_t first = 0;
	int result;

	while (first + 1 < count && !trace_input_need(inputs[first], 4) && !inputs[first]->failure)
		first++;
	if (trace_is_blktrace(trace_input_bytes(inputs[first]), trace_input_need(inputs[first], 4)))
		return trace_blktrace_open(inputs, count, options, source, error, error_size);
	if (count == 1)
		return open_text(inputs[0], options, source, error, error_size);
	result = open_error(-EINVAL, inputs[first]->name,
			    "not blktrace; only blktrace's files are read together", error,
			    error_size);
	free_inputs(inputs, count);
	return result;
}

int trace_open_streams(FILE *const *files, const char *const *names, size_t count,
		       const struct trace_options *options, struct trace_source **source,
		       char *error, size_t error_size)
{
	struct trace_input **inputs;
	bool complete = true;
	int result;

	if (!count)
		return open_error(-EINVAL, "trace", "no file is named", error, error_size);
	inputs = calloc(count, sizeof(struct trace_input *));
	for (size_t i = 0; i < count; i++) {
		if (!inputs) {
			fclose(files[i]);
			continue;
		}
		inputs[i] = trace_input_new(files[i], names[i]);
		complete = complete && inputs[i];
	}
	if (inputs && complete) {
		result = open_inputs(inputs, count, options, source, error, error_size);
	} else {
		if (inputs)
			free_inputs(inputs, count);
		result = open_error(-ENOMEM, names[0], strerror(ENOMEM), error, error_size);
	}
	free(inputs);
	return result;
}
