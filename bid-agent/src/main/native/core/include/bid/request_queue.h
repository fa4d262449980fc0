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
 * goes to the HDD's user and then, when anything was written there since the last one, to the
 * SSD's; and one with data to the policy, which alone knows which of its sectors live on the SSD. A
 * barrier of a file waits for the writes of that file alone.
 *
 * Each class may be kept within bounds of its own, and has a share of the places that the others
 * leave to it.
 */
#ifndef BID_REQUEST_QUEUE_H
#define BID_REQUEST_QUEUE_H

#include "bid/policy.h"

/* What the requests of a class have, and may have. */
struct bid_class_state {
	struct bid_class_bounds bounds;
	uint32_t places;     /* of the queue, kept for it */
	uint32_t requests;   /* outstanding */
	uint64_t sectors;    /* outstanding */
	uint64_t let_in_ns;  /* from then on, as its rate says */
	bool waits_for_rate; /* somebody was refused by that */
};

struct bid_request_queue {
	const struct bid_policy *policy;
	void *state;              /* the policy's */
	uint32_t limit;           /* most callers' requests outstanding at a time */
	uint32_t outstanding;     /* callers' requests inserted and not finished */
	uint32_t cancelled;       /* of those */
	uint32_t written;         /* tiers written to since their last flush, a bit for each */
	uint32_t epoch;           /* barriers of all files so far */
	uint32_t writes;          /* since the last of them, not finished */
	struct bid_link barriers; /* that wait, in order of arrival */
	struct bid_tree files;    /* by file: writes not finished, and barriers that wait */
	struct bid_link ready;    /* barriers of files that have nothing to wait for any more */
	struct bid_link flushes[BID_TIERS]; /* without data, that wait no longer */
	uint32_t flushing[BID_TIERS];       /* flushes that each device has */
	struct bid_link finished;           /* to be taken by the caller */
	uint64_t max_sectors;               /* outstanding; UINT64_MAX: no bound */
	uint64_t sectors;                   /* outstanding */
	bool bounded;                       /* any class is */
	struct bid_class_state of_class[BID_CLASSES];
};

/*
 * The policy's state must be zeroed memory of policy->state_bytes. Returns policy->init's result,
 * or -EINVAL for settings out of their ranges, for bounds that are less than the longest request,
 * and for shares of more than the whole.
 */
int bid_request_queue_init(struct bid_request_queue *queue, const struct bid_policy *policy,
			   void *state, const struct bid_setup *setup);

bool bid_request_queue_full(const struct bid_request_queue *queue);

/*
 * Inserts a request whose caller's fields are set; arrival_ns is set here. Returns 0; -EAGAIN when
 * there is no room for one of its class, to be tried again when anything has finished or at
 * next_timer_ns; -EINVAL for no sectors (but of a barrier: a flush without data), too many, or
 * an end past 2^64. A run of no sectors is not for the device: it is done once it is dispatched.
 */
int bid_request_queue_insert(struct bid_request_queue *queue, struct bid_request *request,
			     uint64_t now_ns);

/* Passes an announcement on; one of no sectors or with an end past 2^64 says nothing. */
void bid_request_queue_announce(struct bid_request_queue *queue,
				const struct bid_announcement *announcement, uint64_t now_ns);

/* Takes back what the stream announced. */
void bid_request_queue_forget(struct bid_request_queue *queue, uint64_t stream, uint64_t now_ns);

/* As the policy's function of that name. */
int bid_request_queue_returned(struct bid_request_queue *queue, uint64_t lba, uint64_t sectors,
			       uint64_t now_ns);

/*
 * Nobody wants the request any more, which is inserted and not yet to be taken. It is still
 * finished once, with -ECANCELED, whatever becomes of it, and its memory stays the queue's until
 * then. A run of such requests alone goes to no device. In a run with others who serves it may
 * leave out those that had been cancelled before it was dispatched.
 */
void bid_request_queue_cancel(struct bid_request_queue *queue, struct bid_request *request);

/* The next run for the device, or NULL. */
struct bid_request *bid_request_queue_dispatch(struct bid_request_queue *queue, enum bid_tier tier,
					       uint64_t now_ns);

/*
 * The device is done with a run that dispatch gave, or could not serve it: each member's status
 * says. A flush that failed has reached nothing. The policy's completed sees the run whole; it
 * may take its inner requests back but leaves the chain of merged ones as it is until it returns.
 */
void bid_request_queue_completed(struct bid_request_queue *queue, struct bid_request *head,
				 uint64_t now_ns);

/* The next of the callers' requests that has finished, or NULL. It is the caller's again. */
struct bid_request *bid_request_queue_take_finished(struct bid_request_queue *queue);

/*
 * The next memory that was read into and is no longer needed, or NULL. To be asked when all that
 * has finished is taken, and its data.
 */
struct bid_chunk *bid_request_queue_take_released(struct bid_request_queue *queue);

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
