/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "trace_checks.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bid/request.h"

static void must_hold(bool promise)
{
	if (!promise)
		abort();
}

static void check_record(const struct trace_record *record, const struct trace_options *options)
{
	bool flush = record->kind == TRACE_REQUEST && (record->flags & BID_BARRIER);

	must_hold(record->sectors || flush);
	must_hold(record->sectors <= UINT64_MAX - record->lba);
	must_hold(!record->sectors || record->lba + record->sectors <= options->device_sectors);
	must_hold(record->op <= BID_WRITE && record->kind <= TRACE_ANNOUNCEMENT);
	must_hold(record->service_class < BID_CLASSES);
	must_hold(!(record->flags & ~(BID_SYNC | BID_BARRIER | BID_AHEAD)));
}

void trace_check_run(const struct trace_run *run, const struct trace_options *options)
{
	uint64_t last_ns = 0;

	must_hold(!run->opened || run->opened < 0);
	/* An error has its message, in one line. */
	must_hold(!(run->opened || run->ended) || *run->error);
	must_hold(!strchr(run->error, '\n'));
	must_hold(run->count == run->counts.records);
	must_hold(run->counts.out_of_order <= run->counts.records);
	must_hold(run->counts.unpaired <= run->counts.records);
	for (size_t i = 0; i < run->count; i++) {
		must_hold(run->record[i].time_ns >= last_ns);
		last_ns = run->record[i].time_ns;
		check_record(&run->record[i], options);
	}
}

void trace_check_bytes(const void *bytes, size_t size)
{
	static const struct trace_options options = {.device_sectors = UINT64_C(1) << 40};
	struct memory_file file = {.name = "fuzz", .bytes = bytes, .size = size};
	struct trace_run run;

	trace_run_files(&file, 1, &options, &run);
	trace_check_run(&run, &options);
	trace_run_free(&run);
}
