/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "workload/statistics.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bid/request.h"

/* Files that a process may be in the middle of; the one not used for longest is forgotten. */
#define OPEN_FILES 16
/* Buckets of gaps: 32 per power of two, so that a quantile is off by 3 % at most. */
#define GAP_STEPS_LOG2 5
#define GAP_STEPS      (1u << GAP_STEPS_LOG2)
#define GAP_BUCKETS    (64u * GAP_STEPS)
#define TABLE_INITIAL  64u

struct file_end {
	uint64_t lba;
	uint64_t used; /* the number of the request that moved it; 0: none */
	uint8_t op;
};

struct watched {
	uint64_t process;
	uint64_t last_ns;
	uint64_t requests; /* 0: the entry of the table is free */
	struct file_end ends[OPEN_FILES];
};

struct meter {
	struct statistics *statistics;
	struct watched **table; /* open addressing; a power of two entries, half of them free */
	size_t size;
	size_t used;
	uint64_t last_process;
	uint64_t gaps;
	uint64_t gap_counts[GAP_BUCKETS];
};

static size_t hash(uint64_t process, size_t size)
{
	return (size_t)((process * 0x9e3779b97f4a7c15u) >> 32) & (size - 1);
}

static struct watched **find(struct watched **table, size_t size, uint64_t process)
{
	size_t at = hash(process, size);

	while (table[at] && table[at]->process != process)
		at = (at + 1) & (size - 1);
	return &table[at];
}

static int grow(struct meter *meter)
{
	size_t size = meter->size ? 2 * meter->size : TABLE_INITIAL;
	struct watched **table = calloc(size, sizeof(*table));

	if (!table)
		return -ENOMEM;
	for (size_t i = 0; i < meter->size; i++)
		if (meter->table[i])
			*find(table, size, meter->table[i]->process) = meter->table[i];
	free(meter->table);
	meter->table = table;
	meter->size = size;
	return 0;
}

static struct watched *watch(struct meter *meter, uint64_t process)
{
	struct watched **entry;

	if (2 * meter->used >= meter->size && grow(meter) != 0)
		return NULL;
	entry = find(meter->table, meter->size, process);
	if (!*entry) {
		*entry = calloc(1, sizeof(**entry));
		if (!*entry)
			return NULL;
		(*entry)->process = process;
		meter->used++;
	}
	return *entry;
}

static unsigned int log2_of(uint64_t value)
{
	return 63u - (unsigned int)__builtin_clzll(value | 1);
}

static unsigned int gap_bucket(uint64_t gap_ns)
{
	unsigned int power = log2_of(gap_ns);

	if (power < GAP_STEPS_LOG2)
		return (unsigned int)gap_ns;
	return power * GAP_STEPS + (unsigned int)((gap_ns >> (power - GAP_STEPS_LOG2)) - GAP_STEPS);
}

/* The middle of the bucket. */
static uint64_t gap_of_bucket(unsigned int bucket)
{
	unsigned int power = bucket / GAP_STEPS;
	uint64_t low;

	if (power < GAP_STEPS_LOG2)
		return bucket;
	low = (uint64_t)(GAP_STEPS + bucket % GAP_STEPS) << (power - GAP_STEPS_LOG2);
	return low + (UINT64_C(1) << (power - GAP_STEPS_LOG2)) / 2;
}

static uint64_t gap_quantile(const struct meter *meter, unsigned int percent)
{
	uint64_t rank = meter->gaps * percent / 100;
	uint64_t seen = 0;

	for (unsigned int i = 0; i < GAP_BUCKETS; i++) {
		seen += meter->gap_counts[i];
		if (seen > rank)
			return gap_of_bucket(i);
	}
	return 0;
}

static unsigned int size_class(uint64_t bytes)
{
	unsigned int class = 0;

	while (class + 1 < STATISTICS_SIZES && bytes > (UINT64_C(4096) << class))
		class ++;
	return class;
}

/* What is longer than a request may be is cut, as by the kernel and the simulator. */
static void count_sizes(struct statistics *statistics, uint64_t bytes)
{
	const uint64_t most = (uint64_t)BID_REQUEST_MAX_SECTORS * BID_SECTOR_BYTES;

	statistics->size_requests[STATISTICS_SIZES - 1] += bytes / most;
	if (bytes % most)
		statistics->size_requests[size_class(bytes % most)]++;
}

/* Moves the end of the file that the request goes on with; returns whether there was one. */
static bool follow(struct watched *watched, const struct trace_record *record)
{
	struct file_end *oldest = watched->ends;
	bool sequential = false;

	for (int i = 0; i < OPEN_FILES && !sequential; i++) {
		struct file_end *end = &watched->ends[i];

		sequential = end->used && end->lba == record->lba && end->op == record->op;
		if (sequential || end->used < oldest->used)
			oldest = end;
	}
	oldest->lba = record->lba + record->sectors;
	oldest->op = record->op;
	oldest->used = watched->requests;
	return sequential;
}

static void count_gap(struct meter *meter, const struct watched *watched, uint64_t now_ns)
{
	uint64_t gap_ns = now_ns - watched->last_ns;

	if (watched->requests == 0)
		return;
	if (gap_ns >= STATISTICS_PAUSE_NS) {
		meter->statistics->pauses++;
		return;
	}
	meter->gap_counts[gap_bucket(gap_ns)]++;
	meter->gaps++;
}

static int count_request(struct meter *meter, const struct trace_record *record)
{
	struct statistics *statistics = meter->statistics;
	struct watched *watched = watch(meter, record->process);
	uint64_t bytes = record->sectors * BID_SECTOR_BYTES;
	unsigned int op = record->op == BID_WRITE;

	if (!watched)
		return -ENOMEM;
	count_gap(meter, watched, record->time_ns);
	watched->last_ns = record->time_ns;
	watched->requests++;
	statistics->switches += statistics->requests > 0 && record->process != meter->last_process;
	meter->last_process = record->process;
	statistics->requests++;
	statistics->duration_ns = record->time_ns;
	statistics->op_requests[op]++;
	statistics->op_bytes[op] += bytes;
	statistics->op_sequential[op] += follow(watched, record);
	statistics->ahead_bytes += record->flags & BID_AHEAD ? bytes : 0;
	statistics->sync_writes += op == BID_WRITE && (record->flags & BID_SYNC);
	count_sizes(statistics, bytes);
	return 0;
}

static int read_all(struct trace_source *source, struct meter *meter)
{
	struct trace_record record;
	int result;

	while ((result = source->next(source, &record)) == 1) {
		if (record.kind == TRACE_ANNOUNCEMENT)
			meter->statistics->announcements++;
		else if (count_request(meter, &record) != 0)
			return -ENOMEM;
	}
	return result;
}

int statistics_measure(struct trace_source *source, struct statistics *statistics)
{
	struct meter *meter = calloc(1, sizeof(*meter));
	int result;

	if (!meter)
		return -ENOMEM;
	memset(statistics, 0, sizeof(*statistics));
	meter->statistics = statistics;
	result = read_all(source, meter);
	statistics->processes = meter->used;
	statistics->gap_p50_ns = gap_quantile(meter, 50);
	statistics->gap_p90_ns = gap_quantile(meter, 90);
	statistics->gap_p99_ns = gap_quantile(meter, 99);
	for (size_t i = 0; i < meter->size; i++)
		free(meter->table[i]);
	free(meter->table);
	free(meter);
	return result;
}
