/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Who goes ahead of the sweep. A unit past its guard goes first, but only one in every slack: when
 * everything is late, the order of lateness would be first in, first out, and later still. Units of
 * streams that ask for little do not wait behind others that are late: they have a slack of their
 * own. What streams flush goes between any two turns.
 */
#ifndef BID_CORE_URGENT_H
#define BID_CORE_URGENT_H

#include "guard.h"
#include "unit.h"

/* Those first that go ahead of the others. */
enum urgent_kind {
	URGENT_LIGHT = 0,      /* of streams that ask for little, and somebody waits */
	URGENT_LIGHT_LAZY = 1, /* of such streams, and nobody waits */
	URGENT_HEAVY = 2,
	URGENT_FLUSHED = 3, /* served between any two turns; past their guard, within one */
	URGENT_KINDS = 4,
};

struct bid_urgent {
	const struct bid_guard *guard;
	uint64_t slack_ns;
	struct bid_link units[URGENT_KINDS]; /* in order of expiry */
	uint64_t next_heavy_ns;              /* the sweep has the time until then */
	uint64_t next_light_ns;
	uint32_t flushed_turns; /* of units that flush, since another's */
};

void urgent_init(struct bid_urgent *urgent, const struct bid_guard *guard, uint64_t slack_ns);
/* From when on the unit is past its guard, that of the request that has waited longest. */
static inline uint64_t urgent_from_ns(const struct bid_unit *unit)
{
	if (bid_list_empty(&unit->fifo))
		return BID_NEVER;
	return bid_container_of(unit->fifo.next, struct bid_request, link)->expiry_ns;
}

/* The unit is past its guard. It stays until its link is removed, which may be at any time. */
void urgent_add(struct bid_urgent *urgent, struct bid_unit *unit);
/* The unit has what a stream flushes. */
void urgent_add_flushed(struct bid_urgent *urgent, struct bid_unit *unit);
/* Whether a unit is to be served before the turn under way goes on. */
bool urgent_waits(const struct bid_urgent *urgent, uint64_t now_ns);
/* The unit that goes ahead of the sweep between two turns, or NULL. */
struct bid_unit *urgent_choose(struct bid_urgent *urgent, uint64_t now_ns);

#endif
