/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * How requests are made of block-layer events; as blkparse text, because it can be read.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <cmocka.h>

#include "bid/request.h"
#include "blktrace_writer.h"
#include "test_random.h"
#include "trace/event.h"

#define SECOND UINT64_C(1000000000)

static void one_completion_covers_the_requests_merged_into_it(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000000000 10 Q W 100 + 8 [a]\n"
		       "8,0 0 2 0.000000100 10 G W 100 + 8 [a]\n"
		       "8,0 0 3 0.000001000 11 Q W 108 + 8 [b]\n"
		       "8,0 0 4 0.000001100 11 M W 108 + 8 [b]\n"
		       "8,0 0 5 0.000002000 12 Q W 92 + 8 [c]\n"
		       "8,0 0 6 0.000002100 12 F W 92 + 8 [c]\n"
		       "8,0 0 7 0.000003000 10 D W 92 + 24 [a]\n"
		       "8,0 0 8 0.000010000 0 C W 92 + 24 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 3);
	assert_int_equal(run.record[0].latency_ns, 10000);
	assert_int_equal(run.record[1].latency_ns, 9000);
	assert_int_equal(run.record[2].latency_ns, 8000);
	assert_int_equal(run.record[2].process, 12);
	assert_int_equal(run.counts.other, 4);
	trace_run_free(&run);
}

static void a_request_split_is_served_when_its_last_part_is(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000000000 10 Q R 0 + 2048 [a]\n"
		       "8,0 0 2 0.000000100 10 X R 0 / 1024 [a]\n"
		       "8,0 0 3 0.000000200 10 D R 1024 + 1024 [a]\n"
		       "8,0 0 4 0.000000300 10 D R 0 + 1024 [a]\n"
		       "8,0 0 5 0.000005000 0 C R 1024 + 1024 [0]\n"
		       "8,0 0 6 0.000007000 0 C R 0 + 1024 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].sectors, 2048);
	assert_int_equal(run.record[0].latency_ns, 7000);
	trace_run_free(&run);
}

static void the_second_part_of_a_split_that_is_queued_again_is_no_request(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000000000 10 Q R 0 + 3072 [a]\n"
		       "8,0 0 2 0.000000100 10 X R 0 / 1024 [a]\n"
		       "8,0 0 3 0.000000200 10 Q R 1024 + 2048 [a]\n"
		       "8,0 0 4 0.000000300 10 X R 1024 / 2048 [a]\n"
		       "8,0 0 5 0.000000400 10 Q R 2048 + 1024 [a]\n"
		       "8,0 0 6 0.000007000 0 C R 0 + 3072 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].latency_ns, 7000);
	trace_run_free(&run);
}

static void binary_splits_name_their_second_part_in_the_payload(void **state)
{
	static const unsigned char second[8] = {0, 0, 0, 0, 0, 0, 4, 0};
	struct blktrace_event event = {
		.action = 'Q', .category = BLK_READ, .sectors = 2048, .pid = 10};
	struct blktrace_writer writer = {0};
	struct trace_run run;

	(void)state;
	blktrace_writer_event(&writer, &event);
	event = (struct blktrace_event){.time_ns = 1,
					.action = 'X',
					.category = BLK_READ,
					.sectors = 1024,
					.pid = 10,
					.payload = second,
					.payload_bytes = 8,
					.cgroup = true};
	blktrace_writer_event(&writer, &event);
	event = (struct blktrace_event){.time_ns = 2,
					.action = 'Q',
					.category = BLK_READ,
					.sector = 1024,
					.sectors = 1024,
					.pid = 10};
	blktrace_writer_event(&writer, &event);
	blktrace_writer_run(&writer, 0, NULL, &run);
	assert_int_equal(run.count, 1);
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

static void reads_and_writes_of_the_same_sectors_are_told_apart(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000000000 10 Q R 0 + 8 [a]\n"
		       "8,0 0 2 0.000001000 10 Q W 0 + 8 [a]\n"
		       "8,0 0 3 0.000003000 0 C W 0 + 8 [0]\n"
		       "8,0 0 4 0.000009000 0 C R 0 + 8 [0]\n",
		       NULL, &run);
	assert_int_equal(run.record[0].latency_ns, 9000);
	assert_int_equal(run.record[1].latency_ns, 2000);
	trace_run_free(&run);
}

static void a_second_request_for_a_sector_ends_the_wait_of_the_first(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000000000 10 Q W 0 + 64 [a]\n"
		       "8,0 0 2 1.000000000 10 Q W 8 + 8 [a]\n"
		       "8,0 0 3 1.000003000 0 C W 8 + 8 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.record[0].latency_ns, 0);
	assert_int_equal(run.record[1].latency_ns, 3000);
	assert_int_equal(run.counts.unpaired, 1);
	trace_run_free(&run);
}

static void arrivals_are_issues_where_nothing_was_queued(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000000000 10 D R 0 + 8 [a]\n"
		       "8,0 0 2 0.000001000 10 R R 0 + 8 [0]\n"
		       "8,0 0 3 0.000002000 10 D R 0 + 8 [a]\n"
		       "8,0 0 4 0.000003000 0 C R 0 + 8 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].latency_ns, 3000);
	trace_run_free(&run);
}

static void arrivals_are_completions_where_there_is_nothing_else(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000001000 0 C R 0 + 8 [0]\n8,0 0 2 0.000002000 0 C W 0 + 8 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.record[1].latency_ns, 0);
	assert_int_equal(run.counts.unpaired, 0);
	trace_run_free(&run);
}

static void partitions_are_taken_as_the_disk_that_serves_them(void **state)
{
	struct trace_run run;

	(void)state;
	/* As recent kernels do it in text traces: queued on 8,1 at the disk's sectors. */
	trace_run_text("8,1 0 1 0.000000000 10 Q R 2056 + 8 [a]\n"
		       "8,0 0 2 0.000001000 10 D R 2056 + 8 [a]\n"
		       "8,0 0 3 0.000003000 0 C R 2056 + 8 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].lba, 2056);
	trace_run_free(&run);
	/* As blktrace of a disk shows it: remapped, then queued on the disk. */
	trace_run_text("8,0 0 1 0.000000000 10 A R 2056 + 8 <- (8,1) 8\n"
		       "8,0 0 2 0.000000500 10 Q R 2056 + 8 [a]\n"
		       "8,0 0 3 0.000003000 0 C R 2056 + 8 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].latency_ns, 2500);
	trace_run_free(&run);
	/* Remapped only. */
	trace_run_text("8,1 0 1 0.000000000 10 Q R 8 + 8 [a]\n"
		       "8,0 0 2 0.000000500 10 A R 2056 + 8 <- (8,1) 8\n"
		       "8,0 0 3 0.000003000 0 C R 2056 + 8 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].lba, 2056);
	assert_int_equal(run.record[0].latency_ns, 2500);
	trace_run_free(&run);
}

static const char two_disks[] = "8,16 0 1 0.000000000 10 Q R 8 + 8 [a]\n"
				"8,0 0 2 0.000000500 10 Q R 2056 + 8 [a]\n"
				"8,16 0 3 0.000003000 0 C R 8 + 8 [0]\n"
				"8,0 0 4 0.000004000 0 C R 2056 + 8 [0]\n";

static void of_several_disks_the_first_that_serves_is_taken(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text(two_disks, NULL, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].lba, 8);
	assert_int_equal(run.counts.other, 2);
	trace_run_free(&run);
}

static void of_several_disks_the_one_asked_for_is_taken(void **state)
{
	static const struct trace_options sda = {.device = BLK_SDA};
	static const struct trace_options sdz = {.device = BLK_SDA | 400};
	struct trace_run run;

	(void)state;
	trace_run_text(two_disks, &sda, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].lba, 2056);
	trace_run_free(&run);
	trace_run_text(two_disks, &sdz, &run);
	assert_int_equal(run.count, 0);
	assert_int_equal(run.counts.other, 4);
	trace_run_free(&run);
}

static void flags_say_who_waits_and_what_is_a_barrier(void **state)
{
	static const struct {
		const char *letters;
		int op;
		int flags;
	} expected[] = {
		{"R", BID_READ, BID_SYNC},     {"RS", BID_READ, BID_SYNC},
		{"RA", BID_READ, BID_AHEAD},   {"RM", BID_READ, BID_SYNC},
		{"RSA", BID_READ, BID_AHEAD},  {"W", BID_WRITE, 0},
		{"WS", BID_WRITE, BID_SYNC},   {"WFS", BID_WRITE, BID_SYNC},
		{"WM", BID_WRITE, 0},          {"FW", BID_WRITE, BID_SYNC},
		{"FWFS", BID_WRITE, BID_SYNC}, {"WF", BID_WRITE, BID_SYNC},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		struct trace_run run;
		char line[80];

		snprintf(line, sizeof(line), "8,0 0 1 0.0 10 Q %s 8 + 8 [a]\n",
			 expected[i].letters);
		trace_run_text(line, NULL, &run);
		assert_int_equal(run.count, 1);
		assert_int_equal(run.record[0].op, expected[i].op);
		assert_int_equal(run.record[0].flags, expected[i].flags);
		trace_run_free(&run);
	}
}

static void a_flush_without_data_is_a_barrier_without_sectors(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000000000 10 Q FWS [a]\n"
		       "8,0 0 2 0.000002000 0 C FWS 0 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].sectors, 0);
	assert_true(run.record[0].flags & BID_BARRIER);
	assert_int_equal(run.record[0].latency_ns, 2000);
	assert_int_equal(run.counts.skipped_empty, 0);
	trace_run_free(&run);
}

static void a_binary_flush_is_a_barrier_and_a_fua_write_is_not(void **state)
{
	struct blktrace_event event = {
		.action = 'Q', .category = BLK_WRITE | BLK_FLUSH | BLK_SYNC, .sector = UINT64_MAX};
	struct blktrace_writer writer = {0};
	struct trace_run run;

	(void)state;
	blktrace_writer_event(&writer, &event);
	event.category = BLK_WRITE | BLK_FUA;
	event.sector = 8;
	event.sectors = 8;
	blktrace_writer_event(&writer, &event);
	blktrace_writer_run(&writer, 0, NULL, &run);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.record[0].sectors, 0);
	assert_int_equal(run.record[0].flags, BID_BARRIER | BID_SYNC);
	assert_int_equal(run.record[1].flags, BID_SYNC);
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

static void discards_and_commands_are_counted_as_other(void **state)
{
	static const uint32_t categories[] = {BLK_DISCARD | BLK_WRITE, BLK_PC | BLK_READ, 0};
	struct blktrace_writer writer = {0};
	struct trace_run run;

	(void)state;
	for (uint32_t i = 0; i < 3; i++)
		blktrace_writer_event(&writer, &(struct blktrace_event){.action = 'Q',
									.category = categories[i],
									.sector = 8,
									.sectors = 8});
	blktrace_writer_run(&writer, 0, NULL, &run);
	assert_int_equal(run.count, 0);
	assert_int_equal(run.counts.other, 3);
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

static void empty_requests_and_those_past_the_end_are_counted(void **state)
{
	static const struct trace_options small = {.device_sectors = 1000};
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000000000 10 Q R 0 + 0 [a]\n"
		       "8,0 0 2 0.000001000 10 Q R 999 + 8 [a]\n"
		       "8,0 0 3 0.000001000 10 Q R 18446744073709551615 + 8 [a]\n"
		       "8,0 0 4 0.000002000 10 Q R 992 + 8 [a]\n",
		       &small, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.counts.skipped_empty, 1);
	assert_int_equal(run.counts.skipped_past_end, 2);
	trace_run_free(&run);
}

static void a_lost_completion_holds_others_back_for_a_minute_at_most(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("8,0 0 1 0.000000000 10 Q R 0 + 8 [a]\n"
		       "8,0 0 2 1.000000000 10 Q R 8 + 8 [a]\n"
		       "8,0 0 3 1.500000000 10 C R 8 + 8 [0]\n"
		       "8,0 0 4 70.000000000 10 Q R 16 + 8 [a]\n"
		       "8,0 0 5 71.000000000 0 C R 0 + 8 [0]\n",
		       NULL, &run);
	assert_int_equal(run.count, 3);
	/* The completion of the first came too late to be believed. */
	assert_int_equal(run.record[0].latency_ns, 0);
	assert_int_equal(run.record[1].latency_ns, SECOND / 2);
	assert_int_equal(run.counts.unpaired, 2);
	trace_run_free(&run);
}

static void requests_without_completions_need_bounded_memory(void **state)
{
	struct blktrace_writer writer = {0};
	struct trace_run run;

	(void)state;
	for (uint32_t i = 0; i < 2 * TRACE_PENDING_MAX; i++)
		blktrace_writer_event(&writer, &(struct blktrace_event){.time_ns = i,
									.action = 'Q',
									.category = BLK_READ,
									.sector = i * UINT64_C(8),
									.sectors = 8});
	/* The oldest that still waits when all have been read. */
	blktrace_writer_event(&writer, &(struct blktrace_event){.time_ns = 2 * TRACE_PENDING_MAX,
								.action = 'C',
								.category = BLK_READ,
								.sector = 0,
								.sectors = 8});
	blktrace_writer_event(&writer,
			      &(struct blktrace_event){.time_ns = 2 * TRACE_PENDING_MAX,
						       .action = 'C',
						       .category = BLK_READ,
						       .sector = (TRACE_PENDING_MAX + 1) * 8,
						       .sectors = 8});
	blktrace_writer_run(&writer, 0, NULL, &run);
	assert_int_equal(run.count, 2 * TRACE_PENDING_MAX);
	assert_int_equal(run.counts.unpaired, 2 * TRACE_PENDING_MAX - 1);
	assert_int_equal(run.record[0].latency_ns, 0);
	assert_true(run.record[TRACE_PENDING_MAX + 1].latency_ns > 0);
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

/* A stretch of adjoining requests, merged and cut on its way at random. */
struct stretch {
	uint64_t first_sector;
	uint64_t begin_ns;
	uint32_t requests;
};

#define STRETCHES    60
#define REQUEST_EACH 16u

static void write_stretch(struct blktrace_writer *writer, struct test_random *random,
			  const struct stretch *stretch, uint32_t category)
{
	uint32_t left = stretch->requests * REQUEST_EACH;
	struct blktrace_event event = {.category = category, .sector = stretch->first_sector};

	for (uint32_t i = 0; i < stretch->requests; i++) {
		event.action = 'Q';
		event.time_ns = stretch->begin_ns + i;
		event.cpu = (uint32_t)test_random_below(random, 4);
		event.sectors = REQUEST_EACH;
		event.pid = 1 + i;
		blktrace_writer_event(writer, &event);
		event.sector += REQUEST_EACH;
	}
	event.sector = stretch->first_sector;
	while (left) {
		event.action = 'C';
		event.time_ns += 1000;
		event.cpu = (uint32_t)test_random_below(random, 4);
		event.pid = 0;
		event.sectors = 1 + (uint32_t)test_random_below(random, left);
		blktrace_writer_event(writer, &event);
		event.sector += event.sectors;
		left -= event.sectors;
	}
}

/* Per CPU the events of later stretches come later, as in a real trace. */
static void merged_and_cut(uint64_t seed)
{
	struct test_random random = {.state = seed};
	struct blktrace_writer writer = {.big_endian = seed % 2};
	uint32_t category = seed % 3 ? BLK_WRITE : BLK_READ;
	uint64_t sector = 0;
	uint64_t expected = 0;
	struct trace_run run;

	for (uint32_t i = 0; i < STRETCHES; i++) {
		struct stretch stretch = {.first_sector = sector,
					  .begin_ns = i * SECOND / 1000,
					  .requests = 1 + (uint32_t)test_random_below(&random, 20)};

		write_stretch(&writer, &random, &stretch, category);
		sector += stretch.requests * REQUEST_EACH + test_random_below(&random, 2) * 8;
		expected += stretch.requests;
	}
	blktrace_writer_run(&writer, 0, NULL, &run);
	if (run.count != expected || run.counts.unpaired)
		fail_msg("seed %llu: %zu requests", (unsigned long long)seed, run.count);
	for (size_t i = 0; i < run.count; i++) {
		assert_true(run.record[i].latency_ns >= 1000 - 20);
		assert_int_equal(run.record[i].sectors, REQUEST_EACH);
	}
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

static void however_requests_are_merged_and_cut_each_finds_its_completion(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 200; seed++)
		merged_and_cut(seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_completion_covers_the_requests_merged_into_it),
		cmocka_unit_test(a_request_split_is_served_when_its_last_part_is),
		cmocka_unit_test(the_second_part_of_a_split_that_is_queued_again_is_no_request),
		cmocka_unit_test(binary_splits_name_their_second_part_in_the_payload),
		cmocka_unit_test(reads_and_writes_of_the_same_sectors_are_told_apart),
		cmocka_unit_test(a_second_request_for_a_sector_ends_the_wait_of_the_first),
		cmocka_unit_test(arrivals_are_issues_where_nothing_was_queued),
		cmocka_unit_test(arrivals_are_completions_where_there_is_nothing_else),
		cmocka_unit_test(partitions_are_taken_as_the_disk_that_serves_them),
		cmocka_unit_test(of_several_disks_the_first_that_serves_is_taken),
		cmocka_unit_test(of_several_disks_the_one_asked_for_is_taken),
		cmocka_unit_test(flags_say_who_waits_and_what_is_a_barrier),
		cmocka_unit_test(a_flush_without_data_is_a_barrier_without_sectors),
		cmocka_unit_test(a_binary_flush_is_a_barrier_and_a_fua_write_is_not),
		cmocka_unit_test(discards_and_commands_are_counted_as_other),
		cmocka_unit_test(empty_requests_and_those_past_the_end_are_counted),
		cmocka_unit_test(a_lost_completion_holds_others_back_for_a_minute_at_most),
		cmocka_unit_test(requests_without_completions_need_bounded_memory),
		cmocka_unit_test(however_requests_are_merged_and_cut_each_finds_its_completion),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
