/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "shell/delta.h"

#include <errno.h>
#include <stdlib.h>

#include "handles.h"

/* ---- logs ---- */

static void dispose_of_log(void *pointer)
{
	group_file_close(pointer);
}

int64_t shell_log_open(const struct group_file_options *options,
		       struct group_file_recovery *recovery, char *reason, size_t reason_size)
{
	struct group_file *file;
	int64_t handle;

	reason[0] = '\0';
	handle = group_file_open(options, &file, recovery, reason, reason_size);
	if (handle < 0 || !file)
		return handle;
	handle = handle_new(HANDLE_LOG, file, dispose_of_log, 0);
	if (handle < 0)
		group_file_close(file);
	return handle;
}

int shell_log_close(int64_t handle)
{
	if (!handle_retire(handle, HANDLE_LOG))
		return -EBADF;
	handle_retire_owned(handle);
	handle_await_others(handle);
	handle_let_go(handle);
	return 0;
}

int shell_log_statistics(int64_t handle, struct group_log_statistics *statistics)
{
	struct group_file *file = handle_use(handle, HANDLE_LOG, NULL);

	if (!file)
		return -EBADF;
	group_log_statistics(group_file_log(file), statistics);
	handle_let_go(handle);
	return 0;
}

/* ---- streams ---- */

struct numbered {
	struct group_stream *stream; /* NULL: its writer has closed it */
};

/* When its log is closed before its writer has gone, what cannot go home stays in the log. */
static void dispose_of_stream(void *pointer)
{
	struct numbered *numbered = pointer;

	if (numbered->stream)
		(void)group_stream_close(numbered->stream);
	free(numbered);
}

int64_t shell_stream_open(int64_t handle, const struct delta_definition *definition,
			  const int fd[2], uint32_t chunk)
{
	struct group_file *file = handle_use(handle, HANDLE_LOG, NULL);
	struct numbered *numbered = malloc(sizeof(*numbered));
	int64_t opened = -ENOMEM;

	if (file && numbered)
		opened = group_stream_open(group_file_log(file), definition, fd, chunk,
					   &numbered->stream);
	if (opened == 0) {
		opened = handle_new(HANDLE_STREAM, numbered, dispose_of_stream, handle);
		if (opened < 0)
			dispose_of_stream(numbered);
	} else {
		free(numbered);
	}
	if (!file)
		return -ESTALE;
	handle_let_go(handle);
	return opened;
}

int64_t shell_stream_put(int64_t handle)
{
	const struct numbered *numbered = handle_use(handle, HANDLE_STREAM, NULL);
	uint64_t commit = 0;
	int error;

	if (!numbered)
		return -ESTALE;
	error = group_stream_put(numbered->stream, &commit);
	handle_let_go(handle);
	return error ? error : (int64_t)commit;
}

int shell_stream_await(int64_t handle, int64_t commit)
{
	const struct numbered *numbered = handle_use(handle, HANDLE_STREAM, NULL);
	int error;

	if (!numbered)
		return -ESTALE;
	error = commit > 0 ? group_stream_await(numbered->stream, (uint64_t)commit) : -EINVAL;
	handle_let_go(handle);
	return error;
}

int shell_stream_synced(int64_t handle)
{
	const struct numbered *numbered = handle_use(handle, HANDLE_STREAM, NULL);
	int error;

	if (!numbered)
		return -ESTALE;
	error = group_stream_synced(numbered->stream);
	handle_let_go(handle);
	return error;
}

int shell_stream_close(int64_t handle)
{
	struct numbered *numbered = handle_use(handle, HANDLE_STREAM, NULL);
	int error = -ESTALE;

	if (!numbered)
		return error;
	if (handle_retire(handle, HANDLE_STREAM)) {
		handle_let_go(handle);
		handle_await_others(handle);
		error = group_stream_close(numbered->stream);
		numbered->stream = NULL;
	}
	handle_let_go(handle);
	return error;
}
