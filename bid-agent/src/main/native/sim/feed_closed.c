/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Closed loop: the records of a slot, which is one process or several that followed one another in
 * the trace (sim/scan.h), are issued one after the other; "process" is a slot from here on. So a
 * transfer begins when the one before it in its slot has ended, not when the traced one began.
 *
 * A process's records are issued one after the other, each its think time after the
 * process could go on. A process can go on when its last request has been admitted and, if that
 * one blocks, served.
 *
 * The think time is what the trace shows between the moment from which the traced process could go
 * on and its next record: the gap less the traced latency of a blocking request, never below 0.
 * Where requests of one process overlapped in the trace, it could go on after the last of them.
 *
 * Records are read ahead up to the window, whether or not any process needs one, so that what is
 * issued does not depend on the order in which processes go idle; a record is in the window until
 * it has been admitted. A process is a node while it has a record there or a request outstanding;
 * when it has neither and the source goes on, it is remembered, the least recent forgotten first.
 * One that comes back forgotten is as one that is new: its record comes at its trace time.
 */
#include <errno.h>
#include <stdlib.h>

#include "feed.h"
#include "map.h"

/* Idle processes that are remembered. */
enum { IDLE_MAX = 65536 };

struct queued_record {
	struct queued_record *next;
	uint64_t order; /* in the trace: decides between records due at the same time */
	struct trace_record record;
};

struct sim_process {
	struct sim_map_node by_id;
	struct bid_link idle_link;
	struct queued_record *first;
	struct queued_record *last;
	uint64_t due_ns;
	uint64_t free_ns;       /* when it could go on last */
	uint64_t trace_free_ns; /* and when it could in the trace */
	uint32_t outstanding;   /* requests taken and not completed */
	bool known;             /* has issued something: the two times above count */
	bool waits;             /* for admission or completion of its last record */
};

struct closed_feed {
	struct sim_feed feed;
	uint64_t window;
	const struct sim_slots *slots;
	uint64_t pending; /* records in the window: read and not admitted */
	uint64_t order;
	bool source_ended;
	int source_error;
	struct sim_map processes;
	struct sim_pool process_nodes;
	struct sim_pool record_nodes;
	struct bid_link idle; /* the least recent first */
	uint64_t idle_count;
	/* Binary heap of processes by (due_ns, order of the first record). */
	struct sim_process **heap;
	size_t heap_count;
	size_t heap_room;
};

static bool due_before(const struct sim_process *a, const struct sim_process *b)
{
	return a->due_ns != b->due_ns ? a->due_ns < b->due_ns : a->first->order < b->first->order;
}

static int heap_push(struct closed_feed *closed, struct sim_process *process)
{
	size_t at = closed->heap_count;

	if (at == closed->heap_room) {
		size_t room = at ? 2 * at : 64;
		struct sim_process **heap = realloc(closed->heap, room * sizeof(*heap));

		if (!heap)
			return -ENOMEM;
		closed->heap = heap;
		closed->heap_room = room;
	}
	closed->heap_count++;
	while (at > 0 && due_before(process, closed->heap[(at - 1) / 2])) {
		closed->heap[at] = closed->heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	closed->heap[at] = process;
	return 0;
}

static struct sim_process *heap_pop(struct closed_feed *closed)
{
	struct sim_process *first = closed->heap[0];
	struct sim_process *moved = closed->heap[--closed->heap_count];
	size_t at = 0;

	for (;;) {
		size_t child = 2 * at + 1;

		if (child >= closed->heap_count)
			break;
		if (child + 1 < closed->heap_count &&
		    due_before(closed->heap[child + 1], closed->heap[child]))
			child++;
		if (!due_before(closed->heap[child], moved))
			break;
		closed->heap[at] = closed->heap[child];
		at = child;
	}
	closed->heap[at] = moved;
	return first;
}

static void process_drop(struct closed_feed *closed, struct sim_process *process)
{
	sim_map_remove(&closed->processes, &process->by_id);
	sim_pool_give(&closed->process_nodes, process);
}

static void idle_leave(struct closed_feed *closed, struct sim_process *process)
{
	if (bid_list_empty(&process->idle_link))
		return;
	bid_list_remove(&process->idle_link);
	closed->idle_count--;
}

static void idle_enter(struct closed_feed *closed, struct sim_process *process)
{
	bid_list_append(&closed->idle, &process->idle_link);
	if (++closed->idle_count > IDLE_MAX) {
		struct bid_link *oldest = closed->idle.next;
		struct sim_process *victim =
			bid_container_of(oldest, struct sim_process, idle_link);

		idle_leave(closed, victim);
		process_drop(closed, victim);
		closed->feed.forgotten++;
	}
}

/* The process could go on: its next record is scheduled, or it rests. */
static int process_go_on(struct closed_feed *closed, struct sim_process *process)
{
	const struct trace_record *record;

	if (process->waits)
		return 0;
	if (!process->first) {
		if (process->outstanding > 0)
			return 0;
		if (closed->source_ended)
			process_drop(closed, process);
		else
			idle_enter(closed, process);
		return 0;
	}
	record = &process->first->record;
	if (!process->known)
		process->due_ns = record->time_ns;
	else if (record->time_ns > process->trace_free_ns)
		process->due_ns = process->free_ns + (record->time_ns - process->trace_free_ns);
	else
		process->due_ns = process->free_ns;
	return heap_push(closed, process);
}

static struct sim_process *process_of(struct closed_feed *closed, uint64_t id)
{
	struct sim_map_node *node = sim_map_find(&closed->processes, id);
	struct sim_process *process;

	if (node)
		return bid_container_of(node, struct sim_process, by_id);
	process = sim_pool_take(&closed->process_nodes);
	if (!process)
		return NULL;
	*process = (struct sim_process){0};
	bid_list_init(&process->idle_link);
	if (sim_map_insert(&closed->processes, &process->by_id, id) < 0) {
		sim_pool_give(&closed->process_nodes, process);
		return NULL;
	}
	return process;
}

static int closed_queue(struct closed_feed *closed, const struct trace_record *record)
{
	struct sim_process *process =
		process_of(closed, sim_slots_of(closed->slots, record->process));
	struct queued_record *queued = process ? sim_pool_take(&closed->record_nodes) : NULL;
	bool was_empty;

	if (!queued)
		return -ENOMEM;
	*queued = (struct queued_record){.order = closed->order++, .record = *record};
	was_empty = !process->first;
	if (was_empty)
		process->first = queued;
	else
		process->last->next = queued;
	process->last = queued;
	closed->pending++;
	if (!was_empty || process->waits)
		return 0;
	idle_leave(closed, process);
	return process_go_on(closed, process);
}

/* With the source's end nobody comes back. */
static void closed_source_ended(struct closed_feed *closed)
{
	struct bid_link *link;

	closed->source_ended = true;
	while ((link = closed->idle.next) != &closed->idle) {
		struct sim_process *process = bid_container_of(link, struct sim_process, idle_link);

		idle_leave(closed, process);
		process_drop(closed, process);
	}
}

static void closed_fill(struct closed_feed *closed)
{
	struct trace_record record;

	while (!closed->source_ended && closed->source_error == 0 &&
	       closed->pending < closed->window) {
		int result = sim_feed_read(&closed->feed, &record);

		if (result > 0)
			result = closed_queue(closed, &record);
		else if (result == 0)
			closed_source_ended(closed);
		if (result < 0)
			closed->source_error = result;
	}
	closed->feed.ended = closed->source_ended && closed->pending == 0;
}

static uint64_t closed_next_ns(const struct sim_feed *feed)
{
	const struct closed_feed *closed = (const struct closed_feed *)feed;

	if (closed->source_error < 0)
		return 0;
	return closed->heap_count ? closed->heap[0]->due_ns : BID_NEVER;
}

static int closed_take(struct sim_feed *feed, uint64_t now_ns, struct sim_due *due)
{
	struct closed_feed *closed = (struct closed_feed *)feed;
	struct sim_process *process;
	struct queued_record *queued;

	if (closed->source_error < 0)
		return closed->source_error;
	if (closed->heap_count == 0 || closed->heap[0]->due_ns > now_ns)
		return 0;
	process = heap_pop(closed);
	queued = process->first;
	process->first = queued->next;
	if (process->due_ns < now_ns)
		feed->window_waits++;
	process->waits = true;
	process->outstanding += queued->record.kind == TRACE_REQUEST;
	due->record = queued->record;
	due->process = process;
	sim_pool_give(&closed->record_nodes, queued);
	return 1;
}

static void process_free_at(struct sim_process *process, uint64_t now_ns, uint64_t trace_ns)
{
	process->known = true;
	process->free_ns = now_ns;
	if (trace_ns > process->trace_free_ns)
		process->trace_free_ns = trace_ns;
}

static int closed_admitted(struct sim_feed *feed, const struct sim_due *due, uint64_t now_ns)
{
	struct closed_feed *closed = (struct closed_feed *)feed;
	struct sim_process *process = due->process;
	int result = 0;

	if (!sim_blocks(&due->record)) {
		process->waits = false;
		process_free_at(process, now_ns, due->record.time_ns);
		result = process_go_on(closed, process);
	}
	closed->pending--;
	closed_fill(closed);
	feed->nodes_peak = closed->record_nodes.peak + closed->process_nodes.peak;
	return result;
}

static int closed_completed(struct sim_feed *feed, const struct sim_due *due, uint64_t now_ns)
{
	struct closed_feed *closed = (struct closed_feed *)feed;
	struct sim_process *process = due->process;

	process->outstanding--;
	if (sim_blocks(&due->record)) {
		process->waits = false;
		process_free_at(process, now_ns, due->record.time_ns + due->record.latency_ns);
		return process_go_on(closed, process);
	}
	/* Scheduled or waiting as before; but it may have been the last that kept the node. */
	return process->first ? 0 : process_go_on(closed, process);
}

static void closed_free(struct sim_feed *feed)
{
	struct closed_feed *closed = (struct closed_feed *)feed;

	sim_map_free(&closed->processes);
	sim_pool_free(&closed->process_nodes);
	sim_pool_free(&closed->record_nodes);
	free(closed->heap);
	free(closed);
}

static const struct sim_feed closed_functions = {
	.next_ns = closed_next_ns,
	.take = closed_take,
	.admitted = closed_admitted,
	.completed = closed_completed,
	.free = closed_free,
};

int sim_feed_closed_loop(struct trace_source *source, uint64_t device_sectors, uint64_t window,
			 const struct sim_slots *slots, struct sim_feed **feed)
{
	struct closed_feed *closed = calloc(1, sizeof(*closed));

	if (!closed)
		return -ENOMEM;
	closed->feed = closed_functions;
	closed->feed.source = source;
	closed->feed.device_sectors = device_sectors;
	closed->window = window;
	closed->slots = slots;
	bid_list_init(&closed->idle);
	sim_pool_init(&closed->process_nodes, sizeof(struct sim_process));
	sim_pool_init(&closed->record_nodes, sizeof(struct queued_record));
	closed_fill(closed);
	*feed = &closed->feed;
	return 0;
}
