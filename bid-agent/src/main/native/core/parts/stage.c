/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Algorithm 1 of Mishra 2018: requests move from the request queue into staging queues.
 */
#include "core.h"

#include "bid/request_queue.h"

/* A light stream's guard is this part of that of its class. */
#define LIGHT_GUARD_PART 10u
/* A light stream asks for at most 256 KiB at once and 64 KiB a second. */
#define LIGHT_SECTORS UINT64_C(512)
#define LIGHT_NS_PER_SECTOR UINT64_C(7812500)

static struct bid_request *request_of(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_request, by_lba) : NULL;
}

/*
 * A read ahead is there because a reader goes on, and he waits as soon as he has caught up with it;
 * Linux flags with REQ_RAHEAD even what he waits for already (page_cache_sync_ra). How soon he comes
 * back is what think.c learns of his stream.
 */
bool request_blocks(const struct bid_request *request)
{
	return (request->flags & BID_SYNC) || request->op == BID_READ;
}

void unit_remove(struct bid_unit *unit, struct bid_request *head)
{
	bid_tree_remove(&unit->requests, &head->by_lba);
	bid_list_remove(&head->link);
	unit->sectors -= head->run_sectors;
}

struct bid_request *unit_take(struct bid_unit *unit)
{
	struct bid_request *head = request_of(bid_tree_first(&unit->requests));

	unit_remove(unit, head);
	return head;
}

/* The head has grown: it is due when its most urgent member is. */
static void merged_into(struct bid_unit *unit, struct bid_request *head,
			const struct bid_request *member)
{
	if (member->expiry_ns < head->expiry_ns)
		head->expiry_ns = member->expiry_ns;
	head->mark |= member->mark;
	if (head->by_lba.key == head->run_lba)
		return;
	bid_tree_remove(&unit->requests, &head->by_lba);
	bid_tree_insert(&unit->requests, &head->by_lba, head->run_lba);
}

/* A run has grown up to where the next one starts. */
static void merge_successor(struct bid_unit *unit, struct bid_request *head)
{
	struct bid_request *next = request_of(bid_tree_next(&head->by_lba));

	if (!next || bid_run_end(head) != next->run_lba ||
	    head->run_sectors + next->run_sectors > BID_REQUEST_MAX_SECTORS ||
	    head->op != next->op || ((head->flags | next->flags) & BID_BARRIER))
		return;
	unit_remove(unit, next);
	unit->sectors += next->run_sectors;
	if (bid_run_join_back(head, next))
		merged_into(unit, head, next);
}

static bool merge_into_unit(struct bid_unit *unit, struct bid_request *request)
{
	struct bid_tree_node *node = bid_tree_at_or_before(&unit->requests, request->run_lba);
	struct bid_request *before = request_of(node);
	struct bid_request *after = request_of(node ? bid_tree_next(node)
						    : bid_tree_first(&unit->requests));

	if (before && bid_run_join_back(before, request)) {
		merged_into(unit, before, request);
		merge_successor(unit, before);
		return true;
	}
	if (after && bid_run_join_front(after, request)) {
		merged_into(unit, after, request);
		return true;
	}
	return false;
}

static struct bid_unit *unit_of_next(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_unit, by_next) : NULL;
}

/* With many streams the lines of the unit are out of the processor's cache: asked for together. */
static void unit_prefetch(const struct bid_unit *unit)
{
	for (size_t at = 0; at < sizeof(*unit); at += CACHE_LINE)
		__builtin_prefetch((const char *)unit + at, 1);
}

/* The unit of a whole stream, or of the run that the request continues; NULL for a new one. */
static struct bid_unit *unit_for(const struct bid_core *core, const struct bid_stream *stream,
				 const struct bid_request *request)
{
	struct bid_tree_node *node;
	struct bid_unit *unit;

	if (!core->t.split_streams)
		return unit_of_next(bid_tree_first(&stream->units));
	/* The nearest run that ends at or before the request, then one that it overlaps. */
	for (node = bid_tree_at_or_before(&stream->units, request->run_lba);
	     node && node->key + RUN_GAP_SECTORS >= request->run_lba;
	     node = bid_tree_previous(node)) {
		unit = unit_of_next(node);
		if (unit->op == request->op)
			return unit;
	}
	unit = unit_of_next(bid_tree_at_or_after(&stream->units, request->run_lba));
	return unit && unit->next_lba <= request->run_lba + RUN_GAP_SECTORS &&
			       unit->op == request->op
		       ? unit
		       : NULL;
}

/* Learns how soon the stream came back to where it was expected, or that it did not. */
static void note_think(struct bid_core *core, struct bid_stream *stream, struct bid_unit *unit,
		       enum bid_op op, uint64_t now_ns)
{
	struct bid_unit *recent = stream->recent[op];

	if (recent && recent != unit && !unit_waiting(recent))
		think_note(core, stream, op, THINK_NEVER);
	if (recent == unit && !unit_waiting(unit))
		think_note(core, stream, op,
			   unit->in_flight > 0 ? 0 : now_ns - unit->last_completion_ns);
	stream->recent[op] = unit;
}

/* The wait timer's gaps are between batches; what comes at one instant is one batch. */
static void note_gap(struct bid_core *core, struct bid_unit *unit, uint64_t now_ns)
{
	/* Nobody asks for them in a sweep on one tier. */
	if (core->t.order_by_position && !core->hybrid)
		return;
	if (now_ns > unit->newest_ns)
		wait_note(&unit->stream->wait, core->t.wait_history, now_ns - unit->newest_ns);
	unit->newest_ns = now_ns;
}

/*
 * A guard is no shorter than one and a half sweeps take the disk, or under load all would be past
 * it, and the sweep in the order of arrival. Time that goes to the other sweep does not count: the
 * more of that there is the more are guards needed.
 */
static uint64_t guard_in_sweep_ns(const struct bid_core *core, enum sweep_kind kind,
				  uint64_t guard_ns)
{
	uint64_t swept_ns = core->swept_ns[kind] + core->swept_ns[kind] / 2;

	return guard_ns > swept_ns ? guard_ns : swept_ns;
}

/*
 * When the request should be served at the latest, as far as the load allows. Writes that nobody
 * waits for are gathered for longer than reads, but a guard of theirs keeps their tail short too.
 */
static uint64_t request_expiry(const struct bid_core *core, const struct bid_request *request,
			       bool light, uint64_t now_ns)
{
	bool lazy = request->op == BID_WRITE && !request_blocks(request);
	uint64_t deadline_ns = lazy ? core->t.deadline_ns : core->t.read_deadline_ns;
	uint64_t guard_ns = core->t.guard_ns[request->service_class < BID_CLASSES
						    ? request->service_class
						    : BID_FOREGROUND];

	if (!core->t.latency_guard)
		return now_ns + deadline_ns;
	if (lazy)
		return now_ns + guard_in_sweep_ns(core, SWEEP_LAZY,
						  core->extent_count > 0
							  ? core->t.announced_guard_write_ns
							  : core->t.guard_write_ns);
	if (light)
		return now_ns + guard_ns / LIGHT_GUARD_PART;
	/* A log's clients wait all together: it goes ahead of any sweep. */
	if (request->service_class == BID_LOG)
		return now_ns + guard_ns;
	return now_ns + guard_in_sweep_ns(core, SWEEP_READY, guard_ns);
}

/*
 * Whether the stream asks for little: a leaky bucket of what it asked for. Serving such streams at
 * once costs the others next to nothing, even when they write and wait for nothing.
 */
static bool stream_is_light(struct bid_stream *stream, const struct bid_request *request,
			    uint64_t now_ns)
{
	uint64_t leaked = (now_ns - stream->load_ns) / LIGHT_NS_PER_SECTOR;

	if (leaked > 0) {
		stream->load_sectors -= leaked < stream->load_sectors ? (uint32_t)leaked
								      : stream->load_sectors;
		stream->load_ns += leaked * LIGHT_NS_PER_SECTOR;
	}
	/* Far beyond what is light it need not be exact. */
	if (stream->load_sectors < UINT32_MAX - request->run_sectors)
		stream->load_sectors += request->run_sectors;
	return stream->load_sectors <= LIGHT_SECTORS;
}

static struct bid_unit *stage_new_unit(struct bid_core *core, struct bid_stream *stream,
				       const struct bid_request *request, uint64_t now_ns)
{
	struct bid_unit *unit = unit_new(core, stream);

	if (!unit)
		return NULL;
	if (!core->t.learned_wait)
		stream->wait = (struct bid_wait){.count = 0};
	unit->op = request->op;
	unit->deadline_ns = now_ns + core->t.deadline_ns;
	unit->judge_ns = BID_NEVER;
	unit->newest_ns = now_ns;
	return unit;
}

static void stage_into(struct bid_core *core, struct bid_unit *unit, struct bid_request *request)
{
	uint64_t end = bid_run_end(request);

	request->queue = unit;
	unit->newest_blocks = request_blocks(request);
	unit->blocking |= unit->newest_blocks;
	unit->sectors += request->run_sectors;
	if (unit->requests.count == 0 || end > unit->next_lba)
		unit_expect(unit, end);
	if (core->t.merge && merge_into_unit(unit, request))
		return;
	bid_tree_insert(&unit->requests, &request->by_lba, request->run_lba);
	bid_list_append(&unit->fifo, &request->link);
}

static void stage_overflow(struct bid_core *core, struct bid_request *request)
{
	bid_list_append(&core->overflow, &request->link);
}

void stage_request(struct bid_core *core, struct bid_request *request, uint64_t now_ns)
{
	struct bid_stream *stream = stream_get(core, request->stream);
	struct bid_unit *unit;

	if (!stream) {
		stage_overflow(core, request);
		return;
	}
	if (stream->recent[request->op])
		unit_prefetch(stream->recent[request->op]);
	unit = unit_for(core, stream, request);
	if (unit && (unit->state == UNIT_MARKED ||
		     (unit->state == UNIT_ACTIVE && !core->t.continuation &&
		      !core->t.order_by_position))) {
		bid_list_append(&stream->backlog, &request->link);
		return;
	}
	if (!unit)
		unit = stage_new_unit(core, stream, request, now_ns);
	if (!unit) {
		stream_put(core, stream);
		stage_overflow(core, request);
		return;
	}
	note_think(core, stream, unit, request->op, now_ns);
	note_gap(core, unit, now_ns);
	unit->light = stream_is_light(stream, request, now_ns);
	request->expiry_ns = request_expiry(core, request, unit->light, now_ns);
	stage_into(core, unit, request);
	if (core->hybrid && request->op == BID_WRITE)
		unit->judge_ns = now_ns + wait_mean_ns(&stream->wait, core->t.wait_default_ns);
	if (core->t.order_by_position)
		sweep_staged(core, unit);
	else
		flush_staged(core, unit, request_blocks(request), now_ns);
}
