/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A reader beside writers that are waited for, on a drive with a queue and a write cache: the drive
 * takes such writes faster than it writes them, and does not come to the read while it has them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bid/policies.h"
#include "device/device.h"
#include "sim_fixture.h"

#define WRITERS     6u
#define WINDOWS     30u
#define READS       64u
#define WINDOW_RUNS 8u /* of 512 KiB: 4 MiB are written back at a time */
#define RECORDS     (WRITERS * WINDOWS * WINDOW_RUNS + READS)
#define FAR         (UINT64_C(1) << 31)
#define READER_MS   500u /* when the reader comes, while the writers are under way */

struct load {
	struct trace_record records[RECORDS];
	size_t count;
};

static void add(struct load *load, const struct trace_record *record)
{
	load->records[load->count++] = *record;
}

/* All the requests of a window at once; the next window when the last of them is done. */
static void add_window(struct load *load, uint64_t writer, uint64_t window)
{
	for (uint64_t run = 0; run < WINDOW_RUNS; run++)
		add(load, &(struct trace_record){.time_ns = window * FIXTURE_MS,
						 .process = writer,
						 .latency_ns = FIXTURE_MS,
						 .op = BID_WRITE,
						 .flags = BID_SYNC,
						 .lba = (writer + 1) * FAR +
							(window * WINDOW_RUNS + run) *
								BID_REQUEST_MAX_SECTORS,
						 .sectors = BID_REQUEST_MAX_SECTORS});
}

static void add_reader(struct load *load, uint64_t process)
{
	for (uint64_t i = 0; i < READS; i++)
		add(load, &(struct trace_record){.time_ns = (READER_MS + i) * FIXTURE_MS,
						 .process = process,
						 .latency_ns = FIXTURE_MS,
						 .op = BID_READ,
						 .flags = BID_SYNC,
						 .lba = i * BID_REQUEST_MAX_SECTORS,
						 .sectors = BID_REQUEST_MAX_SECTORS});
}

/* When the process was done with its last request. */
static uint64_t done_ns(const struct finish_log *log, uint64_t process)
{
	uint64_t ns = 0;

	for (size_t i = 0; i < log->count; i++) {
		if (log->entry[i].stream == process)
			ns = log->entry[i].finished_ns;
	}
	return ns;
}

static void a_reader_gets_on_beside_writers_who_wait(void **state)
{
	static const struct device_options options = {
		.ncq_depth = 32, .write_cache = -1, .read_ahead = -1};
	static struct load load;
	static struct finish_log log;
	struct sim_setup setup = fixture_setup(&bid_hdd_policy, SIM_CLOSED_LOOP);
	uint64_t writers_ns = 0;
	uint64_t reader_ns;
	char error[128];

	(void)state;
	fixture_close(&setup);
	assert_int_equal(
		device_open("hdd-16t", &options, &setup.device[BID_TIER_HDD], error, sizeof(error)),
		0);
	for (uint64_t window = 0; window < WINDOWS; window++) {
		for (uint64_t writer = 1; writer <= WRITERS; writer++)
			add_window(&load, writer, window);
	}
	add_reader(&load, WRITERS + 1);
	sim_result_free(fixture_run(&setup, load.records, load.count, &log));
	fixture_close(&setup);
	for (uint64_t writer = 1; writer <= WRITERS; writer++) {
		if (done_ns(&log, writer) > writers_ns)
			writers_ns = done_ns(&log, writer);
	}
	reader_ns = done_ns(&log, WRITERS + 1);
	print_message("32 MiB read after %u ms, %u MiB written after %u ms\n",
		      (unsigned)(reader_ns / FIXTURE_MS), WRITERS * WINDOWS * 4,
		      (unsigned)(writers_ns / FIXTURE_MS));
	assert_true(reader_ns < writers_ns);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reader_gets_on_beside_writers_who_wait),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
