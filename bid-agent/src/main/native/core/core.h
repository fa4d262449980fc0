/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The BID scheduler, composed of parts. Which ones is decided once, when a policy is initialised
 * (published/published.c, extended/extended.c); nothing asks afterwards which policy this is.
 *
 *   load       what callers have outstanding                                   parts/load.h
 *   units      pools of streams and their units                                parts/units.h
 *   stage      whose unit a request goes to                                    parts/stage.h
 *   order      which unit is next: marked (the source's) or sweep (ours)       parts/order.h
 *   turn       what the disk serves until a turn is over                       parts/turn.h
 *   announced  extents read ahead, or none                                     extended/announced.h
 *   hybrid     a second tier, or none                                          parts/hybrid.h
 *
 * A request goes from the caller to announced or hybrid, which may serve it, then to the order,
 * which stages it into a unit. A turn takes units from the order and gives their runs to the disk.
 * All arrows point that way: stage knows no order, no order knows turns, none of them knows
 * announced or hybrid but as a filler of turns (unit.h) and a judge of tiers (judge.h).
 */
#ifndef BID_CORE_CORE_H
#define BID_CORE_CORE_H

#include "announced.h"
#include "hybrid.h"

struct bid_core {
	struct bid_load load;
	struct bid_units units;
	struct bid_stage stage;
	struct bid_turn turn;
	struct bid_order *order;
	struct bid_announced *announced; /* NULL: nothing is read ahead */
	struct bid_hybrid *hybrid;       /* NULL: there is one tier */
};

/* Whether any scheduler could work with the set-up. */
bool core_accepts(const struct bid_setup *setup);

/* ---- functions of every policy that is composed so; its state begins with the core ---- */

void core_insert(void *state, struct bid_request *request, uint64_t now_ns);
struct bid_request *core_dispatch(void *state, enum bid_tier tier, uint64_t now_ns);
void core_completed(void *state, struct bid_request *head, uint64_t now_ns);
uint64_t core_next_timer_ns(const void *state, uint64_t now_ns);
void core_flushes(void *state, uint64_t stream);
void core_hurry_writes(void *state, uint64_t now_ns);
struct bid_request *core_take_finished(void *state);
void core_announce(void *state, const struct bid_announcement *announcement, uint64_t now_ns);
int core_returned(void *state, uint64_t lba, uint64_t sectors, uint64_t now_ns);
void core_forget(void *state, uint64_t stream, uint64_t now_ns);
struct bid_chunk *core_take_released(void *state);

/* A policy of these parts, which prepares its state by a function of its own. */
#define CORE_POLICY(name_, summary_, tables_, state_bytes_, init_)                                 \
	.name = (name_), .summary = (summary_), .tunables = (tables_),                             \
	.state_bytes = (state_bytes_), .init = (init_), .insert = core_insert,                     \
	.dispatch = core_dispatch, .completed = core_completed,                                    \
	.next_timer_ns = core_next_timer_ns, .flushes = core_flushes,                              \
	.hurry_writes = core_hurry_writes

#endif
