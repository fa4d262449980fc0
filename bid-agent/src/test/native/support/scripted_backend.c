/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "scripted_backend.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static struct backend_transfer *t_transfer_of(struct bid_link *link)
{
	return link ? bid_container_of(link, struct backend_transfer, link) : NULL;
}

static void scripted_do(struct scripted *scripted, struct backend_transfer *transfer)
{
	bool hit = scripted->bad_offset == UINT64_MAX ||
		   (transfer->offset <= scripted->bad_offset &&
		    scripted->bad_offset < transfer->offset + transfer->length);

	if (scripted->result != 1 && hit)
		transfer->result = scripted->result;
	else if (scripted->write_result != 1 && transfer->op == BACKEND_WRITE)
		transfer->result = scripted->write_result;
	else if (transfer->op == BACKEND_READ)
		transfer->result = pread(transfer->fd, transfer->memory, transfer->length,
					 (off_t)transfer->offset);
	else if (transfer->op == BACKEND_WRITE)
		transfer->result = pwrite(transfer->fd, transfer->memory, transfer->length,
					  (off_t)transfer->offset);
	else
		transfer->result = 0;
	if (scripted->ended < sizeof(scripted->order) / sizeof(scripted->order[0]))
		scripted->order[scripted->ended++] = transfer->op;
	bid_list_append(&scripted->done, &transfer->link);
	eventfd_write(scripted->backend.ready_fd, 1);
}

static void scripted_submit(struct backend *backend, struct backend_transfer *transfer)
{
	struct scripted *scripted = (struct scripted *)backend;

	pthread_mutex_lock(&scripted->lock);
	scripted->taken++;
	pthread_cond_broadcast(&scripted->changed);
	if (scripted->holds)
		bid_list_append(&scripted->held, &transfer->link);
	else
		scripted_do(scripted, transfer);
	pthread_mutex_unlock(&scripted->lock);
}

static struct backend_transfer *scripted_take_done(struct backend *backend)
{
	struct scripted *scripted = (struct scripted *)backend;
	struct bid_link *first;
	eventfd_t count;

	pthread_mutex_lock(&scripted->lock);
	first = bid_list_take_first(&scripted->done);
	if (!first)
		eventfd_read(backend->ready_fd, &count);
	pthread_mutex_unlock(&scripted->lock);
	return t_transfer_of(first);
}

static uint64_t scripted_now_ns(const struct backend *backend)
{
	struct timespec now;

	(void)backend;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void scripted_close(struct backend *backend)
{
	struct scripted *scripted = (struct scripted *)backend;

	pthread_cond_destroy(&scripted->changed);
	pthread_mutex_destroy(&scripted->lock);
	close(backend->ready_fd);
	free(scripted);
}

static const struct backend_ops scripted_ops = {
	.submit = scripted_submit,
	.take_done = scripted_take_done,
	.now_ns = scripted_now_ns,
	.close = scripted_close,
};

struct scripted *scripted_open(void)
{
	struct scripted *scripted = calloc(1, sizeof(*scripted));

	assert_non_null(scripted);
	pthread_mutex_init(&scripted->lock, NULL);
	pthread_cond_init(&scripted->changed, NULL);
	bid_list_init(&scripted->held);
	bid_list_init(&scripted->done);
	scripted->result = 1;
	scripted->write_result = 1;
	scripted->bad_offset = UINT64_MAX;
	scripted->backend =
		(struct backend){.ops = &scripted_ops,
				 .name = "scripted",
				 .profile = {.sectors = 1u << 30, .depth = 1, .rotational = true},
				 .ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
				 .time_per_mille = 1000};
	return scripted;
}

void scripted_hold(struct scripted *scripted, bool holds)
{
	struct bid_link *link;

	pthread_mutex_lock(&scripted->lock);
	scripted->holds = holds;
	while (!holds && (link = bid_list_take_first(&scripted->held)))
		scripted_do(scripted, t_transfer_of(link));
	pthread_mutex_unlock(&scripted->lock);
}

void scripted_await(struct scripted *scripted, uint32_t count)
{
	pthread_mutex_lock(&scripted->lock);
	while (scripted->taken < count)
		pthread_cond_wait(&scripted->changed, &scripted->lock);
	pthread_mutex_unlock(&scripted->lock);
}

void scripted_set_result(struct scripted *scripted, int64_t result, uint64_t bad_offset)
{
	pthread_mutex_lock(&scripted->lock);
	scripted->result = result;
	scripted->bad_offset = bad_offset;
	pthread_mutex_unlock(&scripted->lock);
}

void scripted_set_write_result(struct scripted *scripted, int64_t result)
{
	pthread_mutex_lock(&scripted->lock);
	scripted->write_result = result;
	pthread_mutex_unlock(&scripted->lock);
}
