/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "address.h"
#include "tier/name.h"

void file_table_init(struct file_table *table, const struct backend *backend)
{
	pthread_mutex_init(&table->lock, NULL);
	bid_list_init(&table->places);
	table->numbers = 0;
	table->backend = backend;
	table->names = false;
}

void file_table_free(struct file_table *table)
{
	pthread_mutex_destroy(&table->lock);
}

static struct file_place *place_find(const struct file_table *table, const struct stat *status)
{
	for (struct bid_link *link = table->places.next; link != &table->places;
	     link = link->next) {
		struct file_place *place = bid_container_of(link, struct file_place, link);

		if (place->device == status->st_dev && place->inode == status->st_ino)
			return place;
	}
	return NULL;
}

/* Under the table's lock. NULL: there is no memory. */
static struct file_place *place_use(struct file_table *table, const struct stat *status, int fd)
{
	struct file_place *place = place_find(table, status);
	uint8_t definition[TIER_NAME_BYTES];

	if (!place) {
		place = calloc(1, sizeof(*place));
		if (!place)
			return NULL;
		place->device = status->st_dev;
		place->inode = status->st_ino;
		place->number = ++table->numbers;
		place->lba = address_of_file(fd, place->number, table->backend);
		place->named = table->names && tier_name(fd, definition) > 0;
		bid_list_append(&table->places, &place->link);
	}
	place->uses++;
	return place;
}

static void place_let_go(struct file_table *table, struct file_place *place)
{
	pthread_mutex_lock(&table->lock);
	if (--place->uses == 0) {
		bid_list_remove(&place->link);
		free(place);
	}
	pthread_mutex_unlock(&table->lock);
}

/* The same file once more; -1: it cannot be had. */
static int open_with(int fd, int mode, int more)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return open(path, (mode & O_ACCMODE) | more | O_CLOEXEC);
}

/* -1: it cannot be had. */
static int open_direct(int fd)
{
	int mode = fcntl(fd, F_GETFL);

	return mode < 0 ? -1 : open_with(fd, mode, O_DIRECT);
}

/* Linux appends by a descriptor with O_APPEND wherever a write is to go. */
static int open_again(int fd)
{
	int mode = fcntl(fd, F_GETFL);

	if (mode >= 0 && (mode & O_APPEND))
		return open_with(fd, mode, 0);
	return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

/* Returns 0 or a negative errno, with what was opened in the file. */
static int file_fill(struct volume_file *file, int fd)
{
	struct file_table *table = file->table;
	struct stat status;

	/* To open anything else again may take for ever. */
	if (fstat(fd, &status) < 0)
		return -errno;
	if (!S_ISREG(status.st_mode))
		return -EINVAL;
	file->fd = open_again(fd);
	if (file->fd < 0 || fstat(file->fd, &status) < 0)
		return -errno;
	pthread_mutex_lock(&table->lock);
	file->place = place_use(table, &status, file->fd);
	pthread_mutex_unlock(&table->lock);
	if (!file->place)
		return -ENOMEM;
	if (table->backend->direct)
		file->direct_fd = open_direct(file->fd);
	atomic_init(&file->direct, file->direct_fd >= 0);
	return 0;
}

static void file_free(struct volume_file *file)
{
	if (file->place)
		place_let_go(file->table, file->place);
	if (file->direct_fd >= 0)
		close(file->direct_fd);
	if (file->fd >= 0)
		close(file->fd);
	free(file);
}

int file_open(struct file_table *table, int fd, struct volume_file **file)
{
	struct volume_file *opened = calloc(1, sizeof(*opened));
	int error;

	if (!opened)
		return -ENOMEM;
	opened->table = table;
	opened->fd = -1;
	opened->direct_fd = -1;
	atomic_init(&opened->uses, 1);
	error = file_fill(opened, fd);
	if (error) {
		file_free(opened);
		return error;
	}
	*file = opened;
	return 0;
}

void file_use(struct volume_file *file)
{
	atomic_fetch_add(&file->uses, 1);
}

void file_let_go(struct volume_file *file)
{
	if (atomic_fetch_sub(&file->uses, 1) == 1)
		file_free(file);
}

uint64_t file_length(const struct volume_file *file)
{
	struct stat status;

	return fstat(file->fd, &status) < 0 ? 0 : (uint64_t)status.st_size;
}
