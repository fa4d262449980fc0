/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "name.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)

struct identity {
	uint64_t inode;
	uint64_t born_ns;
};

static bool identify(int fd, struct identity *identity)
{
	struct statx status;

	if (statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) ||
	    !(status.stx_mask & STATX_BTIME) || !(status.stx_mask & STATX_INO))
		return false;
	identity->inode = status.stx_ino;
	identity->born_ns = (uint64_t)status.stx_btime.tv_sec * SECOND + status.stx_btime.tv_nsec;
	return true;
}

uint32_t tier_name(int fd, uint8_t *definition)
{
	char link[64];
	char path[PATH_MAX];
	struct identity identity;
	struct delta_definition named = {0};
	ssize_t length;
	uint32_t bytes;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	length = readlink(link, path, sizeof(path));
	if (length <= 0 || length >= (ssize_t)sizeof(path) || !identify(fd, &identity))
		return 0;
	named.block = identity.inode;
	named.stamp = identity.born_ns;
	named.data = (struct delta_text){.bytes = path, .length = (uint16_t)length};
	bytes = delta_definition_bytes(&named);
	if (bytes > 0)
		delta_definition_put(definition, &named);
	return bytes;
}

/* The file of that name if it is that one, or a negative errno. */
static int open_if_same(int folder, const char *name, const struct identity *wanted)
{
	struct identity found;
	int fd = openat(folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd < 0)
		return -errno;
	if (identify(fd, &found) && found.inode == wanted->inode &&
	    found.born_ns == wanted->born_ns)
		return fd;
	close(fd);
	return -ENOENT;
}

/* By another name in the folder. */
static int open_renamed(int folder, const struct identity *wanted)
{
	DIR *names = fdopendir(dup(folder));
	int fd = -ENOENT;
	struct dirent *entry;

	if (!names)
		return -errno;
	while (fd == -ENOENT && (entry = readdir(names))) {
		if (entry->d_ino == wanted->inode)
			fd = open_if_same(folder, entry->d_name, wanted);
	}
	closedir(names);
	return fd;
}

int tier_name_open(const uint8_t *definition, uint32_t bytes)
{
	struct delta_definition named;
	struct identity wanted;
	char path[PATH_MAX];
	char *name;
	int folder;
	int fd;

	if (delta_definition_get(definition, bytes, &named) || named.data.length >= PATH_MAX)
		return -EBADMSG;
	memcpy(path, named.data.bytes, named.data.length);
	path[named.data.length] = '\0';
	name = strrchr(path, '/');
	if (!name)
		return -EBADMSG;
	*name++ = '\0';
	folder = open(*path ? path : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0)
		return errno == ENOENT ? -ENODEV : -errno;
	wanted = (struct identity){.inode = named.block, .born_ns = named.stamp};
	fd = open_if_same(folder, name, &wanted);
	if (fd == -ENOENT)
		fd = open_renamed(folder, &wanted);
	close(folder);
	return fd;
}
