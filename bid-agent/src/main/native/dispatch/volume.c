/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "dispatch/volume.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "scheduler.h"

#define STREAMS_DEFAULT      256u
#define OUTSTANDING_DEFAULT  256u
#define MAX_BYTES_DEFAULT    (UINT64_C(64) << 20)
#define MAX_REQUESTS_DEFAULT 1024u

enum message_kind { MESSAGE_ANNOUNCE, MESSAGE_CANCEL_STREAM, MESSAGE_CANCEL_FILE };

/* What a caller has to say besides requests. */
struct message {
	struct bid_link link;
	enum message_kind kind;
	uint64_t stream;
	struct volume_file *file; /* a use of it */
	uint64_t offset;
	uint64_t end;
	uint8_t service_class;
};

/* In the order in which they came. */
struct entry {
	struct bid_link link;
	struct operation *operation; /* or */
	struct message *message;
};

struct room {
	uint64_t bytes;
	uint32_t requests;
};

struct volume {
	struct scheduler scheduler; /* the thread's */
	struct backend *backend;
	struct backend *ssd; /* of the second tier; NULL: there is none */
	struct file_table files;
	pthread_t thread;
	int wake_fd;
	bool ended; /* who closes it knows */

	pthread_mutex_t lock; /* for what follows */
	pthread_cond_t room;
	struct bid_link incoming;
	bool closing;
	bool brings_home;  /* somebody waits for all to be at home ... */
	bool is_home;      /* ... which it is, or cannot be, */
	int home_error;    /* for that reason */
	uint32_t waiting;  /* submitters, for room */
	uint32_t messages; /* left and not taken */
	struct room taken; /* and not answered */
	struct room lazy;  /* of that, by writes that nobody waits for */
	struct room max;
	struct room lazy_max;
	struct volume_statistics statistics;
};

/* ---- the volume's thread ---- */

/* Under the lock. */
static void volume_copy_statistics(struct volume *volume)
{
	uint64_t waits = volume->statistics.waits;

	volume->statistics = volume->scheduler.statistics;
	volume->statistics.waits = waits;
}

static void room_leave(struct room *taken, const struct volume_request *request)
{
	taken->bytes -= request->length;
	taken->requests--;
}

static void volume_answered(void *context, const struct operation *operation)
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

static void *volume_run(void *context)
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

/* ---- callers ---- */

static void volume_wake(struct volume *volume)
{
	eventfd_write(volume->wake_fd, 1);
}

/* One that is longer than the bound goes alone. */
static bool room_is_full(const struct room *taken, const struct room *max,
			 const struct volume_request *request)
{
	return taken->requests > 0 &&
	       (taken->requests >= max->requests || taken->bytes + request->length > max->bytes);
}

static void room_enter(struct room *taken, const struct volume_request *request)
{
	taken->bytes += request->length;
	taken->requests++;
}

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

/* ---- opening and closing ---- */

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
