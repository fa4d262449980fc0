/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "delta/reader.h"

#include "bid/errors.h"
#include "delta/bytes.h"

int delta_reader_head(const struct delta_area *area, uint8_t *page, struct delta_geometry *geometry)
{
	int error = area->ops->read(area->context, 0, page, DELTA_PAGE);

	return error ? error : delta_log_head_get(page, geometry);
}

/* ---- heads ---- */

/* That of a segment, by its place. */
static int read_head_at(struct delta_reader *reader, uint32_t place,
			struct delta_segment_head *head)
{
	const struct delta_area *area = &reader->area;
	int error = area->ops->read(area->context, delta_segment_offset(&reader->geometry, place),
				    reader->memory, DELTA_PAGE);

	reader->filled = 0;
	return error ? error
		     : delta_segment_head_get(reader->memory, &reader->geometry, place, head);
}

/* That of the segment of that number; -ENOENT when its place has another's. */
static int read_head(struct delta_reader *reader, uint64_t sequence,
		     struct delta_segment_head *head)
{
	int error = read_head_at(reader, (uint32_t)(sequence % reader->geometry.segments), head);

	return !error && head->sequence != sequence ? -ENOENT : error;
}

/* Enters the segment of that number, or the first after it that has its head. */
static void enter(struct delta_reader *reader, uint64_t sequence)
{
	struct delta_segment_head head;
	struct delta_segment_head next;

	while (sequence <= reader->newest && read_head(reader, sequence, &head)) {
		reader->damaged_segments++;
		sequence++;
	}
	reader->sequence = sequence;
	reader->position = DELTA_PAGE;
	reader->end = reader->geometry.segment_bytes;
	reader->end_is_known = false;
	if (sequence < reader->newest && !read_head(reader, sequence + 1, &next)) {
		reader->end = next.previous_end;
		reader->end_is_known = true;
	}
	reader->seed = delta_seed(&reader->geometry, sequence);
	reader->filled = 0;
	reader->record = 0;
	reader->records_end = 0;
}

void delta_reader_rewind(struct delta_reader *reader)
{
	reader->unreadable_pages = 0;
	reader->damaged_pages = 0;
	reader->damaged_segments = 0;
	reader->commits = 0;
	reader->records = 0;
	reader->last_end = DELTA_PAGE;
	/* A log has one segment at least. */
	if (reader->newest)
		enter(reader, reader->tail);
	else
		reader->damaged_segments = 1;
}

int delta_reader_open(struct delta_reader *reader, const struct delta_area *area,
		      const struct delta_geometry *geometry, uint8_t *memory, uint32_t bytes)
{
	bool any_read = false;

	*reader = (struct delta_reader){
		.area = *area, .geometry = *geometry, .memory = memory, .bytes = bytes};
	for (uint32_t place = 0; place < geometry->segments; place++) {
		struct delta_segment_head head;
		int error = read_head_at(reader, place, &head);

		any_read |= !error || error == -EBADMSG;
		if (error || head.sequence <= reader->newest)
			continue;
		reader->newest = head.sequence;
		reader->tail = head.tail;
	}
	if (!any_read)
		return -EIO;
	delta_reader_rewind(reader);
	return 0;
}

/* ---- pages ---- */

static void fill_page(struct delta_reader *reader, uint64_t offset, uint8_t *to)
{
	const struct delta_area *area = &reader->area;

	if (area->ops->read(area->context, offset, to, DELTA_PAGE)) {
		delta_zero(to, DELTA_PAGE);
		reader->unreadable_pages++;
	}
}

/* Has memory begin with the page of the segment there, as far as there are any. */
static void fill(struct delta_reader *reader, uint32_t position)
{
	const struct delta_area *area = &reader->area;
	uint64_t offset = delta_segment_offset(&reader->geometry, reader->sequence) + position;
	uint32_t bytes = reader->geometry.segment_bytes - position;

	bytes = bytes < reader->bytes ? bytes : reader->bytes;
	reader->window = position;
	reader->filled = bytes;
	if (!area->ops->read(area->context, offset, reader->memory, bytes))
		return;
	for (uint32_t at = 0; at < bytes; at += DELTA_PAGE)
		fill_page(reader, offset + at, reader->memory + at);
}

/* ---- commits ---- */

/* Bytes of the commit that begins there in memory, 0: it is none, or goes on past what is filled.
 */
static uint32_t commit_bytes(struct delta_reader *reader, uint32_t at)
{
	uint32_t limit = reader->filled - at;
	uint32_t used = 0;
	struct delta_record record;

	limit = limit < DELTA_COMMIT_BYTES_MAX ? limit : DELTA_COMMIT_BYTES_MAX;
	while (!delta_record_get(reader->memory + at + used, limit - used, reader->seed, &record)) {
		uint32_t begins = used;

		used += delta_record_bytes(record.length);
		if (record.kind != DELTA_PAD)
			continue;
		if (record.offset != reader->window + at || used % DELTA_PAGE)
			return 0;
		reader->records_end = at + begins;
		return used;
	}
	return 0;
}

/* Takes the commit at the position, if there is one. */
static bool take_commit(struct delta_reader *reader, uint32_t position)
{
	uint32_t need = reader->geometry.segment_bytes - position;
	uint32_t bytes;

	need = need < DELTA_COMMIT_BYTES_MAX ? need : DELTA_COMMIT_BYTES_MAX;
	if (!reader->filled || position < reader->window ||
	    position + need > reader->window + reader->filled)
		fill(reader, position);
	bytes = commit_bytes(reader, position - reader->window);
	if (!bytes)
		return false;
	reader->record = position - reader->window;
	reader->position = position + bytes;
	reader->commits++;
	return true;
}

/* The next commit of the segment, past what is damaged before it. */
static bool next_in_segment(struct delta_reader *reader)
{
	uint32_t from = reader->position;

	for (uint32_t at = from; at < reader->end; at += DELTA_PAGE) {
		if (take_commit(reader, at)) {
			reader->damaged_pages += (at - from) / DELTA_PAGE;
			return true;
		}
	}
	if (reader->end_is_known && from < reader->end)
		reader->damaged_pages += (reader->end - from) / DELTA_PAGE;
	reader->position = reader->end;
	return false;
}

static bool next_commit(struct delta_reader *reader)
{
	while (reader->newest && reader->sequence <= reader->newest) {
		if (next_in_segment(reader)) {
			reader->last_end = reader->position;
			return true;
		}
		if (reader->sequence == reader->newest)
			return false;
		reader->last_end = DELTA_PAGE;
		enter(reader, reader->sequence + 1);
	}
	return false;
}

bool delta_reader_next(struct delta_reader *reader, struct delta_record *record)
{
	while (reader->record == reader->records_end) {
		if (!next_commit(reader))
			return false;
	}
	delta_record_get_again(reader->memory + reader->record, record);
	reader->record += delta_record_bytes(record->length);
	reader->records++;
	return true;
}
