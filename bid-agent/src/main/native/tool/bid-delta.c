/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * bid-delta: looks at a delta log that nobody has open, and empties it. The command
 * ./tierline bid-delta starts it and has the options; here they come by position: what to do, the
 * log's file, and folders of volumes that may have moved. Prints lines separated by tabs.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "delta/log.h"
#include "delta/recovery.h"
#include "deltafile/area_file.h"
#include "deltafile/home_files.h"

#define NAME         "bid-delta"
#define STREAMS      256u
#define TEXT_BYTES   (64u << 10)
#define STREAMS_MAX  (1u << 24)
#define READER_BYTES (4u << 20)

struct job {
	const char *path;
	char **folders;
	int folder_count;
	struct area_file file;
	struct delta_geometry geometry;
	struct delta_reader reader;
	struct delta_recovery recovery;
	uint8_t *memory; /* the reader's */
	void *streams;   /* the recovery's */
};

static int complain(const struct job *job, const char *what, int error)
{
	(void)fprintf(stderr, NAME ": %s: %s%s%s\n", job->path, what, error ? ": " : "",
		      error ? strerror(-error) : "");
	return EXIT_FAILURE;
}

static const char *reason(int error)
{
	switch (error) {
	case -EBUSY:
		return "another process has it open";
	case -EBADMSG:
		return "is no delta log, or its first page is damaged";
	case -EPROTONOSUPPORT:
		return "was written by another version";
	default:
		return "cannot be read";
	}
}

/* Opens the log; guess: also one whose first page is damaged. */
static int begin(struct job *job, bool writable, bool guess)
{
	int error = area_file_open(&job->file, job->path, writable);
	bool is_open = !error;

	if (!error)
		error = area_file_geometry(&job->file, guess, &job->geometry);
	job->memory = error ? NULL : aligned_alloc(DELTA_PAGE, READER_BYTES);
	if (!error && !job->memory)
		error = -ENOMEM;
	if (!error)
		error = delta_reader_open(&job->reader, &job->file.area, &job->geometry,
					  job->memory, READER_BYTES);
	if (!error)
		return EXIT_SUCCESS;
	if (is_open)
		area_file_close(&job->file);
	free(job->memory);
	return complain(job, reason(error),
			error == -EBUSY || error == -EBADMSG || error == -EPROTONOSUPPORT ? 0
											  : error);
}

static void end(struct job *job)
{
	area_file_close(&job->file);
	free(job->memory);
	free(job->streams);
}

/* Finds the streams, in as much memory as that takes. */
static int find(struct job *job)
{
	uint32_t streams = STREAMS;
	size_t text = TEXT_BYTES;

	for (; streams <= STREAMS_MAX; streams *= 2, text *= 2) {
		int error;

		free(job->streams);
		job->streams = malloc(delta_recovery_bytes(streams, text));
		if (!job->streams)
			break;
		delta_reader_rewind(&job->reader);
		delta_recovery_init(&job->recovery, &job->reader, job->streams, streams, text);
		error = delta_recovery_find(&job->recovery);
		if (error != -ENOBUFS)
			return error ? complain(job, "cannot be read", error) : EXIT_SUCCESS;
	}
	return complain(job, "too many streams", -ENOMEM);
}

/* ---- check ---- */

static uint64_t needed_bytes(const struct delta_recovery *recovery)
{
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < recovery->count; i++)
		bytes += recovery->found[i].fate == DELTA_WAITS ? recovery->found[i].bytes : 0;
	return bytes;
}

static int check(struct job *job)
{
	const struct delta_reader *reader = &job->reader;

	if (begin(job, false, false))
		return EXIT_FAILURE;
	if (find(job)) {
		end(job);
		return EXIT_FAILURE;
	}
	(void)puts("segments\tsegment_bytes\tsegments_used\tcommits\trecords\tstreams\tneeded\t"
		   "needed_bytes\tunreadable_pages\tdamaged_pages\tdamaged_segments\torphans");
	(void)printf("%" PRIu32 "\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu32
		     "\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
		     "\n",
		     job->geometry.segments, job->geometry.segment_bytes,
		     reader->newest ? reader->newest - reader->tail + 1 : 0, reader->commits,
		     reader->records, job->recovery.count,
		     delta_recovery_count(&job->recovery, DELTA_WAITS),
		     needed_bytes(&job->recovery), reader->unreadable_pages, reader->damaged_pages,
		     reader->damaged_segments, job->recovery.orphans);
	end(job);
	return EXIT_SUCCESS;
}

/* ---- dump ---- */

static const char *kind_name(enum delta_kind kind)
{
	static const char *const names[] = {
		[DELTA_DATA] = "data",     [DELTA_CHECKSUM] = "checksum",
		[DELTA_STREAM] = "stream", [DELTA_LENGTH] = "length",
		[DELTA_DROP] = "drop",     [DELTA_CHECKPOINT] = "checkpoint",
		[DELTA_PAD] = "pad",
	};
	const char *name = (size_t)kind < sizeof names / sizeof *names ? names[kind] : NULL;

	return name ? name : "pad";
}

/* What might end a field, or do things to a terminal, is a question mark. */
static void print_text(const struct delta_text *text)
{
	for (uint16_t i = 0; i < text->length; i++) {
		unsigned char byte = (unsigned char)text->bytes[i];

		(void)putchar(byte < ' ' || byte == 0x7f ? '?' : byte);
	}
}

static void print_record(const struct job *job, const struct delta_record *record)
{
	struct delta_definition definition;

	(void)printf("%" PRIu64 "\t%" PRIu64 "\t%" PRIu32 "\t%s\t%" PRIu64 "\t%" PRIu32 "\t",
		     job->reader.sequence, job->reader.commits, record->stream,
		     kind_name(record->kind), record->offset, record->length);
	if (record->kind == DELTA_STREAM &&
	    !delta_definition_get(record->payload, record->length, &definition)) {
		print_text(&definition.root);
		(void)putchar('/');
		print_text(&definition.data);
	} else {
		(void)putchar('-');
	}
	(void)putchar('\n');
}

static int dump(struct job *job)
{
	struct delta_record record;

	if (begin(job, false, false))
		return EXIT_FAILURE;
	(void)puts("segment\tcommit\tstream\tkind\toffset\tbytes\tfile");
	while (delta_reader_next(&job->reader, &record))
		print_record(job, &record);
	end(job);
	return EXIT_SUCCESS;
}

/* ---- repair, drain ---- */

static const char *fate_name(enum delta_fate fate)
{
	switch (fate) {
	case DELTA_LEFT:
		return "at-home";
	case DELTA_REPLAYED:
		return "brought-home";
	case DELTA_SHORT:
		return "gap";
	case DELTA_GONE:
		return "deleted";
	case DELTA_ABSENT:
		return "no-volume";
	case DELTA_FAILED:
		return "failed";
	default:
		return "not-needed";
	}
}

static void print_streams(const struct delta_recovery *recovery)
{
	(void)puts("block\tstamp\tbytes\tfate\terror\tfile");
	for (uint32_t i = 0; i < recovery->count; i++) {
		const struct delta_found *found = &recovery->found[i];

		if (found->fate == DELTA_NOT_NEEDED)
			continue;
		(void)printf("%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s\t",
			     found->definition.block, found->definition.stamp, found->length,
			     fate_name(found->fate), found->error ? strerror(-found->error) : "-");
		print_text(&found->definition.root);
		(void)putchar('/');
		print_text(&found->definition.data);
		(void)putchar('\n');
	}
}

/* Begins a new segment, at which nothing of the log is needed any more. */
static int empty(struct job *job)
{
	struct delta_stream *slot[1];
	const struct delta_log_memory memory = {.page = job->memory, .slot = slot, .slots = 1};
	struct delta_commit commit = {.memory = job->memory + DELTA_PAGE,
				      .capacity = DELTA_COMMIT_BYTES_MIN};
	struct delta_log log;

	return delta_log_begin(&log, &job->file.area, &job->geometry, &memory,
			       delta_reader_next_lap(&job->reader), &commit);
}

/* Whether there is nothing left that the log alone has, and that can be had. */
static bool may_be_emptied(const struct job *job, bool repair)
{
	const struct delta_recovery *recovery = &job->recovery;

	return repair ? !delta_recovery_count(recovery, DELTA_ABSENT) &&
				!delta_recovery_count(recovery, DELTA_FAILED)
		      : delta_recovery_is_whole(recovery);
}

static int bring_home(struct job *job, bool repair)
{
	struct home_files homes;
	int error = 0;

	if (!repair && (delta_reader_is_damaged(&job->reader) || job->recovery.orphans))
		return complain(job, "is damaged: make a copy, then use repair", 0);
	home_files_init(&homes, job->folders, job->folder_count);
	delta_recovery_replay(&job->recovery, &homes.home);
	print_streams(&job->recovery);
	if (!may_be_emptied(job, repair))
		return EXIT_SUCCESS;
	if (repair)
		error = delta_log_format(&job->file.area, &job->geometry, job->memory);
	if (!error)
		error = empty(job);
	return error ? complain(job, "cannot be written", error) : EXIT_SUCCESS;
}

static int empty_log(struct job *job, bool repair)
{
	int status;

	if (begin(job, true, repair))
		return EXIT_FAILURE;
	status = find(job);
	if (status == EXIT_SUCCESS)
		status = bring_home(job, repair);
	end(job);
	return status;
}

int main(int count, char **values)
{
	struct job job = {0};
	const char *action = count >= 3 ? values[1] : "";
	int status = 2;

	if (count >= 3) {
		job.path = values[2];
		job.folders = values + 3;
		job.folder_count = count - 3;
	}
	if (!strcmp(action, "check"))
		status = check(&job);
	else if (!strcmp(action, "dump"))
		status = dump(&job);
	else if (!strcmp(action, "repair") || !strcmp(action, "drain"))
		status = empty_log(&job, !strcmp(action, "repair"));
	else
		(void)fputs(NAME ": is started by ./tierline bid-delta\n", stderr);
	if (fflush(stdout) && status == EXIT_SUCCESS)
		status = complain(&job, "what was found cannot be printed", -errno);
	return status;
}
