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
#include "bid/errors.h"
#include "bid/request_queue.h"
#include "core.h"

/* Ranges that may live on the SSD at a time; past that, writes go to the disk. */
#define HYBRID_EXTENTS 65536u
/* A head that found no room on the SSD and is not to be sent there again. */
#define MARK_NO_SSD 1u
/* A head on its way to space that it is not mapped to yet; its by_lba is in core->arriving. */
#define MARK_ARRIVING 2u

static bool has_ssd(const struct bid_setup *setup)
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
	if (!has_ssd(setup))
		return 0;
	return pieces_max(setup) * sizeof(struct bid_request) + bid_redirect_bytes(HYBRID_EXTENTS);
}

void hybrid_init(struct bid_core *core, const struct bid_setup *setup, void *memory)
{
	uint64_t space = setup->device[BID_TIER_SSD].sectors;
	uint64_t budget = setup->tunables.ssd_budget_sectors;
	struct bid_request *pieces = memory;

	bid_list_init(&core->unused_pieces);
	bid_list_init(&core->splitting);
	bid_tree_init(&core->arriving);
	core->hybrid = has_ssd(setup);
	if (!core->hybrid)
		return;
	core->fresh_pieces = pieces;
	core->pieces_end = pieces + pieces_max(setup);
	bid_redirect_init(&core->redirect, pieces + pieces_max(setup), HYBRID_EXTENTS, 0,
			  budget > 0 && budget < space ? budget : space);
}

/* ---- the SSD's queue: one FIFO for each submitting stream, served in turn ---- */

static void ssd_append(struct bid_core *core, struct bid_stream *stream, struct bid_request *head)
{
	head->queue = NULL;
	bid_list_append(&stream->ssd_fifo, &head->link);
	if (bid_list_empty(&stream->ssd_turn))
		bid_list_append(&core->ssd_round, &stream->ssd_turn);
}

static struct bid_request *ssd_take(struct bid_core *core)
{
	struct bid_link *turn = bid_list_take_first(&core->ssd_round);
	struct bid_stream *stream;
	struct bid_link *first;

	if (!turn)
		return NULL;
	stream = bid_container_of(turn, struct bid_stream, ssd_turn);
	first = bid_list_take_first(&stream->ssd_fifo);
	if (bid_list_empty(&stream->ssd_fifo))
		stream_put(core, stream);
	else
		bid_list_append(&core->ssd_round, &stream->ssd_turn);
	return bid_container_of(first, struct bid_request, link);
}

/* ---- pieces ---- */

static bool pieces_are_used_up(const struct bid_core *core)
{
	return bid_list_empty(&core->unused_pieces) && core->fresh_pieces == core->pieces_end;
}

static struct bid_request *piece_take(struct bid_core *core)
{
	struct bid_link *last = core->unused_pieces.prev;

	if (last == &core->unused_pieces)
		return core->fresh_pieces++;
	bid_list_remove(last);
	return bid_container_of(last, struct bid_request, link);
}

static void piece_issue(struct bid_core *core, struct bid_request *owner,
			const struct bid_redirect_piece *where, uint64_t now_ns)
{
	struct bid_request *piece = piece_take(core);
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
	stream = where->tier == BID_TIER_SSD ? stream_get(core, owner->stream) : NULL;
	if (stream)
		ssd_append(core, stream, piece);
	else
		stage_request(core, piece, now_ns);
}

/* Issues pieces of what is left of the owner, kept in its run; false when none are unused. */
static bool split_on(struct bid_core *core, struct bid_request *owner, uint64_t now_ns)
{
	while (owner->run_sectors > 0) {
		struct bid_redirect_piece where;

		if (pieces_are_used_up(core))
			return false;
		bid_redirect_lookup(&core->redirect, owner->run_lba, owner->run_sectors, &where);
		owner->run_lba += where.sectors;
		owner->run_sectors -= (uint32_t)where.sectors;
		piece_issue(core, owner, &where, now_ns);
	}
	return true;
}

static void split(struct bid_core *core, struct bid_request *owner, uint64_t now_ns)
{
	owner->run_lba = owner->lba;
	owner->run_sectors = owner->sectors;
	if (!bid_list_empty(&core->splitting) || !split_on(core, owner, now_ns))
		bid_list_append(&core->splitting, &owner->link);
}

void hybrid_split_on(struct bid_core *core, uint64_t now_ns)
{
	while (!bid_list_empty(&core->splitting)) {
		struct bid_request *owner =
			bid_container_of(core->splitting.next, struct bid_request, link);

		if (!split_on(core, owner, now_ns))
			return;
		bid_list_remove(&owner->link);
	}
}

void hybrid_piece_done(struct bid_core *core, struct bid_request *piece)
{
	struct bid_request *owner = piece->owner;

	bid_list_append(&core->unused_pieces, &piece->link);
	if (--owner->pieces > 0 || owner->run_sectors > 0)
		return;
	core->outstanding--;
	bid_list_append(&core->finished, &owner->link);
}

bool hybrid_claim(struct bid_core *core, struct bid_request *request, uint64_t now_ns)
{
	struct bid_redirect_piece piece;
	struct bid_stream *stream;

	if (!core->hybrid)
		return false;
	bid_redirect_lookup(&core->redirect, request->lba, request->sectors, &piece);
	if (piece.tier == BID_TIER_HDD && piece.sectors == request->sectors)
		return false;
	stream = piece.sectors == request->sectors ? stream_get(core, request->stream) : NULL;
	if (stream)
		ssd_append(core, stream, request);
	else
		split(core, request, now_ns);
	return true;
}

/* ---- the choice ---- */

static struct bid_request *head_of(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_request, by_lba) : NULL;
}

static bool may_move(const struct bid_request *head)
{
	return head->op == BID_WRITE && !(head->mark & MARK_NO_SSD) && !(head->flags & BID_INNER);
}

bool hybrid_packs_badly(const struct bid_core *core, const struct bid_unit *unit)
{
	uint64_t sectors = 0, requests = 0;

	if (!core->hybrid || unit->extent || bid_redirect_is_full(&core->redirect))
		return false;
	for (struct bid_tree_node *node = bid_tree_first(&unit->requests); node;
	     node = bid_tree_next(node)) {
		const struct bid_request *head = head_of(node);

		if (head->op != BID_WRITE)
			continue;
		sectors += head->run_sectors;
		requests++;
	}
	/* The packing fraction sectors / requests, against the threshold. */
	return requests > 0 && sectors < core->t.packing_threshold_sectors * requests;
}

void hybrid_judge(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	struct bid_tree_node *node;

	if (!hybrid_packs_badly(core, unit))
		return;
	core->kick_ns = now_ns + 1;
	node = bid_tree_first(&unit->requests);
	while (node) {
		struct bid_request *head = head_of(node);

		node = bid_tree_next(node);
		if (!may_move(head))
			continue;
		unit_remove(unit, head);
		ssd_append(core, unit->stream, head);
	}
}

/* ---- dispatch ---- */

/* The members of a run go on each by itself. */
static void split_run(struct bid_core *core, struct bid_request *head, uint64_t now_ns)
{
	while (head) {
		struct bid_request *next = head->merged;

		head->merged = NULL;
		head->merged_last = head;
		split(core, head, now_ns);
		head = next;
	}
}

/* Whether a write to any of the range is on its way to the SSD for the first time. */
static bool is_arriving(const struct bid_core *core, const struct bid_request *head)
{
	struct bid_tree_node *node = bid_tree_at_or_before(&core->arriving, bid_run_end(head) - 1);

	/* They do not overlap each other, so that the last one reaches furthest. */
	return node && node->key + head_of(node)->run_sectors > head->run_lba;
}

/* Reserves space for the run; false: there is none, or its range is spoken for. */
static bool ssd_reserve(struct bid_core *core, struct bid_request *head)
{
	uint64_t address;

	if (is_arriving(core, head) || bid_redirect_reserve(&core->redirect, head->run_lba,
							    head->run_sectors, &address))
		return false;
	bid_tree_insert(&core->arriving, &head->by_lba, head->run_lba);
	head->mark |= MARK_ARRIVING;
	head->run_lba = address;
	return true;
}

void hybrid_arrived(struct bid_core *core, struct bid_request *head)
{
	if (!(head->mark & MARK_ARRIVING))
		return;
	bid_tree_remove(&core->arriving, &head->by_lba);
	bid_redirect_commit(&core->redirect, head->by_lba.key, head->run_sectors, head->run_lba);
}

/*
 * Sets where on the SSD the run is served. False: it has gone another way, because its range has
 * come to lie on both tiers since, or because there is no room.
 */
static bool ssd_place(struct bid_core *core, struct bid_request *head, uint64_t now_ns)
{
	struct bid_redirect_piece piece;

	bid_redirect_lookup(&core->redirect, head->run_lba, head->run_sectors, &piece);
	if (piece.sectors < head->run_sectors) {
		split_run(core, head, now_ns);
		core->kick_ns = now_ns + 1;
		return false;
	}
	if (piece.tier == BID_TIER_SSD) {
		head->run_lba = piece.address;
		return true;
	}
	if (ssd_reserve(core, head))
		return true;
	head->mark |= MARK_NO_SSD;
	stage_request(core, head, now_ns);
	core->kick_ns = now_ns + 1;
	return false;
}

struct bid_request *hybrid_dispatch(struct bid_core *core, uint64_t now_ns)
{
	struct bid_request *head;

	while ((head = ssd_take(core))) {
		if (ssd_place(core, head, now_ns))
			return head;
	}
	return NULL;
}
