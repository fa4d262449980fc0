/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "tier_rig.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "tier/name.h"

#define LOG_BYTES   (UINT64_C(4) << 20)
#define PAGE        8u /* sectors */
#define SECTORS_MAX 16u

/* A sector of a write: its number and the write's, all over it. */
static void t_put(unsigned char *memory, uint32_t sector, uint32_t write)
{
	for (uint32_t i = 0; i < TIER_RIG_SECTOR; i += 8) {
		memcpy(memory + i, &sector, 4);
		memcpy(memory + i + 4, &write, 4);
	}
}

/* Which write a sector is of; fails when it is of several, or another sector. */
static uint32_t t_get(const unsigned char *memory, uint32_t sector, uint64_t seed)
{
	unsigned char wanted[TIER_RIG_SECTOR];
	uint32_t write;

	memcpy(&write, memory + 4, 4);
	t_put(wanted, sector, write);
	if (memcmp(memory, wanted, TIER_RIG_SECTOR) != 0)
		fail_msg("seed %llu: sector %u is torn, or another's", (unsigned long long)seed,
			 sector);
	return write;
}

bool tier_rig_is_possible(void)
{
	uint8_t definition[TIER_NAME_BYTES];
	char path[] = "/tmp/tier-test-XXXXXX";
	int fd = mkstemp(path);
	bool is_possible = fd >= 0 && tier_name(fd, definition) > 0;

	if (fd >= 0)
		close(fd);
	unlink(path);
	return is_possible;
}

void tier_rig_open(struct tier_rig *rig)
{
	unsigned char *memory = malloc(TIER_RIG_SECTORS * TIER_RIG_SECTOR);
	int fd;

	assert_non_null(memory);
	rig->idle_ns = UINT64_C(3600000000000);
	snprintf(rig->folder, sizeof(rig->folder), "/tmp/tier-test-XXXXXX");
	assert_non_null(mkdtemp(rig->folder));
	snprintf(rig->file, sizeof(rig->file), "%s/data", rig->folder);
	snprintf(rig->log, sizeof(rig->log), "%s/log", rig->folder);
	fd = open(rig->file, O_RDWR | O_CREAT, 0600);
	assert_int_equal(ftruncate(fd, sizeof(*rig->promises)), 0);
	unlink(rig->file);
	rig->promises =
		mmap(NULL, sizeof(*rig->promises), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	assert_true(rig->promises != MAP_FAILED);
	for (uint32_t sector = 0; sector < TIER_RIG_SECTORS; sector++)
		t_put(memory + (size_t)sector * TIER_RIG_SECTOR, sector, 0);
	memcpy(rig->promises->durable, memory, TIER_RIG_SECTORS * TIER_RIG_SECTOR);
	fd = open(rig->file, O_RDWR | O_CREAT, 0600);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, memory, TIER_RIG_SECTORS * TIER_RIG_SECTOR),
			 TIER_RIG_SECTORS * TIER_RIG_SECTOR);
	close(fd);
	free(memory);
}

void tier_rig_close(struct tier_rig *rig)
{
	munmap(rig->promises, sizeof(*rig->promises));
	unlink(rig->file);
	unlink(rig->log);
	rmdir(rig->folder);
}

struct backend *tier_rig_ssd(void)
{
	static const struct bid_device_profile profile = {.sectors = UINT64_C(1) << 30,
							  .positioning_ns = 50000,
							  .bytes_per_second = 1000000000,
							  .depth = 32};
	struct backend *backend = NULL;

	assert_int_equal(backend_open_files(&profile, BACKEND_THREADS, true, &backend), 0);
	return backend;
}

struct backend *tier_rig_disk(void)
{
	static const struct bid_device_profile profile = {.sectors = UINT64_C(1) << 40,
							  .positioning_ns = 8000000,
							  .bytes_per_second = 200000000,
							  .depth = 4,
							  .rotational = true};
	struct backend *backend = NULL;

	assert_int_equal(backend_open_files(&profile, BACKEND_THREADS, true, &backend), 0);
	return backend;
}

int tier_rig_volume(const struct tier_rig *rig, struct backend *disk, struct backend *ssd,
		    struct volume **volume)
{
	const struct volume_options options = {
		.policy = &bid_hybrid_policy,
		.second = {.path = rig->log,
			   .bytes = LOG_BYTES,
			   .idle_ns = rig->idle_ns,
			   .backend = ssd},
	};

	return volume_open(&options, disk, volume);
}

/* A sector of the writer's, so that as many follow as it may write. */
static uint32_t t_place(uint32_t writer, struct test_random *random, uint32_t *sectors)
{
	uint32_t pages = TIER_RIG_SECTORS / PAGE / TIER_RIG_WRITERS;
	uint32_t page = (uint32_t)test_random_below(random, pages / 2) * 2;
	uint32_t first = (writer * pages + page) * PAGE;
	uint32_t from = (uint32_t)test_random_below(random, 2)
				? 0
				: (uint32_t)test_random_below(random, PAGE);

	*sectors = 1 + (uint32_t)test_random_below(random, SECTORS_MAX - from);
	return first + from;
}

int64_t tier_rig_write(const struct tier_rig *rig, struct volume *volume, struct volume_file *file,
		       uint32_t writer, struct test_random *random)
{
	struct tier_rig_promises *promises = rig->promises;
	unsigned char memory[SECTORS_MAX * TIER_RIG_SECTOR];
	uint32_t sectors;
	uint32_t first = t_place(writer, random, &sectors);
	struct volume_request request = {.op = VOLUME_WRITE,
					 .file = file,
					 .stream = 100 + writer,
					 .offset = (uint64_t)first * TIER_RIG_SECTOR,
					 .length = sectors * TIER_RIG_SECTOR,
					 .memory = memory};
	int64_t result;

	for (uint32_t i = 0; i < sectors; i++)
		t_put(memory + (size_t)i * TIER_RIG_SECTOR, first + i,
		      atomic_fetch_add(&promises->begun[first + i], 1) + 1);
	result = volume_call(volume, &request);
	if (result != request.length)
		return result;
	for (uint32_t i = 0; i < sectors; i++)
		atomic_store(&promises->answered[first + i],
			     atomic_load(&promises->begun[first + i]));
	atomic_fetch_add(&promises->answers, 1);
	return result;
}

int64_t tier_rig_write_bytes(struct tier_rig *rig, struct volume *volume, struct volume_file *file,
			     uint32_t writer, struct test_random *random)
{
	unsigned char memory[2 * TIER_RIG_SECTOR];
	uint32_t sectors;
	uint32_t first = t_place(writer, random, &sectors);
	uint32_t from = (uint32_t)test_random_below(random, TIER_RIG_SECTOR);
	uint32_t count = sectors > 1 ? 2 : 1;
	struct volume_request request = {.op = VOLUME_WRITE,
					 .file = file,
					 .stream = 100 + writer,
					 .offset = (uint64_t)first * TIER_RIG_SECTOR + from,
					 .memory = memory + from};

	for (uint32_t i = 0; i < count; i++)
		t_put(memory + (size_t)i * TIER_RIG_SECTOR, first + i,
		      atomic_load(&rig->promises->answered[first + i]));
	request.length = 1 + (uint32_t)test_random_below(random, count * TIER_RIG_SECTOR - from);
	return volume_call(volume, &request);
}

void tier_rig_read(struct tier_rig *rig, struct volume *volume, struct volume_file *file,
		   uint32_t writer, struct test_random *random)
{
	unsigned char memory[SECTORS_MAX * TIER_RIG_SECTOR];
	uint32_t sectors;
	uint32_t first = t_place(writer, random, &sectors);
	const struct volume_request request = {.op = VOLUME_READ,
					       .file = file,
					       .stream = 200 + writer,
					       .offset = (uint64_t)first * TIER_RIG_SECTOR,
					       .length = sectors * TIER_RIG_SECTOR,
					       .memory = memory};

	assert_int_equal(volume_call(volume, &request), request.length);
	for (uint32_t i = 0; i < sectors; i++) {
		uint32_t write = t_get(memory + (size_t)i * TIER_RIG_SECTOR, first + i, 0);

		assert_int_equal(write, atomic_load(&rig->promises->answered[first + i]));
	}
}

int64_t tier_rig_sync(struct tier_rig *rig, struct volume *volume, struct volume_file *file)
{
	const struct volume_request request = {.op = VOLUME_SYNC, .file = file, .stream = 1};
	uint32_t *before = malloc(TIER_RIG_SECTORS * sizeof(*before));
	int64_t result;

	assert_non_null(before);
	for (uint32_t i = 0; i < TIER_RIG_SECTORS; i++)
		before[i] = atomic_load(&rig->promises->answered[i]);
	result = volume_call(volume, &request);
	for (uint32_t i = 0; result == 0 && i < TIER_RIG_SECTORS; i++)
		atomic_store(&rig->promises->synced[i], before[i]);
	free(before);
	return result;
}

void tier_rig_check(const struct tier_rig *rig, enum tier_rig_promise promise, uint64_t seed)
{
	unsigned char *memory = malloc(TIER_RIG_SECTORS * TIER_RIG_SECTOR);
	int fd = open(rig->file, O_RDONLY);

	assert_non_null(memory);
	assert_true(fd >= 0);
	assert_int_equal(pread(fd, memory, TIER_RIG_SECTORS * TIER_RIG_SECTOR, 0),
			 TIER_RIG_SECTORS * TIER_RIG_SECTOR);
	for (uint32_t i = 0; i < TIER_RIG_SECTORS; i++) {
		uint32_t write = t_get(memory + (size_t)i * TIER_RIG_SECTOR, i, seed);
		uint32_t least =
			atomic_load(promise == TIER_RIG_SYNCED ? &rig->promises->synced[i]
							       : &rig->promises->answered[i]);

		if (write < least || write > atomic_load(&rig->promises->begun[i]))
			fail_msg("seed %llu: sector %u is of write %u, not of %u to %u",
				 (unsigned long long)seed, i, write, least,
				 (unsigned)atomic_load(&rig->promises->begun[i]));
	}
	close(fd);
	free(memory);
}
