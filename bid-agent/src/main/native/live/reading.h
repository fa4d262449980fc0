/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A stream that reads a block from its beginning to its end: as an announced extent, or through
 * what the page cache and Hadoop's ReadaheadPool ask for ahead of it. Used by one thread.
 */
#ifndef LIVE_READING_H
#define LIVE_READING_H

#include <pthread.h>

#include "dispatch/volume.h"
#include "live/live.h"
#include "throttle.h"

struct reading {
	const struct live_host *host;
	struct volume *volume;
	struct throttle *throttle; /* is told of what is read ahead */
	struct volume_file *file;  /* of the block */
	uint64_t stream;
	uint64_t end;    /* of the block */
	uint64_t ahead;  /* asked for up to here */
	uint64_t pooled; /* where Hadoop's pool is asked again */
	char *buffer;    /* of a host that has one: bytes from buffer_from to buffer_end */
	uint64_t buffer_from;
	uint64_t buffer_end;

	pthread_mutex_t lock; /* for what follows, and of each piece whether it has arrived */
	pthread_cond_t arrived;
	struct bid_link pieces; /* by offset */
};

/* Returns 0 or -ENOMEM. */
int reading_init(struct reading *reading, const struct live_host *host, struct volume *volume,
		 struct throttle *throttle, uint64_t stream);
void reading_destroy(struct reading *reading);
/* The file's bytes as a new block, at another place of the disk. Returns 0 or a negative errno. */
int reading_begin(struct reading *reading, int fd, uint64_t bytes);
/* The next bytes of the block. Returns how many or a negative errno. */
int64_t reading_read(struct reading *reading, uint64_t offset, uint32_t length, void *memory);
/* Waits for what is under way. */
void reading_end(struct reading *reading);

#endif
