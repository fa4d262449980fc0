/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: volumes on real files, by every engine: what is read is what was written, whoever
 * fails is told, what is cancelled is answered once. The last tests let many threads read and write
 * at random under every policy, each with its own idea of what its file holds.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "dispatch/volume.h"
#include "tested_policies.h"
#include "test_random.h"

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)

/* ---- a back end that does as the test says ---- */

struct scripted {
	struct backend backend;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct bid_link held; /* taken, and not let go */
	struct bid_link done;
	bool holds;
	int64_t result;      /* of every transfer; 1: what it is */
	uint64_t bad_offset; /* the byte that alone fails, with that result; UINT64_MAX: all do */
	uint32_t taken;
	enum backend_op order[8]; /* the first that were done */
	uint32_t ended;
};

static struct backend_transfer *t_transfer_of(struct bid_link *link)
{
	return link ? bid_container_of(link, struct backend_transfer, link) : NULL;
}

static void scripted_do(struct scripted *scripted, struct backend_transfer *transfer)
{
	bool hit = scripted->bad_offset == UINT64_MAX ||
		   (transfer->offset <= scripted->bad_offset &&
		    scripted->bad_offset < transfer->offset + transfer->length);

	if (scripted->result != 1 && hit)
		transfer->result = scripted->result;
	else if (transfer->op == BACKEND_READ)
		transfer->result = pread(transfer->fd, transfer->memory, transfer->length,
					 (off_t)transfer->offset);
	else if (transfer->op == BACKEND_WRITE)
		transfer->result = pwrite(transfer->fd, transfer->memory, transfer->length,
					  (off_t)transfer->offset);
	else
		transfer->result = 0;
	if (scripted->ended < sizeof(scripted->order) / sizeof(scripted->order[0]))
		scripted->order[scripted->ended++] = transfer->op;
	bid_list_append(&scripted->done, &transfer->link);
	eventfd_write(scripted->backend.ready_fd, 1);
}

static void scripted_submit(struct backend *backend, struct backend_transfer *transfer)
{
	struct scripted *scripted = (struct scripted *)backend;

	pthread_mutex_lock(&scripted->lock);
	scripted->taken++;
	pthread_cond_broadcast(&scripted->changed);
	if (scripted->holds)
		bid_list_append(&scripted->held, &transfer->link);
	else
		scripted_do(scripted, transfer);
	pthread_mutex_unlock(&scripted->lock);
}

static struct backend_transfer *scripted_take_done(struct backend *backend)
{
	struct scripted *scripted = (struct scripted *)backend;
	struct bid_link *first;
	eventfd_t count;

	pthread_mutex_lock(&scripted->lock);
	first = bid_list_take_first(&scripted->done);
	if (!first)
		eventfd_read(backend->ready_fd, &count);
	pthread_mutex_unlock(&scripted->lock);
	return t_transfer_of(first);
}

static uint64_t scripted_now_ns(const struct backend *backend)
{
	struct timespec now;

	(void)backend;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void scripted_close(struct backend *backend)
{
	struct scripted *scripted = (struct scripted *)backend;

	pthread_cond_destroy(&scripted->changed);
	pthread_mutex_destroy(&scripted->lock);
	close(backend->ready_fd);
	free(scripted);
}

static const struct backend_ops scripted_ops = {
	.submit = scripted_submit,
	.take_done = scripted_take_done,
	.now_ns = scripted_now_ns,
	.close = scripted_close,
};

static struct scripted *t_scripted(void)
{
	struct scripted *scripted = calloc(1, sizeof(*scripted));

	assert_non_null(scripted);
	pthread_mutex_init(&scripted->lock, NULL);
	pthread_cond_init(&scripted->changed, NULL);
	bid_list_init(&scripted->held);
	bid_list_init(&scripted->done);
	scripted->result = 1;
	scripted->bad_offset = UINT64_MAX;
	scripted->backend =
		(struct backend){.ops = &scripted_ops,
				 .name = "scripted",
				 .profile = {.sectors = 1u << 30, .depth = 1, .rotational = true},
				 .ready_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK),
				 .time_scale = 1};
	return scripted;
}

static void t_hold(struct scripted *scripted, bool holds)
{
	struct bid_link *link;

	pthread_mutex_lock(&scripted->lock);
	scripted->holds = holds;
	while (!holds && (link = bid_list_take_first(&scripted->held)))
		scripted_do(scripted, t_transfer_of(link));
	pthread_mutex_unlock(&scripted->lock);
}

static void t_await_taken(struct scripted *scripted, uint32_t count)
{
	pthread_mutex_lock(&scripted->lock);
	while (scripted->taken < count)
		pthread_cond_wait(&scripted->changed, &scripted->lock);
	pthread_mutex_unlock(&scripted->lock);
}

/* From now on all transfers end so, or those that have the byte. */
static void t_set_result(struct scripted *scripted, int64_t result, uint64_t bad_offset)
{
	pthread_mutex_lock(&scripted->lock);
	scripted->result = result;
	scripted->bad_offset = bad_offset;
	pthread_mutex_unlock(&scripted->lock);
}

/* ---- volumes ---- */

enum t_engine { T_THREADS, T_IO_URING, T_EMULATED, T_ENGINES };

static struct backend *t_backend(enum t_engine engine, bool direct)
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
	assert_int_equal(backend_open_emulated(device, 1000, &backend), 0);
	return backend;
}

static struct volume *t_volume(const struct bid_policy *policy, struct backend *backend)
{
	const struct volume_options options = {.policy = policy};
	struct volume *volume = NULL;

	assert_int_equal(volume_open(&options, backend, &volume), 0);
	return volume;
}

static int t_temporary(void)
{
	char path[] = "/tmp/volume-test-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	unlink(path);
	return fd;
}

static struct volume_file *t_file(struct volume *volume, int fd)
{
	struct volume_file *file = NULL;

	assert_int_equal(volume_file_open(volume, fd, &file), 0);
	return file;
}

static unsigned char t_byte(uint64_t offset, uint64_t salt)
{
	return (unsigned char)((offset * 2654435761u + salt * 40503u) >> 7);
}

static void t_fill(unsigned char *memory, uint64_t offset, uint32_t length, uint64_t salt)
{
	for (uint32_t i = 0; i < length; i++)
		memory[i] = t_byte(offset + i, salt);
}

static void t_expect(const unsigned char *memory, uint64_t offset, uint32_t length, uint64_t salt)
{
	for (uint32_t i = 0; i < length; i++)
		if (memory[i] != t_byte(offset + i, salt))
			fail_msg("byte %llu is another", (unsigned long long)(offset + i));
}

/* A file of that many bytes, written past the volume. */
static int t_written(uint32_t length, uint64_t salt)
{
	unsigned char *memory = malloc(length);
	int fd = t_temporary();

	assert_non_null(memory);
	t_fill(memory, 0, length, salt);
	assert_int_equal(pwrite(fd, memory, length, 0), length);
	free(memory);
	return fd;
}

static int64_t t_call(struct volume *volume, struct volume_file *file, enum volume_op op,
		      uint64_t stream, uint64_t offset, uint32_t length, void *memory)
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

struct answers {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	uint32_t count;
	uint32_t cancelled;
	uint32_t failed;
	int64_t last;
};

static void t_answers_init(struct answers *answers)
{
	memset(answers, 0, sizeof(*answers));
	pthread_mutex_init(&answers->lock, NULL);
	pthread_cond_init(&answers->changed, NULL);
}

static void t_answer(void *context, int64_t result)
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

static void t_await(struct answers *answers, uint32_t count)
{
	pthread_mutex_lock(&answers->lock);
	while (answers->count < count)
		pthread_cond_wait(&answers->changed, &answers->lock);
	pthread_mutex_unlock(&answers->lock);
}

static uint32_t t_count(struct answers *answers)
{
	uint32_t count;

	pthread_mutex_lock(&answers->lock);
	count = answers->count;
	pthread_mutex_unlock(&answers->lock);
	return count;
}

static int t_submit(struct volume *volume, struct volume_file *file, enum volume_op op,
		    uint64_t stream, uint64_t offset, uint32_t length, void *memory,
		    struct answers *answers)
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
	struct scripted *scripted = t_scripted();
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
	assert_int_equal(volume_open(&tiers, &t_scripted()->backend, &volume), -EINVAL);
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

/* ---- what fails ---- */

static void failures_of_the_back_end_are_told(void **state)
{
	struct scripted *scripted = t_scripted();
	struct volume *volume = t_volume(&bid_announced_policy, &scripted->backend);
	int fd = t_written(MIB, 3);
	struct volume_file *file = t_file(volume, fd);
	unsigned char memory[4096];

	(void)state;
	assert_int_equal(volume_announce(volume, file, 1, 0, MIB, BID_FOREGROUND), 0);
	assert_int_equal(t_call(volume, file, VOLUME_READ, 1, 0, 4096, memory), 4096);
	t_set_result(scripted, -EIO, UINT64_MAX);
	assert_int_equal(t_call(volume, file, VOLUME_READ, 2, 4096, 4096, memory), -EIO);
	assert_int_equal(t_call(volume, file, VOLUME_SYNC, 1, 0, 0, NULL), -EIO);
	t_set_result(scripted, -ENOSPC, UINT64_MAX);
	assert_int_equal(t_call(volume, file, VOLUME_WRITE, 1, 4096, 4096, memory), -ENOSPC);
	t_set_result(scripted, 1, UINT64_MAX);
	assert_int_equal(t_call(volume, file, VOLUME_READ, 2, 4096, 4096, memory), 4096);
	t_expect(memory, 4096, 4096, 3);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

/* Of reads that became one run the one at the bad byte fails, and no other. */
static void a_bad_sector_fails_who_reads_it_alone(void **state)
{
	struct scripted *scripted = t_scripted();
	struct volume *volume = t_volume(&noop_policy, &scripted->backend);
	int fd = t_written(MIB, 3);
	struct volume_file *file = t_file(volume, fd);
	unsigned char *memory = malloc(MIB);
	struct answers first, rest[8];

	(void)state;
	assert_non_null(memory);
	t_answers_init(&first);
	t_hold(scripted, true);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 900000, 512, memory, &first), 0);
	for (uint64_t i = 0; i < 8; i++) {
		t_answers_init(&rest[i]);
		assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, i * 4096, 4096,
					  memory + i * 4096, &rest[i]),
				 0);
	}
	t_set_result(scripted, -EIO, 3 * 4096 + 5);
	t_hold(scripted, false);
	for (uint64_t i = 0; i < 8; i++) {
		t_await(&rest[i], 1);
		assert_int_equal(rest[i].last, i == 3 ? -EIO : 4096);
		if (i != 3)
			t_expect(memory + i * 4096, i * 4096, 4096, 3);
	}
	t_await(&first, 1);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	free(memory);
}

/* ---- what nobody wants any more ---- */

static void what_waits_is_answered_at_once_and_what_is_under_way_when_it_ends(void **state)
{
	struct scripted *scripted = t_scripted();
	struct volume *volume = t_volume(&noop_policy, &scripted->backend);
	int fd = t_written(MIB, 3);
	struct volume_file *file = t_file(volume, fd);
	unsigned char memory[8192];
	struct answers flying, waiting, other;

	(void)state;
	t_answers_init(&flying);
	t_answers_init(&waiting);
	t_answers_init(&other);
	t_hold(scripted, true);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 512, memory, &flying), 0);
	t_await_taken(scripted, 1);
	assert_int_equal(t_submit(volume, file, VOLUME_WRITE, 1, 65536, 512, memory, &waiting), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 2, 300000, 512, memory + 4096, &other),
			 0);
	volume_cancel_stream(volume, 1);
	t_await(&waiting, 1);
	assert_int_equal(waiting.last, -ECANCELED);
	assert_int_equal(t_count(&flying), 0);
	t_hold(scripted, false);
	t_await(&flying, 1);
	assert_int_equal(flying.last, -ECANCELED);
	t_await(&other, 1);
	assert_int_equal(other.last, 512);
	/* The write never happened. */
	assert_int_equal(t_call(volume, file, VOLUME_READ, 2, 65536, 512, memory), 512);
	t_expect(memory, 65536, 512, 3);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

static void a_deleted_file_takes_its_requests_along(void **state)
{
	struct scripted *scripted = t_scripted();
	struct volume *volume = t_volume(&bid_announced_policy, &scripted->backend);
	int fds[2] = {t_written(MIB, 1), t_written(MIB, 2)};
	struct volume_file *gone = t_file(volume, fds[0]);
	struct volume_file *again = t_file(volume, fds[0]);
	struct volume_file *stays = t_file(volume, fds[1]);
	unsigned char memory[8192];
	struct answers of_gone, of_stays;

	(void)state;
	t_answers_init(&of_gone);
	t_answers_init(&of_stays);
	t_hold(scripted, true);
	for (uint64_t i = 0; i < 4; i++)
		assert_int_equal(t_submit(volume, i % 2 ? gone : again, VOLUME_READ, i, i * 65536,
					  512, memory + i * 512, &of_gone),
				 0);
	assert_int_equal(t_submit(volume, stays, VOLUME_READ, 1, 0, 512, memory + 4096, &of_stays),
			 0);
	volume_cancel_file(volume, gone);
	t_hold(scripted, false);
	t_await(&of_gone, 4);
	assert_int_equal(of_gone.cancelled, 4);
	t_await(&of_stays, 1);
	assert_int_equal(of_stays.last, 512);
	volume_file_close(gone);
	volume_file_close(again);
	volume_file_close(stays);
	volume_close(volume);
	close(fds[0]);
	close(fds[1]);
}

static void *t_close(void *volume)
{
	volume_close(volume);
	return NULL;
}

/* One run is under way, or what is read ahead is; all others wait. */
static void closing_answers_everything(void **state)
{
	struct scripted *scripted = t_scripted();
	struct volume *volume = t_volume(&bid_announced_policy, &scripted->backend);
	int fd = t_written(MIB, 1);
	struct volume_file *file = t_file(volume, fd);
	unsigned char *memory = malloc(MIB);
	struct answers answers;
	pthread_t thread;

	(void)state;
	assert_non_null(memory);
	t_answers_init(&answers);
	t_hold(scripted, true);
	assert_int_equal(volume_announce(volume, file, 1, 0, MIB, BID_FOREGROUND), 0);
	for (uint64_t i = 0; i < 32; i++)
		assert_int_equal(t_submit(volume, file, i % 4 ? VOLUME_READ : VOLUME_WRITE, i % 3,
					  i * 4096, 4096, memory + i * 4096, &answers),
				 0);
	assert_int_equal(t_submit(volume, file, VOLUME_SYNC, 1, 0, 0, NULL, &answers), 0);
	volume_file_close(file);
	t_await_taken(scripted, 1);
	assert_int_equal(pthread_create(&thread, NULL, t_close, volume), 0);
	/* Those of a merged run wait for its end. */
	pthread_mutex_lock(&answers.lock);
	while (answers.cancelled == 0)
		pthread_cond_wait(&answers.changed, &answers.lock);
	pthread_mutex_unlock(&answers.lock);
	t_hold(scripted, false);
	pthread_join(thread, NULL);
	assert_int_equal(t_count(&answers), 33);
	assert_int_equal(answers.cancelled, 33);
	close(fd);
	free(memory);
}

/* ---- back-pressure ---- */

static void no_more_is_taken_than_there_is_room_for(void **state)
{
	const struct volume_options options = {
		.policy = &noop_policy, .max_bytes = 8192, .max_requests = 3};
	struct scripted *scripted = t_scripted();
	struct volume *volume = NULL;
	struct volume_file *file;
	unsigned char memory[65536];
	struct answers answers;
	int fd = t_written(MIB, 1);

	(void)state;
	t_answers_init(&answers);
	assert_int_equal(volume_open(&options, &scripted->backend, &volume), 0);
	file = t_file(volume, fd);
	t_hold(scripted, true);
	/* Longer than the bound: alone. */
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 65536, memory, &answers), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 1, memory, &answers), -EAGAIN);
	t_hold(scripted, false);
	t_await(&answers, 1);
	t_hold(scripted, true);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 4096, memory, &answers), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 4097, memory, &answers),
			 -EAGAIN);
	for (int i = 0; i < 2; i++)
		assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 1, memory, &answers), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_READ, 1, 0, 1, memory, &answers), -EAGAIN);
	t_hold(scripted, false);
	t_await(&answers, 4);
	assert_int_equal(answers.failed, 0);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

/* The answer holds the volume's thread until it is let go. */
struct held_answer {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool is_answering;
	bool may_end;
};

static void t_held_answer(void *context, int64_t result)
{
	struct held_answer *held = context;

	(void)result;
	pthread_mutex_lock(&held->lock);
	held->is_answering = true;
	pthread_cond_broadcast(&held->changed);
	while (!held->may_end)
		pthread_cond_wait(&held->changed, &held->lock);
	pthread_mutex_unlock(&held->lock);
}

static void *t_cancel_once_more(void *context)
{
	volume_cancel_stream(context, 9);
	return NULL;
}

static uint64_t t_waits(struct volume *volume)
{
	struct volume_statistics statistics;

	volume_statistics(volume, &statistics);
	return statistics.waits;
}

static void no_more_is_said_than_is_heard(void **state)
{
	const struct volume_options options = {.policy = &noop_policy, .max_requests = 3};
	struct scripted *scripted = t_scripted();
	struct held_answer held = {.lock = PTHREAD_MUTEX_INITIALIZER,
				   .changed = PTHREAD_COND_INITIALIZER};
	unsigned char memory[512];
	struct volume_request request = {.op = VOLUME_READ,
					 .length = sizeof(memory),
					 .memory = memory,
					 .answer = t_held_answer,
					 .context = &held};
	struct volume *volume = NULL;
	int fd = t_written(MIB, 1);
	pthread_t caller;

	(void)state;
	assert_int_equal(volume_open(&options, &scripted->backend, &volume), 0);
	request.file = t_file(volume, fd);
	assert_int_equal(volume_submit(volume, &request), 0);
	pthread_mutex_lock(&held.lock);
	while (!held.is_answering)
		pthread_cond_wait(&held.changed, &held.lock);
	pthread_mutex_unlock(&held.lock);
	volume_cancel_stream(volume, 9);
	volume_cancel_file(volume, request.file);
	assert_int_equal(volume_announce(volume, request.file, 9, 0, 512, BID_FOREGROUND), 0);
	assert_int_equal(t_waits(volume), 0);
	assert_int_equal(pthread_create(&caller, NULL, t_cancel_once_more, volume), 0);
	while (t_waits(volume) == 0)
		sched_yield();
	pthread_mutex_lock(&held.lock);
	held.may_end = true;
	pthread_cond_broadcast(&held.changed);
	pthread_mutex_unlock(&held.lock);
	pthread_join(caller, NULL);
	volume_file_close(request.file);
	volume_close(volume);
	close(fd);
}

/* The second write waits in front of the core for its class's bound; a sync of another class comes.
 */
static void a_sync_waits_for_the_writes_before_it_in_whatever_class(void **state)
{
	const struct volume_options options = {
		.policy = &noop_policy,
		.setup = {.class_bounds = {[BID_BALANCER] = {.requests_max = 1}}}};
	struct scripted *scripted = t_scripted();
	struct volume *volume = NULL;
	struct volume_request request = {.op = VOLUME_WRITE,
					 .service_class = BID_BALANCER,
					 .length = 512,
					 .answer = t_answer};
	unsigned char memory[1024] = {0};
	struct answers answers;
	int fd = t_written(MIB, 1);

	(void)state;
	t_answers_init(&answers);
	assert_int_equal(volume_open(&options, &scripted->backend, &volume), 0);
	request.file = t_file(volume, fd);
	request.context = &answers;
	t_hold(scripted, true);
	for (uint64_t i = 0; i < 2; i++) {
		request.offset = i * 65536;
		request.memory = memory + i * 512;
		assert_int_equal(volume_submit(volume, &request), 0);
	}
	t_await_taken(scripted, 1);
	assert_int_equal(t_submit(volume, request.file, VOLUME_SYNC, 1, 0, 0, NULL, &answers), 0);
	t_hold(scripted, false);
	t_await(&answers, 3);
	assert_int_equal(answers.failed + answers.cancelled, 0);
	assert_int_equal(scripted->ended, 3);
	assert_int_equal(scripted->order[0], BACKEND_WRITE);
	assert_int_equal(scripted->order[1], BACKEND_WRITE);
	assert_int_equal(scripted->order[2], BACKEND_SYNC);
	volume_file_close(request.file);
	volume_close(volume);
	close(fd);
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
	struct scripted *scripted = t_scripted();
	struct volume *volume = t_volume(&noop_policy, &scripted->backend);
	unsigned char memory[2048] = {0};
	struct answers answers;
	int fd = t_written(MIB, 1);
	struct volume_file *file = t_file(volume, fd);

	(void)state;
	t_answers_init(&answers);
	t_hold(scripted, true);
	assert_int_equal(
		t_submit(volume, file, VOLUME_READ, 1, 65536, 512, memory + 1024, &answers), 0);
	t_await_taken(scripted, 1);
	assert_int_equal(t_submit(volume, file, VOLUME_WRITE, 1, 0, 512, memory, &answers), 0);
	assert_int_equal(t_submit(volume, file, VOLUME_WRITE_BACK, 1, 512, 512, NULL, &answers), 0);
	t_hold(scripted, false);
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

/* ---- many at once ---- */

#define WORKERS      6u
#define WORK         50u
#define WORK_BYTES   ((uint32_t)(512 * KIB))
#define WORK_LONGEST 70000u

struct worker {
	struct volume *volume;
	uint64_t number;
	char fault[96];
};

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
		result = t_call(worker->volume, file, VOLUME_WRITE, worker->number, offset, length,
				known + offset);
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

static void t_stress(const struct bid_policy *policy, enum t_engine engine)
{
	struct backend *backend = t_backend(engine, engine == T_IO_URING);
	struct worker workers[WORKERS];
	pthread_t threads[WORKERS];
	struct volume *volume;

	if (!backend)
		return;
	volume = t_volume(policy, backend);
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

/* Where time passes fast: some policies wait on purpose. */
static void many_threads_find_what_they_wrote_under_every_policy(void **state)
{
	(void)state;
	for (size_t i = 0; i < policies_under_test_count; i++)
		t_stress(policies_under_test[i], T_EMULATED);
}

static void many_threads_find_what_they_wrote_by_every_engine(void **state)
{
	(void)state;
	for (int engine = 0; engine < T_ENGINES; engine++) {
		t_stress(&noop_policy, (enum t_engine)engine);
		t_stress(&bid_announced_policy, (enum t_engine)engine);
	}
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
		cmocka_unit_test(failures_of_the_back_end_are_told),
		cmocka_unit_test(a_bad_sector_fails_who_reads_it_alone),
		cmocka_unit_test(what_waits_is_answered_at_once_and_what_is_under_way_when_it_ends),
		cmocka_unit_test(a_deleted_file_takes_its_requests_along),
		cmocka_unit_test(closing_answers_everything),
		cmocka_unit_test(no_more_is_taken_than_there_is_room_for),
		cmocka_unit_test(no_more_is_said_than_is_heard),
		cmocka_unit_test(a_sync_waits_for_the_writes_before_it_in_whatever_class),
		cmocka_unit_test(what_the_kernel_holds_is_written_back),
		cmocka_unit_test(a_write_back_is_no_write),
		cmocka_unit_test(a_descriptor_that_appends_writes_where_it_is_told),
		cmocka_unit_test(many_threads_find_what_they_wrote_under_every_policy),
		cmocka_unit_test(many_threads_find_what_they_wrote_by_every_engine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
