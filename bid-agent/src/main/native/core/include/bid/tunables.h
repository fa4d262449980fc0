/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Everything that can be set, for all policies: one structure, one table that gives each its unit,
 * default, range and trade-off. The table is what tools print and what documents are made from.
 */
#ifndef BID_TUNABLES_H
#define BID_TUNABLES_H

#include <stddef.h>
#include <stdint.h>

/* Weights of the wait timer's history: the k of Mishra 2018, algorithm 1. */
#define BID_WAIT_HISTORY_MAX 16u

/*
 * Times are in ns, lengths in sectors of 512 B. Switches are 0 or 1. Every member is a uint64_t so
 * that the table can name it by its offset.
 */
struct bid_tunables {
	/* Merging, of every policy. */
	uint64_t merge;

	/* BID as published (Mishra 2018, algorithms 1 and 2). */
	uint64_t wait_default_ns;
	uint64_t wait_history;
	uint64_t deadline_ns;
	uint64_t read_deadline_ns;

	/* BID-Hybrid (algorithm 3). */
	uint64_t packing_threshold_sectors;
	uint64_t ssd_budget_sectors;

	/* Beyond the source: each can be switched off. */
	uint64_t tag_pressure_percent;
	uint64_t continuation;
	uint64_t continuation_wait_max_ns;
	uint64_t run_max_sectors;
	uint64_t run_max_ns;
	uint64_t order_by_position;
	uint64_t order_slack_ns;
	uint64_t write_batch_ns;
	uint64_t latency_guard;
	uint64_t guard_ns[5]; /* by enum bid_class */
	uint64_t guard_write_ns;
	uint64_t learned_wait;
	uint64_t run_by_device;
	uint64_t split_streams;
	uint64_t announced_slack_ns;
	uint64_t announced_guard_write_ns;
	uint64_t announced_turn_sectors;
	uint64_t announced_buffer_sectors;

	/* Source's Deadline and Linux's mq-deadline. */
	uint64_t dl_read_expire_ns;
	uint64_t dl_write_expire_ns;
	uint64_t dl_batch;
	uint64_t dl_writes_starved;
	uint64_t mq_async_depth_percent;

	/* Kyber. */
	uint64_t kyber_read_target_ns;
	uint64_t kyber_write_target_ns;

	/* Throttling of buffered writeback in front of Linux's schedulers but BFQ. */
	uint64_t wbt_target_ns;

	/* What DataNode and kernel read ahead of a block transfer before any scheduler. */
	uint64_t readahead_sectors;

	/* CFQ as the source describes it. */
	uint64_t cfq_quantum;

	/* BFQ-like. */
	uint64_t bfq_idle_ns;
	uint64_t bfq_slice_ns;
	uint64_t bfq_budget_sectors;
	uint64_t bfq_low_latency;
};

struct bid_tunable {
	const char *name;    /* as written on a command line: wait-default */
	const char *policy;  /* whose: "bid", "deadline", "cfq", ... */
	const char *unit;    /* "ns", "sectors", "%", "requests", "switch" */
	size_t offset;	     /* in struct bid_tunables */
	uint64_t initial;    /* the default */
	uint64_t min;
	uint64_t max;
	const char *meaning; /* what it is, and what more and less of it cost */
};

extern const struct bid_tunable bid_tunable_table[];
extern const size_t bid_tunable_count;

/* Sets every member to its default. */
void bid_tunables_default(struct bid_tunables *tunables);

/* The entry of that name, or NULL. */
const struct bid_tunable *bid_tunable_find(const char *name);

/* Sets one by name. Returns 0, -ENOENT for an unknown name, -ERANGE for a value out of range. */
int bid_tunables_set(struct bid_tunables *tunables, const char *name, uint64_t value);

uint64_t bid_tunables_get(const struct bid_tunables *tunables, const struct bid_tunable *entry);

#endif
