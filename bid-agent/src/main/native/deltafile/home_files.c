/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "deltafile/home_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "deltafile/whole.h"

#define STORAGE    "storageID="
#define LINE_BYTES 4096u

/* ---- names ---- */

/* -EINVAL: it is too long, or has bytes that no name has. */
static int copy_text(char *to, size_t bytes, const struct delta_text *text)
{
	if (text->length >= bytes || memchr(text->bytes, '\0', text->length))
		return -EINVAL;
	memcpy(to, text->bytes, text->length);
	to[text->length] = '\0';
	return 0;
}

/* Whether a name stays below where it begins. */
static bool stays_below(const char *name)
{
	const char *at = name;

	if (*name == '/' || *name == '\0')
		return false;
	while (at) {
		if (!strncmp(at, "..", 2) && (at[2] == '/' || at[2] == '\0'))
			return false;
		at = strchr(at, '/');
		at = at ? at + 1 : NULL;
	}
	return true;
}

static int copy_name(char *to, const struct delta_text *text)
{
	int error = copy_text(to, PATH_MAX, text);

	return !error && text->length > 0 && !stays_below(to) ? -EINVAL : error;
}

/* ---- volumes ---- */

/* Whether the open folder is the volume of that storage. */
static bool is_storage(int root, const struct delta_text *storage)
{
	char line[LINE_BYTES];
	int fd = openat(root, "current/VERSION", O_RDONLY | O_CLOEXEC);
	FILE *version = fd < 0 ? NULL : fdopen(fd, "r");
	bool is = false;

	if (!version) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	while (!is && fgets(line, sizeof(line), version)) {
		const char *value = line + strlen(STORAGE);

		line[strcspn(line, "\r\n")] = '\0';
		is = !strncmp(line, STORAGE, strlen(STORAGE)) && strlen(value) == storage->length &&
		     !memcmp(value, storage->bytes, storage->length);
	}
	(void)fclose(version);
	return is;
}

/* The open folder, or -ENODEV: it is not there, or another volume. */
static int open_root(const char *folder, const struct delta_text *storage)
{
	int root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (root < 0)
		return -ENODEV;
	if (storage->length == 0 || is_storage(root, storage))
		return root;
	close(root);
	return -ENODEV;
}

bool home_files_is_volume(const char *folder, const struct delta_text *storage)
{
	int root = open_root(folder, storage);

	if (root >= 0)
		close(root);
	return root >= 0;
}

static int find_root(const struct home_files *files, const struct delta_definition *definition)
{
	char folder[PATH_MAX];
	int error = copy_text(folder, sizeof(folder), &definition->root);

	if (error)
		return error;
	for (int i = 0; definition->volume.length > 0 && i < files->folder_count; i++) {
		int root = open_root(files->folders[i], &definition->volume);

		if (root >= 0)
			return root;
	}
	return open_root(folder, &definition->volume);
}

/* ---- files ---- */

static int open_file(struct home_files *files, enum delta_file file, bool create)
{
	int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (create ? O_CREAT : 0);

	files->fd[file] = openat(files->root, files->name[file], flags, 0644);
	return files->fd[file] < 0 ? -errno : 0;
}

/* With another name of its checksum file the block has a newer stamp: that one is left alone. */
static bool is_there(const struct home_files *files, enum delta_file file)
{
	return faccessat(files->root, files->name[file], F_OK, 0) == 0;
}

static void home_close(void *context)
{
	struct home_files *files = context;

	for (int i = 0; i < 2; i++) {
		if (files->fd[i] >= 0)
			close(files->fd[i]);
		files->fd[i] = -1;
	}
	if (files->root >= 0)
		close(files->root);
	files->root = -1;
}

static int home_open(void *context, const struct delta_definition *definition, bool create)
{
	struct home_files *files = context;
	int error = copy_name(files->name[DELTA_FILE_DATA], &definition->data);

	if (!error)
		error = copy_name(files->name[DELTA_FILE_CHECKSUM], &definition->checksum);
	if (error)
		return error;
	files->root = find_root(files, definition);
	if (files->root < 0)
		return files->root;
	create = create && files->makes_missing && !is_there(files, DELTA_FILE_DATA);
	error = open_file(files, DELTA_FILE_DATA, create);
	if (!error && definition->checksum.length > 0)
		error = open_file(files, DELTA_FILE_CHECKSUM, create);
	if (error)
		home_close(files);
	return error;
}

static int home_length(void *context, enum delta_file file, uint64_t *length)
{
	const struct home_files *files = context;
	struct stat status;

	if (fstat(files->fd[file], &status))
		return -errno;
	*length = (uint64_t)status.st_size;
	return 0;
}

static int home_read(void *context, enum delta_file file, uint64_t offset, uint8_t *memory,
		     uint32_t bytes)
{
	const struct home_files *files = context;

	return whole_read(files->fd[file], offset, memory, bytes);
}

static int home_write(void *context, enum delta_file file, uint64_t offset, const uint8_t *bytes,
		      uint32_t count)
{
	const struct home_files *files = context;

	return whole_write(files->fd[file], offset, bytes, count);
}

static int home_cut(void *context, enum delta_file file, uint64_t length)
{
	const struct home_files *files = context;

	return ftruncate(files->fd[file], (off_t)length) ? -errno : 0;
}

static int home_sync(void *context)
{
	const struct home_files *files = context;
	int error = 0;

	for (int i = 0; !error && i < 2; i++) {
		if (files->fd[i] < 0)
			continue;
		/* Of a file that is new everything is to be written. */
		if (fsync(files->fd[i]))
			error = -errno;
		if (!error)
			error = whole_sync_parent(files->root, files->name[i]);
	}
	return error;
}

static const struct delta_home_ops home_ops = {.open = home_open,
					       .length = home_length,
					       .read = home_read,
					       .write = home_write,
					       .cut = home_cut,
					       .sync = home_sync,
					       .close = home_close};

void home_files_init(struct home_files *files, char *const *folders, int folder_count,
		     bool makes_missing)
{
	*files = (struct home_files){.home = {.ops = &home_ops, .context = files},
				     .folders = folders,
				     .folder_count = folder_count,
				     .makes_missing = makes_missing,
				     .root = -1,
				     .fd = {-1, -1}};
}
