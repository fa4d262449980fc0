/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The drive's buffer as seen by reads: segments, each a row of consecutive sectors, used again when
 * they were not needed for longest.
 */
#ifndef DEVICE_READ_BUFFER_H
#define DEVICE_READ_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#define READ_BUFFER_MAX_SEGMENTS 128u

struct segment {
	uint64_t start;
	uint64_t end;  /* start == end: empty */
	uint64_t used; /* stamp of its last use */
	bool written;  /* holds a host's write */
};

struct read_buffer {
	struct segment segments[READ_BUFFER_MAX_SEGMENTS];
	uint32_t count;
	bool reads_written; /* written data can be read back */
	uint64_t sectors;   /* of a segment */
	uint64_t stamp;
};

/* The segment that holds the address, the one with most after it; NULL: none does. */
struct segment *read_buffer_find(struct read_buffer *buffer, uint64_t lba);
/* Empties each segment that holds any of the sectors. */
void read_buffer_drop(struct read_buffer *buffer, uint64_t lba, uint64_t sectors);
/* The segment of written data that end at the address; NULL: none. */
struct segment *read_buffer_written_to(struct read_buffer *buffer, uint64_t end);
/* A segment for new data, emptied: one that is empty, else the one not needed for longest; NULL
 * when the drive has none. */
struct segment *read_buffer_take(struct read_buffer *buffer, bool written);
/* Sets what a segment holds, cut at the front to what fits. */
void segment_set(const struct read_buffer *buffer, struct segment *segment, uint64_t start,
		 uint64_t end);
void read_buffer_touch(struct read_buffer *buffer, struct segment *segment);

#endif
