/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: traces of real drives in a closed loop, through every scheduler. They are none of
 * ours: three drives were given 10,000 requests each, one at a time, by who published DiskSim
 * (data/disks). A closed loop has to give each request at the moment at which it was given, by what
 * had been served before; then no scheduler can do better than pass it on at once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device/description.h"
#include "device/device.h"
#include "bid/policies.h"
#include "device/failure.h"
#include "sim_fixture.h"
#include "tested_policies.h"

#define REQUESTS 10000u
/* How far the model's mean may be from the drive's. */
#define MEAN_PERCENT 6u

static const char *const drives[] = {"barracuda", "cheetah9LP", "atlas10k"};

struct measured {
	struct trace_record record[REQUESTS];
	uint64_t response_ns; /* of all together */
	uint64_t pause_ns;    /* likewise, between them */
};

static char *read_file(const char *drive, size_t *size)
{
	char message[512] = "";
	const struct failure failure = {message, sizeof(message)};
	char path[512];
	char *text;

	(void)snprintf(path, sizeof(path), TEST_DATA "/disks/%s.trace", drive);
	if (description_read_file(path, &text, size, &failure))
		fail_msg("%s", message);
	return text;
}

/* Each request by the drive's own times: it came a pause after the one before it was done. */
static struct measured *read_measured(const char *drive)
{
	struct measured *measured = calloc(1, sizeof(*measured));
	size_t size;
	char *text = read_file(drive, &size);
	char *line = strtok(text, "\n");
	uint64_t now_ns = 0;

	assert_non_null(measured);
	for (size_t i = 0; i < REQUESTS; i++, line = strtok(NULL, "\n")) {
		unsigned long long lba, sectors;
		double response_us, pause_us;
		char op, hit[8];

		assert_non_null(line);
		assert_int_equal(sscanf(line, "%c %7s %llu %llu %lf %lf", &op, hit, &lba, &sectors,
					&response_us, &pause_us),
				 6);
		measured->record[i] =
			(struct trace_record){.time_ns = now_ns,
					      .latency_ns = (uint64_t)(response_us * 1e3),
					      .process = 1,
					      .lba = lba,
					      .sectors = sectors,
					      .op = op == 'R' ? BID_READ : BID_WRITE,
					      .flags = BID_SYNC};
		measured->response_ns += measured->record[i].latency_ns;
		/* Nobody waits for anything after the last. */
		if (i + 1 < REQUESTS)
			measured->pause_ns += (uint64_t)(pause_us * 1e3);
		now_ns += measured->record[i].latency_ns + (uint64_t)(pause_us * 1e3);
	}
	free(text);
	return measured;
}

/* Serves all of it, and returns how long requests took together. */
static uint64_t replay(const char *drive, const struct bid_policy *policy,
		       const struct measured *measured)
{
	struct sim_setup setup = {
		.policy = policy, .loop = SIM_CLOSED_LOOP, .outstanding = 256, .processes_max = 4};
	char message[512] = "";
	char path[512];
	struct sim_result *result;
	uint64_t took_ns;

	(void)snprintf(path, sizeof(path), TEST_DATA "/disks/%s.model", drive);
	if (device_open(path, NULL, &setup.device[BID_TIER_HDD], message, sizeof(message)))
		fail_msg("%s", message);
	result = fixture_run(&setup, measured->record, REQUESTS, NULL);
	assert_int_equal(result->requests, REQUESTS);
	assert_int_equal(result->skipped, 0);
	assert_int_equal(result->window_waits, 0);
	took_ns = result->last_completion_ns - result->first_arrival_ns;
	sim_result_free(result);
	fixture_close(&setup);
	return took_ns;
}

/* As published a queue is staged for a while even if it is the only one. */
static bool is_published(const struct bid_policy *policy)
{
	return policy == &bid_published_policy || policy == &bid_published_hybrid_policy;
}

static void a_scheduler_takes_as_long_as_the_drive_did(const char *drive,
						       const struct bid_policy *policy,
						       const struct measured *measured)
{
	uint64_t response_ns = measured->response_ns;
	uint64_t took_ns = replay(drive, policy, measured) - measured->pause_ns;
	uint64_t staged_ns = is_published(policy) ? REQUESTS * 6 * FIXTURE_MS : 0;

	print_message("%s, %s: %.1f s, measured %.1f s\n", drive, policy->name,
		      (double)took_ns / 1e9, (double)response_ns / 1e9);
	assert_in_range(took_ns, staged_ns + response_ns / 100 * (100 - MEAN_PERCENT),
			staged_ns + response_ns / 100 * (100 + MEAN_PERCENT));
}

static void each_scheduler_takes_as_long_as_the_drive_did(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(drives) / sizeof(drives[0]); i++) {
		struct measured *measured = read_measured(drives[i]);

		for (size_t p = 0; p < policies_under_test_count; p++)
			a_scheduler_takes_as_long_as_the_drive_did(
				drives[i], policies_under_test[p], measured);
		free(measured);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_scheduler_takes_as_long_as_the_drive_did),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
