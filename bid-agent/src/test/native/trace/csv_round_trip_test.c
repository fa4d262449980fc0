/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What the CSV writer writes reads back as the same records.
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
#include "test_random.h"
#include "trace/csv_writer.h"
#include "trace_run.h"

#define ROUNDS  300
#define RECORDS 60

static struct trace_record random_record(struct test_random *random, uint64_t *time_ns)
{
	static const uint8_t flags[] = {BID_SYNC, BID_BARRIER, BID_AHEAD};
	struct trace_record record = {0};

	record.time_ns = *time_ns;
	*time_ns += test_random_below(random, 1u << test_random_below(random, 32));
	record.latency_ns = test_random_below(random, 2) ? test_random_next(random) : 0;
	record.process = test_random_next(random) >> test_random_below(random, 64);
	record.lba = test_random_next(random) >> (1 + test_random_below(random, 63));
	record.sectors = 1 + test_random_below(random, UINT32_MAX);
	record.kind = (uint8_t)test_random_below(random, 2);
	record.op = (uint8_t)test_random_below(random, 2);
	record.service_class = (uint8_t)test_random_below(random, BID_CLASSES);
	for (size_t i = 0; i < sizeof(flags) && record.kind == TRACE_REQUEST; i++)
		record.flags |= test_random_below(random, 2) ? flags[i] : 0;
	if ((record.flags & BID_BARRIER) && test_random_below(random, 2))
		record.sectors = 0;
	return record;
}

static void same(const struct trace_record *a, const struct trace_record *b)
{
	assert_true(a->time_ns == b->time_ns);
	assert_true(a->latency_ns == b->latency_ns);
	assert_true(a->process == b->process);
	assert_true(a->lba == b->lba);
	assert_true(a->sectors == b->sectors);
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->op, b->op);
	assert_int_equal(a->flags, b->flags);
	assert_int_equal(a->service_class, b->service_class);
}

static void round_trip(uint64_t seed)
{
	struct test_random random = {.state = seed};
	struct trace_record written[RECORDS];
	uint64_t time_ns = 0;
	struct trace_run run;
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(trace_csv_write_header(out), 0);
	for (size_t i = 0; i < RECORDS; i++) {
		written[i] = random_record(&random, &time_ns);
		assert_int_equal(trace_csv_write(out, &written[i]), 0);
	}
	fclose(out);
	trace_run_text(text, NULL, &run);
	if (run.count != RECORDS)
		fail_msg("seed %llu: %zu records", (unsigned long long)seed, run.count);
	for (size_t i = 0; i < RECORDS; i++)
		same(&written[i], &run.record[i]);
	trace_run_free(&run);
	free(text);
}

static void what_is_written_reads_back(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= ROUNDS; seed++)
		round_trip(seed);
}

static void a_full_disk_is_reported(void **state)
{
	struct trace_record record = {.sectors = 8};
	FILE *full = fopen("/dev/full", "w");
	int result = 0;

	(void)state;
	if (!full)
		skip();
	for (int i = 0; i < 10000 && !result; i++)
		result = trace_csv_write(full, &record);
	assert_int_equal(result, -ENOSPC);
	fclose(full);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_reads_back),
		cmocka_unit_test(a_full_disk_is_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
