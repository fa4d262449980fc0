/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What a volume's inside is put together of, and how it is taken apart.
 */
#include "scheduler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The core places no bound on addresses: what is past a disk's end is the back end's matter. */
#define ADDRESSES (UINT64_MAX / 2)
/* How long a disk has nothing to do before what lives on the SSD is brought home. */
#define IDLE_NS UINT64_C(1000000000)

/* An SSD is no place to wait in front of, unless somebody wants that. */
static void choose_at_once(struct bid_settings *settings)
{
	static const char name[] = "blocking-at-once";

	for (uint32_t i = 0; i < settings->count; i++) {
		if (strcmp(settings->set[i].name, name) == 0)
			return;
	}
	bid_settings_set(settings, name, 1);
}

/* What the core is given of the two devices. Returns 0 or a negative errno. */
static int open_tier(struct scheduler *scheduler, const struct volume_second_tier *second,
		     struct bid_setup *setup)
{
	uint64_t sectors;
	int error;

	if (!second)
		return 0;
	error = tier_open(second, scheduler->backend, &scheduler->queue, &scheduler->statistics,
			  &scheduler->tier, &sectors);
	if (error)
		return error;
	scheduler->runs.tier = scheduler->tier;
	scheduler->idle_ns = second->idle_ns ? second->idle_ns : IDLE_NS;
	setup->device[BID_TIER_SSD] = second->backend->profile;
	setup->device[BID_TIER_SSD].sectors = sectors;
	choose_at_once(&setup->settings);
	return 0;
}

static int open_core(struct scheduler *scheduler, const struct bid_policy *policy,
		     const struct bid_setup *setup)
{
	int error;

	scheduler->state = calloc(1, policy->state_bytes(setup));
	if (!scheduler->state)
		return -ENOMEM;
	error = bid_request_queue_init(&scheduler->queue, policy, scheduler->state, setup);
	if (error)
		free(scheduler->state);
	return error;
}

int scheduler_open(struct scheduler *scheduler, const struct bid_policy *policy,
		   const struct bid_setup *setup, struct backend *backend,
		   const struct volume_second_tier *second, scheduler_answered_fn *answered,
		   void *context)
{
	struct bid_setup live = *setup;
	int error;

	if (setup->device[BID_TIER_SSD].sectors > 0 || backend->profile.depth == 0 ||
	    (second && !policy->returned))
		return -EINVAL;
	live.device[BID_TIER_HDD] = backend->profile;
	live.device[BID_TIER_HDD].sectors = ADDRESSES;
	memset(scheduler, 0, sizeof(*scheduler));
	scheduler->backend = backend;
	scheduler->streams_max = live.max_streams;
	scheduler->answered = answered;
	scheduler->context = context;
	scheduler->busy_ns = backend->ops->now_ns(backend);
	stream_names_init(&scheduler->names);
	runs_init(&scheduler->runs, &scheduler->queue, backend, &scheduler->names,
		  &scheduler->statistics);
	bid_list_init(&scheduler->operations);
	waiting_init(&scheduler->waiting);
	error = open_tier(scheduler, second, &live);
	if (error)
		return error;
	error = open_core(scheduler, policy, &live);
	if (error && scheduler->tier)
		tier_close(scheduler->tier);
	return error;
}

void scheduler_close(struct scheduler *scheduler)
{
	struct bid_link *link;

	while ((link = bid_list_take_first(&scheduler->operations)))
		operation_free(bid_container_of(link, struct operation, link));
	if (scheduler->tier)
		tier_close(scheduler->tier);
	runs_close(&scheduler->runs);
	free(scheduler->state);
}
