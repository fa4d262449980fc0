/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a log in a file: who may have it, and what becomes of it without its file.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "deltafile/area_file.h"
#include "deltafile/group_file.h"
#include "group_rig.h"

static int open_watched(const char *path, bool only_drain, struct opening *opening,
			struct group_file **file, char *reason)
{
	const struct group_file_options options = {
		.path = path,
		.opening = opening,
		.bytes = 8 * DELTA_SEGMENT_BYTES_MIN,
		.segment_bytes = DELTA_SEGMENT_BYTES_MIN,
		.only_drain = only_drain,
		.log = {.slow_ms = MACHINE_LONG_MS, .idle_ms = MACHINE_LONG_MS}};
	struct group_file_recovery recovery;

	return group_file_open(&options, file, &recovery, reason, 256);
}

static int open_file(const char *path, bool only_drain, struct group_file **file, char *reason)
{
	return open_watched(path, only_drain, NULL, file, reason);
}

static void a_file_is_made_and_used_by_one_at_a_time(void **state)
{
	char folder[] = "/tmp/group-file-XXXXXX";
	char path[64];
	char reason[256];
	struct group_file *file;
	struct group_file *other;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/log", folder);
	assert_int_equal(open_file(path, true, &file, reason), -ENOENT);
	assert_int_equal(open_file(path, false, &file, reason), 0);
	assert_int_equal(open_file(path, false, &other, reason), -EBUSY);
	assert_non_null(strstr(reason, "another process"));
	group_file_close(file);
	assert_int_equal(open_file(path, true, &file, reason), 0);
	assert_null(file);
	assert_int_equal(truncate(path, 5 * DELTA_SEGMENT_BYTES_MIN), 0);
	assert_int_equal(open_file(path, false, &file, reason), -ENODATA);
	assert_non_null(strstr(reason, "cut short"));
	assert_int_equal(truncate(path, 100), 0);
	assert_int_equal(open_file(path, false, &file, reason), -EBADMSG);
	assert_non_null(strstr(reason, "no delta log"));
	unlink(path);
	rmdir(folder);
	assert_int_equal(open_file(path, false, &file, reason), -ENOENT);
}

/* Its device is asked for the file alone, and who waits for another opening sees all answers. */
static void a_log_whose_opening_is_given_up_is_not_read(void **state)
{
	char folder[] = "/tmp/group-file-XXXXXX";
	char path[64];
	char reason[256];
	struct opening opening = {.given_up = 1};
	struct opening next = {0};
	struct group_file *file;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/log", folder);
	assert_int_equal(open_file(path, false, &file, reason), 0);
	group_file_close(file);
	for (int only_drain = 0; only_drain < 2; only_drain++)
		assert_int_equal(open_watched(path, only_drain, &opening, &file, reason),
				 -ECANCELED);
	assert_int_equal(opening.calls, 4);
	assert_int_equal(open_watched(path, false, &next, &file, reason), 0);
	assert_true(next.calls > 8);
	assert_int_equal(next.calls % 2, 0);
	group_file_close(file);
	unlink(path);
	rmdir(folder);
}

/* Does something to its file. Afterwards nothing of it would be there after a loss of power. */
static void lose_file(int (*lose)(const char *path), int expected)
{
	char folder[] = "/tmp/group-file-XXXXXX";
	char path[64];
	char reason[256];
	struct group_log_statistics statistics;
	struct group_file *file;
	struct block block = {.fd = {block_file(), block_file()}};
	const struct delta_definition definition = {.block = 1,
						    .stamp = 1,
						    .root = {folder, sizeof(folder) - 1},
						    .data = {"rbw/b", 5},
						    .checksum = {"rbw/m", 5}};

	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/log", folder);
	assert_int_equal(open_file(path, false, &file, reason), 0);
	assert_int_equal(group_stream_open(group_file_log(file), &definition, block.fd, BLOCK_CHUNK,
					   &block.stream),
			 0);
	block_append(&block, 100);
	assert_int_equal(block_sync(&block), 0);
	assert_int_equal(lose(path), 0);
	block_append(&block, 100);
	assert_int_equal(block_sync(&block), GROUP_AT_HOME);
	assert_int_equal(block_sync(&block), expected);
	assert_int_equal(group_stream_synced(block.stream), 0);
	assert_int_equal(block_end(&block), 0);
	group_log_statistics(group_file_log(file), &statistics);
	assert_int_equal(statistics.failed, -expected);
	assert_int_equal(statistics.syncs, 1);
	group_file_close(file);
	unlink(path);
	/* All was brought home: the volume needs no log. */
	assert_int_equal(rmdir(folder), 0);
}

static int cut(const char *path)
{
	return truncate(path, 0);
}

static int cut_its_last_page(const char *path)
{
	struct stat status;

	return stat(path, &status) || truncate(path, status.st_size - DELTA_PAGE);
}

static void a_log_whose_file_was_deleted_acknowledges_nothing(void **state)
{
	(void)state;
	lose_file(unlink, -ENOENT);
}

static void a_log_whose_file_was_made_shorter_acknowledges_nothing(void **state)
{
	(void)state;
	lose_file(cut, -ENODATA);
	lose_file(cut_its_last_page, -ENODATA);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_made_and_used_by_one_at_a_time),
		cmocka_unit_test(a_log_whose_opening_is_given_up_is_not_read),
		cmocka_unit_test(a_log_whose_file_was_deleted_acknowledges_nothing),
		cmocka_unit_test(a_log_whose_file_was_made_shorter_acknowledges_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
