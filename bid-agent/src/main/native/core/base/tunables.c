/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "bid/tunables.h"

#include "bid/errors.h"
#include "bid/request.h"

#define US UINT64_C(1000)
#define MS (1000 * US)
#define SECOND (1000 * MS)
#define MIB UINT64_C(2048) /* in sectors */

#define TUNABLE(name, policy, unit, member, initial, min, max, meaning)                            \
	{                                                                                          \
		name, policy, unit, offsetof(struct bid_tunables, member), initial, min, max,      \
			meaning                                                                    \
	}
#define SWITCH(name, policy, member, initial, meaning)                                             \
	TUNABLE(name, policy, "switch", member, initial, 0, 1, meaning)

const struct bid_tunable bid_tunable_table[] = {
	SWITCH("merge", "all", merge, 1,
	       "Join requests that are neighbours on the disk while they wait. Off only to look at "
	       "orders: every request then pays its own command overhead."),

	TUNABLE("wait-default", "bid", "ns", wait_default_ns, 6 * MS, 0, 10 * SECOND,
		"How long a staging queue without history waits for the stream's next request; the "
		"figure of the anticipatory scheduler (Iyer and Druschel, 2001); and the disk for a "
		"reader of which nothing is known. More gathers longer runs, less leaves the disk idle "
		"for shorter."),
	TUNABLE("wait-history", "bid", "requests", wait_history, 8, 1, BID_WAIT_HISTORY_MAX,
		"Gaps that the wait timer remembers; their mean is weighted linearly, the newest "
		"most. More is steadier, less follows a change of phase sooner."),
	TUNABLE("deadline", "bid", "ns", deadline_ns, 5000 * MS, MS, 3600 * SECOND,
		"The longest a staging queue may live, and a write wait (Mishra 2018, section 3.3), "
		"where no latency guard stands in for it. More gathers more writes, less bounds their "
		"latency tighter."),
	TUNABLE("read-deadline", "bid", "ns", read_deadline_ns, 500 * MS, MS, 3600 * SECOND,
		"What is left of the deadline at most once a blocking read is inside (Mishra 2018, "
		"algorithm 1). More gathers longer runs, less lets readers wait for shorter."),

	TUNABLE("packing-threshold", "bid-hybrid", "sectors", packing_threshold_sectors, 256, 0,
		BID_REQUEST_MAX_SECTORS,
		"Writes of a queue with fewer sectors per request than this go to the SSD "
		"(Mishra 2018, algorithm 3). More spares the arm, less spares the SSD's wear and "
		"space; 0 sends nothing there."),
	TUNABLE("ssd-budget", "bid-hybrid", "sectors", ssd_budget_sectors, 0, 0, UINT64_MAX,
		"Space on the SSD for redirected writes; 0 is all of it. When it is used up, writes "
		"go to the disk."),

	TUNABLE("tag-pressure", "bid", "%", tag_pressure_percent, 75, 1, 100,
		"Part of the request queue that may be taken before staging gives way and something "
		"is dispatched. More gathers longer, less keeps room for the next reader."),
	SWITCH("continuation", "bid", continuation, 1,
	       "Stay with a stream after its last request while the next is worth waiting for. Gains "
	       "throughput with readers that wait for every request; costs idle moments."),
	TUNABLE("continuation-wait-max", "bid", "ns", continuation_wait_max_ns, 9 * MS, 0,
		10 * SECOND,
		"The longest such a wait, whatever the stream's history promises; with run-by-device "
		"no longer than the disk needs for the longest request, and an eighth. More keeps slow "
		"streams whole, less bounds what a wrong guess costs the others."),
	TUNABLE("run-max", "bid", "sectors", run_max_sectors, 32 * MIB, 8, UINT64_MAX,
		"The longest turn of a stream while others wait. More is faster and fewer requests "
		"pay for a turn's start, less lets the others wait for shorter."),
	TUNABLE("run-max-time", "bid", "ns", run_max_ns, 250 * MS, MS, 3600 * SECOND,
		"The longest turn of a stream in time, for streams that think between requests. More "
		"keeps them whole, less lets the others wait for shorter."),
	SWITCH("order-by-position", "bid", order_by_position, 1,
	       "Serve what is staged in one sweep over the disk and leave no disk idle, instead of in "
	       "the order of marking. Shorter arm movements; a queue may be overtaken within the "
	       "slack."),
	TUNABLE("order-slack", "bid", "ns", order_slack_ns, 350 * MS, 0, 3600 * SECOND,
		"How long the sweep goes on between two queues that are served ahead of it because "
		"their guard has expired; a quarter of it for streams that ask for little. More keeps "
		"throughput under overload, less latency."),
	TUNABLE("write-batch", "bid", "ns", write_batch_ns, 250 * MS, MS, 3600 * SECOND,
		"How long writes that nobody waits for go on at a time while others wait; those others "
		"then have three times as long. More makes denser batches and more throughput, less lets "
		"reads wait for shorter."),
	SWITCH("latency-guard", "bid", latency_guard, 1,
	       "Serve a queue first when its oldest request has waited for longer than its class's "
	       "guard; of a stream that asks for little, a tenth of it. Bounds latency, costs an arm "
	       "movement each time. Off, deadline and read-deadline stand in for the guards."),
	TUNABLE("guard-foreground", "bid", "ns", guard_ns[0], 500 * MS, MS, 3600 * SECOND,
		"Guard of foreground requests. More keeps the sweep whole, less is prompter."),
	TUNABLE("guard-log", "bid", "ns", guard_ns[1], 50 * MS, MS, 3600 * SECOND,
		"Guard of log requests, which every client of a log waits for. More keeps the sweep "
		"whole, less is prompter."),
	TUNABLE("guard-compaction", "bid", "ns", guard_ns[2], 2000 * MS, MS, 3600 * SECOND,
		"Guard of compactions: throughput matters more than any one request. More keeps the "
		"sweep whole, less is prompter."),
	TUNABLE("guard-balancer", "bid", "ns", guard_ns[3], 5000 * MS, MS, 3600 * SECOND,
		"Guard of balancer and mover, which nobody waits for. More keeps the sweep whole, less "
		"lets them get on beside others."),
	TUNABLE("guard-readahead", "bid", "ns", guard_ns[4], 1000 * MS, MS, 3600 * SECOND,
		"Guard of readahead: somebody will soon wait for it. More keeps the sweep whole, less "
		"is in time for the reader more often."),
	TUNABLE("guard-write", "bid", "ns", guard_write_ns, 3 * SECOND, MS, 3600 * SECOND,
		"Guard of writes that nobody waits for, of any class; no shorter than one and a half "
		"sweeps over them take. More gathers more of them for a batch, less lets them reach the "
		"disk sooner."),
	SWITCH("learned-wait", "bid", learned_wait, 1,
	       "A returning stream starts from what was learned of it; off, its history dies with its "
	       "queue, as published. Costs a table of max_streams entries."),
	SWITCH("run-by-device", "bid", run_by_device, 1,
	       "End a turn when it has paid for its positioning 16 times over by what the device is "
	       "measured to do (32 times when that reorders by itself), sooner while many wait; off, "
	       "at run-max and run-max-time only. Shares the disk more evenly, costs arm movements."),
	SWITCH("split-streams", "bid", split_streams, 1,
	       "Tell the runs of one process apart by address, reads from writes. A thread that serves "
	       "many files is then many streams; costs a queue for each."),
	TUNABLE("announced-slack", "bid-announced", "ns", announced_slack_ns, 40 * MS, 0,
		3600 * SECOND,
		"The order slack while extents are read ahead: turns that long lose little to a queue "
		"that goes first. More keeps throughput under overload, less latency."),
	TUNABLE("announced-guard-write", "bid-announced", "ns", announced_guard_write_ns, 3 * SECOND,
		MS, 3600 * SECOND,
		"The guard of writes that nobody waits for while extents are read ahead: readers that "
		"are never late would keep such writes waiting. More gathers more of them, less lets "
		"them reach the disk sooner."),
	TUNABLE("announced-turn", "bid-announced", "sectors", announced_turn_sectors, 16 * MIB,
		8 * MIB, 32 * MIB,
		"Read ahead in an announced extent at a time. More is nearer to the disk's sequential "
		"rate, less costs less buffer and lets the others wait for shorter."),
	TUNABLE("announced-buffer", "bid-announced", "sectors", announced_buffer_sectors,
		256 * MIB, 0, UINT64_MAX,
		"Buffer for what was read ahead, of all streams together. More serves more streams in "
		"long turns; 0 reads nothing ahead."),

	TUNABLE("deadline-read-expire", "deadline", "ns", dl_read_expire_ns, 500 * MS, MS,
		3600 * SECOND,
		"Time after which a read goes ahead of the sorted order (Linux deadline-iosched). "
		"Less is prompter and nearer to first in, first out."),
	TUNABLE("deadline-write-expire", "deadline", "ns", dl_write_expire_ns, 5000 * MS, MS,
		3600 * SECOND, "The same of writes (Linux deadline-iosched)."),
	TUNABLE("deadline-batch", "deadline", "requests", dl_batch, 16, 1, 65536,
		"Requests taken in sorted order before expiries are looked at again (Linux "
		"deadline-iosched, fifo_batch). More throughput, less latency."),
	TUNABLE("deadline-writes-starved", "deadline", "requests", dl_writes_starved, 2, 1, 65536,
		"Batches of reads for one of writes (Linux deadline-iosched). More favours reads."),
	TUNABLE("mq-async-depth", "mq-deadline", "%", mq_async_depth_percent, 100, 1, 100,
		"Part of the request queue that writes may take (Linux mq-deadline, async_depth). "
		"Less keeps room for readers, more sorts more writes. By default all of it."),

	TUNABLE("kyber-read-latency", "kyber", "ns", kyber_read_target_ns, 2 * MS, 1, 3600 * SECOND,
		"Latency that reads should have (Linux kyber-iosched, read_lat_nsec). Less throttles "
		"the others sooner."),
	TUNABLE("kyber-write-latency", "kyber", "ns", kyber_write_target_ns, 10 * MS, 1,
		3600 * SECOND, "The same of writes (Linux kyber-iosched, write_lat_nsec)."),

	TUNABLE("wbt-latency", "linux", "ns", wbt_target_ns, 75 * MS, 0,
		3600 * SECOND,
		"Read latency that the throttling of buffered writeback in front of noop, mq-deadline "
		"and kyber aims at (Linux wbt_lat_usec; 75 ms is the default of rotational disks). 0 turns "
		"it off: more writes to sort, fewer places for readers."),
	TUNABLE("readahead", "all", "sectors", readahead_sectors, 0, 0, 2 * MIB * 1024,
		"Read ahead in a block transfer before the scheduler sees it: 256 is Linux's default, 512 "
		"what POSIX_FADV_SEQUENTIAL makes of it, 8192 Hadoop's dfs.datanode.readahead.bytes. 0: as "
		"traced. More makes longer runs, and reads in vain what a reader gives up."),

	TUNABLE("cfq-quantum", "cfq", "requests", cfq_quantum, 4, 1, 65536,
		"Requests that a process may dispatch in its turn. 4 is the default of the CFQ that went "
		"round like this one (Linux 2.6 up to 2.6.32; time slices and 8 came later); the source's "
		"worked example uses 2. More is faster, less fairer."),
	TUNABLE("bfq-idle", "bfq", "ns", bfq_idle_ns, 8 * MS, 0, 10 * SECOND,
		"How long the disk waits for the next request of the process in service (Linux "
		"bfq-iosched, slice_idle_us). 0 never waits."),
	TUNABLE("bfq-slice", "bfq", "ns", bfq_slice_ns, 125 * MS, MS, 3600 * SECOND,
		"The longest turn of a process (Linux bfq-iosched, timeout_sync)."),
	TUNABLE("bfq-budget", "bfq", "sectors", bfq_budget_sectors, 0, 0, UINT64_MAX,
		"The most a process is served in its turn (Linux bfq-iosched, max_budget); 0: what the "
		"disk transfers in a slice. More is faster, less is fairer."),
	SWITCH("bfq-low-latency", "bfq", bfq_low_latency, 0,
	       "Favour new and interactive processes. Linux's default is 1; its documents say 0 for "
	       "throughput, which is what is compared here."),
};

#define TUNABLE_COUNT (sizeof(bid_tunable_table) / sizeof(bid_tunable_table[0]))

/* A member without an entry would never get its default. */
_Static_assert(TUNABLE_COUNT == sizeof(struct bid_tunables) / sizeof(uint64_t),
	       "every tunable has one entry");

const size_t bid_tunable_count = TUNABLE_COUNT;

static uint64_t *tunable_place(struct bid_tunables *tunables, const struct bid_tunable *entry)
{
	return (uint64_t *)(void *)((char *)tunables + entry->offset);
}

static bool name_equals(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

void bid_tunables_default(struct bid_tunables *tunables)
{
	for (size_t i = 0; i < TUNABLE_COUNT; i++)
		*tunable_place(tunables, &bid_tunable_table[i]) = bid_tunable_table[i].initial;
}

const struct bid_tunable *bid_tunable_find(const char *name)
{
	for (size_t i = 0; i < TUNABLE_COUNT; i++) {
		if (name_equals(bid_tunable_table[i].name, name))
			return &bid_tunable_table[i];
	}
	return NULL;
}

int bid_tunables_set(struct bid_tunables *tunables, const char *name, uint64_t value)
{
	const struct bid_tunable *entry = bid_tunable_find(name);

	if (!entry)
		return -ENOENT;
	if (value < entry->min || value > entry->max)
		return -ERANGE;
	*tunable_place(tunables, entry) = value;
	return 0;
}

uint64_t bid_tunables_get(const struct bid_tunables *tunables, const struct bid_tunable *entry)
{
	return *(const uint64_t *)(const void *)((const char *)tunables + entry->offset);
}
