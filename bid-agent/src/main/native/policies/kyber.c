/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Kyber of Linux 6.x (block/kyber-iosched.c, the same in 6.1 and 6.12): two domains here, reads and
 * writes, each first in, first out with neighbours merged.
 *
 *  - Domains are served in turn, in batches of 16 reads and 8 writes (kyber_batch_size).
 *  - A domain may have so many requests with the device, 256 reads and 128 writes at the most
 *    (kyber_depth). Every 100 ms, if more than a tenth of any domain's requests have taken the
 *    device longer than the target, each domain's depth becomes its 99th percentile of the whole
 *    latency over the target, in quarters, 1/4 to 2 of what it was; a domain that is late itself
 *    gets more at any time (kyber_timer_fn).
 *  - A percentile needs 500 samples or a second of them (calculate_percentile).
 *  - Asynchronous requests take at most three quarters of the request queue (KYBER_ASYNC_PERCENT).
 *
 * It never looks at addresses, so a disk that sorts nothing by itself is served as by noop.
 *
 * Left out: discards and other operations; a queue per CPU, of which each is first in, first out.
 */
#include "policies/rivals.h"
#include "run_index.h"

/* Latencies in quarters of the target: up to 1/4, 2/4, ..., 7/4, more. */
enum { KYBER_BUCKETS = 8, KYBER_GOOD_BUCKETS = 4, KYBER_DOMAINS = 2, KYBER_NONE = -1 };

#define KYBER_PERIOD_NS     UINT64_C(100000000)
#define KYBER_PATIENCE_NS   UINT64_C(1000000000)
#define KYBER_SAMPLES       500u
#define KYBER_ASYNC_PERCENT 75u

static const uint32_t kyber_depth_max[KYBER_DOMAINS] = {[BID_READ] = 256, [BID_WRITE] = 128};
static const uint32_t kyber_batch[KYBER_DOMAINS] = {[BID_READ] = 16, [BID_WRITE] = 8};

struct kyber_histogram {
	uint32_t count[KYBER_BUCKETS];
	uint32_t samples;
	uint64_t since_ns; /* the first of them */
};

struct kyber_domain {
	struct bid_link fifo;
	uint64_t target_ns;
	uint32_t depth;
	uint32_t with_device;
	struct kyber_histogram device; /* latencies from dispatch */
	struct kyber_histogram total;  /* from arrival */
	int late_p99;                  /* bucket seen last while all was well; KYBER_NONE */
};

struct kyber_state {
	/* Settings. */
	uint32_t async_max;
	/* Run time. */
	struct kyber_domain domain[KYBER_DOMAINS]; /* by enum bid_op */
	struct run_index runs;
	uint32_t now_served; /* domain */
	uint32_t batched;
	uint64_t period_ends_ns;
};

static size_t kyber_state_bytes(const struct bid_setup *setup)
{
	(void)setup;
	return sizeof(struct kyber_state);
}

struct kyber_tunables {
	uint64_t target_ns[2]; /* by enum bid_op */
};

static const struct bid_tunable kyber_entries[] = {
	BID_TUNABLE(
		kyber_tunables, target_ns[0], "kyber", "kyber-read-latency", "ns", 2 * BID_MS, 1,
		3600 * BID_SECOND,
		"Target latency of reads (Linux kyber-iosched, read_lat_nsec). Less throttles the "
		"others sooner."),
	BID_TUNABLE(kyber_tunables, target_ns[1], "kyber", "kyber-write-latency", "ns", 10 * BID_MS,
		    1, 3600 * BID_SECOND,
		    "The same of writes (Linux kyber-iosched, write_lat_nsec)."),
};
static const struct bid_tunable_table kyber_table =
	BID_TUNABLE_TABLE(kyber_tunables, kyber_entries);

static int kyber_init(void *state, const struct bid_setup *setup)
{
	struct kyber_state *kyber = state;
	struct kyber_tunables tunables;

	bid_settings_read(&setup->settings, &kyber_table, &tunables);
	for (int op = 0; op < KYBER_DOMAINS; op++) {
		bid_list_init(&kyber->domain[op].fifo);
		kyber->domain[op].depth = kyber_depth_max[op];
		kyber->domain[op].late_p99 = KYBER_NONE;
	}
	kyber->domain[BID_READ].target_ns = tunables.target_ns[BID_READ];
	kyber->domain[BID_WRITE].target_ns = tunables.target_ns[BID_WRITE];
	kyber->async_max = (uint32_t)((uint64_t)setup->max_outstanding * KYBER_ASYNC_PERCENT / 100);
	if (kyber->async_max == 0)
		kyber->async_max = 1;
	run_index_init(&kyber->runs, bid_settings_merge(&setup->settings));
	return 0;
}

static void kyber_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct kyber_state *kyber = state;

	(void)now_ns;
	if (!run_index_merge(&kyber->runs, request))
		bid_list_append(&kyber->domain[request->op].fifo, &request->link);
}

static bool kyber_domain_ready(const struct kyber_domain *domain)
{
	return !bid_list_empty(&domain->fifo) && domain->with_device < domain->depth;
}

/* Goes on with the batch, or to the next domain that has something; false: none has. */
static bool kyber_choose_domain(struct kyber_state *kyber)
{
	if (kyber->batched < kyber_batch[kyber->now_served] &&
	    kyber_domain_ready(&kyber->domain[kyber->now_served]))
		return true;
	kyber->batched = 0;
	for (int i = 0; i < KYBER_DOMAINS; i++) {
		kyber->now_served = (kyber->now_served + 1) % KYBER_DOMAINS;
		if (kyber_domain_ready(&kyber->domain[kyber->now_served]))
			return true;
	}
	return false;
}

static struct bid_request *kyber_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct kyber_state *kyber = state;
	struct kyber_domain *domain;
	struct bid_request *head;

	if (tier != BID_TIER_HDD || !kyber_choose_domain(kyber))
		return NULL;
	domain = &kyber->domain[kyber->now_served];
	head = bid_container_of(bid_list_take_first(&domain->fifo), struct bid_request, link);
	run_index_remove(&kyber->runs, head);
	head->expiry_ns = now_ns; /* when it left, for its latency */
	domain->with_device++;
	kyber->batched++;
	return head;
}

static void kyber_sample(struct kyber_histogram *histogram, uint64_t latency_ns, uint64_t target_ns,
			 uint64_t now_ns)
{
	uint64_t bucket = latency_ns > 0 ? (latency_ns - 1) / ((target_ns + 3) / 4) : 0;

	if (histogram->samples++ == 0)
		histogram->since_ns = now_ns;
	histogram->count[bucket < KYBER_BUCKETS ? bucket : KYBER_BUCKETS - 1]++;
}

/* The bucket of the percentile, and the samples are used up; KYBER_NONE: too few yet. */
static int kyber_percentile(struct kyber_histogram *histogram, uint32_t percent, uint64_t now_ns)
{
	uint32_t wanted = (histogram->samples * percent + 99) / 100;
	int bucket = 0;

	if (histogram->samples == 0 || (histogram->samples < KYBER_SAMPLES &&
					now_ns - histogram->since_ns < KYBER_PATIENCE_NS))
		return KYBER_NONE;
	while (bucket < KYBER_BUCKETS - 1 && wanted > histogram->count[bucket])
		wanted -= histogram->count[bucket++];
	*histogram = (struct kyber_histogram){0};
	return bucket;
}

static void kyber_adjust(struct kyber_domain *domain, uint32_t depth_max, bool congested,
			 uint64_t now_ns)
{
	int p99 = kyber_percentile(&domain->total, 99, now_ns);
	uint32_t depth;

	if (congested) {
		if (p99 == KYBER_NONE)
			p99 = domain->late_p99;
		domain->late_p99 = KYBER_NONE;
	} else if (p99 != KYBER_NONE) {
		domain->late_p99 = p99;
	}
	if (p99 == KYBER_NONE || (!congested && p99 < KYBER_GOOD_BUCKETS))
		return;
	depth = domain->depth * (uint32_t)(p99 + 1) / KYBER_GOOD_BUCKETS;
	domain->depth = depth < 1 ? 1 : depth > depth_max ? depth_max : depth;
}

static void kyber_end_period(struct kyber_state *kyber, uint64_t now_ns)
{
	bool congested = false;

	kyber->period_ends_ns = now_ns + KYBER_PERIOD_NS;
	for (int op = 0; op < KYBER_DOMAINS; op++)
		congested |= kyber_percentile(&kyber->domain[op].device, 90, now_ns) >=
			     KYBER_GOOD_BUCKETS;
	for (int op = 0; op < KYBER_DOMAINS; op++)
		kyber_adjust(&kyber->domain[op], kyber_depth_max[op], congested, now_ns);
}

static void kyber_completed(void *state, struct bid_request *head, uint64_t now_ns)
{
	struct kyber_state *kyber = state;
	struct kyber_domain *domain = &kyber->domain[head->op];

	domain->with_device--;
	kyber_sample(&domain->device, now_ns - head->expiry_ns, domain->target_ns, now_ns);
	kyber_sample(&domain->total, now_ns - head->arrival_ns, domain->target_ns, now_ns);
	if (now_ns >= kyber->period_ends_ns)
		kyber_end_period(kyber, now_ns);
}

/* kyber_limit_depth spares whatever somebody waits for. */
static uint32_t kyber_write_limit(const void *state, bool sync, uint8_t service_class)
{
	const struct kyber_state *kyber = state;

	(void)service_class;
	return sync ? UINT32_MAX : kyber->async_max;
}

static uint32_t kyber_write_runs(const void *state)
{
	const struct kyber_state *kyber = state;

	return run_index_writes(&kyber->runs);
}

static const struct bid_tunable_table *const kyber_tables[] = {&bid_merge_tunables, &kyber_table,
							       NULL};

const struct bid_policy kyber_policy = {
	.name = "kyber",
	.summary = "reads and writes in turn, depths by latency (Linux 6.x)",
	RIVAL_FUNCTIONS(kyber),
	.completed = kyber_completed,
	.write_limit = kyber_write_limit,
	.write_runs = kyber_write_runs,
	.writeback_throttled = true,
};
