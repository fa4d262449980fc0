/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * mq-deadline of Linux 6.x, after its documentation (Documentation/block/deadline-iosched) and
 * observed behaviour: reads and writes sorted by address and queued by expiry; batches of up to
 * fifo_batch in one direction, upwards from the last request of that direction; a new batch begins
 * with reads, unless waiting writes were passed over writes_starved times, and at the oldest
 * request if that has expired or nothing lies above the last one. Expiry is looked at only when a
 * batch begins. Back merges and front merges, at any time while a request waits.
 *
 * async_depth bounds the places of the request queue that writes may take (dd_limit_depth). By
 * default that is all of them: Linux 6.12 sets nr_requests (dd_depth_updated, since 6.10); 6.1 sets
 * three quarters of it, but as a depth within each word of the tag map, where 192 of 64 is no
 * limit.
 *
 * Left out: the I/O priorities real-time and idle and their ageing (all requests are best-effort
 * here, where ageing never acts), zoned devices.
 */
#include "policies/rivals.h"
#include "expiry.h"

struct mq_deadline_state {
	/* Settings. */
	uint64_t fifo_batch;
	uint64_t writes_starved_max;
	uint32_t writes_max; /* outstanding */
	/* Run time. */
	struct expiring requests;
	uint64_t last_lba[2]; /* of the last run dispatched in each direction */
	enum bid_op last_op;
	uint64_t batched;
	uint64_t starved;
};

struct mq_deadline_tunables {
	uint64_t async_depth_percent;
};

static const struct bid_tunable mq_deadline_entries[] = {
	BID_TUNABLE(
		mq_deadline_tunables, async_depth_percent, "mq-deadline", "mq-async-depth", "%",
		100, 1, 100,
		"Part of the request queue for writes (Linux mq-deadline, async_depth), by default all "
		"of it. Less keeps room for readers; more sorts more writes."),
};
static const struct bid_tunable_table mq_deadline_table =
	BID_TUNABLE_TABLE(mq_deadline_tunables, mq_deadline_entries);

static size_t mq_deadline_state_bytes(const struct bid_setup *setup)
{
	(void)setup;
	return sizeof(struct mq_deadline_state);
}

static int mq_deadline_init(void *state, const struct bid_setup *setup)
{
	struct mq_deadline_state *mq = state;
	struct expiry_tunables expiry;
	struct mq_deadline_tunables tunables;

	bid_settings_read(&setup->settings, &expiry_tunables, &expiry);
	bid_settings_read(&setup->settings, &mq_deadline_table, &tunables);
	expiring_init(&mq->requests, &setup->settings, &expiry);
	mq->fifo_batch = expiry.batch;
	mq->writes_starved_max = expiry.writes_starved;
	mq->writes_max =
		(uint32_t)(((uint64_t)setup->max_outstanding * tunables.async_depth_percent + 99) /
			   100);
	mq->batched = mq->fifo_batch;
	return 0;
}

static void mq_deadline_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct mq_deadline_state *mq = state;

	(void)now_ns;
	expiring_insert(&mq->requests, request);
}

static enum bid_op mq_deadline_choose_direction(struct mq_deadline_state *mq)
{
	bool reads = !sorted_queue_empty(&mq->requests.waiting[BID_READ]);
	bool writes = !sorted_queue_empty(&mq->requests.waiting[BID_WRITE]);

	if (reads && !(writes && mq->starved++ >= mq->writes_starved_max))
		return BID_READ;
	mq->starved = 0;
	return BID_WRITE;
}

static struct bid_request *mq_deadline_begin_batch(struct mq_deadline_state *mq, uint64_t now_ns)
{
	enum bid_op op = mq_deadline_choose_direction(mq);
	struct bid_request *oldest = sorted_queue_oldest(&mq->requests.waiting[op]);
	struct bid_request *above;

	if (!oldest)
		return NULL;
	mq->last_op = op;
	mq->batched = 0;
	above = sorted_queue_at_or_after(&mq->requests.waiting[op], mq->last_lba[op]);
	return oldest->expiry_ns <= now_ns || !above ? oldest : above;
}

static struct bid_request *mq_deadline_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct mq_deadline_state *mq = state;
	struct bid_request *head = NULL;

	if (tier != BID_TIER_HDD)
		return NULL;
	if (mq->batched < mq->fifo_batch)
		head = sorted_queue_at_or_after(&mq->requests.waiting[mq->last_op],
						mq->last_lba[mq->last_op]);
	if (!head)
		head = mq_deadline_begin_batch(mq, now_ns);
	if (!head)
		return NULL;
	mq->batched++;
	mq->last_lba[head->op] = head->run_lba;
	sorted_queue_remove(&mq->requests.waiting[head->op], head);
	return head;
}

/* dd_limit_depth spares reads only: writes that somebody waits for count as the others. */
static uint32_t mq_deadline_write_limit(const void *state, bool sync, uint8_t service_class)
{
	const struct mq_deadline_state *mq = state;

	(void)sync;
	(void)service_class;
	return mq->writes_max;
}

static uint32_t mq_deadline_write_runs(const void *state)
{
	const struct mq_deadline_state *mq = state;

	return mq->requests.waiting[BID_WRITE].by_lba.count;
}

static const struct bid_tunable_table *const mq_deadline_tables[] = {
	&bid_merge_tunables, &expiry_tunables, &mq_deadline_table, NULL};

const struct bid_policy mq_deadline_policy = {
	.name = "mq-deadline",
	.summary = "sorted batches, expiry between them, reads before writes (Linux 6.x)",
	RIVAL_FUNCTIONS(mq_deadline),
	.write_limit = mq_deadline_write_limit,
	.write_runs = mq_deadline_write_runs,
	.writeback_throttled = true,
};
