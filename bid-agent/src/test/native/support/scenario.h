/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The inside of a scenario (policy_scenario.h). Callers ask, the policy dispatches, devices serve:
 * each has a file of its own, and what is checked of it too. All of it is made up in
 * scenario_setup.c.
 */
#ifndef SCENARIO_H
#define SCENARIO_H

#include "bid/request_queue.h"
#include "data_oracle.h"
#include "policy_scenario.h"

#define AREA         4096u  /* sectors of the HDD: few, so that requests overlap */
#define LONG_AREA    16384u /* where some callers write long runs */
#define AREA_MAX     LONG_AREA
#define STREAMS_MAX  12u
#define REQUESTS_MAX 64u
#define DEPTH_MAX    32u
#define MS           UINT64_C(1000000)
#define TURN_NS      (8 * MS)

/* A request of a caller's. */
struct asked {
	struct data_request data;
	bool dispatched;
	uint32_t flushed;  /* of a flush: tiers that it went to, a bit for each */
	uint32_t to_flush; /* of a flush: writes to the SSD that had ended when it came */
};

/* A run with a device. */
struct flight {
	struct bid_request *head;
	struct data_run data;
	uint64_t done_ns;
	uint32_t flushes; /* of a flush: writes to the SSD that had ended when it began */
};

/* A caller. */
struct stream {
	uint64_t next_lba;
	uint64_t announced_end; /* 0: it has announced nothing */
	uint64_t favourite_lba; /* what it announces again and again */
	uint8_t op;
	uint8_t service_class;
	bool random;
	bool writes_long_runs;
};

struct scenario {
	const struct scenario_choices *choices;
	struct scenario_report *report;
	struct bid_setup setup;
	struct bid_request_queue queue;
	void *state;
	struct stream stream[STREAMS_MAX];
	uint32_t streams;
	uint32_t remaining;         /* requests to come */
	uint32_t announces_once_in; /* so many requests */
	uint32_t barriers_once_in;
	uint32_t fails_once_in; /* so many runs; 0: none does */
	uint32_t cancels_once_in;
	uint32_t files;       /* that writes and barriers are of */
	uint32_t ssd_writes;  /* that have ended */
	uint32_t ssd_flushed; /* of those, the last one known to be safe */
	uint64_t next_arrival_ns;
	struct asked *asked[REQUESTS_MAX]; /* outstanding */
	uint32_t outstanding;
	struct flight flight[BID_TIERS][DEPTH_MAX];
	uint32_t flying[BID_TIERS];
	uint64_t now_ns;
	uint64_t base;       /* first sector of the HDD that is used */
	uint32_t area;       /* sectors from there on */
	bool turns;          /* a read of the HDD ends as its last sector passes under the head */
	bool caches;         /* the HDD takes writes into a cache: they are done at once */
	uint64_t reread_lba; /* at last everything is read once more, up to there */
	uint32_t idle_rounds;
	struct data_oracle *oracle;
	bool wanted[2][AREA_MAX]; /* by enum bid_op: ever asked for or announced */
};

/* A number from 0 to bound - 1. */
static inline uint64_t sc_below(const struct scenario *s, uint64_t bound)
{
	return s->choices->below(s->choices->context, bound);
}

/* Once in a while: one time of so many. */
static inline bool sc_once_in(const struct scenario *s, uint64_t times)
{
	return sc_below(s, times) == times - 1;
}

/* One more thing that the order of all depends on. */
static inline void sc_note(struct scenario *s, uint64_t value)
{
	s->report->order = (s->report->order ^ value) * UINT64_C(0x100000001b3);
}

/* ---- scenario_setup.c ---- */

void sc_choose_setup(struct scenario *s, const struct bid_policy *policy);
void sc_choose_streams(struct scenario *s);

/* ---- scenario_callers.c ---- */

/* Whether somebody may ask now. */
bool sc_may_arrive(const struct scenario *s);
/* All that came by chance is done. */
bool sc_rereads(const struct scenario *s);
/* Somebody asks, and perhaps announces more; or one of the reads at the end comes. */
void sc_arrive(struct scenario *s);
/* Somebody may go away: wants one request no more, or nothing that he announced. */
void sc_cancel_some(struct scenario *s);
/* A caller has his answer, or its scenario is over. */
void sc_free(struct asked *asked);

/* ---- scenario_devices.c ---- */

/* A device begins with a run. */
void sc_serve(struct scenario *s, struct bid_request *head, enum bid_tier tier);
/* Devices move data when they please. */
void sc_move_some(struct scenario *s);
/* A run is done. */
void sc_complete(struct scenario *s, enum bid_tier tier, uint32_t i);
/* So is one whose time has come; false: none has. */
bool sc_complete_due(struct scenario *s);

/* ---- scenario_checks.c ---- */

/* Something is wrong; the first thing that is is what is reported. */
__attribute__((format(printf, 2, 3))) void sc_fail(struct scenario *s, const char *format, ...);
/* The place of a caller's request among the outstanding ones; their number when it is not there. */
uint32_t sc_find(const struct scenario *s, const struct bid_request *request);
/* A run that the policy has dispatched. */
void sc_check_run(struct scenario *s, const struct bid_request *head, enum bid_tier tier);
/* What the policy says is finished; NULL: it is nobody's. */
struct asked *sc_check_finished(struct scenario *s, struct bid_request *request);

#endif
