/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Binary traces: byte order, merging, damage.
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
#include "trace/event.h"

#define US UINT64_C(1000)

/* A read: queued on one CPU, issued on the next, completed on a third with another pid. */
static void write_read(struct blktrace_writer *writer, uint64_t time_ns, uint32_t cpu,
		       uint64_t sector)
{
	struct blktrace_event event = {.time_ns = time_ns,
				       .cpu = cpu,
				       .action = 'Q',
				       .category = BLK_READ,
				       .sector = sector,
				       .sectors = 8,
				       .pid = 100 + cpu};

	blktrace_writer_event(writer, &event);
	event.action = 'D';
	event.time_ns += 10 * US;
	event.cpu = (cpu + 1) % 4;
	event.pid = 7;
	blktrace_writer_event(writer, &event);
	event.action = 'C';
	event.time_ns += 90 * US;
	event.cpu = (cpu + 2) % 4;
	event.pid = 0;
	blktrace_writer_event(writer, &event);
}

static void write_reads(struct blktrace_writer *writer, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		write_read(writer, 1000 * US + i * 200 * US, i % 4, i * 64);
}

static void files_are_merged_by_time_in_either_byte_order(void **state)
{
	(void)state;
	for (int big_endian = 0; big_endian < 2; big_endian++) {
		struct blktrace_writer writer = {.big_endian = big_endian};
		struct trace_run run;

		write_reads(&writer, 100);
		blktrace_writer_run(&writer, 0, NULL, &run);
		assert_int_equal(run.ended, 0);
		assert_int_equal(run.count, 100);
		for (uint32_t i = 0; i < 100; i++) {
			assert_int_equal(run.record[i].time_ns, i * 200 * US);
			assert_int_equal(run.record[i].lba, i * 64);
			assert_int_equal(run.record[i].process, 100 + i % 4);
			assert_int_equal(run.record[i].latency_ns, 100 * US);
			assert_int_equal(run.record[i].flags, BID_SYNC);
		}
		assert_int_equal(run.counts.unpaired, 0);
		assert_int_equal(run.counts.other, 100);
		trace_run_free(&run);
		blktrace_writer_free(&writer);
	}
}

static void a_missing_cpu_file_costs_only_its_events(void **state)
{
	struct blktrace_writer writer = {0};
	struct trace_run run;

	(void)state;
	write_reads(&writer, 100);
	/* CPU 2 queued a quarter of them and completed another quarter. */
	blktrace_writer_run(&writer, 1u << 2, NULL, &run);
	assert_int_equal(run.ended, 0);
	assert_int_equal(run.count, 75);
	assert_int_equal(run.counts.unpaired, 25);
	for (size_t i = 0; i < run.count; i++) {
		bool lost = run.record[i].process == 100;

		assert_int_equal(run.record[i].latency_ns, lost ? 0 : 100 * US);
	}
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

static void a_record_cut_off_at_the_end_is_counted(void **state)
{
	(void)state;
	for (size_t cut = 1; cut < 48; cut++) {
		struct blktrace_writer writer = {0};
		struct trace_run run;

		write_read(&writer, 5, 0, 8);
		write_read(&writer, 500 * US, 0, 800);
		writer.cpu[0].size -= cut;
		blktrace_writer_run(&writer, 0, NULL, &run);
		assert_int_equal(run.ended, 0);
		assert_int_equal(run.count, 1);
		assert_int_equal(run.counts.skipped_corrupt, 1);
		trace_run_free(&run);
		blktrace_writer_free(&writer);
	}
}

static void after_garbage_it_goes_on_at_the_next_record(void **state)
{
	static const char garbage[] = "\x07\x74\x61\x65 these are no records, with a magic within";
	struct blktrace_writer writer = {0};
	struct trace_run run;

	(void)state;
	write_read(&writer, 0, 0, 8);
	blktrace_writer_raw(&writer, 0, garbage, sizeof(garbage));
	write_read(&writer, 500 * US, 0, 800);
	blktrace_writer_run(&writer, 0, NULL, &run);
	assert_int_equal(run.ended, 0);
	assert_int_equal(run.count, 2);
	assert_int_equal(run.counts.skipped_corrupt, 1);
	assert_int_equal(run.record[1].latency_ns, 100 * US);
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

static void a_wrong_length_does_not_cost_the_records_behind_it(void **state)
{
	struct blktrace_writer writer = {0};
	struct trace_run run;

	(void)state;
	for (uint32_t i = 0; i < 40; i++) {
		struct blktrace_event event = {.time_ns = i,
					       .action = 'C',
					       .category = BLK_READ,
					       .sector = i * 8,
					       .sectors = 8};

		blktrace_writer_event(&writer, &event);
	}
	writer.cpu[0].bytes[10 * 48 + 46] = 200;
	blktrace_writer_run(&writer, 0, NULL, &run);
	assert_int_equal(run.ended, 0);
	assert_int_equal(run.count, 40);
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

static void garbage_without_a_record_after_it_is_an_error_with_its_place(void **state)
{
	struct blktrace_writer writer = {0};
	char garbage[200];
	struct trace_run run;

	(void)state;
	memset(garbage, 'g', sizeof(garbage));
	write_read(&writer, 0, 0, 8);
	blktrace_writer_raw(&writer, 0, garbage, sizeof(garbage));
	blktrace_writer_run(&writer, 0, NULL, &run);
	assert_int_equal(run.ended, -EINVAL);
	assert_string_equal(run.error,
			    "sda.blktrace.0: offset 48: wrong magic, and no record after it");
	/* What came before it was delivered. */
	assert_int_equal(run.count, 1);
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

static void wrong_magic_and_other_versions_are_refused(void **state)
{
	static const unsigned char version_6[48] = {0x06, 0x74, 0x61, 0x65};
	struct blktrace_writer writer = {0};
	struct memory_file files[2];
	struct trace_run run;

	(void)state;
	write_read(&writer, 0, 0, 8);
	files[0] = (struct memory_file){"a", writer.cpu[0].bytes, writer.cpu[0].size};
	files[1] = (struct memory_file){"b", "no trace at all", 15};
	trace_run_files(files, 2, NULL, &run);
	assert_int_equal(run.opened, -EINVAL);
	assert_string_equal(run.error, "b: offset 0: wrong magic 6e6f2074, not blktrace");
	files[1] = (struct memory_file){"b", version_6, sizeof(version_6)};
	trace_run_files(files, 2, NULL, &run);
	assert_int_equal(run.opened, -EINVAL);
	assert_non_null(strstr(run.error, "b: offset 0: a blktrace version"));
	blktrace_writer_free(&writer);
}

static void notifications_payloads_and_cgroups_are_passed_over(void **state)
{
	static const char comm[16] = "java";
	struct blktrace_event event = {.category = BLK_NOTIFY,
				       .action = '?',
				       .payload = comm,
				       .payload_bytes = sizeof(comm)};
	struct blktrace_writer writer = {0};
	struct trace_run run;

	(void)state;
	blktrace_writer_event(&writer, &event);
	event = (struct blktrace_event){.time_ns = 5,
					.action = 'Q',
					.category = BLK_WRITE,
					.sector = 8,
					.sectors = 8,
					.pid = 3,
					.cgroup = true};
	blktrace_writer_event(&writer, &event);
	event.action = 'C';
	event.time_ns = 9;
	blktrace_writer_event(&writer, &event);
	blktrace_writer_run(&writer, 0, NULL, &run);
	assert_int_equal(run.count, 1);
	assert_int_equal(run.record[0].process, 3);
	assert_int_equal(run.record[0].latency_ns, 4);
	assert_int_equal(run.counts.other, 1);
	trace_run_free(&run);
	blktrace_writer_free(&writer);
}

/* Events of one CPU, whose times are a permutation. */
static void run_completions(const uint64_t *time_ns, uint32_t count, struct trace_run *run)
{
	struct blktrace_writer writer = {0};

	for (uint32_t i = 0; i < count; i++)
		blktrace_writer_event(&writer, &(struct blktrace_event){.time_ns = time_ns[i],
									.action = 'C',
									.category = BLK_READ,
									.sector = time_ns[i] * 8,
									.sectors = 8});
	blktrace_writer_run(&writer, 0, NULL, run);
	blktrace_writer_free(&writer);
}

static void disorder_within_the_window_is_sorted(void **state)
{
	uint64_t time_ns[2 * TRACE_WINDOW];
	struct trace_run run;

	(void)state;
	for (uint32_t i = 0; i < 2 * TRACE_WINDOW; i++)
		time_ns[i] = i ^ 0xff;
	run_completions(time_ns, 2 * TRACE_WINDOW, &run);
	assert_int_equal(run.count, 2 * TRACE_WINDOW);
	assert_int_equal(run.counts.out_of_order, 0);
	for (size_t i = 0; i < run.count; i++)
		assert_int_equal(run.record[i].lba, i * 8);
	trace_run_free(&run);
}

static void worse_disorder_is_delivered_late_and_counted(void **state)
{
	uint64_t time_ns[2 * TRACE_WINDOW];
	struct trace_run run;

	(void)state;
	for (uint32_t i = 0; i < 2 * TRACE_WINDOW; i++)
		time_ns[i] = 1000 + i;
	time_ns[2 * TRACE_WINDOW - 1] = 1001;
	run_completions(time_ns, 2 * TRACE_WINDOW, &run);
	assert_int_equal(run.count, 2 * TRACE_WINDOW);
	assert_int_equal(run.counts.out_of_order, 1);
	for (size_t i = 1; i < run.count; i++)
		assert_true(run.record[i].time_ns >= run.record[i - 1].time_ns);
	trace_run_free(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_are_merged_by_time_in_either_byte_order),
		cmocka_unit_test(a_missing_cpu_file_costs_only_its_events),
		cmocka_unit_test(a_record_cut_off_at_the_end_is_counted),
		cmocka_unit_test(after_garbage_it_goes_on_at_the_next_record),
		cmocka_unit_test(a_wrong_length_does_not_cost_the_records_behind_it),
		cmocka_unit_test(garbage_without_a_record_after_it_is_an_error_with_its_place),
		cmocka_unit_test(wrong_magic_and_other_versions_are_refused),
		cmocka_unit_test(notifications_payloads_and_cgroups_are_passed_over),
		cmocka_unit_test(disorder_within_the_window_is_sorted),
		cmocka_unit_test(worse_disorder_is_delivered_late_and_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
