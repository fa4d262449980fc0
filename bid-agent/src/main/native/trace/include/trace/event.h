/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Events of the Linux block layer, as blktrace, blkparse and ftrace report them, and how requests
 * are made of them.
 *
 * A request is made of the event of its arrival: where it was queued (Q); in a trace without these,
 * where it was remapped to the disk (A), issued to the driver (D) or completed (C). Its latency
 * ends with the completions that cover all its sectors: pairing is by device, direction and
 * sectors, never by process, because a completion carries the task that the interrupt met. So
 * merges (M, F) need no notice, and splits (X) only because older kernels queue the second
 * part once more: one completion may cover many requests, or a part of one. Two requests of one
 * direction that overlap are not served at a time; the older has lost its completion.
 *
 * Only one device is taken: the one asked for, or the first that is seen to serve requests (D or
 * C). Partitions: the block layer moves a request to the whole disk before it is issued, and
 * blktrace shows it as Q of the disk (after an A); where a trace shows the Q of the partition
 * instead, the disk has no Q and its A or D events are taken, so that nothing is counted twice and
 * all sectors are the disk's.
 *
 * Memory: at most TRACE_PENDING_MAX requests wait for their completions, and TRACE_WINDOW events
 * for earlier ones of other CPUs. What does not fit is delivered without a latency (counted as
 * unpaired), or at the time of the record before it (counted as out of order).
 */
#ifndef TRACE_EVENT_H
#define TRACE_EVENT_H

#include <stdbool.h>

#include "trace/trace.h"

#define TRACE_PENDING_MAX 65536u
#define TRACE_WINDOW      1024u
/* Linux gives SCSI commands 30 s; a request queued twice as long ago has lost its completion. */
#define TRACE_PENDING_MAX_NS (UINT64_C(60) * 1000000000)

enum trace_action {
	TRACE_QUEUE = 0, /* Q */
	TRACE_REMAP,     /* A, at the place that it is moved to */
	TRACE_ISSUE,     /* D */
	TRACE_COMPLETE,  /* C */
	TRACE_SPLIT,     /* X; sector is where the second part begins */
	TRACE_ACTIONS,
	TRACE_OTHER_ACTION = TRACE_ACTIONS, /* any other */
};

enum trace_trait {
	TRACE_READS = 1u << 0,
	TRACE_WRITES = 1u << 1,
	TRACE_FLUSH = 1u << 2,
	TRACE_SYNC = 1u << 3,
	TRACE_AHEAD = 1u << 4,
	TRACE_FUA = 1u << 5,
	TRACE_NO_DATA = 1u << 6, /* discard, passthrough, ...: not a read or write of sectors */
};

struct trace_event {
	uint64_t time_ns;
	uint64_t sector;
	uint64_t sectors;
	uint64_t process;
	uint32_t device; /* major << 20 | minor */
	uint8_t action;  /* enum trace_action */
	uint8_t traits;  /* enum trace_trait, or-ed */
};

/* Events in the order of a file; made by a reader. */
struct trace_events {
	/*
	 * Fills the event. Returns 1; 0 at the end; a negative errno with the message in error,
	 * then and whenever it is called again. Never gives TRACE_OTHER_ACTION:
	 * such are counted in counts->other.
	 */
	int (*next)(struct trace_events *events, struct trace_event *event);
	void (*close)(struct trace_events *events);
	struct trace_counts *counts; /* set by trace_requests_open */
	char error[512];
};

/*
 * Makes requests of the events, which it owns from now on, also when it fails. Returns 0 or -ENOMEM
 * with a message.
 */
int trace_requests_open(struct trace_events *events, const struct trace_options *options,
			struct trace_source **source, char *error, size_t error_size);

#endif
