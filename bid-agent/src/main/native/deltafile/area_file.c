/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "deltafile/area_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "delta/log.h"
#include "delta/reader.h"
#include "deltafile/whole.h"

#define ZEROS_BYTES (1u << 20)
/* Of a new file: nobody can tell how long one sync of all of it may take. */
#define SYNC_BYTES (64u << 20)

/* ---- the area ---- */

static int area_read(void *context, uint64_t offset, uint8_t *memory, uint32_t bytes)
{
	const struct area_file *file = context;

	return whole_read(file->fd, offset, memory, bytes);
}

/* In one go: the data and, where the device has one, a write that passes its cache. */
static int write_direct(struct area_file *file, uint64_t offset, const uint8_t *memory,
			uint32_t bytes)
{
	int error = -EINVAL;

	if (file->direct >= 0 && (uintptr_t)memory % DELTA_PAGE == 0)
		error = whole_write(file->direct, offset, memory, bytes);
	/* There are devices whose sectors are longer than pages. */
	if (error == -EINVAL && file->direct >= 0) {
		close(file->direct);
		file->direct = -1;
	}
	return error;
}

/*
 * A file without a name is gone when its last descriptor is, and one that was made shorter has lost
 * what was acknowledged: what is written to either promises nothing. 0 or a negative errno.
 */
static int look_for_loss(const struct area_file *file)
{
	struct stat status;

	if (fstat(file->fd, &status))
		return -errno;
	if (status.st_nlink == 0)
		return -ENOENT;
	return (uint64_t)status.st_size < file->bytes ? -ENODATA : 0;
}

static int area_write(void *context, uint64_t offset, const uint8_t *memory, uint32_t bytes)
{
	struct area_file *file = context;
	/* Before it is written: a write into the last segment makes it as long as it was. */
	int error = look_for_loss(file);

	if (!error)
		error = write_direct(file, offset, memory, bytes);
	if (error != -EINVAL)
		return error;
	error = whole_write(file->fd, offset, memory, bytes);
	return error ? error : whole_sync(file->fd);
}

static const struct delta_area_ops area_ops = {.read = area_read, .write = area_write};

static int lock_and_measure(struct area_file *file, bool writable)
{
	struct stat status;

	if (flock(file->fd, (writable ? LOCK_EX : LOCK_SH) | LOCK_NB))
		return errno == EWOULDBLOCK ? -EBUSY : -errno;
	if (fstat(file->fd, &status))
		return -errno;
	if (!S_ISREG(status.st_mode))
		return -EBADMSG;
	file->bytes = (uint64_t)status.st_size;
	return 0;
}

int area_file_open(struct area_file *file, const char *path, bool writable)
{
	int error;

	*file = (struct area_file){.area = {.ops = &area_ops, .context = file}, .direct = -1};
	/* Not to wait for who would write to a pipe of that name. */
	file->fd = open(path, (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK);
	if (file->fd < 0)
		return -errno;
	error = lock_and_measure(file, writable);
	if (error)
		area_file_close(file);
	else if (writable)
		/* Where the file system has that; else each write is followed by a sync. */
		file->direct = open(path, O_WRONLY | O_DIRECT | O_DSYNC | O_CLOEXEC | O_NONBLOCK);
	return error;
}

void area_file_close(struct area_file *file)
{
	if (file->direct >= 0)
		close(file->direct);
	close(file->fd);
	file->fd = -1;
	file->direct = -1;
}

/* ---- a new one ---- */

/* Durable when it returns 0. */
static int fill_with_zeros(int fd, uint64_t from, uint64_t bytes, struct opening *opening)
{
	uint8_t *zeros = calloc(1, ZEROS_BYTES);
	int error = zeros ? 0 : -ENOMEM;

	for (uint64_t at = from; !error && at < bytes; at += ZEROS_BYTES) {
		uint64_t left = bytes - at;

		opening_ask(opening);
		error = whole_write(fd, at, zeros,
				    (uint32_t)(left < ZEROS_BYTES ? left : ZEROS_BYTES));
		if (!error && (left <= ZEROS_BYTES || (at - from) % SYNC_BYTES == 0))
			error = whole_sync(fd);
		opening_answered(opening);
		if (!error && opening_is_given_up(opening))
			error = -ECANCELED;
	}
	free(zeros);
	return error;
}

/* The first page, and a first segment. */
static int put_heads(struct area_file *file, const struct delta_geometry *geometry)
{
	struct delta_stream *slot[1];
	struct delta_log log;
	struct delta_commit commit = {.capacity = DELTA_COMMIT_BYTES_MIN};
	struct delta_log_memory memory = {.slot = slot, .slots = 1};
	uint8_t *page = malloc(DELTA_PAGE);
	int error = -ENOMEM;

	commit.memory = malloc(commit.capacity);
	memory.page = page;
	if (page && commit.memory)
		error = delta_log_format(&file->area, geometry, page);
	if (!error)
		error = delta_log_begin(&log, &file->area, geometry, &memory, 1, &commit);
	free(commit.memory);
	free(page);
	return error;
}

/* Not to take from the others on the device all that there is, only to give it back. */
static int look_for_room(int fd, uint64_t bytes)
{
	struct statvfs status;

	if (fstatvfs(fd, &status))
		return -errno;
	return (uint64_t)status.f_bavail < bytes / status.f_frsize ? -ENOSPC : 0;
}

static int make(int fd, const struct delta_geometry *geometry, struct opening *opening)
{
	struct area_file file = {
		.area = {.ops = &area_ops, .context = &file}, .fd = fd, .direct = -1};
	int error = fill_with_zeros(fd, 0, delta_file_bytes(geometry), opening);

	if (error)
		return error;
	opening_ask(opening);
	error = put_heads(&file, geometry);
	opening_answered(opening);
	return error;
}

/* Gives the file that is whole its name. Returns 0 or a negative errno. */
static int name_made(const char *made, const char *path, struct opening *opening)
{
	int error = opening_is_given_up(opening) ? -ECANCELED : 0;

	/* A link, not another name: it fails when there is a file already. */
	if (!error && link(made, path))
		error = -errno;
	return error;
}

int area_file_create(const char *path, const struct delta_geometry *geometry,
		     struct opening *opening)
{
	char made[PATH_MAX];
	int length = snprintf(made, sizeof(made), "%s.new", path);
	int error = delta_geometry_check(geometry);
	int fd;

	if (error)
		return error;
	if (length < 0 || (size_t)length >= sizeof(made))
		return -ENAMETOOLONG;
	/* One that was not finished is begun again. */
	opening_ask(opening);
	fd = open(made, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	error = fd < 0 ? -errno : look_for_room(fd, delta_file_bytes(geometry));
	opening_answered(opening);
	if (fd < 0)
		return error;
	if (!error)
		error = make(fd, geometry, opening);
	close(fd);
	opening_ask(opening);
	if (!error)
		error = name_made(made, path, opening);
	unlink(made);
	if (!error)
		error = whole_sync_parent(AT_FDCWD, path);
	opening_answered(opening);
	return error;
}

int area_file_lengthen(struct area_file *file, const struct delta_geometry *geometry)
{
	uint64_t bytes = delta_file_bytes(geometry);
	int error;

	if (file->bytes >= bytes)
		return 0;
	error = look_for_room(file->fd, bytes - file->bytes);
	if (!error)
		error = fill_with_zeros(file->fd, file->bytes, bytes, NULL);
	if (!error)
		file->bytes = bytes;
	return error;
}

/* ---- how long everything is ---- */

static int guess_from(const struct area_file *file, uint64_t first, uint64_t second,
		      const uint8_t *page, struct delta_geometry *geometry)
{
	struct delta_segment_head head;
	uint64_t bytes = second - first;
	uint64_t segments = bytes ? (file->bytes - DELTA_PAGE) / bytes : 0;

	if (bytes > DELTA_SEGMENT_BYTES_MAX || segments > DELTA_SEGMENTS_MAX)
		return -EBADMSG;
	geometry->segment_bytes = (uint32_t)bytes;
	geometry->segments = (uint32_t)segments;
	if (delta_geometry_check(geometry) || delta_file_bytes(geometry) != file->bytes)
		return -EBADMSG;
	return delta_segment_head_get(page, geometry, (uint32_t)((second - DELTA_PAGE) / bytes),
				      &head);
}

/* By two heads that follow each other, which are a segment apart. */
static int guess_geometry(const struct area_file *file, struct delta_geometry *geometry)
{
	uint8_t page[DELTA_PAGE];
	uint64_t last = 0;

	for (uint64_t at = DELTA_PAGE; at + DELTA_PAGE <= file->bytes; at += DELTA_PAGE) {
		if (whole_read(file->fd, at, page, DELTA_PAGE) ||
		    !delta_segment_head_uuid(page, geometry->uuid))
			continue;
		if (last && !guess_from(file, last, at, page, geometry))
			return 0;
		last = at;
	}
	return -EBADMSG;
}

int area_file_geometry(const struct area_file *file, bool guess, struct delta_geometry *geometry)
{
	uint8_t page[DELTA_PAGE];
	int error = delta_reader_head(&file->area, page, geometry);

	/* A file shorter than a page is no log. */
	if (error == -ENODATA)
		error = -EBADMSG;
	if (!error && delta_file_bytes(geometry) > file->bytes && !guess)
		return -ENODATA;
	return error == -EBADMSG && guess ? guess_geometry(file, geometry) : error;
}
