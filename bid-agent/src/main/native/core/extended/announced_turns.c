/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The turns of announced extents, which are units in the sweep like any other. An extent wants one
 * when it may read on for a whole turn, or when a caller waits for what nobody reads yet. With many
 * streams turns are shorter.
 */
#include "announced_turns.h"

/*
 * With many streams turns shrink so that all have one in the buffer, but not below 1 MiB. Two there
 * need not be: what one stream has is used up while the disk reads for the others.
 */
#define TURN_MIN_SECTORS UINT64_C(2048)

/* What an extent is read ahead at a time. */
static uint64_t turn_sectors(const struct bid_announced *announced)
{
	uint64_t share = bid_quotient(announced->t.buffer_sectors, announced->count + 1);
	uint64_t turn = announced->t.turn_sectors;

	if (share < turn)
		turn = share > TURN_MIN_SECTORS ? share : TURN_MIN_SECTORS;
	return turn / CHUNK_SECTORS * CHUNK_SECTORS;
}

/* Up to where the extent's own two turns reach. */
static uint64_t window_end(const struct bid_announced *announced, const struct bid_extent *extent)
{
	uint64_t end = extent->base + 2 * turn_sectors(announced);

	return end < extent->end ? end : extent->end;
}

bool extent_reaches(const struct bid_announced *announced, const struct bid_extent *extent,
		    uint64_t end)
{
	return end <= extent->base + 2 * turn_sectors(announced);
}

uint64_t extent_readable_end(const struct bid_announced *announced, const struct bid_extent *extent)
{
	uint64_t end = window_end(announced, extent);
	uint64_t room = announced->t.buffer_sectors > announced->buffer.sectors
				? announced->t.buffer_sectors - announced->buffer.sectors
				: 0;
	uint64_t room_end = extent->issued + room / CHUNK_SECTORS * CHUNK_SECTORS;

	return end < room_end ? end : room_end;
}

void announced_let_go(struct bid_announced *announced, struct bid_request *request, uint64_t now_ns)
{
	struct bid_order *order = &announced->sweep->order;

	order->does->insert(order, request, now_ns);
}

/* Whether a caller waits for data that are not being read yet. */
static bool extent_is_urgent(const struct bid_extent *extent)
{
	return extent->unit->requests.count > 0 && extent->wanted > extent->issued;
}

/* Whether it wants a turn if it may be read up to there. */
static bool extent_wants_turn(const struct bid_announced *announced,
			      const struct bid_extent *extent, uint64_t end)
{
	if (end <= extent->issued)
		return false;
	if (extent_is_urgent(extent))
		return true;
	return end == extent->end || end - extent->issued >= turn_sectors(announced);
}

void extent_reroute(struct bid_announced *announced, struct bid_extent *extent, uint64_t now_ns)
{
	struct bid_unit *unit = extent->unit;

	while (!bid_list_empty(&unit->fifo)) {
		struct bid_request *request =
			bid_container_of(unit->fifo.next, struct bid_request, link);

		bid_tree_remove(&unit->requests, &request->by_lba);
		bid_list_remove(&request->link);
		announced_let_go(announced, request, now_ns);
	}
	extent->wanted = extent->issued;
}

void extent_stage(struct bid_announced *announced, struct bid_extent *extent, uint64_t now_ns)
{
	struct bid_unit *unit = extent->unit;

	if (unit->state == UNIT_ACTIVE)
		return;
	if (extent_wants_turn(announced, extent, extent_readable_end(announced, extent))) {
		bid_list_remove(&extent->hungry);
		unit->next_lba = extent->issued;
		sweep_stage(announced->sweep, unit);
		return;
	}
	sweep_unstage(announced->sweep, unit);
	if (!extent_wants_turn(announced, extent, window_end(announced, extent)))
		bid_list_remove(&extent->hungry);
	else if (bid_list_empty(&extent->hungry))
		bid_list_append(&announced->hungry, &extent->hungry);
	if (extent_is_urgent(extent))
		extent_reroute(announced, extent, now_ns);
}

void announced_feed_hungry(struct bid_announced *announced, uint64_t now_ns)
{
	while (!bid_list_empty(&announced->hungry)) {
		struct bid_link *first = announced->hungry.next;

		extent_stage(announced, bid_container_of(first, struct bid_extent, hungry), now_ns);
		if (announced->hungry.next == first)
			return;
	}
}

/* ---- turns, as turn.c sees them ---- */

static bool extent_waiting(const struct bid_filler *filler)
{
	const struct bid_extent *extent = bid_container_of(filler, struct bid_extent, filler);

	return extent->issued < extent->turn_end;
}

/* Sets how far the turn goes. */
static void extent_turn_begins(struct bid_filler *filler)
{
	struct bid_extent *extent = extent_of_filler(filler);
	uint64_t turn_end = extent->issued + turn_sectors(extent->announced);
	uint64_t end = extent_readable_end(extent->announced, extent);

	bid_list_remove(&extent->hungry);
	extent->turn_end = turn_end < end ? turn_end : end;
}

/* The next chunk of the turn; NULL: no request of our own is free. */
static struct bid_request *extent_take(struct bid_filler *filler, uint64_t now_ns)
{
	struct bid_extent *extent = extent_of_filler(filler);
	struct bid_announced *announced = extent->announced;
	struct bid_link *link = bid_list_take_first(&announced->unused_inner);
	struct bid_request *inner;

	if (!link)
		return NULL;
	inner = bid_container_of(link, struct bid_request, link);
	extent_ask(extent, &announced->buffer, inner, now_ns);
	return inner;
}

/* Whether the reader of any extent has waited too long for this one's to go on. */
static bool others_wait_long(const struct bid_announced *announced, uint64_t now_ns)
{
	for (const struct bid_link *link = announced->by_use.next; link != &announced->by_use;
	     link = link->next) {
		const struct bid_unit *unit =
			bid_container_of(link, const struct bid_extent, link)->unit;

		if (!bid_list_empty(&unit->fifo) &&
		    now_ns - bid_container_of(unit->fifo.next, const struct bid_request, link)
					    ->arrival_ns >=
			    announced->t.others_wait_ns)
			return true;
	}
	return false;
}

/* The extent goes back to the sweep if it wants another. */
static void extent_turn_over(struct bid_filler *filler, uint64_t now_ns)
{
	struct bid_extent *extent = extent_of_filler(filler);

	extent->unit->state = UNIT_IDLE;
	extent->turn_end = extent->issued;
	if (others_wait_long(extent->announced, now_ns))
		sweep_pass_over(extent->announced->sweep, extent->unit);
	extent_stage(extent->announced, extent, now_ns);
}

const struct bid_filler_functions extent_filler = {
	.waiting = extent_waiting,
	.turn_begins = extent_turn_begins,
	.take = extent_take,
	.turn_over = extent_turn_over,
};
