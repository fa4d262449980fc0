/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A log in a file, read with as much memory as that takes, and emptied when nothing of it is needed
 * any more.
 */
#ifndef DELTAFILE_READING_H
#define DELTAFILE_READING_H

#include "delta/recovery.h"
#include "deltafile/area_file.h"

struct delta_reading {
	struct delta_area area;
	struct delta_geometry geometry;
	struct delta_reader reader;
	struct delta_recovery recovery;
	uint8_t *memory; /* the reader's */
	void *streams;   /* the recovery's */
};

/* The file stays open until the reading is closed. Returns as area_file_geometry, or an error. */
int delta_reading_open(struct delta_reading *reading, const struct area_file *file, bool guess);
/* Finds the streams. Returns 0; -ENOMEM, there are too many; or another negative errno. */
int delta_reading_find(struct delta_reading *reading);
/* Whether a part of the log cannot be trusted; once the streams were found. */
bool delta_reading_is_damaged(const struct delta_reading *reading);
/* Begins a new segment, at which nothing of the log is needed any more. 0 or a negative errno. */
int delta_reading_empty(struct delta_reading *reading);
void delta_reading_close(struct delta_reading *reading);

#endif
