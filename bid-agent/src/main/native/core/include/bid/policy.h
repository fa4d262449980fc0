/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A block scheduler as a table of functions. Each policy is one file that exports one table; its
 * state is memory that the caller gives it, and it knows no clock, no libc and no other policy.
 */
#ifndef BID_POLICY_H
#define BID_POLICY_H

#include "bid/request.h"
#include "bid/tunables.h"

/* What a policy may know of the device it feeds; measured when the agent starts. */
struct bid_device_profile {
	uint64_t sectors;        /* capacity; 0: there is no such device */
	uint64_t positioning_ns; /* mean cost of moving to a random place (HDD: seek + half a turn)
				  */
	uint64_t bytes_per_second; /* sequential, at the outer edge */
	uint64_t turn_ns; /* of the platter, as the drive names its speed; 0: not known, or none */
	uint32_t depth;   /* requests it takes at a time: 1, or NCQ's 32 */
	bool rotational;
};

/* What the requests of a class may have of a queue. All zero: as much as there is room for. */
struct bid_class_bounds {
	uint64_t sectors_max;        /* outstanding at a time */
	uint64_t sectors_per_second; /* let in, each when those before it have had their time */
	uint32_t requests_max;       /* outstanding at a time */
	uint32_t share_percent; /* of the places, kept for it; of all classes together up to 100 */
};

struct bid_setup {
	struct bid_device_profile device[BID_TIERS];
	struct bid_class_bounds class_bounds[BID_CLASSES];
	uint64_t max_sectors; /* outstanding at a time, of all classes; 0: no bound */
	struct bid_settings settings;
	/* Most requests inserted and not completed; what a policy's arrays are sized by. */
	uint32_t max_outstanding;
	/* Most streams that a policy remembers beyond their requests (learned waits, runs). */
	uint32_t max_streams;
};

/* What a stream will ask for: a block transfer names its offset and length when it starts. */
struct bid_announcement {
	uint64_t stream;
	uint64_t lba;
	uint64_t sectors;
	uint8_t op; /* enum bid_op */
	uint8_t service_class;
};

/*
 * All functions are called from one thread. Times never go back. After insert, completed, announce
 * or at next_timer_ns the caller asks dispatch again, for each tier whose device has room, until it
 * returns NULL; then it takes what has finished, and after that what is released.
 *
 * A policy that reads ahead never serves what it could not read: who waits for it reads by himself,
 * and is told what becomes of that.
 */
struct bid_policy {
	const char *name;
	const char *summary; /* one line, for --help */
	/* What can be set of it, ended by NULL. May be NULL: nothing. */
	const struct bid_tunable_table *const *tunables;

	/* Bytes of state for this set-up, to be aligned as for malloc; the caller zeroes them. */
	size_t (*state_bytes)(const struct bid_setup *setup);
	/* Returns 0, or -EINVAL for a set-up that makes no sense to it. */
	int (*init)(void *state, const struct bid_setup *setup);

	/* Takes a request that bid_request_init has readied. It may merge it into one that waits.
	 */
	void (*insert)(void *state, struct bid_request *request, uint64_t now_ns);

	/* The next run for the device of the tier, or NULL: nothing, or nothing yet. */
	struct bid_request *(*dispatch)(void *state, enum bid_tier tier, uint64_t now_ns);

	/* The run with this head is done, each member as its status says. May be NULL. */
	void (*completed)(void *state, struct bid_request *head, uint64_t now_ns);

	/*
	 * When dispatch should be asked again although nothing happens: later than now, or
	 * BID_NEVER. What was due while every device was full counts when one has room. May be
	 * NULL.
	 */
	uint64_t (*next_timer_ns)(const void *state, uint64_t now_ns);

	/*
	 * A request of a caller's that was served without being a member of a run (from a prefetch
	 * buffer, or in pieces), or NULL when there is none left. May be NULL.
	 */
	struct bid_request *(*take_finished)(void *state);

	/* Word of the future. May be NULL: the policy has no use for it. */
	void (*announce)(void *state, const struct bid_announcement *announcement, uint64_t now_ns);

	/* Takes back what the stream announced; what is read ahead is given up. May be NULL. */
	void (*forget)(void *state, uint64_t stream, uint64_t now_ns);

	/*
	 * Memory that was read into and is no longer needed, or NULL: when requests that have
	 * finished are taken, it is its owner's again. May be NULL: there is none.
	 */
	struct bid_chunk *(*take_released)(void *state);

	/*
	 * The stream has asked for a flush: what it writes is made durable one by one, and each
	 * flush moves the arm. May be NULL.
	 */
	void (*flushes)(void *state, uint64_t stream);

	/*
	 * What of a range lives on the SSD is on the HDD too, and lives there from now on. Nobody
	 * is writing to it on the SSD. Returns 0; or -ENOSPC when the table of ranges is full and
	 * this would cut one in two: to be tried again. NULL: there is no second tier.
	 */
	int (*returned)(void *state, uint64_t lba, uint64_t sectors, uint64_t now_ns);

	/* From now on somebody waits for all writes inserted so far: a barrier. May be NULL. */
	void (*hurry_writes)(void *state, uint64_t now_ns);

	/*
	 * The most writes outstanding with which one more of this kind is let in (limit_depth of
	 * Linux's elevators). The simulator obeys it; the dispatcher does for writes that nobody
	 * waits for, and counts those alone. May be NULL: the bound.
	 */
	uint32_t (*write_limit)(const void *state, bool sync, uint8_t service_class);
	/*
	 * Runs of writes that wait in it, each of which takes one place by those limits, however
	 * many were merged into it. NULL: each write takes one.
	 */
	uint32_t (*write_runs)(const void *state);
	/* Whether Linux throttles buffered writeback in front of it by default (blk-wbt). */
	bool writeback_throttled;
};

#endif
