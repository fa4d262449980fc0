/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What every generated workload keeps to: repeatable, in order of time, on the disk, announced.
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "bid/request.h"
#include "workload/statistics.h"
#include "workload/workload.h"

#define DISK_SECTORS       UINT64_C(488397168) /* 250 GB */
#define SMALL_DISK_SECTORS (UINT64_C(16) << 21)
/* Sectors, and processes: requests of intermediate data and small files, never announced. */
#define SMALL_REQUEST_MAX 128u
#define TASK_PROCESS      1000u

static struct trace_source *open_workload(const char *name, uint64_t seed, double scale,
					  uint64_t device_sectors)
{
	const struct workload_options options = {seed, device_sectors, scale};
	struct trace_source *source = NULL;
	char error[256] = "";

	if (workload_open(name, &options, &source, error, sizeof(error)) != 0)
		fail_msg("%s", error);
	return source;
}

static bool same_record(const struct trace_record *a, const struct trace_record *b)
{
	return a->time_ns == b->time_ns && a->process == b->process && a->lba == b->lba &&
	       a->sectors == b->sectors && a->kind == b->kind && a->op == b->op &&
	       a->flags == b->flags && a->service_class == b->service_class;
}

/* Records that differ, or that only one of the two has. */
static uint64_t count_differences(const char *name, uint64_t seed_a, uint64_t seed_b)
{
	struct trace_source *a = open_workload(name, seed_a, 0.2, DISK_SECTORS);
	struct trace_source *b = open_workload(name, seed_b, 0.2, DISK_SECTORS);
	struct trace_record record_a;
	struct trace_record record_b;
	uint64_t differences = 0;
	int more_a;
	int more_b;

	do {
		more_a = a->next(a, &record_a);
		more_b = b->next(b, &record_b);
		differences += more_a != more_b || (more_a && !same_record(&record_a, &record_b));
	} while (more_a && more_b);
	a->close(a);
	b->close(b);
	return differences;
}

static void the_same_seed_gives_the_same_records(void **state)
{
	(void)state;
	for (size_t i = 0; i < workload_count; i++)
		assert_int_equal(count_differences(workload_list[i].name, 7, 7), 0);
}

static void another_seed_gives_other_records(void **state)
{
	(void)state;
	for (size_t i = 0; i < workload_count; i++)
		assert_true(count_differences(workload_list[i].name, 7, 8) > 100);
}

static void check_records(const char *name, uint64_t device_sectors, double scale)
{
	struct trace_source *source = open_workload(name, 3, scale, device_sectors);
	struct trace_record record;
	uint64_t last_ns = 0;
	uint64_t count = 0;

	while (source->next(source, &record) == 1) {
		assert_true(count > 0 || record.time_ns == 0);
		assert_true(record.time_ns >= last_ns);
		assert_true(record.sectors > 0);
		assert_true(record.lba % 8 == 0 && record.sectors % 8 == 0);
		assert_true(record.lba + record.sectors <= device_sectors);
		if (record.kind == TRACE_REQUEST)
			assert_true(record.sectors <= BID_REQUEST_MAX_SECTORS);
		last_ns = record.time_ns;
		count++;
	}
	assert_int_equal(source->counts.records, count);
	assert_int_equal(source->next(source, &record), 0);
	source->close(source);
}

static void times_never_go_back_and_nothing_lies_past_the_device(void **state)
{
	(void)state;
	for (size_t i = 0; i < workload_count; i++) {
		check_records(workload_list[i].name, DISK_SECTORS, 1);
		check_records(workload_list[i].name, SMALL_DISK_SECTORS, 1);
		check_records(workload_list[i].name, SMALL_DISK_SECTORS + 12345, 0.3);
		check_records(workload_list[i].name, UINT64_C(16) << 31, 0.3);
	}
}

/* An announced extent and how far it has been asked for. */
struct announced {
	uint64_t process;
	uint64_t next;
	uint64_t end;
	uint8_t op;
};

/* Moves the extent that the request goes on with; false when none of the process's does. */
static bool consume(struct announced *extents, size_t count, const struct trace_record *record)
{
	for (size_t i = count; i-- > 0;) {
		struct announced *extent = &extents[i];

		if (extent->process != record->process || extent->next != record->lba ||
		    extent->next == extent->end)
			continue;
		assert_int_equal(extent->op, record->op);
		assert_true(record->lba + record->sectors <= extent->end);
		extent->next += record->sectors;
		return true;
	}
	return false;
}

static void check_announcements(const char *name, uint32_t unannounced_max, bool kworkers)
{
	struct trace_source *source = open_workload(name, 5, 1, DISK_SECTORS);
	struct announced *extents = calloc(4096, sizeof(*extents));
	struct trace_record record;
	size_t count = 0;

	assert_non_null(extents);
	while (source->next(source, &record) == 1) {
		if (record.kind == TRACE_ANNOUNCEMENT) {
			assert_true(count < 4096);
			extents[count++] = (struct announced){
				record.process, record.lba, record.lba + record.sectors, record.op};
		} else if (!consume(extents, count, &record) &&
			   !(kworkers && record.op == BID_WRITE)) {
			assert_true(record.sectors <= unannounced_max);
		}
	}
	assert_true(count > 0);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(extents[i].next, extents[i].end);
	free(extents);
	source->close(source);
}

static void what_is_announced_is_asked_for_and_only_small_requests_are_not_announced(void **state)
{
	(void)state;
	check_announcements("grep", SMALL_REQUEST_MAX, false);
	check_announcements("random-text-writer", SMALL_REQUEST_MAX, false);
	check_announcements("wordcount", SMALL_REQUEST_MAX, false);
	check_announcements("word-std-dev", SMALL_REQUEST_MAX, false);
	/* Sorted runs are no transfers. */
	check_announcements("sort", BID_REQUEST_MAX_SECTORS, false);
	check_announcements("terasort", BID_REQUEST_MAX_SECTORS, false);
	/* A kworker does not know for whom it writes. */
	check_announcements("datanode", SMALL_REQUEST_MAX, true);
}

static bool page_is_marked(const uint8_t *pages, uint64_t page)
{
	return pages[page / 8] >> page % 8 & 1;
}

/* Pages of the request that are marked; marks them all when it is a write. */
static uint64_t count_marked(uint8_t *pages, const struct trace_record *record)
{
	uint64_t marked = 0;

	for (uint64_t page = record->lba / 8; page < (record->lba + record->sectors) / 8; page++) {
		marked += page_is_marked(pages, page);
		if (record->op == BID_WRITE)
			pages[page / 8] |= (uint8_t)(1u << page % 8);
	}
	return marked;
}

/* Reads of tasks of what was written since: whole, but for a few whose writer is not done. */
static void check_shuffle(const char *name)
{
	struct trace_source *source = open_workload(name, 9, 1, DISK_SECTORS);
	uint8_t *written = calloc(DISK_SECTORS / 64 + 1, 1);
	struct trace_record record;
	uint64_t whole = 0;
	uint64_t partial = 0;

	assert_non_null(written);
	while (source->next(source, &record) == 1) {
		uint64_t marked;

		if (record.kind != TRACE_REQUEST || record.process < TASK_PROCESS)
			continue;
		marked = count_marked(written, &record);
		whole += record.op == BID_READ && marked == record.sectors / 8;
		partial += record.op == BID_READ && marked > 0 && marked < record.sectors / 8;
	}
	assert_true(whole > 1000);
	assert_true(partial * 50 < whole);
	free(written);
	source->close(source);
}

static void reducers_read_what_maps_wrote(void **state)
{
	(void)state;
	check_shuffle("sort");
	check_shuffle("terasort");
	check_shuffle("wordcount");
}

static uint64_t bytes_at(const char *name, double scale)
{
	struct trace_source *source = open_workload(name, 1, scale, DISK_SECTORS);
	struct statistics statistics;

	assert_int_equal(statistics_measure(source, &statistics), 0);
	source->close(source);
	return statistics.op_bytes[BID_READ] + statistics.op_bytes[BID_WRITE];
}

static void the_scale_is_of_the_amount_of_data(void **state)
{
	(void)state;
	for (size_t i = 0; i < workload_count; i++) {
		double whole = (double)bytes_at(workload_list[i].name, 1);

		assert_true(fabs((double)bytes_at(workload_list[i].name, 0.5) / whole - 0.5) <
			    0.03);
		assert_true(fabs((double)bytes_at(workload_list[i].name, 3) / whole - 3) < 0.1);
		assert_true(bytes_at(workload_list[i].name, 1e-9) > 0);
	}
}

static void no_two_new_files_overlap(void **state)
{
	struct trace_source *source = open_workload("random-text-writer", 2, 1, DISK_SECTORS);
	uint8_t *written = calloc(DISK_SECTORS / 8, 1);
	struct trace_record record;

	(void)state;
	assert_non_null(written);
	while (source->next(source, &record) == 1) {
		if (record.kind != TRACE_REQUEST || record.sectors <= SMALL_REQUEST_MAX)
			continue;
		for (uint64_t page = record.lba / 8; page < (record.lba + record.sectors) / 8;
		     page++)
			assert_int_equal(written[page]++, 0);
	}
	free(written);
	source->close(source);
}

static long resident_max_kib(void)
{
	struct rusage usage;

	assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
	return usage.ru_maxrss;
}

static void memory_does_not_grow_with_the_length(void **state)
{
	struct trace_source *source = open_workload("datanode", 4, 40, DISK_SECTORS);
	struct trace_record record;
	long before;

	(void)state;
	assert_int_equal(source->next(source, &record), 1);
	before = resident_max_kib();
	while (source->next(source, &record) == 1)
		continue;
	assert_true(source->counts.records > 1000000);
	assert_true(resident_max_kib() - before < 4096);
	source->close(source);
}

static void expect_refusal(const char *name, uint64_t device_sectors, double scale, int expected,
			   const char *word)
{
	const struct workload_options options = {1, device_sectors, scale};
	struct trace_source *source = NULL;
	char error[256] = "";

	assert_int_equal(workload_open(name, &options, &source, error, sizeof(error)), expected);
	assert_null(source);
	assert_non_null(strstr(error, word));
}

static void nonsense_is_refused_with_a_reason(void **state)
{
	(void)state;
	expect_refusal("quicksort", DISK_SECTORS, 1, -ENOENT, "quicksort");
	expect_refusal("sort", SMALL_DISK_SECTORS - 1, 1, -EINVAL, "disk");
	expect_refusal("sort", 0, 1, -EINVAL, "disk");
	expect_refusal("sort", DISK_SECTORS, 0, -EINVAL, "scale");
	expect_refusal("sort", DISK_SECTORS, -1, -EINVAL, "scale");
	expect_refusal("sort", DISK_SECTORS, (double)NAN, -EINVAL, "scale");
	expect_refusal("sort", DISK_SECTORS, 1e9, -EINVAL, "scale");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_gives_the_same_records),
		cmocka_unit_test(another_seed_gives_other_records),
		cmocka_unit_test(times_never_go_back_and_nothing_lies_past_the_device),
		cmocka_unit_test(
			what_is_announced_is_asked_for_and_only_small_requests_are_not_announced),
		cmocka_unit_test(reducers_read_what_maps_wrote),
		cmocka_unit_test(the_scale_is_of_the_amount_of_data),
		cmocka_unit_test(no_two_new_files_overlap),
		cmocka_unit_test(memory_does_not_grow_with_the_length),
		cmocka_unit_test(nonsense_is_refused_with_a_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
