/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A workload as a stream of records: the processes of the phase that runs, in a binary heap by the
 * time of their next request. Memory is one node per process of the largest phase, however long
 * the workload.
 */
#include "workload/workload.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"

#define SECTORS_PER_MIB 2048.0
#define PAGE_SECTORS    8u
#define SCALE_MAX       1e6
/* Between two phases: the job's end is noticed, the next tasks are started. */
#define BARRIER_NS UINT64_C(500000000)

struct generator {
	struct trace_source source;
	const struct workload_spec *spec;
	struct workload_options options;
	struct disk_map map;
	uint64_t seeds; /* SplitMix64 state that the processes' seeds come from */
	uint32_t phase; /* the next to begin */
	uint64_t now_ns;
	uint64_t origin_ns;    /* of the first record, which counts as 0 */
	uint32_t foreground;   /* processes of the phase that are not done */
	uint32_t count;        /* in the heap */
	struct process **heap; /* the first is the next */
	struct process *pool;
};

static bool sooner(const struct process *a, const struct process *b)
{
	return a->next_ns != b->next_ns ? a->next_ns < b->next_ns : a < b;
}

static void sift_up(struct generator *generator, uint32_t at)
{
	struct process **heap = generator->heap;

	while (at > 0 && sooner(heap[at], heap[(at - 1) / 2])) {
		struct process *parent = heap[(at - 1) / 2];

		heap[(at - 1) / 2] = heap[at];
		heap[at] = parent;
		at = (at - 1) / 2;
	}
}

static void sift_down(struct generator *generator)
{
	struct process **heap = generator->heap;
	uint32_t at = 0;

	for (uint32_t child = 1; child < generator->count; child = 2 * at + 1) {
		struct process *moved = heap[at];

		if (child + 1 < generator->count && sooner(heap[child + 1], heap[child]))
			child++;
		if (!sooner(heap[child], moved))
			return;
		heap[at] = heap[child];
		heap[child] = moved;
		at = child;
	}
}

static uint32_t phase_processes(const struct phase_spec *phase)
{
	uint32_t processes = 0;

	for (int i = 0; i < GROUPS_MAX && phase->groups[i].processes > 0; i++)
		processes += phase->groups[i].processes;
	return processes;
}

/* Sectors of one process of the group: whole pages, at least one. */
static uint64_t process_budget(const struct generator *generator, const struct group_spec *group)
{
	double sectors = group->mib * SECTORS_PER_MIB * generator->options.scale / group->processes;
	uint64_t pages = (uint64_t)(sectors / PAGE_SECTORS);

	if (group->mib == 0)
		return PROCESS_ENDLESS;
	return (pages > 0 ? pages : 1) * PAGE_SECTORS;
}

static void begin_group(struct generator *generator, const struct group_spec *group)
{
	uint64_t budget = process_budget(generator, group);

	for (uint32_t i = 0; i < group->processes; i++) {
		struct process *process = &generator->pool[generator->count];

		process_init(process, group, i, &generator->map, budget,
			     splitmix64(&generator->seeds), generator->now_ns);
		generator->heap[generator->count] = process;
		sift_up(generator, generator->count++);
		generator->foreground += budget != PROCESS_ENDLESS;
	}
}

/* Returns false when there is none left. */
static bool begin_phase(struct generator *generator)
{
	const struct phase_spec *phase = &generator->spec->phases[generator->phase];

	if (generator->phase == PHASES_MAX || !phase->name)
		return false;
	if (generator->phase++ > 0)
		generator->now_ns += BARRIER_NS;
	generator->count = 0;
	for (int i = 0; i < GROUPS_MAX && phase->groups[i].processes > 0; i++)
		begin_group(generator, &phase->groups[i]);
	return true;
}

static void take_record(struct generator *generator, struct trace_record *record)
{
	struct process *process = generator->heap[0];

	generator->now_ns = process->next_ns;
	process_next(process, record);
	if (process_done(process)) {
		generator->foreground--;
		generator->heap[0] = generator->heap[--generator->count];
	}
	sift_down(generator);
	if (generator->source.counts.records++ == 0)
		generator->origin_ns = record->time_ns;
	record->time_ns -= generator->origin_ns;
}

static int generator_next(struct trace_source *source, struct trace_record *record)
{
	struct generator *generator = (struct generator *)source;

	if (generator->foreground == 0 && !begin_phase(generator))
		return 0;
	take_record(generator, record);
	return 1;
}

static void generator_close(struct trace_source *source)
{
	struct generator *generator = (struct generator *)source;

	free(generator->heap);
	free(generator->pool);
	free(generator);
}

static int check(const char *name, const struct workload_options *options, char *error,
		 size_t error_size)
{
	if (!workload_spec_find(name)) {
		snprintf(error, error_size, "%s: no such workload", name);
		return -ENOENT;
	}
	if (options->device_sectors < DISK_SECTORS_MIN) {
		snprintf(error, error_size,
			 "%s: a disk of %llu sectors is less than the %llu it needs", name,
			 (unsigned long long)options->device_sectors,
			 (unsigned long long)DISK_SECTORS_MIN);
		return -EINVAL;
	}
	if (!(options->scale > 0 && options->scale <= SCALE_MAX)) {
		snprintf(error, error_size, "%s: scale %g is not above 0 and at most %g", name,
			 options->scale, SCALE_MAX);
		return -EINVAL;
	}
	return 0;
}

static int allocate(struct generator *generator)
{
	uint32_t most = 0;

	for (int i = 0; i < PHASES_MAX; i++) {
		uint32_t processes = phase_processes(&generator->spec->phases[i]);

		most = processes > most ? processes : most;
	}
	generator->heap = calloc(most, sizeof(*generator->heap));
	generator->pool = calloc(most, sizeof(*generator->pool));
	return generator->heap && generator->pool ? 0 : -ENOMEM;
}

int workload_open(const char *name, const struct workload_options *options,
		  struct trace_source **source, char *error, size_t error_size)
{
	struct generator *generator;
	int result = check(name, options, error, error_size);

	if (result != 0)
		return result;
	generator = calloc(1, sizeof(*generator));
	if (!generator || (generator->spec = workload_spec_find(name), allocate(generator)) != 0) {
		snprintf(error, error_size, "%s: out of memory", name);
		if (generator)
			generator_close(&generator->source);
		return -ENOMEM;
	}
	generator->source.next = generator_next;
	generator->source.close = generator_close;
	generator->options = *options;
	generator->seeds = options->seed;
	disk_map_init(&generator->map, options->device_sectors, splitmix64(&generator->seeds));
	*source = &generator->source;
	return 0;
}
