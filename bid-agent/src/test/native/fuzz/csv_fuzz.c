/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Anything as a trace; the seeds are CSV. What is read must be written and read back the same.
 */
#include <stdint.h>
#include <stdlib.h>

#include "trace/csv_writer.h"
#include "trace_checks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *write_back(const struct trace_run *run, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);

	if (!out || trace_csv_write_header(out))
		abort();
	for (size_t i = 0; i < run->count; i++) {
		if (trace_csv_write(out, &run->record[i]))
			abort();
	}
	fclose(out);
	return text;
}

static void check_read_back(const struct trace_run *run)
{
	struct memory_file file = {.name = "again"};
	struct trace_run again;
	char *text = write_back(run, &file.size);

	file.bytes = text;
	trace_run_files(&file, 1, NULL, &again);
	if (again.opened || again.ended || again.count != run->count)
		abort();
	for (size_t i = 0; i < run->count; i++) {
		if (again.record[i].time_ns != run->record[i].time_ns ||
		    again.record[i].lba != run->record[i].lba ||
		    again.record[i].sectors != run->record[i].sectors ||
		    again.record[i].op != run->record[i].op ||
		    again.record[i].kind != run->record[i].kind)
			abort();
	}
	trace_run_free(&again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct trace_options options = {.device_sectors = UINT64_C(1) << 40};
	struct memory_file file = {.name = "fuzz", .bytes = data, .size = size};
	struct trace_run run;

	trace_run_files(&file, 1, &options, &run);
	trace_check_run(&run, &options);
	check_read_back(&run);
	trace_run_free(&run);
	return 0;
}
