/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Anything as a delta log of four segments: page by page, the segments in turn, their heads first.
 * Sums are made right before it is read, as far as records follow each other, so that what they
 * say gets past them. Whatever it says, recovery must end, stay within memory, and write only where
 * it may.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "delta/bytes.h"
#include "delta/crc.h"
#include "delta/recovery.h"

#define SEGMENTS    4u
#define PAGES       (DELTA_SEGMENT_BYTES_MIN / DELTA_PAGE)
#define FILE_MAX    (128u << 10)
#define STREAMS     64u
#define TEXT        65536u
#define HEAD_SUM_AT 60u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct machine {
	struct delta_geometry geometry;
	uint8_t disk[SEGMENTS][PAGES][DELTA_PAGE];
	uint8_t file[2][FILE_MAX];
	uint64_t length[2];
	int open;
};

static int area_read(void *context, uint64_t offset, uint8_t *memory, uint32_t bytes)
{
	const struct machine *machine = context;

	if (offset < DELTA_PAGE || offset - DELTA_PAGE + bytes > sizeof(machine->disk))
		abort();
	memcpy(memory, (const uint8_t *)machine->disk + offset - DELTA_PAGE, bytes);
	return 0;
}

static const struct delta_area_ops area_ops = {.read = area_read};

static int home_open(void *context, const struct delta_definition *definition, bool create)
{
	struct machine *machine = context;

	if (machine->open++ || definition->data.length == 0)
		abort();
	if (definition->block % 5 == 0 && !create)
		machine->open = 0;
	return machine->open ? 0 : -ENOENT;
}

static int home_length(void *context, enum delta_file file, uint64_t *length)
{
	const struct machine *machine = context;

	*length = machine->length[file];
	return 0;
}

static int home_read(void *context, enum delta_file file, uint64_t offset, uint8_t *memory,
		     uint32_t bytes)
{
	const struct machine *machine = context;

	if (machine->open != 1 || bytes > machine->length[file] ||
	    offset > machine->length[file] - bytes)
		abort();
	memcpy(memory, machine->file[file] + offset, bytes);
	return 0;
}

static int home_write(void *context, enum delta_file file, uint64_t offset, const uint8_t *bytes,
		      uint32_t count)
{
	struct machine *machine = context;

	if (machine->open != 1)
		abort();
	if (offset > FILE_MAX - count)
		return -EFBIG;
	memcpy(machine->file[file] + offset, bytes, count);
	if (offset + count > machine->length[file])
		machine->length[file] = offset + count;
	return 0;
}

static int home_cut(void *context, enum delta_file file, uint64_t length)
{
	struct machine *machine = context;

	if (machine->open != 1 || length > machine->length[file])
		return -EINVAL;
	machine->length[file] = length;
	return 0;
}

static int home_sync(void *context)
{
	const struct machine *machine = context;

	return machine->open == 1 ? 0 : -EBADF;
}

static void home_close(void *context)
{
	struct machine *machine = context;

	machine->open = 0;
}

static const struct delta_home_ops home_ops = {.open = home_open,
					       .length = home_length,
					       .read = home_read,
					       .write = home_write,
					       .cut = home_cut,
					       .sync = home_sync,
					       .close = home_close};

/* Makes the sums of a segment's records right, from its second page on. */
static void mend_records(const struct machine *machine, uint8_t *segment)
{
	uint32_t seed = delta_seed(&machine->geometry, delta_get(segment + 32, 8));
	uint32_t at = DELTA_PAGE;

	while (at + DELTA_RECORD_HEAD < DELTA_SEGMENT_BYTES_MIN && segment[at + 3]) {
		uint32_t length = (uint32_t)delta_get(segment + at + 4, 2);

		length = length ? length : DELTA_PAYLOAD_MAX;
		if (at + DELTA_RECORD_HEAD + length > DELTA_SEGMENT_BYTES_MIN)
			return;
		delta_put(segment + at + 12,
			  delta_crc(DELTA_CRC32C, delta_crc(DELTA_CRC32C, seed, segment + at, 12),
				    segment + at + DELTA_RECORD_HEAD, length),
			  4);
		at += DELTA_RECORD_HEAD + length;
	}
}

static void mend(struct machine *machine)
{
	for (uint32_t i = 0; i < SEGMENTS; i++) {
		uint8_t *head = machine->disk[i][0];

		memcpy(head + 16, machine->geometry.uuid, DELTA_UUID_BYTES);
		delta_put(head + HEAD_SUM_AT, delta_crc(DELTA_CRC32C, 0, head, HEAD_SUM_AT), 4);
		mend_records(machine, head);
	}
}

static void recover(struct machine *machine, uint8_t *memory, void *streams)
{
	const struct delta_area area = {.ops = &area_ops, .context = machine};
	const struct delta_home home = {.ops = &home_ops, .context = machine};
	struct delta_reader reader;
	struct delta_recovery recovery;

	if (delta_reader_open(&reader, &area, &machine->geometry, memory, DELTA_READER_BYTES_MIN))
		abort();
	delta_recovery_init(&recovery, &reader, streams, STREAMS, TEXT);
	if (delta_recovery_find(&recovery))
		return;
	delta_recovery_replay(&recovery, &home);
	if (machine->open || delta_recovery_count(&recovery, DELTA_WAITS))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct machine machine;
	static uint8_t memory[DELTA_READER_BYTES_MIN];
	static void *streams;

	if (!streams)
		streams = malloc(delta_recovery_bytes(STREAMS, TEXT));
	if (!streams)
		abort();
	memset(&machine, 0, sizeof(machine));
	machine.geometry = (struct delta_geometry){
		.uuid = {9}, .segment_bytes = DELTA_SEGMENT_BYTES_MIN, .segments = SEGMENTS};
	for (size_t at = 0; at < size && at < sizeof(machine.disk); at += DELTA_PAGE) {
		size_t page = at / DELTA_PAGE;

		memcpy(machine.disk[page % SEGMENTS][page / SEGMENTS], data + at,
		       size - at < DELTA_PAGE ? size - at : DELTA_PAGE);
	}
	recover(&machine, memory, streams);
	mend(&machine);
	recover(&machine, memory, streams);
	return 0;
}
