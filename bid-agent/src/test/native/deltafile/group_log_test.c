/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a log with its threads, on a device in memory that can be held up and can fail.
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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "deltafile/group_log.h"
#include "group_rig.h"

#define SYNCERS 8u
/* More than enough to go on in, less than the pause. */
#define STOPPED_SLOW_MS 2000u

static void *append_and_sync(void *context)
{
	struct block *block = context;

	block_append(block, 100);
	return (void *)(intptr_t)block_sync(block);
}

static void syncs_that_come_during_a_write_go_out_together(void **state)
{
	struct machine machine;
	struct block block[SYNCERS];
	pthread_t thread[SYNCERS];

	(void)state;
	machine_start(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS);
	machine_set(&machine, true, 0, 0);
	for (uint32_t i = 0; i < SYNCERS; i++) {
		block_begin(&machine, &block[i], i + 1);
		assert_int_equal(pthread_create(&thread[i], NULL, append_and_sync, &block[i]), 0);
	}
	while (machine_statistics(&machine).streams < SYNCERS)
		sched_yield();
	machine_set(&machine, false, 0, 0);
	for (uint32_t i = 0; i < SYNCERS; i++) {
		void *error;

		pthread_join(thread[i], &error);
		assert_null(error);
	}
	/* What the first one found, and all others. */
	assert_in_range(machine_statistics(&machine).commits, 1, 2);
	assert_int_equal(machine_statistics(&machine).syncs, SYNCERS);
	for (uint32_t i = 0; i < SYNCERS; i++)
		assert_int_equal(block_end(&block[i]), 0);
	assert_int_equal(machine_statistics(&machine).homes, SYNCERS);
	machine_stop(&machine);
}

/* Of one writer, who goes on before they are durable. */
static void puts_of_a_stream_go_out_together(void **state)
{
	struct machine machine;
	struct block block;
	uint64_t commit[SYNCERS];

	(void)state;
	machine_start(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS);
	block_begin(&machine, &block, 1);
	machine_set(&machine, true, 0, 0);
	for (uint32_t i = 0; i < SYNCERS; i++) {
		block_append(&block, 100);
		assert_int_equal(group_stream_put(block.stream, &commit[i]), 0);
		assert_true(i == 0 || commit[i] >= commit[i - 1]);
	}
	assert_int_equal(machine_statistics(&machine).syncs, 0);
	assert_int_equal(group_stream_await(block.stream, commit[SYNCERS - 1] + 1), -EINVAL);
	machine_set(&machine, false, 0, 0);
	for (uint32_t i = SYNCERS; i-- > 0;)
		assert_int_equal(group_stream_await(block.stream, commit[i]), 0);
	assert_in_range(machine_statistics(&machine).commits, 1, 2);
	assert_int_equal(machine_statistics(&machine).syncs, SYNCERS);
	/* No byte twice: the data, and each time the sum of the last chunk. */
	assert_in_range(machine_statistics(&machine).bytes_synced, SYNCERS * 100,
			SYNCERS * (100 + 2 * 4) + 7);
	assert_int_equal(block_end(&block), 0);
	machine_stop(&machine);
}

static void what_was_put_goes_home_when_the_log_has_failed(void **state)
{
	struct machine machine;
	struct block block;
	uint64_t commit[2];

	(void)state;
	machine_start(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS);
	block_begin(&machine, &block, 1);
	machine_set(&machine, true, 0, 0);
	for (int i = 0; i < 2; i++) {
		block_append(&block, 100);
		assert_int_equal(group_stream_put(block.stream, &commit[i]), 0);
	}
	machine_set(&machine, false, -EIO, 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(group_stream_await(block.stream, commit[i]), GROUP_AT_HOME);
	assert_true(machine_statistics(&machine).homes >= 2);
	assert_int_equal(group_stream_put(block.stream, &commit[1]), -EIO);
	assert_int_equal(machine_statistics(&machine).syncs, 0);
	machine_set(&machine, false, 0, -EIO);
	assert_int_equal(group_stream_await(block.stream, commit[0]), GROUP_HOME_FAILED);
	machine_set(&machine, false, 0, 0);
	assert_int_equal(group_stream_await(block.stream, commit[0]), GROUP_HOME_FAILED);
	assert_int_equal(block_end(&block), GROUP_HOME_FAILED);
	machine_stop(&machine);
}

static void a_log_that_fails_acknowledges_nothing_and_is_brought_home(void **state)
{
	struct machine machine;
	struct block block[2];

	(void)state;
	machine_start(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS);
	block_begin(&machine, &block[0], 1);
	block_begin(&machine, &block[1], 2);
	block_append(&block[0], 1000);
	assert_int_equal(block_sync(&block[0]), 0);
	machine_set(&machine, false, -EIO, 0);
	block_append(&block[1], 10);
	assert_int_equal(block_sync(&block[1]), GROUP_AT_HOME);
	machine_set(&machine, false, 0, 0);
	assert_int_equal(block_sync(&block[1]), -EIO);
	/* Without anybody's asking. */
	while (machine_statistics(&machine).homes < 1)
		sched_yield();
	assert_int_equal(machine_statistics(&machine).failed, EIO);
	assert_int_equal(block_end(&block[0]), 0);
	assert_int_equal(block_end(&block[1]), 0);
	machine_stop(&machine);
}

static void a_log_that_takes_too_long_has_failed(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	machine_start(&machine, 20, MACHINE_LONG_MS);
	block_begin(&machine, &block, 1);
	machine_set(&machine, true, 0, 0);
	block_append(&block, 10);
	assert_int_equal(block_sync(&block), GROUP_AT_HOME);
	assert_int_equal(block_sync(&block), -ETIMEDOUT);
	assert_int_equal(block_end(&block), 0);
	machine_set(&machine, false, 0, 0);
	machine_stop(&machine);
}

struct stopped {
	int told;  /* the child writes to it when its sync waits, and */
	int go_on; /* reads from it once it runs again */
};

static void *sync_late(void *context)
{
	struct block *block = context;

	return (void *)(intptr_t)block_sync(block);
}

/* Ends with 0 when a sync that waited meanwhile was made durable by the log. */
static int be_stopped(const struct stopped *stopped)
{
	struct machine machine;
	struct block block;
	pthread_t thread;
	void *error;
	char byte = 0;
	bool fine;

	machine_start(&machine, STOPPED_SLOW_MS, MACHINE_LONG_MS);
	block_begin(&machine, &block, 1);
	machine_set(&machine, true, 0, 0);
	block_append(&block, 10);
	fine = pthread_create(&thread, NULL, sync_late, &block) == 0;
	while (machine_statistics(&machine).streams < 1)
		sched_yield();
	fine = fine && write(stopped->told, &byte, 1) == 1 && read(stopped->go_on, &byte, 1) == 1;
	machine_set(&machine, false, 0, 0);
	pthread_join(thread, &error);
	fine = fine && !error && !machine_statistics(&machine).failed;
	block_end(&block);
	machine_stop(&machine);
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
		_exit(be_stopped(&(struct stopped){.told = told[1], .go_on = go_on[0]}));
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
	machine_start(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS);
	block_begin(&machine, &block, 1);
	block_append(&block, 10);
	assert_int_equal(block_sync(&block), 0);
	block_append(&block, GROUP_SYNC_BYTES_MAX + 1);
	assert_int_equal(block_sync(&block), -EFBIG);
	group_stream_synced(block.stream);
	block_append(&block, 10);
	assert_int_equal(block_sync(&block), 0);
	assert_int_equal(machine_statistics(&machine).too_long, 1);
	assert_int_equal(block_end(&block), 0);
	machine_stop(&machine);
}

/* A lap and more: segments are used again because the block was brought home. */
static void the_log_goes_round(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	machine_start(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS);
	block_begin(&machine, &block, 1);
	while (machine_statistics(&machine).bytes_written <
	       2 * delta_file_bytes(&machine_geometry)) {
		int error;

		block_append(&block, 50000);
		error = block_sync(&block);
		/* What the log could not be told of comes with the next, which is too long then. */
		assert_true(error == 0 || error == -ENOSPC || error == -EFBIG);
		if (error)
			group_stream_synced(block.stream);
	}
	assert_true(machine_statistics(&machine).homes > 0);
	assert_int_equal(block_end(&block), 0);
	machine_stop(&machine);
}

static void a_block_that_cannot_be_brought_home_keeps_its_segments(void **state)
{
	struct machine machine;
	struct block block[2];
	int error = 0;

	(void)state;
	machine_start(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS);
	block_begin(&machine, &block[0], 1);
	block_begin(&machine, &block[1], 2);
	block_append(&block[0], 10);
	assert_int_equal(block_sync(&block[0]), 0);
	machine_set(&machine, false, 0, -EIO);
	assert_int_equal(block_end(&block[0]), GROUP_HOME_FAILED);
	machine_set(&machine, false, 0, 0);
	for (int i = 0; !error && i < 1000; i++) {
		block_append(&block[1], 50000);
		error = block_sync(&block[1]);
	}
	assert_int_equal(error, -ENOSPC);
	assert_int_equal(machine_statistics(&machine).home_failures, 1);
	assert_true(machine_statistics(&machine).segments_free <= 1);
	assert_int_equal(group_stream_synced(block[1].stream), 0);
	/* Though there is no room to say so. */
	assert_int_equal(block_end(&block[1]), 0);
	machine_stop(&machine);
}

/*
 * What was synced at home while the log had no room to be told so is said to it with what comes
 * next: with a gap there recovery would put the last sum that the log has over a newer one at home.
 */
static void the_log_has_no_gap_after_it_was_full(void **state)
{
	struct machine machine;
	struct block block[2];
	uint64_t before;
	int error = 0;

	(void)state;
	machine_start(&machine, MACHINE_LONG_MS, MACHINE_LONG_MS);
	block_begin(&machine, &block[0], 1);
	block_begin(&machine, &block[1], 2);
	for (int i = 0; i < 2; i++) {
		block_append(&block[i], 100);
		assert_int_equal(block_sync(&block[i]), 0);
	}
	/* The cleaner waits for the first one. */
	machine_hold_home(&machine, true);
	for (int i = 0; !error && i < 1000; i++) {
		block_append(&block[0], 50000);
		error = block_sync(&block[0]);
	}
	assert_int_equal(error, -ENOSPC);
	block_append(&block[1], 100);
	assert_int_equal(block_sync(&block[1]), -ENOSPC);
	assert_int_equal(group_stream_synced(block[1].stream), 0);
	machine_hold_home(&machine, false);
	while (machine_statistics(&machine).segments_free <= 1)
		sched_yield();
	before = machine_statistics(&machine).bytes_synced;
	block_append(&block[1], 100);
	assert_int_equal(block_sync(&block[1]), 0);
	assert_true(machine_statistics(&machine).bytes_synced - before >= 200);
	for (int i = 0; i < 2; i++)
		assert_int_equal(block_end(&block[i]), 0);
	machine_stop(&machine);
}

static void a_sync_is_refused_when_home_has_failed_before(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	machine_start(&machine, MACHINE_LONG_MS, 5);
	block_begin(&machine, &block, 1);
	machine_set(&machine, false, 0, -EIO);
	block_append(&block, 10);
	assert_int_equal(block_sync(&block), 0);
	while (machine_statistics(&machine).home_failures < 1)
		sched_yield();
	assert_int_equal(block_sync(&block), GROUP_HOME_FAILED);
	assert_int_equal(group_stream_synced(block.stream), GROUP_HOME_FAILED);
	assert_int_equal(block_end(&block), GROUP_HOME_FAILED);
	machine_stop(&machine);
}

static void an_idle_log_is_brought_home(void **state)
{
	struct machine machine;
	struct block block;

	(void)state;
	machine_start(&machine, MACHINE_LONG_MS, 5);
	block_begin(&machine, &block, 1);
	block_append(&block, 10);
	assert_int_equal(block_sync(&block), 0);
	while (machine_statistics(&machine).homes < 1)
		sched_yield();
	assert_int_equal(block_end(&block), 0);
	machine_stop(&machine);
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
		cmocka_unit_test(the_log_has_no_gap_after_it_was_full),
		cmocka_unit_test(a_sync_is_refused_when_home_has_failed_before),
		cmocka_unit_test(an_idle_log_is_brought_home),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
