/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "group_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define SEGMENTS 5u

const struct delta_geometry machine_geometry = {
	.uuid = {7}, .segment_bytes = DELTA_SEGMENT_BYTES_MIN, .segments = SEGMENTS};

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
	while (machine->is_home_held)
		pthread_cond_wait(&machine->changed, &machine->lock);
	error = machine->home_error;
	pthread_mutex_unlock(&machine->lock);
	return error;
}

static const struct delta_area_ops area_ops = {.read = t_read, .write = t_write};

void machine_set(struct machine *machine, bool is_held, int error, int home_error)
{
	pthread_mutex_lock(&machine->lock);
	machine->is_held = is_held;
	machine->error = error;
	machine->home_error = home_error;
	pthread_cond_broadcast(&machine->changed);
	pthread_mutex_unlock(&machine->lock);
}

void machine_hold_home(struct machine *machine, bool is_held)
{
	pthread_mutex_lock(&machine->lock);
	machine->is_home_held = is_held;
	pthread_cond_broadcast(&machine->changed);
	pthread_mutex_unlock(&machine->lock);
}

void machine_start_looking(struct machine *machine, uint64_t slow_ms, uint64_t idle_ms,
			   uint64_t look_ms)
{
	const struct group_log_options options = {.slow_ms = slow_ms,
						  .idle_ms = idle_ms,
						  .look_ms = look_ms,
						  .sync_home = t_home,
						  .context = machine};
	uint8_t page[DELTA_PAGE];

	*machine = (struct machine){.area = {.ops = &area_ops, .context = machine},
				    .memory = calloc(1, delta_file_bytes(&machine_geometry))};
	assert_non_null(machine->memory);
	pthread_mutex_init(&machine->lock, NULL);
	pthread_cond_init(&machine->changed, NULL);
	assert_int_equal(delta_log_format(&machine->area, &machine_geometry, page), 0);
	assert_int_equal(
		group_log_start(&machine->area, &machine_geometry, 1, &options, &machine->log), 0);
}

void machine_start(struct machine *machine, uint64_t slow_ms, uint64_t idle_ms)
{
	machine_start_looking(machine, slow_ms, idle_ms, 0);
}

void machine_stop(struct machine *machine)
{
	assert_int_equal(group_log_stop(machine->log), 0);
	pthread_cond_destroy(&machine->changed);
	pthread_mutex_destroy(&machine->lock);
	free(machine->memory);
}

struct group_log_statistics machine_statistics(const struct machine *machine)
{
	struct group_log_statistics statistics;

	group_log_statistics(machine->log, &statistics);
	return statistics;
}

int block_file(void)
{
	char path[] = "/tmp/group-log-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	unlink(path);
	return fd;
}

void block_append(struct block *block, uint32_t count)
{
	uint8_t *bytes = calloc(1, count);
	off_t length;
	off_t sums;

	assert_non_null(bytes);
	assert_int_equal(write(block->fd[0], bytes, count), count);
	length = lseek(block->fd[0], 0, SEEK_CUR);
	sums = 7 + (length + BLOCK_CHUNK - 1) / BLOCK_CHUNK * 4;
	assert_int_equal(ftruncate(block->fd[1], sums), 0);
	assert_int_equal(lseek(block->fd[1], sums, SEEK_SET), sums);
	free(bytes);
}

void block_begin(const struct machine *machine, struct block *block, uint64_t number)
{
	const struct delta_definition definition = {.block = number,
						    .stamp = 1,
						    .root = {"/v", 2},
						    .data = {"rbw/b", 5},
						    .checksum = {"rbw/m", 5}};

	block->fd[0] = block_file();
	block->fd[1] = block_file();
	assert_int_equal(group_stream_open(machine->log, &definition, block->fd, BLOCK_CHUNK,
					   &block->stream),
			 0);
}

int block_end(struct block *block)
{
	int error = group_stream_close(block->stream);

	close(block->fd[0]);
	close(block->fd[1]);
	return error;
}

int block_sync(const struct block *block)
{
	uint64_t commit;
	int error = group_stream_put(block->stream, &commit);

	return error ? error : group_stream_await(block->stream, commit);
}

uint64_t machine_reads(struct machine *machine)
{
	uint64_t reads;

	pthread_mutex_lock(&machine->lock);
	reads = machine->reads;
	pthread_mutex_unlock(&machine->lock);
	return reads;
}

void machine_overwrite(struct machine *machine, uint64_t offset)
{
	pthread_mutex_lock(&machine->lock);
	memset(machine->memory + offset, 0x5a, 512);
	pthread_mutex_unlock(&machine->lock);
}
