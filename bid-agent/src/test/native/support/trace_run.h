/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Reads traces from memory and keeps what came of them.
 */
#ifndef SUPPORT_TRACE_RUN_H
#define SUPPORT_TRACE_RUN_H

#include "trace/trace.h"

struct memory_file {
	const char *name;
	const void *bytes;
	size_t size;
};

struct trace_run {
	int opened; /* what trace_open_streams returned */
	int ended;  /* what the last next returned: 0 or a negative errno */
	struct trace_record *record;
	size_t count;
	struct trace_counts counts;
	char error[512];
};

/* Reads the files as one trace, to its end. */
void trace_run_files(const struct memory_file *files, size_t count,
		     const struct trace_options *options, struct trace_run *run);

/* Reads a text, named "text". */
void trace_run_text(const char *text, const struct trace_options *options, struct trace_run *run);

void trace_run_free(struct trace_run *run);

#endif
