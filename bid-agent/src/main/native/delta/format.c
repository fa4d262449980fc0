/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "delta/format.h"

#include "bid/errors.h"
#include "delta/bytes.h"
#include "delta/crc.h"

#define MAGIC_BYTES 8u
/* Both heads end with their sum within the first sector, which a disk writes whole or not at all.
 */
#define HEAD_BYTES 64u
#define SUM_AT     (HEAD_BYTES - 4u)
#define TEXTS      5u

static const uint8_t log_magic[MAGIC_BYTES] = {'T', 'L', 'D', 'E', 'L', 'T', 'A', '\n'};
static const uint8_t segment_magic[MAGIC_BYTES] = {'T', 'L', 'D', 'S', 'E', 'G', 'M', '\n'};

/* ---- heads ---- */

int delta_geometry_check(const struct delta_geometry *geometry)
{
	bool fits = geometry->segment_bytes >= DELTA_SEGMENT_BYTES_MIN &&
		    geometry->segment_bytes <= DELTA_SEGMENT_BYTES_MAX &&
		    geometry->segment_bytes % DELTA_PAGE == 0 &&
		    geometry->segments >= DELTA_SEGMENTS_MIN &&
		    geometry->segments <= DELTA_SEGMENTS_MAX;

	return fits ? 0 : -EINVAL;
}

uint64_t delta_file_bytes(const struct delta_geometry *geometry)
{
	return DELTA_PAGE + (uint64_t)geometry->segments * geometry->segment_bytes;
}

uint64_t delta_segment_offset(const struct delta_geometry *geometry, uint64_t sequence)
{
	return DELTA_PAGE + sequence % geometry->segments * geometry->segment_bytes;
}

static void head_begin(uint8_t *page, const uint8_t *magic)
{
	delta_zero(page, DELTA_PAGE);
	delta_copy(page, magic, MAGIC_BYTES);
	delta_put(page + 8, DELTA_VERSION, 4);
}

static void head_end(uint8_t *page)
{
	delta_put(page + SUM_AT, delta_crc(DELTA_CRC32C, 0, page, SUM_AT), 4);
}

static int head_check(const uint8_t *page, const uint8_t *magic)
{
	if (!delta_same(page, magic, MAGIC_BYTES) ||
	    delta_get(page + SUM_AT, 4) != delta_crc(DELTA_CRC32C, 0, page, SUM_AT))
		return -EBADMSG;
	return delta_get(page + 8, 4) == DELTA_VERSION ? 0 : -EPROTONOSUPPORT;
}

void delta_log_head_put(uint8_t *page, const struct delta_geometry *geometry)
{
	head_begin(page, log_magic);
	delta_put(page + 12, geometry->segment_bytes, 4);
	delta_copy(page + 16, geometry->uuid, DELTA_UUID_BYTES);
	delta_put(page + 32, geometry->segments, 4);
	head_end(page);
}

int delta_log_head_get(const uint8_t *page, struct delta_geometry *geometry)
{
	int error = head_check(page, log_magic);

	if (error)
		return error;
	geometry->segment_bytes = (uint32_t)delta_get(page + 12, 4);
	delta_copy(geometry->uuid, page + 16, DELTA_UUID_BYTES);
	geometry->segments = (uint32_t)delta_get(page + 32, 4);
	return delta_geometry_check(geometry) ? -EBADMSG : 0;
}

void delta_segment_head_put(uint8_t *page, const struct delta_geometry *geometry,
			    const struct delta_segment_head *head)
{
	head_begin(page, segment_magic);
	delta_put(page + 12, head->previous_end, 4);
	delta_copy(page + 16, geometry->uuid, DELTA_UUID_BYTES);
	delta_put(page + 32, head->sequence, 8);
	delta_put(page + 40, head->tail, 8);
	head_end(page);
}

int delta_segment_head_get(const uint8_t *page, const struct delta_geometry *geometry,
			   uint32_t place, struct delta_segment_head *head)
{
	int error = head_check(page, segment_magic);

	if (error)
		return error;
	head->previous_end = (uint32_t)delta_get(page + 12, 4);
	head->sequence = delta_get(page + 32, 8);
	head->tail = delta_get(page + 40, 8);
	return delta_same(page + 16, geometry->uuid, DELTA_UUID_BYTES) && head->tail > 0 &&
			       head->tail <= head->sequence &&
			       head->sequence - head->tail < geometry->segments &&
			       head->sequence % geometry->segments == place &&
			       head->previous_end <= geometry->segment_bytes &&
			       head->previous_end % DELTA_PAGE == 0
		       ? 0
		       : -EBADMSG;
}

bool delta_segment_head_uuid(const uint8_t *page, uint8_t *uuid)
{
	bool is = !head_check(page, segment_magic);

	if (is)
		delta_copy(uuid, page + 16, DELTA_UUID_BYTES);
	return is;
}

uint32_t delta_seed(const struct delta_geometry *geometry, uint64_t sequence)
{
	uint8_t number[8];
	uint32_t seed = delta_crc(DELTA_CRC32C, 0, geometry->uuid, DELTA_UUID_BYTES);

	delta_put(number, sequence, sizeof(number));
	return delta_crc(DELTA_CRC32C, seed, number, sizeof(number));
}

/* ---- records ---- */

static bool kind_is_known(uint8_t kind)
{
	return (kind >= DELTA_DATA && kind <= DELTA_DROP) || kind == DELTA_CHECKPOINT ||
	       kind == DELTA_PAD;
}

uint32_t delta_record_put(uint8_t *to, const struct delta_record *record, uint32_t seed)
{
	uint8_t *payload = to + DELTA_RECORD_HEAD;

	delta_put(to, record->stream, 3);
	to[3] = (uint8_t)record->kind;
	delta_put(to + 4, record->length, 2);
	delta_put(to + 6, record->offset, 6);
	if (record->payload != payload)
		delta_copy(payload, record->payload, record->length);
	seed = delta_crc(DELTA_CRC32C, seed, to, 12);
	delta_put(to + 12, delta_crc(DELTA_CRC32C, seed, payload, record->length), 4);
	return delta_record_bytes(record->length);
}

static uint32_t record_length(const uint8_t *from)
{
	uint32_t length = (uint32_t)delta_get(from + 4, 2);

	return length ? length : DELTA_PAYLOAD_MAX;
}

void delta_record_get_again(const uint8_t *from, struct delta_record *record)
{
	*record = (struct delta_record){.stream = (uint32_t)delta_get(from, 3),
					.kind = (enum delta_kind)from[3],
					.length = record_length(from),
					.offset = delta_get(from + 6, 6),
					.payload = from + DELTA_RECORD_HEAD};
}

int delta_record_get(const uint8_t *from, size_t bytes, uint32_t seed, struct delta_record *record)
{
	uint32_t length;

	if (bytes < DELTA_RECORD_HEAD)
		return -EAGAIN;
	if (!kind_is_known(from[3]))
		return -EBADMSG;
	length = record_length(from);
	if (bytes < delta_record_bytes(length))
		return -EAGAIN;
	seed = delta_crc(DELTA_CRC32C, seed, from, 12);
	if (delta_crc(DELTA_CRC32C, seed, from + DELTA_RECORD_HEAD, length) !=
	    delta_get(from + 12, 4))
		return -EBADMSG;
	delta_record_get_again(from, record);
	return 0;
}

/* ---- definitions ---- */

uint32_t delta_definition_bytes(const struct delta_definition *definition)
{
	uint32_t text = (uint32_t)definition->pool.length + definition->volume.length +
			definition->root.length + definition->data.length +
			definition->checksum.length;

	return text <= DELTA_TEXT_MAX ? DELTA_DEFINITION_FIXED + 2u * TEXTS + text : 0;
}

void delta_definition_put(uint8_t *to, const struct delta_definition *definition)
{
	const struct delta_text *text[TEXTS] = {&definition->pool, &definition->volume,
						&definition->root, &definition->data,
						&definition->checksum};

	delta_put(to, definition->block, 8);
	delta_put(to + 8, definition->stamp, 8);
	to += DELTA_DEFINITION_FIXED;
	for (unsigned int i = 0; i < TEXTS; i++) {
		delta_put(to, text[i]->length, 2);
		delta_copy(to + 2, (const uint8_t *)text[i]->bytes, text[i]->length);
		to += 2 + text[i]->length;
	}
}

int delta_definition_get(const uint8_t *from, uint32_t bytes, struct delta_definition *definition)
{
	struct delta_text *text[TEXTS] = {&definition->pool, &definition->volume, &definition->root,
					  &definition->data, &definition->checksum};
	const uint8_t *end = from + bytes;

	if (bytes < DELTA_DEFINITION_FIXED)
		return -EBADMSG;
	definition->block = delta_get(from, 8);
	definition->stamp = delta_get(from + 8, 8);
	from += DELTA_DEFINITION_FIXED;
	for (unsigned int i = 0; i < TEXTS; i++) {
		if (end - from < 2)
			return -EBADMSG;
		text[i]->length = (uint16_t)delta_get(from, 2);
		text[i]->bytes = (const char *)from + 2;
		if (end - from - 2 < text[i]->length)
			return -EBADMSG;
		from += 2 + text[i]->length;
	}
	return from == end && definition->data.length > 0 ? 0 : -EBADMSG;
}
