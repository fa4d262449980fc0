/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a log with its threads, on a device in memory that can be held up and can fail, and
 * in a file.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "delta/log.h"
#include "deltafile/area_file.h"
#include "deltafile/group_file.h"

#define SEGMENTS 5u
#define CHUNK    512u
#define SYNCERS  8u
#define LONG_MS  600000u
/* More than enough to go on in, less than the pause. */
#define STOPPED_SLOW_MS 2000u

static const struct delta_geometry geometry = {
	.uuid = {7}, .segment_bytes = DELTA_SEGMENT_BYTES_MIN, .segments = SEGMENTS};

/* A device, and the disk at home. */
struct machine {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct delta_area area;
	struct group_log *log;
	uint8_t *memory;
	bool is_held; /* writes wait */
	int error;    /* of writes */
	int home_error;
	uint64_t reads;
};

static int t_read(void *context, uint64_t offset, uint8_t *memory, uint32_t bytes)
{
	struct machine *machine = context;

	pthread_mutex_lock(&machine->lock);
	memcpy(memory, machine->memory + offset, bytes);
	machine->reads++;
	pthread_mutex_unlock(&machine->lock);
	return 0;
}

static int t_write(void *context, uint64_t offset, const uint8_t *memory, uint32_t bytes)
{
	struct machine *machine = context;
	int error;

	pthread_mutex_lock(&machine->lock);
	while (machine->is_held)
		pthread_cond_wait(&machine->changed, &machine->lock);
	error = machine->error;
	if (!error)
		memcpy(machine->memory + offset, memory, bytes);
	pthread_mutex_unlock(&machine->lock);
	return error;
}

static int t_home(void *context, int fd)
{
	struct machine *machine = context;
	int error;

	assert_true(lseek(fd, 0, SEEK_CUR) >= 0);
	pthread_mutex_lock(&machine->lock);
	error = machine->home_error;
	pthread_mutex_unlock(&machine->lock);
	return error;
}

static const struct delta_area_ops area_ops = {.read = t_read, .write = t_write};

static void t_set(struct machine *machine, bool is_held, int error, int home_error)
{
	pthread_mutex_lock(&machine->lock);
	machine->is_held = is_held;
	machine->error = error;
	machine->home_error = home_error;
	pthread_cond_broadcast(&machine->changed);
	pthread_mutex_unlock(&machine->lock);
}

static void t_start_looking(struct machine *machine, uint64_t slow_ms, uint64_t idle_ms,
			    uint64_t look_ms)
{
	const struct group_log_options options = {.slow_ms = slow_ms,
						  .idle_ms = idle_ms,
						  .look_ms = look_ms,
						  .sync_home = t_home,
						  .context = machine};
	uint8_t page[DELTA_PAGE];

	*machine = (struct machine){.area = {.ops = &area_ops, .context = machine},
				    .memory = calloc(1, delta_file_bytes(&geometry))};
	assert_non_null(machine->memory);
	pthread_mutex_init(&machine->lock, NULL);
	pthread_cond_init(&machine->changed, NULL);
	assert_int_equal(delta_log_format(&machine->area, &geometry, page), 0);
	assert_int_equal(group_log_start(&machine->area, &geometry, 1, &options, &machine->log), 0);
}

static void t_start(struct machine *machine, uint64_t slow_ms, uint64_t idle_ms)
{
	t_start_looking(machine, slow_ms, idle_ms, 0);
}

static void t_stop(struct machine *machine)
{
	assert_int_equal(group_log_stop(machine->log), 0);
	pthread_cond_destroy(&machine->changed);
	pthread_mutex_destroy(&machine->lock);
	free(machine->memory);
}

static struct group_log_statistics t_statistics(const struct machine *machine)
{
	struct group_log_statistics statistics;

	group_log_statistics(machine->log, &statistics);
	return statistics;
}

/* A block that is being written: what it has does not matter here. */
struct block {
	struct group_stream *stream;
	int fd[2];
};

static int t_file(void)
{
	char path[] = "/tmp/group-log-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	unlink(path);
	return fd;
}

static void t_append(struct block *block, uint32_t count)
{
	uint8_t *bytes = calloc(1, count);
	off_t length;
	off_t sums;

	assert_non_null(bytes);
	assert_int_equal(write(block->fd[0], bytes, count), count);
	length = lseek(block->fd[0], 0, SEEK_CUR);
	sums = 7 + (length + CHUNK - 1) / CHUNK * 4;
	assert_int_equal(ftruncate(block->fd[1], sums), 0);
	assert_int_equal(lseek(block->fd[1], sums, SEEK_SET), sums);
	free(bytes);
}

static void t_begin(const struct machine *machine, struct block *block, uint64_t number)
{
	const struct delta_definition definition = {.block = number,
						    .stamp = 1,
						    .root = {"/v", 2},
						    .data = {"rbw/b", 5},
						    .checksum = {"rbw/m", 5}};

	block->fd[0] = t_file();
	block->fd[1] = t_file();
	assert_int_equal(
		group_stream_open(machine->log, &definition, block->fd, CHUNK, &block->stream), 0);
}

static int t_end(struct block *block)
{
	int error = group_stream_close(block->stream);

	close(block->fd[0]);
	close(block->fd[1]);
	return error;
}

/* Returns as the put, when that failed, or the wait for it. */
static int t_sync(const struct block *block)
{
	uint64_t commit;
	int error = group_stream_put(block->stream, &commit);

	return error ? error : group_stream_await(block->stream, commit);
}

static void *t_append_and_sync(void *context)
{
	struct block *block = context;

	t_append(block, 100);
	return (void *)(intptr_t)t_sync(block);
}

static void syncs_that_come_during_a_write_go_out_together(void **state)
{
	struct machine machine;
	struct block block[SYNCERS];
	pthread_t thread[SYNCERS];

	(void)state;
	t_start(&machine, LONG_MS, LONG_MS);
	t_set(&machine, true, 0, 0);
	for (uint32_t i = 0; i < SYNCERS; i++) {
		t_begin(&machine, &block[i], i + 1);
		assert_int_equal(pthread_create(&thread[i], NULL, t_append_and_sync, &block[i]), 0);
	}
	while (t_statistics(&machine).streams < SYNCERS)
		sched_yield();
	t_set(&machine, false, 0, 0);
	for (uint32_t i = 0; i < SYNCERS; i++) {
		void *error;

		pthread_join(thread[i], &error);
		assert_null(error);
	}
	/* What the first one found, and all others. */
	assert_in_range(t_statistics(&machine).commits, 1, 2);
	assert_int_equal(t_statistics(&machine).syncs, SYNCERS);
	for (uint32_t i = 0; i < SYNCERS; i++)
		assert_int_equal(t_end(&block[i]), 0);
	assert_int_equal(t_statistics(&machine).homes, SYNCERS);
	t_stop(&machine);
}

/* Of one writer, who goes on before they are durable. */
static void puts_of_a_stream_go_out_together(void **state)
{
	struct machine machine;
	struct block block;
	uint64_t commit[SYNCERS];

	(void)state;
	t_start(&machine, LONG_MS, LONG_MS);
	t_begin(&machine, &block, 1);
	t_set(&machine, true, 0, 0);
	for (uint32_t i = 0; i < SYNCERS; i++) {
		t_append(&block, 100);
		assert_int_equal(group_stream_put(block.stream, &commit[i]), 0);
		assert_true(i == 0 || commit[i] >= commit[i - 1]);
	}
	assert_int_equal(t_statistics(&machine).syncs, 0);
	assert_int_equal(group_stream_await(block.stream, commit[SYNCERS - 1] + 1), -EINVAL);
	t_set(&machine, false, 0, 0);
	for (uint32_t i = SYNCERS; i-- > 0;)
		assert_int_equal(group_stream_await(block.stream, commit[i]), 0);
	assert_in_range(t_statistics(&machine).commits, 1, 2);
	assert_int_equal(t_statistics(&machine).syncs, SYNCERS);
	/* No byte twice: the data, and each time the sum of the last chunk. */
	assert_in_range(t_statistics(&machine).bytes_synced, SYNCERS * 100,
			SYNCERS * (100 + 2 * 4) + 7);
	assert_int_equal(t_end(&block), 0);
	t_stop(&machine);
}

static void what_was_put_goes_home_when_the_log_has_failed(void **state)
{
	struct machine machine;
	struct block block;
	uint64_t commit[2];

	(void)state;
	t_start(&machine, LONG_MS, LONG_MS);
	t_begin(&machine, &block, 1);
	t_set(&machine, true, 0, 0);
	for (int i = 0; i < 2; i++) {
		t_append(&block, 100);
		assert_int_equal(group_stream_put(block.stream, &commit[i]), 0);
	}
	t_set(&machine, false, -EIO, 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(group_stream_await(block.stream, commit[i]), GROUP_AT_HOME);
	assert_true(t_statistics(&machine).homes >= 2);
	assert_int_equal(group_stream_put(block.stream, &commit[1]), -EIO);
	assert_int_equal(t_statistics(&machine).syncs, 0);
	t_set(&machine, false, 0, -EIO);
	assert_int_equal(group_stream_await(block.stream, commit[0]), GROUP_HOME_FAILED);
	t_set(&machine, false, 0, 0);
	assert_int_equal(group_stream_await(block.stream, commit[0]), GROUP_HOME_FAILED);
	assert_int_equal(t_end(&block), GROUP_HOME_FAILED);
	t_stop(&machine);
}

static void a_log_that_fails_acknowledges_nothing_and_is_brought_home(void **state)
{
	struct machine machine;
	struct block block[2];

	(void)state;
	t_start(&machine, LONG_MS, LONG_MS);
	t_begin(&machine, &block[0], 1);
	t_begin(&machine, &block[1], 2);
	t_append(&block[0], 1000);
	assert_int_equal(t_sync(&block[0]), 0);
	t_set(&machine, false, -EIO, 0);
	t_append(&block[1], 10);
	assert_int_equal(t_sync(&block[1]), GROUP_AT_HOME);
	t_set(&machine, false, 0, 0);
	assert_int_equal(t_sync(&block[1]), -EIO);
	/* Without anybody's asking. */
	while (t_statistics(&machine).homes < 1)
		sched_yield();
	assert_int_equal(t_statistics(&machine).failed, EIO);
	assert_int_equal(t_end(&block[0]), 0);
	assert_int_equal(t_end(&block[1]), 0);
	t_stop(&machine);
}

static void a_log_that_takes_too_long_has_failed(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	t_start(&machine, 20, LONG_MS);
	t_begin(&machine, &block, 1);
	t_set(&machine, true, 0, 0);
	t_append(&block, 10);
	assert_int_equal(t_sync(&block), GROUP_AT_HOME);
	assert_int_equal(t_sync(&block), -ETIMEDOUT);
	assert_int_equal(t_end(&block), 0);
	t_set(&machine, false, 0, 0);
	t_stop(&machine);
}

struct stopped {
	int told;  /* the child writes to it when its sync waits, and */
	int go_on; /* reads from it once it runs again */
};

static void *t_sync_late(void *context)
{
	struct block *block = context;

	return (void *)(intptr_t)t_sync(block);
}

/* Ends with 0 when a sync that waited meanwhile was made durable by the log. */
static int t_be_stopped(const struct stopped *stopped)
{
	struct machine machine;
	struct block block;
	pthread_t thread;
	void *error;
	char byte = 0;
	bool fine;

	t_start(&machine, STOPPED_SLOW_MS, LONG_MS);
	t_begin(&machine, &block, 1);
	t_set(&machine, true, 0, 0);
	t_append(&block, 10);
	fine = pthread_create(&thread, NULL, t_sync_late, &block) == 0;
	while (t_statistics(&machine).streams < 1)
		sched_yield();
	fine = fine && write(stopped->told, &byte, 1) == 1 && read(stopped->go_on, &byte, 1) == 1;
	t_set(&machine, false, 0, 0);
	pthread_join(thread, &error);
	fine = fine && !error && !t_statistics(&machine).failed;
	t_end(&block);
	t_stop(&machine);
	return !fine;
}

/* As by kill -STOP, or with its machine: nobody has been slow. */
static void a_process_that_was_stopped_has_not_failed(void **state)
{
	const struct timespec pause = {.tv_sec = 2, .tv_nsec = 500000000};
	int told[2];
	int go_on[2];
	char byte = 0;
	int status;
	pid_t child;

	(void)state;
	assert_int_equal(pipe(told), 0);
	assert_int_equal(pipe(go_on), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(t_be_stopped(&(struct stopped){.told = told[1], .go_on = go_on[0]}));
	assert_int_equal(read(told[0], &byte, 1), 1);
	assert_int_equal(kill(child, SIGSTOP), 0);
	/* Longer than a device may take. */
	nanosleep(&pause, NULL);
	assert_int_equal(write(go_on[1], &byte, 1), 1);
	assert_int_equal(kill(child, SIGCONT), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	for (int i = 0; i < 2; i++) {
		close(told[i]);
		close(go_on[i]);
	}
}

static void long_syncs_go_home_and_the_log_goes_on_after_them(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	t_start(&machine, LONG_MS, LONG_MS);
	t_begin(&machine, &block, 1);
	t_append(&block, 10);
	assert_int_equal(t_sync(&block), 0);
	t_append(&block, GROUP_SYNC_BYTES_MAX + 1);
	assert_int_equal(t_sync(&block), -EFBIG);
	group_stream_synced(block.stream);
	t_append(&block, 10);
	assert_int_equal(t_sync(&block), 0);
	assert_int_equal(t_statistics(&machine).too_long, 1);
	assert_int_equal(t_end(&block), 0);
	t_stop(&machine);
}

/* A lap and more: segments are used again because the block was brought home. */
static void the_log_goes_round(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	t_start(&machine, LONG_MS, LONG_MS);
	t_begin(&machine, &block, 1);
	while (t_statistics(&machine).bytes_written < 2 * delta_file_bytes(&geometry)) {
		int error;

		t_append(&block, 50000);
		error = t_sync(&block);
		assert_true(error == 0 || error == -ENOSPC);
		if (error)
			group_stream_synced(block.stream);
	}
	assert_true(t_statistics(&machine).homes > 0);
	assert_int_equal(t_end(&block), 0);
	t_stop(&machine);
}

static void a_block_that_cannot_be_brought_home_keeps_its_segments(void **state)
{
	struct machine machine;
	struct block block[2];
	int error = 0;

	(void)state;
	t_start(&machine, LONG_MS, LONG_MS);
	t_begin(&machine, &block[0], 1);
	t_begin(&machine, &block[1], 2);
	t_append(&block[0], 10);
	assert_int_equal(t_sync(&block[0]), 0);
	t_set(&machine, false, 0, -EIO);
	assert_int_equal(t_end(&block[0]), GROUP_HOME_FAILED);
	t_set(&machine, false, 0, 0);
	for (int i = 0; !error && i < 1000; i++) {
		t_append(&block[1], 50000);
		error = t_sync(&block[1]);
	}
	assert_int_equal(error, -ENOSPC);
	assert_int_equal(t_statistics(&machine).home_failures, 1);
	assert_true(t_statistics(&machine).segments_free <= 1);
	assert_int_equal(group_stream_synced(block[1].stream), 0);
	/* Though there is no room to say so. */
	assert_int_equal(t_end(&block[1]), 0);
	t_stop(&machine);
}

static void a_sync_is_refused_when_home_has_failed_before(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	t_start(&machine, LONG_MS, 5);
	t_begin(&machine, &block, 1);
	t_set(&machine, false, 0, -EIO);
	t_append(&block, 10);
	assert_int_equal(t_sync(&block), 0);
	while (t_statistics(&machine).home_failures < 1)
		sched_yield();
	assert_int_equal(t_sync(&block), GROUP_HOME_FAILED);
	assert_int_equal(group_stream_synced(block.stream), GROUP_HOME_FAILED);
	assert_int_equal(t_end(&block), GROUP_HOME_FAILED);
	t_stop(&machine);
}

static void an_idle_log_is_brought_home(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	t_start(&machine, LONG_MS, 5);
	t_begin(&machine, &block, 1);
	t_append(&block, 10);
	assert_int_equal(t_sync(&block), 0);
	while (t_statistics(&machine).homes < 1)
		sched_yield();
	assert_int_equal(t_end(&block), 0);
	t_stop(&machine);
}

/* ---- overwritten ---- */

static uint64_t t_reads(struct machine *machine)
{
	uint64_t reads;

	pthread_mutex_lock(&machine->lock);
	reads = machine->reads;
	pthread_mutex_unlock(&machine->lock);
	return reads;
}

/* Somebody else writes a sector there. */
static void t_overwrite(struct machine *machine, uint64_t offset)
{
	pthread_mutex_lock(&machine->lock);
	memset(machine->memory + offset, 0x5a, 512);
	pthread_mutex_unlock(&machine->lock);
}

static void t_overwritten(uint64_t offset)
{
	struct machine machine;
	struct block block;

	t_start_looking(&machine, LONG_MS, LONG_MS, 1);
	t_begin(&machine, &block, 1);
	t_append(&block, 100);
	assert_int_equal(t_sync(&block), 0);
	t_overwrite(&machine, offset);
	/* Without anybody's asking, and the block goes home. */
	while (!t_statistics(&machine).failed || t_statistics(&machine).homes < 1)
		sched_yield();
	assert_int_equal(t_statistics(&machine).failed, EBADMSG);
	assert_int_equal(t_sync(&block), -EBADMSG);
	assert_int_equal(t_end(&block), 0);
	t_stop(&machine);
}

static void a_log_that_is_overwritten_is_given_up(void **state)
{
	/* The first commit is the checkpoint of a page, the second one the sync. */
	const uint64_t head = delta_segment_offset(&geometry, 1);

	(void)state;
	t_overwritten(0);
	t_overwritten(head);
	t_overwritten(head + 2ull * DELTA_PAGE);
}

/* Also while its segments are used again and again. */
static void a_log_that_nobody_overwrites_is_found_as_it_was(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	t_start_looking(&machine, LONG_MS, LONG_MS, 1);
	t_begin(&machine, &block, 1);
	while (t_statistics(&machine).bytes_written < 4 * delta_file_bytes(&geometry) ||
	       t_reads(&machine) < 100) {
		int error;

		t_append(&block, 50000);
		error = t_sync(&block);
		assert_true(error == 0 || error == -ENOSPC);
		if (error)
			group_stream_synced(block.stream);
	}
	assert_int_equal(t_statistics(&machine).failed, 0);
	assert_int_equal(t_end(&block), 0);
	t_stop(&machine);
}

/* ---- in a file ---- */

static int t_open_file(const char *path, bool only_drain, struct group_file **file, char *reason)
{
	const struct group_file_options options = {.path = path,
						   .bytes = 8 * DELTA_SEGMENT_BYTES_MIN,
						   .segment_bytes = DELTA_SEGMENT_BYTES_MIN,
						   .only_drain = only_drain,
						   .log = {.slow_ms = LONG_MS, .idle_ms = LONG_MS}};
	struct group_file_recovery recovery;

	return group_file_open(&options, file, &recovery, reason, 256);
}

static void a_file_is_made_and_used_by_one_at_a_time(void **state)
{
	char folder[] = "/tmp/group-file-XXXXXX";
	char path[64];
	char reason[256];
	struct group_file *file;
	struct group_file *other;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/log", folder);
	assert_int_equal(t_open_file(path, true, &file, reason), -ENOENT);
	assert_int_equal(t_open_file(path, false, &file, reason), 0);
	assert_int_equal(t_open_file(path, false, &other, reason), -EBUSY);
	assert_non_null(strstr(reason, "another process"));
	group_file_close(file);
	assert_int_equal(t_open_file(path, true, &file, reason), 0);
	assert_null(file);
	assert_int_equal(truncate(path, 100), 0);
	assert_int_equal(t_open_file(path, false, &file, reason), -EBADMSG);
	assert_non_null(strstr(reason, "no delta log"));
	unlink(path);
	rmdir(folder);
	assert_int_equal(t_open_file(path, false, &file, reason), -ENOENT);
}

/* Does something to its file. Afterwards nothing of it would be there after a loss of power. */
static void t_lose_file(int (*lose)(const char *path), int expected)
{
	char folder[] = "/tmp/group-file-XXXXXX";
	char path[64];
	char reason[256];
	struct group_log_statistics statistics;
	struct group_file *file;
	struct block block = {.fd = {t_file(), t_file()}};
	const struct delta_definition definition = {.block = 1,
						    .stamp = 1,
						    .root = {folder, sizeof(folder) - 1},
						    .data = {"rbw/b", 5},
						    .checksum = {"rbw/m", 5}};

	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/log", folder);
	assert_int_equal(t_open_file(path, false, &file, reason), 0);
	assert_int_equal(group_stream_open(group_file_log(file), &definition, block.fd, CHUNK,
					   &block.stream),
			 0);
	t_append(&block, 100);
	assert_int_equal(t_sync(&block), 0);
	assert_int_equal(lose(path), 0);
	t_append(&block, 100);
	assert_int_equal(t_sync(&block), GROUP_AT_HOME);
	assert_int_equal(t_sync(&block), expected);
	assert_int_equal(group_stream_synced(block.stream), 0);
	assert_int_equal(t_end(&block), 0);
	group_log_statistics(group_file_log(file), &statistics);
	assert_int_equal(statistics.failed, -expected);
	assert_int_equal(statistics.syncs, 1);
	group_file_close(file);
	unlink(path);
	/* All was brought home: the volume needs no log. */
	assert_int_equal(rmdir(folder), 0);
}

static int t_cut(const char *path)
{
	return truncate(path, 0);
}

static int t_cut_its_last_page(const char *path)
{
	struct stat status;

	return stat(path, &status) || truncate(path, status.st_size - DELTA_PAGE);
}

static void a_log_whose_file_was_deleted_acknowledges_nothing(void **state)
{
	(void)state;
	t_lose_file(unlink, -ENOENT);
}

static void a_log_whose_file_was_made_shorter_acknowledges_nothing(void **state)
{
	(void)state;
	t_lose_file(t_cut, -ENODATA);
	t_lose_file(t_cut_its_last_page, -ENODATA);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(syncs_that_come_during_a_write_go_out_together),
		cmocka_unit_test(puts_of_a_stream_go_out_together),
		cmocka_unit_test(what_was_put_goes_home_when_the_log_has_failed),
		cmocka_unit_test(a_log_that_fails_acknowledges_nothing_and_is_brought_home),
		cmocka_unit_test(a_log_that_takes_too_long_has_failed),
		cmocka_unit_test(a_process_that_was_stopped_has_not_failed),
		cmocka_unit_test(long_syncs_go_home_and_the_log_goes_on_after_them),
		cmocka_unit_test(the_log_goes_round),
		cmocka_unit_test(a_block_that_cannot_be_brought_home_keeps_its_segments),
		cmocka_unit_test(a_sync_is_refused_when_home_has_failed_before),
		cmocka_unit_test(an_idle_log_is_brought_home),
		cmocka_unit_test(a_log_that_is_overwritten_is_given_up),
		cmocka_unit_test(a_log_that_nobody_overwrites_is_found_as_it_was),
		cmocka_unit_test(a_file_is_made_and_used_by_one_at_a_time),
		cmocka_unit_test(a_log_whose_file_was_deleted_acknowledges_nothing),
		cmocka_unit_test(a_log_whose_file_was_made_shorter_acknowledges_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
