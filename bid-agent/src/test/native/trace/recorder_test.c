/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The recorder, against folders that look like sysfs and tracefs.
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

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trace/recorder.h"

static char root[] = "/tmp/recorder_test.XXXXXX";

static void write_file(const char *name, const char *text)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", root, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

static void make_directory(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", root, name);
	assert_int_equal(mkdir(path, 0700), 0);
}

/* sda, 8:0, with the partition sda1, 259:7. */
static int make_machine(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(root));
	make_directory("class");
	make_directory("class/block");
	make_directory("class/block/sda");
	write_file("class/block/sda/dev", "8:0\n");
	make_directory("class/block/sda/sda1");
	write_file("class/block/sda/sda1/dev", "259:7\n");
	write_file("class/block/sda/sda1/partition", "1\n");
	make_directory("class/block/sda1");
	write_file("class/block/sda1/dev", "259:7\n");
	write_file("class/block/sda1/partition", "1\n");
	return 0;
}

static void remove_tree(const char *path)
{
	char inner[512];
	struct dirent *entry;
	DIR *entries = opendir(path);

	while (entries && (entry = readdir(entries))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		assert_true(snprintf(inner, sizeof(inner), "%s/%s", path, entry->d_name) <
			    (int)sizeof(inner));
		remove_tree(inner);
	}
	if (entries)
		closedir(entries);
	remove(path);
}

static int remove_machine(void **state)
{
	(void)state;
	remove_tree(root);
	return 0;
}

static bool stop_at_once(void *context)
{
	(void)context;
	return true;
}

static void refused(const char *device, int expected, const char *reason)
{
	struct trace_recorder_options options = {
		.device = device, .stop = stop_at_once, .sysfs = root, .tracefs = root};
	struct trace_events *events;
	char error[512] = "";
	uint32_t number;

	assert_int_equal(trace_recorder_start(&options, &events, &number, error, sizeof(error)),
			 expected);
	if (!strstr(error, reason) || strchr(error, '\n'))
		fail_msg("%s", error);
}

static void what_is_no_disk_is_refused(void **state)
{
	(void)state;
	refused("sdb", -ENODEV, "no such block device");
	refused("/dev/sdb", -ENODEV, "/dev/sdb: no such block device");
	refused("", -ENODEV, "no such block device");
	refused("..", -ENODEV, "no such block device");
	refused("sda1", -EINVAL, "is a partition");
}

static void without_tracefs_it_says_how_to_get_it(void **state)
{
	(void)state;
	refused("sda", -ENOENT, "mount -t tracefs");
}

/*
 * A tracefs whose new instance finds its files: the instance's name is known before. Its pipe is a
 * file, so it ends at once.
 */
static void make_instance(const char *lines)
{
	static const char *const files[] = {"trace_clock",
					    "buffer_size_kb",
					    "tracing_on",
					    "events/enable",
					    "events/block/block_bio_queue/enable",
					    "events/block/block_rq_issue/enable",
					    "events/block/block_rq_complete/enable"};
	static const char *const directories[] = {"",
						  "/events",
						  "/events/block",
						  "/events/block/block_bio_queue",
						  "/events/block/block_rq_issue",
						  "/events/block/block_rq_complete"};
	char name[128];

	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++) {
		snprintf(name, sizeof(name), "tracefs%s", directories[i]);
		make_directory(name);
	}
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(name, sizeof(name), "tracefs/%s", files[i]);
		write_file(name, "");
	}
	write_file("tracefs/trace_pipe", lines);
}

static void requests_of_a_partition_are_the_disks(void **state)
{
	struct trace_recorder_options how = {
		.device = "sda", .stop = stop_at_once, .sysfs = root, .own_process = 99};
	struct trace_options options = {0};
	struct trace_source *source;
	struct trace_events *events;
	struct trace_record record;
	char tracefs[256];
	char error[512];

	(void)state;
	make_instance(" a-7 [000] ..... 1.000000: block_bio_queue: 259,7 R 2048 + 8 [a]\n"
		      "CPU:0 [LOST 12 EVENTS]\n"
		      " b-99 [000] ..... 1.000001: block_bio_queue: 8,0 W 64 + 8 [own]\n"
		      " a-8 [000] ..... 1.000002: block_bio_queue: 8,16 R 2048 + 8 [a]\n"
		      " a-8 [000] ..... 1.000003: block_bio_queue: 8,0\n"
		      " a-7 [000] ..... 1.000010: block_rq_issue: 8,0 R 4096 () 2048 + 8 [a]\n"
		      " i-0 [001] ..... 1.000100: block_rq_complete: 8,0 R () 2048 + 8 [0]\n");
	snprintf(tracefs, sizeof(tracefs), "%s/tracefs", root);
	how.tracefs = tracefs;
	how.instance = tracefs;
	if (trace_recorder_start(&how, &events, &options.device, error, sizeof(error)))
		fail_msg("%s", error);
	assert_int_equal(options.device, 8u << 20);
	assert_int_equal(trace_requests_open(events, &options, &source, error, sizeof(error)), 0);
	assert_int_equal(source->next(source, &record), 1);
	assert_int_equal(record.lba, 2048);
	assert_int_equal(record.process, 7);
	assert_int_equal(record.latency_ns, 100000);
	assert_int_equal(source->next(source, &record), 0);
	assert_int_equal(source->counts.skipped_corrupt, 1);
	assert_int_equal(source->counts.other, 3);
	assert_int_equal(trace_recorder_lost(events), 12);
	source->close(source);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_no_disk_is_refused),
		cmocka_unit_test(without_tracefs_it_says_how_to_get_it),
		cmocka_unit_test(requests_of_a_partition_are_the_disks),
	};

	return cmocka_run_group_tests(tests, make_machine, remove_machine);
}
