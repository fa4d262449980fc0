/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a log in a file, blocks on a volume, and the command for both.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "delta/crc.h"
#include "delta/log.h"
#include "deltafile/area_file.h"
#include "deltafile/home_files.h"
#include "deltafile/mark.h"
#include "delta_said.h"

#define TEXT_MAX 4096u
#define BYTES    700u
#define SUMS     (7u + 2 * 4)

static const struct delta_geometry geometry = {
	.uuid = {4, 2}, .segment_bytes = DELTA_SEGMENT_BYTES_MIN, .segments = 4};

/* A folder of its own with a volume and a log of one block, whose files are still as they were. */
struct place {
	char folder[64];
	char log[96];
	char root[96];
	char text[TEXT_MAX]; /* what the program printed */
};

static char *t_path(const struct place *place, const char *name)
{
	static char path[2][256];
	static int which;

	which = !which;
	snprintf(path[which], sizeof(path[which]), "%s/%s", place->folder, name);
	return path[which];
}

static void t_put_file(const char *path, const void *bytes, size_t count)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	assert_int_equal(fclose(file), 0);
}

static size_t t_get_file(const char *path, uint8_t *bytes, size_t most)
{
	FILE *file = fopen(path, "rb");
	size_t count;

	assert_non_null(file);
	count = fread(bytes, 1, most, file);
	assert_int_equal(fclose(file), 0);
	return count;
}

static void t_fill(uint8_t *data, uint8_t *sums)
{
	static const uint8_t head[] = {0, 1, 2, 0, 0, 2, 0};

	memcpy(sums, head, sizeof(head));
	for (uint32_t i = 0; i < BYTES; i++)
		data[i] = (uint8_t)(i * 3);
	for (uint32_t chunk = 0; chunk * 512 < BYTES; chunk++) {
		uint32_t count = BYTES - chunk * 512 < 512 ? BYTES - chunk * 512 : 512;
		uint32_t sum = delta_crc(DELTA_CRC32C, 0, data + (size_t)chunk * 512, count);

		for (int i = 0; i < 4; i++)
			sums[7 + chunk * 4 + (uint32_t)i] = (uint8_t)(sum >> (24 - 8 * i));
	}
}

/* Syncs the block by the log, whose next segment's number is that. */
static void t_log_block(const struct place *place, const char *data_name)
{
	const struct delta_definition definition = {
		.block = 77,
		.stamp = 1001,
		.pool = {"BP-1", 4},
		.volume = {"DS-5", 4},
		.root = {place->root, (uint16_t)strlen(place->root)},
		.data = {data_name, (uint16_t)strlen(data_name)},
		.checksum = {"rbw/blk_77_1001.meta", 20}};
	uint8_t data[BYTES];
	uint8_t sums[SUMS];
	const struct delta_sync sync = {.data = {.bytes = data, .count = BYTES},
					.sums = {.bytes = sums, .count = SUMS},
					.length = BYTES,
					.sums_length = SUMS};
	uint8_t payload[512];
	struct delta_stream stream = {.definition = payload};
	struct delta_stream *slot[4];
	uint8_t page[DELTA_PAGE];
	const struct delta_log_memory memory = {.page = page, .slot = slot, .slots = 4};
	struct delta_commit commit = {.memory = malloc(DELTA_COMMIT_BYTES_MIN),
				      .capacity = DELTA_COMMIT_BYTES_MIN};
	struct area_file file;
	struct delta_log log;

	t_fill(data, sums);
	stream.definition_bytes = delta_definition_bytes(&definition);
	assert_in_range(stream.definition_bytes, 1, sizeof(payload));
	delta_definition_put(payload, &definition);
	assert_non_null(commit.memory);
	assert_int_equal(area_file_open(&file, place->log, true), 0);
	assert_int_equal(delta_log_begin(&log, &file.area, &geometry, &memory, 2, &commit), 0);
	assert_int_equal(delta_log_sync(&log, &commit, &stream, &sync), 0);
	delta_log_seal(&log, &commit);
	assert_int_equal(delta_log_write(&log, &commit), 0);
	area_file_close(&file);
	free(commit.memory);
}

static void t_open(struct place *place)
{
	static const char version[] = "#comment\nstorageID=DS-5\nlayoutVersion=-57\n";

	snprintf(place->folder, sizeof(place->folder), "/tmp/tierline-delta-XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	snprintf(place->log, sizeof(place->log), "%s/log", place->folder);
	snprintf(place->root, sizeof(place->root), "%s/v", place->folder);
	assert_int_equal(mkdir(place->root, 0700), 0);
	assert_int_equal(mkdir(t_path(place, "v/current"), 0700), 0);
	assert_int_equal(mkdir(t_path(place, "v/rbw"), 0700), 0);
	t_put_file(t_path(place, "v/current/VERSION"), version, sizeof(version) - 1);
	t_put_file(t_path(place, "v/rbw/blk_77"), "", 0);
	t_put_file(t_path(place, "v/rbw/blk_77_1001.meta"), "", 0);
	assert_int_equal(area_file_create(place->log, &geometry, NULL), 0);
}

static void t_close(struct place *place)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", place->folder);
	assert_int_equal(system(command), 0);
}

/* What the command returns; both its outputs go to text. */
static int t_run(struct place *place, const char *action, const char *folder)
{
	return delta_said(action, place->log, folder, place->text, TEXT_MAX);
}

static void t_assert_home(struct place *place, const char *root)
{
	uint8_t wanted[BYTES];
	uint8_t wanted_sums[SUMS];
	uint8_t found[BYTES + 1];
	char name[64];

	t_fill(wanted, wanted_sums);
	snprintf(name, sizeof(name), "%s/rbw/blk_77", root);
	assert_int_equal(t_get_file(t_path(place, name), found, sizeof(found)), BYTES);
	assert_memory_equal(found, wanted, BYTES);
	snprintf(name, sizeof(name), "%s/rbw/blk_77_1001.meta", root);
	assert_int_equal(t_get_file(t_path(place, name), found, sizeof(found)), SUMS);
	assert_memory_equal(found, wanted_sums, SUMS);
}

static void a_log_is_made_once_and_has_one_writer(void **state)
{
	struct place place;
	struct area_file file;
	struct area_file other;
	struct delta_geometry again;

	(void)state;
	t_open(&place);
	assert_int_equal(area_file_create(place.log, &geometry, NULL), -EEXIST);
	assert_int_equal(area_file_open(&file, place.log, true), 0);
	assert_int_equal(area_file_open(&other, place.log, true), -EBUSY);
	assert_int_equal(area_file_open(&other, place.log, false), -EBUSY);
	assert_int_equal(area_file_geometry(&file, false, &again), 0);
	assert_memory_equal(&again, &geometry, sizeof(again));
	assert_int_equal(t_run(&place, "check", ""), 1);
	assert_non_null(strstr(place.text, "another process has it open"));
	area_file_close(&file);
	assert_int_equal(t_run(&place, "check", ""), 0);
	assert_non_null(strstr(place.text, "\n4\t262144\t1\t1\t1\t0\t0\t0\t0\t0\t0\t0\n"));
	t_close(&place);
}

static void check_and_dump_show_what_there_is(void **state)
{
	struct place place;

	(void)state;
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	assert_int_equal(t_run(&place, "check", ""), 0);
	assert_non_null(strstr(place.text, "\n4\t262144\t1\t2\t5\t1\t1\t715\t0\t0\t0\t0\n"));
	assert_int_equal(t_run(&place, "dump", ""), 0);
	assert_non_null(strstr(place.text, "2\t1\t0\tcheckpoint\t0\t8\t-\n"));
	assert_non_null(strstr(place.text, "/v/rbw/blk_77\n"));
	assert_non_null(strstr(place.text, "2\t2\t1\tchecksum\t0\t15\t-\n"));
	assert_non_null(strstr(place.text, "2\t2\t1\tdata\t0\t700\t-\n"));
	assert_non_null(strstr(place.text, "2\t2\t1\tlength\t700\t8\t-\n"));
	t_close(&place);
}

static void drain_brings_home_and_empties(void **state)
{
	struct place place;

	(void)state;
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	assert_int_equal(t_run(&place, "drain", ""), 0);
	assert_non_null(strstr(place.text, "77\t1001\t700\tbrought-home\t-\t"));
	t_assert_home(&place, "v");
	assert_int_equal(t_run(&place, "check", ""), 0);
	assert_non_null(strstr(place.text, "\n4\t262144\t1\t1\t1\t0\t0\t0\t0\t0\t0\t0\n"));
	t_close(&place);
}

static void files_that_are_missing_are_made_by_repair_alone(void **state)
{
	struct place place;

	(void)state;
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	assert_int_equal(unlink(t_path(&place, "v/rbw/blk_77_1001.meta")), 0);
	assert_int_equal(unlink(t_path(&place, "v/rbw/blk_77")), 0);
	assert_int_equal(t_run(&place, "drain", ""), 0);
	assert_non_null(strstr(place.text, "\tdeleted\t"));
	assert_int_equal(access(t_path(&place, "v/rbw/blk_77"), F_OK), -1);
	t_close(&place);
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	assert_int_equal(unlink(t_path(&place, "v/rbw/blk_77_1001.meta")), 0);
	assert_int_equal(unlink(t_path(&place, "v/rbw/blk_77")), 0);
	assert_int_equal(t_run(&place, "repair", ""), 0);
	t_assert_home(&place, "v");
	t_close(&place);
}

/* With its checksum file under another name: a log that was left behind must not cut it. */
static void a_block_of_a_newer_stamp_is_left_alone(void **state)
{
	static const char newer[] = "what was written since";
	uint8_t found[64];
	struct place place;

	(void)state;
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	assert_int_equal(unlink(t_path(&place, "v/rbw/blk_77_1001.meta")), 0);
	t_put_file(t_path(&place, "v/rbw/blk_77"), newer, sizeof(newer));
	assert_int_equal(t_run(&place, "repair", ""), 0);
	assert_non_null(strstr(place.text, "\tdeleted\t"));
	assert_int_equal(t_get_file(t_path(&place, "v/rbw/blk_77"), found, sizeof(found)),
			 sizeof(newer));
	assert_memory_equal(found, newer, sizeof(newer));
	t_close(&place);
}

static void a_volume_that_moved_is_found_by_its_identifier(void **state)
{
	struct place place;
	char folder[256];

	(void)state;
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	assert_int_equal(rename(place.root, t_path(&place, "w")), 0);
	assert_int_equal(t_run(&place, "drain", ""), 0);
	assert_non_null(strstr(place.text, "\tno-volume\t"));
	/* Still there. */
	snprintf(folder, sizeof(folder), "/tmp %s", t_path(&place, "w"));
	assert_int_equal(t_run(&place, "drain", folder), 0);
	assert_non_null(strstr(place.text, "\tbrought-home\t"));
	t_assert_home(&place, "w");
	t_close(&place);
}

static void another_volume_at_its_place_is_left_alone(void **state)
{
	struct place place;
	uint8_t found[BYTES];

	(void)state;
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	t_put_file(t_path(&place, "v/current/VERSION"), "storageID=DS-55\n", 16);
	assert_int_equal(t_run(&place, "repair", ""), 0);
	assert_non_null(strstr(place.text, "\tno-volume\t"));
	assert_int_equal(t_get_file(t_path(&place, "v/rbw/blk_77"), found, BYTES), 0);
	assert_int_equal(t_run(&place, "check", ""), 0);
	assert_non_null(strstr(place.text, "\t1\t1\t715\t"));
	t_close(&place);
}

static void marks_go_with_what_they_stand_for(void **state)
{
	struct delta_mark other = {.uuid = {9}, .log = "/elsewhere"};
	struct delta_mark mark = {.log = "/ssd/log"};
	struct delta_mark found;
	struct place place;

	(void)state;
	memcpy(mark.uuid, geometry.uuid, sizeof(mark.uuid));
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	assert_int_equal(delta_mark_read(place.root, &found), -ENOENT);
	assert_int_equal(delta_mark_put(place.root, &mark), 0);
	assert_int_equal(delta_mark_put(place.root, &mark), 0);
	assert_int_equal(delta_mark_put(place.root, &other), -EEXIST);
	assert_int_equal(delta_mark_read(place.root, &found), 0);
	assert_true(delta_mark_names(&found, geometry.uuid));
	assert_string_equal(found.log, "/ssd/log");
	assert_int_equal(t_run(&place, "drain", ""), 0);
	t_assert_home(&place, "v");
	assert_int_equal(delta_mark_read(place.root, &found), -ENOENT);
	/* Another log's stays until it is given up by name. */
	assert_int_equal(delta_mark_put(place.root, &other), 0);
	assert_int_equal(t_run(&place, "drain", place.root), 0);
	assert_int_equal(delta_mark_read(place.root, &found), 0);
	snprintf(place.log, sizeof(place.log), "%s", place.root);
	assert_int_equal(t_run(&place, "forget", ""), 0);
	assert_non_null(strstr(place.text, "09000000000000000000000000000000\t/elsewhere"));
	assert_int_equal(delta_mark_read(place.root, &found), -ENOENT);
	assert_int_not_equal(t_run(&place, "forget", ""), 0);
	assert_non_null(strstr(place.text, "has no mark"));
	t_close(&place);
}

static void names_that_lead_out_of_the_volume_are_refused(void **state)
{
	static const char *const names[] = {"../blk", "rbw/../../blk", "/tmp/blk", "rbw/.."};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct place place;

		t_open(&place);
		t_log_block(&place, names[i]);
		assert_int_equal(t_run(&place, "drain", ""), 0);
		assert_non_null(strstr(place.text, "\tfailed\tInvalid argument\t"));
		assert_int_equal(access(t_path(&place, "blk"), F_OK), -1);
		t_close(&place);
	}
}

static void t_flip(struct place *place, long at)
{
	FILE *file = fopen(place->log, "r+b");
	int byte;

	assert_non_null(file);
	assert_int_equal(fseek(file, at, SEEK_SET), 0);
	byte = fgetc(file);
	assert_int_equal(fseek(file, at, SEEK_SET), 0);
	assert_true(fputc(byte ^ 1, file) != EOF);
	assert_int_equal(fclose(file), 0);
}

static void a_damaged_first_page_is_mended_by_repair_alone(void **state)
{
	struct place place;

	(void)state;
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	t_flip(&place, 20);
	assert_int_equal(t_run(&place, "drain", ""), 1);
	assert_non_null(strstr(place.text, "is no delta log, or its first page is damaged"));
	assert_int_equal(t_run(&place, "repair", ""), 0);
	t_assert_home(&place, "v");
	assert_int_equal(t_run(&place, "check", ""), 0);
	t_close(&place);
}

static void damage_before_a_whole_commit_is_refused_by_drain(void **state)
{
	struct place place;

	(void)state;
	t_open(&place);
	t_log_block(&place, "rbw/blk_77");
	/* The checkpoint of segment 2. */
	t_flip(&place, (long)delta_segment_offset(&geometry, 2) + DELTA_PAGE + 17);
	assert_int_equal(t_run(&place, "check", ""), 0);
	assert_non_null(strstr(place.text, "\t0\t1\t0\t0\n"));
	assert_int_equal(t_run(&place, "drain", ""), 1);
	assert_non_null(strstr(place.text, "is damaged"));
	assert_int_equal(t_run(&place, "repair", ""), 0);
	t_assert_home(&place, "v");
	t_close(&place);
}

static void what_is_no_log_is_told_in_one_line(void **state)
{
	struct place place;

	(void)state;
	t_open(&place);
	t_put_file(place.log, "no log", 6);
	assert_int_equal(t_run(&place, "repair", ""), 1);
	assert_non_null(strstr(place.text, "is no delta log"));
	assert_int_equal(unlink(place.log), 0);
	assert_int_equal(t_run(&place, "dump", ""), 1);
	assert_non_null(strstr(place.text, "No such file"));
	assert_int_equal(t_run(&place, "mend", ""), -EINVAL);
	t_close(&place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_log_is_made_once_and_has_one_writer),
		cmocka_unit_test(check_and_dump_show_what_there_is),
		cmocka_unit_test(drain_brings_home_and_empties),
		cmocka_unit_test(files_that_are_missing_are_made_by_repair_alone),
		cmocka_unit_test(a_block_of_a_newer_stamp_is_left_alone),
		cmocka_unit_test(a_volume_that_moved_is_found_by_its_identifier),
		cmocka_unit_test(another_volume_at_its_place_is_left_alone),
		cmocka_unit_test(marks_go_with_what_they_stand_for),
		cmocka_unit_test(names_that_lead_out_of_the_volume_are_refused),
		cmocka_unit_test(a_damaged_first_page_is_mended_by_repair_alone),
		cmocka_unit_test(damage_before_a_whole_commit_is_refused_by_drain),
		cmocka_unit_test(what_is_no_log_is_told_in_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
