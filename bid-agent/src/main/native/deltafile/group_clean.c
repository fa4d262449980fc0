/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The log's cleaner: a thread that brings blocks home, and looks after the log.
 */
#include <pthread.h>

#include "group.h"

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
		uint64_t left_ns = group_patience(log);

		if (group_put(log, GROUP_PUT_CARRY, stream, NULL, &left_ns))
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

/* Whether nothing that it has is needed; once nobody can put anything. Under the lock. */
static bool is_needless(struct group_log *log)
{
	for (uint32_t i = 0; i < log->log.slots; i++) {
		struct group_stream *stream = (struct group_stream *)log->log.slot[i];

		/* Whoever closes it may be at it. */
		while (stream && stream->at_home) {
			group_await_home(log, stream);
			stream = (struct group_stream *)log->log.slot[i];
		}
		if (stream && (stream->stream.first || stream->home_failed))
			return false;
	}
	return true;
}

void group_tell_if_needless(struct group_log *log)
{
	if (!log->options.needless || !is_needless(log))
		return;
	/* A volume that does not answer is to hold up nobody. */
	pthread_mutex_unlock(&log->lock);
	log->options.needless(log->options.volumes);
	pthread_mutex_lock(&log->lock);
}

static bool is_idle(const struct group_log *log)
{
	return group_now_ns() - log->last_sync >= log->options.idle_ms * NS_PER_MS;
}

void *group_run_cleaner(void *context)
{
	struct group_log *log = context;

	pthread_mutex_lock(&log->lock);
	while (!log->stopping && !log->log.failed) {
		bool idle = is_idle(log);

		if (idle)
			bring_all_home(log);
		if (!(idle || delta_log_is_short(&log->log)) || !clean_oldest(log))
			group_wait_until(log, &log->clean, group_now_ns() + group_wait_ns(log));
		group_look(log);
	}
	/* Nobody knows whether what it has can still be read. */
	if (log->log.failed) {
		bring_all_home(log);
		group_tell_if_needless(log);
	}
	group_leave(log);
	return NULL;
}
