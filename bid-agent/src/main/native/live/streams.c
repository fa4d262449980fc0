/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "streams.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "data.h"
#include "reading.h"

#define MIB ((uint64_t)1 << 20)
#define MS  UINT64_C(1000000)
/* What a DataNode sends at a time. */
#define READ_BYTES  65536u
#define SMALL_BYTES 4096u
/* Small writes of a reader are a stream of their own. */
#define SMALL_STREAMS UINT64_C(2000)

/* ---- time ---- */

static uint64_t machine_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * (1000 * MS) + (uint64_t)now.tv_nsec;
}

static void wait_until(uint64_t ns)
{
	const struct timespec when = {.tv_sec = (time_t)(ns / (1000 * MS)),
				      .tv_nsec = (long)(ns % (1000 * MS))};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL) == EINTR)
		;
}

/* A request that began then is done. */
static int stream_done(struct stream *stream, uint64_t began_ns, uint64_t bytes)
{
	if (!atomic_load(&stream->stage->measures))
		return 0;
	stream->bytes += bytes;
	stream->requests++;
	return sim_histogram_add(&stream->latency,
				 (machine_ns() - began_ns) * stream->stage->load->scale);
}

/* What was asked for when the volume ended is no failure. */
static int stream_result(const struct stream *stream, int error)
{
	bool ended = error == -ECANCELED || error == -ESHUTDOWN;

	return ended && atomic_load(&stream->stage->over) ? 0 : error;
}

static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

/* ---- readers ---- */

struct reader {
	struct stream *stream;
	struct reading reading;
	struct volume_file *small; /* where it writes little; NULL: it does not */
	uint64_t random;
	uint64_t memory[READ_BYTES / sizeof(uint64_t)];
};

static int write_small(struct reader *reader)
{
	struct stream *stream = reader->stream;
	uint64_t began_ns = machine_ns();
	uint64_t places = stream->stage->load->block_mib * MIB / SMALL_BYTES;
	uint64_t offset = next_random(&reader->random) % places * SMALL_BYTES;
	const struct volume_request request = {.op = VOLUME_WRITE,
					       .file = reader->small,
					       .stream = SMALL_STREAMS + stream->number,
					       .service_class = BID_FOREGROUND,
					       .offset = offset,
					       .length = SMALL_BYTES,
					       .memory = reader->memory};
	int64_t result;

	data_fill(reader->memory, stream->number, offset, SMALL_BYTES);
	result = volume_call(stream->stage->volume, &request);
	return result < 0 ? (int)result : stream_done(stream, began_ns, 0);
}

static int read_next(struct reader *reader, uint64_t offset)
{
	struct stream *stream = reader->stream;
	uint64_t began_ns = machine_ns();
	int64_t result = reading_read(&reader->reading, offset, READ_BYTES, reader->memory);

	if (result != READ_BYTES)
		return result < 0 ? (int)result : -EIO;
	if (!data_is_right(reader->memory, stream->number, offset, READ_BYTES))
		return -EILSEQ;
	return stream_done(stream, began_ns, READ_BYTES);
}

static int read_block(struct reader *reader, uint64_t bytes)
{
	const struct live_load *load = reader->stream->stage->load;
	int error = 0;

	for (uint64_t at = 0; at < bytes && error == 0; at += READ_BYTES) {
		while (error == 0 && reader->small &&
		       next_random(&reader->random) % 100 < load->small_percent)
			error = write_small(reader);
		if (error == 0)
			error = read_next(reader, at);
	}
	return error;
}

static int read_blocks(struct reader *reader)
{
	struct stage *stage = reader->stream->stage;
	uint64_t bytes = stage->load->block_mib * MIB;
	int fd = stage->files->fd[reader->stream->number];
	int error = 0;

	while (error == 0 && !atomic_load(&stage->over)) {
		error = reading_begin(&reader->reading, fd, bytes);
		if (error)
			break;
		error = read_block(reader, bytes);
		reading_end(&reader->reading);
	}
	return error;
}

static int run_reader(struct stream *stream)
{
	struct stage *stage = stream->stage;
	const struct live_load *load = stage->load;
	struct reader *reader = calloc(1, sizeof(*reader));
	uint32_t streams = load->readers + load->writers + (load->sync_ms > 0);
	int error = 0;

	if (!reader)
		return -ENOMEM;
	reader->stream = stream;
	reader->random = stream->number;
	error = reading_init(&reader->reading, stage->host, stage->volume, &stage->throttle,
			     stream->number);
	if (error == 0 && load->small_percent > 0)
		error = volume_file_open(stage->volume, stage->files->fd[streams + stream->number],
					 &reader->small);
	if (error == 0)
		error = read_blocks(reader);
	if (reader->small)
		volume_file_close(reader->small);
	reading_destroy(&reader->reading);
	free(reader);
	return error;
}

/* ---- writers ---- */

static int write_block(struct stream *stream, struct writing *writing, uint64_t bytes)
{
	int error = 0;

	for (uint64_t at = 0; at < bytes && error == 0; at += READ_BYTES) {
		uint64_t began_ns = machine_ns();

		error = writing_write(writing, at, READ_BYTES);
		if (error == 0)
			error = stream_done(stream, began_ns, READ_BYTES);
	}
	return error;
}

static int run_writer(struct stream *stream, struct writing *writing)
{
	struct stage *stage = stream->stage;
	int fd = stage->files->fd[stream->number];
	int error = 0;

	while (error == 0 && !atomic_load(&stage->over)) {
		error = writing_begin(writing, fd);
		if (error)
			break;
		error = write_block(stream, writing, stage->load->block_mib * MIB);
		if (error == 0)
			error = writing_end(writing);
	}
	return error;
}

/* ---- who syncs ---- */

/* Writes on in its file and syncs. */
static int write_and_sync(struct stream *stream, struct volume_file *file, uint64_t offset)
{
	uint64_t memory[SMALL_BYTES / sizeof(uint64_t)];
	uint64_t began_ns = machine_ns();
	struct volume_request request = {.op = VOLUME_WRITE,
					 .file = file,
					 .stream = stream->number,
					 .service_class = BID_LOG,
					 .offset = offset,
					 .length = SMALL_BYTES,
					 .memory = memory};
	int64_t result;

	data_fill(memory, stream->number, offset, SMALL_BYTES);
	result = volume_call(stream->stage->volume, &request);
	if (result < 0)
		return (int)result;
	request = (struct volume_request){.op = VOLUME_SYNC,
					  .file = file,
					  .stream = stream->number,
					  .service_class = BID_LOG};
	result = volume_call(stream->stage->volume, &request);
	return result < 0 ? (int)result : stream_done(stream, began_ns, SMALL_BYTES);
}

static int run_syncer(struct stream *stream)
{
	struct stage *stage = stream->stage;
	const struct live_load *load = stage->load;
	uint64_t pause_ns = load->sync_ms * MS / load->scale;
	uint64_t next_ns = machine_ns();
	struct volume_file *file;
	int error = volume_file_open(stage->volume, stage->files->fd[stream->number], &file);

	if (error)
		return error;
	for (uint64_t at = 0; error == 0 && !atomic_load(&stage->over); at += SMALL_BYTES) {
		uint64_t now_ns;

		error = write_and_sync(stream, file, at % (load->block_mib * MIB));
		now_ns = machine_ns();
		/* Late, it goes on at once and makes up for nothing. */
		next_ns = next_ns + pause_ns > now_ns ? next_ns + pause_ns : now_ns;
		wait_until(next_ns);
	}
	volume_file_close(file);
	return error;
}

void *stream_run(void *context)
{
	struct stream *stream = context;

	if (stream->kind == LIVE_READER)
		stream->error = run_reader(stream);
	else if (stream->kind == LIVE_WRITER)
		stream->error = run_writer(stream, &stream->writing);
	else
		stream->error = run_syncer(stream);
	stream->error = stream_result(stream, stream->error);
	return NULL;
}
