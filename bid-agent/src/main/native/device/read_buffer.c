/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <stddef.h>

#include "read_buffer.h"

struct segment *read_buffer_find(struct read_buffer *buffer, uint64_t lba)
{
	struct segment *found = NULL;

	for (uint32_t i = 0; i < buffer->count; i++) {
		struct segment *segment = &buffer->segments[i];

		if (segment->start <= lba && lba < segment->end &&
		    (!found || segment->end > found->end))
			found = segment;
	}
	return found;
}

static uint32_t read_buffer_written(const struct read_buffer *buffer)
{
	uint32_t written = 0;

	for (uint32_t i = 0; i < buffer->count; i++)
		written += buffer->segments[i].written;
	return written;
}

struct segment *read_buffer_take(struct read_buffer *buffer, bool written)
{
	bool only_written = written && read_buffer_written(buffer) >= buffer->write_count;
	struct segment *oldest = NULL;

	for (uint32_t i = 0; i < buffer->count; i++) {
		struct segment *segment = &buffer->segments[i];

		if (only_written && !segment->written)
			continue;
		if (!oldest || segment->used < oldest->used)
			oldest = segment;
	}
	if (!oldest)
		return NULL;
	oldest->start = oldest->end = 0;
	oldest->written = written;
	read_buffer_touch(buffer, oldest);
	return oldest;
}

void segment_set(const struct read_buffer *buffer, struct segment *segment, uint64_t start,
		 uint64_t end)
{
	segment->start = end - start > buffer->sectors ? end - buffer->sectors : start;
	segment->end = end;
}

void read_buffer_touch(struct read_buffer *buffer, struct segment *segment)
{
	segment->used = ++buffer->stamp;
}
