/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "volume_fixture.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct backend *t_backend(enum t_engine engine, bool direct)
{
	static const struct device_options disk = {
		.ncq_depth = 1, .write_cache = -1, .read_ahead = -1};
	static const struct bid_device_profile profile = {.sectors = UINT64_C(1) << 40,
							  .positioning_ns = 8000000,
							  .bytes_per_second = 200000000,
							  .depth = 4,
							  .rotational = true};
	struct backend *backend = NULL;
	struct device *device;
	char error[128];

	if (engine != T_EMULATED) {
		backend_open_files(&profile,
				   engine == T_THREADS ? BACKEND_THREADS : BACKEND_IO_URING, direct,
				   &backend);
		return backend;
	}
	if (device_open("sata-250g", &disk, &device, error, sizeof(error)))
		fail_msg("%s", error);
	assert_int_equal(backend_open_emulated(device, 1000 * 1000, &backend), 0);
	return backend;
}

struct volume *t_volume(const struct bid_policy *policy, struct backend *backend)
{
	const struct volume_options options = {.policy = policy};
	struct volume *volume = NULL;

	assert_int_equal(volume_open(&options, backend, &volume), 0);
	return volume;
}

int t_temporary(void)
{
	char path[] = "/tmp/volume-test-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	unlink(path);
	return fd;
}

struct volume_file *t_file(struct volume *volume, int fd)
{
	struct volume_file *file = NULL;

	assert_int_equal(volume_file_open(volume, fd, &file), 0);
	return file;
}

static unsigned char t_byte(uint64_t offset, uint64_t salt)
{
	return (unsigned char)((offset * 2654435761u + salt * 40503u) >> 7);
}

void t_fill(unsigned char *memory, uint64_t offset, uint32_t length, uint64_t salt)
{
	for (uint32_t i = 0; i < length; i++)
		memory[i] = t_byte(offset + i, salt);
}

void t_expect(const unsigned char *memory, uint64_t offset, uint32_t length, uint64_t salt)
{
	for (uint32_t i = 0; i < length; i++)
		if (memory[i] != t_byte(offset + i, salt))
			fail_msg("byte %llu is another", (unsigned long long)(offset + i));
}

int t_written(uint32_t length, uint64_t salt)
{
	unsigned char *memory = malloc(length);
	int fd = t_temporary();

	assert_non_null(memory);
	t_fill(memory, 0, length, salt);
	assert_int_equal(pwrite(fd, memory, length, 0), length);
	free(memory);
	return fd;
}

int64_t t_call(struct volume *volume, struct volume_file *file, enum volume_op op, uint64_t stream,
	       uint64_t offset, uint32_t length, void *memory)
{
	const struct volume_request request = {.op = op,
					       .file = file,
					       .stream = stream,
					       .offset = offset,
					       .length = length,
					       .memory = memory};

	return volume_call(volume, &request);
}

/* ---- answers that are waited for later ---- */

void t_answers_init(struct answers *answers)
{
	memset(answers, 0, sizeof(*answers));
	pthread_mutex_init(&answers->lock, NULL);
	pthread_cond_init(&answers->changed, NULL);
}

void t_answer(void *context, int64_t result)
{
	struct answers *answers = context;

	pthread_mutex_lock(&answers->lock);
	answers->count++;
	answers->cancelled += result == -ECANCELED;
	answers->failed += result < 0 && result != -ECANCELED;
	answers->last = result;
	pthread_cond_broadcast(&answers->changed);
	pthread_mutex_unlock(&answers->lock);
}

void t_await(struct answers *answers, uint32_t count)
{
	pthread_mutex_lock(&answers->lock);
	while (answers->count < count)
		pthread_cond_wait(&answers->changed, &answers->lock);
	pthread_mutex_unlock(&answers->lock);
}

uint32_t t_count(struct answers *answers)
{
	uint32_t count;

	pthread_mutex_lock(&answers->lock);
	count = answers->count;
	pthread_mutex_unlock(&answers->lock);
	return count;
}

int t_submit(struct volume *volume, struct volume_file *file, enum volume_op op, uint64_t stream,
	     uint64_t offset, uint32_t length, void *memory, struct answers *answers)
{
	const struct volume_request request = {.op = op,
					       .file = file,
					       .stream = stream,
					       .offset = offset,
					       .length = length,
					       .memory = memory,
					       .no_wait = true,
					       .answer = t_answer,
					       .context = answers};

	return volume_submit(volume, &request);
}
