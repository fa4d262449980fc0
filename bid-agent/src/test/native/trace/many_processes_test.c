/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Two million processes, by name: what a cluster's tasks add up to in a long trace.
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

#include "trace/stream.h"

#define PROCESSES UINT64_C(2000000)

static FILE *write_trace(void)
{
	FILE *file = tmpfile();

	assert_non_null(file);
	fputs("time_us,process,op,lba,sectors\n", file);
	for (uint64_t i = 0; i < PROCESSES; i++)
		fprintf(file, "%llu,task_%llu,R,%llu,8\n", (unsigned long long)i,
			(unsigned long long)i, (unsigned long long)i * 8);
	for (uint64_t i = 0; i < 10; i++)
		fprintf(file, "%llu,task_%llu,W,0,8\n", (unsigned long long)(PROCESSES + i),
			(unsigned long long)i * 1000);
	rewind(file);
	return file;
}

static void each_process_keeps_its_number(void **state)
{
	const char *name = "tasks";
	struct trace_options options = {0};
	struct trace_source *source;
	struct trace_record record;
	FILE *file = write_trace();
	char error[256];

	(void)state;
	assert_int_equal(
		trace_open_streams(&file, &name, 1, &options, &source, error, sizeof(error)), 0);
	for (uint64_t i = 0; i < PROCESSES; i++) {
		assert_int_equal(source->next(source, &record), 1);
		if (record.process != i + 1)
			fail_msg("process %llu", (unsigned long long)record.process);
	}
	for (uint64_t i = 0; i < 10; i++) {
		assert_int_equal(source->next(source, &record), 1);
		assert_int_equal(record.process, i * 1000 + 1);
	}
	assert_int_equal(source->next(source, &record), 0);
	source->close(source);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_process_keeps_its_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
