/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Files by io_uring, with buffers that are not registered: an ordinary user may lock 8 MiB only.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engines.h"
#include "ring.h"
#include "transfer.h"

/* When the kernel took no more for want of memory, it is asked again after that. */
#define RETRY_NS UINT64_C(1000000)

struct ring_engine {
	struct backend backend;
	struct ring ring;
	struct bid_link waiting; /* for room in the ring */
	uint32_t under_way;
	bool untold; /* the kernel does not know of all yet */
};

static struct ring_engine *engine_of(struct backend *backend)
{
	return bid_container_of(backend, struct ring_engine, backend);
}

static void ring_describe(const struct backend_transfer *transfer, struct io_uring_sqe *entry)
{
	memset(entry, 0, sizeof(*entry));
	entry->fd = transfer->fd;
	entry->user_data = (uint64_t)(uintptr_t)transfer;
	if (transfer->op == BACKEND_SYNC) {
		entry->opcode = IORING_OP_FSYNC;
		entry->fsync_flags = IORING_FSYNC_DATASYNC;
		return;
	}
	if (transfer->op == BACKEND_WRITE_BACK) {
		entry->opcode = IORING_OP_SYNC_FILE_RANGE;
		entry->off = transfer->offset;
		entry->len = transfer->length;
		entry->sync_range_flags = TRANSFER_WRITE_BACK;
		return;
	}
	entry->opcode = transfer->op == BACKEND_READ ? IORING_OP_READ : IORING_OP_WRITE;
	entry->off = transfer->offset + transfer->moved;
	entry->addr = (uint64_t)(uintptr_t)transfer->memory + transfer->moved;
	entry->len = transfer->length - transfer->moved;
}

/* Gives the kernel what waits, as far as there is room. */
static void ring_feed(struct ring_engine *engine)
{
	while (!bid_list_empty(&engine->waiting) && engine->under_way < BACKEND_TRANSFERS_MAX) {
		struct io_uring_sqe entry;

		ring_describe(transfer_of(engine->waiting.next), &entry);
		if (!ring_add(&engine->ring, &entry))
			break;
		bid_list_remove(engine->waiting.next);
		engine->under_way++;
	}
	engine->untold = !ring_submit(&engine->ring);
}

static void ring_engine_submit(struct backend *backend, struct backend_transfer *transfer)
{
	struct ring_engine *engine = engine_of(backend);

	bid_list_append(&engine->waiting, &transfer->link);
	ring_feed(engine);
}

static struct backend_transfer *ring_engine_take_done(struct backend *backend)
{
	struct ring_engine *engine = engine_of(backend);
	struct io_uring_cqe completion;

	while (ring_take(&engine->ring, &completion)) {
		struct backend_transfer *transfer =
			(struct backend_transfer *)(uintptr_t)completion.user_data;

		engine->under_way--;
		if (!transfer_goes_on(transfer, completion.res))
			return transfer;
		bid_list_append(&engine->waiting, &transfer->link);
	}
	if (engine->untold || !bid_list_empty(&engine->waiting))
		ring_feed(engine);
	return NULL;
}

static uint64_t ring_engine_next_ns(struct backend *backend)
{
	return engine_of(backend)->untold ? clock_now_ns() + RETRY_NS : BID_NEVER;
}

static uint64_t ring_engine_now_ns(const struct backend *backend)
{
	(void)backend;
	return clock_now_ns();
}

static void ring_engine_close(struct backend *backend)
{
	struct ring_engine *engine = engine_of(backend);

	ring_close(&engine->ring);
	free(engine);
}

static const struct backend_ops ring_engine_ops = {
	.submit = ring_engine_submit,
	.take_done = ring_engine_take_done,
	.next_ns = ring_engine_next_ns,
	.now_ns = ring_engine_now_ns,
	.close = ring_engine_close,
};

int ring_engine_open(struct backend **backend)
{
	struct ring_engine *engine = calloc(1, sizeof(*engine));
	int error;

	if (!engine)
		return -ENOMEM;
	error = ring_open(&engine->ring, BACKEND_TRANSFERS_MAX);
	if (error) {
		free(engine);
		return error;
	}
	bid_list_init(&engine->waiting);
	engine->backend = (struct backend){.ops = &ring_engine_ops,
					   .name = "io_uring",
					   .ready_fd = engine->ring.fd,
					   .time_per_mille = 1000};
	*backend = &engine->backend;
	return 0;
}
