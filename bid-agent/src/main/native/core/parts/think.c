/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Is it worth waiting for a stream? The anticipatory scheduler (Iyer and Druschel, "Anticipatory
 * scheduling", 2001, section 3.2) weighs the expected think time against the cost of a seek. Here
 * the whole distribution of a stream's think times is kept, coarsely, and the disk waits for as
 * long as maximises
 *
 *     P(comes in time) * positioning - E(time waited)
 *
 * A stream that does not come back in time, or goes on elsewhere, thereby makes waiting for it
 * not pay; one that comes back sooner makes it pay again, whether or not it was waited for.
 */
#include "think.h"

#include "wait.h"

#define THINK_BASE_NS UINT64_C(125000)
#define THINK_NEVER   UINT64_MAX

/* The longest request, and an eighth for what a command costs besides. */
#define PATIENCE_SECTORS (UINT64_C(9) * BID_REQUEST_MAX_SECTORS / 8)

/* Samples after which the older ones count half. */
#define STREAM_SAMPLES_MAX 64u
#define ALL_SAMPLES_MAX    1024u
/* Samples below which a stream is judged by all streams. */
#define STREAM_SAMPLES_MIN 4u

static const struct bid_tunable think_entries[] = {
	BID_SWITCH(
		bid_think_tunables, continuation, "bid", "continuation", 1,
		"Stay with a stream after its last request while the next is worth waiting for. Gains "
		"throughput with readers that wait for every request; costs idle time."),
	BID_TUNABLE(
		bid_think_tunables, wait_max_ns, "bid", "continuation-wait-max", "ns", 9 * BID_MS,
		0, 10 * BID_SECOND,
		"The longest such wait, whatever the stream's history; with run-by-device at most the "
		"disk's time for the longest request, plus an eighth. More keeps slow streams whole; "
		"less bounds what a wrong guess costs the others."),
};
const struct bid_tunable_table bid_think_tunables =
	BID_TUNABLE_TABLE(bid_think_tunables, think_entries);

/*
 * The longest that waiting for a stream may pay: about what the disk needs for the longest request.
 * The faster a disk moves data the more of the others' is lost meanwhile, and the more it reads
 * ahead by itself, so that coming back costs less than a positioning.
 */
static uint64_t patience_by_device_ns(const struct bid_device_profile *disk, uint64_t max_ns)
{
	uint64_t rate = disk->bytes_per_second;
	uint64_t ns;

	if (rate < BID_SECTOR_BYTES)
		return max_ns;
	ns = bid_quotient(PATIENCE_SECTORS * BID_SECOND, rate / BID_SECTOR_BYTES);
	return ns < max_ns ? ns : max_ns;
}

void habits_init(struct bid_habits *habits, const struct bid_setup *setup, bool learned,
		 bool by_device)
{
	const struct bid_device_profile *disk = &setup->device[BID_TIER_HDD];
	struct bid_think_tunables tunables;
	struct bid_wait_tunables wait;

	bid_settings_read(&setup->settings, &bid_think_tunables, &tunables);
	bid_settings_read(&setup->settings, &bid_wait_tunables, &wait);
	habits->learned = learned;
	habits->positioning_ns = disk->positioning_ns;
	habits->initial_ns = wait.initial_ns;
	habits->patience_max_ns = by_device ? patience_by_device_ns(disk, tunables.wait_max_ns)
					    : tunables.wait_max_ns;
}

static void think_add(struct bid_think *think, uint32_t bucket, uint32_t samples_max)
{
	think->count[bucket]++;
	think->total++;
	if (think->total < samples_max)
		return;
	think->total = 0;
	for (uint32_t i = 0; i <= THINK_BUCKETS; i++) {
		think->count[i] /= 2;
		think->total += think->count[i];
	}
}

/* The disk would have had to wait that long; THINK_NEVER: in vain. */
static void think_note(struct bid_habits *habits, struct bid_stream *stream, enum bid_op op,
		       uint64_t ns)
{
	uint32_t bucket = 0;

	while (bucket < THINK_BUCKETS && ns >= THINK_BASE_NS << bucket)
		bucket++;
	think_add(&stream->think[op], bucket, STREAM_SAMPLES_MAX);
	think_add(&habits->all[op], bucket, ALL_SAMPLES_MAX);
}

static uint64_t time_since_served(const struct bid_unit *unit, uint64_t now_ns)
{
	return unit->in_flight > 0 ? 0 : now_ns - unit->last_completion_ns;
}

void habits_note(struct bid_habits *habits, struct bid_stream *stream, struct bid_unit *unit,
		 enum bid_op op, uint64_t now_ns)
{
	struct bid_unit *recent = stream->recent[op];

	if (recent && !unit_waiting(recent))
		think_note(habits, stream, op,
			   recent == unit ? time_since_served(unit, now_ns) : THINK_NEVER);
	stream->recent[op] = unit;
}

/* The wait that gains most by the counts, with a bucket's samples in its middle. */
static uint64_t think_best_wait(const struct bid_think *think, uint64_t cost_ns, uint64_t max_ns)
{
	uint64_t best_gain = 0, best_wait = 0, waited = 0, come = 0;

	for (uint32_t i = 0; i < THINK_BUCKETS; i++) {
		uint64_t bound = THINK_BASE_NS << i;
		uint64_t gain, cost;

		if (bound > max_ns)
			break;
		come += think->count[i];
		waited += think->count[i] * (bound - bound / 4);
		gain = come * cost_ns;
		cost = waited + (think->total - come) * bound;
		if (gain > cost && gain - cost > best_gain) {
			best_gain = gain - cost;
			best_wait = bound;
		}
	}
	return best_wait;
}

uint64_t habits_patience_ns(const struct bid_habits *habits, const struct bid_stream *stream,
			    enum bid_op op)
{
	const struct bid_think *think = &stream->think[op];
	uint64_t max_ns = habits->patience_max_ns;

	if (think->total < STREAM_SAMPLES_MIN && habits->learned)
		think = &habits->all[op];
	if (think->total >= STREAM_SAMPLES_MIN)
		return think_best_wait(think, habits->positioning_ns, max_ns);
	if (op != BID_READ)
		return 0;
	return habits->initial_ns < max_ns ? habits->initial_ns : max_ns;
}
