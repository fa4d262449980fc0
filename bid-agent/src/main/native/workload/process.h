/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * One process of a workload: a chain of requests, each a gap after the one before.
 */
#ifndef WORKLOAD_PROCESS_H
#define WORKLOAD_PROCESS_H

#include "disk_map.h"
#include "trace/trace.h"

/* How far a file has been gone through. */
struct cursor {
	uint64_t next_lba;
	uint64_t left; /* sectors; 0: the next request opens a new file */
};

struct process {
	const struct group_spec *group;
	struct disk_map *map;
	struct random random;
	uint32_t index;      /* in its group */
	uint32_t generation; /* files of the first step that it has finished */
	uint64_t next_ns;    /* of its next request */
	uint64_t budget;     /* sectors its first step may still begin; PROCESS_ENDLESS */
	uint64_t begun;      /* of files of the first step: sectors not asked for yet */
	uint64_t turn_left;  /* sectors of the step's turn; 0: the turn ends with the file */
	uint32_t step;
	uint32_t file; /* of the step, the one whose turn it is */
	struct cursor cursors[STEPS_MAX][FILES_MAX];
};

/* The budget of a process without end. */
#define PROCESS_ENDLESS UINT64_MAX

/* The budget is in sectors, of the first step; what the other steps do comes on top of it.
 * process's first request comes no sooner than begin_ns. */
void process_init(struct process *process, const struct group_spec *group, uint32_t index,
		  struct disk_map *map, uint64_t budget, uint64_t seed, uint64_t begin_ns);

bool process_done(const struct process *process);

/*
 * Fills the record: an announcement of what is to come, or the request of next_ns, which then moves
 * on. The process must not be done.
 */
void process_next(struct process *process, struct trace_record *record);

#endif
