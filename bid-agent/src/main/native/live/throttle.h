/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Linux's throttling of buffered writeback beside reads, in front of the schedulers that have it by
 * default (sim/writeback.h). What the device takes for a read is taken to be what the reader's
 * request takes, which throttles no less. From any thread.
 */
#ifndef LIVE_THROTTLE_H
#define LIVE_THROTTLE_H

#include <pthread.h>

#include "live/live.h"
#include "writeback.h"

struct throttle {
	uint32_t scale; /* of the disk's time */
	pthread_mutex_t lock;
	pthread_cond_t finished;
	struct sim_writeback writeback;
};

/* Without effect for a policy that Linux does not throttle. */
void throttle_init(struct throttle *throttle, const struct bid_policy *policy,
		   const struct device *disk, uint32_t scale);
void throttle_destroy(struct throttle *throttle);
/* Waits until a buffered write may go to the scheduler; it has gone. */
void throttle_write(struct throttle *throttle);
void throttle_written(struct throttle *throttle);
/* A read goes to the scheduler; returns when. */
uint64_t throttle_read(struct throttle *throttle);
void throttle_was_read(struct throttle *throttle, uint64_t since_ns);

#endif
