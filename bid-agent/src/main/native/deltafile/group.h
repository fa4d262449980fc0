/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What the log's threads and its streams share. All functions but those of time are called under
 * the log's lock.
 */
#ifndef GROUP_H
#define GROUP_H

#include <pthread.h>
#include <stdbool.h>

#include "delta/log.h"
#include "delta/look.h"
#include "deltafile/group_log.h"

struct group_stream {
	struct delta_stream stream; /* first: the log knows it by that */
	struct group_log *log;
	uint8_t *definition;
	int fd[2];
	uint32_t chunk;
	uint64_t length; /* of the data that the log was given, or that is durable at home */
	uint64_t sums_length;
	bool needed;      /* its volume says that it may need the log */
	bool home_failed; /* its files could not be synced */
	bool at_home;     /* the cleaner is syncing its files */
};

struct group_log {
	struct delta_log log;
	struct group_log_options options;
	struct delta_commit commit[2];
	uint32_t open;      /* the commit that takes records; the other one may be written */
	uint64_t number;    /* of the open one */
	uint64_t durable;   /* all commits up to that number are */
	uint64_t last_sync; /* when one came, on the monotonic clock; and */
	uint64_t day;       /* when these 24 hours began, with so many bytes written before */
	uint64_t before_day;
	uint64_t *begun; /* when each segment was */
	uint8_t *page;
	struct delta_look written_last;
	uint64_t looked; /* when that was looked at, on the monotonic clock */
	uint64_t looks;
	struct delta_stream **slot;
	struct group_log_statistics done;
	/* Of each commit, by its number: what is done once it is durable. */
	struct {
		uint64_t syncs;
		uint64_t bytes;
	} pending[2];
	pthread_mutex_t lock;
	pthread_cond_t work;  /* for the writer */
	pthread_cond_t clean; /* for the cleaner */
	/*
	 * For who syncs: one who is woken for nothing takes the lock, and the processor, from those
	 * whose commit is durable. Two commits at most are waited for, the open one and the one
	 * that is written.
	 */
	pthread_cond_t written[2]; /* by the commit's number: it is durable */
	pthread_cond_t opened;     /* there is a commit with room */
	pthread_cond_t changed;    /* a block was brought home, a segment freed, a thread ended */
	pthread_t writer;
	pthread_t cleaner;
	bool stopping;
	bool stuck;       /* a block that cannot be brought home keeps the oldest segment */
	uint32_t threads; /* that run */
};

#define NS_PER_MS UINT64_C(1000000)

uint64_t group_now_ns(void);
/* Returns false when that time has come. */
bool group_wait_until(struct group_log *log, pthread_cond_t *condition, uint64_t until);
/* What a put, or a wait for it, may take, in ns. */
uint64_t group_patience(const struct group_log *log);
/*
 * Waits for some of that time; false: nothing is left of it. A process that was stopped meanwhile,
 * or whose machine was, has lost a small part at most: its device has not been slow.
 */
bool group_wait_some(struct group_log *log, pthread_cond_t *condition, uint64_t *left_ns);

enum group_put { GROUP_PUT_SYNC, GROUP_PUT_MARK, GROUP_PUT_DROP, GROUP_PUT_CARRY };

/* As the log's functions, but waits for a commit that has room. */
int group_put(struct group_log *log, enum group_put what, struct delta_stream *stream,
	      const struct delta_sync *sync, uint64_t *left_ns);
/* Waits until what was put is durable. Returns 0 or the log's error. */
int group_await_commit(struct group_log *log, uint64_t number, uint64_t *left_ns);

/* Makes the files durable, without the lock meanwhile. Nobody else does so. False: it failed. */
bool group_bring_home(struct group_log *log, struct group_stream *stream);
/* Waits until nobody does that. */
void group_await_home(struct group_log *log, const struct group_stream *stream);
/* A commit that is durable is what is looked at next. */
void group_look_later(struct group_log *log, const struct delta_commit *commit);
/* When it is time, looks whether the log is still there; without the lock meanwhile. */
void group_look(struct group_log *log);
/* How long the cleaner may wait when it has nothing to do. */
uint64_t group_wait_ns(const struct group_log *log);
/* Nothing is acknowledged from here on. */
void group_fail(struct group_log *log, int error);
/* A thread ends; it has the lock, which this gives back. */
void group_leave(struct group_log *log);
void *group_run_cleaner(void *log);
/* Says so when nothing that the log has is needed; once nobody can put anything. */
void group_tell_if_needless(struct group_log *log);
void group_stream_close_files(struct group_stream *stream);
void group_stream_free(struct group_stream *stream);

#endif
