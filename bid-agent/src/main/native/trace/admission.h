/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The last gate of every reader: what is delivered keeps the promises of trace.h.
 */
#ifndef TRACE_ADMISSION_H
#define TRACE_ADMISSION_H

#include <stdbool.h>

#include "trace/trace.h"

struct trace_admission {
	uint64_t device_sectors; /* 0: no limit */
	uint64_t first_ns;       /* the trace's time of the first record */
	uint64_t last_ns;        /* delivered, since then */
	bool begun;
};

/*
 * Takes a record at the trace's own time and counts it. Returns whether it is to be delivered; then
 * its time is since the first record and not less than that of the one before.
 */
bool trace_admit(struct trace_admission *admission, struct trace_counts *counts,
		 struct trace_record *record);

#endif
