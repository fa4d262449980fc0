/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Figures of a run, and what is computed of them.
 */
#include "figures.h"

#include <errno.h>
#include <stdlib.h>

struct process_place {
	struct sim_map_node by_process;
	struct process_place *next;
	size_t index;
};

int sim_figures_init(struct sim_figures *figures, uint32_t processes_max)
{
	*figures = (struct sim_figures){.processes_max = processes_max};
	figures->result = calloc(1, sizeof(*figures->result));
	return figures->result ? 0 : -ENOMEM;
}

static void figures_free_places(struct sim_figures *figures)
{
	while (figures->places) {
		struct process_place *place = figures->places;

		figures->places = place->next;
		free(place);
	}
	sim_map_free(&figures->by_process);
}

struct sim_result *sim_figures_take(struct sim_figures *figures)
{
	struct sim_result *result = figures->result;

	figures->result = NULL;
	figures_free_places(figures);
	return result;
}

void sim_figures_free(struct sim_figures *figures)
{
	figures_free_places(figures);
	sim_result_free(figures->result);
	figures->result = NULL;
}

void sim_figures_arrived(struct sim_figures *figures, uint64_t issued_ns)
{
	if (figures->started)
		return;
	figures->started = true;
	figures->result->first_arrival_ns = issued_ns;
	figures->result->last_completion_ns = issued_ns;
}

void sim_figures_dispatched(struct sim_figures *figures, enum bid_tier tier,
			    const struct bid_request *head)
{
	struct sim_traffic *traffic = &figures->result->traffic[tier];

	traffic->runs[head->op]++;
	traffic->sectors[head->op] += head->run_sectors;
	traffic->stretches[head->op] +=
		traffic->stretches[BID_READ] + traffic->stretches[BID_WRITE] == 0 ||
		head->run_lba != traffic->next_lba;
	traffic->next_lba = bid_run_end(head);
}

/* Makes room for one more process's figures. */
static int figures_reserve(struct sim_figures *figures)
{
	struct sim_result *result = figures->result;
	size_t room = figures->process_room ? 2 * figures->process_room : 64;
	struct sim_process_figures *process;

	if (result->process_count < figures->process_room)
		return 0;
	process = realloc(result->process, room * sizeof(*process));
	if (!process)
		return -ENOMEM;
	result->process = process;
	figures->process_room = room;
	return 0;
}

static struct sim_process_figures *figures_add_process(struct sim_figures *figures, uint64_t id)
{
	struct sim_result *result = figures->result;
	struct process_place *place;

	if (figures_reserve(figures) < 0)
		return NULL;
	place = malloc(sizeof(*place));
	if (!place)
		return NULL;
	if (sim_map_insert(&figures->by_process, &place->by_process, id) < 0) {
		free(place);
		return NULL;
	}
	place->next = figures->places;
	figures->places = place;
	place->index = result->process_count++;
	result->process[place->index] = (struct sim_process_figures){.process = id};
	return &result->process[place->index];
}

static struct sim_process_figures *figures_process(struct sim_figures *figures, uint64_t id)
{
	struct sim_map_node *node = sim_map_find(&figures->by_process, id);

	if (node)
		return &figures->result->process
				[bid_container_of(node, struct process_place, by_process)->index];
	if (figures->result->process_count < figures->processes_max)
		return figures_add_process(figures, id);
	return &figures->result->other;
}

static int process_finished(struct sim_process_figures *process, const struct trace_record *record,
			    uint64_t issued_ns, uint64_t now_ns)
{
	if (process->requests == 0 || issued_ns < process->first_issued_ns)
		process->first_issued_ns = issued_ns;
	process->last_completed_ns = now_ns;
	process->requests++;
	process->bytes[record->op] += record->sectors * BID_SECTOR_BYTES;
	return sim_histogram_add(&process->latency, now_ns - issued_ns);
}

int sim_figures_finished(struct sim_figures *figures, const struct trace_record *record,
			 uint64_t issued_ns, uint64_t now_ns)
{
	struct sim_result *result = figures->result;
	struct sim_process_figures *process = figures_process(figures, record->process);

	if (!process || process_finished(process, record, issued_ns, now_ns) < 0)
		return -ENOMEM;
	result->last_completion_ns = now_ns;
	result->requests++;
	result->bytes[record->op] += record->sectors * BID_SECTOR_BYTES;
	return sim_histogram_add(&result->latency[record->op], now_ns - issued_ns);
}
