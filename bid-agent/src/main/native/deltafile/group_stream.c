/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "deltafile/whole.h"
#include "group.h"

#define SUMS_HEAD 7u
#define SUM_BYTES 4u
#define DAY_NS    (UINT64_C(24) * 3600 * 1000000000)

int group_stream_open(struct group_log *log, const struct delta_definition *definition,
		      const int fd[2], uint32_t chunk, struct group_stream **stream)
{
	struct group_stream *made = calloc(1, sizeof(*made));
	uint32_t bytes = delta_definition_bytes(definition);
	int error = 0;

	if (!made)
		return -ENOMEM;
	*made = (struct group_stream){.log = log, .chunk = chunk, .fd = {-1, -1}};
	made->definition = bytes ? malloc(bytes) : NULL;
	if (!made->definition)
		error = bytes ? -ENOMEM : -ENAMETOOLONG;
	for (int i = 0; !error && i < 2; i++) {
		made->fd[i] = fcntl(fd[i], F_DUPFD_CLOEXEC, 0);
		if (made->fd[i] < 0)
			error = -errno;
	}
	if (error || chunk == 0) {
		group_stream_free(made);
		return error ? error : -EINVAL;
	}
	delta_definition_put(made->definition, definition);
	made->stream =
		(struct delta_stream){.definition = made->definition, .definition_bytes = bytes};
	*stream = made;
	return 0;
}

/* How long both files are by now. Returns 0 or a negative errno. */
static int lengths(const struct group_stream *stream, struct delta_sync *sync)
{
	off_t data = lseek(stream->fd[0], 0, SEEK_CUR);
	off_t sums = lseek(stream->fd[1], 0, SEEK_CUR);

	if (data < 0 || sums < 0)
		return -errno;
	sync->length = (uint64_t)data;
	sync->sums_length = (uint64_t)sums;
	return 0;
}

/* Where the sums begin that may have changed since so much data was synced. */
static uint64_t sums_from(const struct group_stream *stream)
{
	return stream->length ? SUMS_HEAD + stream->length / stream->chunk * SUM_BYTES : 0;
}

/* Reads what may not be durable; the memory is the caller's to free. 0 or a negative errno. */
static int read_unsynced(const struct group_stream *stream, struct delta_sync *sync,
			 uint8_t **memory)
{
	uint64_t from = sums_from(stream);
	uint64_t data = sync->length - stream->length;
	uint64_t sums = sync->sums_length - from;
	int error;

	*memory = NULL;
	if (sync->length < stream->length || sync->sums_length < from)
		return -EINVAL;
	if (data > GROUP_SYNC_BYTES_MAX || sums > GROUP_SYNC_BYTES_MAX)
		return -EFBIG;
	*memory = malloc(data + sums + 1);
	if (!*memory)
		return -ENOMEM;
	sync->data = (struct delta_extent){
		.offset = stream->length, .bytes = *memory, .count = (uint32_t)data};
	sync->sums = (struct delta_extent){
		.offset = from, .bytes = *memory + data, .count = (uint32_t)sums};
	error = whole_read(stream->fd[0], sync->data.offset, *memory, (uint32_t)data);
	if (!error)
		error = whole_read(stream->fd[1], from, *memory + data, (uint32_t)sums);
	return error;
}

/* Before the first record. Returns 0 or a negative errno. */
static int need_log(struct group_stream *stream)
{
	const struct group_log_options *options = &stream->log->options;
	struct delta_definition definition;
	int error = 0;

	if (options->need && !stream->needed)
		error = delta_definition_get(stream->definition, stream->stream.definition_bytes,
					     &definition);
	if (options->need && !stream->needed && !error)
		error = options->need(options->volumes, &definition);
	stream->needed = !error;
	return error;
}

/* Whether the device has had its bytes for these 24 hours. Under the lock. */
static bool is_over_budget(struct group_log *log)
{
	uint64_t now = group_now_ns();

	if (now - log->day >= DAY_NS) {
		log->day = now;
		log->before_day = log->done.bytes_written;
	}
	return log->options.day_bytes &&
	       log->done.bytes_written - log->before_day >= log->options.day_bytes;
}

/* Under the lock. */
static int put_locked(struct group_log *log, struct group_stream *stream,
		      const struct delta_sync *sync, uint64_t *commit)
{
	uint64_t left_ns = group_patience(log);
	int error;

	log->last_sync = group_now_ns();
	error = is_over_budget(log)
			? -EDQUOT
			: group_put(log, GROUP_PUT_SYNC, &stream->stream, sync, &left_ns);
	log->done.over_budget += error == -EDQUOT;
	log->done.no_room += error == -ENOSPC;
	if (error)
		return error;
	*commit = log->number;
	log->pending[*commit % 2].syncs++;
	log->pending[*commit % 2].bytes += sync->data.count + sync->sums.count;
	/* No commit is durable before those that were written before it. */
	stream->length = sync->length;
	stream->sums_length = sync->sums_length;
	return 0;
}

int group_stream_put(struct group_stream *stream, uint64_t *commit)
{
	struct group_log *log = stream->log;
	struct delta_sync sync = {0};
	uint8_t *memory = NULL;
	int error = lengths(stream, &sync);

	if (!error && sync.length == 0)
		error = -EFBIG;
	if (!error)
		error = read_unsynced(stream, &sync, &memory);
	if (!error)
		error = need_log(stream);
	pthread_mutex_lock(&log->lock);
	if (stream->home_failed)
		error = GROUP_HOME_FAILED;
	else if (!error)
		error = put_locked(log, stream, &sync, commit);
	else
		log->done.too_long += error == -EFBIG;
	pthread_mutex_unlock(&log->lock);
	free(memory);
	return error;
}

/* Makes the files durable when the log cannot. Under the lock. */
static int go_home(struct group_log *log, struct group_stream *stream)
{
	group_await_home(log, stream);
	if (!stream->home_failed)
		group_bring_home(log, stream);
	return stream->home_failed ? GROUP_HOME_FAILED : GROUP_AT_HOME;
}

int group_stream_await(struct group_stream *stream, uint64_t commit)
{
	struct group_log *log = stream->log;
	uint64_t left_ns = group_patience(log);
	int error = -EINVAL;

	pthread_mutex_lock(&log->lock);
	if (commit <= log->number) {
		error = group_await_commit(log, commit, &left_ns);
		if (error)
			error = go_home(log, stream);
	}
	pthread_mutex_unlock(&log->lock);
	return error;
}

/* What a mark says: both lengths, and the last sum. 0 or a negative errno. */
static int mark_of(const struct group_stream *stream, struct delta_sync *sync, uint8_t *sum)
{
	int error = lengths(stream, sync);

	if (error)
		return error;
	if (sync->sums_length >= SUMS_HEAD + SUM_BYTES)
		sync->sums.count = SUM_BYTES;
	sync->sums.offset = sync->sums_length - sync->sums.count;
	sync->sums.bytes = sum;
	return whole_read(stream->fd[1], sync->sums.offset, sum, sync->sums.count);
}

/* Has the log know that home has so much, if it knows the block at all. Under the lock. */
static bool is_told(struct group_log *log, struct group_stream *stream,
		    const struct delta_sync *sync)
{
	uint64_t left_ns = group_patience(log);

	return !stream->stream.number ||
	       !group_put(log, GROUP_PUT_MARK, &stream->stream, sync, &left_ns);
}

int group_stream_synced(struct group_stream *stream)
{
	struct group_log *log = stream->log;
	uint8_t sum[DELTA_SUM_BYTES];
	struct delta_sync sync = {0};
	int error = mark_of(stream, &sync, sum);

	pthread_mutex_lock(&log->lock);
	/* The cleaner may have been told of an error that was then not told to who synced. */
	group_await_home(log, stream);
	/*
	 * A log that could not be told knows an older length, which home has and more. What is put
	 * next begins there then: with a gap recovery would put an older sum over a newer one.
	 */
	if (!error && !stream->home_failed && is_told(log, stream, &sync)) {
		stream->length = sync.length;
		stream->sums_length = sync.sums_length;
	}
	error = stream->home_failed ? GROUP_HOME_FAILED : 0;
	pthread_mutex_unlock(&log->lock);
	return error;
}

/* Drops what the log has of it, with a wait for room. Under the lock. */
static void drop(struct group_log *log, struct group_stream *stream)
{
	uint64_t left_ns = group_patience(log);
	int error;

	while ((error = group_put(log, GROUP_PUT_DROP, &stream->stream, NULL, &left_ns)) ==
		       -ENOSPC &&
	       !log->stuck && group_wait_some(log, &log->changed, &left_ns))
		;
	/* A log that cannot be written is void at home: recovery finds the block there. */
	if (!error)
		(void)group_await_commit(log, log->number, &left_ns);
}

int group_stream_close(struct group_stream *stream)
{
	struct group_log *log = stream->log;
	int error;

	pthread_mutex_lock(&log->lock);
	group_await_home(log, stream);
	/* Also when it was home before: without the log what was written since may tear a sum. */
	if (stream->stream.number && !stream->home_failed)
		group_bring_home(log, stream);
	error = stream->home_failed ? GROUP_HOME_FAILED : 0;
	if (!error && stream->stream.number)
		drop(log, stream);
	/* The log may know of it for some time, and holds no deleted file open. */
	group_stream_close_files(stream);
	/* One that could not be brought home keeps its segments. */
	if (!error)
		delta_log_close_stream(&stream->stream);
	if (!stream->stream.number)
		group_stream_free(stream);
	pthread_mutex_unlock(&log->lock);
	return error;
}
