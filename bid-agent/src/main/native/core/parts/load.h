/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Callers' requests: how many there are, and those that are done without having been members of a
 * run; and when dispatch is to be asked again.
 */
#ifndef BID_CORE_LOAD_H
#define BID_CORE_LOAD_H

#include "bid/request.h"
#include "bid/tunables.h"

struct bid_load {
	uint32_t pressure;        /* requests outstanding from which staging gives way */
	uint32_t outstanding;     /* inserted and not completed */
	struct bid_link finished; /* to be taken */
	uint64_t asked_ns;        /* when dispatch was last asked, for either tier */
	uint64_t kick_ns;       /* ask again then: there is work for the other tier, or for later */
	uint64_t read_ns;       /* when the disk was done with its last read */
	uint32_t reads_in_disk; /* runs of reads that it has */
};

extern const struct bid_tunable_table bid_load_tunables;

void load_init(struct bid_load *load, const struct bid_settings *settings,
	       uint32_t max_outstanding);

/* A caller's request was served by other means than a run of it. */
static inline void load_finish(struct bid_load *load, struct bid_request *request)
{
	load->outstanding--;
	bid_list_append(&load->finished, &request->link);
}

/* There is work for another tier than the one that is being asked. */
static inline void load_kick(struct bid_load *load, uint64_t now_ns)
{
	load->kick_ns = now_ns + 1;
}

/* Nothing is to be done now, but there will be then. */
static inline void load_ask_at(struct bid_load *load, uint64_t ns)
{
	if (ns < load->kick_ns)
		load->kick_ns = ns;
}

#endif
