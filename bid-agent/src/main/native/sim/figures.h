/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Collects what a run reports.
 */
#ifndef SIM_FIGURES_H
#define SIM_FIGURES_H

#include "map.h"
#include "sim/result.h"
#include "trace/trace.h"

struct sim_figures {
	struct sim_result *result;
	uint32_t processes_max;
	size_t process_room;
	struct sim_map by_process;    /* to the places in result->process */
	struct process_place *places; /* all of them, chained */
	bool started;                 /* first_arrival_ns is set */
};

int sim_figures_init(struct sim_figures *figures, uint32_t processes_max);
/* The result is the caller's; the rest is freed. */
struct sim_result *sim_figures_take(struct sim_figures *figures);
void sim_figures_free(struct sim_figures *figures);

void sim_figures_arrived(struct sim_figures *figures, uint64_t issued_ns);
void sim_figures_dispatched(struct sim_figures *figures, enum bid_tier tier,
			    const struct bid_request *head);
/* Returns 0 or -ENOMEM. */
int sim_figures_finished(struct sim_figures *figures, const struct trace_record *record,
			 uint64_t issued_ns, uint64_t now_ns);

#endif
