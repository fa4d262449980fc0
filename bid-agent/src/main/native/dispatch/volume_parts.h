/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A volume, as its files have it of each other: volume.c opens and closes it, volume_calls.c is
 * what callers do on any thread, volume_thread.c what its own thread does.
 */
#ifndef DISPATCH_VOLUME_PARTS_H
#define DISPATCH_VOLUME_PARTS_H

#include <pthread.h>
#include <sys/eventfd.h>

#include "dispatch/volume.h"
#include "scheduler.h"

enum message_kind { MESSAGE_ANNOUNCE, MESSAGE_CANCEL_STREAM, MESSAGE_CANCEL_FILE };

/* What a caller has to say besides requests. */
struct message {
	struct bid_link link;
	enum message_kind kind;
	uint64_t stream;
	struct volume_file *file; /* a use of it */
	uint64_t offset;
	uint64_t end;
	uint8_t service_class;
};

/* In the order in which they came. */
struct entry {
	struct bid_link link;
	struct operation *operation; /* or */
	struct message *message;
};

struct room {
	uint64_t bytes;
	uint32_t requests;
};

struct volume {
	struct scheduler scheduler; /* the thread's */
	struct backend *backend;
	struct backend *ssd; /* of the second tier; NULL: there is none */
	struct file_table files;
	pthread_t thread;
	int wake_fd;
	bool ended; /* who closes it knows */

	pthread_mutex_t lock; /* for what follows */
	pthread_cond_t room;
	struct bid_link incoming;
	bool closing;
	bool brings_home;  /* somebody waits for all to be at home ... */
	bool is_home;      /* ... which it is, or cannot be, */
	int home_error;    /* for that reason */
	uint32_t waiting;  /* submitters, for room */
	uint32_t messages; /* left and not taken */
	struct room taken; /* and not answered */
	struct room lazy;  /* of that, by writes that nobody waits for */
	struct room max;
	struct room lazy_max;
	struct volume_statistics statistics;
};

/* One that is longer than the bound goes alone. */
static inline bool room_is_full(const struct room *taken, const struct room *max,
				const struct volume_request *request)
{
	return taken->requests > 0 &&
	       (taken->requests >= max->requests || taken->bytes + request->length > max->bytes);
}

static inline void room_enter(struct room *taken, const struct volume_request *request)
{
	taken->bytes += request->length;
	taken->requests++;
}

static inline void room_leave(struct room *taken, const struct volume_request *request)
{
	taken->bytes -= request->length;
	taken->requests--;
}

/* Has the thread look at what was left. */
static inline void volume_wake(struct volume *volume)
{
	eventfd_write(volume->wake_fd, 1);
}

/* The thread; the context is the volume. */
void *volume_run(void *volume);
/* For the scheduler: an operation was answered. */
void volume_answered(void *volume, const struct operation *operation);

#endif
