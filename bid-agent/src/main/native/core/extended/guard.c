/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "guard.h"

#include "stage.h"

/* A light stream's guard is this part of that of its class. */
#define LIGHT_GUARD_PART 10u
/* A guard is no shorter than so many halves of a sweep. */
#define READY_HALF_SWEEPS UINT64_C(3)
#define LAZY_HALF_SWEEPS  UINT64_C(6)
/* A light stream asks for at most 256 KiB at once and 64 KiB a second. */
#define LIGHT_SECTORS       UINT64_C(512)
#define LIGHT_NS_PER_SECTOR UINT64_C(7812500)

static const struct bid_tunable guard_entries[] = {
	BID_SWITCH(
		bid_guard_tunables, latency_guard, "bid", "latency-guard", 1,
		"Serve a queue first when its oldest request has waited for longer than its class's "
		"guard; of a stream that asks for little, a tenth of it. Bounds latency, costs an arm "
		"movement each time. Off, deadline and read-deadline stand in for the guards."),
	BID_TUNABLE(bid_guard_tunables, class_ns[BID_FOREGROUND], "bid", "guard-foreground", "ns",
		    500 * BID_MS, BID_MS, 3600 * BID_SECOND,
		    "Guard of foreground requests. More keeps the sweep whole, less is prompter."),
	BID_TUNABLE(
		bid_guard_tunables, class_ns[BID_LOG], "bid", "guard-log", "ns", 50 * BID_MS,
		BID_MS, 3600 * BID_SECOND,
		"Guard of log requests, which every client of a log waits for. More keeps the sweep "
		"whole, less is prompter."),
	BID_TUNABLE(
		bid_guard_tunables, class_ns[BID_COMPACTION], "bid", "guard-compaction", "ns",
		2000 * BID_MS, BID_MS, 3600 * BID_SECOND,
		"Guard of compactions: throughput matters more than any one request. More keeps the "
		"sweep whole, less is prompter."),
	BID_TUNABLE(
		bid_guard_tunables, class_ns[BID_BALANCER], "bid", "guard-balancer", "ns",
		5000 * BID_MS, BID_MS, 3600 * BID_SECOND,
		"Guard of balancer and mover, which nobody waits for. More keeps the sweep whole, less "
		"lets them get on beside others."),
	BID_TUNABLE(
		bid_guard_tunables, class_ns[BID_READAHEAD], "bid", "guard-readahead", "ns",
		1000 * BID_MS, BID_MS, 3600 * BID_SECOND,
		"Guard of readahead: somebody will soon wait for it. More keeps the sweep whole, less "
		"is in time for the reader more often."),
	BID_TUNABLE(
		bid_guard_tunables, write_ns, "bid", "guard-write", "ns", 3 * BID_SECOND, BID_MS,
		3600 * BID_SECOND,
		"Guard of writes that nobody waits for, of any class; no shorter than three sweeps over "
		"them take, as long as that is within deadline. More gathers more of them for a "
		"batch, less lets them reach the disk sooner."),
};
const struct bid_tunable_table bid_guard_tunables =
	BID_TUNABLE_TABLE(bid_guard_tunables, guard_entries);

void guard_init(struct bid_guard *guard, const struct bid_settings *settings)
{
	bid_settings_read(settings, &bid_guard_tunables, &guard->t);
	bid_settings_read(settings, &bid_deadline_tunables, &guard->deadline);
	guard->write_ns = guard->t.write_ns;
}

uint64_t guard_of_class_ns(const struct bid_guard *guard, uint8_t service_class)
{
	return guard->t.class_ns[service_class < BID_CLASSES ? service_class : BID_FOREGROUND];
}

/*
 * A guard is no shorter than one and a half sweeps take the disk, or under load all would be past
 * it, and the sweep in the order of arrival; one of writes that nobody waits for no shorter than
 * three, for each that goes ahead of its sweep costs two long ways. Time that goes to the other
 * sweep does not count: the more of that there is the more are guards needed.
 */
static uint64_t guard_in_sweep_ns(uint64_t swept_ns, uint64_t half_sweeps, uint64_t guard_ns)
{
	uint64_t least_ns = swept_ns / 2 * half_sweeps;

	return guard_ns > least_ns ? guard_ns : least_ns;
}

/*
 * But they are late after the deadline that the source gives all writes, as Linux has one too
 * (write_expire of mq-deadline), however long a sweep over them takes: where the request queue is
 * full of them the slowest would wait for two or three sweeps of all that is in it.
 */
static uint64_t guard_of_lazy_ns(const struct bid_guard *guard, uint64_t swept_ns)
{
	uint64_t guard_ns = guard_in_sweep_ns(swept_ns, LAZY_HALF_SWEEPS, guard->write_ns);
	uint64_t most_ns = guard->write_ns > guard->deadline.deadline_ns
				   ? guard->write_ns
				   : guard->deadline.deadline_ns;

	return guard_ns < most_ns ? guard_ns : most_ns;
}

/*
 * Writes that nobody waits for are gathered for longer than reads, but a guard of theirs keeps
 * their tail short too.
 */
uint64_t guard_expiry_ns(const struct bid_guard *guard, const struct bid_request *request,
			 bool light, const uint64_t swept_ns[SWEEP_KINDS], uint64_t now_ns)
{
	bool lazy = request->op == BID_WRITE && !request_blocks(request);
	uint64_t sweep_ns = swept_ns[SWEEP_READY];
	uint64_t guard_ns = guard_of_class_ns(guard, request->service_class);

	if (!guard->t.latency_guard)
		return now_ns +
		       (lazy ? guard->deadline.deadline_ns : guard->deadline.read_deadline_ns);
	if (lazy)
		return now_ns + guard_of_lazy_ns(guard, swept_ns[SWEEP_LAZY]);
	if (light)
		return now_ns + bid_quotient(guard_ns, LIGHT_GUARD_PART);
	/* A log's clients wait all together: it goes ahead of any sweep. */
	if (request->service_class == BID_LOG)
		return now_ns + guard_ns;
	/* Whether it will be one of a long run is not known yet. */
	if (request->op == BID_WRITE && swept_ns[SWEEP_BULK] > sweep_ns)
		sweep_ns = swept_ns[SWEEP_BULK];
	return now_ns + guard_in_sweep_ns(sweep_ns, READY_HALF_SWEEPS, guard_ns);
}

bool guard_stream_is_light(struct bid_stream *stream, const struct bid_request *request,
			   uint64_t now_ns)
{
	uint64_t leaked = bid_quotient(now_ns - stream->load_ns, LIGHT_NS_PER_SECTOR);

	if (leaked > 0) {
		stream->load_sectors -=
			leaked < stream->load_sectors ? (uint32_t)leaked : stream->load_sectors;
		stream->load_ns += leaked * LIGHT_NS_PER_SECTOR;
	}
	/* Far beyond what is light it need not be exact. */
	if (stream->load_sectors < UINT32_MAX - request->run_sectors)
		stream->load_sectors += request->run_sectors;
	return stream->load_sectors <= LIGHT_SECTORS;
}
