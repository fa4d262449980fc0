/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "delta_rig.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "delta/crc.h"
#include "delta/pair.h"

#define SECTOR 512u

/* ---- the log's area ---- */

static int area_read(void *context, uint64_t offset, uint8_t *memory, uint32_t bytes)
{
	const struct delta_rig *rig = context;

	assert_true(offset % DELTA_PAGE == 0 && bytes % DELTA_PAGE == 0);
	assert_true(offset + bytes <= delta_file_bytes(&rig->geometry));
	memcpy(memory, rig->disk + offset, bytes);
	return 0;
}

static int area_write(void *context, uint64_t offset, const uint8_t *memory, uint32_t bytes)
{
	struct delta_rig *rig = context;

	assert_true(offset % DELTA_PAGE == 0 && bytes % DELTA_PAGE == 0);
	assert_true(offset + bytes <= delta_file_bytes(&rig->geometry));
	if (rig->stopped)
		return -EIO;
	if (rig->writes_left-- > 0) {
		memcpy(rig->disk + offset, memory, bytes);
		return 0;
	}
	rig->stopped = true;
	for (uint32_t at = 0; at < bytes; at += SECTOR) {
		if (test_random_below(&rig->random, 2))
			memcpy(rig->disk + offset + at, memory + at, SECTOR);
	}
	return -EIO;
}

static const struct delta_area_ops area_ops = {.read = area_read, .write = area_write};

/* ---- files ---- */

static void file_open(struct delta_rig_file *file, uint64_t max)
{
	file->max = max;
	file->cache = calloc(1, max);
	file->disk = calloc(1, max);
	assert_true(file->cache && file->disk);
}

static void file_write(struct delta_rig_file *file, uint64_t offset, const uint8_t *bytes,
		       uint64_t count)
{
	assert_true(offset + count <= file->max);
	memcpy(file->cache + offset, bytes, count);
	if (offset + count > file->length)
		file->length = offset + count;
}

static void file_cut(struct delta_rig_file *file, uint64_t length)
{
	memset(file->cache + length, 0, file->max - length);
	file->length = length;
}

static void file_sync(struct delta_rig_file *file)
{
	memcpy(file->disk, file->cache, file->max);
	file->disk_length = file->length;
}

/* Some dirty sectors arrive, and perhaps the length. */
static void file_write_back(struct delta_rig_file *file, struct test_random *random)
{
	uint64_t odds = 1 + test_random_below(random, 4);

	for (uint64_t at = 0; at < file->max; at += SECTOR) {
		uint64_t count = file->max - at < SECTOR ? file->max - at : SECTOR;

		if (memcmp(file->disk + at, file->cache + at, count) != 0 &&
		    test_random_below(random, odds) == 0)
			memcpy(file->disk + at, file->cache + at, count);
	}
	if (test_random_below(random, 2))
		file->disk_length = file->length;
}

static void file_lose(struct delta_rig_file *file)
{
	/* What lies past the length was never the file's. */
	memset(file->disk + file->disk_length, 0, file->max - file->disk_length);
	memcpy(file->cache, file->disk, file->max);
	file->length = file->disk_length;
}

/* ---- blocks ---- */

uint8_t delta_rig_byte(uint32_t block, uint64_t offset)
{
	return (uint8_t)((offset * 2654435761u >> 7) + block * 31 + 1);
}

uint32_t delta_rig_number(const struct delta_rig *rig, const struct delta_rig_block *block)
{
	return (uint32_t)(block - rig->block);
}

static void put_sums_head(struct delta_rig_file *sums)
{
	static const uint8_t head[RIG_SUMS_HEAD] = {0, 1, 2, 0, 0, RIG_CHUNK >> 8, 0};

	file_write(sums, 0, head, sizeof(head));
}

void delta_rig_append(struct delta_rig *rig, struct delta_rig_block *block, uint32_t count)
{
	uint64_t from = block->data.length;
	uint64_t first = from / RIG_CHUNK;

	for (uint64_t at = from; at < from + count; at++)
		block->data.cache[at] = delta_rig_byte(delta_rig_number(rig, block), at);
	block->data.length += count;
	for (uint64_t chunk = first; chunk * RIG_CHUNK < block->data.length; chunk++) {
		uint64_t at = chunk * RIG_CHUNK;
		uint64_t bytes = block->data.length - at;
		uint32_t sum;
		uint8_t big[4];

		bytes = bytes < RIG_CHUNK ? bytes : RIG_CHUNK;
		sum = delta_crc(DELTA_CRC32C, 0, block->data.cache + at, bytes);
		for (int i = 0; i < 4; i++)
			big[i] = (uint8_t)(sum >> (24 - 8 * i));
		file_write(&block->sums, RIG_SUMS_HEAD + chunk * 4, big, 4);
		if (RIG_SUMS_HEAD + chunk * 4 < block->sums_from)
			block->sums_from = RIG_SUMS_HEAD + chunk * 4;
	}
}

void delta_rig_reap(struct delta_rig *rig)
{
	struct delta_stream *stream;

	while ((stream = delta_log_reap(&rig->log)))
		((struct delta_rig_stream *)stream)->taken = false;
}

static struct delta_rig_stream *take_stream(struct delta_rig *rig)
{
	for (uint32_t i = 0; i < RIG_STREAMS; i++) {
		struct delta_rig_stream *stream = &rig->stream[i];

		if (!stream->taken) {
			stream->taken = true;
			return stream;
		}
	}
	return NULL;
}

bool delta_rig_begin(struct delta_rig *rig, struct delta_rig_block *block)
{
	static const char pool[] = "BP-1";
	static const char volume[] = "DS-1";
	char data[32];
	char sums[32];
	int data_length = snprintf(data, sizeof(data), "rbw/blk_%u", delta_rig_number(rig, block));
	int sums_length = snprintf(sums, sizeof(sums), "rbw/blk_%u_%u.meta",
				   delta_rig_number(rig, block), (unsigned int)block->stamp + 1);
	const struct delta_definition definition = {
		.block = delta_rig_number(rig, block),
		.stamp = ++block->stamp,
		.pool = {pool, sizeof(pool) - 1},
		.volume = {volume, sizeof(volume) - 1},
		.root = {"/v", 2},
		.data = {data, (uint16_t)data_length},
		.checksum = {sums, (uint16_t)sums_length},
	};

	block->stream = take_stream(rig);
	if (!block->stream)
		return false;
	if (block->sums.length < RIG_SUMS_HEAD)
		put_sums_head(&block->sums);
	block->data.is_there = true;
	block->sums.is_there = true;
	block->at_home = 0;
	block->sums_from = 0;
	block->promised = 0;
	block->open = true;
	block->stream->stream = (struct delta_stream){.definition = block->stream->definition};
	block->stream->stream.definition_bytes = delta_definition_bytes(&definition);
	assert_in_range(block->stream->stream.definition_bytes, 1, RIG_DEFINITION);
	delta_definition_put(block->stream->definition, &definition);
	return true;
}

void delta_rig_sync_of(const struct delta_rig_block *block, struct delta_sync *sync)
{
	*sync = (struct delta_sync){
		.data = {.offset = block->at_home,
			 .bytes = block->data.cache + block->at_home,
			 .count = (uint32_t)(block->data.length - block->at_home)},
		.sums = {.offset = block->sums_from,
			 .bytes = block->sums.cache + block->sums_from,
			 .count = (uint32_t)(block->sums.length - block->sums_from)},
		.length = block->data.length,
		.sums_length = block->sums.length,
	};
}

void delta_rig_sync_home(struct delta_rig_block *block)
{
	file_sync(&block->data);
	file_sync(&block->sums);
}

void delta_rig_write_back(struct delta_rig *rig, struct delta_rig_block *block)
{
	file_write_back(&block->data, &rig->random);
	file_write_back(&block->sums, &rig->random);
}

void delta_rig_lose(struct delta_rig *rig, bool power)
{
	for (uint32_t i = 0; power && i < RIG_BLOCKS; i++) {
		delta_rig_write_back(rig, &rig->block[i]);
		file_lose(&rig->block[i].data);
		file_lose(&rig->block[i].sums);
	}
	for (uint32_t i = 0; i < RIG_STREAMS; i++)
		rig->stream[i].taken = false;
	rig->opened = NULL;
}

/* ---- homes, for recovery ---- */

static struct delta_rig_file *home_file(const struct delta_rig *rig, enum delta_file file)
{
	return file == DELTA_FILE_DATA ? &rig->opened->data : &rig->opened->sums;
}

/* One more I/O of recovery, at which the machine may stop. */
static int home_io(struct delta_rig *rig)
{
	if (rig->stopped)
		return -EIO;
	if (rig->writes_left-- > 0)
		return 0;
	rig->stopped = true;
	return -EIO;
}

static int home_open(void *context, const struct delta_definition *definition, bool create)
{
	struct delta_rig *rig = context;
	struct delta_rig_block *block = &rig->block[definition->block];

	assert_true(definition->block < RIG_BLOCKS);
	assert_null(rig->opened);
	if (rig->volume_is_away)
		return -ENODEV;
	if (!create && (!block->data.is_there || !block->sums.is_there))
		return -ENOENT;
	block->data.is_there = true;
	block->sums.is_there = true;
	rig->opened = block;
	return 0;
}

static int home_length(void *context, enum delta_file file, uint64_t *length)
{
	*length = home_file(context, file)->length;
	return 0;
}

static int home_read(void *context, enum delta_file file, uint64_t offset, uint8_t *memory,
		     uint32_t bytes)
{
	const struct delta_rig_file *from = home_file(context, file);

	assert_true(offset + bytes <= from->length);
	memcpy(memory, from->cache + offset, bytes);
	return 0;
}

static int home_write(void *context, enum delta_file file, uint64_t offset, const uint8_t *bytes,
		      uint32_t count)
{
	int error = home_io(context);

	if (!error)
		file_write(home_file(context, file), offset, bytes, count);
	return error;
}

static int home_cut(void *context, enum delta_file file, uint64_t length)
{
	int error = home_io(context);

	if (!error)
		file_cut(home_file(context, file), length);
	return error;
}

static int home_sync(void *context)
{
	struct delta_rig *rig = context;
	int error = home_io(rig);

	if (!error)
		delta_rig_sync_home(rig->opened);
	return error;
}

static void home_close(void *context)
{
	struct delta_rig *rig = context;

	assert_non_null(rig->opened);
	rig->opened = NULL;
}

static const struct delta_home_ops home_ops = {.open = home_open,
					       .length = home_length,
					       .read = home_read,
					       .write = home_write,
					       .cut = home_cut,
					       .sync = home_sync,
					       .close = home_close};

uint64_t delta_rig_check(struct delta_rig *rig, struct delta_rig_block *block)
{
	uint8_t *memory = malloc(DELTA_PAIR_BYTES);
	uint64_t verified;

	assert_non_null(memory);
	rig->opened = block;
	assert_int_equal(delta_pair_verified(&rig->home, 0, memory, &verified), 0);
	rig->opened = NULL;
	free(memory);
	for (uint64_t at = 0; at < verified; at++) {
		if (block->data.cache[at] != delta_rig_byte(delta_rig_number(rig, block), at))
			fail_msg("block %u has a wrong byte at %llu", delta_rig_number(rig, block),
				 (unsigned long long)at);
	}
	return verified;
}

/* ---- the whole ---- */

void delta_rig_open(struct delta_rig *rig, uint64_t seed, uint32_t segments)
{
	memset(rig, 0, sizeof(*rig));
	rig->random.state = seed;
	rig->geometry = (struct delta_geometry){.segment_bytes = DELTA_SEGMENT_BYTES_MIN,
						.segments = segments};
	memset(rig->geometry.uuid, (int)(seed % 255) + 1, DELTA_UUID_BYTES);
	rig->area = (struct delta_area){.ops = &area_ops, .context = rig};
	rig->home = (struct delta_home){.ops = &home_ops, .context = rig};
	rig->writes_left = UINT64_MAX;
	rig->disk = calloc(1, delta_file_bytes(&rig->geometry));
	rig->commit.capacity = DELTA_COMMIT_BYTES_MIN;
	rig->commit.memory = malloc(rig->commit.capacity);
	assert_true(rig->disk && rig->commit.memory);
	for (uint32_t i = 0; i < RIG_BLOCKS; i++) {
		file_open(&rig->block[i].data, RIG_BLOCK_MAX);
		file_open(&rig->block[i].sums, RIG_SUMS_MAX);
	}
	assert_int_equal(delta_log_format(&rig->area, &rig->geometry, rig->page), 0);
}

void delta_rig_close(struct delta_rig *rig)
{
	for (uint32_t i = 0; i < RIG_BLOCKS; i++) {
		free(rig->block[i].data.cache);
		free(rig->block[i].data.disk);
		free(rig->block[i].sums.cache);
		free(rig->block[i].sums.disk);
	}
	free(rig->commit.memory);
	free(rig->disk);
}

void delta_rig_recover(struct delta_rig *rig, struct delta_rig_recovery *recovery)
{
	uint32_t streams = 1;
	size_t text = RIG_DEFINITION;
	int error;

	recovery->memory = malloc(DELTA_READER_BYTES_MIN);
	recovery->streams = NULL;
	assert_non_null(recovery->memory);
	do {
		assert_int_equal(delta_reader_open(&recovery->reader, &rig->area, &rig->geometry,
						   recovery->memory, DELTA_READER_BYTES_MIN),
				 0);
		free(recovery->streams);
		recovery->streams = malloc(delta_recovery_bytes(streams, text));
		assert_non_null(recovery->streams);
		delta_recovery_init(&recovery->recovery, &recovery->reader, recovery->streams,
				    streams, text);
		error = delta_recovery_find(&recovery->recovery);
		streams *= 2;
		text *= 2;
	} while (error == -ENOBUFS);
	assert_int_equal(error, 0);
	delta_recovery_replay(&recovery->recovery, &rig->home);
}

void delta_rig_recovery_free(struct delta_rig_recovery *recovery)
{
	free(recovery->streams);
	free(recovery->memory);
}
