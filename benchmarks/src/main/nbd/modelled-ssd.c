/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A plugin of nbdkit: an SSD in memory whose requests and flushes take as long as is said, for
 * file systems that are compared on the same device. Requests run beside each other; flushes one
 * after the other, as there is one cache to be emptied. docs/benchmarks/bid-delta.md has how it is
 * mounted.
 */
#define NBDKIT_API_VERSION 2
#include <nbdkit-plugin.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define THREAD_MODEL NBDKIT_THREAD_MODEL_PARALLEL
#define NS_PER_US    1000
#define NS_PER_SEC   1000000000

static unsigned char *memory;
static size_t size = (size_t)6 << 30;
static long read_us = 80;
static long write_us = 60;
static long flush_us = 1000;
static pthread_mutex_t flushing = PTHREAD_MUTEX_INITIALIZER;

static void take(long us)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += us * NS_PER_US;
	until.tv_sec += until.tv_nsec / NS_PER_SEC;
	until.tv_nsec %= NS_PER_SEC;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

static int ssd_config(const char *key, const char *value)
{
	if (!strcmp(key, "read_us"))
		read_us = atol(value);
	else if (!strcmp(key, "write_us"))
		write_us = atol(value);
	else if (!strcmp(key, "flush_us"))
		flush_us = atol(value);
	else
		return -1;
	return 0;
}

static int ssd_get_ready(void)
{
	memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return memory == MAP_FAILED ? -1 : 0;
}

static void *ssd_open(int readonly)
{
	(void)readonly;
	return NBDKIT_HANDLE_NOT_NEEDED;
}

static int64_t ssd_get_size(void *handle)
{
	(void)handle;
	return (int64_t)size;
}

static int ssd_pread(void *handle, void *to, uint32_t count, uint64_t offset, uint32_t flags)
{
	(void)handle;
	(void)flags;
	take(read_us);
	memcpy(to, memory + offset, count);
	return 0;
}

static int ssd_pwrite(void *handle, const void *from, uint32_t count, uint64_t offset,
		      uint32_t flags)
{
	(void)handle;
	(void)flags;
	take(write_us);
	memcpy(memory + offset, from, count);
	return 0;
}

static int ssd_flush(void *handle, uint32_t flags)
{
	(void)handle;
	(void)flags;
	pthread_mutex_lock(&flushing);
	take(flush_us);
	pthread_mutex_unlock(&flushing);
	return 0;
}

static struct nbdkit_plugin plugin = {
	.name = "modelled-ssd",
	.config = ssd_config,
	.get_ready = ssd_get_ready,
	.open = ssd_open,
	.get_size = ssd_get_size,
	.pread = ssd_pread,
	.pwrite = ssd_pwrite,
	.flush = ssd_flush,
};

NBDKIT_REGISTER_PLUGIN(plugin)
