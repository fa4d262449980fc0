/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "trace/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk.h"
#include "number.h"
#include "trace/event_line.h"
#include "window.h"

#define RECORDER_PATH_MAX   256u
#define RECORDER_LINE_BYTES ((size_t)64 * 1024)
/* How often stop is asked while nothing happens. */
#define RECORDER_POLL_MS 100
/* Of the kernel's buffer, for each CPU: about 100,000 events. */
#define RECORDER_BUFFER_KB "8192"

struct recorder {
	struct trace_events events;
	struct trace_recorder_options options;
	struct disk disk;
	char instance[RECORDER_PATH_MAX]; /* "": there is none yet */
	int pipe;
	bool stopped; /* no more events are made, but some may wait */
	bool ended;
	int failure;
	uint64_t lost;
	struct trace_window window;
	size_t start; /* bytes start to end of the buffer wait */
	size_t end;
	char buffer[RECORDER_LINE_BYTES + 1];
};

static const char *const recorded_events[] = {"block_bio_queue", "block_rq_issue",
					      "block_rq_complete"};

/* Writes a file of the instance. Returns 0 or a negative errno. */
static int instance_write(const struct recorder *recorder, const char *name, const char *value)
{
	char path[RECORDER_PATH_MAX + 64];
	int result = 0;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", recorder->instance, name);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, value, strlen(value)) < 0)
		result = -errno;
	close(fd);
	return result;
}

static int instance_enable(const struct recorder *recorder)
{
	char path[64];
	int result = 0;

	/* One clock for all CPUs, so that their events can be put in order. */
	result = instance_write(recorder, "trace_clock", "mono");
	if (!result)
		result = instance_write(recorder, "buffer_size_kb", RECORDER_BUFFER_KB);
	for (size_t i = 0; i < sizeof(recorded_events) / sizeof(recorded_events[0]); i++) {
		snprintf(path, sizeof(path), "events/block/%s/enable", recorded_events[i]);
		if (!result)
			result = instance_write(recorder, path, "1");
	}
	return result;
}

static const char *tracefs_find(const struct trace_recorder_options *options)
{
	static const char *const places[] = {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};
	char path[RECORDER_PATH_MAX];

	if (options->tracefs)
		return options->tracefs;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(path, sizeof(path), "%s/instances", places[i]);
		/* Without the rights to look it may well be there. */
		if (!access(path, F_OK) || errno == EACCES)
			return places[i];
	}
	return places[0];
}

static int instance_error(const char *place, int failure, char *error, size_t error_size)
{
	if (failure == EACCES || failure == EPERM)
		snprintf(error, error_size, "%s: %s; recording needs root", place,
			 strerror(failure));
	else if (failure == ENOENT)
		snprintf(error, error_size,
			 "%s: no block events here; mount it: mount -t tracefs nodev "
			 "/sys/kernel/tracing",
			 place);
	else
		snprintf(error, error_size, "%s: %s", place, strerror(failure));
	return -failure;
}

/* Returns 0 or a negative errno. */
static int instance_make(struct recorder *recorder, const char *place)
{
	const char *given = recorder->options.instance;
	char path[RECORDER_PATH_MAX + 64];

	if (given)
		snprintf(path, sizeof(path), "%s", given);
	else
		snprintf(path, sizeof(path), "%s/instances/bid-record-%ld", place, (long)getpid());
	if (strlen(path) >= sizeof(recorder->instance))
		return -ENAMETOOLONG;
	if (!given && mkdir(path, 0700))
		return -errno;
	memcpy(recorder->instance, path, strlen(path) + 1);
	return 0;
}

static int instance_begin(struct recorder *recorder, char *error, size_t error_size)
{
	const char *place = tracefs_find(&recorder->options);
	char path[RECORDER_PATH_MAX + 64];
	int result = instance_make(recorder, place);

	if (result)
		return instance_error(place, -result, error, error_size);
	result = instance_enable(recorder);
	if (result)
		return instance_error(place, -result, error, error_size);
	snprintf(path, sizeof(path), "%s/trace_pipe", recorder->instance);
	recorder->pipe = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	return recorder->pipe < 0 ? instance_error(place, errno, error, error_size) : 0;
}

static void recorder_close(struct trace_events *events)
{
	struct recorder *recorder = (struct recorder *)events;

	/* The kernel refuses to remove an instance that somebody reads. */
	if (recorder->pipe >= 0)
		close(recorder->pipe);
	if (*recorder->instance) {
		instance_write(recorder, "events/enable", "0");
		if (!recorder->options.instance)
			rmdir(recorder->instance);
	}
	free(recorder);
}

/* Reads what the kernel has. Returns 1; 0 when nothing waits; a negative errno. */
static int recorder_fill(struct recorder *recorder)
{
	struct pollfd wait = {.fd = recorder->pipe, .events = POLLIN};
	ssize_t got;

	memmove(recorder->buffer, recorder->buffer + recorder->start,
		recorder->end - recorder->start);
	recorder->end -= recorder->start;
	recorder->start = 0;
	/* No line is that long: start anew. */
	if (recorder->end == RECORDER_LINE_BYTES)
		recorder->end = 0;
	got = read(recorder->pipe, recorder->buffer + recorder->end,
		   RECORDER_LINE_BYTES - recorder->end);
	if (got > 0) {
		recorder->end += (size_t)got;
		return 1;
	}
	if (got < 0 && errno != EAGAIN && errno != EINTR)
		return -errno;
	if (!recorder->stopped)
		poll(&wait, 1, RECORDER_POLL_MS);
	return 0;
}

/* Takes a line if there is a whole one. */
static char *recorder_line(struct recorder *recorder)
{
	char *line = recorder->buffer + recorder->start;
	char *newline = memchr(line, '\n', recorder->end - recorder->start);

	if (!newline)
		return NULL;
	*newline = '\0';
	recorder->start += (size_t)(newline - line) + 1;
	return line;
}

/* "CPU:1 [LOST 123 EVENTS]" */
static bool lost_line(struct recorder *recorder, const char *line)
{
	const char *text = strstr(line, "[LOST ");
	uint64_t lost;

	if (!text || strncmp(line, "CPU:", 4))
		return false;
	text += strlen("[LOST ");
	if (trace_read_unsigned(&text, &lost))
		recorder->lost += lost;
	return true;
}

static void recorder_take_line(struct recorder *recorder, const char *line)
{
	struct trace_event event;

	if (lost_line(recorder, line))
		return;
	switch (trace_ftrace_line(line, &event)) {
	case TRACE_LINE_EVENT:
		if (!disk_has(&recorder->disk, event.device) ||
		    (event.action == TRACE_QUEUE && recorder->options.own_process &&
		     event.process == recorder->options.own_process)) {
			recorder->events.counts->other++;
			return;
		}
		event.device = recorder->disk.device;
		trace_window_put(&recorder->window, &event);
		return;
	case TRACE_LINE_OTHER:
		recorder->events.counts->other++;
		return;
	case TRACE_LINE_CORRUPT:
		recorder->events.counts->skipped_corrupt++;
		return;
	}
}

/* Goes on by a line, by a read, or to the end. */
static void recorder_advance(struct recorder *recorder)
{
	char *line = recorder_line(recorder);
	int result;

	if (line) {
		recorder_take_line(recorder, line);
		return;
	}
	if (!recorder->stopped && recorder->options.stop(recorder->options.context)) {
		recorder->stopped = true;
		instance_write(recorder, "tracing_on", "0");
	}
	result = recorder_fill(recorder);
	if (result == 1 || (!result && !recorder->stopped))
		return;
	recorder->ended = true;
	recorder->failure = result;
	if (result)
		snprintf(recorder->events.error, sizeof(recorder->events.error),
			 "%s/trace_pipe: %s", recorder->instance, strerror(-result));
}

static int recorder_next(struct trace_events *events, struct trace_event *event)
{
	struct recorder *recorder = (struct recorder *)events;

	while (!recorder->ended && !trace_window_full(&recorder->window))
		recorder_advance(recorder);
	return trace_window_take(&recorder->window, event) ? 1 : recorder->failure;
}

int trace_recorder_start(const struct trace_recorder_options *options, struct trace_events **events,
			 uint32_t *device, char *error, size_t error_size)
{
	struct recorder *recorder = calloc(1, sizeof(*recorder));
	const char *sysfs = options->sysfs ? options->sysfs : "/sys";
	int result;

	if (!recorder) {
		snprintf(error, error_size, "%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	recorder->events.next = recorder_next;
	recorder->events.close = recorder_close;
	recorder->options = *options;
	recorder->pipe = -1;
	result = disk_find(sysfs, options->device, &recorder->disk, error, error_size);
	if (!result)
		result = instance_begin(recorder, error, error_size);
	if (result) {
		recorder_close(&recorder->events);
		return result;
	}
	*device = recorder->disk.device;
	*events = &recorder->events;
	return 0;
}

uint64_t trace_recorder_lost(const struct trace_events *events)
{
	return ((const struct recorder *)events)->lost;
}
