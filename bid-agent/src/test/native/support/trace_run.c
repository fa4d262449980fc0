/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "trace_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/stream.h"

#define RUN_FILES_MAX 64

static void *must(void *pointer)
{
	if (!pointer)
		abort();
	return pointer;
}

static void run_keep(struct trace_run *run, size_t *room, const struct trace_record *record)
{
	if (run->count == *room) {
		*room = *room ? *room * 2 : 64;
		run->record = must(realloc(run->record, *room * sizeof(*run->record)));
	}
	run->record[run->count++] = *record;
}

static FILE *open_memory(const struct memory_file *file)
{
	if (!file->size)
		return must(fopen("/dev/null", "rb"));
	return must(fmemopen((void *)(uintptr_t)file->bytes, file->size, "rb"));
}

void trace_run_files(const struct memory_file *files, size_t count,
		     const struct trace_options *options, struct trace_run *run)
{
	static const struct trace_options none;
	const char *names[RUN_FILES_MAX];
	FILE *streams[RUN_FILES_MAX];
	struct trace_source *source;
	struct trace_record record;
	size_t room = 0;

	memset(run, 0, sizeof(*run));
	for (size_t i = 0; i < count; i++) {
		streams[i] = open_memory(&files[i]);
		names[i] = files[i].name;
	}
	run->opened = trace_open_streams(streams, names, count, options ? options : &none, &source,
					 run->error, sizeof(run->error));
	if (run->opened)
		return;
	while ((run->ended = source->next(source, &record)) == 1)
		run_keep(run, &room, &record);
	run->counts = source->counts;
	if (run->ended)
		memcpy(run->error, source->error, sizeof(run->error));
	source->close(source);
}

void trace_run_text(const char *text, const struct trace_options *options, struct trace_run *run)
{
	struct memory_file file = {.name = "text", .bytes = text, .size = strlen(text)};

	trace_run_files(&file, 1, options, run);
}

void trace_run_free(struct trace_run *run)
{
	free(run->record);
	run->record = NULL;
}
