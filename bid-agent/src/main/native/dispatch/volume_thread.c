/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "volume_parts.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

/* Under the lock. */
static void volume_copy_statistics(struct volume *volume)
{
	uint64_t waits = volume->statistics.waits;

	volume->statistics = volume->scheduler.statistics;
	volume->statistics.waits = waits;
}

void volume_answered(void *context, const struct operation *operation)
{
	struct volume *volume = context;

	pthread_mutex_lock(&volume->lock);
	room_leave(&volume->taken, &operation->asked);
	if (operation_is_lazy(&operation->asked))
		room_leave(&volume->lazy, &operation->asked);
	volume_copy_statistics(volume);
	pthread_cond_broadcast(&volume->room);
	pthread_mutex_unlock(&volume->lock);
}

static void volume_act_on(struct volume *volume, struct message *message)
{
	struct scheduler *scheduler = &volume->scheduler;

	if (message->kind == MESSAGE_ANNOUNCE) {
		scheduler_announce(scheduler, message->stream, message->file, message->offset,
				   message->end, message->service_class);
	} else if (message->kind == MESSAGE_CANCEL_STREAM) {
		scheduler_cancel_stream(scheduler, message->stream);
	} else {
		scheduler_cancel_file(scheduler, message->file->place);
		file_let_go(message->file);
	}
	free(message);
}

static void volume_take(struct volume *volume, struct bid_link *incoming)
{
	struct bid_link *link;

	while ((link = bid_list_take_first(incoming))) {
		struct entry *entry = bid_container_of(link, struct entry, link);

		if (entry->operation)
			scheduler_add(&volume->scheduler, entry->operation);
		else
			volume_act_on(volume, entry->message);
		free(entry);
	}
}

/* Takes what callers have left; returns whether the volume is to end. */
static bool volume_take_incoming(struct volume *volume)
{
	struct bid_link incoming;
	struct bid_link *link;
	eventfd_t count;
	bool closing;

	bid_list_init(&incoming);
	eventfd_read(volume->wake_fd, &count);
	pthread_mutex_lock(&volume->lock);
	while ((link = bid_list_take_first(&volume->incoming)))
		bid_list_append(&incoming, link);
	volume->messages = 0;
	volume->scheduler.brings_home = volume->brings_home;
	if (volume->waiting > 0)
		pthread_cond_broadcast(&volume->room);
	closing = volume->closing;
	pthread_mutex_unlock(&volume->lock);
	volume_take(volume, &incoming);
	return closing;
}

static void volume_publish(struct volume *volume)
{
	pthread_mutex_lock(&volume->lock);
	volume_copy_statistics(volume);
	if (volume->brings_home && volume->scheduler.brings_home &&
	    scheduler_is_home(&volume->scheduler)) {
		volume->brings_home = false;
		volume->is_home = true;
		volume->home_error = scheduler_home_error(&volume->scheduler);
		pthread_cond_broadcast(&volume->room);
	}
	pthread_mutex_unlock(&volume->lock);
}

/* Until something is done or said, or it is time. */
static void volume_wait(struct volume *volume)
{
	uint64_t wait_ns = scheduler_wait_ns(&volume->scheduler);
	struct timespec wait = {.tv_sec = (time_t)(wait_ns / 1000000000u),
				.tv_nsec = (long)(wait_ns % 1000000000u)};
	struct pollfd ready[] = {
		{.fd = volume->wake_fd, .events = POLLIN},
		{.fd = volume->backend->ready_fd, .events = POLLIN},
		{.fd = volume->ssd ? volume->ssd->ready_fd : -1, .events = POLLIN}};

	ppoll(ready, 3, wait_ns == BID_NEVER ? NULL : &wait, NULL);
}

void *volume_run(void *context)
{
	struct volume *volume = context;

	/* Waits of less than 50 us are what modelled disks are made of. */
	prctl(PR_SET_TIMERSLACK, 1ul);
	prctl(PR_SET_NAME, "bid-volume");
	while (!volume_take_incoming(volume)) {
		scheduler_step(&volume->scheduler);
		volume_publish(volume);
		volume_wait(volume);
	}
	scheduler_cancel_all(&volume->scheduler);
	scheduler_end(&volume->scheduler);
	while (scheduler_is_busy(&volume->scheduler)) {
		volume_wait(volume);
		scheduler_end(&volume->scheduler);
	}
	return NULL;
}
