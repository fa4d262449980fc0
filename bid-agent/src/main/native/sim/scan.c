/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * One pass notes when each thread was seen first and last; then the threads, by their beginnings,
 * are dealt to slots that are free by then.
 */
#include "sim/scan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "feed.h"
#include "map.h"

/* More than one in so many that cannot be replayed is too much. */
enum { SKIPPED_MAX_PART = 100 };

struct thread {
	struct sim_map_node by_id; /* key: the process */
	uint64_t first_ns;
	uint64_t last_ns; /* when it was served last, as far as the trace tells */
	uint64_t order;   /* of its first record */
	uint64_t slot;
	uint8_t op; /* of its first record */
	struct thread *next;
};

struct sim_slots {
	struct sim_map threads;
	struct sim_pool nodes;
};

static struct thread *thread_of(struct sim_slots *slots, const struct trace_record *record,
				int *result)
{
	struct sim_map_node *node = sim_map_find(&slots->threads, record->process);
	struct thread *thread;

	*result = 0;
	if (node)
		return bid_container_of(node, struct thread, by_id);
	if (slots->nodes.in_use == SIM_SCAN_THREADS_MAX)
		return NULL;
	thread = sim_pool_take(&slots->nodes);
	if (!thread || sim_map_insert(&slots->threads, &thread->by_id, record->process) < 0) {
		*result = -ENOMEM;
		return NULL;
	}
	thread->first_ns = record->time_ns;
	thread->last_ns = 0;
	thread->order = slots->nodes.in_use;
	thread->op = record->op;
	thread->slot = record->process;
	return thread;
}

static int note(struct sim_slots *slots, const struct trace_record *record)
{
	int result;
	struct thread *thread = thread_of(slots, record, &result);
	uint64_t end_ns = record->time_ns + record->latency_ns;

	if (thread && end_ns > thread->last_ns)
		thread->last_ns = end_ns;
	return result;
}

static int by_beginning(const void *a, const void *b)
{
	const struct thread *const *left = a;
	const struct thread *const *right = b;

	return (*left)->order < (*right)->order ? -1 : 1;
}

static int by_end(const void *a, const void *b)
{
	const struct thread *const *left = a;
	const struct thread *const *right = b;

	if ((*left)->last_ns != (*right)->last_ns)
		return (*left)->last_ns < (*right)->last_ns ? -1 : 1;
	return (*left)->order < (*right)->order ? -1 : 1;
}

/* A thread in time's order takes the slot that was left last before it began. */
static void deal(struct thread *const *begin, struct thread *const *end, size_t count)
{
	struct thread *left[2] = {NULL, NULL}; /* by op: stacks of those that have ended */
	size_t ended = 0;

	for (size_t i = 0; i < count; i++) {
		struct thread *thread = begin[i];

		for (; ended < count && end[ended]->last_ns <= thread->first_ns; ended++) {
			/* One of a single moment has not been dealt yet. */
			if (end[ended]->order >= thread->order)
				break;
			end[ended]->next = left[end[ended]->op];
			left[end[ended]->op] = end[ended];
		}
		if (!left[thread->op])
			continue;
		thread->slot = left[thread->op]->slot;
		left[thread->op] = left[thread->op]->next;
	}
}

static int deal_all(struct sim_slots *slots)
{
	size_t count = slots->threads.count;
	struct thread **begin = calloc(count + 1, 2 * sizeof(*begin));
	struct thread **end = begin + count + 1;
	size_t found = 0;

	if (!begin)
		return -ENOMEM;
	for (size_t i = 0; slots->threads.buckets && i <= slots->threads.mask; i++) {
		for (struct sim_map_node *node = slots->threads.buckets[i]; node;
		     node = node->next) {
			begin[found] = bid_container_of(node, struct thread, by_id);
			end[found] = begin[found];
			found++;
		}
	}
	qsort(begin, count, sizeof(*begin), by_beginning);
	qsort(end, count, sizeof(*end), by_end);
	deal(begin, end, count);
	free(begin);
	return 0;
}

static int read_all(struct trace_source *source, uint64_t device_sectors, struct sim_scan *scan)
{
	struct sim_feed feed = {.source = source, .device_sectors = device_sectors};
	struct trace_record record;
	int result;

	while ((result = source->next(source, &record)) > 0) {
		/* A flush without data has an address that says nothing: the kernel prints ~0. */
		if (record.sectors > 0 && record.lba <= UINT64_MAX - record.sectors &&
		    record.lba + record.sectors > scan->end_lba)
			scan->end_lba = record.lba + record.sectors;
		if (!sim_feed_usable(&feed, &record)) {
			scan->skipped++;
			continue;
		}
		scan->requests += record.kind == TRACE_REQUEST;
		result = note(scan->slots, &record);
		if (result < 0)
			return result;
	}
	return result;
}

/* What is past the drive's end is most of what is skipped, and somebody can do something about it.
 */
static int check_skipped(const struct sim_scan *scan, uint64_t device_sectors, char *error,
			 size_t error_size)
{
	uint64_t all = scan->requests + scan->skipped;

	if (scan->skipped * SKIPPED_MAX_PART <= all)
		return 0;
	snprintf(
		error, error_size,
		scan->end_lba > device_sectors
			? "%llu of %llu requests cannot be replayed: the trace ends at sector %llu, "
			  "the disk at %llu; take a larger --disk, or --addresses wrap or scale"
			: "%llu of %llu requests are damaged (the trace ends at sector %llu, the "
			  "disk at %llu)",
		(unsigned long long)scan->skipped, (unsigned long long)all,
		(unsigned long long)scan->end_lba, (unsigned long long)device_sectors);
	return -ERANGE;
}

int sim_scan(struct trace_source *source, uint64_t device_sectors, struct sim_scan *scan,
	     char *error, size_t error_size)
{
	const struct trace_counts *counts = &source->counts;
	int result = -ENOMEM;

	*scan = (struct sim_scan){.slots = calloc(1, sizeof(*scan->slots))};
	if (scan->slots) {
		sim_pool_init(&scan->slots->nodes, sizeof(struct thread));
		result = read_all(source, device_sectors, scan);
		if (result == 0)
			result = deal_all(scan->slots);
	}
	if (result < 0)
		snprintf(error, error_size, "%s",
			 result == -ENOMEM ? "out of memory" : source->error);
	scan->skipped += counts->skipped_empty + counts->skipped_past_end + counts->skipped_corrupt;
	if (result == 0)
		result = check_skipped(scan, device_sectors, error, error_size);
	if (result < 0) {
		sim_slots_free(scan->slots);
		scan->slots = NULL;
	}
	return result;
}

uint64_t sim_slots_of(const struct sim_slots *slots, uint64_t process)
{
	struct sim_map_node *node = slots ? sim_map_find(&slots->threads, process) : NULL;

	return node ? bid_container_of(node, struct thread, by_id)->slot : process;
}

void sim_slots_free(struct sim_slots *slots)
{
	if (!slots)
		return;
	sim_map_free(&slots->threads);
	sim_pool_free(&slots->nodes);
	free(slots);
}
