/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a volume with a second tier: small writes go there, are read from there and come
 * home; whatever is wrong with the SSD, no write is lost.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "delta/format.h"
#include "deltafile/group_file.h"
#include "delta_said.h"
#include "scripted_backend.h"
#include "test_share.h"
#include "tier_rig.h"

static int t_open_file(const struct tier_rig *rig, struct volume *volume, struct volume_file **file)
{
	int fd = open(rig->file, O_RDWR);

	assert_true(fd >= 0);
	assert_int_equal(volume_file_open(volume, fd, file), 0);
	return fd;
}

static struct volume_statistics t_statistics(struct volume *volume)
{
	struct volume_statistics statistics;

	volume_statistics(volume, &statistics);
	return statistics;
}

static void small_writes_are_read_from_the_ssd_and_come_home(void **context)
{
	struct test_random random = {.state = 1};
	struct tier_rig rig;
	struct volume *volume;
	struct volume_file *file;
	int fd;

	(void)context;
	tier_rig_open(&rig);
	assert_int_equal(tier_rig_volume(&rig, tier_rig_disk(), tier_rig_ssd(), &volume), 0);
	fd = t_open_file(&rig, volume, &file);
	for (int i = 0; i < 20; i++) {
		assert_true(tier_rig_write(&rig, volume, file, 0, &random) > 0);
		tier_rig_read(&rig, volume, file, 0, &random);
	}
	assert_true(t_statistics(volume).bytes_redirected > 0);
	assert_int_equal(volume_bring_home(volume), 0);
	assert_int_equal(t_statistics(volume).ssd_live_bytes, 0);
	tier_rig_check(&rig, TIER_RIG_ANSWERED, 0);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	tier_rig_close(&rig);
}

struct t_writer {
	pthread_t thread;
	struct tier_rig *rig;
	struct volume *volume;
	struct volume_file *file;
	uint32_t number;
	uint64_t steps;
	struct test_random random;
};

static void *t_write_on(void *context)
{
	struct t_writer *writer = context;

	for (uint64_t i = 0; i < writer->steps; i++) {
		uint64_t choice = test_random_below(&writer->random, 20);

		if (choice < 14)
			assert_true(tier_rig_write(writer->rig, writer->volume, writer->file,
						   writer->number, &writer->random) > 0);
		else if (choice < 16)
			assert_true(tier_rig_write_bytes(writer->rig, writer->volume, writer->file,
							 writer->number, &writer->random) > 0);
		else
			tier_rig_read(writer->rig, writer->volume, writer->file, writer->number,
				      &writer->random);
	}
	return NULL;
}

/* All of them write, and somebody syncs or wants all at home, until they have done their steps. */
static void t_write_all(struct tier_rig *rig, struct volume *volume, struct volume_file *file,
			uint64_t steps, uint64_t seed)
{
	struct t_writer writer[TIER_RIG_WRITERS];

	for (uint32_t i = 0; i < TIER_RIG_WRITERS; i++) {
		writer[i] = (struct t_writer){.rig = rig,
					      .volume = volume,
					      .file = file,
					      .number = i,
					      .steps = steps,
					      .random = {.state = seed * 10 + i + 1}};
		assert_int_equal(pthread_create(&writer[i].thread, NULL, t_write_on, &writer[i]),
				 0);
	}
	for (int i = 0; i < 3; i++)
		assert_int_equal(tier_rig_sync(rig, volume, file), 0);
	for (uint32_t i = 0; i < TIER_RIG_WRITERS; i++)
		pthread_join(writer[i].thread, NULL);
}

/* A device that makes nothing durable, which is what takes long. */
static struct backend *t_quick(void)
{
	return &scripted_open()->backend;
}

/* The log is so short that its segments are used again and again. */
static void every_byte_is_right_while_segments_come_home(void **context)
{
	uint64_t steps = test_share(4000);
	struct tier_rig rig;
	struct volume *volume;
	struct volume_file *file;
	struct volume_statistics statistics;
	int fd;

	(void)context;
	tier_rig_open(&rig);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	fd = t_open_file(&rig, volume, &file);
	t_write_all(&rig, volume, file, steps, 1);
	assert_int_equal(volume_bring_home(volume), 0);
	tier_rig_check(&rig, TIER_RIG_ANSWERED, 1);
	t_write_all(&rig, volume, file, steps / 4, 2);
	statistics = t_statistics(volume);
	assert_true(statistics.bytes_redirected > UINT64_C(4) << 20 || steps < 4000);
	assert_true(statistics.bytes_brought_home > 0);
	assert_true(statistics.bytes_from_ssd > 0);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	/* What was left there comes home when it is opened again. */
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	tier_rig_check(&rig, TIER_RIG_ANSWERED, 2);
	assert_int_equal(t_statistics(volume).files_recovered, 1);
	volume_close(volume);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	assert_int_equal(t_statistics(volume).files_recovered, 0);
	volume_close(volume);
	tier_rig_close(&rig);
}

static void a_file_is_found_by_another_name_and_a_new_one_is_left_alone(void **context)
{
	struct test_random random = {.state = 3};
	struct tier_rig rig;
	struct volume *volume;
	struct volume_file *file;
	char renamed[sizeof(rig.file) + 8];
	unsigned char byte = 'x';
	int fd;

	(void)context;
	tier_rig_open(&rig);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	fd = t_open_file(&rig, volume, &file);
	assert_true(tier_rig_write(&rig, volume, file, 0, &random) > 0);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	snprintf(renamed, sizeof(renamed), "%s.2", rig.file);
	assert_int_equal(rename(rig.file, renamed), 0);
	fd = open(rig.file, O_RDWR | O_CREAT, 0600);
	assert_int_equal(write(fd, &byte, 1), 1);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	assert_int_equal(lseek(fd, 0, SEEK_END), 1);
	close(fd);
	volume_close(volume);
	assert_int_equal(rename(renamed, rig.file), 0);
	tier_rig_check(&rig, TIER_RIG_ANSWERED, 3);
	tier_rig_close(&rig);
}

/* A volume that is closed with a few writes in its log. */
static void t_leave_some(const struct tier_rig *rig, uint64_t seed)
{
	struct test_random random = {.state = seed};
	struct volume *volume;
	struct volume_file *file;
	int fd;

	assert_int_equal(tier_rig_volume(rig, t_quick(), t_quick(), &volume), 0);
	fd = t_open_file(rig, volume, &file);
	for (int i = 0; i < 10; i++)
		assert_true(tier_rig_write(rig, volume, file, 0, &random) > 0);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
}

/* Damages the first page of data in the newest segment. */
static void t_damage(const struct tier_rig *rig)
{
	uint8_t page[DELTA_PAGE];
	struct delta_geometry geometry;
	struct delta_segment_head head;
	uint64_t newest = 0;
	int fd = open(rig->log, O_RDWR);

	assert_int_equal(pread(fd, page, sizeof(page), 0), sizeof(page));
	assert_int_equal(delta_log_head_get(page, &geometry), 0);
	for (uint32_t place = 0; place < geometry.segments; place++) {
		off_t offset = (off_t)delta_segment_offset(&geometry, place);

		assert_int_equal(pread(fd, page, sizeof(page), offset), sizeof(page));
		if (delta_segment_head_get(page, &geometry, place, &head) == 0 &&
		    head.sequence > newest)
			newest = head.sequence;
	}
	/* After its head and the commit that made the log void. */
	assert_int_equal(
		pwrite(fd, "damage", 6,
		       (off_t)delta_segment_offset(&geometry, newest) + 2 * DELTA_PAGE + 99),
		6);
	close(fd);
}

static void damage_and_files_that_are_gone_are_counted(void **context)
{
	struct tier_rig rig;
	struct volume *volume;

	(void)context;
	tier_rig_open(&rig);
	t_leave_some(&rig, 7);
	t_damage(&rig);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	assert_true(t_statistics(volume).log_damaged > 0);
	assert_int_equal(t_statistics(volume).files_recovered, 1);
	assert_int_equal(t_statistics(volume).files_gone, 0);
	volume_close(volume);
	t_leave_some(&rig, 8);
	unlink(rig.file);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	assert_int_equal(t_statistics(volume).log_damaged, 0);
	assert_int_equal(t_statistics(volume).files_recovered, 0);
	assert_int_equal(t_statistics(volume).files_gone, 1);
	volume_close(volume);
	tier_rig_close(&rig);
}

static void a_folder_that_is_not_there_keeps_the_log(void **context)
{
	struct test_random random = {.state = 4};
	struct tier_rig rig;
	struct volume *volume;
	struct volume_file *file;
	char away[sizeof(rig.folder) + 8];
	char log[sizeof(rig.log)];
	int fd;

	(void)context;
	tier_rig_open(&rig);
	snprintf(log, sizeof(log), "%s.log", rig.folder);
	memcpy(rig.log, log, sizeof(log));
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	fd = t_open_file(&rig, volume, &file);
	assert_true(tier_rig_write(&rig, volume, file, 0, &random) > 0);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	snprintf(away, sizeof(away), "%s.away", rig.folder);
	assert_int_equal(rename(rig.folder, away), 0);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), -ENODEV);
	assert_int_equal(rename(away, rig.folder), 0);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	volume_close(volume);
	tier_rig_check(&rig, TIER_RIG_ANSWERED, 4);
	tier_rig_close(&rig);
}

static void what_cannot_be_a_log_is_refused(void **context)
{
	struct tier_rig rig;
	struct volume *volume;
	char log[sizeof(rig.log)];
	int fd;

	(void)context;
	tier_rig_open(&rig);
	memcpy(log, rig.log, sizeof(log));
	snprintf(rig.log, sizeof(rig.log), "%s/none/log", rig.folder);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), -ENOENT);
	memcpy(rig.log, log, sizeof(log));
	fd = open(rig.log, O_RDWR | O_CREAT, 0600);
	assert_int_equal(ftruncate(fd, 1 << 20), 0);
	close(fd);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), -EBADMSG);
	unlink(rig.log);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	{
		struct volume *second;

		assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &second), -EBUSY);
	}
	volume_close(volume);
	tier_rig_close(&rig);
}

/* What the command for logs says of it; what it returns. */
static int t_delta(const struct tier_rig *rig, const char *action, char *text, size_t size)
{
	return delta_said(action, rig->log, rig->folder, text, size);
}

/* They are for logs of blocks: none of these needs anything that this one has. */
static void drain_and_repair_leave_the_log_of_a_tier_alone(void **context)
{
	static const char *const actions[] = {"drain", "repair"};
	char text[1024];
	struct group_file_options options = {.segment_bytes = DELTA_SEGMENT_BYTES_MIN};
	struct group_file_recovery recovery;
	struct group_file *file;
	struct tier_rig rig;
	struct volume *volume;

	(void)context;
	tier_rig_open(&rig);
	t_leave_some(&rig, 9);
	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		assert_int_equal(t_delta(&rig, actions[i], text, sizeof(text)), 1);
		assert_non_null(strstr(text, "is the log of a volume's second tier"));
		assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
	}
	assert_int_equal(t_delta(&rig, "check", text, sizeof(text)), 0);
	/* Nor does a DataNode at whose path it lies. */
	options.path = rig.log;
	assert_int_equal(group_file_open(&options, &file, &recovery, text, sizeof(text)), -EBADMSG);
	assert_non_null(strstr(text, "second tier"));
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	assert_int_equal(t_statistics(volume).files_recovered, 1);
	volume_close(volume);
	tier_rig_check(&rig, TIER_RIG_ANSWERED, 9);
	tier_rig_close(&rig);
}

/* What lived there comes home, later writes go to the disk, and the log is gone. */
static void an_ssd_that_fails_loses_nothing(void **context)
{
	struct test_random random = {.state = 5};
	struct scripted *ssd = scripted_open();
	struct tier_rig rig;
	struct volume *volume;
	struct volume_file *file;
	int fd;

	(void)context;
	tier_rig_open(&rig);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), &ssd->backend, &volume), 0);
	fd = t_open_file(&rig, volume, &file);
	for (int i = 0; i < 10; i++)
		assert_true(tier_rig_write(&rig, volume, file, 0, &random) > 0);
	assert_true(t_statistics(volume).ssd_live_bytes > 0);
	scripted_set_write_result(ssd, -EIO);
	for (int i = 0; i < 10; i++) {
		assert_true(tier_rig_write(&rig, volume, file, 0, &random) > 0);
		tier_rig_read(&rig, volume, file, 0, &random);
	}
	assert_int_equal(access(rig.log, F_OK), -1);
	assert_int_equal(t_statistics(volume).ssd_live_bytes, 0);
	assert_int_equal(volume_bring_home(volume), 0);
	tier_rig_check(&rig, TIER_RIG_ANSWERED, 5);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	tier_rig_close(&rig);
}

/* Neither can be read nor written: what lives there is an error, everything else is served. */
static void an_ssd_that_is_dead_is_an_error_to_who_wants_what_lives_there(void **context)
{
	struct test_random random = {.state = 6};
	struct scripted *ssd = scripted_open();
	struct tier_rig rig;
	struct volume *volume;
	struct volume_file *file;
	int fd;

	(void)context;
	tier_rig_open(&rig);
	assert_int_equal(tier_rig_volume(&rig, t_quick(), &ssd->backend, &volume), 0);
	fd = t_open_file(&rig, volume, &file);
	assert_true(tier_rig_write(&rig, volume, file, 0, &random) > 0);
	scripted_set_result(ssd, -EIO, UINT64_MAX);
	assert_int_equal(tier_rig_write(&rig, volume, file, 0, &random), -EIO);
	assert_int_equal(volume_bring_home(volume), -EIO);
	tier_rig_read(&rig, volume, file, 1, &random);
	volume_file_close(file);
	volume_close(volume);
	close(fd);
	/* It can be read again: what was answered is there. */
	assert_int_equal(tier_rig_volume(&rig, t_quick(), t_quick(), &volume), 0);
	volume_close(volume);
	tier_rig_check(&rig, TIER_RIG_ANSWERED, 6);
	tier_rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_writes_are_read_from_the_ssd_and_come_home),
		cmocka_unit_test(every_byte_is_right_while_segments_come_home),
		cmocka_unit_test(a_file_is_found_by_another_name_and_a_new_one_is_left_alone),
		cmocka_unit_test(damage_and_files_that_are_gone_are_counted),
		cmocka_unit_test(a_folder_that_is_not_there_keeps_the_log),
		cmocka_unit_test(what_cannot_be_a_log_is_refused),
		cmocka_unit_test(drain_and_repair_leave_the_log_of_a_tier_alone),
		cmocka_unit_test(an_ssd_that_fails_loses_nothing),
		cmocka_unit_test(an_ssd_that_is_dead_is_an_error_to_who_wants_what_lives_there),
	};

	if (!tier_rig_is_possible())
		return TIER_RIG_SKIPPED;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
