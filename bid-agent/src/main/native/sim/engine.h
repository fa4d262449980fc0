/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The simulator's state, shared by its two halves: what happens to requests (requests.c) and when
 * (simulation.c).
 */
#ifndef SIM_ENGINE_H
#define SIM_ENGINE_H

#include "admission.h"
#include "bid/request_queue.h"
#include "feed.h"
#include "figures.h"
#include "pool.h"
#include "readahead.h"
#include "sim/simulation.h"
#include "sim/tunables.h"

struct sim_io;

enum part_state {
	PART_INSERTED = 0x70617201, /* not 1, 2: what is no part is unlikely to look like one */
	PART_DISPATCHED,
	PART_FINISHED,
};

/* What the policy gets: a record, or 512 KiB of it. */
struct sim_part {
	struct bid_request request;
	struct sim_io *io;
	enum part_state state;
	uint64_t dispatched_ns;
};

/* A record that is being served. */
struct sim_io {
	struct sim_due due;
	struct bid_link waiting_link; /* before the full queue */
	uint64_t issued_ns;           /* latency counts from here */
	uint64_t inserted_sectors;
	uint64_t parts_unfinished;
	bool inserted;           /* all of it */
	struct sim_piece *piece; /* read ahead for its transfer, for no reader alone; or NULL */
	struct sim_part first;
};

struct sim_engine {
	const struct sim_setup *setup;
	struct sim_tunables tunables;
	const struct sim_observer *observer;
	struct sim_feed *feed;
	struct sim_figures figures;
	struct bid_request_queue queue;
	void *policy_state;
	struct sim_pool ios;
	struct sim_pool parts; /* but the first of each io */
	struct sim_admission admission;
	struct sim_readahead readahead;
	struct bid_link waiting; /* before the queue, in order of arrival */
	/* Taken out of there because their kind is limited, by whether somebody waits, and class.
	 */
	struct bid_link held[2][BID_CLASSES];
	uint32_t held_count;
	uint32_t in_device[BID_TIERS];
	uint64_t now_ns;
	uint64_t idle_timers; /* timers in a row after which nothing happened */
	char *error;
	size_t error_size;
};

/* Leaves the message and returns the code. */
int sim_fail(struct sim_engine *engine, int code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Whether the one submitter of an open loop has to wait with what comes next. */
bool sim_submitter_waits(const struct sim_engine *engine);

/* All return 0 or a negative errno, unless they say otherwise. */

/* Issues all that is due now and that the queue has room for. */
int sim_issue(struct sim_engine *engine);
/* Takes what the devices have done. */
int sim_complete(struct sim_engine *engine);
/* Hands finished requests back to the feed. Returns how many. */
int sim_finish(struct sim_engine *engine);
/* Fills the devices with what the policy gives. Returns how many runs. */
int sim_dispatch(struct sim_engine *engine);

#endif
