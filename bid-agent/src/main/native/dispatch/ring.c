/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "ring.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *ring_map(const struct ring *ring, size_t bytes, off_t offset)
{
	return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring->fd,
		    offset);
}

static uint32_t *ring_word(void *map, uint32_t offset)
{
	return (uint32_t *)(void *)((char *)map + offset);
}

static void ring_unmap(void *map, size_t bytes)
{
	if (map && map != MAP_FAILED)
		munmap(map, bytes);
}

static int ring_map_all(struct ring *ring, const struct io_uring_params *params)
{
	const struct io_sqring_offsets *sq = &params->sq_off;
	const struct io_cqring_offsets *cq = &params->cq_off;

	ring->submissions_bytes = sq->array + params->sq_entries * sizeof(uint32_t);
	ring->completions_bytes = cq->cqes + params->cq_entries * sizeof(struct io_uring_cqe);
	ring->entries_bytes = params->sq_entries * sizeof(struct io_uring_sqe);
	ring->submissions = ring_map(ring, ring->submissions_bytes, IORING_OFF_SQ_RING);
	ring->completions = ring_map(ring, ring->completions_bytes, IORING_OFF_CQ_RING);
	ring->entries = ring_map(ring, ring->entries_bytes, IORING_OFF_SQES);
	if (ring->submissions == MAP_FAILED || ring->completions == MAP_FAILED ||
	    ring->entries == MAP_FAILED)
		return -ENOMEM;
	ring->head = ring_word(ring->submissions, sq->head);
	ring->tail = ring_word(ring->submissions, sq->tail);
	ring->mask = *ring_word(ring->submissions, sq->ring_mask);
	ring->done_head = ring_word(ring->completions, cq->head);
	ring->done_tail = ring_word(ring->completions, cq->tail);
	ring->done_mask = *ring_word(ring->completions, cq->ring_mask);
	ring->done = (void *)((char *)ring->completions + cq->cqes);
	/* Entries are used in order, so that the array of their numbers never changes. */
	for (uint32_t i = 0; i <= ring->mask; i++)
		ring_word(ring->submissions, sq->array)[i] = i;
	return 0;
}

void ring_close(struct ring *ring)
{
	ring_unmap(ring->submissions, ring->submissions_bytes);
	ring_unmap(ring->completions, ring->completions_bytes);
	ring_unmap(ring->entries, ring->entries_bytes);
	close(ring->fd);
}

bool ring_add(struct ring *ring, const struct io_uring_sqe *entry)
{
	uint32_t tail = *ring->tail;

	if (tail - __atomic_load_n(ring->head, __ATOMIC_ACQUIRE) > ring->mask)
		return false;
	ring->entries[tail & ring->mask] = *entry;
	__atomic_store_n(ring->tail, tail + 1, __ATOMIC_RELEASE);
	return true;
}

bool ring_submit(struct ring *ring)
{
	for (;;) {
		uint32_t left = *ring->tail - __atomic_load_n(ring->head, __ATOMIC_ACQUIRE);
		long taken;

		if (left == 0)
			return true;
		taken = syscall(SYS_io_uring_enter, ring->fd, left, 0, 0, NULL, 0);

		if (taken == 0 || (taken < 0 && errno != EINTR))
			return false;
	}
}

bool ring_take(struct ring *ring, struct io_uring_cqe *completion)
{
	uint32_t head = *ring->done_head;

	if (head == __atomic_load_n(ring->done_tail, __ATOMIC_ACQUIRE))
		return false;
	*completion = ring->done[head & ring->done_mask];
	__atomic_store_n(ring->done_head, head + 1, __ATOMIC_RELEASE);
	return true;
}

/*
 * A filter of system calls may allow a ring to be set up and refuse to take anything from it: then
 * whoever asks for something would never be answered.
 */
static int ring_try(struct ring *ring)
{
	const struct io_uring_sqe nothing = {.opcode = IORING_OP_NOP};
	struct io_uring_cqe completion;
	long taken;

	if (!ring_add(ring, &nothing))
		return -ENOSYS;
	do
		taken = syscall(SYS_io_uring_enter, ring->fd, 1, 1, IORING_ENTER_GETEVENTS, NULL,
				0);
	while (taken < 0 && errno == EINTR);
	if (taken < 0)
		return -errno;
	return ring_take(ring, &completion) ? completion.res : -ENOSYS;
}

int ring_open(struct ring *ring, uint32_t entries)
{
	struct io_uring_params params;
	int error;

	memset(ring, 0, sizeof(*ring));
	memset(&params, 0, sizeof(params));
	ring->fd = (int)syscall(SYS_io_uring_setup, entries, &params);
	if (ring->fd < 0)
		return -errno;
	/* Kernels from 5.6 on say so, and read and write without vectors. */
	error = params.features & IORING_FEAT_RW_CUR_POS ? ring_map_all(ring, &params) : -ENOSYS;
	if (!error)
		error = ring_try(ring);
	if (error)
		ring_close(ring);
	return error;
}
