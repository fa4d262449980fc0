/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "volume_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define STREAMS_DEFAULT      256u
#define OUTSTANDING_DEFAULT  256u
#define MAX_BYTES_DEFAULT    (UINT64_C(64) << 20)
#define MAX_REQUESTS_DEFAULT 1024u

/* Of all the room the part that such writes may have of the core's: who else waits for it? */
static struct room volume_lazy_room(const struct volume *volume, uint32_t max_outstanding)
{
	uint64_t places = scheduler_lazy_max(&volume->scheduler, BID_FOREGROUND);
	struct room room = volume->max;

	if (places >= max_outstanding)
		return room;
	/* In this order it is not too much for 64 bits, and rounding loses no more than a part. */
	room.bytes = room.bytes / max_outstanding * places;
	room.requests = (uint32_t)(room.requests * places / max_outstanding);
	return room;
}

static int volume_open_scheduler(struct volume *volume, const struct volume_options *options)
{
	struct bid_setup setup = options->setup;
	int error;

	if (setup.max_streams == 0)
		setup.max_streams = STREAMS_DEFAULT;
	if (setup.max_outstanding == 0)
		setup.max_outstanding = OUTSTANDING_DEFAULT;
	error = scheduler_open(&volume->scheduler, options->policy, &setup, volume->backend,
			       options->second.path ? &options->second : NULL, volume_answered,
			       volume);
	volume->statistics = volume->scheduler.statistics;
	if (error == 0)
		volume->lazy_max = volume_lazy_room(volume, setup.max_outstanding);
	return error;
}

static int volume_start(struct volume *volume)
{
	int error;

	volume->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (volume->wake_fd < 0)
		return -errno;
	error = -pthread_create(&volume->thread, NULL, volume_run, volume);
	if (error)
		close(volume->wake_fd);
	return error;
}

static void volume_init(struct volume *volume, const struct volume_options *options,
			struct backend *backend)
{
	volume->backend = backend;
	volume->max.bytes = options->max_bytes ? options->max_bytes : MAX_BYTES_DEFAULT;
	volume->max.requests = options->max_requests ? options->max_requests : MAX_REQUESTS_DEFAULT;
	bid_list_init(&volume->incoming);
	pthread_mutex_init(&volume->lock, NULL);
	pthread_cond_init(&volume->room, NULL);
	file_table_init(&volume->files, backend);
	if (options->second.path) {
		volume->ssd = options->second.backend;
		volume->files.names = true;
	}
}

static void volume_free(struct volume *volume)
{
	file_table_free(&volume->files);
	pthread_cond_destroy(&volume->room);
	pthread_mutex_destroy(&volume->lock);
	volume->backend->ops->close(volume->backend);
	if (volume->ssd)
		volume->ssd->ops->close(volume->ssd);
	free(volume);
}

int volume_open(const struct volume_options *options, struct backend *backend,
		struct volume **volume)
{
	struct volume *opened = calloc(1, sizeof(*opened));
	int error;

	if (!opened) {
		backend->ops->close(backend);
		if (options->second.path)
			options->second.backend->ops->close(options->second.backend);
		return -ENOMEM;
	}
	volume_init(opened, options, backend);
	error = volume_open_scheduler(opened, options);
	if (error == 0) {
		error = volume_start(opened);
		if (error)
			scheduler_close(&opened->scheduler);
	}
	if (error) {
		volume_free(opened);
		return error;
	}
	*volume = opened;
	return 0;
}

void volume_end(struct volume *volume)
{
	pthread_mutex_lock(&volume->lock);
	volume->closing = true;
	pthread_cond_broadcast(&volume->room);
	pthread_mutex_unlock(&volume->lock);
	volume_wake(volume);
	pthread_join(volume->thread, NULL);
	pthread_mutex_lock(&volume->lock);
	while (volume->waiting > 0)
		pthread_cond_wait(&volume->room, &volume->lock);
	pthread_mutex_unlock(&volume->lock);
	volume->ended = true;
}

void volume_close(struct volume *volume)
{
	if (!volume->ended)
		volume_end(volume);
	scheduler_close(&volume->scheduler);
	close(volume->wake_fd);
	volume_free(volume);
}

/* ---- what there is to see ---- */

int volume_file_open(struct volume *volume, int fd, struct volume_file **file)
{
	return file_open(&volume->files, fd, file);
}

void volume_file_close(struct volume_file *file)
{
	file_let_go(file);
}

uint64_t volume_file_length(const struct volume_file *file)
{
	return file_length(file);
}

bool volume_file_is_direct(const struct volume_file *file)
{
	return atomic_load(&file->direct);
}

const char *volume_engine(const struct volume *volume)
{
	return volume->backend->name;
}

void volume_statistics(struct volume *volume, struct volume_statistics *statistics)
{
	pthread_mutex_lock(&volume->lock);
	*statistics = volume->statistics;
	pthread_mutex_unlock(&volume->lock);
}
