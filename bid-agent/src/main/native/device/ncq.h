/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The runs that a drive holds and has not begun.
 */
#ifndef DEVICE_NCQ_H
#define DEVICE_NCQ_H

#include "bid/request.h"
#include "device/mechanics.h"

#define NCQ_MAX_DEPTH 32u
/*
 * A run that was held for this long goes first. Drives do the like, lest a stream near the arm
 * keeps the others waiting until the host's command timer expires; the figure is ours, well above
 * what 32 runs take in turn, so that a full queue is not served first come, first served.
 */
#define NCQ_AGE_LIMIT_NS 1000000000ull

struct ncq_run {
	struct bid_request *head;
	uint64_t submit_ns;
	struct place place; /* of its first sector */
	bool buffered;      /* the buffer held its first sector when it was submitted */
};

struct ncq {
	struct ncq_run runs[NCQ_MAX_DEPTH]; /* in the order of submission */
	uint32_t count;
};

/*
 * What a run would wait for at that time; 0 for one that the buffer serves. When it is no less than
 * the bound, any such value will do.
 */
typedef uint64_t ncq_cost_fn(void *context, const struct ncq_run *run, uint64_t now_ns,
			     uint64_t bound_ns);

/* Adds a run; there must be room. */
void ncq_add(struct ncq *ncq, const struct ncq_run *run);
/*
 * Takes out the run to serve when the media are free at free_ns: among those submitted by then the
 * cheapest, or the first when it is too old; else the first to come. count > 0.
 */
struct ncq_run ncq_take(struct ncq *ncq, uint64_t free_ns, ncq_cost_fn *cost, void *context);

#endif
