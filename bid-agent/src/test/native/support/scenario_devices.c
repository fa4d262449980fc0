/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include <errno.h>

#include "scenario.h"

/* Sectors that pass under a head in a turn. */
#define TRACK 500u

/* Until the sector before the end has passed under the head, no sooner than after 1 ms. */
static uint64_t sc_turning_ns(const struct scenario *s, uint64_t end)
{
	uint64_t angle_ns = (end - s->base) % TRACK * TURN_NS / TRACK;

	return MS + (TURN_NS + angle_ns - (s->now_ns + MS) % TURN_NS) % TURN_NS;
}

static uint64_t sc_choose_service_ns(const struct scenario *s, const struct bid_request *head,
				     enum bid_tier tier)
{
	static const uint64_t most[] = {1, MS / 10, 2 * MS, 20 * MS, 200 * MS};

	if (tier == BID_TIER_HDD && s->caches && head->op == BID_WRITE && sc_below(s, 8))
		return 1 + sc_below(s, MS);
	if (tier == BID_TIER_HDD && s->turns && head->op == BID_READ && sc_below(s, 8))
		return sc_turning_ns(s, bid_run_end(head));
	return 1 + sc_below(s, most[sc_below(s, 5)]);
}

void sc_serve(struct scenario *s, struct bid_request *head, enum bid_tier tier)
{
	s->flight[tier][s->flying[tier]++] = (struct flight){
		.head = head,
		.data = data_oracle_dispatch(s->oracle, head, tier, sc_below(s, 2), sc_below(s, 2)),
		.flushes = s->ssd_writes,
		.done_ns = s->now_ns + sc_choose_service_ns(s, head, tier)};
}

void sc_move_some(struct scenario *s)
{
	for (int tier = 0; tier < BID_TIERS; tier++)
		for (uint32_t i = 0; i < s->flying[tier]; i++)
			if (sc_once_in(s, 3))
				data_oracle_move(
					s->oracle, &s->flight[tier][i].data,
					(uint32_t)sc_below(s, 2 * BID_REQUEST_MAX_SECTORS));
}

/* Devices fail as they please: a whole run, or any of its members. */
static void sc_choose_statuses(struct scenario *s, struct bid_request *head)
{
	bool whole;

	if (s->fails_once_in == 0 || !sc_once_in(s, s->fails_once_in))
		return;
	whole = sc_below(s, 2);
	for (struct bid_request *member = head; member; member = member->merged)
		if (whole || sc_below(s, 2))
			member->status = -EIO;
}

static void sc_complete_flush(struct scenario *s, const struct flight *flight, enum bid_tier tier)
{
	struct asked *asked = s->asked[sc_find(s, flight->head)];

	if (flight->head->status != 0)
		asked->data.failed = true;
	else if (tier == BID_TIER_SSD && s->ssd_flushed < flight->flushes)
		s->ssd_flushed = flight->flushes;
}

void sc_complete(struct scenario *s, enum bid_tier tier, uint32_t i)
{
	struct flight flight = s->flight[tier][i];

	s->flight[tier][i] = s->flight[tier][--s->flying[tier]];
	sc_choose_statuses(s, flight.head);
	if (flight.head->sectors == 0)
		sc_complete_flush(s, &flight, tier);
	else if (flight.head->op == BID_WRITE && tier == BID_TIER_SSD)
		s->ssd_writes++;
	data_oracle_complete(s->oracle, &flight.data);
	bid_request_queue_completed(&s->queue, flight.head, s->now_ns);
}

bool sc_complete_due(struct scenario *s)
{
	for (int tier = 0; tier < BID_TIERS; tier++) {
		for (uint32_t i = 0; i < s->flying[tier]; i++) {
			if (s->flight[tier][i].done_ns <= s->now_ns) {
				sc_complete(s, (enum bid_tier)tier, i);
				return true;
			}
		}
	}
	return false;
}
