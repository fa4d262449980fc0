/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "throttle.h"

#include <time.h>

/* wbt_lat_usec of rotational disks. */
#define TARGET_NS UINT64_C(75000000)

static uint64_t disk_ns(const struct throttle *throttle)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return ((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec) * throttle->scale;
}

void throttle_init(struct throttle *throttle, const struct bid_policy *policy,
		   const struct device *disk, uint32_t scale)
{
	throttle->scale = scale;
	pthread_mutex_init(&throttle->lock, NULL);
	pthread_cond_init(&throttle->finished, NULL);
	sim_writeback_init(&throttle->writeback, policy->writeback_throttled ? TARGET_NS : 0, disk);
}

void throttle_destroy(struct throttle *throttle)
{
	pthread_cond_destroy(&throttle->finished);
	pthread_mutex_destroy(&throttle->lock);
}

void throttle_write(struct throttle *throttle)
{
	pthread_mutex_lock(&throttle->lock);
	/* With none inside one is always let in. */
	while (!sim_writeback_allows(&throttle->writeback, false, UINT32_MAX, disk_ns(throttle)))
		pthread_cond_wait(&throttle->finished, &throttle->lock);
	sim_writeback_entered(&throttle->writeback, true, false, disk_ns(throttle));
	pthread_mutex_unlock(&throttle->lock);
}

void throttle_written(struct throttle *throttle)
{
	pthread_mutex_lock(&throttle->lock);
	sim_writeback_finished(&throttle->writeback, true, false, 0, disk_ns(throttle));
	pthread_cond_signal(&throttle->finished);
	pthread_mutex_unlock(&throttle->lock);
}

uint64_t throttle_read(struct throttle *throttle)
{
	uint64_t now_ns = disk_ns(throttle);

	pthread_mutex_lock(&throttle->lock);
	sim_writeback_entered(&throttle->writeback, false, true, now_ns);
	pthread_mutex_unlock(&throttle->lock);
	return now_ns;
}

void throttle_was_read(struct throttle *throttle, uint64_t since_ns)
{
	uint64_t now_ns = disk_ns(throttle);

	pthread_mutex_lock(&throttle->lock);
	sim_writeback_finished(&throttle->writeback, false, true, now_ns - since_ns, now_ns);
	pthread_mutex_unlock(&throttle->lock);
}
