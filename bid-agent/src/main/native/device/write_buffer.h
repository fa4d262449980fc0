/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Written data that is not on the media yet, as extents.
 */
#ifndef DEVICE_WRITE_BUFFER_H
#define DEVICE_WRITE_BUFFER_H

#include "device/mechanics.h"

#define WRITE_BUFFER_MAX_EXTENTS 64u
/* Longest extent that is put together of several writes: the media are held that long at a time. */
#define WRITE_BUFFER_EXTENT_SECTORS 2048u

struct dirty_extent {
	uint64_t lba;
	uint64_t sectors;
	uint64_t ready_ns; /* when the data are in the buffer */
	struct place place;
};

struct write_buffer {
	struct dirty_extent extents[WRITE_BUFFER_MAX_EXTENTS];
	uint32_t count;
	uint64_t sectors;
	uint64_t capacity;
};

bool write_buffer_fits(const struct write_buffer *buffer, uint64_t lba, uint64_t sectors);
/* Adds a write, to the end of an extent if it goes on there. It must fit. */
void write_buffer_add(struct write_buffer *buffer, const struct geometry *geometry, uint64_t lba,
		      uint64_t sectors, uint64_t ready_ns);
/* Whether all of it is dirty in one extent, and whether any of it is. */
bool write_buffer_holds(const struct write_buffer *buffer, uint64_t lba, uint64_t sectors);
bool write_buffer_overlaps(const struct write_buffer *buffer, uint64_t lba, uint64_t sectors);
/* The extent that is soonest reached from where the arm is. count > 0. */
uint32_t write_buffer_nearest(const struct write_buffer *buffer, const struct mechanics *mechanics,
			      const struct arm *arm, uint64_t now_ns);
struct dirty_extent write_buffer_take(struct write_buffer *buffer, uint32_t index);

#endif
