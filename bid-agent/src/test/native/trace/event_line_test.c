/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Lines of blkparse and of ftrace, and files of them.
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
#include "trace/event_line.h"
#include "trace_run.h"

static void blkparse_line_is_read(void **state)
{
	struct trace_event event;

	(void)state;
	assert_int_equal(trace_blkparse_line("  8,17   3        3     1.000002197   697  Q  WS "
					     "223490 + 8 [kjournald]",
					     &event),
			 TRACE_LINE_EVENT);
	assert_int_equal(event.device, 8u << 20 | 17);
	assert_int_equal(event.time_ns, 1000002197);
	assert_int_equal(event.process, 697);
	assert_int_equal(event.action, TRACE_QUEUE);
	assert_int_equal(event.traits, TRACE_WRITES | TRACE_SYNC);
	assert_int_equal(event.sector, 223490);
	assert_int_equal(event.sectors, 8);
}

static void blkparse_lines_of_no_interest_are_told_from_corrupt_ones(void **state)
{
	static const struct {
		const char *line;
		enum trace_line expected;
	} lines[] = {
		{"8,0 3 2 0.000001829 697 P N [kjournald]", TRACE_LINE_OTHER},
		{"8,0 3 2 0.000001829 697 UT N [kjournald] 1", TRACE_LINE_OTHER},
		{"8,0 3 2 0.000001829 0 m N cfq697 insert_request", TRACE_LINE_OTHER},
		{"8,0 3 2 0.000001829 697 D R 36 (12 01 00 00 24 00 ..) [hald]", TRACE_LINE_OTHER},
		{"8,0 3 2 0.000001829 697 C R (12 01 00 00 24 00 ..) [0]", TRACE_LINE_OTHER},
		{"8,0 3 2 0.000001829 697 Q R [x]", TRACE_LINE_OTHER},
		{"8,0 3 2 0.000001829 697 C R 8 + 8 (  123456) [0]", TRACE_LINE_EVENT},
		{"8,0 3 2 0.000001829 697 Q FWS [x]", TRACE_LINE_EVENT},
		{"8,0 3 2 0.000001829 697 X R 8 / 16 [x]", TRACE_LINE_EVENT},
		{"8,0 3 2 0.000001829 697 A R 8 + 8 <- (8,1) 0", TRACE_LINE_EVENT},
		{"8,0 3 2 0.0000018", TRACE_LINE_CORRUPT},
		{"8,0 3 2 0.000001829 697 Q", TRACE_LINE_CORRUPT},
		{"8,0 3 2 0.000001829 697 Q R 8 +", TRACE_LINE_CORRUPT},
		{"8,0 3 2 0.000001829 697 Q R 8 + x", TRACE_LINE_CORRUPT},
		{"8,0 3 2 0.000001829 697 Q R 8 8", TRACE_LINE_CORRUPT},
		{"8,0 3 2 99999999999999999999.0 697 Q R 8 + 8", TRACE_LINE_CORRUPT},
		{"5000,0 3 2 0.0 697 Q R 8 + 8", TRACE_LINE_CORRUPT},
		{"0.5,1,R,8,8", TRACE_LINE_CORRUPT},
		{"", TRACE_LINE_CORRUPT},
	};
	struct trace_event event;

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (trace_blkparse_line(lines[i].line, &event) != lines[i].expected)
			fail_msg("%s", lines[i].line);
	}
}

static void blkparse_summary_is_no_record(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("  8,0 3 1 0.000000000 697 Q W 8 + 8 [a]\n"
		       "8,0 3 2 0.0001\n"
		       "  8,0 3 3 0.000001000 0 C W 8 + 8 [0]\n"
		       "CPU3 (sda):\n"
		       " Reads Queued:           0,        0KiB\t Writes Queued:    1,   4KiB\n"
		       "\nTotal (sda):\n 1 2 3\nThroughput (R/W): 0KiB/s / 52KiB/s\n",
		       NULL, &run);
	assert_int_equal(run.ended, 0);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.counts.skipped_corrupt, 1);
	assert_int_equal(run.counts.other, 0);
	trace_run_free(&run);
}

static void ftrace_lines_are_read_as_old_and_new_kernels_write_them(void **state)
{
	static const struct {
		const char *line;
		int action;
		int traits;
		uint64_t process;
		uint64_t sector;
		uint64_t sectors;
	} lines[] = {
		{"       dd-1234    [001] d..1.  12.567890: block_bio_queue: 8,0 WS 2048 + 8 [dd]",
		 TRACE_QUEUE, TRACE_WRITES | TRACE_SYNC, 1234, 2048, 8},
		{"  kworker/0:1H-99 [000] ....  12.567890: block_rq_issue: 8,0 RA 4096 () 2048 + 8 "
		 "none,0,0 [kworker/0:1H]",
		 TRACE_ISSUE, TRACE_READS | TRACE_AHEAD, 99, 2048, 8},
		{" <idle>-0 [001] d.h1. 12.567890: block_rq_complete: 8,0 R () 2048 + 8 [0]",
		 TRACE_COMPLETE, TRACE_READS, 0, 2048, 8},
		{" a-b [1]: x-77 (  70) [001] .... 12.567890: block_bio_remap: 8,0 R 2056 + 8 <- "
		 "(8,1) 8",
		 TRACE_REMAP, TRACE_READS, 77, 2056, 8},
		{" a-7 [001] .... 12.567890: block_split: 8,0 R 0 / 1024 [a]", TRACE_SPLIT,
		 TRACE_READS, 7, 1024, 0},
		{" a-7 [001] .... 12.567890: block_rq_issue: 8,0 FF 0 () 18446744073709551615 + 0 "
		 "none,0,0 [a]",
		 TRACE_ISSUE, TRACE_FLUSH, 7, UINT64_MAX, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		struct trace_event event;

		if (trace_ftrace_line(lines[i].line, &event) != TRACE_LINE_EVENT)
			fail_msg("%s", lines[i].line);
		assert_int_equal(event.action, lines[i].action);
		assert_int_equal(event.traits, lines[i].traits);
		assert_true(event.process == lines[i].process);
		assert_true(event.sector == lines[i].sector);
		assert_true(event.sectors == lines[i].sectors);
		assert_int_equal(event.time_ns, 12567890000);
		assert_int_equal(event.device, 8u << 20);
	}
}

static void ftrace_lines_of_no_interest_are_told_from_corrupt_ones(void **state)
{
	static const struct {
		const char *line;
		enum trace_line expected;
	} lines[] = {
		{"CPU:1 [LOST 123 EVENTS]", TRACE_LINE_OTHER},
		{" a-7 [001] .... 12.5: sched_switch: prev_comm=a", TRACE_LINE_OTHER},
		{" a-7 [001] .... 12.5: block_plug: [a]", TRACE_LINE_OTHER},
		{" a-7 [001] .... 12.5: block_bio_queue: 8,0 W 20", TRACE_LINE_CORRUPT},
		{" a-7 [001] .... 12.5: block_rq_issue: 8,0 W 20 + 8", TRACE_LINE_CORRUPT},
		{" a-7 [001] .... 12.5: block_rq_issue: 8,0 W 4096 (", TRACE_LINE_CORRUPT},
		{" a-7 [001] .... x: block_bio_queue: 8,0 W 20 + 8", TRACE_LINE_CORRUPT},
		{": block_bio_queue: 8,0 W 20 + 8", TRACE_LINE_CORRUPT},
		{"12.5: block_bio_queue: 8,0 W 20 + 8", TRACE_LINE_CORRUPT},
	};
	struct trace_event event;

	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		if (trace_ftrace_line(lines[i].line, &event) != lines[i].expected)
			fail_msg("%s", lines[i].line);
	}
}

static void a_saved_trace_of_tracefs_is_a_trace(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("# tracer: nop\n#\n#           TASK-PID     CPU#  |||||  TIMESTAMP\n"
		       "CPU:1 [LOST 5 EVENTS]\n"
		       " dd-12 [001] d..1. 1.000000: block_bio_queue: 8,0 RA 2048 + 8 [dd]\n"
		       " dd-12 [001] d..1. 1.000010: block_rq_issue: 8,0 RA 4096 () 2048 + 8 [dd]\n"
		       " a-0 [001] d..1. 1.000100: block_rq_complete: 8,0 RA () 2048 + 8 [0]\n",
		       NULL, &run);
	assert_int_equal(run.opened, 0);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].latency_ns, 100000);
	assert_int_equal(run.record[0].process, 12);
	assert_int_equal(run.record[0].flags, BID_AHEAD);
	trace_run_free(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blkparse_line_is_read),
		cmocka_unit_test(blkparse_lines_of_no_interest_are_told_from_corrupt_ones),
		cmocka_unit_test(blkparse_summary_is_no_record),
		cmocka_unit_test(ftrace_lines_are_read_as_old_and_new_kernels_write_them),
		cmocka_unit_test(ftrace_lines_of_no_interest_are_told_from_corrupt_ones),
		cmocka_unit_test(a_saved_trace_of_tracefs_is_a_trace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
