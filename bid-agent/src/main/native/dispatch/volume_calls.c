/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "volume_parts.h"

#include <errno.h>
#include <stdlib.h>

static bool volume_is_full(const struct volume *volume, const struct volume_request *request)
{
	return room_is_full(&volume->taken, &volume->max, request) ||
	       (operation_is_lazy(request) &&
		room_is_full(&volume->lazy, &volume->lazy_max, request));
}

/* Under the lock. Returns 0 when there is room. */
static int volume_await_room(struct volume *volume, const struct volume_request *request)
{
	bool may_wait = !request->no_wait && !pthread_equal(pthread_self(), volume->thread);

	if (!volume->closing && volume_is_full(volume, request) && may_wait)
		volume->statistics.waits++;
	while (!volume->closing && volume_is_full(volume, request)) {
		if (!may_wait)
			return -EAGAIN;
		volume->waiting++;
		pthread_cond_wait(&volume->room, &volume->lock);
		volume->waiting--;
	}
	if (volume->closing)
		pthread_cond_broadcast(&volume->room);
	return volume->closing ? -ESHUTDOWN : 0;
}

static bool request_makes_sense(const struct volume_request *request)
{
	if (!request->file || !request->answer)
		return false;
	if (request->op == VOLUME_SYNC)
		return request->length == 0 && request->offset == 0;
	if (request->op != VOLUME_WRITE_BACK &&
	    ((request->op != VOLUME_READ && request->op != VOLUME_WRITE) || !request->memory))
		return false;
	return request->length > 0 && request->offset <= INT64_MAX - (uint64_t)request->length;
}

int volume_submit(struct volume *volume, const struct volume_request *request)
{
	struct operation *operation;
	struct entry *entry;
	int error;

	if (!request_makes_sense(request))
		return -EINVAL;
	operation = operation_new(request);
	entry = calloc(1, sizeof(*entry));
	if (!operation || !entry) {
		if (operation)
			operation_free(operation);
		free(entry);
		return -ENOMEM;
	}
	entry->operation = operation;
	pthread_mutex_lock(&volume->lock);
	error = volume_await_room(volume, request);
	if (error == 0) {
		room_enter(&volume->taken, request);
		if (operation_is_lazy(request))
			room_enter(&volume->lazy, request);
		bid_list_append(&volume->incoming, &entry->link);
	}
	pthread_mutex_unlock(&volume->lock);
	if (error) {
		operation_free(operation);
		free(entry);
		return error;
	}
	volume_wake(volume);
	return 0;
}

struct call {
	pthread_mutex_t lock;
	pthread_cond_t answered;
	bool over;
	int64_t result;
};

static void call_answered(void *context, int64_t result)
{
	struct call *call = context;

	pthread_mutex_lock(&call->lock);
	call->over = true;
	call->result = result;
	pthread_cond_signal(&call->answered);
	pthread_mutex_unlock(&call->lock);
}

int64_t volume_call(struct volume *volume, const struct volume_request *request)
{
	struct call call = {.lock = PTHREAD_MUTEX_INITIALIZER,
			    .answered = PTHREAD_COND_INITIALIZER};
	struct volume_request asked = *request;
	int error;

	asked.answer = call_answered;
	asked.context = &call;
	error = volume_submit(volume, &asked);
	pthread_mutex_lock(&call.lock);
	while (error == 0 && !call.over)
		pthread_cond_wait(&call.answered, &call.lock);
	pthread_mutex_unlock(&call.lock);
	pthread_cond_destroy(&call.answered);
	pthread_mutex_destroy(&call.lock);
	return error ? error : call.result;
}

/*
 * As many may be left as requests may wait, but for what the volume's own thread says. Under the
 * lock.
 */
static void volume_await_message_room(struct volume *volume)
{
	if (pthread_equal(pthread_self(), volume->thread))
		return;
	if (!volume->closing && volume->messages >= volume->max.requests)
		volume->statistics.waits++;
	while (!volume->closing && volume->messages >= volume->max.requests) {
		volume->waiting++;
		pthread_cond_wait(&volume->room, &volume->lock);
		volume->waiting--;
	}
	if (volume->closing)
		pthread_cond_broadcast(&volume->room);
}

/* Takes over the use of the message's file. */
static int volume_say(struct volume *volume, const struct message *said)
{
	struct message *message = calloc(1, sizeof(*message));
	struct entry *entry = calloc(1, sizeof(*entry));
	int error = message && entry ? 0 : -ENOMEM;

	pthread_mutex_lock(&volume->lock);
	if (error == 0)
		volume_await_message_room(volume);
	if (error == 0 && volume->closing)
		error = -ESHUTDOWN;
	if (error == 0) {
		*message = *said;
		entry->message = message;
		volume->messages++;
		bid_list_append(&volume->incoming, &entry->link);
	}
	pthread_mutex_unlock(&volume->lock);
	if (error == 0) {
		volume_wake(volume);
		return 0;
	}
	if (said->file)
		file_let_go(said->file);
	free(message);
	free(entry);
	return error;
}

int volume_announce(struct volume *volume, struct volume_file *file, uint64_t stream,
		    uint64_t offset, uint64_t length, uint8_t service_class)
{
	uint64_t end = file_length(file);
	struct message message = {.kind = MESSAGE_ANNOUNCE,
				  .stream = stream,
				  .file = file,
				  .offset = offset,
				  .service_class = service_class};

	if (length == 0 || offset > INT64_MAX || length > INT64_MAX - offset)
		return -EINVAL;
	message.end = offset + length < end ? offset + length : end;
	file_use(file);
	return volume_say(volume, &message);
}

void volume_cancel_stream(struct volume *volume, uint64_t stream)
{
	const struct message message = {.kind = MESSAGE_CANCEL_STREAM, .stream = stream};

	volume_say(volume, &message);
}

void volume_cancel_file(struct volume *volume, struct volume_file *file)
{
	const struct message message = {.kind = MESSAGE_CANCEL_FILE, .file = file};

	file_use(file);
	volume_say(volume, &message);
}

int volume_bring_home(struct volume *volume)
{
	int error = 0;

	pthread_mutex_lock(&volume->lock);
	volume->brings_home = true;
	volume->is_home = false;
	volume_wake(volume);
	volume->waiting++;
	while (!volume->closing && !volume->is_home)
		pthread_cond_wait(&volume->room, &volume->lock);
	volume->waiting--;
	error = volume->is_home ? volume->home_error : -ESHUTDOWN;
	if (volume->closing)
		pthread_cond_broadcast(&volume->room);
	pthread_mutex_unlock(&volume->lock);
	return error;
}
