/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A back end that does as the test says: it keeps transfers, fails them, and notes their order.
 */
#ifndef SCRIPTED_BACKEND_H
#define SCRIPTED_BACKEND_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "dispatch/volume.h"

struct scripted {
	struct backend backend;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct bid_link held; /* taken, and not let go */
	struct bid_link done;
	bool holds;
	int64_t result;       /* of every transfer; 1: what it is */
	int64_t write_result; /* of every write; 1: what it is */
	uint64_t bad_offset;  /* the byte that alone fails, with that result; UINT64_MAX: all do */
	uint32_t taken;
	enum backend_op order[8]; /* the first that were done */
	uint32_t ended;
};

/* One that does each transfer at once; closed with its volume. */
struct scripted *scripted_open(void);
/* From now on transfers are kept, or done again, those that were kept first. */
void scripted_hold(struct scripted *scripted, bool holds);
/* Waits until so many transfers have been taken. */
void scripted_await(struct scripted *scripted, uint32_t count);
/* From now on all transfers end so, or those that have the byte. */
void scripted_set_result(struct scripted *scripted, int64_t result, uint64_t bad_offset);
/* From now on all writes end so. */
void scripted_set_write_result(struct scripted *scripted, int64_t result);

#endif
