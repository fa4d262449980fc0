/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "deltafile/whole.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

int whole_read(int fd, uint64_t offset, void *memory, uint32_t bytes)
{
	uint32_t done = 0;

	while (done < bytes) {
		ssize_t moved =
			pread(fd, (char *)memory + done, bytes - done, (off_t)(offset + done));

		if (moved == 0)
			return -ENODATA;
		if (moved < 0 && errno != EINTR)
			return -errno;
		done += moved > 0 ? (uint32_t)moved : 0;
	}
	return 0;
}

int whole_write(int fd, uint64_t offset, const void *bytes, uint32_t count)
{
	uint32_t done = 0;

	while (done < count) {
		ssize_t moved = pwrite(fd, (const char *)bytes + done, count - done,
				       (off_t)(offset + done));

		if (moved < 0 && errno != EINTR)
			return -errno;
		done += moved > 0 ? (uint32_t)moved : 0;
	}
	return 0;
}

int whole_sync(int fd)
{
	/* Not once more after an error: the kernel may have forgotten what it could not write. */
	return fdatasync(fd) ? -errno : 0;
}

int whole_sync_parent(int folder, const char *path)
{
	char parent[PATH_MAX];
	const char *end = strrchr(path, '/');
	size_t length = end ? (size_t)(end - path) : 0;
	int error = 0;
	int fd;

	if (length >= sizeof(parent))
		return -ENAMETOOLONG;
	memcpy(parent, path, length);
	parent[length] = '\0';
	if (length == 0)
		strcpy(parent, end ? "/" : ".");
	fd = openat(folder, parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fsync(fd))
		error = -errno;
	close(fd);
	return error;
}
