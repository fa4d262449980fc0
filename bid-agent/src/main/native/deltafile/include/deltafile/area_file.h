/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A delta log in a file of Linux. One process at a time has it to write, or some have it to read.
 */
#ifndef DELTAFILE_AREA_FILE_H
#define DELTAFILE_AREA_FILE_H

#include <stdbool.h>

#include "delta/area.h"
#include "delta/format.h"
#include "deltafile/opening.h"

struct area_file {
	struct delta_area area;
	int fd;
	int direct; /* the same, past the kernel's cache, each write durable; -1: it has none */
	uint64_t bytes;
};

/* Returns 0; -EBUSY when another process has it; or another negative errno. */
int area_file_open(struct area_file *file, const char *path, bool writable);
void area_file_close(struct area_file *file);

/*
 * Makes a new log, whole or not at all: all its bytes are written once, so that no later write has
 * to find room. -EEXIST when there is a file of that name. opening: who waits; NULL, nobody.
 */
int area_file_create(const char *path, const struct delta_geometry *geometry,
		     struct opening *opening);

/*
 * How long everything is, by the file's first page, or when that is damaged and may be guessed, by
 * the heads of its segments. Returns 0; -EBADMSG when it is no log; -ENODATA when the file is
 * shorter than that and nothing may be guessed; -EPROTONOSUPPORT; or an error.
 */
int area_file_geometry(const struct area_file *file, bool guess, struct delta_geometry *geometry);

/*
 * Makes a file that was cut short as long as its log is again, with zeros that are written: as
 * area_file_create does. Does nothing to one that is long enough.
 */
int area_file_lengthen(struct area_file *file, const struct delta_geometry *geometry);

#endif
