/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * io_uring by its system calls: one ring, used by one thread.
 */
#ifndef DISPATCH_RING_H
#define DISPATCH_RING_H

#include <linux/io_uring.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ring {
	int fd;
	void *submissions; /* as mapped */
	size_t submissions_bytes;
	void *completions;
	size_t completions_bytes;
	struct io_uring_sqe *entries;
	size_t entries_bytes;
	uint32_t *head; /* of the submissions: the kernel's */
	uint32_t *tail;
	uint32_t mask;
	uint32_t *done_head;
	uint32_t *done_tail; /* the kernel's */
	uint32_t done_mask;
	struct io_uring_cqe *done;
};

/* Returns 0 or a negative errno: -ENOSYS or -EPERM where io_uring cannot be had. */
int ring_open(struct ring *ring, uint32_t entries);
void ring_close(struct ring *ring);
/* Adds an entry; false: there is no room. */
bool ring_add(struct ring *ring, const struct io_uring_sqe *entry);
/* Tells the kernel of what was added. Whether it knows all of it now. */
bool ring_submit(struct ring *ring);
/* Takes the next completion; false: there is none. */
bool ring_take(struct ring *ring, struct io_uring_cqe *completion);

#endif
