/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "shell/shell.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "choice.h"
#include "handles.h"

/* ---- opening ---- */

static int open_emulated(const struct shell_options *options, struct backend **backend,
			 char *reason, size_t reason_size)
{
	const struct device_options disk = {
		.ncq_depth = options->ncq_depth, .write_cache = -1, .read_ahead = -1};
	struct device *device;
	int error = device_open(options->model, &disk, &device, reason, reason_size);

	return error ? error : backend_open_emulated(device, options->time_per_mille, backend);
}

static int open_backend(const struct shell_options *options, struct backend **backend, char *reason,
			size_t reason_size)
{
	static const enum backend_engine engines[] = {[SHELL_ANY] = BACKEND_ANY_ENGINE,
						      [SHELL_IO_URING] = BACKEND_IO_URING,
						      [SHELL_THREADS] = BACKEND_THREADS};

	if (options->engine == SHELL_EMULATED)
		return open_emulated(options, backend, reason, reason_size);
	return backend_open_files(&options->profile, engines[options->engine], options->direct,
				  backend);
}

/* Says why no policy could be chosen. Returns the error. */
static int refuse_choice(int error, const char *text, char *reason, size_t reason_size)
{
	snprintf(reason, reason_size,
		 error == -ENOENT ? "there is no policy '%s'" : "not a policy's settings: '%s'",
		 text);
	return error;
}

static int open_with(const struct shell_options *options, struct volume **volume, char *reason,
		     size_t reason_size)
{
	struct volume_options wanted = {.max_bytes = options->max_bytes,
					.max_requests = options->max_requests};
	struct backend *backend;
	int error = choice_parse(options->policy, &wanted.policy, &wanted.setup.settings);

	if (error)
		return refuse_choice(error, options->policy, reason, reason_size);
	error = open_backend(options, &backend, reason, reason_size);
	if (error)
		return error;
	memcpy(wanted.setup.class_bounds, options->bounds, sizeof(options->bounds));
	return volume_open(&wanted, backend, volume);
}

/* Threads that begin within do not take signals: those are for the threads of whoever calls. */
static int open_deaf(const struct shell_options *options, struct volume **volume, char *reason,
		     size_t reason_size)
{
	sigset_t all;
	sigset_t before;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	error = open_with(options, volume, reason, reason_size);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error;
}

static void dispose_of_volume(void *pointer)
{
	volume_close(pointer);
}

int64_t shell_open(const struct shell_options *options, char *reason, size_t reason_size)
{
	struct volume *volume;
	int64_t handle;
	int error;

	reason[0] = '\0';
	if ((uint32_t)options->engine >= SHELL_ENGINES || options->engine == SHELL_JAVA)
		return -EINVAL;
	error = open_deaf(options, &volume, reason, reason_size);
	if (error) {
		if (!reason[0])
			snprintf(reason, reason_size, "%s", strerror(-error));
		return error;
	}
	handle = handle_new(HANDLE_VOLUME, volume, dispose_of_volume, 0);
	if (handle < 0)
		volume_close(volume);
	return handle;
}

int shell_close(int64_t handle, struct volume_statistics *last)
{
	struct volume *volume = handle_use(handle, HANDLE_VOLUME, NULL);

	if (!volume)
		return -EBADF;
	if (!handle_retire(handle, HANDLE_VOLUME)) {
		handle_let_go(handle);
		return -EBADF;
	}
	/* The use that retiring took is enough. */
	handle_let_go(handle);
	volume_end(volume);
	handle_retire_owned(handle);
	handle_await_others(handle);
	volume_statistics(volume, last);
	handle_let_go(handle);
	return 0;
}

/* ---- volumes ---- */

const char *shell_engine(int64_t handle)
{
	struct volume *volume = handle_use(handle, HANDLE_VOLUME, NULL);
	const char *name;

	if (!volume)
		return NULL;
	name = volume_engine(volume);
	handle_let_go(handle);
	return name;
}

int shell_statistics(int64_t handle, struct volume_statistics *statistics)
{
	struct volume *volume = handle_use(handle, HANDLE_VOLUME, NULL);

	if (!volume)
		return -EBADF;
	volume_statistics(volume, statistics);
	handle_let_go(handle);
	return 0;
}

int shell_cancel_stream(int64_t handle, uint64_t stream)
{
	struct volume *volume = handle_use(handle, HANDLE_VOLUME, NULL);

	if (!volume)
		return -EBADF;
	volume_cancel_stream(volume, stream);
	handle_let_go(handle);
	return 0;
}

/* ---- files ---- */

static void dispose_of_file(void *pointer)
{
	volume_file_close(pointer);
}

int64_t shell_open_file(int64_t handle, int fd)
{
	struct volume *volume = handle_use(handle, HANDLE_VOLUME, NULL);
	struct volume_file *file;
	int64_t opened;

	if (!volume)
		return -ESTALE;
	opened = volume_file_open(volume, fd, &file);
	if (opened == 0) {
		opened = handle_new(HANDLE_FILE, file, dispose_of_file, handle);
		if (opened < 0)
			volume_file_close(file);
	}
	handle_let_go(handle);
	return opened;
}

int shell_close_file(int64_t handle)
{
	if (!handle_retire(handle, HANDLE_FILE))
		return -EBADF;
	handle_let_go(handle);
	return 0;
}

int64_t shell_file_length(int64_t handle)
{
	const struct volume_file *file = handle_use(handle, HANDLE_FILE, NULL);
	int64_t length;

	if (!file)
		return -ESTALE;
	length = (int64_t)volume_file_length(file);
	handle_let_go(handle);
	return length;
}

int shell_cancel_file(int64_t handle)
{
	void *volume;
	struct volume_file *file = handle_use(handle, HANDLE_FILE, &volume);

	if (!file)
		return -EBADF;
	volume_cancel_file(volume, file);
	handle_let_go(handle);
	return 0;
}

int64_t shell_call(int64_t handle, const struct volume_request *request)
{
	struct volume_request asked = *request;
	void *volume;
	int64_t result;

	asked.file = handle_use(handle, HANDLE_FILE, &volume);
	if (!asked.file)
		return -ESTALE;
	result = volume_call(volume, &asked);
	handle_let_go(handle);
	return result;
}

int shell_announce(int64_t handle, uint64_t stream, uint64_t offset, uint64_t length,
		   uint8_t service_class)
{
	void *volume;
	struct volume_file *file = handle_use(handle, HANDLE_FILE, &volume);
	int error;

	if (!file)
		return -ESTALE;
	error = volume_announce(volume, file, stream, offset, length, service_class);
	handle_let_go(handle);
	return error;
}

uint32_t shell_open_count(void)
{
	return handle_count();
}
