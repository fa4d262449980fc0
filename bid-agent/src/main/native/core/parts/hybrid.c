/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Algorithm 3 of Mishra 2018, chapter 4: small writes go to the SSD, and what lives there is read
 * and updated there. A write gets its space when it goes to the SSD and is mapped there when it has
 * arrived: until then a read of its range finds the old data on the disk, and does not overtake it
 * on the SSD. Another write to the range meanwhile goes to the disk; which of the two is the later
 * is nobody's to say. A range that is mapped stays so, and is written in place. A request that lies
 * on both tiers is served in pieces.
 */
#include "hybrid.h"

#include "runs.h"

/* Ranges that may live on the SSD at a time; past that, writes go to the disk. */
#define HYBRID_EXTENTS 65536u
/* A head that found no room on the SSD and is not to be sent there again. */
#define MARK_NO_SSD 1u
/* A head on its way to space that it is not mapped to yet; its by_lba is in arriving. */
#define MARK_ARRIVING 2u

static const struct bid_tunable hybrid_entries[] = {
	BID_TUNABLE(
		bid_hybrid_tunables, packing_threshold_sectors, "bid-hybrid", "packing-threshold",
		"sectors", 256, 0, BID_REQUEST_MAX_SECTORS,
		"Writes of a queue with fewer sectors per request than this go to the SSD (Mishra "
		"2018, algorithm 3). More saves arm movements; less saves wear and space of the SSD; 0 "
		"sends nothing there."),
	BID_TUNABLE(
		bid_hybrid_tunables, ssd_budget_sectors, "bid-hybrid", "ssd-budget", "sectors", 0,
		0, UINT64_MAX,
		"Space on the SSD for redirected writes; 0 is all of it. When it is used up, writes "
		"go to the disk."),
};
const struct bid_tunable_table bid_hybrid_tunables =
	BID_TUNABLE_TABLE(bid_hybrid_tunables, hybrid_entries);

bool hybrid_has_ssd(const struct bid_setup *setup)
{
	return setup->device[BID_TIER_SSD].sectors > 0;
}

/* Pieces are taken back as they complete; more of them only let more go on at a time. */
static size_t pieces_max(const struct bid_setup *setup)
{
	return 2 * (size_t)setup->max_outstanding + 2;
}

size_t hybrid_bytes(const struct bid_setup *setup)
{
	if (!hybrid_has_ssd(setup))
		return 0;
	return pieces_max(setup) * sizeof(struct bid_request) + bid_redirect_bytes(HYBRID_EXTENTS);
}

/* ---- the SSD's queue: one FIFO for each submitting stream, served in turn ---- */

static void ssd_append(struct bid_hybrid *hybrid, struct bid_stream *stream,
		       struct bid_request *head)
{
	head->queue = NULL;
	bid_list_append(&stream->ssd_fifo, &head->link);
	if (bid_list_empty(&stream->ssd_turn))
		bid_list_append(&hybrid->round, &stream->ssd_turn);
}

static struct bid_request *ssd_take(struct bid_hybrid *hybrid)
{
	struct bid_link *turn = bid_list_take_first(&hybrid->round);
	struct bid_stream *stream;
	struct bid_link *first;

	if (!turn)
		return NULL;
	stream = bid_container_of(turn, struct bid_stream, ssd_turn);
	first = bid_list_take_first(&stream->ssd_fifo);
	if (bid_list_empty(&stream->ssd_fifo))
		stream_put(hybrid->units, stream);
	else
		bid_list_append(&hybrid->round, &stream->ssd_turn);
	return bid_container_of(first, struct bid_request, link);
}

static void hybrid_to_disk(struct bid_hybrid *hybrid, struct bid_request *head, uint64_t now_ns)
{
	hybrid->order->does->insert(hybrid->order, head, now_ns);
}

/* ---- pieces ---- */

static bool pieces_are_used_up(const struct bid_hybrid *hybrid)
{
	return bid_list_empty(&hybrid->unused_pieces) && hybrid->fresh_pieces == hybrid->pieces_end;
}

static struct bid_request *piece_take(struct bid_hybrid *hybrid)
{
	struct bid_link *last = hybrid->unused_pieces.prev;

	if (last == &hybrid->unused_pieces)
		return hybrid->fresh_pieces++;
	bid_list_remove(last);
	return bid_container_of(last, struct bid_request, link);
}

static void piece_issue(struct bid_hybrid *hybrid, struct bid_request *owner,
			const struct bid_redirect_piece *where, uint64_t now_ns)
{
	struct bid_request *piece = piece_take(hybrid);
	struct bid_stream *stream;

	*piece = (struct bid_request){
		.stream = owner->stream,
		.lba = where->lba,
		.arrival_ns = owner->arrival_ns,
		.sectors = (uint32_t)where->sectors,
		.op = owner->op,
		.flags = (uint8_t)(owner->flags | BID_INNER),
		.service_class = owner->service_class,
	};
	bid_request_init(piece);
	piece->owner = owner;
	piece->mark = MARK_NO_SSD;
	owner->pieces++;
	stream = where->tier == BID_TIER_SSD ? stream_get(hybrid->units, owner->stream) : NULL;
	if (stream)
		ssd_append(hybrid, stream, piece);
	else
		hybrid_to_disk(hybrid, piece, now_ns);
}

/* Issues pieces of what is left of the owner, kept in its run; false when none are unused. */
static bool split_on(struct bid_hybrid *hybrid, struct bid_request *owner, uint64_t now_ns)
{
	while (owner->run_sectors > 0) {
		struct bid_redirect_piece where;

		if (pieces_are_used_up(hybrid))
			return false;
		bid_redirect_lookup(&hybrid->redirect, owner->run_lba, owner->run_sectors, &where);
		owner->run_lba += where.sectors;
		owner->run_sectors -= (uint32_t)where.sectors;
		piece_issue(hybrid, owner, &where, now_ns);
	}
	return true;
}

static void split(struct bid_hybrid *hybrid, struct bid_request *owner, uint64_t now_ns)
{
	owner->run_lba = owner->lba;
	owner->run_sectors = owner->sectors;
	if (!bid_list_empty(&hybrid->splitting) || !split_on(hybrid, owner, now_ns))
		bid_list_append(&hybrid->splitting, &owner->link);
}

void hybrid_split_on(struct bid_hybrid *hybrid, uint64_t now_ns)
{
	while (!bid_list_empty(&hybrid->splitting)) {
		struct bid_request *owner =
			bid_container_of(hybrid->splitting.next, struct bid_request, link);

		if (!split_on(hybrid, owner, now_ns))
			return;
		bid_list_remove(&owner->link);
	}
}

void hybrid_piece_done(struct bid_hybrid *hybrid, struct bid_request *piece)
{
	struct bid_request *owner = piece->owner;

	if (owner->status == 0)
		owner->status = piece->status;
	bid_list_append(&hybrid->unused_pieces, &piece->link);
	if (--owner->pieces > 0 || owner->run_sectors > 0)
		return;
	/* A piece may be served in pieces itself, when some of it has returned to the disk. */
	if (owner->owner)
		hybrid_piece_done(hybrid, owner);
	else
		load_finish(hybrid->load, owner);
}

bool hybrid_claim(struct bid_hybrid *hybrid, struct bid_request *request, uint64_t now_ns)
{
	struct bid_redirect_piece piece;
	struct bid_stream *stream;

	bid_redirect_lookup(&hybrid->redirect, request->lba, request->sectors, &piece);
	if (piece.tier == BID_TIER_HDD && piece.sectors == request->sectors)
		return false;
	stream = piece.sectors == request->sectors ? stream_get(hybrid->units, request->stream)
						   : NULL;
	if (stream)
		ssd_append(hybrid, stream, request);
	else
		split(hybrid, request, now_ns);
	return true;
}

/* ---- the choice ---- */

static bool may_move(const struct bid_request *head)
{
	if (head->op != BID_WRITE || (head->mark & MARK_NO_SSD) || (head->flags & BID_INNER))
		return false;
	while (head && !(head->flags & BID_STAYS))
		head = head->merged;
	return !head;
}

/* Whether the unit's packing fraction is below the threshold. */
static bool packs_badly(const struct bid_hybrid *hybrid, const struct bid_unit *unit)
{
	uint64_t sectors = 0, requests = 0;

	if (unit->filler || bid_redirect_is_full(&hybrid->redirect))
		return false;
	for (struct bid_tree_node *node = bid_tree_first(&unit->requests); node;
	     node = bid_tree_next(node)) {
		const struct bid_request *head = run_of(node);

		if (head->op != BID_WRITE)
			continue;
		sectors += head->run_sectors;
		requests++;
	}
	/* The packing fraction sectors / requests, against the threshold. */
	return requests > 0 && sectors < hybrid->packing_threshold_sectors * requests;
}

/* Moves the writes of a unit that packs badly to the SSD's queue. */
static void hybrid_judge(struct bid_judge *judge, struct bid_unit *unit, uint64_t now_ns)
{
	struct bid_hybrid *hybrid = bid_container_of(judge, struct bid_hybrid, judge);
	struct bid_tree_node *node;

	if (!packs_badly(hybrid, unit))
		return;
	load_kick(hybrid->load, now_ns);
	node = bid_tree_first(&unit->requests);
	while (node) {
		struct bid_request *head = run_of(node);

		node = bid_tree_next(node);
		if (!may_move(head))
			continue;
		runs_remove(unit, head);
		ssd_append(hybrid, unit->stream, head);
	}
}

/* ---- dispatch ---- */

/* The members of a run go on each by itself. */
static void split_run(struct bid_hybrid *hybrid, struct bid_request *head, uint64_t now_ns)
{
	while (head) {
		struct bid_request *next = head->merged;

		head->merged = NULL;
		head->merged_last = head;
		split(hybrid, head, now_ns);
		head = next;
	}
}

/* Whether a write to any of the range is on its way to the SSD for the first time. */
static bool is_arriving(const struct bid_hybrid *hybrid, const struct bid_request *head)
{
	struct bid_tree_node *node =
		bid_tree_at_or_before(&hybrid->arriving, bid_run_end(head) - 1);

	/* They do not overlap each other, so that the last one reaches furthest. */
	return node && node->key + run_of(node)->run_sectors > head->run_lba;
}

/* Whether any member may be left out by who serves the run. */
static bool has_cancelled(const struct bid_request *head)
{
	while (head && !bid_request_cancelled(head))
		head = head->merged;
	return head != NULL;
}

/*
 * Reserves space for the run; false: there is none, its range is spoken for, or not all of it would
 * be written.
 */
static bool ssd_reserve(struct bid_hybrid *hybrid, struct bid_request *head)
{
	uint64_t address;

	if (is_arriving(hybrid, head) || has_cancelled(head) ||
	    bid_redirect_reserve(&hybrid->redirect, head->run_lba, head->run_sectors, &address))
		return false;
	bid_tree_insert(&hybrid->arriving, &head->by_lba, head->run_lba);
	head->mark |= MARK_ARRIVING;
	head->run_lba = address;
	return true;
}

void hybrid_arrived(struct bid_hybrid *hybrid, struct bid_request *head)
{
	int32_t status = bid_run_status(head);

	if (!(head->mark & MARK_ARRIVING))
		return;
	bid_tree_remove(&hybrid->arriving, &head->by_lba);
	if (status != 0 || (head->flags & BID_STAYS)) {
		/* The range is mapped as a whole or not at all. */
		if (!(head->flags & BID_STAYS))
			bid_run_set_status(head, status);
		bid_redirect_release(&hybrid->redirect, head->run_sectors, head->run_lba);
		return;
	}
	bid_redirect_commit(&hybrid->redirect, head->by_lba.key, head->run_sectors, head->run_lba);
}

/*
 * Sets where on the SSD the run is served. False: it has gone another way, because its range has
 * come to lie on both tiers since, or because there is no room.
 */
static bool ssd_place(struct bid_hybrid *hybrid, struct bid_request *head, uint64_t now_ns)
{
	struct bid_redirect_piece piece;

	bid_redirect_lookup(&hybrid->redirect, head->run_lba, head->run_sectors, &piece);
	if (piece.sectors < head->run_sectors) {
		split_run(hybrid, head, now_ns);
		load_kick(hybrid->load, now_ns);
		return false;
	}
	if (piece.tier == BID_TIER_SSD) {
		head->run_lba = piece.address;
		return true;
	}
	/* What was to be read, or written in place, may have returned to the disk meanwhile. */
	if (may_move(head) && ssd_reserve(hybrid, head))
		return true;
	head->mark |= MARK_NO_SSD;
	hybrid_to_disk(hybrid, head, now_ns);
	load_kick(hybrid->load, now_ns);
	return false;
}

struct bid_request *hybrid_dispatch(struct bid_hybrid *hybrid, uint64_t now_ns)
{
	struct bid_request *head;

	while ((head = ssd_take(hybrid))) {
		if (ssd_place(hybrid, head, now_ns))
			return head;
	}
	return NULL;
}

int hybrid_returned(struct bid_hybrid *hybrid, uint64_t lba, uint64_t sectors)
{
	return bid_redirect_remove(&hybrid->redirect, lba, sectors);
}

void hybrid_init(struct bid_hybrid *hybrid, struct bid_order *order, struct bid_units *units,
		 struct bid_load *load, const struct bid_setup *setup, void *memory)
{
	uint64_t space = setup->device[BID_TIER_SSD].sectors;
	struct bid_request *pieces = memory;
	struct bid_hybrid_tunables tunables;
	uint64_t budget;

	bid_settings_read(&setup->settings, &bid_hybrid_tunables, &tunables);
	budget = tunables.ssd_budget_sectors;
	hybrid->judge.judge = hybrid_judge;
	order->judge = &hybrid->judge;
	hybrid->order = order;
	hybrid->units = units;
	hybrid->load = load;
	hybrid->packing_threshold_sectors = tunables.packing_threshold_sectors;
	bid_list_init(&hybrid->round);
	bid_list_init(&hybrid->unused_pieces);
	bid_list_init(&hybrid->splitting);
	bid_tree_init(&hybrid->arriving);
	hybrid->fresh_pieces = pieces;
	hybrid->pieces_end = pieces + pieces_max(setup);
	bid_redirect_init(&hybrid->redirect, pieces + pieces_max(setup), HYBRID_EXTENTS, 0,
			  budget > 0 && budget < space ? budget : space);
}
