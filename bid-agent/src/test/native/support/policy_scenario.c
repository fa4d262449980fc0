/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "policy_scenario.h"

#include <stdlib.h>

#include "scenario.h"

/* Rounds of the loop in which no caller's request comes, is dispatched or is finished. */
#define IDLE_ROUNDS_MAX 5000u

static void sc_finish(struct scenario *s, struct bid_request *request)
{
	struct asked *asked = sc_check_finished(s, request);

	if (!asked)
		return;
	s->asked[sc_find(s, request)] = s->asked[s->outstanding - 1];
	s->outstanding--;
	sc_note(s, request->lba);
	s->idle_rounds = 0;
	sc_free(asked);
}

static uint64_t sc_next_event_ns(struct scenario *s)
{
	uint64_t next = bid_request_queue_next_timer_ns(&s->queue, s->now_ns);

	if (next <= s->now_ns)
		sc_fail(s, "a timer of the past");
	if (sc_may_arrive(s) && s->next_arrival_ns < next)
		next = s->next_arrival_ns;
	for (int tier = 0; tier < BID_TIERS; tier++)
		for (uint32_t i = 0; i < s->flying[tier]; i++)
			if (s->flight[tier][i].done_ns < next)
				next = s->flight[tier][i].done_ns;
	return next;
}

static void sc_take_finished(struct scenario *s)
{
	struct bid_request *request;

	while (!s->report->error[0] && (request = bid_request_queue_take_finished(&s->queue)))
		sc_finish(s, request);
}

/* When all that has finished is taken, with its data. */
static void sc_take_released(struct scenario *s)
{
	struct bid_chunk *chunk;

	while ((chunk = bid_request_queue_take_released(&s->queue)))
		data_oracle_release(s->oracle, chunk);
}

static void sc_note_run(struct scenario *s, const struct bid_request *head, enum bid_tier tier)
{
	sc_note(s, s->now_ns);
	sc_note(s, head->run_lba);
	sc_note(s, head->run_sectors);
	sc_note(s, head->op + 2u * tier);
	s->report->inner += (head->flags & BID_INNER) != 0;
	s->report->ssd += tier == BID_TIER_SSD;
	if (!(head->flags & BID_INNER))
		s->idle_rounds = 0;
}

static void sc_dispatch(struct scenario *s, enum bid_tier tier)
{
	while (!s->report->error[0] && s->flying[tier] < s->setup.device[tier].depth) {
		struct bid_request *head = bid_request_queue_dispatch(&s->queue, tier, s->now_ns);

		if (!head)
			return;
		/* What the policy served itself on the way may have let it past a barrier. */
		sc_take_finished(s);
		sc_check_run(s, head, tier);
		sc_note_run(s, head, tier);
		sc_serve(s, head, tier);
	}
}

static void sc_check_count(struct scenario *s)
{
	if (s->queue.outstanding != s->outstanding || s->outstanding > s->setup.max_outstanding)
		sc_fail(s, "the queue counts %u, %u are outstanding", s->queue.outstanding,
			s->outstanding);
}

/* One thing happens, or only time passes; then the policy is asked and what is finished taken. */
static void sc_round(struct scenario *s)
{
	uint64_t next = sc_next_event_ns(s);

	if (next == BID_NEVER) {
		sc_fail(s, "%u outstanding and nothing to wait for", s->outstanding);
		return;
	}
	s->now_ns = next > s->now_ns ? next : s->now_ns;
	sc_move_some(s);
	sc_cancel_some(s);
	if (!sc_complete_due(s) && sc_may_arrive(s) && s->next_arrival_ns <= s->now_ns)
		sc_arrive(s);
	sc_take_finished(s);
	sc_dispatch(s, BID_TIER_HDD);
	if (s->setup.device[BID_TIER_SSD].sectors > 0)
		sc_dispatch(s, BID_TIER_SSD);
	sc_take_finished(s);
	sc_take_released(s);
	sc_check_count(s);
	if (++s->idle_rounds > IDLE_ROUNDS_MAX)
		sc_fail(s, "%u outstanding and timers that lead to nothing", s->outstanding);
}

/* All go away: the policy keeps no memory then. */
static void sc_end(struct scenario *s)
{
	for (uint32_t i = 0; i < s->streams; i++)
		bid_request_queue_forget(&s->queue, i, s->now_ns);
	for (int tier = 0; tier < BID_TIERS; tier++)
		while (s->flying[tier] > 0)
			sc_complete(s, (enum bid_tier)tier, 0);
	sc_take_released(s);
	if (data_oracle_lends(s->oracle))
		sc_fail(s, "memory that nothing needs is not released");
}

static void sc_play(struct scenario *s, const struct bid_policy *policy)
{
	s->state = calloc(1, policy->state_bytes(&s->setup));
	if (!s->state) {
		sc_fail(s, "no memory for the state");
		return;
	}
	if (bid_request_queue_init(&s->queue, policy, s->state, &s->setup)) {
		s->report->refused = true;
		return;
	}
	sc_choose_streams(s);
	while (!s->report->error[0] && (s->remaining > 0 || s->outstanding > 0 || sc_rereads(s)))
		sc_round(s);
	sc_note(s, s->now_ns);
	if (!s->report->error[0])
		sc_end(s);
}

void scenario_run(const struct bid_policy *policy, const struct scenario_choices *choices,
		  struct scenario_report *report)
{
	struct scenario *s = calloc(1, sizeof(*s));

	*report = (struct scenario_report){.order = UINT64_C(0xcbf29ce484222325)};
	if (!s)
		abort();
	s->choices = choices;
	s->report = report;
	sc_choose_setup(s, policy);
	s->oracle =
		data_oracle_open(s->base, s->area, (uint32_t)s->setup.device[BID_TIER_SSD].sectors);
	sc_play(s, policy);
	for (uint32_t i = 0; i < s->outstanding; i++)
		sc_free(s->asked[i]);
	data_oracle_close(s->oracle);
	free(s->state);
	free(s);
}
