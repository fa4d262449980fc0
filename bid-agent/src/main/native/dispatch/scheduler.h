/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The inside of a volume: the core, what callers want of it, and what the back end has. Used by the
 * volume's thread alone.
 */
#ifndef DISPATCH_SCHEDULER_H
#define DISPATCH_SCHEDULER_H

#include "bid/request_queue.h"
#include "runs.h"
#include "waiting.h"

/* Told of each operation that is answered, before its caller is. */
typedef void scheduler_answered_fn(void *context, const struct operation *operation);

struct scheduler {
	struct bid_request_queue queue;
	struct backend *backend;
	void *state; /* the policy's */
	struct stream_names names;
	uint32_t streams_max;
	struct runs runs;
	struct bid_link operations; /* all that are not freed */
	struct waiting waiting;     /* parts in front of the core */
	uint64_t operation_numbers;
	uint64_t asked_ns; /* dispatch, last */
	bool ending;       /* all was cancelled, nothing begins */
	struct tier *tier; /* NULL: there is no second one */
	uint64_t idle_ns;
	uint64_t busy_ns; /* when there was something to do last */
	bool brings_home; /* though the disk is not idle */
	struct volume_statistics statistics;
	scheduler_answered_fn *answered;
	void *context;
};

/* Returns 0 or a negative errno; back ends stay the caller's. second: NULL: there is none. */
int scheduler_open(struct scheduler *scheduler, const struct bid_policy *policy,
		   const struct bid_setup *setup, struct backend *backend,
		   const struct volume_second_tier *second, scheduler_answered_fn *answered,
		   void *context);
/* Nothing is under way and everything was cancelled. */
void scheduler_close(struct scheduler *scheduler);

/* Takes over an operation. */
void scheduler_add(struct scheduler *scheduler, struct operation *operation);
/*
 * The most writes that nobody waits for that the core may have, with one more; UINT32_MAX: no
 * limit.
 */
uint32_t scheduler_lazy_max(const struct scheduler *scheduler, uint8_t service_class);
/* Takes over a use of the file. No bytes: it takes back what the stream announced. */
void scheduler_announce(struct scheduler *scheduler, uint64_t stream, struct volume_file *file,
			uint64_t offset, uint64_t end, uint8_t service_class);
void scheduler_cancel_stream(struct scheduler *scheduler, uint64_t stream);
void scheduler_cancel_file(struct scheduler *scheduler, const struct file_place *place);
void scheduler_cancel_all(struct scheduler *scheduler);

/* Takes what is done and gives the back end what is next. */
void scheduler_step(struct scheduler *scheduler);
/* Takes what is done and begins nothing: all was cancelled. */
void scheduler_end(struct scheduler *scheduler);
/* When to step again although the back end is not ready, by its clock; BID_NEVER. */
uint64_t scheduler_next_ns(struct scheduler *scheduler);
/* In how many ns of the machine to step again although no back end is ready; BID_NEVER. */
uint64_t scheduler_wait_ns(struct scheduler *scheduler);

/* Nothing lives on a second tier, or it cannot be brought home. */
bool scheduler_is_home(const struct scheduler *scheduler);
/* Why it cannot, a negative errno; 0. */
int scheduler_home_error(const struct scheduler *scheduler);
/* Whether transfers are under way. */
bool scheduler_is_busy(const struct scheduler *scheduler);

#endif
