/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Traces by their paths: what is there, what is not, and what is no trace.
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

#include <sys/stat.h>
#include <unistd.h>

#include "blktrace_writer.h"
#include "trace/trace.h"

/* A folder of the test's own, with two of three CPUs' files. */
struct folder {
	char path[64];
};

static void name_of(char name[128], const struct folder *folder, const char *file)
{
	snprintf(name, 128, "%s/%s", folder->path, file);
}

static void write_file(const struct folder *folder, const char *name, const void *bytes,
		       size_t size)
{
	char path[128];
	FILE *file;

	name_of(path, folder, name);
	file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

static const char *const folder_files[] = {"sda.blktrace.0", "sda.blktrace.1", "sda.blktrace.3",
					   "picture",        "zeros",          "empty"};

static int make_folder(void **state)
{
	static const char jpeg[] = "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01";
	static const char zeros[4096];
	struct blktrace_writer writer = {0};
	struct folder *folder = calloc(1, sizeof(*folder));

	assert_non_null(folder);
	strcpy(folder->path, "/tmp/trace_files_test.XXXXXX");
	assert_non_null(mkdtemp(folder->path));
	for (uint32_t cpu = 0; cpu < 4; cpu++) {
		struct blktrace_event event = {.cpu = cpu,
					       .time_ns = 9 - cpu,
					       .action = 'Q',
					       .category = BLK_READ,
					       .sector = 8 * cpu,
					       .sectors = 8};

		blktrace_writer_event(&writer, &event);
	}
	write_file(folder, "sda.blktrace.0", writer.cpu[0].bytes, writer.cpu[0].size);
	write_file(folder, "sda.blktrace.1", writer.cpu[1].bytes, 0);
	write_file(folder, "sda.blktrace.3", writer.cpu[3].bytes, writer.cpu[3].size);
	write_file(folder, "picture", jpeg, sizeof(jpeg));
	write_file(folder, "zeros", zeros, sizeof(zeros));
	write_file(folder, "empty", zeros, 0);
	blktrace_writer_free(&writer);
	*state = folder;
	return 0;
}

static int remove_folder(void **state)
{
	struct folder *folder = *state;
	char path[128];

	for (size_t i = 0; i < sizeof(folder_files) / sizeof(folder_files[0]); i++) {
		name_of(path, folder, folder_files[i]);
		unlink(path);
	}
	rmdir(folder->path);
	free(folder);
	return 0;
}

static uint64_t count_records(const char *const *paths, size_t count)
{
	struct trace_options options = {0};
	struct trace_source *source;
	struct trace_record record;
	uint64_t records;
	char error[256];

	if (trace_open(paths, count, &options, &source, error, sizeof(error)))
		fail_msg("%s", error);
	while (source->next(source, &record) == 1)
		assert_true(record.lba <= 24);
	records = source->counts.records;
	source->close(source);
	return records;
}

static void cpu_files_that_are_empty_or_missing_are_survived(void **state)
{
	char name[4][128];
	const char *paths[4] = {name[0], name[1], name[2], name[3]};

	for (int cpu = 0; cpu < 4; cpu++) {
		name_of(name[cpu], *state, "sda.blktrace.");
		sprintf(strchr(name[cpu], '\0'), "%d", cpu);
	}
	assert_int_equal(count_records(paths, 4), 2);
}

static void the_name_alone_stands_for_all_cpu_files(void **state)
{
	char name[128];
	const char *path = name;

	name_of(name, *state, "sda");
	assert_int_equal(count_records(&path, 1), 2);
}

static void refused(const char *path, int expected, const char *reason)
{
	struct trace_options options = {0};
	struct trace_source *source;
	char error[256] = "";

	assert_int_equal(trace_open(&path, 1, &options, &source, error, sizeof(error)), expected);
	if (!strstr(error, reason) || strchr(error, '\n') ||
	    strncmp(error, path, strlen(path)) != 0)
		fail_msg("%s", error);
}

static void what_is_no_trace_is_refused_by_its_name(void **state)
{
	const struct folder *folder = *state;
	char name[128];

	refused(folder->path, -EISDIR, "Is a directory");
	name_of(name, folder, "picture");
	refused(name, -EINVAL, "not a trace");
	name_of(name, folder, "zeros");
	refused(name, -EINVAL, "not a trace");
	name_of(name, folder, "empty");
	refused(name, -EINVAL, "empty");
	name_of(name, folder, "sda.blktrace.1");
	refused(name, -EINVAL, "empty");
	name_of(name, folder, "nothing");
	refused(name, -ENOENT, "No such file");
	name_of(name, folder, "sda.blktrace.2");
	refused(name, -ENOENT, "No such file");
}

static void without_a_path_there_is_no_trace(void **state)
{
	struct trace_options options = {0};
	struct trace_source *source;
	char error[256] = "";

	(void)state;
	assert_true(trace_open(NULL, 0, &options, &source, error, sizeof(error)) < 0);
	assert_true(*error);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cpu_files_that_are_empty_or_missing_are_survived),
		cmocka_unit_test(the_name_alone_stands_for_all_cpu_files),
		cmocka_unit_test(what_is_no_trace_is_refused_by_its_name),
		cmocka_unit_test(without_a_path_there_is_no_trace),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
