/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "deltafile/group_log.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "deltafile/whole.h"
#include "group.h"

#define SLOTS   16384u
#define STOP_MS 10000u /* that devices have to answer when all ends */

/* ---- the writer ---- */

static void write_open(struct group_log *log)
{
	struct delta_commit *commit = &log->commit[log->open];
	uint64_t number = log->number++;
	struct delta_log copy;
	int error;

	delta_log_seal(&log->log, commit);
	log->pending[log->number % 2].syncs = 0;
	log->pending[log->number % 2].bytes = 0;
	log->open = !log->open;
	delta_log_open(&log->log, &log->commit[log->open]);
	pthread_cond_broadcast(&log->opened);
	/* What the write looks at; the log itself goes on meanwhile. */
	copy = log->log;
	pthread_mutex_unlock(&log->lock);
	error = delta_log_write(&copy, commit);
	pthread_mutex_lock(&log->lock);
	if (error) {
		group_fail(log, error);
		return;
	}
	if (commit->begins)
		log->begun[commit->sequence % log->log.geometry.segments] = group_now_ns();
	log->done.commits++;
	log->done.bytes_written += commit->used;
	if (!log->log.failed) {
		log->durable = number;
		group_look_later(log, commit);
		log->done.syncs += log->pending[number % 2].syncs;
		log->done.bytes_synced += log->pending[number % 2].bytes;
	}
	/* Under the lock: the device is to have the next write before those who wake go on. */
	pthread_cond_broadcast(&log->written[number % 2]);
	if (delta_log_is_short(&log->log))
		pthread_cond_signal(&log->clean);
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
	group_leave(log);
	return NULL;
}

/* ---- beginning and ending ---- */

static void free_memory(struct group_log *log)
{
	free(log->commit[0].memory);
	free(log->commit[1].memory);
	free(log->page);
	free(log->written_last.last);
	free(log->written_last.page);
	free(log->slot);
	free(log->begun);
	free(log);
}

static int take_memory(struct group_log *log, const struct delta_geometry *geometry)
{
	uint32_t capacity = DELTA_COMMIT_BYTES_MAX;

	if (capacity > geometry->segment_bytes - DELTA_PAGE)
		capacity = (geometry->segment_bytes - DELTA_PAGE) / DELTA_PAGE * DELTA_PAGE;
	log->page = aligned_alloc(DELTA_PAGE, DELTA_PAGE);
	log->written_last.last = malloc(DELTA_PAGE);
	log->written_last.page = malloc(DELTA_PAGE);
	log->slot = calloc(SLOTS, sizeof(struct delta_stream *));
	log->begun = calloc(geometry->segments, sizeof(*log->begun));
	for (int i = 0; i < 2; i++)
		log->commit[i] = (struct delta_commit){
			.memory = aligned_alloc(DELTA_PAGE, capacity), .capacity = capacity};
	return log->page && log->written_last.last && log->written_last.page && log->slot &&
			       log->begun && log->commit[0].memory && log->commit[1].memory
		       ? 0
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
	pthread_cond_init(&log->written[0], &monotonic);
	pthread_cond_init(&log->written[1], &monotonic);
	pthread_cond_init(&log->opened, &monotonic);
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
		error = pthread_create(&log->cleaner, NULL, group_run_cleaner, log);
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
	made->day = made->last_sync;
	begin_conditions(made);
	if (!error) {
		const struct delta_log_memory memory = {
			.page = made->page, .slot = made->slot, .slots = SLOTS};

		error = delta_log_begin(&made->log, area, geometry, &memory, sequence,
					&made->commit[0]);
		made->begun[sequence % geometry->segments] = made->last_sync;
		made->looked = made->last_sync;
		made->written_last.newest = sequence;
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
	pthread_mutex_lock(&log->lock);
	group_tell_if_needless(log);
	pthread_mutex_unlock(&log->lock);
	for (uint32_t i = 0; i < log->log.slots; i++) {
		if (log->slot[i])
			group_stream_free((struct group_stream *)log->slot[i]);
	}
	pthread_cond_destroy(&log->work);
	pthread_cond_destroy(&log->clean);
	pthread_cond_destroy(&log->written[0]);
	pthread_cond_destroy(&log->written[1]);
	pthread_cond_destroy(&log->opened);
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
	if (log->log.streams)
		statistics->oldest_ms =
			(group_now_ns() - log->begun[log->log.tail % log->log.geometry.segments]) /
			NS_PER_MS;
	statistics->failed = (uint64_t)-log->log.failed;
	pthread_mutex_unlock(&log->lock);
}
