/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What becomes one transfer with the disk's back end: bytes of one file that follow each other, of
 * one part or several, and the memory that they go through. Used by one thread.
 */
#ifndef DISPATCH_JOURNEY_H
#define DISPATCH_JOURNEY_H

#include "memory.h"
#include "operation.h"

/* What of a part is in a run: all of it, or a piece of one that lies on both tiers. */
struct slice {
	struct bid_request *request;
	struct part *part;
	uint64_t offset;
	uint32_t length;
};

struct run;

/* Bytes of one file, for parts of callers' or ahead of them. */
struct journey {
	struct backend_transfer transfer;
	struct run *run;
	struct volume_file *file;
	struct slice *slice; /* the first of them; NULL: read ahead, or the part that syncs */
	uint32_t count;
	void *block; /* what it goes through; NULL: the caller's memory */
	bool direct;
};

struct slice slice_of(struct bid_request *request);
/* Where the caller has, or wants, the bytes. */
char *slice_memory(const struct slice *slice);
/* For qsort: by address on the disk. */
int slice_by_lba(const void *a, const void *b);
/* Whether both can be one transfer. */
bool slice_is_followed(const struct slice *slice, const struct slice *next);
enum backend_op slice_backend_op(const struct part *part);

/* A transfer of those bytes, not begun; NULL: there is no memory. */
struct journey *journey_new(struct run *run, struct volume_file *file, enum backend_op op,
			    uint64_t offset, uint64_t end);
/* What is read with O_DIRECT begins and ends where the disk's blocks do. */
void journey_widen(struct journey *journey);
/* Gives the journey what it moves from or to; false: there is no memory. */
bool journey_prepare(struct memory_pool *memory, struct journey *journey);

#endif
