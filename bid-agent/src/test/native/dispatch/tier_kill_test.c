/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a process with a volume of two tiers is killed, or the machine loses its power at a
 * write of the SSD. After a kill every write that was answered is in the file. After a loss of
 * power any sectors that were not synced may be those of before, and of the write that was under
 * way any sectors: what was synced is there, and nothing that was never written.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "scripted_backend.h"
#include "test_share.h"
#include "tier_rig.h"

#define RUNS          8u
#define RUNS_EXTENDED 200u
#define WRITES_MAX    2500u
/* Rare enough for segments to come home between two. */
#define ANSWERS_OF_SYNC 700u
#define IDLE_NS         UINT64_C(1000)
#define SECTOR          TIER_RIG_SECTOR

struct writer {
	pthread_t thread;
	struct tier_rig *rig;
	struct volume *volume;
	struct volume_file *file;
	uint32_t number;
	struct test_random random;
};

/* ---- back ends that lose what was not made durable ---- */

struct losing {
	struct backend backend;
	struct bid_link done;
	struct tier_rig *rig;
	bool is_disk;
	uint32_t left; /* writes of the SSD until the power goes */
	struct test_random random;
};

static struct losing *losing_of(struct backend *backend)
{
	return bid_container_of(backend, struct losing, backend);
}

/* Some sectors of the last write arrive, and all ends. */
static void lose_power(struct losing *losing, const struct backend_transfer *transfer)
{
	for (uint32_t at = 0; at < transfer->length; at += SECTOR) {
		if (test_random_below(&losing->random, 2) == 0)
			continue;
		if (pwrite(transfer->fd, (char *)transfer->memory + at, SECTOR,
			   (off_t)(transfer->offset + at)) != SECTOR)
			abort();
	}
	_exit(0);
}

static void losing_submit(struct backend *backend, struct backend_transfer *transfer)
{
	struct losing *losing = losing_of(backend);

	transfer->result = transfer->length;
	if (transfer->op == BACKEND_WRITE && !losing->is_disk && --losing->left == 0)
		lose_power(losing, transfer);
	if (transfer->op == BACKEND_READ)
		transfer->result = pread(transfer->fd, transfer->memory, transfer->length,
					 (off_t)transfer->offset);
	else if (transfer->op == BACKEND_WRITE)
		transfer->result = pwrite(transfer->fd, transfer->memory, transfer->length,
					  (off_t)transfer->offset);
	else if (transfer->op == BACKEND_SYNC && losing->is_disk &&
		 pread(transfer->fd, losing->rig->promises->durable,
		       sizeof(losing->rig->promises->durable), 0) < 0)
		abort();
	bid_list_append(&losing->done, &transfer->link);
	eventfd_write(backend->ready_fd, 1);
}

static struct backend_transfer *losing_take_done(struct backend *backend)
{
	struct bid_link *first = bid_list_take_first(&losing_of(backend)->done);
	eventfd_t count;

	if (!first)
		eventfd_read(backend->ready_fd, &count);
	return first ? bid_container_of(first, struct backend_transfer, link) : NULL;
}

static uint64_t losing_now_ns(const struct backend *backend)
{
	struct timespec now;

	(void)backend;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void losing_close(struct backend *backend)
{
	close(backend->ready_fd);
	free(losing_of(backend));
}

static const struct backend_ops losing_ops = {
	.submit = losing_submit,
	.take_done = losing_take_done,
	.now_ns = losing_now_ns,
	.close = losing_close,
};

static struct backend *losing_open(struct tier_rig *rig, bool is_disk, uint32_t left, uint64_t seed)
{
	struct losing *losing = calloc(1, sizeof(*losing));

	if (!losing)
		abort();
	*losing = (struct losing){.backend = {.ops = &losing_ops,
					      .name = "losing",
					      .profile = {.sectors = 1u << 30,
							  .positioning_ns = 1000000,
							  .bytes_per_second = 200000000,
							  .depth = 2,
							  .rotational = is_disk},
					      .ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
					      .time_per_mille = 1000},
				  .rig = rig,
				  .is_disk = is_disk,
				  .left = left,
				  .random = {.state = seed}};
	bid_list_init(&losing->done);
	return &losing->backend;
}

/* ---- the process that ends ---- */

static void *write_on(void *context)
{
	struct writer *writer = context;

	for (;;) {
		uint64_t choice = test_random_below(&writer->random, 100);

		if (choice < 80)
			tier_rig_write(writer->rig, writer->volume, writer->file, writer->number,
				       &writer->random);
		else if (choice < 90)
			tier_rig_write_bytes(writer->rig, writer->volume, writer->file,
					     writer->number, &writer->random);
		else
			tier_rig_read(writer->rig, writer->volume, writer->file, writer->number,
				      &writer->random);
	}
	return NULL;
}

static void live(struct tier_rig *rig, struct backend *disk, struct backend *ssd, uint64_t seed)
{
	struct writer writer[TIER_RIG_WRITERS];
	struct volume *volume;
	struct volume_file *file;
	int fd = open(rig->file, O_RDWR);

	if (fd < 0 || tier_rig_volume(rig, disk, ssd, &volume) ||
	    volume_file_open(volume, fd, &file))
		abort();
	for (uint32_t i = 0; i < TIER_RIG_WRITERS; i++) {
		writer[i] = (struct writer){.rig = rig,
					    .volume = volume,
					    .file = file,
					    .number = i,
					    .random = {.state = seed * 10 + i + 1}};
		if (pthread_create(&writer[i].thread, NULL, write_on, &writer[i]))
			abort();
	}
	for (uint64_t answers = ANSWERS_OF_SYNC;; answers += ANSWERS_OF_SYNC) {
		while (atomic_load(&rig->promises->answers) < answers)
			sched_yield();
		tier_rig_sync(rig, volume, file);
		if (seed % 3 == 0)
			volume_bring_home(volume);
	}
}

/* ---- what is left of it ---- */

static uint64_t seeds(uint64_t *first)
{
	const char *extended = getenv("BID_TEST_SEED");

	*first = extended ? strtoull(extended, NULL, 10) : 1;
	return extended ? RUNS_EXTENDED : test_share(RUNS);
}

static void recover(const struct tier_rig *rig)
{
	struct volume *volume;

	assert_int_equal(
		tier_rig_volume(rig, &scripted_open()->backend, &scripted_open()->backend, &volume),
		0);
	volume_close(volume);
}

/* Begins to recover, and is killed at any moment. */
static void recover_and_die(const struct tier_rig *rig, struct test_random *random)
{
	const struct timespec wait = {.tv_nsec = (long)test_random_below(random, 3000000)};
	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0) {
		recover(rig);
		_exit(0);
	}
	nanosleep(&wait, NULL);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

static void await_answers(const struct tier_rig *rig, pid_t child, uint64_t answers)
{
	while (atomic_load(&rig->promises->answers) < answers) {
		assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
		sched_yield();
	}
}

static void what_was_answered_outlives_a_kill(void **context)
{
	uint64_t first;
	uint64_t runs = seeds(&first);

	(void)context;
	for (uint64_t seed = first; seed < first + runs; seed++) {
		struct test_random random = {.state = seed};
		struct tier_rig rig;
		pid_t child;

		tier_rig_open(&rig);
		if (seed % 2 == 0)
			rig.idle_ns = IDLE_NS;
		child = fork();
		assert_true(child >= 0);
		if (child == 0)
			live(&rig, &scripted_open()->backend, &scripted_open()->backend, seed);
		await_answers(&rig, child, 1 + test_random_below(&random, WRITES_MAX));
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		recover_and_die(&rig, &random);
		recover(&rig);
		tier_rig_check(&rig, TIER_RIG_ANSWERED, seed);
		tier_rig_close(&rig);
	}
}

/* Of each sector that is not surely on the disk, what the cache had or what was there before. */
static void lose_cache(const struct tier_rig *rig, struct test_random *random)
{
	int fd = open(rig->file, O_RDWR);

	assert_true(fd >= 0);
	for (uint32_t i = 0; i < TIER_RIG_SECTORS; i++) {
		if (test_random_below(random, 2) == 0)
			assert_int_equal(pwrite(fd, rig->promises->durable + (size_t)i * SECTOR,
						SECTOR, (off_t)i * SECTOR),
					 SECTOR);
	}
	close(fd);
}

static void what_was_synced_outlives_a_loss_of_power(void **context)
{
	uint64_t first;
	uint64_t runs = seeds(&first);

	(void)context;
	for (uint64_t seed = first; seed < first + runs; seed++) {
		struct test_random random = {.state = seed};
		uint32_t left = 1 + (uint32_t)test_random_below(&random, WRITES_MAX);
		struct tier_rig rig;
		int status;
		pid_t child;

		tier_rig_open(&rig);
		if (seed % 2 == 0)
			rig.idle_ns = IDLE_NS;
		child = fork();
		assert_true(child >= 0);
		if (child == 0)
			live(&rig, losing_open(&rig, true, 0, seed),
			     losing_open(&rig, false, left, seed), seed);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFEXITED(status));
		lose_cache(&rig, &random);
		recover_and_die(&rig, &random);
		recover(&rig);
		tier_rig_check(&rig, TIER_RIG_SYNCED, seed);
		tier_rig_close(&rig);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_answered_outlives_a_kill),
		cmocka_unit_test(what_was_synced_outlives_a_loss_of_power),
	};

	if (!tier_rig_is_possible())
		return TIER_RIG_SKIPPED;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
