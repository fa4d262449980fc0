/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Drives a policy through its request queue with requests of a test's making, onto devices of the
 * simplest kind: one run at a time, a fixed positioning time unless it starts where the last one
 * ended, then the transfer. Checks on the way what holds for every policy: no request is lost,
 * served twice, or served without having been submitted, and every run is what its members are.
 */
#ifndef POLICY_DRIVER_H
#define POLICY_DRIVER_H

#include "bid/policies.h"
#include "bid/request_queue.h"

#define DRIVER_MS      UINT64_C(1000000)
#define DRIVER_SECTORS (UINT64_C(1) << 31)

struct driver_request {
	struct bid_request request;
	uint64_t finished_ns;
	uint32_t order; /* of dispatch, from 1; 0: not dispatched itself (yet) */
	bool submitted;
	bool finished;
	uint8_t served_by; /* enum bid_tier, of its run */
};

struct driver_device {
	struct bid_request *held[32];
	uint32_t count;
	uint64_t done_ns; /* of held[0] */
	uint64_t position;
	uint64_t positionings;
	uint64_t sectors;
	uint64_t runs;
};

struct driver {
	struct bid_setup setup;
	struct bid_request_queue queue;
	void *state;
	size_t state_bytes;
	struct driver_device device[BID_TIERS];
	struct driver_request *requests;
	uint32_t count;
	uint32_t capacity;
	uint32_t finished;
	uint32_t dispatched;
	uint64_t now_ns;
	uint64_t busy_ns;
	/* Told of each caller's request that finished; may submit more. NULL: nobody listens. */
	void (*on_finished)(struct driver *driver, struct driver_request *request);
	/* Told of each run as it goes to a device. NULL: nobody listens. */
	void (*on_dispatched)(struct driver *driver, struct bid_request *head, enum bid_tier tier);
	/* What becomes of a run that the device has done, 0 or an errno. NULL: all goes well. */
	int32_t (*on_served)(struct driver *driver, const struct bid_request *head,
			     enum bid_tier tier);
	void *context;
};

/* 256 outstanding, default tunables, an HDD of 13 ms and 100 MB/s, an SSD of 0.1 ms and 400 MB/s.
 */
struct bid_setup driver_default_setup(void);
/* Opens the policy; capacity: most requests of the whole test. Fails the test on any error. */
struct driver *driver_open(const struct bid_policy *policy, const struct bid_setup *setup,
			   uint32_t capacity);
/* Fails the test when a request that was submitted has not finished. */
void driver_close(struct driver *driver);
/* Submits at the present time; returns NULL when the request queue is full. */
struct driver_request *driver_submit(struct driver *driver, uint64_t stream, enum bid_op op,
				     uint64_t lba, uint32_t sectors, uint8_t flags);
/* Lets time pass until then, serving whatever the policy gives. */
void driver_run_until(struct driver *driver, uint64_t time_ns);
/* Lets time pass until all is finished; fails the test when nothing more would happen. */
void driver_run_to_end(struct driver *driver);
/* Lets time pass until the next thing happens; false when nothing will. */
bool driver_step(struct driver *driver);

/* A repeatable random number below the bound (xorshift64*, Vigna 2016). */
uint64_t driver_random(uint64_t *state, uint64_t bound);

#endif
