/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A disk's queue as the scheduler sees it, and what its parts have of each other: works.c makes
 * what is made anew with the queue's settings, runs.c gives requests to the core and takes runs
 * from it, attributes.c is what sysfs shows, iosched.c what the block layer calls. What is named
 * "under the lock" needs the queue's spinlock.
 */
#ifndef BID_KMOD_QUEUE_H
#define BID_KMOD_QUEUE_H

#include <linux/blkdev.h>
#include <linux/hrtimer.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "bid/policies.h"
#include "compat.h"

/* A request as the core sees it. */
struct bid_node {
	struct bid_request core; /* its link is in the list of free nodes when it is unused */
	struct request *rq;      /* until it ends */
	struct bid_node *head;   /* of its run, once that has been dispatched */
	unsigned int unfinished; /* of a head: requests of the run that have not ended */
};

/* The core and its nodes, made for so many requests. */
struct bid_works {
	void *state;          /* the policy's */
	struct bid_link free; /* of the nodes */
	struct bid_node nodes[];
};

/* What was done so far; read in sysfs. */
struct bid_counts {
	u64 staged;   /* given to the core */
	u64 passed;   /* past it */
	u64 waited;   /* had to wait for a node first */
	u64 joined;   /* made part of another request */
	u64 runs;     /* dispatched by the core */
	u64 rests;    /* the core had requests and gave none */
	u64 requeued; /* came back from the driver */
};

struct bid_queue {
	spinlock_t lock;
	struct request_queue *q;
	struct bid_works *works;
	struct list_head passed;  /* requests that the core does not see */
	struct list_head waiting; /* requests that wait for a node */
	struct list_head run;     /* what is left of the run that was dispatched last */
	unsigned int staged;      /* requests that the core has and has not dispatched */
	bool resting;
	u64 now_ns; /* the last time that the core was told */
	struct hrtimer timer;
	struct bid_counts counts;

	/* ---- what the works were made for; changed while the queue is frozen ---- */
	struct mutex remake_lock;
	struct work_struct remake;
	struct bid_setup setup;
	unsigned int nr_requests;
	unsigned int async_depth; /* scheduler tags of each word of their map, for lazy writes */
};

static const struct bid_policy *const policy = &bid_hdd_policy;

/* ---- what a request carries: its stream, then its node ---- */

static inline unsigned long bid_stream_of(const struct request *rq)
{
	return (unsigned long)rq->elv.priv[0];
}

static inline struct bid_node *bid_node_of(const struct request *rq)
{
	return rq->elv.priv[1];
}

static inline void bid_set_node(struct request *rq, struct bid_node *node)
{
	rq->elv.priv[1] = node;
}

/* ---- works.c ---- */

/* What may be said of the disk, beside the tunables of the policy. */
extern const struct bid_tunable_table bid_disk_tunables;

/* Whether the queue is other than what the works were made for. Under the lock. */
bool bid_is_outdated(const struct bid_queue *bid);
/* Fills in the set-up but for its settings. Under the lock, once the queue is used. */
void bid_describe(struct bid_queue *bid);
/* NULL: there is no memory. */
struct bid_works *bid_works_make(const struct bid_setup *setup);
void bid_works_free(struct bid_works *works);
/* Writes that nobody waits for leave scheduler tags to the others, in each word of their map. */
void bid_set_depth(struct bid_queue *bid, struct blk_mq_hw_ctx *hctx);
/* New works by the set-up of now. Under remake_lock. 0 or -ENOMEM, with all as before. */
int bid_make_anew(struct bid_queue *bid);
/* Work of the queue's: follows its settings. */
void bid_remake(struct work_struct *work);

/* ---- runs.c, all under the lock ---- */

/* The clock of the core never goes back, whichever processor asks. */
u64 bid_now_ns(struct bid_queue *bid);
/* Stages those that wait for a node as far as there are any; whether there were. */
bool bid_stage_waiting(struct bid_queue *bid);
/*
 * Takes a run that the core has dispatched. What the block layer has made part of another request
 * goes to the list, to be freed without the lock.
 */
void bid_begin_run(struct bid_queue *bid, struct bid_request *first, struct list_head *joined);
/* A request has ended, or is part of another; with the last one of it the core's run is over. */
void bid_end(struct bid_queue *bid, struct bid_node *node);

/* ---- attributes.c ---- */

extern struct elv_fs_entry bid_attributes[];

#endif
