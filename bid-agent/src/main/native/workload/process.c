/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "process.h"

#include <string.h>

#include "bid/request.h"

#define NS_PER_MS       UINT64_C(1000000)
#define SECTORS_PER_KIB 2u
#define KIB_PER_PAGE    4u

static uint64_t random_range_ns(struct random *random, struct range ms)
{
	return random_between(random, ms.min * NS_PER_MS, ms.max * NS_PER_MS);
}

static const struct step_spec *current_step(const struct process *process)
{
	return &process->group->steps[process->step];
}

static struct cursor *current_cursor(struct process *process)
{
	return &process->cursors[process->step][process->file];
}

/* The file whose turn it is: any, but in the end only one that has something left. */
static uint32_t choose_file(struct process *process)
{
	uint32_t files = current_step(process)->files;
	uint32_t file = files > 1 ? (uint32_t)random_below(&process->random, files) : 0;

	for (uint32_t tried = 1; tried < files && process->budget == 0; tried++) {
		if (process->cursors[process->step][file].left > 0)
			break;
		file = (file + 1) % files;
	}
	return file;
}

static void begin_turn(struct process *process)
{
	const struct step_spec *step = current_step(process);

	process->turn_left = SECTORS_PER_KIB * random_between(&process->random, step->turn_kib.min,
							      step->turn_kib.max);
	process->file = choose_file(process);
}

static void next_step(struct process *process)
{
	process->step++;
	if (process->step == STEPS_MAX || !current_step(process)->mix)
		process->step = 0;
	begin_turn(process);
}

void process_init(struct process *process, const struct group_spec *group, uint32_t index,
		  struct disk_map *map, uint64_t budget, uint64_t seed, uint64_t begin_ns)
{
	memset(process, 0, sizeof(*process));
	process->group = group;
	process->index = index;
	process->map = map;
	process->budget = budget;
	process->step = group->begins_with;
	random_seed(&process->random, seed);
	process->next_ns = begin_ns + random_range_ns(&process->random, group->start_ms);
	begin_turn(process);
}

bool process_done(const struct process *process)
{
	return process->budget == 0 && process->begun == 0 && process->step == 0;
}

/* A thread's number is its own, whichever slot it runs in. */
static uint64_t process_number(const struct process *process)
{
	const struct group_spec *group = process->group;
	uint64_t thread = group->new_threads ? process->generation : 0;

	return group->first_process + process->index + thread * group->processes;
}

/* Takes that much of what the first step may do, or what is left of it. */
static uint64_t spend(struct process *process, uint64_t sectors)
{
	if (process->step != 0 || process->budget == PROCESS_ENDLESS)
		return sectors;
	if (sectors > process->budget)
		sectors = process->budget;
	process->budget -= sectors;
	return sectors;
}

static struct extent open_file(struct process *process)
{
	const struct step_spec *step = current_step(process);
	uint64_t pages = random_between(&process->random, step->file_kib.min / KIB_PER_PAGE,
					step->file_kib.max / KIB_PER_PAGE);
	uint64_t sectors = pages * KIB_PER_PAGE * SECTORS_PER_KIB;
	struct extent file =
		disk_map_file(process->map, step->zone, spend(process, sectors), &process->random);

	current_cursor(process)->next_lba = file.lba;
	current_cursor(process)->left = file.sectors;
	if (process->step == 0)
		process->begun += file.sectors;
	return file;
}

static struct extent take_from_file(struct process *process)
{
	struct cursor *cursor = current_cursor(process);
	struct extent piece = {cursor->next_lba, 0};

	piece.sectors = size_mix_sectors(current_step(process)->mix, random_next(&process->random));
	if (piece.sectors > cursor->left)
		piece.sectors = cursor->left;
	cursor->next_lba += piece.sectors;
	cursor->left -= piece.sectors;
	if (process->step == 0)
		process->begun -= piece.sectors;
	return piece;
}

static struct extent take_at_random(struct process *process)
{
	struct extent cell = disk_map_cell(process->map, current_step(process), &process->random);

	cell.sectors = spend(process, cell.sectors);
	return cell;
}

/* After a request of the current step: whose turn is next, and when. */
static void move_on(struct process *process, uint64_t sectors)
{
	bool sequential = current_step(process)->layout == LAYOUT_SEQUENTIAL;
	bool file_ends = sequential && current_cursor(process)->left == 0;
	bool by_file = current_step(process)->turn_kib.max == 0;
	bool nothing_left = file_ends && process->step == 0 && process->budget == 0;

	if (file_ends && process->step == 0) {
		process->generation++;
		process->next_ns += random_range_ns(&process->random, process->group->pause_ms);
	}
	if (nothing_left || (by_file ? file_ends : sectors >= process->turn_left))
		next_step(process);
	else
		process->turn_left -= by_file ? 0 : sectors;
	process->next_ns += random_time_ns(&process->random, current_step(process)->gap);
}

static void fill(const struct process *process, struct extent extent, enum trace_kind kind,
		 struct trace_record *record)
{
	const struct step_spec *step = current_step(process);

	memset(record, 0, sizeof(*record));
	record->time_ns = process->next_ns;
	record->process = process_number(process);
	record->lba = extent.lba;
	record->sectors = extent.sectors;
	record->kind = (uint8_t)kind;
	record->op = step->op;
	record->flags = kind == TRACE_REQUEST ? step->flags : 0;
	record->service_class = step->service_class;
}

void process_next(struct process *process, struct trace_record *record)
{
	const struct step_spec *step = current_step(process);
	bool sequential = step->layout == LAYOUT_SEQUENTIAL;
	struct extent extent;

	if (sequential && current_cursor(process)->left == 0) {
		extent = open_file(process);
		if (step->announced) {
			fill(process, extent, TRACE_ANNOUNCEMENT, record);
			return;
		}
	}
	extent = sequential ? take_from_file(process) : take_at_random(process);
	fill(process, extent, TRACE_REQUEST, record);
	move_on(process, extent.sectors);
}
