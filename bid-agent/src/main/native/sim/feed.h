/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * When each record of a trace is issued: at its own time (open loop), or after its process's think
 * time (closed loop). The engine takes records from a feed and tells it what became of them.
 */
#ifndef SIM_FEED_H
#define SIM_FEED_H

#include "pool.h"
#include "sim/scan.h"
#include "sim/simulation.h"

struct sim_process;

/* A record that is due. */
struct sim_due {
	struct trace_record record;
	struct sim_process *process; /* closed loop only: to hand back */
};

struct sim_feed {
	/*
	 * Whether a process whose record is not admitted yet blocks the others behind it: in open
	 * loop there is one submitter, in closed loop each process is one.
	 */
	bool one_submitter;
	/* When the next record is due; BID_NEVER when none will be before something completes. */
	uint64_t (*next_ns)(const struct sim_feed *feed);
	/* Takes a record that is due by then: 1; 0 when there is none; or a negative errno. */
	int (*take)(struct sim_feed *feed, uint64_t now_ns, struct sim_due *due);
	/* The whole record has been admitted (or the announcement delivered). */
	int (*admitted)(struct sim_feed *feed, const struct sim_due *due, uint64_t now_ns);
	/* The request has been served. */
	int (*completed)(struct sim_feed *feed, const struct sim_due *due, uint64_t now_ns);
	void (*free)(struct sim_feed *feed);

	struct trace_source *source;
	uint64_t device_sectors; /* requests past it are skipped */
	bool ended;              /* the source has no more, and all has been taken */
	uint64_t skipped;        /* without sectors, past the device's end, or at no sane time */
	uint64_t window_waits;   /* closed loop: issued late, for they were read late */
	uint64_t forgotten;      /* closed loop: idle processes whose history was given up */
	uint64_t nodes_peak;     /* most records and processes held at a time */
};

/*
 * A record that a process waits for before it goes on: all it reads, and writes that it waits for.
 * Readahead is waited for too: whoever reads on needs what was read ahead before it asks for more,
 * else nothing would hold the traced readers back on a drive that is slower than theirs.
 */
static inline bool sim_blocks(const struct trace_record *record)
{
	return record->kind == TRACE_REQUEST &&
	       (record->op == BID_READ || (record->flags & BID_SYNC));
}

/* Whether the record can be replayed on a device of the feed's size. */
bool sim_feed_usable(const struct sim_feed *feed, const struct trace_record *record);

/* The next record that can be used: 1, 0 at the end or a negative errno. */
int sim_feed_read(struct sim_feed *feed, struct trace_record *record);

int sim_feed_open_loop(struct trace_source *source, uint64_t device_sectors,
		       struct sim_feed **feed);
/* window: records read ahead; processes without one that are remembered. The slots may be NULL. */
int sim_feed_closed_loop(struct trace_source *source, uint64_t device_sectors, uint64_t window,
			 const struct sim_slots *slots, struct sim_feed **feed);

#endif
