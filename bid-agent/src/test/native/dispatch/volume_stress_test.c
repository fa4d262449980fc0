/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: many threads read and write volumes at random under every policy and by every
 * engine, each with its own idea of what its file holds.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "test_random.h"
#include "tested_policies.h"
#include "volume_fixture.h"

#define WORKERS      6u
#define WORK         50u
#define WORK_BYTES   ((uint32_t)(512 * KIB))
#define WORK_LONGEST 70000u

struct worker {
	struct volume *volume;
	uint64_t number;
	char fault[96];
};

static int64_t work_write(struct worker *worker, struct volume_file *file, uint32_t offset,
			  uint32_t length, unsigned char *known, bool background)
{
	const struct volume_request request = {.op = VOLUME_WRITE,
					       .file = file,
					       .stream = worker->number,
					       .service_class = worker->number % BID_CLASSES,
					       .background = background,
					       .offset = offset,
					       .length = length,
					       .memory = known + offset};

	return volume_call(worker->volume, &request);
}

static void work_step(struct worker *worker, struct volume_file *file, unsigned char *known,
		      unsigned char *memory, struct test_random *random)
{
	uint32_t offset = (uint32_t)test_random_below(random, WORK_BYTES);
	uint32_t length = 1 + (uint32_t)test_random_below(random, WORK_LONGEST);
	uint64_t kind = test_random_below(random, 10);
	int64_t result;

	length = length < WORK_BYTES - offset ? length : WORK_BYTES - offset;
	if (kind == 0) {
		volume_announce(worker->volume, file, worker->number, offset, length * UINT64_C(4),
				(uint8_t)test_random_below(random, BID_CLASSES));
		return;
	}
	if (kind == 1) {
		result = t_call(worker->volume, file, VOLUME_SYNC, worker->number, 0, 0, NULL);
		if (result != 0)
			snprintf(worker->fault, sizeof(worker->fault), "a sync failed: %lld",
				 (long long)result);
		return;
	}
	if (kind < 5) {
		for (uint32_t i = 0; i < length; i++)
			known[offset + i] = (unsigned char)test_random_below(random, 256);
		result = work_write(worker, file, offset, length, known, kind == 2);
	} else {
		result = t_call(worker->volume, file, VOLUME_READ, worker->number, offset, length,
				memory);
		if (result == length && memcmp(memory, known + offset, length) != 0)
			snprintf(worker->fault, sizeof(worker->fault),
				 "other bytes than were written, from %u on", offset);
	}
	if (result != length)
		snprintf(worker->fault, sizeof(worker->fault), "%lld instead of %u bytes",
			 (long long)result, length);
}

static void *work(void *context)
{
	struct worker *worker = context;
	struct test_random random = {worker->number + 1};
	unsigned char *known = calloc(1, WORK_BYTES);
	unsigned char *memory = malloc(WORK_LONGEST);
	char path[] = "/tmp/volume-test-XXXXXX";
	int fd = mkstemp(path);
	struct volume_file *file = NULL;

	unlink(path);
	if (!known || !memory || fd < 0 || ftruncate(fd, WORK_BYTES) ||
	    volume_file_open(worker->volume, fd, &file)) {
		snprintf(worker->fault, sizeof(worker->fault), "no file");
		return NULL;
	}
	for (uint32_t i = 0; i < WORK && !worker->fault[0]; i++)
		work_step(worker, file, known, memory, &random);
	volume_file_close(file);
	close(fd);
	free(known);
	free(memory);
	return NULL;
}

static void t_stress(const struct bid_policy *policy, enum t_engine engine, uint32_t places)
{
	const struct volume_options options = {.policy = policy,
					       .setup = {.max_outstanding = places}};
	struct backend *backend = t_backend(engine, engine == T_IO_URING);
	struct worker workers[WORKERS];
	pthread_t threads[WORKERS];
	struct volume *volume = NULL;

	if (!backend)
		return;
	assert_int_equal(volume_open(&options, backend, &volume), 0);
	for (uint32_t i = 0; i < WORKERS; i++) {
		workers[i] = (struct worker){.volume = volume, .number = i};
		assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
	}
	for (uint32_t i = 0; i < WORKERS; i++) {
		pthread_join(threads[i], NULL);
		if (workers[i].fault[0])
			fail_msg("%s, %s: %s", policy->name, volume_engine(volume),
				 workers[i].fault);
	}
	volume_close(volume);
}

/*
 * Where time passes fast: some policies wait on purpose. With two places most wait for one, and
 * writes that nobody waits for have one of them.
 */
static void many_threads_find_what_they_wrote_under_every_policy(void **state)
{
	(void)state;
	for (size_t i = 0; i < policies_under_test_count; i++) {
		t_stress(policies_under_test[i], T_EMULATED, 256);
		t_stress(policies_under_test[i], T_EMULATED, 2);
	}
}

static void many_threads_find_what_they_wrote_by_every_engine(void **state)
{
	(void)state;
	for (int engine = 0; engine < T_ENGINES; engine++) {
		t_stress(&noop_policy, (enum t_engine)engine, 256);
		t_stress(&bid_announced_policy, (enum t_engine)engine, 256);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_threads_find_what_they_wrote_under_every_policy),
		cmocka_unit_test(many_threads_find_what_they_wrote_by_every_engine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
