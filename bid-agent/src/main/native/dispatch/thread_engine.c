/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Files by threads, each of which does one transfer at a time: where io_uring is forbidden.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "clock.h"
#include "engines.h"
#include "transfer.h"

struct thread_engine {
	struct backend backend;
	pthread_mutex_t lock;
	pthread_cond_t work;
	struct bid_link waiting; /* under the lock */
	struct bid_link done;    /* under the lock */
	bool closing;            /* under the lock */
	uint32_t threads;
	pthread_t thread[];
};

static struct thread_engine *engine_of(struct backend *backend)
{
	return bid_container_of(backend, struct thread_engine, backend);
}

/* The next transfer; NULL: the engine is being closed. */
static struct backend_transfer *thread_next(struct thread_engine *engine)
{
	while (bid_list_empty(&engine->waiting) && !engine->closing)
		pthread_cond_wait(&engine->work, &engine->lock);
	return transfer_of(bid_list_take_first(&engine->waiting));
}

static void *thread_run(void *context)
{
	struct thread_engine *engine = context;
	struct backend_transfer *transfer;

	prctl(PR_SET_NAME, "bid-io");
	pthread_mutex_lock(&engine->lock);
	while ((transfer = thread_next(engine))) {
		pthread_mutex_unlock(&engine->lock);
		transfer_do(transfer);
		pthread_mutex_lock(&engine->lock);
		bid_list_append(&engine->done, &transfer->link);
		eventfd_write(engine->backend.ready_fd, 1);
	}
	pthread_mutex_unlock(&engine->lock);
	return NULL;
}

static void thread_engine_submit(struct backend *backend, struct backend_transfer *transfer)
{
	struct thread_engine *engine = engine_of(backend);

	pthread_mutex_lock(&engine->lock);
	bid_list_append(&engine->waiting, &transfer->link);
	pthread_cond_signal(&engine->work);
	pthread_mutex_unlock(&engine->lock);
}

static struct backend_transfer *thread_engine_take_done(struct backend *backend)
{
	struct thread_engine *engine = engine_of(backend);
	struct bid_link *first;
	eventfd_t count;

	pthread_mutex_lock(&engine->lock);
	first = bid_list_take_first(&engine->done);
	/* What is done from here on is told of again. */
	if (!first)
		eventfd_read(backend->ready_fd, &count);
	pthread_mutex_unlock(&engine->lock);
	return transfer_of(first);
}

static uint64_t thread_engine_now_ns(const struct backend *backend)
{
	(void)backend;
	return clock_now_ns();
}

static void thread_engine_close(struct backend *backend)
{
	struct thread_engine *engine = engine_of(backend);

	pthread_mutex_lock(&engine->lock);
	engine->closing = true;
	pthread_cond_broadcast(&engine->work);
	pthread_mutex_unlock(&engine->lock);
	for (uint32_t i = 0; i < engine->threads; i++)
		pthread_join(engine->thread[i], NULL);
	pthread_cond_destroy(&engine->work);
	pthread_mutex_destroy(&engine->lock);
	close(backend->ready_fd);
	free(engine);
}

static const struct backend_ops thread_engine_ops = {
	.submit = thread_engine_submit,
	.take_done = thread_engine_take_done,
	.now_ns = thread_engine_now_ns,
	.close = thread_engine_close,
};

/* With fewer threads than wanted it works too, with none it does not. */
static int thread_engine_start(struct thread_engine *engine, uint32_t threads)
{
	int error = 0;

	while (error == 0 && engine->threads < threads) {
		error = pthread_create(&engine->thread[engine->threads], NULL, thread_run, engine);
		engine->threads += error == 0;
	}
	return engine->threads > 0 ? 0 : -error;
}

int thread_engine_open(uint32_t threads, struct backend **backend)
{
	struct thread_engine *engine =
		calloc(1, sizeof(*engine) + threads * sizeof(engine->thread[0]));
	int error;

	if (!engine)
		return -ENOMEM;
	engine->backend = (struct backend){.ops = &thread_engine_ops,
					   .name = "threads",
					   .ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
					   .time_per_mille = 1000};
	if (engine->backend.ready_fd < 0) {
		free(engine);
		return -EMFILE;
	}
	pthread_mutex_init(&engine->lock, NULL);
	pthread_cond_init(&engine->work, NULL);
	bid_list_init(&engine->waiting);
	bid_list_init(&engine->done);
	error = thread_engine_start(engine, threads);
	if (error) {
		thread_engine_close(&engine->backend);
		return error;
	}
	*backend = &engine->backend;
	return 0;
}
