/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: volumes by numbers: whatever number comes, at whatever time, is an answer. Threads
 * read while another closes under them.
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "shell/shell.h"
#include "test_random.h"

#define READERS 4u
#define BYTES   65536u

static int t_file(void)
{
	char path[] = "/tmp/shell-test-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	unlink(path);
	assert_int_equal(ftruncate(fd, READERS * BYTES), 0);
	return fd;
}

static int64_t t_open(enum shell_engine engine, const char *policy)
{
	const struct shell_options options = {.policy = policy,
					      .engine = engine,
					      .direct = true,
					      .profile = {.sectors = UINT64_C(1) << 40,
							  .positioning_ns = 8000000,
							  .bytes_per_second = 200000000,
							  .depth = 4,
							  .rotational = true},
					      .model = "hdd-16t",
					      .ncq_depth = 4,
					      .time_per_mille = 1000 * 1000};
	char reason[128];

	return shell_open(&options, reason, sizeof(reason));
}

static int64_t t_read(int64_t file, uint64_t stream, void *memory)
{
	const struct volume_request request = {.op = VOLUME_READ,
					       .stream = stream,
					       .offset = stream * BYTES,
					       .length = BYTES,
					       .memory = memory};

	return shell_call(file, &request);
}

static void numbers_stand_for_what_is_open_alone(void **state)
{
	struct volume_statistics last;
	struct test_random random;
	unsigned char *memory = malloc(BYTES);
	int64_t volume = t_open(SHELL_ANY, "bid-announced");
	int fd = t_file();
	int64_t file = shell_open_file(volume, fd);

	(void)state;
	assert_non_null(memory);
	assert_true(volume > 0 && file > 0 && volume != file);
	assert_int_equal(t_open(SHELL_ANY, "nonsense"), -ENOENT);
	assert_int_equal(t_open(SHELL_ANY, "bid-hybrid"), -ENOENT);
	assert_int_equal(t_open(SHELL_JAVA, "noop"), -EINVAL);
	assert_int_equal(t_open(SHELL_ENGINES, "noop"), -EINVAL);
	assert_int_equal(t_read(volume, 0, memory), -ESTALE);
	assert_int_equal(shell_close_file(volume), -EBADF);
	assert_int_equal(shell_close(file, &last), -EBADF);
	random.state = 1;
	for (int i = 0; i < 10000; i++) {
		int64_t number = (int64_t)test_random_next(&random);

		if (i % 2)
			number = (int64_t)(test_random_below(&random, 4) << 32) +
				 (int64_t)test_random_below(&random, 8);
		if (number == volume || number == file)
			continue;
		assert_int_equal(t_read(number, 0, memory), -ESTALE);
		assert_int_equal(shell_open_file(number, fd), -ESTALE);
		assert_int_equal(shell_cancel_stream(number, 1), -EBADF);
		assert_int_equal(shell_close(number, &last), -EBADF);
	}
	assert_int_equal(t_read(file, 1, memory), BYTES);
	assert_int_equal(shell_close_file(file), 0);
	assert_int_equal(shell_close_file(file), -EBADF);
	assert_int_equal(t_read(file, 1, memory), -ESTALE);
	assert_true(shell_open_file(volume, fd) > 0);
	assert_int_equal(shell_open_file(volume, -1), -EBADF);
	assert_int_equal(shell_close(volume, &last), 0);
	assert_int_equal(last.bytes_read, BYTES);
	assert_int_equal(shell_close(volume, &last), -EBADF);
	assert_null(shell_engine(volume));
	assert_int_equal(shell_open_count(), 0);
	close(fd);
	free(memory);
}

struct reader {
	pthread_t thread;
	int64_t file;
	uint64_t number;
	atomic_uint *reads;
	int64_t end;
};

static void *read_on(void *context)
{
	struct reader *reader = context;
	unsigned char *memory = malloc(BYTES);

	do {
		shell_announce(reader->file, reader->number, 0, READERS * BYTES, 0);
		reader->end = t_read(reader->file, reader->number, memory);
		atomic_fetch_add(reader->reads, 1);
	} while (reader->end == BYTES);
	free(memory);
	return NULL;
}

static void t_close_under_readers(enum shell_engine engine, bool whole)
{
	struct reader readers[READERS];
	struct volume_statistics last;
	atomic_uint reads = 0;
	int64_t volume = t_open(engine, "bid-announced");
	int64_t file;
	int fd = t_file();

	if (volume < 0) {
		close(fd);
		return;
	}
	file = shell_open_file(volume, fd);
	for (uint32_t i = 0; i < READERS; i++) {
		readers[i] = (struct reader){.file = file, .number = i, .reads = &reads};
		assert_int_equal(pthread_create(&readers[i].thread, NULL, read_on, &readers[i]), 0);
	}
	while (atomic_load(&reads) < READERS)
		;
	assert_int_equal(whole ? shell_close(volume, &last) : shell_close_file(file), 0);
	for (uint32_t i = 0; i < READERS; i++) {
		pthread_join(readers[i].thread, NULL);
		assert_true(readers[i].end == -ESTALE || readers[i].end == -ECANCELED ||
			    readers[i].end == -ESHUTDOWN);
	}
	if (!whole)
		assert_int_equal(shell_close(volume, &last), 0);
	assert_int_equal(shell_open_count(), 0);
	close(fd);
}

static void closing_under_readers_ends_them(void **state)
{
	(void)state;
	for (int i = 0; i < 20; i++) {
		t_close_under_readers(SHELL_IO_URING, i % 2);
		t_close_under_readers(SHELL_THREADS, i % 2);
		t_close_under_readers(SHELL_EMULATED, i % 2);
	}
}

static void a_policy_may_be_set(void **state)
{
	static const struct {
		const char *policy;
		int64_t error;
	} choice[] = {
		{"bfq:bfq-low-latency=1", 0},
		{"bfq:bfq-low-latency=1:bfq-slice=500000000", 0},
		{"bid-announced:write-places=50", 0},
		{"bfq:", -EINVAL},
		{"bfq:bfq-low-latency", -EINVAL},
		{"bfq:bfq-low-latency=", -EINVAL},
		{"bfq:bfq-low-latency=2", -EINVAL},
		{"bfq:bfq-low-latency=-1", -EINVAL},
		{"bfq:bfq-low-latency= 1", -EINVAL},
		{"bfq:bfq-low-latency=1x", -EINVAL},
		{"bfq:bfq-low-latency=1:", -EINVAL},
		{"bfq:bfq-slice=99999999999999999999999", -EINVAL},
		{"noop:bfq-low-latency=1", -EINVAL},
		{"bf:bfq-low-latency=1", -ENOENT},
		{"", -ENOENT},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(choice) / sizeof(choice[0]); i++) {
		struct volume_statistics last;
		int64_t opened = t_open(SHELL_EMULATED, choice[i].policy);

		print_message("'%s'\n", choice[i].policy);
		if (choice[i].error) {
			assert_int_equal(opened, choice[i].error);
			continue;
		}
		assert_true(opened > 0);
		assert_int_equal(shell_close(opened, &last), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_policy_may_be_set),
		cmocka_unit_test(numbers_stand_for_what_is_open_alone),
		cmocka_unit_test(closing_under_readers_ends_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
