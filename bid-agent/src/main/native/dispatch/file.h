/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Files that are open in a volume. The same file opened twice has one number and one place, so that
 * what is written by one way is seen by the other. From any thread.
 */
#ifndef DISPATCH_FILE_H
#define DISPATCH_FILE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "dispatch/backend.h"

struct file_table {
	pthread_mutex_t lock;
	struct bid_link places; /* under the lock */
	uint64_t numbers;       /* under the lock */
	const struct backend *backend;
	bool names; /* files are to be found again */
};

/* What all that opened one file share. */
struct file_place {
	struct bid_link link;
	dev_t device;
	ino_t inode;
	uint64_t number; /* from 1 */
	uint64_t lba;    /* of its first byte */
	bool named;      /* recovery of a second tier would find it */
	uint32_t uses;   /* under the table's lock */
};

struct volume_file {
	struct file_table *table;
	struct file_place *place;
	int fd;
	int direct_fd;      /* -1: none */
	atomic_bool direct; /* that one is used */
	atomic_uint uses;
};

void file_table_init(struct file_table *table, const struct backend *backend);
/* All files are closed. */
void file_table_free(struct file_table *table);

int file_open(struct file_table *table, int fd, struct volume_file **file);
void file_use(struct volume_file *file);
/* Closes the file with its last use. */
void file_let_go(struct volume_file *file);
/* Its length in bytes; 0 when it cannot be told. */
uint64_t file_length(const struct volume_file *file);

/* The sector that a byte of it lies in. */
static inline uint64_t file_lba(const struct volume_file *file, uint64_t offset)
{
	return file->place->lba + offset / 512u;
}

#endif
