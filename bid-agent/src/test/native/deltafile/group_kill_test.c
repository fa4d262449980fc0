/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: writers sync blocks through a log with its threads, in a process that is killed.
 * Of what it had not synced at home any sectors are on the disk then. Recovery must bring back each
 * byte that was acknowledged, in a state that agrees with the sums.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "delta/crc.h"
#include "deltafile/group_file.h"
#include "test_random.h"

#define KILLS          10u
#define KILLS_EXTENDED 200u
#define WRITERS        3u
#define BLOCKS         48u /* of each writer */
#define BLOCK_MAX      (96u << 10)
#define CHUNK          512u
#define SECTOR         512u
#define SUMS_HEAD      7u
#define SUMS_MAX       (SUMS_HEAD + BLOCK_MAX / CHUNK * 4)

/* What the disk has of a file for sure. */
struct disk {
	atomic_uint_least64_t inode;
	uint64_t length;
	uint8_t bytes[BLOCK_MAX + CHUNK];
};

/* What outlives the process that is killed. */
struct shared {
	struct disk disk[WRITERS][BLOCKS][2];
	atomic_uint_least64_t acknowledged[WRITERS][BLOCKS];
	atomic_bool by_home[WRITERS][BLOCKS];
	atomic_uint_least64_t by_log;
	atomic_bool finished; /* all blocks are written */
};

struct run {
	uint64_t seed;
	char folder[64];
	struct shared *shared;
	struct group_file *file;
};

struct writer {
	struct run *run;
	uint32_t number;
	struct test_random random;
};

static uint64_t replayed;

static uint8_t t_byte(uint32_t writer, uint32_t block, uint64_t offset)
{
	return (uint8_t)((offset * 31 + block * 7 + writer) ^ offset >> 8);
}

static char *t_name(const struct run *run, uint32_t writer, uint32_t block, int which, char *path)
{
	snprintf(path, 128, "%s/b%u-%u.%d", run->folder, writer, block, which);
	return path;
}

/* ---- the process that is killed ---- */

static struct disk *t_disk_of(struct shared *shared, uint64_t inode)
{
	for (uint32_t i = 0; i < WRITERS * BLOCKS * 2; i++) {
		struct disk *disk = &shared->disk[0][0][0] + i;

		if (atomic_load(&disk->inode) == inode)
			return disk;
	}
	return NULL;
}

/* Being killed within leaves some of it there, as a disk does. */
static int t_sync_home(void *context, int fd)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct shared *shared = context;
	struct stat status;
	struct disk *disk;
	ssize_t count = -1;

	if (fstat(fd, &status))
		return -errno;
	disk = t_disk_of(shared, status.st_ino);
	pthread_mutex_lock(&lock);
	if (disk)
		count = pread(fd, disk->bytes, sizeof(disk->bytes), 0);
	if (count > 0)
		disk->length = (uint64_t)count;
	pthread_mutex_unlock(&lock);
	return count > 0 ? 0 : -EIO;
}

static void t_put_sums(int fd, uint8_t *data, uint64_t from, uint64_t length)
{
	static const uint8_t head[SUMS_HEAD] = {0, 1, 2, 0, 0, 2, 0};
	uint64_t chunk = from / CHUNK;

	if (from == 0 && pwrite(fd, head, SUMS_HEAD, 0) != SUMS_HEAD)
		abort();
	for (; chunk * CHUNK < length; chunk++) {
		uint64_t left = length - chunk * CHUNK;
		uint32_t sum = delta_crc(DELTA_CRC32C, 0, data + chunk * CHUNK,
					 left < CHUNK ? left : CHUNK);
		uint8_t bytes[4];

		for (int i = 0; i < 4; i++)
			bytes[i] = (uint8_t)(sum >> (24 - 8 * i));
		if (pwrite(fd, bytes, 4, (off_t)(SUMS_HEAD + chunk * 4)) != 4)
			abort();
	}
	if (lseek(fd, (off_t)(SUMS_HEAD + chunk * 4), SEEK_SET) < 0)
		abort();
}

/* Half of what the log was given is waited for with what comes later. */
static void t_sync(struct writer *writer, uint32_t block, struct group_stream *stream, int *fd,
		   uint64_t length)
{
	struct shared *shared = writer->run->shared;
	uint64_t commit;

	if (group_stream_put(stream, &commit) == 0) {
		if (test_random_below(&writer->random, 2))
			return;
		if (group_stream_await(stream, commit))
			abort();
		atomic_store(&shared->by_home[writer->number][block], false);
		atomic_fetch_add(&shared->by_log, 1);
	} else if (!t_sync_home(shared, fd[1]) && !t_sync_home(shared, fd[0])) {
		atomic_store(&shared->by_home[writer->number][block], true);
		(void)group_stream_synced(stream);
	} else {
		abort();
	}
	atomic_store(&shared->acknowledged[writer->number][block], length);
}

static void t_write_block(struct writer *writer, uint32_t block)
{
	static const uint32_t most[] = {40, 600, 3000, 70000};
	struct run *run = writer->run;
	uint8_t *data = malloc(BLOCK_MAX);
	struct group_stream *stream;
	uint64_t length = 0;
	char name[2][128];
	struct delta_definition definition = {.block = block, .stamp = writer->number + 1};
	int fd[2];

	for (int i = 0; i < 2; i++) {
		struct stat status;

		fd[i] = open(t_name(run, writer->number, block, i, name[i]), O_RDWR | O_CREAT,
			     0600);
		if (!data || fd[i] < 0 || fstat(fd[i], &status))
			abort();
		atomic_store(&run->shared->disk[writer->number][block][i].inode, status.st_ino);
	}
	definition.block += (uint64_t)writer->number * BLOCKS;
	definition.root = (struct delta_text){run->folder, (uint16_t)strlen(run->folder)};
	definition.data.bytes = strrchr(name[0], '/') + 1;
	definition.data.length = (uint16_t)strlen(definition.data.bytes);
	definition.checksum.bytes = strrchr(name[1], '/') + 1;
	definition.checksum.length = (uint16_t)strlen(definition.checksum.bytes);
	if (group_stream_open(group_file_log(run->file), &definition, fd, CHUNK, &stream))
		abort();
	while (length < BLOCK_MAX) {
		uint64_t count = 1 + test_random_below(&writer->random,
						       most[test_random_below(&writer->random, 4)]);
		uint64_t from = length;

		length = length + count < BLOCK_MAX ? length + count : BLOCK_MAX;
		for (uint64_t i = from; i < length; i++)
			data[i] = t_byte(writer->number, block, i);
		if (write(fd[0], data + from, length - from) != (ssize_t)(length - from))
			abort();
		t_put_sums(fd[1], data, from, length);
		if (test_random_below(&writer->random, 3) > 0)
			t_sync(writer, block, stream, fd, length);
	}
	if (group_stream_close(stream))
		abort();
	close(fd[0]);
	close(fd[1]);
	free(data);
}

static void *t_write(void *context)
{
	struct writer *writer = context;

	for (uint32_t block = 0; block < BLOCKS; block++)
		t_write_block(writer, block);
	return NULL;
}

static int t_open_log(struct run *run, struct group_file_recovery *recovery)
{
	char path[128];
	char reason[256];
	char *const folders[] = {run->folder};
	const struct group_file_options options = {.path = path,
						   .folders = folders,
						   .folder_count = 1,
						   .bytes =
							   DELTA_PAGE + 5 * DELTA_SEGMENT_BYTES_MIN,
						   .segment_bytes = DELTA_SEGMENT_BYTES_MIN,
						   .log = {.slow_ms = 60000,
							   .idle_ms = 60000,
							   .sync_home = t_sync_home,
							   .context = run->shared}};

	snprintf(path, sizeof(path), "%s/log", run->folder);
	return group_file_open(&options, &run->file, recovery, reason, sizeof(reason));
}

static void t_live(struct run *run)
{
	struct writer writer[WRITERS];
	pthread_t thread[WRITERS];
	struct group_file_recovery recovery;

	if (t_open_log(run, &recovery))
		abort();
	for (uint32_t i = 0; i < WRITERS; i++) {
		writer[i] = (struct writer){
			.run = run, .number = i, .random = {.state = run->seed * 100 + i}};
		if (pthread_create(&thread[i], NULL, t_write, &writer[i]))
			abort();
	}
	for (uint32_t i = 0; i < WRITERS; i++)
		pthread_join(thread[i], NULL);
	atomic_store(&run->shared->finished, true);
	for (;;)
		pause();
}

/* ---- what is left of it ---- */

/* Of sectors that are not surely on the disk some are, and of the length as much as there is. */
static void t_lose(const struct disk *disk, const char *path, struct test_random *random)
{
	uint8_t *cache = calloc(1, sizeof(disk->bytes));
	int fd = open(path, O_RDWR);
	ssize_t length;
	uint64_t kept;

	assert_non_null(cache);
	if (fd < 0) {
		free(cache);
		return;
	}
	length = pread(fd, cache, sizeof(disk->bytes), 0);
	assert_true(length >= 0 && (uint64_t)length >= disk->length);
	kept = disk->length + test_random_below(random, (uint64_t)length - disk->length + 1);
	for (uint64_t at = 0; at < kept; at += SECTOR) {
		uint64_t count = kept - at < SECTOR ? kept - at : SECTOR;

		/* Past its end the disk has zeros. */
		if (test_random_below(random, 2))
			memcpy(cache + at, disk->bytes + at, count);
	}
	assert_int_equal(pwrite(fd, cache, kept, 0), kept);
	assert_int_equal(ftruncate(fd, (off_t)kept), 0);
	close(fd);
	free(cache);
}

/* Data that agree with their sums. */
static uint64_t t_verified(const uint8_t *data, uint64_t length, const uint8_t *sums,
			   uint64_t sums_length)
{
	uint64_t at = 0;

	while (at < length && SUMS_HEAD + (at / CHUNK + 1) * 4 <= sums_length) {
		uint64_t count = length - at < CHUNK ? length - at : CHUNK;
		const uint8_t *sum = sums + SUMS_HEAD + at / CHUNK * 4;
		uint32_t wanted = (uint32_t)sum[0] << 24 | (uint32_t)sum[1] << 16 |
				  (uint32_t)sum[2] << 8 | sum[3];

		if (delta_crc(DELTA_CRC32C, 0, data + at, count) != wanted)
			break;
		at += count;
	}
	return at;
}

static uint64_t t_get(const char *path, uint8_t *bytes, size_t most)
{
	int fd = open(path, O_RDONLY);
	ssize_t count = fd < 0 ? 0 : pread(fd, bytes, most, 0);

	if (fd >= 0)
		close(fd);
	assert_true(count >= 0);
	return (uint64_t)count;
}

static void t_check(const struct run *run, uint32_t writer, uint32_t block)
{
	static uint8_t data[BLOCK_MAX];
	static uint8_t sums[SUMS_MAX];
	char path[128];
	uint64_t length = t_get(t_name(run, writer, block, 0, path), data, sizeof(data));
	uint64_t sums_length = t_get(t_name(run, writer, block, 1, path), sums, sizeof(sums));
	uint64_t verified = t_verified(data, length, sums, sums_length);
	uint64_t needed = atomic_load(&run->shared->acknowledged[writer][block]);

	/* HDFS's own gap after a sync of its own. */
	if (atomic_load(&run->shared->by_home[writer][block]))
		needed -= needed % CHUNK;
	if (verified < needed)
		fail_msg("seed %llu: block %u-%u has %llu bytes of %llu",
			 (unsigned long long)run->seed, writer, block, (unsigned long long)verified,
			 (unsigned long long)needed);
	for (uint64_t i = 0; i < verified; i++)
		assert_int_equal(data[i], t_byte(writer, block, i));
	unlink(t_name(run, writer, block, 0, path));
	unlink(t_name(run, writer, block, 1, path));
}

static uint64_t t_kill_and_recover(uint64_t seed)
{
	struct test_random random = {.state = seed};
	struct run run = {.seed = seed, .folder = "/tmp/group-kill-XXXXXX"};
	struct group_file_recovery recovery;
	uint64_t wanted = 1 + test_random_below(&random, 600);
	uint64_t by_log;
	char path[128];
	pid_t child;
	int shared;

	assert_non_null(mkdtemp(run.folder));
	snprintf(path, sizeof(path), "%s/shared", run.folder);
	shared = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
	assert_int_equal(ftruncate(shared, sizeof(*run.shared)), 0);
	unlink(path);
	run.shared = mmap(NULL, sizeof(*run.shared), PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
	close(shared);
	assert_ptr_not_equal(run.shared, MAP_FAILED);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		t_live(&run);
	while (atomic_load(&run.shared->by_log) < wanted && !atomic_load(&run.shared->finished) &&
	       waitpid(child, NULL, WNOHANG) == 0)
		sched_yield();
	assert_int_equal(kill(child, SIGKILL), 0);
	assert_int_equal(waitpid(child, NULL, 0), child);
	for (uint32_t i = 0; i < WRITERS * BLOCKS * 2; i++)
		t_lose(&run.shared->disk[i / BLOCKS / 2][i / 2 % BLOCKS][i % 2],
		       t_name(&run, i / BLOCKS / 2, i / 2 % BLOCKS, (int)(i % 2), path), &random);
	assert_int_equal(t_open_log(&run, &recovery), 0);
	replayed += recovery.replayed;
	group_file_close(run.file);
	for (uint32_t i = 0; i < WRITERS * BLOCKS; i++)
		t_check(&run, i / BLOCKS, i % BLOCKS);
	by_log = atomic_load(&run.shared->by_log);
	snprintf(path, sizeof(path), "%s/log", run.folder);
	unlink(path);
	/* Nor is there a mark. */
	assert_int_equal(rmdir(run.folder), 0);
	munmap(run.shared, sizeof(*run.shared));
	return by_log;
}

static void what_was_acknowledged_outlives_a_kill(void **state)
{
	const char *wanted = getenv("BID_TEST_SEED");
	uint64_t first = wanted ? strtoull(wanted, NULL, 10) : 1;
	uint64_t kills = wanted ? KILLS_EXTENDED : KILLS;
	uint64_t by_log = 0;

	(void)state;
	for (uint64_t i = 0; i < kills; i++)
		by_log += t_kill_and_recover(first + i);
	print_message("%llu kills, %llu syncs by the log, %llu blocks replayed\n",
		      (unsigned long long)kills, (unsigned long long)by_log,
		      (unsigned long long)replayed);
	assert_true(by_log > 0 && replayed > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_acknowledged_outlives_a_kill),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
