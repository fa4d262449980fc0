/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: volumes on real files, by every engine: what is read is what was written.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "scripted_backend.h"
#include "tested_policies.h"
#include "volume_fixture.h"

/* ---- files as they are ---- */

static void t_round_trip(enum t_engine engine, bool direct)
{
	static const struct {
		uint64_t offset;
		uint32_t length;
	} ranges[] = {{0, 1},       {0, 4096},          {4096, 65536}, {511, 2},
		      {3, 1048576}, {2097152, 1048577}, {100, 524288}, {1234567, 89}};
	struct backend *backend = t_backend(engine, direct);
	struct volume *volume;
	struct volume_file *file;
	unsigned char *memory = malloc(2 * MIB);
	unsigned char *back = malloc(2 * MIB);
	int fd = t_temporary();

	if (!backend) {
		print_message("io_uring cannot be had here\n");
		skip();
	}
	assert_non_null(memory);
	assert_non_null(back);
	volume = t_volume(&bid_announced_policy, backend);
	file = t_file(volume, fd);
	print_message("%s, O_DIRECT: %d\n", volume_engine(volume), volume_file_is_direct(file));
	for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
		t_fill(memory, ranges[i].offset, ranges[i].length, i);
		assert_int_equal(t_call(volume, file, VOLUME_WRITE, 1, ranges[i].offset,
					ranges[i].length, memory),
				 ranges[i].length);
		assert_int_equal(t_call(volume, file, VOLUME_READ, 2, ranges[i].offset,
					ranges[i].length, back),
				 ranges[i].length);
		t_expect(back, ranges[i].offset, ranges[i].length, i);
		/* What others see of the file is the same. */
		assert_int_equal(t_call(volume, file, VOLUME_SYNC, 1, 0, 0, NULL), 0);
		assert_int_equal(pread(fd, back, ranges[i].length, (off_t)ranges[i].offset),
				 ranges[i].length);
		t_expect(back, ranges[i].offset, ranges[i].length, i);
	}
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	free(memory);
	free(back);
}

static void threads_read_what_was_written(void **state)
{
	(void)state;
	t_round_trip(T_THREADS, false);
	t_round_trip(T_THREADS, true);
}

static void io_uring_reads_what_was_written(void **state)
{
	(void)state;
	t_round_trip(T_IO_URING, false);
	t_round_trip(T_IO_URING, true);
}

static void the_modelled_disk_reads_what_was_written(void **state)
{
	(void)state;
	t_round_trip(T_EMULATED, false);
}

static void reads_are_short_at_the_end_of_a_file(void **state)
{
	unsigned char memory[8192];

	(void)state;
	for (int engine = 0; engine < T_ENGINES; engine++) {
		struct backend *backend = t_backend((enum t_engine)engine, true);
		struct volume *volume;
		struct volume_file *file;
		int fd = t_written(5000, 9);

		if (!backend)
			continue;
		volume = t_volume(&noop_policy, backend);
		file = t_file(volume, fd);
		assert_int_equal(t_call(volume, file, VOLUME_READ, 1, 4000, 8192, memory), 1000);
		t_expect(memory, 4000, 1000, 9);
		assert_int_equal(t_call(volume, file, VOLUME_READ, 1, 5000, 1, memory), 0);
		assert_int_equal(t_call(volume, file, VOLUME_READ, 1, 1 << 30, 8192, memory), 0);
		volume_file_close(file);
		volume_close(volume);
		close(fd);
	}
}

static void nonsense_is_refused(void **state)
{
	const struct volume_options tiers = {
		.policy = &noop_policy, .setup = {.device = {[BID_TIER_SSD] = {.sectors = 1}}}};
	struct scripted *scripted = scripted_open();
	struct volume *volume = t_volume(&noop_policy, &scripted->backend);
	int fd = t_temporary();
	struct volume_file *file = t_file(volume, fd);
	struct volume_file *none = NULL;
	unsigned char byte = 0;
	int pipes[2];

	(void)state;
	assert_int_equal(t_call(volume, file, VOLUME_READ, 1, 0, 0, &byte), -EINVAL);
	assert_int_equal(t_call(volume, file, VOLUME_READ, 1, 0, 1, NULL), -EINVAL);
	assert_int_equal(t_call(volume, file, VOLUME_READ, 1, INT64_MAX, 1, &byte), -EINVAL);
	assert_int_equal(t_call(volume, file, (enum volume_op)9, 1, 0, 1, &byte), -EINVAL);
	assert_int_equal(volume_announce(volume, file, 1, 0, 0, 0), -EINVAL);
	assert_int_equal(volume_announce(volume, file, 1, UINT64_MAX, 1, 0), -EINVAL);
	assert_int_equal(pipe(pipes), 0);
	assert_int_equal(volume_file_open(volume, pipes[0], &none), -EINVAL);
	assert_int_equal(volume_file_open(volume, -1, &none), -EBADF);
	close(pipes[0]);
	close(pipes[1]);
	volume_file_close(file);
	volume_close(volume);
	assert_int_equal(volume_open(&tiers, &scripted_open()->backend, &volume), -EINVAL);
	close(fd);
}

/* ---- announced streams ---- */

static void announced_data_are_read_ahead_and_served_from_memory(void **state)
{
	const uint32_t length = 3 * MIB + 777;
	struct backend *backend = t_backend(T_THREADS, true);
	struct volume *volume = t_volume(&bid_announced_policy, backend);
	int fd = t_written(length, 5);
	struct volume_file *file = t_file(volume, fd);
	struct volume_statistics statistics;
	unsigned char memory[65536];

	(void)state;
	assert_int_equal(volume_announce(volume, file, 7, 1000, length, BID_FOREGROUND), 0);
	for (uint64_t at = 1000; at < length; at += sizeof(memory)) {
		uint32_t left = (uint32_t)(length - at);
		uint32_t expected = left < sizeof(memory) ? left : sizeof(memory);

		assert_int_equal(t_call(volume, file, VOLUME_READ, 7, at, sizeof(memory), memory),
				 expected);
		t_expect(memory, at, expected, 5);
	}
	volume_statistics(volume, &statistics);
	/* But for the last one, which reaches beyond what there is. */
	assert_true(statistics.bytes_from_memory >= length - 1000 - sizeof(memory));
	assert_true(statistics.bytes_ahead <= length);
	volume_cancel_stream(volume, 7);
	assert_int_equal(t_call(volume, file, VOLUME_READ, 8, 0, 1, memory), 1);
	volume_statistics(volume, &statistics);
	assert_int_equal(statistics.bytes_lent, 0);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

static void what_is_written_by_another_way_into_the_file_is_seen(void **state)
{
	struct volume *volume = t_volume(&bid_announced_policy, t_backend(T_THREADS, false));
	int fd = t_written(2 * MIB, 5);
	struct volume_file *reads = t_file(volume, fd);
	struct volume_file *writes = t_file(volume, fd);
	unsigned char memory[4096];

	(void)state;
	assert_int_equal(volume_announce(volume, reads, 7, 0, 2 * MIB, BID_FOREGROUND), 0);
	assert_int_equal(t_call(volume, reads, VOLUME_READ, 7, 0, 4096, memory), 4096);
	t_fill(memory, 8192, 4096, 6);
	assert_int_equal(t_call(volume, writes, VOLUME_WRITE, 8, 8192, 4096, memory), 4096);
	assert_int_equal(t_call(volume, reads, VOLUME_READ, 7, 8192, 4096, memory), 4096);
	t_expect(memory, 8192, 4096, 6);
	assert_int_equal(t_call(volume, reads, VOLUME_READ, 7, 12288, 4096, memory), 4096);
	t_expect(memory, 12288, 4096, 5);
	volume_file_close(reads);
	volume_file_close(writes);
	volume_close(volume);
	close(fd);
}

/* The same stream's reads of another file, at the same bytes, get that one's. */
static void a_stream_announces_one_file_and_reads_another(void **state)
{
	struct volume *volume = t_volume(&bid_announced_policy, t_backend(T_THREADS, false));
	int fds[2] = {t_written(MIB, 1), t_written(MIB, 2)};
	struct volume_file *one = t_file(volume, fds[0]);
	struct volume_file *other = t_file(volume, fds[1]);
	unsigned char memory[4096];

	(void)state;
	assert_int_equal(volume_announce(volume, one, 7, 0, MIB, BID_FOREGROUND), 0);
	for (uint64_t at = 0; at < MIB; at += 65536) {
		assert_int_equal(t_call(volume, one, VOLUME_READ, 7, at, 4096, memory), 4096);
		t_expect(memory, at, 4096, 1);
		assert_int_equal(t_call(volume, other, VOLUME_READ, 7, at, 4096, memory), 4096);
		t_expect(memory, at, 4096, 2);
	}
	volume_file_close(one);
	volume_file_close(other);
	volume_close(volume);
	close(fds[0]);
	close(fds[1]);
}

static void what_the_kernel_holds_is_written_back(void **state)
{
	(void)state;
	for (int engine = 0; engine < T_ENGINES; engine++) {
		struct backend *backend = t_backend((enum t_engine)engine, true);
		struct volume_statistics statistics;
		struct volume *volume;
		struct volume_file *file;
		int fd;

		if (!backend)
			continue;
		fd = t_written((uint32_t)(2 * MIB), 5);
		volume = t_volume(&bid_announced_policy, backend);
		file = t_file(volume, fd);
		assert_int_equal(t_call(volume, file, VOLUME_WRITE_BACK, 1, 100, 1536 * KIB, NULL),
				 1536 * KIB);
		assert_int_equal(t_call(volume, file, VOLUME_WRITE_BACK, 1, 4 * MIB, 1, NULL), 1);
		assert_int_equal(t_call(volume, file, VOLUME_WRITE_BACK, 1, 0, 0, NULL), -EINVAL);
		volume_end(volume);
		assert_int_equal(t_call(volume, file, VOLUME_WRITE_BACK, 1, 0, 1, NULL),
				 -ESHUTDOWN);
		volume_statistics(volume, &statistics);
		assert_int_equal(statistics.bytes_written_back, 1536 * KIB + 1);
		assert_int_equal(statistics.bytes_written, 0);
		volume_file_close(file);
		volume_close(volume);
		close(fd);
	}
}

/* A write and a write-back that follow each other are one run, and two transfers. */
static void a_write_back_is_no_write(void **state)
{
	struct scripted *scripted = scripted_open();
	struct volume *volume = t_volume(&noop_policy, &scripted->backend);
	unsigned char memory[2048] = {0};
	struct answers answers;
	int fd = t_written(MIB, 1);
	struct volume_file *file = t_file(volume, fd);

	(void)state;
	t_answers_init(&answers);
	scripted_hold(scripted, true);
	assert_int_equal(
		t_submit(volume, file, VOLUME_READ, 1, 65536, 512, memory + 1024, &answers), 0);
	scripted_await(scripted, 1);
	assert_int_equal(t_submit(volume, file, VOLUME_WRITE, 1, 0, 512, memory, &answers), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_WRITE_BACK, 1, 512, 512, NULL, &answers), 0);
	scripted_hold(scripted, false);
	t_await(&answers, 3);
	assert_int_equal(answers.failed + answers.cancelled, 0);
	assert_int_equal(scripted->ended, 3);
	assert_int_equal(scripted->order[1], BACKEND_WRITE);
	assert_int_equal(scripted->order[2], BACKEND_WRITE_BACK);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

/* Linux appends by such a descriptor wherever a write is to go. */
static void a_descriptor_that_appends_writes_where_it_is_told(void **state)
{
	struct volume *volume = t_volume(&noop_policy, t_backend(T_THREADS, false));
	unsigned char memory[2] = {7, 8};
	struct volume_file *file;
	int fd = t_written(4096, 1);

	(void)state;
	assert_int_equal(fcntl(fd, F_SETFL, O_APPEND), 0);
	file = t_file(volume, fd);
	assert_int_equal(t_call(volume, file, VOLUME_WRITE, 1, 10, 2, memory), 2);
	assert_int_equal(pread(fd, memory, 2, 10), 2);
	assert_int_equal(memory[1], 8);
	assert_int_equal(lseek(fd, 0, SEEK_END), 4096);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(threads_read_what_was_written),
		cmocka_unit_test(io_uring_reads_what_was_written),
		cmocka_unit_test(the_modelled_disk_reads_what_was_written),
		cmocka_unit_test(reads_are_short_at_the_end_of_a_file),
		cmocka_unit_test(nonsense_is_refused),
		cmocka_unit_test(announced_data_are_read_ahead_and_served_from_memory),
		cmocka_unit_test(what_is_written_by_another_way_into_the_file_is_seen),
		cmocka_unit_test(a_stream_announces_one_file_and_reads_another),
		cmocka_unit_test(what_the_kernel_holds_is_written_back),
		cmocka_unit_test(a_write_back_is_no_write),
		cmocka_unit_test(a_descriptor_that_appends_writes_where_it_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
