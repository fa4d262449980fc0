/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The request queue in front of a policy: counts what is outstanding, refuses more than the bound,
 * and keeps writes before the barriers that came after them. Every user of a policy goes through
 * it, so that all policies live under the same rules.
 *
 * A barrier waits until all writes that were inserted before it are done. Reads do not, nor does
 * what comes after it: that is what Linux asks of a flush (Documentation/block/
 * writeback_cache_control.rst), and who wants more waits for the barrier. Then a flush without data
 * goes to the HDD's user, and one with data to the policy, which alone knows which of its sectors
 * live on the SSD.
 */
#ifndef BID_REQUEST_QUEUE_H
#define BID_REQUEST_QUEUE_H

#include "bid/policy.h"

struct bid_request_queue {
	const struct bid_policy *policy;
	void *state;              /* the policy's */
	uint32_t limit;           /* most callers' requests outstanding at a time */
	uint32_t outstanding;     /* callers' requests inserted and not finished */
	uint32_t epoch;           /* barriers so far */
	uint32_t writes;          /* since the last of them, not finished */
	struct bid_link barriers; /* that wait, in order of arrival */
	struct bid_link flushes;  /* without data, that wait no longer */
	struct bid_link finished; /* to be taken by the caller */
};

/*
 * The policy's state must be zeroed memory of policy->state_bytes. Returns policy->init's result,
 * or -EINVAL for settings out of their ranges.
 */
int bid_request_queue_init(struct bid_request_queue *queue, const struct bid_policy *policy,
			   void *state, const struct bid_setup *setup);

bool bid_request_queue_full(const struct bid_request_queue *queue);

/*
 * Inserts a request whose caller's fields are set; arrival_ns is set here. Returns 0; -EAGAIN when
 * the queue is full; -EINVAL for no sectors (but of a barrier: a flush without data), too many, or
 * an end past 2^64. A run of no sectors is not for the device: it is done once it is dispatched.
 */
int bid_request_queue_insert(struct bid_request_queue *queue, struct bid_request *request,
			     uint64_t now_ns);

/* Passes an announcement on; one of no sectors or with an end past 2^64 says nothing. */
void bid_request_queue_announce(struct bid_request_queue *queue,
				const struct bid_announcement *announcement, uint64_t now_ns);

/* The next run for the device, or NULL. */
struct bid_request *bid_request_queue_dispatch(struct bid_request_queue *queue, enum bid_tier tier,
					       uint64_t now_ns);

/*
 * The device is done with a run that dispatch gave. The policy's completed sees the run whole; it
 * may take its inner requests back but leaves the chain of merged ones as it is until it returns.
 */
void bid_request_queue_completed(struct bid_request_queue *queue, struct bid_request *head,
				 uint64_t now_ns);

/* The next of the callers' requests that has finished, or NULL. It is the caller's again. */
struct bid_request *bid_request_queue_take_finished(struct bid_request_queue *queue);

/*
 * When dispatch should be asked again although nothing happens: later than now, or BID_NEVER. What
 * is past says nothing: dispatch has been asked since, or will be when a device has room.
 */
uint64_t bid_request_queue_next_timer_ns(const struct bid_request_queue *queue, uint64_t now_ns);

/*
 * Cuts a request of more than BID_REQUEST_MAX_SECTORS, before it is inserted: the first keeps the
 * given number of sectors, the rest becomes a copy of it with what is left. Both are readied as by
 * bid_request_init. 0 < sectors < its own.
 */
void bid_request_split(struct bid_request *request, struct bid_request *rest, uint32_t sectors);

/*
 * Joins a run that waits and a request (or the head of another run) next to it, at its end or at
 * its front, when both read or both write, neither is a barrier, and together they are no longer
 * than BID_REQUEST_MAX_SECTORS. Streams, classes and who waits for them may differ. The head stays
 * the head; a join at the front changes its run_lba, so that a queue sorted by it must re-key it.
 * Returns whether it did.
 */
bool bid_run_join_back(struct bid_request *head, struct bid_request *request);
bool bid_run_join_front(struct bid_request *head, struct bid_request *request);

#endif
