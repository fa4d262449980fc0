/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What the parts of the BFQ-like policy share: the queue of a process, its budget and its turn
 * (bfq_service.c), whose requests go where (bfq_streams.c), the policy itself (bfq.c).
 */
#ifndef POLICIES_BFQ_INTERNAL_H
#define POLICIES_BFQ_INTERNAL_H

#include "bid/policy.h"
#include "sorted_queue.h"
#include "stream_table.h"

struct bfq_queue {
	struct stream_entry entry; /* of a process's queue: first, found by its stream */
	struct sorted_queue waiting;
	struct bid_tree_node by_finish; /* in the schedule, while it has requests and no turn */
	struct bid_tree_node by_lba;    /* then also, if it is a process's: by lowest address */
	struct bid_link idle;           /* in the list of those with nothing to do */
	uint32_t dispatched;            /* runs with the device */
	bool sync;
	bool scheduled;
	bool fifo_checked; /* in this turn */

	/* Its share. Virtual times are sectors << BFQ_VIRTUAL_SHIFT per unit of weight. */
	uint32_t base_weight;
	uint32_t weight; /* as raised when it was scheduled */
	uint64_t start;
	uint64_t finish;
	uint64_t budget_next; /* sectors, learned: what its next turn may take */
	uint64_t budget;      /* of this turn */
	uint64_t charged;     /* of the budget, so far */
	uint64_t raised_until_ns;

	/* Its character. */
	uint64_t last_lba;     /* end of the request that came last */
	uint32_t seek_history; /* of the last 32, was it far from the one before; newest in bit 0 */
	uint64_t idle_since_ns; /* all its requests are done; BID_NEVER: it has some or never had */
	uint64_t think_samples; /* weight of the mean, 256 is full */
	uint64_t think_total_ns;
	uint64_t think_mean_ns;
};

/* Why a turn ends. */
enum bfq_reason {
	BFQ_TOO_IDLE,         /* the expected request has not come */
	BFQ_TIMEOUT,          /* the slice is over */
	BFQ_BUDGET_EXHAUSTED, /* the next request is more than what is left */
	BFQ_NO_MORE_REQUESTS, /* none waits, none is worth waiting for */
};

struct bfq_state {
	/* Settings. */
	uint64_t idle_ns;
	uint64_t think_max_ns; /* who thinks longer on average is not waited for */
	uint64_t slice_ns;
	uint64_t budget_max; /* sectors */
	bool low_latency;
	bool merge;
	bool rotational;
	uint32_t depth;       /* runs that the device takes at a time */
	uint32_t outstanding; /* the request queue's bound */
	/* Run time. */
	struct bid_tree schedule; /* queues with requests but the one in service, by finish */
	struct bid_tree waiting;  /* those of processes among them, by address */
	uint64_t virtual_now;
	uint64_t busy_weight; /* of the scheduled and of the one in service */
	uint32_t raised_busy; /* of those, with raised weight */
	struct bfq_queue *in_service;
	uint64_t turn_began_ns;
	uint64_t idle_until_ns; /* the queue in service is waited for; BID_NEVER: it is not */
	uint64_t idled_ns;      /* of this turn, until the request came */
	uint64_t position;      /* end of the run dispatched last */
	uint32_t dispatched;    /* runs with the device */
	uint32_t sync_writes;   /* requests that wait in the queues of processes */
	/* Who is who. */
	struct bfq_queue async[BID_CLASSES];
	struct bfq_queue *queues;
	size_t queues_used; /* queues from here on never were in use */
	size_t queues_max;
	struct bid_link idle_queues; /* from the one that has been for longest */
	struct stream_table streams;
};

/* ---- bfq_service.c: shares, budgets, turns ---- */

/* The sectors that serving the run takes from its queue's budget. */
uint64_t bfq_charge_of(const struct bfq_queue *queue, const struct bid_request *head);
/* The run of the queue to serve next, which must have one. */
struct bid_request *bfq_choose_run(const struct bfq_state *bfq, const struct bfq_queue *queue,
				   uint64_t now_ns);
/* The queue, so far empty and not in service, has got its first request. */
void bfq_activate(struct bfq_state *bfq, struct bfq_queue *queue, uint8_t service_class,
		  uint64_t now_ns);
/* Puts the queue that is due into service. Returns false when none has requests. */
bool bfq_begin_turn(struct bfq_state *bfq, uint64_t now_ns);
void bfq_end_turn(struct bfq_state *bfq, enum bfq_reason reason, uint64_t now_ns);
/* The most writes outstanding with which one more of the kind is let in. */
uint32_t bfq_write_limit(const void *state, bool sync, uint8_t service_class);
/* Runs of writes that wait; those that somebody waits for each by itself. */
uint32_t bfq_write_runs(const void *state);
/* A run of a queue leaves for the device: the queue in service or another in its turn. */
void bfq_take(struct bfq_state *bfq, struct bfq_queue *queue, struct bid_request *head,
	      uint64_t now_ns);

/* ---- bfq_streams.c: the character of streams, and whose queue a request goes to ---- */

/* Notes what a request that arrives tells about its queue, before it is inserted there. */
void bfq_observe_arrival(struct bfq_state *bfq, struct bfq_queue *queue,
			 const struct bid_request *request, uint64_t now_ns);
bool bfq_is_seeky(const struct bfq_queue *queue);
/* Whether keeping the disk idle for the next request of the queue is likely to pay. */
bool bfq_worth_idling(const struct bfq_state *bfq, const struct bfq_queue *queue);
/* A run of another process so near to the last one that it costs no seek; NULL: none. */
struct bid_request *bfq_find_close(const struct bfq_state *bfq);

size_t bfq_streams_bytes(const struct bid_setup *setup);
void bfq_streams_init(struct bfq_state *bfq, void *memory, const struct bid_setup *setup);
/* The queue for the request; not an idle one any more. */
struct bfq_queue *bfq_queue_of(struct bfq_state *bfq, const struct bid_request *request);
/* Makes the queue of a process one to be forgotten some time, if it has nothing to do. */
void bfq_queue_release(struct bfq_state *bfq, struct bfq_queue *queue);

#endif
