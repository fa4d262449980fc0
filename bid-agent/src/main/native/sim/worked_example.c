/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Drives policies by hand, without the simulator: the example is about a moment at which requests
 * of different ages wait, and the ages do not follow the order of arrival.
 */
#include "sim/worked_example.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bid/policies.h"
#include "policies/rivals.h"

enum {
	REQUESTS = 12,
	PROCESSES = 3,
	TRACK_SECTORS = 100,
	TRACKS = 100,
	THRESHOLD_SECTORS = 16,
};
/* The moment k; what every request takes on the disk: the example holds for more than 6.25 ms. */
static const uint64_t K_NS = 10000000000u;
static const uint64_t SERVICE_NS = 7000000;
static const uint64_t MS = 1000000;
/* By enum bid_op, when none is left: what both policies with deadlines have by default. */
static const int64_t EXPIRE_MS[2] = {500, 5000};

struct example_request {
	const char *name;
	uint64_t lba;
	uint32_t sectors;
	enum bid_op op[2]; /* in the cases hdd and hybrid */
	int left_ms;       /* to its expiry at k */
};

static const struct example_request example[REQUESTS] = {
	{"B1", 7125, 40, {BID_WRITE, BID_WRITE}, -5}, {"A1", 305, 24, {BID_READ, BID_READ}, -4},
	{"A2", 340, 24, {BID_READ, BID_READ}, -3},    {"A3", 370, 24, {BID_READ, BID_READ}, -2},
	{"C1", 1600, 4, {BID_READ, BID_WRITE}, -1},   {"B2", 7165, 40, {BID_WRITE, BID_WRITE}, 50},
	{"B3", 7205, 40, {BID_WRITE, BID_WRITE}, 53}, {"A4", 410, 24, {BID_READ, BID_READ}, 60},
	{"A5", 440, 24, {BID_READ, BID_READ}, 65},    {"A6", 470, 24, {BID_READ, BID_READ}, 100},
	{"C2", 1670, 4, {BID_READ, BID_WRITE}, 105},  {"B4", 7245, 40, {BID_WRITE, BID_WRITE}, 110},
};

struct example_run {
	const struct bid_policy *policy;
	bool hybrid;
	struct bid_setup setup;
	void *state;
	struct bid_request request[REQUESTS];
	uint64_t now_ns;
	int finished;
	char order[512];
	char tracks[512];
	bool moved; /* the arm is somewhere */
	uint64_t track;
	uint64_t movements;
	uint64_t distance;
	uint64_t write_sectors[PROCESSES];
	uint64_t write_runs[PROCESSES];
	bool on_ssd[PROCESSES];
};

static void append(char *text, size_t size, const char *more)
{
	size_t used = strlen(text);

	snprintf(text + used, size - used, "%s", more);
}

static int process_of(const struct bid_request *request)
{
	return (int)request->stream;
}

static void insert_all(struct example_run *run)
{
	for (int i = 0; i < REQUESTS; i++) {
		const struct example_request *from = &example[i];
		enum bid_op op = from->op[run->hybrid];
		int64_t age_ms = EXPIRE_MS[op] - from->left_ms;

		run->request[i] = (struct bid_request){
			.stream = (uint64_t)(from->name[0] - 'A'),
			.lba = from->lba,
			.sectors = from->sectors,
			.arrival_ns = K_NS - (uint64_t)age_ms * MS,
			.op = (uint8_t)op,
			.flags = op == BID_READ ? BID_SYNC : 0,
		};
		bid_request_init(&run->request[i]);
		run->policy->insert(run->state, &run->request[i], K_NS);
	}
}

static void visit_tracks(struct example_run *run, const struct bid_request *head)
{
	uint64_t last = (bid_run_end(head) - 1) / TRACK_SECTORS;

	for (uint64_t track = head->run_lba / TRACK_SECTORS; track <= last; track++) {
		char text[32];

		snprintf(text, sizeof(text), "%s%" PRIu64, run->tracks[0] ? " " : "", track);
		append(run->tracks, sizeof(run->tracks), text);
		if (run->moved && track != run->track) {
			run->movements++;
			run->distance +=
				track > run->track ? track - run->track : run->track - track;
		}
		run->track = track;
		run->moved = true;
	}
}

static void note_run(struct example_run *run, enum bid_tier tier, const struct bid_request *head)
{
	int process = process_of(head);

	for (const struct bid_request *member = head; member; member = member->merged) {
		const struct bid_request *whole = member->owner ? member->owner : member;

		append(run->order, sizeof(run->order),
		       member != head  ? "+"
		       : run->order[0] ? " "
				       : "");
		append(run->order, sizeof(run->order), example[whole - run->request].name);
		run->finished += !(member->flags & BID_INNER);
	}
	if (tier == BID_TIER_SSD)
		append(run->order, sizeof(run->order), "@ssd");
	else
		visit_tracks(run, head);
	if (head->op != BID_WRITE)
		return;
	run->write_sectors[process] += head->run_sectors;
	run->write_runs[process]++;
	run->on_ssd[process] = run->on_ssd[process] || tier == BID_TIER_SSD;
}

/* Serves one run, on the SSD at once. Returns whether there was one. */
static bool serve_one(struct example_run *run, enum bid_tier tier)
{
	struct bid_request *head = run->policy->dispatch(run->state, tier, run->now_ns);

	if (!head)
		return false;
	head->tier = (uint8_t)tier;
	note_run(run, tier, head);
	run->now_ns += tier == BID_TIER_HDD ? SERVICE_NS : 0;
	if (run->policy->completed)
		run->policy->completed(run->state, head, run->now_ns);
	return true;
}

static int serve_all(struct example_run *run)
{
	run->now_ns = K_NS;
	for (;;) {
		uint64_t timer;

		while (run->policy->take_finished && run->policy->take_finished(run->state))
			run->finished++;
		if (run->finished == REQUESTS)
			return 0;
		if ((run->hybrid && serve_one(run, BID_TIER_SSD)) || serve_one(run, BID_TIER_HDD))
			continue;
		timer = run->policy->next_timer_ns
				? run->policy->next_timer_ns(run->state, run->now_ns)
				: BID_NEVER;
		if (timer == BID_NEVER)
			return -EPROTO;
		run->now_ns = timer;
	}
}

static void print_packing(FILE *out, const struct example_run *run)
{
	for (int i = 0; i < PROCESSES; i++) {
		if (run->write_runs[i])
			fprintf(out, "\t%.3f",
				(double)run->write_sectors[i] / (double)run->write_runs[i]);
		else
			fputs("\t-", out);
	}
}

static void print_ssd(FILE *out, const struct example_run *run)
{
	bool any = false;

	fputc('\t', out);
	for (int i = 0; i < PROCESSES; i++) {
		if (!run->on_ssd[i])
			continue;
		fprintf(out, "%s%c", any ? "," : "", 'A' + i);
		any = true;
	}
	fputs(any ? "\n" : "-\n", out);
}

static void print_run(FILE *out, const struct example_run *run)
{
	fprintf(out, "example\t%s\t%s\t%s\t%s\t%s", run->policy->name,
		bid_settings_merge(&run->setup.settings) ? "on" : "off",
		run->hybrid ? "hybrid" : "hdd", run->order, run->tracks);
	fprintf(out, "\t%" PRIu64 "\t%" PRIu64 "\t%.3f\t%.2f", run->movements, run->distance,
		run->movements ? (double)run->distance / (double)run->movements : 0,
		(double)run->distance / TRACKS);
	print_packing(out, run);
	print_ssd(out, run);
}

static void set_up(struct example_run *run, const struct bid_policy *policy, bool hybrid,
		   bool merge)
{
	*run = (struct example_run){.policy = policy, .hybrid = hybrid};
	bid_settings_set(&run->setup.settings, "merge", merge);
	bid_settings_set(&run->setup.settings, "cfq-quantum", 2);
	bid_settings_set(&run->setup.settings, "packing-threshold", THRESHOLD_SECTORS);
	run->setup.max_outstanding = 256;
	run->setup.max_streams = 16;
	run->setup.device[BID_TIER_HDD] = (struct bid_device_profile){
		.sectors = TRACKS * TRACK_SECTORS,
		.positioning_ns = SERVICE_NS,
		.bytes_per_second = 80000000,
		.depth = 1,
		.rotational = true,
	};
	if (hybrid)
		run->setup.device[BID_TIER_SSD] = (struct bid_device_profile){
			.sectors = TRACKS * TRACK_SECTORS,
			.positioning_ns = 25000,
			.bytes_per_second = 160000000,
			.depth = 1,
		};
}

static int run_example(FILE *out, const struct bid_policy *policy, bool hybrid, bool merge)
{
	struct example_run run;
	int result;

	set_up(&run, policy, hybrid, merge);
	run.state = calloc(1, policy->state_bytes(&run.setup));
	if (!run.state)
		return -ENOMEM;
	result = policy->init(run.state, &run.setup);
	if (result == 0) {
		insert_all(&run);
		result = serve_all(&run);
	}
	if (result == 0)
		print_run(out, &run);
	free(run.state);
	return result;
}

int sim_worked_example_print(FILE *out)
{
	const struct bid_policy *const policies[] = {&noop_policy, &deadline_policy, &cfq_policy,
						     &bid_published_policy,
						     &bid_published_hybrid_policy};

	fputs("header\tcontender\tmerge\tcase\torder\ttracks\tarm_movements\tarm_distance_tracks\t"
	      "arm_mean_distance_tracks\tseek_sweeps\tpacking_a\tpacking_b\tpacking_c\tssd\n",
	      out);
	for (int merge = 0; merge <= 1; merge++) {
		for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++) {
			bool hybrid = policies[i] == &bid_published_hybrid_policy;
			int result = run_example(out, policies[i], hybrid, merge);

			if (result < 0)
				return result;
		}
	}
	return 0;
}
