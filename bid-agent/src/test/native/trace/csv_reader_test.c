/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Traces as CSV, as trace/csv_writer.h describes them.
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
#include "trace_run.h"

static void header_names_columns_in_any_order(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("Sectors,LBA,junk,rw,pid,time_us,latency_us,class,flags\n"
		       "8,100,x,Write,42,1000,250,log,sync\n"
		       "16,200,\"a,b\",r,43,1500.5,,,\n",
		       NULL, &run);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.record[0].sectors, 8);
	assert_int_equal(run.record[0].lba, 100);
	assert_int_equal(run.record[0].op, BID_WRITE);
	assert_int_equal(run.record[0].process, 42);
	assert_int_equal(run.record[0].latency_ns, 250000);
	assert_int_equal(run.record[0].service_class, BID_LOG);
	assert_int_equal(run.record[0].flags, BID_SYNC);
	assert_int_equal(run.record[1].time_ns, 500500);
	assert_int_equal(run.record[1].flags, BID_SYNC);
	assert_int_equal(run.record[1].latency_ns, 0);
	trace_run_free(&run);
}

static void without_header_the_columns_are_the_five(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("0.5,7,R,1000,8\n0.500000001,8,W,2000,16\n", NULL, &run);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.record[0].process, 7);
	assert_int_equal(run.record[0].time_ns, 0);
	assert_int_equal(run.record[1].time_ns, 1);
	assert_int_equal(run.record[1].lba, 2000);
	trace_run_free(&run);
}

static void worked_example_reads_with_its_header_in_a_comment(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("# order,request,process,lba,sectors,op_hdd,op_hybrid,expiry  (ms)\n"
		       "1,B1,B,7125,40,W,W,-1\n2,A1,A,305,24,R,R,-2\n5,C1,C,1600,4,R,W,-5\n"
		       "6,B2,B,7165,40,W,W,50\n",
		       NULL, &run);
	assert_int_equal(run.count, 4);
	assert_int_equal(run.record[0].process, 1);
	assert_int_equal(run.record[1].process, 2);
	assert_int_equal(run.record[2].process, 3);
	assert_int_equal(run.record[3].process, 1);
	assert_int_equal(run.record[2].op, BID_READ);
	assert_int_equal(run.record[3].time_ns, 0);
	assert_int_equal(run.record[3].lba, 7165);
	trace_run_free(&run);
}

static void header_in_a_comment_lets_records_begin_with_a_name(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("# process,lba,sectors,op\nmapper,8,8,R\nreducer,16,8,W\n", NULL, &run);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.record[1].process, 2);
	trace_run_free(&run);
}

static void numbers_among_names_are_names(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("process,lba,sectors,op\na,8,8,R\n1,8,8,R\na,8,8,R\n", NULL, &run);
	assert_int_equal(run.record[0].process, 1);
	assert_int_equal(run.record[1].process, 2);
	assert_int_equal(run.record[2].process, 1);
	trace_run_free(&run);
}

static void names_among_numbers_are_none_of_the_numbers(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("process,lba,sectors,op\n1,8,8,R\na,8,8,R\n", NULL, &run);
	assert_int_equal(run.record[0].process, 1);
	assert_true(run.record[1].process >> 63);
	trace_run_free(&run);
}

static void bytes_are_widened_to_whole_sectors(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("offset_bytes,size_bytes,op\n1000,100,R\n0,512,R\n511,2,R\n", NULL, &run);
	assert_int_equal(run.count, 3);
	assert_int_equal(run.record[0].lba, 1);
	assert_int_equal(run.record[0].sectors, 2);
	assert_int_equal(run.record[1].sectors, 1);
	assert_int_equal(run.record[2].lba, 0);
	assert_int_equal(run.record[2].sectors, 2);
	trace_run_free(&run);
}

static void flags_say_who_waits(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("op,lba,sectors,flags\nR,0,8,\nR,8,8,ahead\nR,8,8,async\nW,8,8,\n"
		       "W,8,8,sync|barrier\nW,0,0,flush\n",
		       NULL, &run);
	assert_int_equal(run.count, 6);
	assert_int_equal(run.record[0].flags, BID_SYNC);
	assert_int_equal(run.record[1].flags, BID_AHEAD);
	assert_int_equal(run.record[2].flags, 0);
	assert_int_equal(run.record[3].flags, 0);
	assert_int_equal(run.record[4].flags, BID_SYNC | BID_BARRIER);
	assert_int_equal(run.record[5].flags, BID_BARRIER);
	assert_int_equal(run.record[5].sectors, 0);
	trace_run_free(&run);
}

static void announcements_are_no_requests(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("0,1,AR,0,262144\n0,1,R,0,1024\n0,2,aw,8,8\n", NULL, &run);
	assert_int_equal(run.record[0].kind, TRACE_ANNOUNCEMENT);
	assert_int_equal(run.record[0].flags, 0);
	assert_int_equal(run.record[1].kind, TRACE_REQUEST);
	assert_int_equal(run.record[2].kind, TRACE_ANNOUNCEMENT);
	assert_int_equal(run.record[2].op, BID_WRITE);
	trace_run_free(&run);
}

static void carriage_returns_marks_and_blanks_do_not_matter(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("\xEF\xBB\xBFtime_ms , op ,lba,\"sectors\"\r\n\r\n 1 , R , 8 , \"16\" \r\n"
		       "2,W,9,1",
		       NULL, &run);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.record[0].sectors, 16);
	assert_int_equal(run.record[1].time_ns, 1000000);
	trace_run_free(&run);
}

static void records_that_make_no_sense_are_counted_once_each(void **state)
{
	static const struct trace_options small = {.device_sectors = 1000};
	struct trace_run run;

	(void)state;
	trace_run_text("0,1,R,0,8\n"
		       "0,1,R,0,0\n"                       /* empty */
		       "0,1,R,993,8\n"                     /* past the end */
		       "0,1,R,18446744073709551615,8\n"    /* past any end */
		       "0,1,R,99999999999999999999,8\n"    /* no 64-bit number */
		       "0,1,X,0,8\n0,,R,0,8\n-1,1,R,0,8\n" /* bad op, process, time */
		       "0,1,R\n0,1,R,\"0,8\n"              /* cut off; open quote */
		       "0,1,R,992,8\n",
		       &small, &run);
	assert_int_equal(run.ended, 0);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.counts.records, 2);
	assert_int_equal(run.counts.skipped_empty, 1);
	assert_int_equal(run.counts.skipped_past_end, 2);
	assert_int_equal(run.counts.skipped_corrupt, 6);
	trace_run_free(&run);
}

static void time_never_goes_back(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("5,1,R,0,8\n6,1,R,0,8\n5.5,1,R,0,8\n4,1,R,0,8\n7,1,R,0,8\n", NULL, &run);
	assert_int_equal(run.count, 5);
	assert_int_equal(run.counts.out_of_order, 2);
	assert_int_equal(run.record[2].time_ns, 1000000000);
	assert_int_equal(run.record[3].time_ns, 1000000000);
	assert_int_equal(run.record[4].time_ns, 2000000000);
	trace_run_free(&run);
}

static void times_are_exact_and_may_have_exponents(void **state)
{
	struct trace_run run;

	(void)state;
	trace_run_text("0,1,R,0,8\n1e-05,1,R,0,8\n1700000000.123456789,1,R,0,8\n", NULL, &run);
	assert_int_equal(run.record[1].time_ns, 10000);
	assert_true(run.record[2].time_ns == UINT64_C(1700000000123456789));
	trace_run_free(&run);
}

static void a_line_too_long_is_skipped(void **state)
{
	size_t length = 300000;
	char *text = malloc(length + 64);
	struct trace_run run;

	(void)state;
	assert_non_null(text);
	memset(text, 'x', length);
	memcpy(text, "0,1,R,0,8\n", 10);
	memcpy(text + length, "\n1,1,R,8,8\n", 12);
	trace_run_text(text, NULL, &run);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.counts.skipped_corrupt, 1);
	trace_run_free(&run);
	free(text);
}

static void refused(const char *text, const char *reason)
{
	struct trace_run run;

	trace_run_text(text, NULL, &run);
	assert_true(run.opened < 0 || run.ended < 0);
	if (!strstr(run.error, reason))
		fail_msg("\"%s\" does not say \"%s\"", run.error, reason);
	assert_null(strchr(run.error, '\n'));
	trace_run_free(&run);
}

static void what_is_no_trace_is_refused_in_one_line(void **state)
{
	(void)state;
	refused("", "text: the file is empty");
	refused("root:x:0:0:root:/root:/bin/bash\n", "text:1: no column lba");
	refused("lba,op\n1,R\n", "text:1: no column sectors");
	refused("# remark\nlba,sectors\n1,8\n", "text:2: no column op");
	refused("op,lba,sectors\nQ,1,8\nZ,1,8\n", "text:2: bad op");
	refused("\x7f"
		"ELF\x02\x01\x01",
		"not a trace");
	refused("\xff\xd8\xff\xe0\x01\x10JFIF", "not a trace");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(header_names_columns_in_any_order),
		cmocka_unit_test(without_header_the_columns_are_the_five),
		cmocka_unit_test(worked_example_reads_with_its_header_in_a_comment),
		cmocka_unit_test(header_in_a_comment_lets_records_begin_with_a_name),
		cmocka_unit_test(numbers_among_names_are_names),
		cmocka_unit_test(names_among_numbers_are_none_of_the_numbers),
		cmocka_unit_test(bytes_are_widened_to_whole_sectors),
		cmocka_unit_test(flags_say_who_waits),
		cmocka_unit_test(announcements_are_no_requests),
		cmocka_unit_test(carriage_returns_marks_and_blanks_do_not_matter),
		cmocka_unit_test(records_that_make_no_sense_are_counted_once_each),
		cmocka_unit_test(time_never_goes_back),
		cmocka_unit_test(times_are_exact_and_may_have_exponents),
		cmocka_unit_test(a_line_too_long_is_skipped),
		cmocka_unit_test(what_is_no_trace_is_refused_in_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
