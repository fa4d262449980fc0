/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The peers on the worked example of Mishra 2018, chapter 3: a disk of 100 tracks of 100 sectors,
 * twelve requests of three processes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "policy_rig.h"

#define EXAMPLE_REQUESTS 12u
#define TRACK_SECTORS    100u
#define TRACKS           100u
/* The example's time k. */
#define K_NS (10000 * RIG_MS)
/* Any time with 7 s < 50 ms <= 8 s: see deadline.c. */
#define SERVICE_NS (7 * RIG_MS)

struct example_request {
	char name[8];
	char process;
	uint64_t lba;
	uint32_t sectors;
	enum bid_op op;
	int left_ms; /* to its expiry at time k; -i: expired i-th */
};

static void read_example(struct example_request example[EXAMPLE_REQUESTS])
{
	FILE *file = fopen(TEST_DATA "/bid-worked-example.csv", "r");
	char line[128];
	size_t count = 0;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		struct example_request *request = &example[count];
		unsigned long lba;
		char op;

		if (line[0] == '#')
			continue;
		assert_true(count < EXAMPLE_REQUESTS);
		assert_int_equal(sscanf(line, "%*u,%7[^,],%c,%lu,%u,%c,%*c,%d", request->name,
					&request->process, &lba, &request->sectors, &op,
					&request->left_ms),
				 6);
		request->lba = lba;
		request->op = op == 'R' ? BID_READ : BID_WRITE;
		count++;
	}
	fclose(file);
	assert_int_equal(count, EXAMPLE_REQUESTS);
}

/* What the arm does while the runs are served; it begins at the first of them. */
struct arm {
	uint64_t track;
	uint64_t movements;
	uint64_t distance;
	bool moving;
};

static void arm_visit(struct arm *arm, uint64_t track)
{
	uint64_t distance = track > arm->track ? track - arm->track : arm->track - track;

	if (arm->moving && distance > 0) {
		arm->movements++;
		arm->distance += distance;
	}
	arm->track = track;
	arm->moving = true;
}

static const char *name_of(const struct example_request *example, uint64_t lba)
{
	for (size_t i = 0; i < EXAMPLE_REQUESTS; i++)
		if (example[i].lba == lba)
			return example[i].name;
	return "?";
}

/* Serves all that waits; the order is written as the names of the runs' first requests. */
static void serve_all(struct policy_rig *rig, const struct example_request *example, char *order,
		      size_t order_size, struct arm *arm)
{
	struct bid_request *head;
	size_t length = 0;

	memset(arm, 0, sizeof(*arm));
	order[0] = '\0';
	while ((head = rig_serve(rig, SERVICE_NS))) {
		arm_visit(arm, head->run_lba / TRACK_SECTORS);
		arm_visit(arm, (bid_run_end(head) - 1) / TRACK_SECTORS);
		length += (size_t)snprintf(order + length, order_size - length, "%s%s",
					   length > 0 ? " " : "", name_of(example, head->run_lba));
		assert_true(length < order_size);
	}
}

/* All of them are there at time k, in order of submission. */
static void run_submitted(const struct bid_policy *policy, const struct bid_setup *setup,
			  char *order, size_t order_size, struct arm *arm)
{
	struct example_request example[EXAMPLE_REQUESTS];
	struct policy_rig rig;

	read_example(example);
	rig_open(&rig, policy, setup);
	for (size_t i = 0; i < EXAMPLE_REQUESTS; i++)
		rig_insert_at(&rig, K_NS, (uint64_t)example[i].process, example[i].op,
			      example[i].lba, example[i].sectors);
	serve_all(&rig, example, order, order_size, arm);
	rig_close(&rig);
}

/* When it came, so that at time k its expiry is what the example says. */
static uint64_t arrival_of(const struct example_request *request)
{
	/* Deadline's defaults. */
	uint64_t expire_ns = request->op == BID_READ ? 500 * RIG_MS : 5000 * RIG_MS;
	/* Those that have expired: the fifth a millisecond ago, each before it one earlier. */
	int left_ms = request->left_ms < 0 ? -6 - request->left_ms : request->left_ms;

	return left_ms < 0 ? K_NS - expire_ns - (uint64_t)-left_ms * RIG_MS
			   : K_NS - expire_ns + (uint64_t)left_ms * RIG_MS;
}

/* They came at different times, writes long before reads, and it is k now. */
static void run_expiring(const struct bid_policy *policy, const struct bid_setup *setup,
			 char *order, size_t order_size, struct arm *arm)
{
	static const enum bid_op ops[2] = {BID_WRITE, BID_READ};
	struct example_request example[EXAMPLE_REQUESTS];
	struct policy_rig rig;

	read_example(example);
	rig_open(&rig, policy, setup);
	for (size_t op = 0; op < 2; op++)
		for (size_t i = 0; i < EXAMPLE_REQUESTS; i++)
			if (example[i].op == ops[op])
				rig_insert_at(&rig, arrival_of(&example[i]),
					      (uint64_t)example[i].process, example[i].op,
					      example[i].lba, example[i].sectors);
	rig.now_ns = K_NS;
	serve_all(&rig, example, order, order_size, arm);
	rig_close(&rig);
}

static void example_setup(struct bid_setup *setup, bool merge)
{
	rig_setup_default(setup, EXAMPLE_REQUESTS);
	bid_settings_set(&setup->settings, "merge", merge);
	bid_settings_set(&setup->settings, "cfq-quantum", 2);
}

static void assert_arm(const struct arm *arm, uint64_t movements, uint64_t distance)
{
	assert_int_equal(arm->movements, movements);
	assert_int_equal(arm->distance, distance);
}

static void noop_serves_in_order_of_arrival(void **unused)
{
	struct bid_setup setup;
	char order[128];
	struct arm arm;

	(void)unused;
	example_setup(&setup, false);
	run_submitted(&noop_policy, &setup, order, sizeof(order), &arm);
	assert_string_equal(order, "B1 A1 A2 A3 C1 B2 B3 A4 A5 A6 C2 B4");
	assert_arm(&arm, 7, 68 + 13 + 55 + 1 + 68 + 12 + 56);
}

static void noop_merges_the_contiguous_writes(void **unused)
{
	struct bid_setup setup;
	char order[128];
	struct arm arm;

	(void)unused;
	example_setup(&setup, true);
	run_submitted(&noop_policy, &setup, order, sizeof(order), &arm);
	assert_string_equal(order, "B1 A1 A2 A3 C1 A4 A5 A6 C2");
	assert_arm(&arm, 5, 1 + 69 + 13 + 12 + 12);
}

static void deadline_serves_the_batches_of_the_source(void **unused)
{
	struct bid_setup setup;
	char order[128];
	struct arm arm;

	(void)unused;
	example_setup(&setup, false);
	run_expiring(&deadline_policy, &setup, order, sizeof(order), &arm);
	assert_string_equal(order, "B1 "
				   "A1 A2 A3 C1 "
				   "A4 A5 A6 "
				   "B2 B3 "
				   "C2 "
				   "B4");
	assert_arm(&arm, 7, 68 + 13 + 12 + 67 + 1 + 56 + 56);
}

static void deadline_serves_merged_writes_with_the_first_of_them(void **unused)
{
	struct bid_setup setup;
	char order[128];
	struct arm arm;

	(void)unused;
	example_setup(&setup, true);
	run_expiring(&deadline_policy, &setup, order, sizeof(order), &arm);
	assert_string_equal(order, "B1 A1 A2 A3 C1 A4 A5 A6 C2");
}

static void cfq_serves_the_rounds_of_the_source(void **unused)
{
	struct bid_setup setup;
	char order[128];
	struct arm arm;

	(void)unused;
	example_setup(&setup, false);
	run_submitted(&cfq_policy, &setup, order, sizeof(order), &arm);
	assert_string_equal(order, "A1 A2 C1 B1 B2 "
				   "A3 A4 C2 B3 B4 "
				   "A5 A6");
	/* A mean of 34.375 tracks a movement, 2.75 sweeps. */
	assert_arm(&arm, 8, 275);
	assert_int_equal(arm.distance * 1000 / arm.movements, 34375);
	assert_int_equal(arm.distance * 100 / TRACKS, 275);
}

static void cfq_takes_merged_writes_as_one(void **unused)
{
	struct bid_setup setup;
	char order[128];
	struct arm arm;

	(void)unused;
	example_setup(&setup, true);
	run_submitted(&cfq_policy, &setup, order, sizeof(order), &arm);
	assert_string_equal(order, "A1 A2 C1 B1 A3 A4 C2 A5 A6");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(noop_serves_in_order_of_arrival),
		cmocka_unit_test(noop_merges_the_contiguous_writes),
		cmocka_unit_test(deadline_serves_the_batches_of_the_source),
		cmocka_unit_test(deadline_serves_merged_writes_with_the_first_of_them),
		cmocka_unit_test(cfq_serves_the_rounds_of_the_source),
		cmocka_unit_test(cfq_takes_merged_writes_as_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
