/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Anything as a trace; the seeds are blkparse's text. The first line is tried by itself as well.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "trace/event_line.h"
#include "trace_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char line[512];
	struct trace_event event;
	size_t length = size < sizeof(line) - 1 ? size : sizeof(line) - 1;

	memcpy(line, data, length);
	line[length] = '\0';
	if (trace_blkparse_line(line, &event) == TRACE_LINE_EVENT && event.action >= TRACE_ACTIONS)
		abort();
	trace_check_bytes(data, size);
	return 0;
}
