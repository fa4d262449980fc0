/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the file of a log that was cut short anywhere is repaired: each block is brought to
 * a length that was synced before the cut, with no byte that was not written and sums that agree,
 * and the more of the log there is the more of the block.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "delta/crc.h"
#include "deltafile/group_file.h"
#include "delta_said.h"
#include "test_random.h"

#define BLOCKS     3u
#define SYNCS      24u /* of all blocks together */
#define BLOCK_MAX  16384u
#define CHUNK      512u
#define SUMS_HEAD  7u
#define SUMS_MAX   (SUMS_HEAD + BLOCK_MAX / CHUNK * 4)
#define LOG_BYTES  (DELTA_PAGE + 4u * DELTA_SEGMENT_BYTES_MIN)
#define STEP       (251u * TEST_SHARE) /* between cuts, beside those at pages */
#define NEVER_MS   3600000u
#define PATH_BYTES 128u

struct block {
	struct group_stream *stream;
	int fd[2];
	uint8_t data[BLOCK_MAX];
	uint32_t length;
	uint32_t synced[SYNCS]; /* lengths that were, and 0 */
	uint32_t sync_count;
	uint32_t least; /* what the cut before this one left of it */
};

struct place {
	char folder[64];
	char log[PATH_BYTES];
	uint8_t *whole; /* the log as it was */
	struct block block[BLOCKS];
};

static const char *t_name(const struct place *place, uint32_t block, int which)
{
	static char name[PATH_BYTES];

	snprintf(name, sizeof(name), "%s/b%u.%d", place->folder, block, which);
	return name;
}

/* ---- what was synced ---- */

static int t_not_home(void *context, int fd)
{
	(void)context;
	return fd < 0;
}

static void t_begin(struct place *place, struct group_log *log, uint32_t number)
{
	struct block *block = &place->block[number];
	char name[2][PATH_BYTES];
	struct delta_definition definition = {
		.block = number + 1,
		.stamp = 1,
		.root = {place->folder, (uint16_t)strlen(place->folder)},
		.data = {name[0], 4},
		.checksum = {name[1], 4},
	};

	for (int i = 0; i < 2; i++) {
		snprintf(name[i], sizeof(name[i]), "b%u.%d", number, i);
		block->fd[i] = open(t_name(place, number, i), O_RDWR | O_CREAT | O_EXCL, 0600);
		assert_true(block->fd[i] >= 0);
	}
	assert_int_equal(group_stream_open(log, &definition, block->fd, CHUNK, &block->stream), 0);
}

static void t_put_sums(const struct block *block)
{
	uint8_t sums[SUMS_MAX] = {0, 1, 2, 0, 0, 2, 0};
	uint32_t bytes = SUMS_HEAD;

	for (uint32_t at = 0; at < block->length; at += CHUNK, bytes += 4) {
		uint32_t left = block->length - at;
		uint32_t sum =
			delta_crc(DELTA_CRC32C, 0, block->data + at, left < CHUNK ? left : CHUNK);

		for (int i = 0; i < 4; i++)
			sums[bytes + (uint32_t)i] = (uint8_t)(sum >> (24 - 8 * i));
	}
	assert_int_equal(pwrite(block->fd[1], sums, bytes, 0), bytes);
	assert_int_equal(lseek(block->fd[1], bytes, SEEK_SET), bytes);
}

static void t_write_and_sync(struct block *block, uint32_t number, struct test_random *random)
{
	uint32_t from = block->length;
	uint64_t commit;

	block->length += 1 + (uint32_t)test_random_below(random, BLOCK_MAX / SYNCS);
	for (uint32_t i = from; i < block->length; i++)
		block->data[i] = (uint8_t)((i * 31 + number * 7) ^ i >> 8);
	assert_int_equal(write(block->fd[0], block->data + from, block->length - from),
			 block->length - from);
	t_put_sums(block);
	assert_int_equal(group_stream_put(block->stream, &commit), 0);
	assert_int_equal(group_stream_await(block->stream, commit), 0);
	block->synced[block->sync_count++] = block->length;
}

/* In a process that ends without closing the log: what it has is needed. */
static void t_live(struct place *place)
{
	const struct group_file_options options = {
		.path = place->log,
		.bytes = LOG_BYTES,
		.segment_bytes = DELTA_SEGMENT_BYTES_MIN,
		.log = {.slow_ms = NEVER_MS, .idle_ms = NEVER_MS, .sync_home = t_not_home}};
	struct test_random random = {.state = 7};
	struct group_file_recovery recovery;
	struct group_file *file;
	char reason[256];

	assert_int_equal(group_file_open(&options, &file, &recovery, reason, sizeof(reason)), 0);
	for (uint32_t i = 0; i < BLOCKS; i++)
		t_begin(place, group_file_log(file), i);
	for (uint32_t i = 0; i < SYNCS; i++)
		t_write_and_sync(&place->block[i % BLOCKS], i % BLOCKS, &random);
}

static void t_read(const char *path, void *bytes, size_t count)
{
	FILE *file = fopen(path, "rb");

	assert_non_null(file);
	assert_int_equal(fread(bytes, 1, count, file), count);
	fclose(file);
}

static void t_make(struct place *place)
{
	int channel[2];
	pid_t child;
	int status;

	assert_non_null(mkdtemp(place->folder));
	snprintf(place->log, sizeof(place->log), "%s/log", place->folder);
	assert_int_equal(pipe(channel), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		t_live(place);
		for (uint32_t i = 0; i < BLOCKS; i++)
			if (write(channel[1], &place->block[i], sizeof(place->block[i])) !=
			    (ssize_t)sizeof(place->block[i]))
				_exit(1);
		_exit(0);
	}
	close(channel[1]);
	for (uint32_t i = 0; i < BLOCKS; i++) {
		uint8_t *into = (uint8_t *)&place->block[i];
		size_t have = 0;

		while (have < sizeof(place->block[i])) {
			ssize_t count =
				read(channel[0], into + have, sizeof(place->block[i]) - have);

			assert_true(count > 0);
			have += (size_t)count;
		}
	}
	close(channel[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	place->whole = malloc(LOG_BYTES);
	assert_non_null(place->whole);
	t_read(place->log, place->whole, LOG_BYTES);
}

/* ---- a cut ---- */

static void t_put(const char *path, const void *bytes, size_t count)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	assert_int_equal(fclose(file), 0);
}

static int t_repair(const struct place *place)
{
	char text[1024];

	return delta_said("repair", place->log, "", text, sizeof(text));
}

static void t_check(struct place *place, uint32_t number, uint32_t cut)
{
	struct block *block = &place->block[number];
	uint8_t data[BLOCK_MAX];
	uint8_t sums[SUMS_MAX];
	ssize_t length;
	ssize_t sums_length;
	bool was_synced = false;
	int fd[2];

	for (int i = 0; i < 2; i++)
		fd[i] = open(t_name(place, number, i), O_RDONLY);
	length = pread(fd[0], data, sizeof(data), 0);
	sums_length = pread(fd[1], sums, sizeof(sums), 0);
	close(fd[0]);
	close(fd[1]);
	for (uint32_t i = 0; i < block->sync_count; i++)
		was_synced |= length == (ssize_t)block->synced[i];
	if (length != 0 && !was_synced)
		fail_msg("cut at %u: block %u has %zd bytes, a length that was never synced", cut,
			 number, length);
	if (length < (ssize_t)block->least)
		fail_msg("cut at %u: block %u has %zd bytes, and %u of a shorter log", cut, number,
			 length, block->least);
	block->least = (uint32_t)length;
	assert_memory_equal(data, block->data, (size_t)length);
	for (uint32_t at = 0; at < length; at += CHUNK) {
		uint32_t left = (uint32_t)length - at;
		uint32_t sum = delta_crc(DELTA_CRC32C, 0, data + at, left < CHUNK ? left : CHUNK);
		const uint8_t *is = sums + SUMS_HEAD + at / CHUNK * 4;

		assert_true(SUMS_HEAD + at / CHUNK * 4 + 4 <= (uint32_t)sums_length);
		assert_int_equal((uint32_t)is[0] << 24 | (uint32_t)is[1] << 16 |
					 (uint32_t)is[2] << 8 | is[3],
				 sum);
	}
}

/* Nothing of the blocks had reached the disk. */
static void t_cut_and_repair(struct place *place, uint32_t cut)
{
	t_put(place->log, place->whole, cut);
	for (uint32_t i = 0; i < BLOCKS * 2; i++)
		t_put(t_name(place, i / 2, (int)(i % 2)), "", 0);
	if (t_repair(place) == 0) {
		struct stat status;

		/* It can be used again. */
		assert_int_equal(stat(place->log, &status), 0);
		assert_int_equal(status.st_size, LOG_BYTES);
	} else {
		/* Without a segment there is nothing to go by. */
		assert_true(cut < 2 * DELTA_PAGE);
	}
	for (uint32_t i = 0; i < BLOCKS; i++)
		t_check(place, i, cut);
}

/* Where the last byte of it that is not zero is. */
static uint32_t t_used(const struct place *place)
{
	uint32_t used = LOG_BYTES;

	while (used > 0 && place->whole[used - 1] == 0)
		used--;
	return used;
}

static void a_log_that_was_cut_anywhere_is_repaired(void **state)
{
	struct place place = {.folder = "/tmp/repair-cut-XXXXXX"};
	uint32_t used;

	(void)state;
	t_make(&place);
	/* To the end of its last page, and a page more. */
	used = (t_used(&place) / DELTA_PAGE + 2) * DELTA_PAGE;
	for (uint32_t cut = 0; cut < used; cut += STEP) {
		uint32_t page = cut / DELTA_PAGE * DELTA_PAGE;

		/* A byte before the page, at it, and after it. */
		for (uint32_t at = page > cut - STEP && page > 0 ? page - 1 : cut; at < cut; at++)
			if (at <= page + 1)
				t_cut_and_repair(&place, at);
		t_cut_and_repair(&place, cut);
	}
	/* What was cut off has nothing. */
	for (uint32_t i = 0; i < BLOCKS; i++)
		assert_int_equal(place.block[i].least, place.block[i].length);
	unlink(place.log);
	for (uint32_t i = 0; i < BLOCKS * 2; i++)
		unlink(t_name(&place, i / 2, (int)(i % 2)));
	free(place.whole);
	/* No mark is left. */
	assert_int_equal(rmdir(place.folder), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_log_that_was_cut_anywhere_is_repaired),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
