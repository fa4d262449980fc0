/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "deltafile/reading.h"

#include <errno.h>
#include <stdlib.h>

#include "delta/log.h"

#define STREAMS      256u
#define TEXT_BYTES   (64u << 10)
#define STREAMS_MAX  (1u << 24)
#define READER_BYTES (4u << 20)

int delta_reading_open(struct delta_reading *reading, const struct area_file *file, bool guess)
{
	int error;

	*reading = (struct delta_reading){.area = file->area};
	error = area_file_geometry(file, guess, &reading->geometry);
	if (error)
		return error;
	reading->memory = aligned_alloc(DELTA_PAGE, READER_BYTES);
	if (!reading->memory)
		return -ENOMEM;
	error = delta_reader_open(&reading->reader, &reading->area, &reading->geometry,
				  reading->memory, READER_BYTES);
	if (error)
		delta_reading_close(reading);
	return error;
}

int delta_reading_find(struct delta_reading *reading)
{
	uint32_t streams = STREAMS;
	size_t text = TEXT_BYTES;

	for (; streams <= STREAMS_MAX; streams *= 2, text *= 2) {
		int error;

		free(reading->streams);
		reading->streams = malloc(delta_recovery_bytes(streams, text));
		if (!reading->streams)
			break;
		delta_reader_rewind(&reading->reader);
		delta_recovery_init(&reading->recovery, &reading->reader, reading->streams, streams,
				    text);
		error = delta_recovery_find(&reading->recovery);
		if (error != -ENOBUFS)
			return error;
	}
	return -ENOMEM;
}

bool delta_reading_is_damaged(const struct delta_reading *reading)
{
	return delta_reader_is_damaged(&reading->reader) || reading->recovery.orphans;
}

int delta_reading_empty(struct delta_reading *reading)
{
	struct delta_stream *slot[1];
	const struct delta_log_memory memory = {.page = reading->memory, .slot = slot, .slots = 1};
	struct delta_commit commit = {.memory = reading->memory + DELTA_PAGE,
				      .capacity = DELTA_COMMIT_BYTES_MIN};
	struct delta_log log;

	return delta_log_begin(&log, &reading->area, &reading->geometry, &memory,
			       delta_reader_next_lap(&reading->reader), &commit);
}

void delta_reading_close(struct delta_reading *reading)
{
	free(reading->memory);
	free(reading->streams);
	reading->memory = NULL;
	reading->streams = NULL;
}
