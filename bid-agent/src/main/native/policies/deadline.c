/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Deadline as Mishra 2018 (chapter 3) describes it. Reads and writes each wait in a queue by
 * address and in one by expiry (500 ms, 5000 ms). Before every request it looks at the clock:
 *
 *  - Heads that have expired go first, in batches of one direction: the direction whose head
 *    expired first, as long as its head is an expired one. When everything has expired this is
 *    FIFO, the degeneration that the source speaks of.
 *  - Otherwise a batch from a sorted queue: reads, unless that passes over waiting writes a third
 *    time (writes-starved). Each direction is swept upwards, from where its last sorted request
 *    ended; what expired and was served out of turn does not move a sweep.
 *
 * The source's example (batches {B1} {A1 A2 A3 C1} {A4 A5 A6} {B2 B3} {C2} {B4}) follows from the
 * clock running on. Five requests have expired at time k. With s ms for each, A4 to A6 leave at
 * k+5s, 6s, 7s; they are cut short when B2 (50 ms) has expired, and C2, next in the sweep, waits
 * although it is near. B3 (53 ms) expires meanwhile and follows; C2 (105) and B4 (110) have not yet
 * when their turn comes, so each is a sorted batch again. That holds for 7s < 50 <= 8s, s = 7 say;
 * and A4, not C2, begins the first sweep although C1, expired, has left the arm next to C2.
 */
#include "policies/rivals.h"
#include "expiry.h"

struct deadline_state {
	/* Settings. */
	uint64_t batch_max;
	uint64_t writes_starved_max;
	/* Run time. */
	struct expiring requests;
	uint64_t sweep_lba[2]; /* where the sorted batches of a direction go on */
	enum bid_op batch_op;
	bool batch_expired; /* the batch is one of expired heads */
	uint64_t batched;   /* runs of the batch that have left */
	uint64_t starved;   /* batches of reads since a write was due */
};

static size_t deadline_state_bytes(const struct bid_setup *setup)
{
	(void)setup;
	return sizeof(struct deadline_state);
}

static int deadline_init(void *state, const struct bid_setup *setup)
{
	struct deadline_state *deadline = state;
	struct expiry_tunables tunables;

	bid_settings_read(&setup->settings, &expiry_tunables, &tunables);
	expiring_init(&deadline->requests, &setup->settings, &tunables);
	deadline->batch_max = tunables.batch;
	deadline->writes_starved_max = tunables.writes_starved;
	deadline->batched = deadline->batch_max;
	return 0;
}

static void deadline_insert(void *state, struct bid_request *request, uint64_t now_ns)
{
	struct deadline_state *deadline = state;

	(void)now_ns;
	expiring_insert(&deadline->requests, request);
}

/* The oldest of the direction, if its time is over by now. */
static struct bid_request *deadline_expired(const struct deadline_state *deadline, enum bid_op op,
					    uint64_t now_ns)
{
	struct bid_request *oldest = sorted_queue_oldest(&deadline->requests.waiting[op]);

	return oldest && oldest->expiry_ns <= now_ns ? oldest : NULL;
}

static bool deadline_batch_goes_on(const struct deadline_state *deadline, bool expired)
{
	return deadline->batch_expired == expired && deadline->batched < deadline->batch_max;
}

static void deadline_begin_batch(struct deadline_state *deadline, enum bid_op op, bool expired)
{
	deadline->batch_op = op;
	deadline->batch_expired = expired;
	deadline->batched = 0;
	if (op == BID_WRITE)
		deadline->starved = 0;
}

static struct bid_request *deadline_next_expired(struct deadline_state *deadline, uint64_t now_ns)
{
	struct bid_request *expired[2] = {
		deadline_expired(deadline, BID_READ, now_ns),
		deadline_expired(deadline, BID_WRITE, now_ns),
	};
	enum bid_op op;

	if (!expired[BID_READ] && !expired[BID_WRITE])
		return NULL;
	if (deadline_batch_goes_on(deadline, true) && expired[deadline->batch_op])
		return expired[deadline->batch_op];
	if (expired[BID_READ] && expired[BID_WRITE])
		op = expired[BID_WRITE]->expiry_ns < expired[BID_READ]->expiry_ns ? BID_WRITE
										  : BID_READ;
	else
		op = expired[BID_READ] ? BID_READ : BID_WRITE;
	deadline_begin_batch(deadline, op, true);
	return expired[op];
}

static enum bid_op deadline_choose_direction(struct deadline_state *deadline)
{
	if (sorted_queue_empty(&deadline->requests.waiting[BID_READ]))
		return BID_WRITE;
	if (sorted_queue_empty(&deadline->requests.waiting[BID_WRITE]))
		return BID_READ;
	if (deadline->starved >= deadline->writes_starved_max)
		return BID_WRITE;
	deadline->starved++;
	return BID_READ;
}

static struct bid_request *deadline_next_sorted(struct deadline_state *deadline)
{
	enum bid_op op = deadline->batch_op;
	struct bid_request *head = NULL;

	if (deadline_batch_goes_on(deadline, false))
		head = sorted_queue_at_or_after(&deadline->requests.waiting[op],
						deadline->sweep_lba[op]);
	if (!head) {
		op = deadline_choose_direction(deadline);
		deadline_begin_batch(deadline, op, false);
		head = sorted_queue_sweep(&deadline->requests.waiting[op], deadline->sweep_lba[op]);
	}
	if (head)
		deadline->sweep_lba[op] = bid_run_end(head);
	return head;
}

static struct bid_request *deadline_dispatch(void *state, enum bid_tier tier, uint64_t now_ns)
{
	struct deadline_state *deadline = state;
	struct bid_request *head;

	if (tier != BID_TIER_HDD)
		return NULL;
	head = deadline_next_expired(deadline, now_ns);
	if (!head)
		head = deadline_next_sorted(deadline);
	if (!head)
		return NULL;
	deadline->batched++;
	sorted_queue_remove(&deadline->requests.waiting[head->op], head);
	return head;
}

static const struct bid_tunable_table *const deadline_tables[] = {&bid_merge_tunables,
								  &expiry_tunables, NULL};

const struct bid_policy deadline_policy = {
	.name = "deadline",
	.summary = "expired first, else sorted batches of reads or writes (Mishra 2018)",
	RIVAL_FUNCTIONS(deadline),
};
