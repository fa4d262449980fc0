/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A request queue in front of a policy that does as the test says.
 */
#ifndef QUEUE_FIXTURE_H
#define QUEUE_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "bid/request_queue.h"

/* The policy: first in, first out, but for what the test sets here. */
struct obedient {
	struct bid_link waiting;
	struct bid_link served; /* finished without a run */
	struct bid_request prefetch;
	bool prefetch_wanted;
	bool serves_barriers; /* without a run */
	enum bid_tier tier;   /* that it serves */
	uint64_t forgotten;   /* stream */
	uint32_t hurried;
	uint32_t announced;
	uint32_t completed;
};

extern const struct bid_policy obedient_policy;

struct fixture {
	struct bid_request_queue queue;
	struct obedient policy;
	struct bid_request request[16];
	uint64_t now_ns;
};

/* A queue with that bound. */
void t_open(struct fixture *f, uint32_t limit);
/* Request i has the sectors from 100 i on, so that none are neighbours. */
int t_insert(struct fixture *f, size_t i, uint8_t flags);
struct bid_request *t_dispatch(struct fixture *f);
void t_complete(struct fixture *f, struct bid_request *head);
void t_expect_finished(struct fixture *f, size_t i);
/* The next run is request i, alone; serves it and takes it back. */
void t_expect_served(struct fixture *f, size_t i);
/* Nothing is left anywhere. */
void t_expect_idle(struct fixture *f);
/* The same of a write into a file. */
void t_insert_of_file(struct fixture *f, size_t i, uint64_t file, uint32_t sectors, uint8_t flags);

#endif
