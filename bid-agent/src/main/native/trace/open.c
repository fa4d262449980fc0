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
#include "trace/stream.h"
#include "trace/trace.h"

/* Bytes looked at to tell text from anything else. */
#define SNIFF_BYTES 512u

static int open_error(int result, const char *name, const char *reason, char *error,
		      size_t error_size)
{
	snprintf(error, error_size, "%s: %s", name, reason);
	return result;
}

static bool is_text(const unsigned char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] < ' ' && bytes[i] != '\t' && bytes[i] != '\n' && bytes[i] != '\r')
			return false;
	}
	return true;
}

static int open_input(struct trace_input *input, const struct trace_options *options,
		      struct trace_source **source, char *error, size_t error_size)
{
	size_t waiting = trace_input_need(input, SNIFF_BYTES);
	const char *reason = NULL;
	int result = -EINVAL;

	if (waiting > SNIFF_BYTES)
		waiting = SNIFF_BYTES;
	if (input->failure) {
		result = -input->failure;
		reason = strerror(input->failure);
	} else if (!waiting) {
		reason = "the file is empty";
	} else if (!is_text(trace_input_bytes(input), waiting)) {
		reason = "not a trace: neither blktrace nor blkparse text nor CSV";
	}
	if (reason) {
		result = open_error(result, input->name, reason, error, error_size);
		trace_input_free(input);
		return result;
	}
	return trace_csv_open(input, options, source, error, error_size);
}

int trace_open_streams(FILE *const *files, const char *const *names, size_t count,
		       const struct trace_options *options, struct trace_source **source,
		       char *error, size_t error_size)
{
	struct trace_input *input;

	if (count != 1) {
		for (size_t i = 0; i < count; i++)
			fclose(files[i]);
		return open_error(-EINVAL, count ? names[0] : "trace", "one file at a time", error,
				  error_size);
	}
	input = trace_input_new(files[0], names[0]);
	if (!input)
		return open_error(-ENOMEM, names[0], strerror(ENOMEM), error, error_size);
	return open_input(input, options, source, error, error_size);
}

int trace_open(const char *const *paths, size_t count, const struct trace_options *options,
	       struct trace_source **source, char *error, size_t error_size)
{
	FILE **files = calloc(count ? count : 1, sizeof(FILE *));
	int result = 0;

	if (!files)
		return open_error(-ENOMEM, "trace", strerror(ENOMEM), error, error_size);
	for (size_t i = 0; i < count && !result; i++) {
		files[i] = fopen(paths[i], "rb");
		if (!files[i])
			result = open_error(-errno, paths[i], strerror(errno), error, error_size);
	}
	if (result) {
		for (size_t i = 0; i < count && files[i]; i++)
			fclose(files[i]);
	} else {
		result = trace_open_streams(files, paths, count, options, source, error, error_size);
	}
	free(files);
	return result;
}
