/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "blktrace_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bid/request.h"
#include "readers.h"

/* Where the fields of a record are. */
enum {
	AT_MAGIC = 0,
	AT_TIME = 8,
	AT_SECTOR = 16,
	AT_BYTES = 24,
	AT_ACTION = 28,
	AT_PID = 32,
	AT_DEVICE = 36,
	AT_PDU_LEN = 46,
};

/* The upper half of the action. */
#define CATEGORY_READ     0x0001u
#define CATEGORY_WRITE    0x0002u
#define CATEGORY_FLUSH    0x0004u
#define CATEGORY_SYNC     0x0008u
#define CATEGORY_PC       0x0200u
#define CATEGORY_NOTIFY   0x0400u
#define CATEGORY_AHEAD    0x0800u
#define CATEGORY_DISCARD  0x2000u
#define CATEGORY_DRV_DATA 0x4000u
#define CATEGORY_FUA      0x8000u

/* The lower half: bit 8 says that a cgroup's id heads the payload. */
#define ACTION_MASK   0x00ffu
#define ACTION_CGROUP 0x0100u

static uint64_t field(const unsigned char *bytes, unsigned int width, bool big_endian)
{
	uint64_t value = 0;

	for (unsigned int i = 0; i < width; i++)
		value = value << 8 | bytes[big_endian ? i : width - 1 - i];
	return value;
}

static uint32_t field32(const unsigned char *bytes, bool big_endian)
{
	return (uint32_t)field(bytes, 4, big_endian);
}

static bool is_magic(const unsigned char *bytes, bool big_endian)
{
	return field32(bytes, big_endian) == BLKTRACE_MAGIC;
}

bool trace_is_blktrace(const unsigned char *bytes, size_t count)
{
	/* Any version: what is wrong with another is said when it is opened. */
	return count >= 4 && (field32(bytes, false) >> 8 == BLKTRACE_MAGIC >> 8 ||
			      field32(bytes, true) >> 8 == BLKTRACE_MAGIC >> 8);
}

static int file_error(const struct trace_input *input, uint64_t offset, const char *reason,
		      char *error, size_t error_size)
{
	snprintf(error, error_size, "%s: offset %" PRIu64 ": %s", input->name, offset, reason);
	return -EINVAL;
}

static int file_read_error(const struct trace_input *input, char *error, size_t error_size)
{
	file_error(input, input->offset, strerror(input->failure), error, error_size);
	return -input->failure;
}

int blktrace_file_begin(struct blktrace_file *file, struct trace_input *input, char *error,
			size_t error_size)
{
	size_t waiting = trace_input_need(input, BLKTRACE_RECORD_BYTES);
	const unsigned char *bytes = trace_input_bytes(input);
	char reason[80];

	file->input = input;
	if (input->failure)
		return file_read_error(input, error, error_size);
	if (!waiting)
		return -ENODATA;
	if (waiting < 4)
		return file_error(input, 0, "too short for a blktrace record", error, error_size);
	file->big_endian = is_magic(bytes, true);
	if (file->big_endian || is_magic(bytes, false))
		return 0;
	if (trace_is_blktrace(bytes, waiting))
		snprintf(reason, sizeof(reason), "a blktrace version that is not read (only 7 is)");
	else
		snprintf(reason, sizeof(reason), "wrong magic %02x%02x%02x%02x, not blktrace",
			 bytes[0], bytes[1], bytes[2], bytes[3]);
	return file_error(input, 0, reason, error, error_size);
}

static enum trace_action action_of(uint32_t action)
{
	if (action >> 16 & CATEGORY_NOTIFY)
		return TRACE_OTHER_ACTION;
	switch (action & ACTION_MASK) {
	case 1:
		return TRACE_QUEUE;
	case 7:
		return TRACE_ISSUE;
	case 8:
		return TRACE_COMPLETE;
	case 13:
		return TRACE_SPLIT;
	case 15:
		return TRACE_REMAP;
	default:
		return TRACE_OTHER_ACTION;
	}
}

static uint8_t traits_of(uint32_t category)
{
	static const struct {
		uint32_t category;
		uint8_t trait;
	} table[] = {
		{CATEGORY_READ, TRACE_READS},       {CATEGORY_WRITE, TRACE_WRITES},
		{CATEGORY_FLUSH, TRACE_FLUSH},      {CATEGORY_SYNC, TRACE_SYNC},
		{CATEGORY_AHEAD, TRACE_AHEAD},      {CATEGORY_FUA, TRACE_FUA},
		{CATEGORY_PC, TRACE_NO_DATA},       {CATEGORY_DISCARD, TRACE_NO_DATA},
		{CATEGORY_DRV_DATA, TRACE_NO_DATA},
	};
	uint8_t traits = 0;

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (category & table[i].category)
			traits |= table[i].trait;
	}
	return traits;
}

/* The second part of a split begins where its payload says, big endian, behind a cgroup's id. */
static uint64_t split_sector(const unsigned char *bytes, uint32_t action, size_t payload)
{
	uint32_t skip = action & ACTION_CGROUP ? 8 : 0;

	if (payload < skip + 8)
		return UINT64_MAX;
	return field(bytes + BLKTRACE_RECORD_BYTES + skip, 8, true);
}

static void decode(const unsigned char *bytes, bool big_endian, size_t payload,
		   struct trace_event *event)
{
	uint32_t action = field32(bytes + AT_ACTION, big_endian);
	uint64_t length = field32(bytes + AT_BYTES, big_endian);

	event->action = (uint8_t)action_of(action);
	event->time_ns = field(bytes + AT_TIME, 8, big_endian);
	event->sector = field(bytes + AT_SECTOR, 8, big_endian);
	event->sectors = (length + BID_SECTOR_BYTES - 1) / BID_SECTOR_BYTES;
	event->process = field32(bytes + AT_PID, big_endian);
	event->device = field32(bytes + AT_DEVICE, big_endian);
	event->traits = traits_of(action >> 16);
	if (event->action == TRACE_SPLIT)
		event->sector = split_sector(bytes, action, payload);
}

/*
 * Goes to the next place where a record may begin: a magic, and another where its length says that
 * the next one is, or the end of the file.
 */
static bool resynchronise(struct blktrace_file *file)
{
	struct trace_input *input = file->input;
	const unsigned char *bytes;
	size_t waiting;
	size_t next;

	while (trace_input_need(input, BLKTRACE_RECORD_BYTES) >= BLKTRACE_RECORD_BYTES) {
		bytes = trace_input_bytes(input);
		if (is_magic(bytes, file->big_endian)) {
			next = BLKTRACE_RECORD_BYTES;
			next += field(bytes + AT_PDU_LEN, 2, file->big_endian);
			waiting = trace_input_need(input, next + 4);
			bytes = trace_input_bytes(input);
			if (waiting == next ||
			    (waiting >= next + 4 && is_magic(bytes + next, file->big_endian)))
				return true;
		}
		trace_input_take(input, 1);
	}
	return false;
}

/* What is left is no whole record, or does not begin with the magic. 1: go on; 0: the end. */
static int recover(struct blktrace_file *file, struct trace_counts *counts, char *error,
		   size_t error_size)
{
	uint64_t offset = file->input->offset;
	size_t waiting = trace_input_need(file->input, BLKTRACE_RECORD_BYTES);
	bool cut_off = waiting < BLKTRACE_RECORD_BYTES ||
		       is_magic(trace_input_bytes(file->input), file->big_endian);

	counts->skipped_corrupt++;
	/* Not the same magic again. */
	if (waiting && cut_off)
		trace_input_take(file->input, 1);
	if (resynchronise(file))
		return 1;
	if (file->input->failure)
		return file_read_error(file->input, error, error_size);
	trace_input_take(file->input, file->input->end - file->input->start);
	if (cut_off)
		return 0;
	return file_error(file->input, offset, "wrong magic, and no record after it", error,
			  error_size);
}

/*
 * How far the record that waits reaches, or 0: there is none. A length that leads to no magic is
 * not believed, so that one wrong length does not cost the records behind it.
 */
static size_t record_bytes(struct blktrace_file *file)
{
	struct trace_input *input = file->input;
	size_t whole = BLKTRACE_RECORD_BYTES;
	size_t waiting = trace_input_need(input, whole);

	if (waiting < whole || !is_magic(trace_input_bytes(input), file->big_endian))
		return 0;
	whole += field(trace_input_bytes(input) + AT_PDU_LEN, 2, file->big_endian);
	waiting = trace_input_need(input, whole + 4);
	if (waiting < whole)
		return 0;
	if (waiting >= whole + 4 && !is_magic(trace_input_bytes(input) + whole, file->big_endian))
		return BLKTRACE_RECORD_BYTES;
	return whole;
}

int blktrace_file_next(struct blktrace_file *file, struct trace_counts *counts, char *error,
		       size_t error_size)
{
	struct trace_input *input = file->input;
	size_t bytes;
	int result;

	while (trace_input_need(input, 1)) {
		bytes = record_bytes(file);
		if (!bytes) {
			result = recover(file, counts, error, error_size);
			if (result != 1)
				return result;
			continue;
		}
		decode(trace_input_bytes(input), file->big_endian, bytes - BLKTRACE_RECORD_BYTES,
		       &file->head);
		trace_input_take(input, bytes);
		if (file->head.action != TRACE_OTHER_ACTION)
			return 1;
		counts->other++;
	}
	return input->failure ? file_read_error(input, error, error_size) : 0;
}
