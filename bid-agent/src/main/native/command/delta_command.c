/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "command/delta_command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "delta/log.h"
#include "deltafile/home_files.h"
#include "deltafile/mark.h"
#include "deltafile/reading.h"

struct job {
	const char *path;
	char **folders;
	int folder_count;
	FILE *out;
	FILE *err;
	struct area_file file;
	struct delta_reading reading;
};

static int complain(const struct job *job, const char *what, int error)
{
	(void)fprintf(job->err, "%s: %s%s%s\n", job->path, what, error ? ": " : "",
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
	case -ENODATA:
		return "was cut short: make a copy, then use repair";
	case -EPROTONOSUPPORT:
		return "was written by another version";
	default:
		return "cannot be read";
	}
}

static bool says_all(int error)
{
	return error == -EBUSY || error == -EBADMSG || error == -ENODATA ||
	       error == -EPROTONOSUPPORT;
}

/* Opens the log; guess: also one whose first page is damaged. */
static int begin(struct job *job, bool writable, bool guess)
{
	int error = area_file_open(&job->file, job->path, writable);

	if (!error) {
		error = delta_reading_open(&job->reading, &job->file, guess);
		if (error)
			area_file_close(&job->file);
	}
	if (!error)
		return EXIT_SUCCESS;
	return complain(job, reason(error), says_all(error) ? 0 : error);
}

static void end(struct job *job)
{
	delta_reading_close(&job->reading);
	area_file_close(&job->file);
}

static int find(struct job *job)
{
	int error = delta_reading_find(&job->reading);

	if (!error)
		return EXIT_SUCCESS;
	return complain(job, error == -ENOMEM ? "too many streams" : "cannot be read", error);
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
	const struct delta_reader *reader = &job->reading.reader;

	if (begin(job, false, false))
		return EXIT_FAILURE;
	if (find(job)) {
		end(job);
		return EXIT_FAILURE;
	}
	(void)fputs("segments\tsegment_bytes\tsegments_used\tcommits\trecords\tstreams\tneeded\t"
		    "needed_bytes\tunreadable_pages\tdamaged_pages\tdamaged_segments\torphans\n",
		    job->out);
	(void)fprintf(
		job->out,
		"%" PRIu32 "\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu32
		"\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n",
		job->reading.geometry.segments, job->reading.geometry.segment_bytes,
		reader->newest ? reader->newest - reader->tail + 1 : 0, reader->commits,
		reader->records, job->reading.recovery.count,
		delta_recovery_count(&job->reading.recovery, DELTA_WAITS),
		needed_bytes(&job->reading.recovery), reader->unreadable_pages,
		reader->damaged_pages, reader->damaged_segments, job->reading.recovery.orphans);
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
static void print_text(const struct job *job, const struct delta_text *text)
{
	for (uint16_t i = 0; i < text->length; i++) {
		unsigned char byte = (unsigned char)text->bytes[i];

		(void)fputc(byte < ' ' || byte == 0x7f ? '?' : byte, job->out);
	}
}

static void print_record(const struct job *job, const struct delta_record *record)
{
	struct delta_definition definition;

	(void)fprintf(job->out,
		      "%" PRIu64 "\t%" PRIu64 "\t%" PRIu32 "\t%s\t%" PRIu64 "\t%" PRIu32 "\t",
		      job->reading.reader.sequence, job->reading.reader.commits, record->stream,
		      kind_name(record->kind), record->offset, record->length);
	if (record->kind == DELTA_STREAM &&
	    !delta_definition_get(record->payload, record->length, &definition)) {
		print_text(job, &definition.root);
		(void)fputc('/', job->out);
		print_text(job, &definition.data);
	} else {
		(void)fputc('-', job->out);
	}
	(void)fputc('\n', job->out);
}

static int dump(struct job *job)
{
	struct delta_record record;

	if (begin(job, false, false))
		return EXIT_FAILURE;
	(void)fputs("segment\tcommit\tstream\tkind\toffset\tbytes\tfile\n", job->out);
	while (delta_reader_next(&job->reading.reader, &record))
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

static void print_streams(const struct job *job)
{
	const struct delta_recovery *recovery = &job->reading.recovery;

	(void)fputs("block\tstamp\tbytes\tfate\terror\tfile\n", job->out);
	for (uint32_t i = 0; i < recovery->count; i++) {
		const struct delta_found *found = &recovery->found[i];

		if (found->fate == DELTA_NOT_NEEDED)
			continue;
		(void)fprintf(job->out, "%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s\t",
			      found->definition.block, found->definition.stamp, found->length,
			      fate_name(found->fate), found->error ? strerror(-found->error) : "-");
		print_text(job, &found->definition.root);
		(void)fputc('/', job->out);
		print_text(job, &found->definition.data);
		(void)fputc('\n', job->out);
	}
}

/* Whether there is nothing left that the log alone has, and that can be had. */
static bool may_be_emptied(const struct job *job, bool repair)
{
	const struct delta_recovery *recovery = &job->reading.recovery;

	return repair ? !delta_recovery_count(recovery, DELTA_ABSENT) &&
				!delta_recovery_count(recovery, DELTA_FAILED)
		      : delta_recovery_is_whole(recovery);
}

/* The log has nothing any more: no volume waits for it. */
static void take_mark(const struct job *job, const char *folder)
{
	struct delta_mark mark;

	if (!delta_mark_read(folder, &mark) &&
	    delta_mark_names(&mark, job->reading.geometry.uuid) && delta_mark_remove(folder))
		(void)complain(job, "is empty, but a volume keeps its mark", -EIO);
}

static void take_marks(const struct job *job)
{
	const struct delta_recovery *recovery = &job->reading.recovery;
	char root[PATH_MAX];

	for (int i = 0; i < job->folder_count; i++)
		take_mark(job, job->folders[i]);
	for (uint32_t i = 0; i < recovery->count; i++) {
		const struct delta_text *text = &recovery->found[i].definition.root;

		if (text->length >= sizeof(root))
			continue;
		memcpy(root, text->bytes, text->length);
		root[text->length] = '\0';
		take_mark(job, root);
	}
}

static int bring_home(struct job *job, bool repair)
{
	struct home_files homes;
	int error = 0;

	if (delta_recovery_is_of_tier(&job->reading.recovery))
		return complain(job,
				"is the log of a volume's second tier: opening that brings it home",
				0);
	if (!repair && delta_reading_is_damaged(&job->reading))
		return complain(job, "is damaged: make a copy, then use repair", 0);
	/* A block whose files are gone was deleted, or renamed when it was closed. */
	home_files_init(&homes, job->folders, job->folder_count, repair);
	delta_recovery_replay(&job->reading.recovery, &homes.home);
	print_streams(job);
	if (!may_be_emptied(job, repair))
		return EXIT_SUCCESS;
	if (repair)
		error = area_file_lengthen(&job->file, &job->reading.geometry);
	if (repair && !error)
		error = delta_log_format(&job->file.area, &job->reading.geometry,
					 job->reading.memory);
	if (!error)
		error = delta_reading_empty(&job->reading);
	if (error)
		return complain(job, "cannot be written", error);
	take_marks(job);
	return EXIT_SUCCESS;
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

/* ---- forget ---- */

/* A volume, whose log will not come back. */
static int forget(const struct job *job)
{
	struct delta_mark mark;
	int error = delta_mark_read(job->path, &mark);
	struct delta_text log;

	if (error == -ENOENT)
		return complain(job, "has no mark of a delta log", 0);
	if (!error)
		error = delta_mark_remove(job->path);
	if (error)
		return complain(job, "cannot be changed", error);
	(void)fputs("uuid\tlog\n", job->out);
	for (unsigned int i = 0; i < DELTA_UUID_BYTES; i++)
		(void)fprintf(job->out, "%02x", mark.uuid[i]);
	(void)fputc('\t', job->out);
	log = (struct delta_text){.bytes = mark.log, .length = (uint16_t)strlen(mark.log)};
	print_text(job, &log);
	(void)fputc('\n', job->out);
	return EXIT_SUCCESS;
}

int delta_command(const char *action, const char *path, char **folders, int folder_count, FILE *out,
		  FILE *err)
{
	struct job job = {.path = path,
			  .folders = folders,
			  .folder_count = folder_count,
			  .out = out,
			  .err = err};
	int status = -EINVAL;

	if (!strcmp(action, "check"))
		status = check(&job);
	else if (!strcmp(action, "dump"))
		status = dump(&job);
	else if (!strcmp(action, "repair") || !strcmp(action, "drain"))
		status = empty_log(&job, !strcmp(action, "repair"));
	else if (!strcmp(action, "forget"))
		status = forget(&job);
	if (fflush(out) && status == EXIT_SUCCESS)
		status = complain(&job, "what was found cannot be printed", -errno);
	return status;
}
