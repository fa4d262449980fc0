/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * From time to time the cleaner looks whether the log is still where it was written.
 */
#include <string.h>

#include "group.h"

uint64_t group_wait_ns(const struct group_log *log)
{
	uint64_t ms = log->options.idle_ms;

	if (log->options.look_ms && log->options.look_ms < ms)
		ms = log->options.look_ms;
	return ms * NS_PER_MS;
}

void group_look_later(struct group_log *log, const struct delta_commit *commit)
{
	log->written_last.newest = commit->sequence;
	log->written_last.end = commit->start + commit->used;
	memcpy(log->written_last.last, commit->memory + commit->used - DELTA_PAGE, DELTA_PAGE);
}

/* Another one each time, of those that are needed. */
static uint64_t other_segment(struct group_log *log, uint64_t newest)
{
	return newest < log->log.tail ? newest
				      : log->log.tail + log->looks++ % (newest - log->log.tail + 1);
}

void group_look(struct group_log *log)
{
	uint8_t last[DELTA_PAGE];
	struct delta_look look = log->written_last;
	uint64_t now = group_now_ns();
	int error;

	if (!log->options.look_ms || !log->log.streams ||
	    now - log->looked < log->options.look_ms * NS_PER_MS)
		return;
	log->looked = now;
	look.other = other_segment(log, look.newest);
	memcpy(last, look.last, DELTA_PAGE);
	look.last = last;
	pthread_mutex_unlock(&log->lock);
	error = delta_look(&log->log.area, &log->log.geometry, &look);
	pthread_mutex_lock(&log->lock);
	/* One that was begun anew meanwhile has something else, as it should. */
	if (error && log->log.sequence < look.other + log->log.geometry.segments)
		group_fail(log, error);
}
