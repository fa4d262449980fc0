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

		if (segment->written && !buffer->reads_written)
			continue;
		if (segment->start <= lba && lba < segment->end &&
		    (!found || segment->end > found->end))
			found = segment;
	}
	return found;
}

void read_buffer_drop(struct read_buffer *buffer, uint64_t lba, uint64_t sectors)
{
	for (uint32_t i = 0; i < buffer->count; i++) {
		struct segment *segment = &buffer->segments[i];

		if (segment->start < lba + sectors && lba < segment->end)
			*segment = (struct segment){0};
	}
}

struct segment *read_buffer_written_to(struct read_buffer *buffer, uint64_t end)
{
	for (uint32_t i = 0; i < buffer->count; i++) {
		struct segment *segment = &buffer->segments[i];

		if (segment->written && segment->end == end && segment->start < end)
			return segment;
	}
	return NULL;
}

struct segment *read_buffer_take(struct read_buffer *buffer, bool written)
{
	struct segment *oldest = NULL;

	for (uint32_t i = 0; i < buffer->count; i++) {
		struct segment *segment = &buffer->segments[i];

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
