/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What the log's threads and its streams do with it.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "deltafile/whole.h"
#include "group.h"

#define NS_PER_SEC UINT64_C(1000000000)
/* More wake more often who waits for long; fewer lose more to a pause. */
#define PATIENCE_PARTS 8u

/* ---- time ---- */

uint64_t group_now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * NS_PER_SEC + (uint64_t)time.tv_nsec;
}

/* Returns false when that time has come. */
bool group_wait_until(struct group_log *log, pthread_cond_t *condition, uint64_t until)
{
	const struct timespec time = {.tv_sec = (time_t)(until / NS_PER_SEC),
				      .tv_nsec = (long)(until % NS_PER_SEC)};

	return pthread_cond_timedwait(condition, &log->lock, &time) != ETIMEDOUT;
}

uint64_t group_patience(const struct group_log *log)
{
	return log->options.slow_ms * NS_PER_MS;
}

bool group_wait_some(struct group_log *log, pthread_cond_t *condition, uint64_t *left_ns)
{
	uint64_t part = group_patience(log) / PATIENCE_PARTS;
	uint64_t begin = group_now_ns();
	uint64_t passed;

	part = part < *left_ns ? part : *left_ns;
	group_wait_until(log, condition, begin + part);
	passed = group_now_ns() - begin;
	*left_ns -= passed < part ? passed : part;
	return *left_ns > 0;
}

/* ---- ends ---- */

/* Nothing is acknowledged from here on; what blocks have in it goes home. Under the lock. */
void group_fail(struct group_log *log, int error)
{
	if (!log->log.failed)
		log->log.failed = error;
	pthread_cond_broadcast(&log->written[0]);
	pthread_cond_broadcast(&log->written[1]);
	pthread_cond_broadcast(&log->opened);
	pthread_cond_broadcast(&log->changed);
	pthread_cond_signal(&log->clean);
}

void group_leave(struct group_log *log)
{
	log->threads--;
	pthread_cond_broadcast(&log->changed);
	pthread_mutex_unlock(&log->lock);
}

/* ---- records ---- */

static int put_once(struct group_log *log, enum group_put put, struct delta_stream *stream,
		    const struct delta_sync *sync)
{
	struct delta_commit *commit = &log->commit[log->open];

	switch (put) {
	case GROUP_PUT_SYNC:
		return delta_log_sync(&log->log, commit, stream, sync);
	case GROUP_PUT_MARK:
		return delta_log_mark(&log->log, commit, stream, sync);
	case GROUP_PUT_DROP:
		return delta_log_drop(&log->log, commit, stream);
	default:
		return delta_log_carry(&log->log, commit, stream);
	}
}

/* As the log's functions, but waits for a commit that has room. Under the lock. */
int group_put(struct group_log *log, enum group_put what, struct delta_stream *stream,
	      const struct delta_sync *sync, uint64_t *left_ns)
{
	int error;

	while ((error = put_once(log, what, stream, sync)) == -EAGAIN) {
		pthread_cond_signal(&log->work);
		if (!group_wait_some(log, &log->opened, left_ns))
			group_fail(log, -ETIMEDOUT);
	}
	if (!error)
		pthread_cond_signal(&log->work);
	if (error == -ENOSPC)
		pthread_cond_signal(&log->clean);
	return error;
}

/* Waits until what was put is durable. Returns 0 or the log's error. Under the lock. */
int group_await_commit(struct group_log *log, uint64_t number, uint64_t *left_ns)
{
	while (log->durable < number && !log->log.failed) {
		if (!group_wait_some(log, &log->written[number % 2], left_ns) &&
		    log->durable < number)
			group_fail(log, -ETIMEDOUT);
	}
	return log->durable < number ? log->log.failed : 0;
}

/* ---- home ---- */

static int sync_file(const struct group_log *log, int fd)
{
	return log->options.sync_home ? log->options.sync_home(log->options.context, fd)
				      : whole_sync(fd);
}

/* Makes the files durable, without the lock meanwhile. Nobody else does so. Under the lock. */
bool group_bring_home(struct group_log *log, struct group_stream *stream)
{
	int error;

	stream->at_home = true;
	delta_log_home_begin(&stream->stream);
	pthread_mutex_unlock(&log->lock);
	error = sync_file(log, stream->fd[1]);
	if (!error)
		error = sync_file(log, stream->fd[0]);
	pthread_mutex_lock(&log->lock);
	stream->at_home = false;
	if (error) {
		/* Not once more: the kernel may have forgotten what it could not write. */
		stream->home_failed = true;
		log->done.home_failures++;
	} else {
		delta_log_home_end(&stream->stream);
		log->done.homes++;
	}
	pthread_cond_broadcast(&log->changed);
	return !error;
}

void group_await_home(struct group_log *log, const struct group_stream *stream)
{
	while (stream->at_home)
		pthread_cond_wait(&log->changed, &log->lock);
}

void group_stream_close_files(struct group_stream *stream)
{
	for (int i = 0; i < 2; i++) {
		if (stream->fd[i] >= 0)
			close(stream->fd[i]);
		stream->fd[i] = -1;
	}
}

void group_stream_free(struct group_stream *stream)
{
	group_stream_close_files(stream);
	free(stream->definition);
	free(stream);
}
