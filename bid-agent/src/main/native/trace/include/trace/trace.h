/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A stream of requests in order of time, wherever it comes from: a trace of a machine, a file, a
 * generator.
 */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <stddef.h>
#include <stdint.h>

enum trace_kind {
	TRACE_REQUEST = 0,
	/* Not a request: the process says that it will ask for this extent (bid_announcement). */
	TRACE_ANNOUNCEMENT = 1,
};

/*
 * A flush is a TRACE_REQUEST with BID_BARRIER, op BID_WRITE and 0 sectors: it waits for the writes
 * before it, and asks for no data. Nothing else has 0 sectors. A write that carries a
 * flush or FUA flag beside its data is a BID_SYNC write, no barrier: Linux orders only the data
 * that had been completed when it came, so it binds none of the requests that are still queued.
 */
struct trace_record {
	uint64_t time_ns;    /* since the first record; never less than the one before */
	uint64_t latency_ns; /* what the traced system took to serve it; 0: not known */
	uint64_t process;    /* process or thread that submitted it */
	uint64_t lba;
	uint64_t sectors; /* any length, the simulator cuts it; 0 only of a flush, see below */
	uint8_t kind;     /* enum trace_kind */
	uint8_t op;       /* enum bid_op */
	uint8_t flags;    /* enum bid_flag */
	uint8_t service_class;
};

/* What was read and what could not be used; every skipped record is in exactly one count. */
struct trace_counts {
	uint64_t records;          /* delivered */
	uint64_t skipped_empty;    /* no sectors */
	uint64_t skipped_past_end; /* beyond the device */
	uint64_t skipped_corrupt;  /* unreadable, or makes no sense */
	uint64_t out_of_order;     /* delivered at the time of the one before */
	uint64_t other;            /* well-formed, but of no interest (plug, remap, notify, ...) */
	uint64_t unpaired;         /* requests whose completion was not seen */
};

struct trace_source;

struct trace_source {
	/* Fills the record. Returns 1; 0 at the end; a negative errno with the message in error. */
	int (*next)(struct trace_source *source, struct trace_record *record);
	void (*close)(struct trace_source *source);
	struct trace_counts counts;
	char error[512]; /* file, offset or line, reason */
};

struct trace_options {
	uint64_t device_sectors; /* requests past it are skipped and counted; 0: no limit */
	uint32_t device; /* major << 20 | minor of the only device wanted; 0: the first seen */
};

/*
 * Opens the files as one trace; what they are is found from their first bytes: blktrace binary
 * (all per-CPU files together, merged by time), blkparse text, text of tracefs, or CSV (one file
 * each). Of several paths those like NAME.blktrace.N may be missing; NAME alone stands for all of
 * NAME.blktrace.N that there are.
 */
int trace_open(const char *const *paths, size_t count, const struct trace_options *options,
	       struct trace_source **source, char *error, size_t error_size);

#endif
