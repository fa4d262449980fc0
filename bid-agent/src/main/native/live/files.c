/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "data.h"

#define MIB ((size_t)1 << 20)

/* A file without a name that holds its data, or a negative errno. */
static int make_file(const char *folder, uint64_t number, uint64_t bytes, void *memory)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/bid-live-XXXXXX", folder);
	fd = mkstemp(path);
	if (fd < 0)
		return -errno;
	unlink(path);
	for (uint64_t at = 0; at < bytes; at += MIB) {
		data_fill(memory, number, at, MIB);
		if (pwrite(fd, memory, MIB, (off_t)at) != (ssize_t)MIB) {
			close(fd);
			return -EIO;
		}
	}
	return fd;
}

static int make_all(const char *folder, uint64_t bytes, struct live_files *files)
{
	void *memory = malloc(MIB);
	int error = memory ? 0 : -ENOMEM;

	for (uint32_t i = 0; error == 0 && i < files->count; i++) {
		int fd = make_file(folder, i, bytes, memory);

		files->fd[i] = fd;
		error = fd < 0 ? fd : 0;
	}
	free(memory);
	return error;
}

int live_files_make(const char *folder, const struct live_load *load, struct live_files **files)
{
	uint32_t streams = load->readers + load->writers + (load->sync_ms > 0);
	uint32_t more = load->small_percent > 0 ? load->readers : 0;
	struct live_files *made;
	int error;

	if (streams == 0 || streams > LIVE_STREAMS_MAX)
		return -E2BIG;
	made = calloc(1, sizeof(*made));
	if (!made)
		return -ENOMEM;
	made->folder = strdup(folder);
	if (!made->folder) {
		free(made);
		return -ENOMEM;
	}
	made->count = streams + more;
	for (uint32_t i = 0; i < made->count; i++)
		made->fd[i] = -1;
	error = make_all(folder, load->block_mib * MIB, made);
	if (error) {
		live_files_free(made);
		return error;
	}
	*files = made;
	return 0;
}

void live_files_free(struct live_files *files)
{
	for (uint32_t i = 0; i < files->count; i++)
		if (files->fd[i] >= 0)
			close(files->fd[i]);
	free(files->folder);
	free(files);
}
