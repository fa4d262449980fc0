/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Reads and writes a block device from several threads, and knows what every block must hold. Each
 * thread has a part of the device: it reads and writes runs of blocks there, in sequence and at
 * random, zeroes some, flushes, and checks all that it reads. Every other thread goes through the
 * page cache, the others past it, sometimes with many small writes at a time. In the end all is
 * read once more past the cache.
 * usage: mixed_io DEVICE SECONDS THREADS SEED
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/aio_abi.h>
#include <linux/fs.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define BLOCK_BYTES 4096u
#define RUN_MAX     256u /* blocks: 1 MiB */
#define THREADS_MAX 32u
#define BURST       16u /* writes under way at a time */

/* What a block holds: its number and the generation of its last write, all over it. */
struct stamp {
	uint64_t block;
	uint64_t generation;
};

struct worker {
	pthread_t thread;
	const char *device;
	int fd;
	bool direct;
	uint64_t first; /* block of its part */
	uint64_t blocks;
	uint64_t random; /* state of xorshift64* */
	uint64_t cursor; /* where reading in sequence goes on, from the first */
	uint64_t *generation;
	uint64_t clock; /* the generation given out last */
	time_t end;
	unsigned char *buffer;
	uint64_t operations;
	aio_context_t burst;
};

static uint64_t next_random(struct worker *worker, uint64_t below)
{
	uint64_t x = worker->random;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	worker->random = x;
	return (x * UINT64_C(2685821657736338717) >> 16) % below;
}

static _Noreturn void fail(const struct worker *worker, const char *what, uint64_t block)
{
	fprintf(stderr, "mixed_io: %s, block %" PRIu64 ": %s (%s)\n", worker->device, block, what,
		strerror(errno));
	exit(1);
}

static void fill(unsigned char *to, uint64_t block, uint64_t generation)
{
	struct stamp stamp = {generation ? block : 0, generation};

	for (size_t at = 0; at < BLOCK_BYTES; at += sizeof(stamp))
		memcpy(to + at, &stamp, sizeof(stamp));
}

static void fill_run(struct worker *worker, uint64_t at, uint64_t blocks)
{
	uint64_t generation = ++worker->clock;

	for (uint64_t i = 0; i < blocks; i++) {
		fill(worker->buffer + i * BLOCK_BYTES, worker->first + at + i, generation);
		worker->generation[at + i] = generation;
	}
}

static void write_run(struct worker *worker, uint64_t at, uint64_t blocks)
{
	fill_run(worker, at, blocks);
	if (pwrite(worker->fd, worker->buffer, blocks * BLOCK_BYTES,
		   (off_t)((worker->first + at) * BLOCK_BYTES)) != (ssize_t)(blocks * BLOCK_BYTES))
		fail(worker, "could not be written", worker->first + at);
}

/* Block by block, each submitted by itself and none waited for before the last. */
static void write_burst(struct worker *worker, uint64_t at)
{
	struct iocb block[BURST];
	struct io_event done[BURST];

	fill_run(worker, at, BURST);
	memset(block, 0, sizeof(block));
	for (uint64_t i = 0; i < BURST; i++) {
		struct iocb *submitted = &block[i];

		block[i].aio_lio_opcode = IOCB_CMD_PWRITE;
		block[i].aio_fildes = (uint32_t)worker->fd;
		block[i].aio_buf = (uintptr_t)(worker->buffer + i * BLOCK_BYTES);
		block[i].aio_nbytes = BLOCK_BYTES;
		block[i].aio_offset = (int64_t)((worker->first + at + i) * BLOCK_BYTES);
		if (syscall(SYS_io_submit, worker->burst, 1L, &submitted) != 1)
			fail(worker, "could not be submitted", worker->first + at + i);
	}
	if (syscall(SYS_io_getevents, worker->burst, (long)BURST, (long)BURST, done, NULL) != BURST)
		fail(worker, "not all was answered", worker->first + at);
	for (uint64_t i = 0; i < BURST; i++)
		if (done[i].res != BLOCK_BYTES)
			fail(worker, "could not be written in a burst", worker->first + at);
}

static void read_run(struct worker *worker, uint64_t at, uint64_t blocks)
{
	unsigned char expected[BLOCK_BYTES];

	if (pread(worker->fd, worker->buffer, blocks * BLOCK_BYTES,
		  (off_t)((worker->first + at) * BLOCK_BYTES)) != (ssize_t)(blocks * BLOCK_BYTES))
		fail(worker, "could not be read", worker->first + at);
	errno = 0;
	for (uint64_t i = 0; i < blocks; i++) {
		fill(expected, worker->first + at + i, worker->generation[at + i]);
		if (memcmp(worker->buffer + i * BLOCK_BYTES, expected, BLOCK_BYTES) != 0)
			fail(worker, "holds what it should not", worker->first + at + i);
	}
}

/* Of the device's own means where it has them: a request that is neither read nor write. */
static void zero_run(struct worker *worker, uint64_t at, uint64_t blocks)
{
	uint64_t range[2] = {(worker->first + at) * BLOCK_BYTES, blocks * BLOCK_BYTES};

	if (ioctl(worker->fd, BLKZEROOUT, range) != 0)
		fail(worker, "could not be zeroed", worker->first + at);
	for (uint64_t i = 0; i < blocks; i++)
		worker->generation[at + i] = 0;
}

static void flush(struct worker *worker)
{
	if (fdatasync(worker->fd) != 0)
		fail(worker, "could not be flushed", worker->first);
	/* What is read from now on comes from the device again. */
	posix_fadvise(worker->fd, (off_t)(worker->first * BLOCK_BYTES),
		      (off_t)(worker->blocks * BLOCK_BYTES), POSIX_FADV_DONTNEED);
}

static void step(struct worker *worker)
{
	uint64_t what = next_random(worker, 100);
	uint64_t blocks = 1 + next_random(worker, what % 2 ? 16 : RUN_MAX);
	uint64_t at = next_random(worker, worker->blocks - blocks + 1);

	if (worker->cursor + blocks > worker->blocks)
		worker->cursor = 0;
	if (what < 40) {
		read_run(worker, worker->cursor, blocks);
		worker->cursor += blocks;
	} else if (what < 55) {
		read_run(worker, at, blocks);
	} else if (what < 70) {
		write_run(worker, worker->cursor, blocks);
		worker->cursor += blocks;
	} else if (what < 75 && worker->direct && worker->blocks - at >= BURST) {
		write_burst(worker, at);
	} else if (what < 94) {
		write_run(worker, at, blocks);
	} else if (what < 96) {
		zero_run(worker, at, blocks);
	} else {
		flush(worker);
	}
	worker->operations++;
}

static void *work(void *argument)
{
	struct worker *worker = argument;
	int cached = worker->fd;

	for (uint64_t at = 0; at < worker->blocks; at += RUN_MAX) {
		uint64_t left = worker->blocks - at;

		write_run(worker, at, left < RUN_MAX ? left : RUN_MAX);
	}
	while (time(NULL) < worker->end)
		step(worker);
	flush(worker);
	worker->fd = open(worker->device, O_RDONLY | O_DIRECT);
	if (worker->fd < 0)
		fail(worker, "could not be opened", 0);
	for (uint64_t at = 0; at < worker->blocks; at += RUN_MAX) {
		uint64_t left = worker->blocks - at;

		read_run(worker, at, left < RUN_MAX ? left : RUN_MAX);
	}
	close(worker->fd);
	syscall(SYS_io_destroy, worker->burst);
	close(cached);
	return NULL;
}

static void start(struct worker *worker, uint64_t number)
{
	worker->direct = number % 2 == 0;
	worker->fd = open(worker->device, O_RDWR | (worker->direct ? O_DIRECT : 0));
	if (worker->fd < 0)
		fail(worker, "could not be opened", 0);
	worker->first = number * worker->blocks;
	worker->generation = calloc(worker->blocks, sizeof(*worker->generation));
	worker->buffer = aligned_alloc(BLOCK_BYTES, (size_t)RUN_MAX * BLOCK_BYTES);
	if (!worker->generation || !worker->buffer ||
	    syscall(SYS_io_setup, BURST, &worker->burst) != 0)
		fail(worker, "no memory", 0);
	errno = pthread_create(&worker->thread, NULL, work, worker);
	if (errno)
		fail(worker, "no thread", 0);
}

int main(int argc, char **argv)
{
	static struct worker workers[THREADS_MAX];
	uint64_t bytes = 0, operations = 0;
	unsigned long threads = argc == 5 ? strtoul(argv[3], NULL, 10) : 0;
	int fd = argc == 5 ? open(argv[1], O_RDONLY) : -1;

	if (threads < 1 || threads > THREADS_MAX || fd < 0 || ioctl(fd, BLKGETSIZE64, &bytes)) {
		fprintf(stderr, "usage: mixed_io DEVICE SECONDS THREADS SEED\n");
		return 2;
	}
	close(fd);
	for (uint64_t i = 0; i < threads; i++) {
		workers[i].device = argv[1];
		workers[i].end = time(NULL) + strtol(argv[2], NULL, 10);
		workers[i].random = strtoull(argv[4], NULL, 10) * UINT64_C(0x9e3779b97f4a7c15) +
				    i * UINT64_C(0xbf58476d1ce4e5b9) + 1;
		workers[i].blocks = bytes / BLOCK_BYTES / threads;
		start(&workers[i], i);
	}
	for (uint64_t i = 0; i < threads; i++) {
		pthread_join(workers[i].thread, NULL);
		operations += workers[i].operations;
	}
	printf("mixed_io: %s: %" PRIu64 " operations verified\n", argv[1], operations);
	return 0;
}
