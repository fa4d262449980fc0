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
#include "core.h"

/* Samples after which the older ones count half. */
#define STREAM_SAMPLES_MAX 64u
#define ALL_SAMPLES_MAX 1024u
/* Samples below which a stream is judged by all streams. */
#define STREAM_SAMPLES_MIN 4u

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

void think_note(struct bid_core *core, struct bid_stream *stream, enum bid_op op, uint64_t ns)
{
	uint32_t bucket = 0;

	while (bucket < THINK_BUCKETS && ns >= THINK_BASE_NS << bucket)
		bucket++;
	think_add(&stream->think[op], bucket, STREAM_SAMPLES_MAX);
	think_add(&core->think_all[op], bucket, ALL_SAMPLES_MAX);
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

uint64_t think_patience_ns(const struct bid_core *core, const struct bid_stream *stream,
			   enum bid_op op)
{
	const struct bid_device_profile *disk = &core->device[BID_TIER_HDD];
	const struct bid_think *think = &stream->think[op];
	uint64_t max_ns = core->patience_max_ns;

	if (think->total < STREAM_SAMPLES_MIN && core->t.learned_wait)
		think = &core->think_all[op];
	if (think->total >= STREAM_SAMPLES_MIN)
		return think_best_wait(think, disk->positioning_ns, max_ns);
	if (op != BID_READ)
		return 0;
	return core->t.wait_default_ns < max_ns ? core->t.wait_default_ns : max_ns;
}
