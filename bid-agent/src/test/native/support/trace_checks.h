/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What every reader promises, whatever it is given; for fuzzers. A broken promise aborts.
 */
#ifndef SUPPORT_TRACE_CHECKS_H
#define SUPPORT_TRACE_CHECKS_H

#include "trace_run.h"

void trace_check_run(const struct trace_run *run, const struct trace_options *options);

/* Reads the bytes as one file with a small device, checks, and forgets. */
void trace_check_bytes(const void *bytes, size_t size);

#endif
