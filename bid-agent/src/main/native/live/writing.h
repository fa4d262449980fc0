/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Blocks that are written in sequence. What a writer has written is in memory until the disk has
 * it, and there is so much memory for all writers of a volume.
 */
#ifndef LIVE_WRITING_H
#define LIVE_WRITING_H

#include <pthread.h>
#include <stdatomic.h>

#include "dispatch/volume.h"
#include "live/live.h"
#include "throttle.h"

/* What all writers of a volume share. */
struct dirty {
	const struct live_host *host;
	struct volume *volume;
	struct throttle *throttle; /* of the kernel's thread */
	atomic_bool *measures;     /* whether what the disk takes counts */
	atomic_ullong bytes_taken; /* of that */

	pthread_mutex_t lock; /* for what follows */
	pthread_cond_t changed;
	uint64_t bytes;          /* dirty, or on the way to the disk */
	uint64_t unsent;         /* of them, that nobody has given to the scheduler */
	struct bid_link writers; /* with such bytes, in the kernel thread's round */
	bool ending;
	int error;
	pthread_t thread; /* the kernel's, where writes are buffered */
};

/* One stream that writes; used by one thread, but for what is under the lock. */
struct writing {
	struct dirty *dirty;
	uint64_t stream;
	uint64_t number; /* of its file's data */
	struct block *block;
	struct chunk *filling;

	struct bid_link link;   /* among dirty->writers */
	struct bid_link unsent; /* chunks */
	uint64_t unsent_bytes;
	uint64_t on_the_way; /* bytes that the scheduler has */
};

/* Returns 0 or a negative errno. */
int dirty_init(struct dirty *dirty, const struct live_host *host, struct volume *volume,
	       struct throttle *throttle, atomic_bool *measures);
/* The volume has ended and all writers have, so that what is left goes nowhere. */
void dirty_destroy(struct dirty *dirty);

void writing_init(struct writing *writing, struct dirty *dirty, uint64_t stream);
/* Gives up what was not sent. */
void writing_destroy(struct writing *writing);
/* A block in the file, at another place of the disk. Returns 0 or a negative errno. */
int writing_begin(struct writing *writing, int fd);
/* The next bytes of the block, with the data that belong there. Returns 0 or a negative errno. */
int writing_write(struct writing *writing, uint64_t offset, uint32_t length);
/* The block is whole; the disk need not have all of it yet. Returns 0 or a negative errno. */
int writing_end(struct writing *writing);

#endif
