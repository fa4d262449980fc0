/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The log of a second tier: written in the delta log's format (delta/format.h), with one commit
 * under way at a time. What is added is in the commit that is open; when that is durable its number
 * says so. Nothing here waits.
 */
#ifndef DISPATCH_TIER_LOG_H
#define DISPATCH_TIER_LOG_H

#include "deltafile/area_file.h"
#include "dispatch/backend.h"

struct tier_commit {
	uint8_t *memory;
	uint32_t used;
	uint32_t start; /* in its segment */
	uint64_t sequence;
	uint32_t seed;
};

enum tier_log_stage {
	LOG_RESTS,
	LOG_WRITES_HEAD, /* of a segment, by itself before anything else of it */
	LOG_SYNCS_HEAD,
	LOG_WRITES,
	LOG_SYNCS,
};

struct tier_log {
	struct backend *backend;
	struct area_file file;
	struct delta_geometry geometry;
	int failed;            /* a negative errno: nothing becomes durable any more */
	uint32_t position;     /* in the segment, where the open commit begins */
	uint32_t previous_end; /* of the segment before */
	bool head_due;         /* the segment's head is not written yet */
	uint64_t tail;         /* segments below it are needed no more ... */
	uint64_t flying_tail;
	uint64_t durable_tail; /* ... as the newest head on the SSD says */
	uint64_t opened;       /* number of the commit that is open */
	uint64_t durable;      /* number of the last that is durable */
	uint32_t *users;       /* of each segment by its place: it is not overwritten meanwhile */
	struct tier_commit commit[2];
	struct tier_commit *open;
	struct tier_commit *flying; /* NULL: none */
	uint8_t *head;              /* a page */
	enum tier_log_stage stage;
	struct backend_transfer transfer;
	uint64_t bytes; /* written */
};

/*
 * Opens the file, which is made when it is not there. direct: past the kernel's cache, where that
 * can be had. Returns 0 or a negative errno.
 */
int tier_log_open(struct tier_log *log, const char *path, uint64_t bytes, bool direct);
/* Goes on in that segment from there on; all before it is void. Returns 0 or -ENOMEM. */
int tier_log_start(struct tier_log *log, struct backend *backend, uint64_t sequence,
		   uint32_t position);
/* Nothing of it is under way. */
void tier_log_close(struct tier_log *log);

/* Bytes of the file for data, of which a part is given to heads and the ends of commits. */
uint64_t tier_log_room(const struct tier_log *log);

/* Whether so many bytes, less than a segment, can be added without anything being brought home. */
bool tier_log_fits(const struct tier_log *log, uint32_t bytes);
/*
 * Whether records of so many bytes together can be added now, in another segment if need be. They
 * cannot while a commit has to go first, or every segment is needed.
 */
bool tier_log_takes(struct tier_log *log, uint32_t bytes);
/* Adds a record that is taken; returns where in the file its payload will be. */
uint64_t tier_log_add(struct tier_log *log, uint32_t stream, enum delta_kind kind, uint64_t offset,
		      const void *payload, uint32_t length);
/* Whether the next segment's place is free. */
bool tier_log_may_turn(const struct tier_log *log);
/* Leaves the segment for the next, so that its head tells the tail; false: it cannot now. */
bool tier_log_turn(struct tier_log *log);
/* Sends what is open, if nothing is under way. */
void tier_log_push(struct tier_log *log);
/* The log's transfer is done. */
void tier_log_pushed(struct tier_log *log);

static inline uint64_t tier_log_sequence(const struct tier_log *log)
{
	return log->open->sequence;
}

static inline uint32_t tier_log_place(const struct tier_log *log, uint64_t sequence)
{
	return (uint32_t)(sequence % log->geometry.segments);
}

/* Segments that can be begun. */
uint32_t tier_log_free(const struct tier_log *log);

/* A transfer of the log's file, from there on. */
void tier_log_describe(struct backend_transfer *transfer, enum backend_op op, int fd,
		       uint64_t offset, void *memory, uint32_t bytes);

#endif
