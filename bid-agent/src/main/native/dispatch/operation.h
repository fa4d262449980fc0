/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A caller's request on its way: cut into parts as long as a scheduler takes. It is answered once,
 * and freed when no part is the scheduler's any more, which may be later.
 */
#ifndef DISPATCH_OPERATION_H
#define DISPATCH_OPERATION_H

#include "dispatch/volume.h"
#include "file.h"

struct operation;

enum part_state {
	PART_WAITS,    /* in front of the scheduler */
	PART_INSERTED, /* the scheduler's */
	PART_FLIES,    /* in a run that is under way */
	PART_DONE,
};

struct part {
	struct bid_request request;
	struct operation *operation;
	uint64_t offset;
	uint32_t length;
	uint32_t moved;
	enum part_state state;
	bool lazy; /* within the limit of writes that nobody waits for */
};

struct operation {
	struct bid_link link; /* among all that the scheduler has */
	uint64_t number;      /* in the order in which they came */
	struct volume_request asked;
	uint32_t parts_left; /* not done */
	uint32_t flying;     /* of those, under way */
	int32_t status;      /* the first failure */
	bool cancelled;
	bool answered;
	uint32_t part_count;
	struct part part[];
};

/* Whether it writes and nobody waits for it. */
static inline bool operation_is_lazy(const struct volume_request *asked)
{
	return asked->background && (asked->op == VOLUME_WRITE || asked->op == VOLUME_WRITE_BACK);
}

/* Cuts a request, and takes a use of its file. NULL: there is no memory. */
struct operation *operation_new(const struct volume_request *asked);
/* All its parts are done, or will never be. */
void operation_free(struct operation *operation);
/* What to answer: the bytes up to the first that was not moved, or the failure. */
int64_t operation_result(const struct operation *operation);
/* Where the caller has, or wants, the part's bytes. */
void *part_memory(const struct part *part);

static inline struct part *part_of(struct bid_request *request)
{
	return request ? bid_container_of(request, struct part, request) : NULL;
}

#endif
