/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The readers that trace_open chooses from. Each owns its inputs from the call on, also when it
 * fails, and returns 0 or a negative errno with a message.
 */
#ifndef TRACE_READERS_H
#define TRACE_READERS_H

#include "input.h"
#include "trace/trace.h"

int trace_csv_open(struct trace_input *input, const struct trace_options *options,
		   struct trace_source **source, char *error, size_t error_size);

/* Text, one event a line: of blkparse, or of ftrace (trace_pipe). */
int trace_text_open(struct trace_input *input, bool ftrace, const struct trace_options *options,
		    struct trace_source **source, char *error, size_t error_size);

/* Per-CPU files of one binary trace; empty ones are of CPUs that had nothing to do. */
int trace_blktrace_open(struct trace_input **inputs, size_t count,
			const struct trace_options *options, struct trace_source **source,
			char *error, size_t error_size);

/* What a file begins with. */
bool trace_is_blktrace(const unsigned char *bytes, size_t count);

#endif
