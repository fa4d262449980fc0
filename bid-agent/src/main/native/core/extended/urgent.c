/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "urgent.h"

/* Of the slack, how long light units wait for each other. */
#define LIGHT_SLACK_PART 8u
/* Turns of what streams flush, one after the other. */
#define FLUSHED_TURNS 8u

void urgent_init(struct bid_urgent *urgent, const struct bid_guard *guard, uint64_t slack_ns)
{
	urgent->guard = guard;
	urgent->slack_ns = slack_ns;
	for (int i = 0; i < URGENT_KINDS; i++)
		bid_list_init(&urgent->units[i]);
}

void urgent_add(struct bid_urgent *urgent, struct bid_unit *unit)
{
	enum urgent_kind kind = URGENT_HEAVY;

	if (unit->light)
		kind = unit->sweep == SWEEP_LAZY ? URGENT_LIGHT_LAZY : URGENT_LIGHT;
	bid_list_append(&urgent->units[kind], &unit->urgent_link);
}

void urgent_add_flushed(struct bid_urgent *urgent, struct bid_unit *unit)
{
	bid_list_append(&urgent->units[URGENT_FLUSHED], &unit->urgent_link);
}

static struct bid_unit *first_of(const struct bid_urgent *urgent, enum urgent_kind kind)
{
	struct bid_link *first = urgent->units[kind].next;

	return first == &urgent->units[kind]
		       ? NULL
		       : bid_container_of(first, struct bid_unit, urgent_link);
}

static bool light_waits(const struct bid_urgent *urgent, uint64_t now_ns)
{
	return now_ns >= urgent->next_light_ns &&
	       (!bid_list_empty(&urgent->units[URGENT_LIGHT]) ||
		!bid_list_empty(&urgent->units[URGENT_LIGHT_LAZY]));
}

/* Whether what a stream flushes has waited for a turn to end, and for a log's guard more. */
static bool flushed_is_late(const struct bid_urgent *urgent, uint64_t now_ns)
{
	const struct bid_unit *unit = first_of(urgent, URGENT_FLUSHED);
	uint64_t guard_ns = guard_of_class_ns(urgent->guard, BID_LOG);

	return unit && now_ns >= urgent->next_light_ns && now_ns >= guard_ns &&
	       urgent_from_ns(unit) <= now_ns - guard_ns;
}

static bool heavy_waits(const struct bid_urgent *urgent, uint64_t now_ns)
{
	return !bid_list_empty(&urgent->units[URGENT_HEAVY]) && now_ns >= urgent->next_heavy_ns;
}

bool urgent_waits(const struct bid_urgent *urgent, uint64_t now_ns)
{
	return light_waits(urgent, now_ns) || flushed_is_late(urgent, now_ns) ||
	       heavy_waits(urgent, now_ns);
}

/*
 * Between two turns the arm moves anyway, so that what is to be flushed costs one way and not two;
 * but somebody else's turn comes after FLUSHED_TURNS of them.
 */
static struct bid_unit *choose_flushed(struct bid_urgent *urgent, uint64_t now_ns)
{
	struct bid_unit *unit = first_of(urgent, URGENT_FLUSHED);

	if (!unit || urgent->flushed_turns >= FLUSHED_TURNS) {
		urgent->flushed_turns = 0;
		return NULL;
	}
	urgent->flushed_turns++;
	urgent->next_light_ns = now_ns + urgent->slack_ns / LIGHT_SLACK_PART;
	return unit;
}

struct bid_unit *urgent_choose(struct bid_urgent *urgent, uint64_t now_ns)
{
	struct bid_unit *flushed = choose_flushed(urgent, now_ns);

	if (flushed)
		return flushed;
	if (light_waits(urgent, now_ns)) {
		urgent->next_light_ns = now_ns + urgent->slack_ns / LIGHT_SLACK_PART;
		return first_of(urgent, bid_list_empty(&urgent->units[URGENT_LIGHT])
						? URGENT_LIGHT_LAZY
						: URGENT_LIGHT);
	}
	if (!heavy_waits(urgent, now_ns))
		return NULL;
	urgent->next_heavy_ns = now_ns + urgent->slack_ns;
	return first_of(urgent, URGENT_HEAVY);
}
