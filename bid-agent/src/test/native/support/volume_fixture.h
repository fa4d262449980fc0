/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Volumes for tests: on the engines that there are, with files whose bytes are known, and answers
 * that are waited for later.
 */
#ifndef VOLUME_FIXTURE_H
#define VOLUME_FIXTURE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "dispatch/volume.h"

#define KIB UINT64_C(1024)
#define MIB (KIB * KIB)

enum t_engine { T_THREADS, T_IO_URING, T_EMULATED, T_ENGINES };

struct answers {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	uint32_t count;
	uint32_t cancelled;
	uint32_t failed;
	int64_t last;
};

/* One that reads and writes files; NULL: this machine has none of that kind. */
struct backend *t_backend(enum t_engine engine, bool direct);
/* A volume with the defaults of a policy. */
struct volume *t_volume(const struct bid_policy *policy, struct backend *backend);
/* A file that is gone when it is closed. */
int t_temporary(void);
struct volume_file *t_file(struct volume *volume, int fd);
/* What a file holds at an offset; another salt, another file. */
void t_fill(unsigned char *memory, uint64_t offset, uint32_t length, uint64_t salt);
void t_expect(const unsigned char *memory, uint64_t offset, uint32_t length, uint64_t salt);
/* A file of that many bytes, written past the volume. */
int t_written(uint32_t length, uint64_t salt);
/* Asks, and waits for the answer. */
int64_t t_call(struct volume *volume, struct volume_file *file, enum volume_op op, uint64_t stream,
	       uint64_t offset, uint32_t length, void *memory);
void t_answers_init(struct answers *answers);
/* What a request calls with its result; the context is the answers. */
void t_answer(void *context, int64_t result);
/* Waits for so many answers. */
void t_await(struct answers *answers, uint32_t count);
uint32_t t_count(struct answers *answers);
/* Asks without waiting: neither for room nor for the answer. */
int t_submit(struct volume *volume, struct volume_file *file, enum volume_op op, uint64_t stream,
	     uint64_t offset, uint32_t length, void *memory, struct answers *answers);

#endif
