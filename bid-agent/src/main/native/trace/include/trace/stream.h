/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * trace_open for files that are open already: pipes, or memory (fmemopen).
 */
#ifndef TRACE_STREAM_H
#define TRACE_STREAM_H

#include <stdio.h>

#include "trace/trace.h"

/*
 * Like trace_open; the names are for messages. The files are read from where they stand, need not
 * be seekable, and are closed with the source, or at once when the call fails.
 */
int trace_open_streams(FILE *const *files, const char *const *names, size_t count,
		       const struct trace_options *options, struct trace_source **source,
		       char *error, size_t error_size);

#endif
