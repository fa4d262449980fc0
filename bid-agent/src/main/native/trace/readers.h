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

#endif
