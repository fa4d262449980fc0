/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "deltafile/group_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "deltafile/home_files.h"
#include "deltafile/reading.h"
#include "marks.h"

/* Four pages a second cost the device next to nothing. */
#define LOOK_MS 1000u

struct group_file {
	struct area_file file;
	struct group_log *log;
	struct marks marks;
};

static const char other_log[] = "volumes may need another delta log, which is not there";

/* Keeps why it failed; returns the error. */
static int because(char *reason, size_t size, const char *why, int error)
{
	snprintf(reason, size, "%s%s%s", why, *why ? ": " : "", strerror(-error));
	return error;
}

static int make(const struct group_file_options *options)
{
	struct delta_geometry geometry = {.segment_bytes = options->segment_bytes};
	uint64_t segments = options->bytes < DELTA_PAGE
				    ? 0
				    : (options->bytes - DELTA_PAGE) / options->segment_bytes;

	if (segments > DELTA_SEGMENTS_MAX)
		return -EFBIG;
	geometry.segments = (uint32_t)segments;
	if (getrandom(geometry.uuid, sizeof(geometry.uuid), 0) != (ssize_t)sizeof(geometry.uuid))
		return -EIO;
	return area_file_create(options->path, &geometry, options->opening);
}

static void count(const struct delta_recovery *found, struct group_file_recovery *recovery)
{
	recovery->replayed = delta_recovery_count(found, DELTA_REPLAYED);
	recovery->lost = delta_recovery_count(found, DELTA_ABSENT) +
			 delta_recovery_count(found, DELTA_SHORT) +
			 delta_recovery_count(found, DELTA_FAILED);
	recovery->streams = recovery->replayed + recovery->lost +
			    delta_recovery_count(found, DELTA_LEFT) +
			    delta_recovery_count(found, DELTA_GONE);
}

/* The first error that a block had; without one some have gaps. */
static int first_error(const struct delta_recovery *found)
{
	for (uint32_t i = 0; i < found->count; i++) {
		if (found->found[i].fate == DELTA_ABSENT || found->found[i].fate == DELTA_FAILED)
			return found->found[i].error;
	}
	return -EUCLEAN;
}

/* Brings home what the log has. Returns 0 when nothing of it is needed any more. */
static int recover(const struct group_file_options *options, struct delta_reading *reading,
		   struct group_file_recovery *recovery, char *reason, size_t size)
{
	struct home_files homes;
	struct opening_home home;
	int error = delta_reading_find(reading);

	if (error)
		return because(reason, size, "it cannot be read", error);
	if (delta_recovery_is_of_tier(&reading->recovery))
		return because(reason, size, "it is the log of a volume's second tier", -EBADMSG);
	if (delta_reading_is_damaged(reading))
		return because(reason, size, "it is damaged, see hdfs biddelta", -EBADMSG);
	home_files_init(&homes, options->folders, options->folder_count, false);
	opening_home_init(&home, homes.home, options->opening);
	delta_recovery_replay(&reading->recovery, &home.home);
	count(&reading->recovery, recovery);
	if (!recovery->lost)
		return 0;
	because(reason, size, "blocks in it cannot be brought home, it is kept",
		first_error(&reading->recovery));
	return -EUCLEAN;
}

/* ---- marks ---- */

static int need(void *volumes, const struct delta_definition *definition)
{
	return marks_put(volumes, definition);
}

static void needless(void *volumes)
{
	marks_end(volumes);
}

/* Whether the log still has what a block of the volume needs. */
static bool keeps_some_of(const struct delta_recovery *recovery, const char *folder)
{
	for (uint32_t i = 0; i < recovery->count; i++) {
		const struct delta_found *found = &recovery->found[i];

		if ((found->fate == DELTA_WAITS || found->fate == DELTA_SHORT ||
		     found->fate == DELTA_FAILED || found->fate == DELTA_ABSENT) &&
		    home_files_is_volume(folder, &found->definition.volume))
			return true;
	}
	return false;
}

/* After recovery: takes away the log's marks where it is needed no more. */
static void take_marks(const struct group_file_options *options,
		       const struct delta_reading *reading)
{
	for (int i = 0; i < options->folder_count; i++) {
		if (!keeps_some_of(&reading->recovery, options->folders[i]) &&
		    !opening_is_given_up(options->opening))
			marks_take(options->folders[i], reading->geometry.uuid);
	}
}

/* ---- opening ---- */

/* Begins it in the next segment, or empties it. */
static int start(const struct group_file_options *options, struct group_file *file,
		 struct delta_reading *reading, const char *other)
{
	struct group_log_options log = options->log;
	int error;

	if (opening_is_given_up(options->opening))
		return -ECANCELED;
	if (options->only_drain || other)
		return delta_reading_empty(reading);
	log.look_ms = LOOK_MS;
	log.need = need;
	log.needless = needless;
	log.volumes = &file->marks;
	opening_ask(options->opening);
	error = group_log_start(&file->file.area, &reading->geometry,
				delta_reader_next_lap(&reading->reader), &log, &file->log);
	opening_answered(options->opening);
	return error;
}

/* All that was needed is home. */
static int go_on(const struct group_file_options *options, struct group_file *file,
		 struct delta_reading *reading, char *reason, size_t size)
{
	const char *other = options->only_drain
				    ? NULL
				    : marks_of_other(options->folders, options->folder_count,
						     reading->geometry.uuid);
	int error;

	/* Before blocks are written: a mark that is made then stays. */
	take_marks(options, reading);
	marks_init(&file->marks, reading->geometry.uuid, options->path);
	error = start(options, file, reading, other);
	if (error)
		because(reason, size, "it cannot be written", error);
	else if (other)
		error = because(reason, size, other_log, -EUCLEAN);
	if (!file->log)
		marks_free(&file->marks);
	return error;
}

/* The file is open. */
static int begin(const struct group_file_options *options, struct group_file *file,
		 struct group_file_recovery *recovery, char *reason, size_t size)
{
	const struct delta_area unwatched = file->file.area;
	struct delta_reading reading;
	struct opening_area area;
	int error;

	opening_area_init(&area, unwatched, options->opening);
	file->file.area = area.area;
	error = delta_reading_open(&reading, &file->file, false);
	file->file.area = unwatched;
	if (error)
		return because(reason, size,
			       error == -EBADMSG   ? "it is no delta log"
			       : error == -ENODATA ? "it was cut short, see hdfs biddelta"
						   : "",
			       error);
	memcpy(recovery->uuid, reading.geometry.uuid, sizeof(recovery->uuid));
	error = recover(options, &reading, recovery, reason, size);
	if (!error)
		error = go_on(options, file, &reading, reason, size);
	else if (recovery->lost)
		take_marks(options, &reading);
	delta_reading_close(&reading);
	return error;
}

static int open_file(const struct group_file_options *options, struct area_file *file)
{
	int error;

	opening_ask(options->opening);
	error = area_file_open(file, options->path, true);
	opening_answered(options->opening);
	return error;
}

/* Opens the file, after making it if that is wanted. */
static int open_area(const struct group_file_options *options, struct area_file *file,
		     const char **why)
{
	int error = open_file(options, file);

	*why = error == -EBUSY     ? "another process has it open"
	       : error == -EBADMSG ? "it is no file"
				   : "";
	if (error != -ENOENT || options->only_drain)
		return error;
	*why = other_log;
	if (marks_of_other(options->folders, options->folder_count, NULL))
		return error;
	*why = "";
	error = make(options);
	return error ? error : open_file(options, file);
}

int group_file_open(const struct group_file_options *options, struct group_file **file,
		    struct group_file_recovery *recovery, char *reason, size_t reason_size)
{
	struct group_file *made = calloc(1, sizeof(*made));
	const char *why;
	int error;

	*recovery = (struct group_file_recovery){0};
	*file = NULL;
	if (!made)
		return because(reason, reason_size, "", -ENOMEM);
	error = open_area(options, &made->file, &why);
	if (error) {
		free(made);
		return because(reason, reason_size, why, error);
	}
	error = begin(options, made, recovery, reason, reason_size);
	if (!error && !options->only_drain) {
		*file = made;
		return 0;
	}
	area_file_close(&made->file);
	free(made);
	return error;
}

struct group_log *group_file_log(struct group_file *file)
{
	return file->log;
}

void group_file_close(struct group_file *file)
{
	/* A thread that a device holds up has the file still. */
	if (group_log_stop(file->log) == -EBUSY)
		return;
	marks_free(&file->marks);
	area_file_close(&file->file);
	free(file);
}
