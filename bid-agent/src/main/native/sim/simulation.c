/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * When things happen: the clock jumps to the next arrival, completion or timer, until all is
 * served.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine.h"

/* Streams that a policy remembers beyond their requests. */
enum { STREAMS_MAX = 16384 };
/* Timers in a row, with no arrival and no completion between, before a run is given up. */
static const uint64_t IDLE_TIMERS_MAX = 1000000;

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t next_completion_ns(const struct sim_engine *engine)
{
	uint64_t next = BID_NEVER;

	for (int tier = 0; tier < BID_TIERS; tier++) {
		const struct device *device = engine->setup->device[tier];

		if (device && engine->in_device[tier] > 0)
			next = earlier(next, device->ops->next_completion_ns(device));
	}
	return next;
}

/* With one submitter nothing comes while it waits before the full queue. */
static uint64_t next_arrival_ns(const struct sim_engine *engine)
{
	if (sim_submitter_waits(engine))
		return BID_NEVER;
	return engine->feed->next_ns(engine->feed);
}

static uint64_t next_timer_ns(const struct sim_engine *engine)
{
	uint64_t timer = bid_request_queue_next_timer_ns(&engine->queue, engine->now_ns);

	for (int tier = 0; tier < BID_TIERS; tier++) {
		const struct device *device = engine->setup->device[tier];

		if (device && engine->in_device[tier] < device->profile.depth)
			return timer;
	}
	return BID_NEVER;
}

static bool all_served(const struct sim_engine *engine)
{
	return engine->feed->ended && engine->queue.outstanding == 0 &&
	       bid_list_empty(&engine->waiting) && engine->held_count == 0;
}

static int stalled(struct sim_engine *engine)
{
	return sim_fail(engine, -EPROTO,
			"%s stalled: it holds %u requests, nothing is to happen, and no timer of "
			"its own lets one go",
			engine->setup->policy->name, engine->queue.outstanding);
}

/* Goes on to a later time. */
static void pass_time(struct sim_engine *engine, uint64_t next_ns)
{
	bool idle = engine->in_device[BID_TIER_HDD] == 0 && engine->in_device[BID_TIER_SSD] == 0;

	if (idle && engine->queue.outstanding > 0)
		engine->figures.result->kept_idle_ns += next_ns - engine->now_ns;
	engine->now_ns = next_ns;
}

/* Sets the clock to the next event. */
static int advance(struct sim_engine *engine)
{
	uint64_t completion = next_completion_ns(engine);
	uint64_t arrival = next_arrival_ns(engine);
	uint64_t timer = next_timer_ns(engine);
	uint64_t next = earlier(completion, arrival);

	if (completion < engine->now_ns)
		return sim_fail(engine, -EPROTO, "a device completes at %llu ns, in the past",
				(unsigned long long)completion);
	engine->idle_timers = timer < next ? engine->idle_timers + 1 : 0;
	if ((next == BID_NEVER && timer == BID_NEVER) || engine->idle_timers > IDLE_TIMERS_MAX)
		return stalled(engine);
	next = earlier(next, timer);
	/* What is overdue, because it could not be issued before, is due now. */
	if (next > engine->now_ns)
		pass_time(engine, next);
	return 0;
}

/* Everything that happens now. */
static int step(struct sim_engine *engine)
{
	int result = sim_complete(engine);

	while (result >= 0) {
		int changes = sim_finish(engine);

		if (changes < 0)
			return changes;
		result = sim_issue(engine);
		if (result < 0)
			return result;
		result = sim_dispatch(engine);
		if (result < 0)
			return result;
		if (bid_list_empty(&engine->queue.finished))
			return 0;
	}
	return result;
}

static int run(struct sim_engine *engine)
{
	int result = 0;

	while (result == 0 && !all_served(engine)) {
		result = advance(engine);
		if (result == 0)
			result = step(engine);
	}
	if (result == -ENOMEM)
		return sim_fail(engine, result, "out of memory");
	if (result < 0 && engine->error[0] == '\0')
		snprintf(engine->error, engine->error_size, "%s", engine->feed->source->error);
	return result;
}

static void fill_result(struct sim_engine *engine)
{
	struct sim_result *result = engine->figures.result;

	for (int tier = 0; tier < BID_TIERS; tier++) {
		const struct device *device = engine->setup->device[tier];

		if (device)
			device->ops->figures(device, &result->device[tier]);
	}
	result->skipped = engine->feed->skipped;
	result->window_waits = engine->feed->window_waits;
	result->processes_forgotten = engine->feed->forgotten;
	result->nodes_peak = engine->ios.peak + engine->parts.peak + engine->feed->nodes_peak;
}

static int start_policy(struct sim_engine *engine)
{
	const struct sim_setup *setup = engine->setup;
	struct bid_setup policy_setup = {
		.settings = setup->settings,
		.max_outstanding = setup->outstanding ? setup->outstanding : SIM_OUTSTANDING_MAX,
		.max_streams = STREAMS_MAX,
	};

	for (int tier = 0; tier < BID_TIERS; tier++) {
		if (setup->device[tier])
			policy_setup.device[tier] = setup->device[tier]->profile;
	}
	engine->policy_state = calloc(1, setup->policy->state_bytes(&policy_setup));
	if (!engine->policy_state)
		return sim_fail(engine, -ENOMEM, "no memory for the state of %s",
				setup->policy->name);
	if (bid_request_queue_init(&engine->queue, setup->policy, engine->policy_state,
				   &policy_setup) < 0)
		return sim_fail(engine, -EINVAL, "%s refuses this set-up", setup->policy->name);
	sim_admission_init(&engine->admission, setup->policy, engine->policy_state,
			   engine->tunables.wbt_target_ns, setup->device[BID_TIER_HDD]);
	return 0;
}

static int start(struct sim_engine *engine, struct trace_source *source)
{
	const struct sim_setup *setup = engine->setup;
	uint64_t sectors = setup->device[BID_TIER_HDD]->profile.sectors;
	int result = sim_figures_init(&engine->figures, setup->processes_max);

	bid_settings_read(&setup->settings, &sim_tunables, &engine->tunables);
	sim_readahead_init(&engine->readahead, engine->tunables.readahead_sectors);
	sim_pool_init(&engine->ios, sizeof(struct sim_io));
	sim_pool_init(&engine->parts, sizeof(struct sim_part));
	bid_list_init(&engine->waiting);
	for (int class = 0; class < BID_CLASSES; class ++) {
		bid_list_init(&engine->held[false][class]);
		bid_list_init(&engine->held[true][class]);
	}
	if (result == 0)
		result = start_policy(engine);
	if (result < 0)
		return result;
	if (setup->loop == SIM_OPEN_LOOP)
		return sim_feed_open_loop(source, sectors, &engine->feed);
	return sim_feed_closed_loop(source, sectors,
				    setup->window ? setup->window : SIM_WINDOW_DEFAULT,
				    setup->slots, &engine->feed);
}

static void finish(struct sim_engine *engine)
{
	if (engine->feed)
		engine->feed->free(engine->feed);
	sim_figures_free(&engine->figures);
	sim_readahead_free(&engine->readahead);
	sim_pool_free(&engine->ios);
	sim_pool_free(&engine->parts);
	free(engine->policy_state);
}

int sim_run(const struct sim_setup *setup, struct trace_source *source,
	    const struct sim_observer *observer, struct sim_result **result, char *error,
	    size_t error_size)
{
	struct sim_engine engine = {
		.setup = setup, .observer = observer, .error = error, .error_size = error_size};
	int code;

	*result = NULL;
	error[0] = '\0';
	if (!setup->policy || !setup->device[BID_TIER_HDD])
		return sim_fail(&engine, -EINVAL, "a run needs a policy and a disk");
	code = start(&engine, source);
	if (code == 0)
		code = run(&engine);
	if (code == 0) {
		fill_result(&engine);
		*result = sim_figures_take(&engine.figures);
	}
	finish(&engine);
	return code;
}
