/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "deltafile/group_log.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "deltafile/whole.h"
#include "group.h"

#define SLOTS      16384u
#define STOP_MS    10000u /* that devices have to answer when all ends */
#define NS_PER_MS  UINT64_C(1000000)
#define NS_PER_SEC UINT64_C(1000000000)

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

uint64_t group_deadline(const struct group_log *log)
{
	return group_now_ns() + log->options.slow_ms * NS_PER_MS;
}

/* ---- the writer ---- */

/* Nothing is acknowledged from here on; what blocks have in it goes home. Under the lock. */
static void fail(struct group_log *log, int error)
{
	if (!log->log.failed)
		log->log.failed = error;
	pthread_cond_broadcast(&log->changed);
	pthread_cond_signal(&log->clean);
}

static void write_open(struct group_log *log)
{
	struct delta_commit *commit = &log->commit[log->open];
	uint64_t number = log->number++;
	struct delta_log copy;
	int error;

	delta_log_seal(&log->log, commit);
	log->open = !log->open;
	delta_log_open(&log->log, &log->commit[log->open]);
	pthread_cond_broadcast(&log->changed);
	/* What the write looks at; the log itself goes on meanwhile. */
	copy = log->log;
	pthread_mutex_unlock(&log->lock);
	error = delta_log_write(&copy, commit);
	pthread_mutex_lock(&log->lock);
	if (error) {
		fail(log, error);
		return;
	}
	log->done.commits++;
	log->done.bytes_written += commit->used;
	if (!log->log.failed)
		log->durable = number;
	pthread_cond_broadcast(&log->changed);
	if (delta_log_is_short(&log->log))
		pthread_cond_signal(&log->clean);
}

/* A thread ends. It has the lock. */
static void leave(struct group_log *log)
{
	log->threads--;
	pthread_cond_broadcast(&log->changed);
	pthread_mutex_unlock(&log->lock);
}

static void *run_writer(void *context)
{
	struct group_log *log = context;

	pthread_mutex_lock(&log->lock);
	for (;;) {
		bool empty = delta_commit_is_empty(&log->commit[log->open]);

		if (log->log.failed || (empty && log->stopping))
			break;
		if (empty)
			pthread_cond_wait(&log->work, &log->lock);
		else
			write_open(log);
	}
	leave(log);
	return NULL;
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
	      const struct delta_sync *sync, uint64_t until)
{
	int error;

	while ((error = put_once(log, what, stream, sync)) == -EAGAIN) {
		pthread_cond_signal(&log->work);
		if (!group_wait_until(log, &log->changed, until))
			fail(log, -ETIMEDOUT);
	}
	if (!error)
		pthread_cond_signal(&log->work);
	if (error == -ENOSPC)
		pthread_cond_signal(&log->clean);
	return error;
}

/* Waits until what was put is durable. Returns 0 or the log's error. Under the lock. */
int group_await_commit(struct group_log *log, uint64_t number, uint64_t until)
{
	while (log->durable < number && !log->log.failed) {
		if (!group_wait_until(log, &log->changed, until) && log->durable < number)
			fail(log, -ETIMEDOUT);
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

/* ---- the cleaner ---- */

/* Brings home what the segment has. False: a block's files cannot be synced. Under the lock. */
static bool bring_oldest_home(struct group_log *log)
{
	struct delta_stream *dirty;

	while ((dirty = delta_log_dirty(&log->log))) {
		struct group_stream *stream = (struct group_stream *)dirty;

		if (stream->at_home)
			group_await_home(log, stream);
		else if (stream->home_failed || !group_bring_home(log, stream))
			return false;
	}
	return true;
}

/* Gives the oldest segment back. False: it is still needed. Under the lock. */
static bool clean_oldest(struct group_log *log)
{
	struct delta_stream *stream;

	if (!bring_oldest_home(log)) {
		log->stuck = true;
		pthread_cond_broadcast(&log->changed);
		return false;
	}
	while ((stream = delta_log_uncarried(&log->log))) {
		if (group_put(log, GROUP_PUT_CARRY, stream, NULL, group_deadline(log)))
			return false;
	}
	if (!delta_log_free_oldest(&log->log))
		return false;
	while ((stream = delta_log_reap(&log->log)))
		group_stream_free((struct group_stream *)stream);
	pthread_cond_broadcast(&log->changed);
	return true;
}

/* Makes durable at home all that the log alone may have. Under the lock. */
static void bring_all_home(struct group_log *log)
{
	for (uint32_t i = 0; i < log->log.slots; i++) {
		struct group_stream *stream = (struct group_stream *)log->log.slot[i];

		if (stream && stream->stream.first && !stream->at_home && !stream->home_failed)
			group_bring_home(log, stream);
	}
}

static bool is_idle(const struct group_log *log)
{
	return group_now_ns() - log->last_sync >= log->options.idle_ms * NS_PER_MS;
}

static void *run_cleaner(void *context)
{
	struct group_log *log = context;

	pthread_mutex_lock(&log->lock);
	while (!log->stopping && !log->log.failed) {
		bool idle = is_idle(log);

		if (idle)
			bring_all_home(log);
		if (!(idle || delta_log_is_short(&log->log)) || !clean_oldest(log))
			group_wait_until(log, &log->clean,
					 group_now_ns() + log->options.idle_ms * NS_PER_MS);
	}
	/* Nobody knows whether what it has can still be read. */
	if (log->log.failed)
		bring_all_home(log);
	leave(log);
	return NULL;
}

/* ---- beginning and ending ---- */

static void free_memory(struct group_log *log)
{
	free(log->commit[0].memory);
	free(log->commit[1].memory);
	free(log->page);
	free(log->slot);
	free(log);
}

static int take_memory(struct group_log *log, const struct delta_geometry *geometry)
{
	uint32_t capacity = DELTA_COMMIT_BYTES_MAX;

	if (capacity > geometry->segment_bytes - DELTA_PAGE)
		capacity = (geometry->segment_bytes - DELTA_PAGE) / DELTA_PAGE * DELTA_PAGE;
	log->page = aligned_alloc(DELTA_PAGE, DELTA_PAGE);
	log->slot = calloc(SLOTS, sizeof(struct delta_stream *));
	for (int i = 0; i < 2; i++)
		log->commit[i] = (struct delta_commit){
			.memory = aligned_alloc(DELTA_PAGE, capacity), .capacity = capacity};
	return log->page && log->slot && log->commit[0].memory && log->commit[1].memory ? 0
											: -ENOMEM;
}

static void begin_conditions(struct group_log *log)
{
	pthread_condattr_t monotonic;

	pthread_mutex_init(&log->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&log->work, &monotonic);
	pthread_cond_init(&log->clean, &monotonic);
	pthread_cond_init(&log->changed, &monotonic);
	pthread_condattr_destroy(&monotonic);
}

static int begin_threads(struct group_log *log)
{
	sigset_t all;
	sigset_t before;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	log->threads = 2;
	error = pthread_create(&log->writer, NULL, run_writer, log);
	if (!error) {
		error = pthread_create(&log->cleaner, NULL, run_cleaner, log);
		if (error) {
			pthread_mutex_lock(&log->lock);
			log->stopping = true;
			pthread_cond_signal(&log->work);
			pthread_mutex_unlock(&log->lock);
			pthread_join(log->writer, NULL);
		}
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error)
		return -error;
	pthread_setname_np(log->writer, "tierline-delta");
	pthread_setname_np(log->cleaner, "tierline-clean");
	return 0;
}

int group_log_start(const struct delta_area *area, const struct delta_geometry *geometry,
		    uint64_t sequence, const struct group_log_options *options,
		    struct group_log **log)
{
	struct group_log *made = calloc(1, sizeof(*made));
	int error = made ? take_memory(made, geometry) : -ENOMEM;

	if (!made)
		return error;
	made->options = *options;
	made->number = 1;
	made->last_sync = group_now_ns();
	begin_conditions(made);
	if (!error) {
		const struct delta_log_memory memory = {
			.page = made->page, .slot = made->slot, .slots = SLOTS};

		error = delta_log_begin(&made->log, area, geometry, &memory, sequence,
					&made->commit[0]);
	}
	if (!error)
		error = begin_threads(made);
	if (error)
		free_memory(made);
	else
		*log = made;
	return error;
}

int group_log_stop(struct group_log *log)
{
	uint64_t until;
	bool ended;

	pthread_mutex_lock(&log->lock);
	log->stopping = true;
	until = group_now_ns() + STOP_MS * NS_PER_MS;
	pthread_cond_signal(&log->work);
	pthread_cond_signal(&log->clean);
	while (log->threads && group_wait_until(log, &log->changed, until))
		;
	ended = !log->threads;
	pthread_mutex_unlock(&log->lock);
	if (!ended) {
		pthread_detach(log->writer);
		pthread_detach(log->cleaner);
		return -EBUSY;
	}
	pthread_join(log->writer, NULL);
	pthread_join(log->cleaner, NULL);
	for (uint32_t i = 0; i < log->log.slots; i++) {
		if (log->slot[i])
			group_stream_free((struct group_stream *)log->slot[i]);
	}
	pthread_cond_destroy(&log->work);
	pthread_cond_destroy(&log->clean);
	pthread_cond_destroy(&log->changed);
	pthread_mutex_destroy(&log->lock);
	free_memory(log);
	return 0;
}

void group_log_statistics(struct group_log *log, struct group_log_statistics *statistics)
{
	pthread_mutex_lock(&log->lock);
	*statistics = log->done;
	statistics->segments = log->log.geometry.segments;
	statistics->segments_free = delta_log_free(&log->log);
	statistics->streams = log->log.streams;
	statistics->failed = (uint64_t)-log->log.failed;
	pthread_mutex_unlock(&log->lock);
}
