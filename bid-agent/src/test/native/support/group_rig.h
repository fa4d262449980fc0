/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A delta log with its threads, on a device in memory that can be held up, can fail and can be
 * overwritten; and blocks that are being written, of which only the lengths matter.
 */
#ifndef GROUP_RIG_H
#define GROUP_RIG_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "delta/log.h"
#include "deltafile/group_log.h"

#define BLOCK_CHUNK     512u
#define MACHINE_LONG_MS 600000u /* never, in a test */

extern const struct delta_geometry machine_geometry;

/* A device, and the disk at home. */
struct machine {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct delta_area area;
	struct group_log *log;
	uint8_t *memory;
	bool is_held; /* writes wait */
	bool is_home_held;
	int error; /* of writes */
	int home_error;
	uint64_t reads;
};

/* Its log begins; slow_ms, idle_ms and look_ms are as in its options. */
void machine_start_looking(struct machine *machine, uint64_t slow_ms, uint64_t idle_ms,
			   uint64_t look_ms);
/* The same, and the log does not look at what it has written. */
void machine_start(struct machine *machine, uint64_t slow_ms, uint64_t idle_ms);
void machine_stop(struct machine *machine);

/* From now on: whether writes to the log wait, their error, and that of syncs at home. */
void machine_set(struct machine *machine, bool is_held, int error, int home_error);
/* From now on: whether syncs at home wait. */
void machine_hold_home(struct machine *machine, bool is_held);
struct group_log_statistics machine_statistics(const struct machine *machine);
/* How often the log's device was read. */
uint64_t machine_reads(struct machine *machine);
/* Somebody else writes a sector there. */
void machine_overwrite(struct machine *machine, uint64_t offset);

/* A block that is being written: what it has does not matter here. */
struct block {
	struct group_stream *stream;
	int fd[2];
};

/* A file that nobody else has. */
int block_file(void);
/* Begins a block of that number in the machine's log. */
void block_begin(const struct machine *machine, struct block *block, uint64_t number);
/* Writes so many bytes, and has sums of all. */
void block_append(struct block *block, uint32_t count);
/* Returns as the put, when that failed, or the wait for it. */
int block_sync(const struct block *block);
/* Returns as group_stream_close. */
int block_end(struct block *block);

#endif
