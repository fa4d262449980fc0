/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "bid/errors.h"
#include "bid/policies.h"
#include "core.h"

static size_t bid_state_bytes(const struct bid_setup *setup)
{
	return sizeof(struct bid_core) + streams_bytes(setup);
}

static size_t bid_announced_state_bytes(const struct bid_setup *setup)
{
	return bid_state_bytes(setup) + announced_bytes(setup);
}

static size_t bid_published_hybrid_state_bytes(const struct bid_setup *setup)
{
	return bid_state_bytes(setup) + hybrid_bytes(setup);
}

static size_t bid_hybrid_state_bytes(const struct bid_setup *setup)
{
	return bid_announced_state_bytes(setup) + hybrid_bytes(setup);
}

enum form { AS_PUBLISHED, EXTENDED };

/* The extensions, off: what is left is the source's. */
static void tunables_as_published(struct bid_tunables *tunables)
{
	tunables->continuation = 0;
	tunables->order_by_position = 0;
	tunables->latency_guard = 0;
	tunables->learned_wait = 0;
	tunables->run_by_device = 0;
	tunables->split_streams = 0;
}

static bool setup_makes_sense(const struct bid_setup *setup)
{
	return setup->max_outstanding > 0 && setup->device[BID_TIER_HDD].sectors > 0 &&
	       setup->tunables.wait_history > 0 &&
	       setup->tunables.wait_history <= BID_WAIT_HISTORY_MAX;
}

static void core_init_queues(struct bid_core *core)
{
	bid_list_init(&core->staged);
	bid_list_init(&core->marked);
	for (int i = 0; i < SWEEP_KINDS; i++)
		bid_tree_init(&core->sweep[i]);
	for (int i = 0; i < URGENT_KINDS; i++)
		bid_list_init(&core->urgent[i]);
	bid_list_init(&core->ssd_round);
	bid_list_init(&core->overflow);
	bid_list_init(&core->finished);
}

/* Lays out what all policies have; rest is the memory that follows it. */
static int core_init(struct bid_core *core, const struct bid_setup *setup, enum form form,
		     void **rest)
{
	if (!setup_makes_sense(setup))
		return -EINVAL;
	core->t = setup->tunables;
	if (form == AS_PUBLISHED)
		tunables_as_published(&core->t);
	for (int i = 0; i < BID_TIERS; i++)
		core->device[i] = setup->device[i];
	core->pressure = (uint32_t)((uint64_t)setup->max_outstanding *
				    setup->tunables.tag_pressure_percent / 100);
	core->continuation_end_ns = BID_NEVER;
	core->kick_ns = BID_NEVER;
	core_init_queues(core);
	turn_init(core);
	*rest = streams_init(core, setup, core + 1);
	return 0;
}

static int bid_published_init(void *state, const struct bid_setup *setup)
{
	void *rest;

	return core_init(state, setup, AS_PUBLISHED, &rest);
}

static int bid_published_hybrid_init(void *state, const struct bid_setup *setup)
{
	void *rest;
	int error = core_init(state, setup, AS_PUBLISHED, &rest);

	if (!error)
		hybrid_init(state, setup, rest);
	return error;
}

static int bid_hdd_init(void *state, const struct bid_setup *setup)
{
	void *rest;

	return core_init(state, setup, EXTENDED, &rest);
}

/* What bid-announced and bid-hybrid share. */
static int init_announcing(struct bid_core *core, const struct bid_setup *setup, void **rest)
{
	int error = core_init(core, setup, EXTENDED, rest);

	if (error)
		return error;
	/* Turns of extents lie in the sweep; in the order of marking there is no place for them. */
	core->announces = core->t.order_by_position;
	announced_init(core, setup, *rest);
	*rest = (char *)*rest + announced_bytes(setup);
	return 0;
}

static int bid_announced_init(void *state, const struct bid_setup *setup)
{
	void *rest;

	return init_announcing(state, setup, &rest);
}

static int bid_hybrid_init(void *state, const struct bid_setup *setup)
{
	void *rest;
	int error = init_announcing(state, setup, &rest);

	if (!error)
		hybrid_init(state, setup, rest);
	return error;
}

static void bid_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct bid_core *core = state;

	core->outstanding++;
	if (core->announces && request->op == BID_WRITE)
		announced_written(core, request->lba, request->lba + request->sectors, now_ns);
	if (hybrid_claim(core, request, now_ns))
		return;
	if (core->announces && announced_claim(core, request, now_ns))
		return;
	stage_request(core, request, now_ns);
}

static struct bid_request *bid_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct bid_core *core = state;
	bool nothing_marked = bid_list_empty(&core->marked);

	core->asked_ns = now_ns;
	if (core->t.order_by_position)
		sweep_expire(core, now_ns);
	else
		flush_expire(core, now_ns);
	if (core->announces)
		announced_expire(core, now_ns);
	if (core->kick_ns <= now_ns)
		core->kick_ns = BID_NEVER;
	/* The disk may have been asked already; what has been marked just now is for it. */
	if (tier != BID_TIER_HDD && nothing_marked && !bid_list_empty(&core->marked))
		core->kick_ns = now_ns + 1;
	if (core->hybrid)
		hybrid_split_on(core, now_ns);
	if (tier == BID_TIER_HDD)
		return turn_dispatch(core, now_ns);
	return core->hybrid ? hybrid_dispatch(core, now_ns) : NULL;
}

static void completed_members(struct bid_core *core, struct bid_request *head, uint64_t now_ns)
{
	hybrid_arrived(core, head);
	while (head) {
		struct bid_request *next = head->merged;

		/* What was read ahead while the write was on its way may be older than it. */
		if (core->announces && head->op == BID_WRITE)
			announced_written(core, head->lba, head->lba + head->sectors, now_ns);
		if (head->flags & BID_INNER)
			hybrid_piece_done(core, head);
		else
			core->outstanding--;
		head = next;
	}
}

static void bid_completed(void *state, struct bid_request *head, uint64_t now_ns)
{
	struct bid_core *core = state;
	struct bid_unit *unit = head->queue;

	if ((head->flags & BID_INNER) && !head->owner)
		announced_read(core, unit, head, now_ns);
	else
		completed_members(core, head, now_ns);
	if (unit)
		turn_completed(core, unit, now_ns);
}

static uint64_t bid_next_timer_ns(const void *state)
{
	/* Settling the timers changes their order in memory, nothing that can be seen. */
	struct bid_core *core = (struct bid_core *)state;
	uint64_t timer_ns = bid_timers_next_ns(&core->timers);

	if (core->announces && announced_next_timer_ns(core) < timer_ns)
		timer_ns = announced_next_timer_ns(core);
	if (core->kick_ns < timer_ns)
		timer_ns = core->kick_ns;
	/* One that is over when dispatch has just been asked was set by that: it is asked again. */
	if (timer_ns <= core->asked_ns)
		timer_ns = core->asked_ns + 1;
	return core->continuation_end_ns < timer_ns ? core->continuation_end_ns : timer_ns;
}

static void bid_hurry_writes(void *state, uint64_t now_ns)
{
	struct bid_core *core = state;

	if (core->t.order_by_position)
		sweep_hurry_writes(core);
	else
		flush_hurry_writes(core, now_ns);
}

static struct bid_request *bid_take_finished(void *state)
{
	struct bid_core *core = state;
	struct bid_link *first = bid_list_take_first(&core->finished);

	return first ? bid_container_of(first, struct bid_request, link) : NULL;
}

static void bid_announce(void *state, const struct bid_announcement *announcement, uint64_t now_ns)
{
	struct bid_core *core = state;

	if (core->announces)
		announced_hear(core, announcement, now_ns);
}

#define BID_FUNCTIONS                                                                              \
	.insert = bid_insert, .dispatch = bid_dispatch, .completed = bid_completed,                \
	.next_timer_ns = bid_next_timer_ns, .hurry_writes = bid_hurry_writes

const struct bid_policy bid_published_policy = {
	.name = "bid-published",
	.summary = "Bulk I/O Dispatch as published (Mishra 2018), and the tag-pressure rule",
	.state_bytes = bid_state_bytes,
	.init = bid_published_init,
	BID_FUNCTIONS,
};

const struct bid_policy bid_hdd_policy = {
	.name = "bid-hdd",
	.summary = "BID in sweeps over the disk, with continuation, guards and learned waits",
	.state_bytes = bid_state_bytes,
	.init = bid_hdd_init,
	BID_FUNCTIONS,
};

const struct bid_policy bid_announced_policy = {
	.name = "bid-announced",
	.summary = "bid-hdd, and announced extents read ahead in long turns",
	.state_bytes = bid_announced_state_bytes,
	.init = bid_announced_init,
	BID_FUNCTIONS,
	.take_finished = bid_take_finished,
	.announce = bid_announce,
};

const struct bid_policy bid_hybrid_policy = {
	.name = "bid-hybrid",
	.summary = "bid-announced, and writes that pack badly to the SSD",
	.state_bytes = bid_hybrid_state_bytes,
	.init = bid_hybrid_init,
	BID_FUNCTIONS,
	.take_finished = bid_take_finished,
	.announce = bid_announce,
};

const struct bid_policy bid_published_hybrid_policy = {
	.name = "bid-published-hybrid",
	.summary = "bid-published, and writes that pack badly to the SSD (Mishra 2018, chapter 4)",
	.state_bytes = bid_published_hybrid_state_bytes,
	.init = bid_published_hybrid_init,
	BID_FUNCTIONS,
	.take_finished = bid_take_finished,
};
