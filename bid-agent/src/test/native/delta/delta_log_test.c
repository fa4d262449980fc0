/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the log's writer and reader in single cases: failing, full, damaged, blocks that are
 * gone, volumes that are away. The crashes are in delta_faults_test.c.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "delta_rig.h"

static struct delta_rig *t_open(void)
{
	struct delta_rig *rig = malloc(sizeof(*rig));
	const struct delta_log_memory memory = {.slot = rig ? rig->slot : NULL,
						.slots = RIG_STREAMS,
						.page = rig ? rig->page : NULL};

	assert_non_null(rig);
	delta_rig_open(rig, 1, DELTA_SEGMENTS_MIN);
	delta_log_start(&rig->log, &rig->area, &rig->geometry, &memory, 1);
	delta_log_open(&rig->log, &rig->commit);
	return rig;
}

static void t_close(struct delta_rig *rig)
{
	delta_rig_close(rig);
	free(rig);
}

static int t_write(struct delta_rig *rig)
{
	int error;

	delta_log_seal(&rig->log, &rig->commit);
	error = delta_log_write(&rig->log, &rig->commit);
	delta_log_open(&rig->log, &rig->commit);
	return error;
}

/* An open block with so many bytes that the log has. */
static struct delta_rig_block *t_block(struct delta_rig *rig, uint32_t number, uint32_t bytes)
{
	struct delta_rig_block *block = &rig->block[number];
	struct delta_sync sync;

	assert_true(block->open || delta_rig_begin(rig, block));
	delta_rig_append(rig, block, bytes);
	delta_rig_sync_of(block, &sync);
	assert_int_equal(delta_log_sync(&rig->log, &rig->commit, &block->stream->stream, &sync), 0);
	block->at_home = block->data.length;
	block->sums_from = block->sums.length;
	return block;
}

static enum delta_fate t_only_fate(struct delta_rig *rig)
{
	struct delta_rig_recovery recovery;
	enum delta_fate fate;

	delta_rig_recover(rig, &recovery);
	assert_int_equal(recovery.recovery.count, 1);
	fate = recovery.recovery.found[0].fate;
	delta_rig_recovery_free(&recovery);
	return fate;
}

static void a_log_that_fails_once_takes_nothing_more(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = t_block(rig, 0, 100);
	struct delta_sync sync;

	(void)state;
	rig->writes_left = 1; /* the head arrives, the commit does not */
	assert_int_equal(t_write(rig), -EIO);
	rig->stopped = false;
	rig->writes_left = UINT64_MAX;
	delta_rig_append(rig, block, 5);
	delta_rig_sync_of(block, &sync);
	assert_int_equal(delta_log_sync(&rig->log, &rig->commit, &block->stream->stream, &sync),
			 -EIO);
	assert_int_equal(delta_log_checkpoint(&rig->log, &rig->commit), -EIO);
	assert_false(delta_log_free_oldest(&rig->log));
	t_close(rig);
}

static void a_commit_that_is_full_asks_for_the_next_one(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = t_block(rig, 0, 65000);
	struct delta_sync sync;

	(void)state;
	t_block(rig, 1, 65000);
	assert_true(delta_rig_begin(rig, &rig->block[2]));
	block = &rig->block[2];
	delta_rig_append(rig, block, 65000);
	delta_rig_sync_of(block, &sync);
	assert_int_equal(delta_log_sync(&rig->log, &rig->commit, &block->stream->stream, &sync),
			 -EAGAIN);
	assert_int_equal(block->stream->stream.number, 0);
	assert_int_equal(t_write(rig), 0);
	assert_int_equal(delta_log_sync(&rig->log, &rig->commit, &block->stream->stream, &sync), 0);
	t_close(rig);
}

static void a_full_log_refuses_until_a_segment_was_cleaned(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = &rig->block[0];
	struct delta_stream *stream;
	struct delta_sync sync;
	int error;

	(void)state;
	assert_true(delta_rig_begin(rig, block));
	for (;;) {
		delta_rig_append(rig, block, 40);
		delta_rig_sync_of(block, &sync);
		error = delta_log_sync(&rig->log, &rig->commit, &block->stream->stream, &sync);
		if (error)
			break;
		assert_int_equal(t_write(rig), 0);
	}
	assert_int_equal(error, -ENOSPC);
	assert_true(delta_log_is_short(&rig->log) && delta_log_is_full(&rig->log));
	assert_false(delta_log_free_oldest(&rig->log));
	stream = delta_log_dirty(&rig->log);
	assert_ptr_equal(stream, &block->stream->stream);
	delta_log_home_begin(stream);
	delta_rig_sync_home(block);
	delta_log_home_end(stream);
	/* Its last sync was in the newest segment: nothing is to be said again. */
	assert_null(delta_log_uncarried(&rig->log));
	while (delta_log_free_oldest(&rig->log) && !delta_log_uncarried(&rig->log))
		;
	assert_int_equal(delta_log_sync(&rig->log, &rig->commit, &block->stream->stream, &sync), 0);
	t_close(rig);
}

static void more_streams_than_there_are_places_for_go_home(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = t_block(rig, 0, 10);
	struct delta_sync sync;

	(void)state;
	rig->log.slots = 1;
	assert_true(delta_rig_begin(rig, &rig->block[1]));
	delta_rig_append(rig, &rig->block[1], 10);
	delta_rig_sync_of(&rig->block[1], &sync);
	assert_int_equal(
		delta_log_sync(&rig->log, &rig->commit, &rig->block[1].stream->stream, &sync),
		-ENOSPC);
	assert_int_equal(block->stream->stream.number, 1);
	t_close(rig);
}

static void lengths_that_do_not_fit_together_are_refused(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = t_block(rig, 0, 10);
	struct delta_stream *stream = &block->stream->stream;
	const struct delta_sync past_all = {.length = DELTA_OFFSET_MAX + 1};
	const struct delta_sync too_long = {
		.data = {.bytes = block->data.cache, .count = DELTA_PAYLOAD_MAX + 1}};
	const struct delta_sync ends_elsewhere = {
		.sums = {.offset = 7, .bytes = block->sums.cache, .count = 4}, .sums_length = 12};

	(void)state;
	assert_int_equal(delta_log_sync(&rig->log, &rig->commit, stream, &past_all), -EINVAL);
	assert_int_equal(delta_log_sync(&rig->log, &rig->commit, stream, &too_long), -EINVAL);
	assert_int_equal(delta_log_sync(&rig->log, &rig->commit, stream, &ends_elsewhere), -EINVAL);
	t_close(rig);
}

/* Gives the stream one more byte, or cuts it, in the open commit. */
static void t_length(struct delta_rig *rig, struct delta_stream *stream, uint64_t length)
{
	const struct delta_sync sync = {
		.data = {.offset = length - 1, .bytes = (const uint8_t *)"x", .count = 1},
		.length = length};

	assert_int_equal(delta_log_sync(&rig->log, &rig->commit, stream, &sync), 0);
}

/* The lengths that the log has, one digit for each. */
static uint64_t t_lengths(struct delta_rig *rig)
{
	struct delta_rig_recovery recovery;
	struct delta_record record;
	uint64_t lengths = 0;

	assert_int_equal(t_write(rig), 0);
	delta_rig_recover(rig, &recovery);
	delta_reader_rewind(&recovery.reader);
	while (delta_reader_next(&recovery.reader, &record)) {
		if (record.kind == DELTA_LENGTH)
			lengths = lengths * 10 + record.offset;
	}
	delta_rig_recovery_free(&recovery);
	return lengths;
}

/* A commit is taken as a whole, so that a length counts for nothing when the next one follows. */
static void a_commit_says_a_length_once(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_stream *stream[2];

	(void)state;
	for (uint32_t i = 0; i < 2; i++) {
		assert_true(delta_rig_begin(rig, &rig->block[i]));
		stream[i] = &rig->block[i].stream->stream;
	}
	t_length(rig, stream[0], 1);
	t_length(rig, stream[0], 2);
	t_length(rig, stream[0], 2);
	/* Of another stream, and after another one's. */
	t_length(rig, stream[1], 3);
	t_length(rig, stream[0], 4);
	assert_int_equal(t_lengths(rig), 234);
	/* Another commit's stays. */
	t_length(rig, stream[0], 5);
	assert_int_equal(t_lengths(rig), 2345);
	t_close(rig);
}

/* What comes after a cut is to find nothing there. */
static void a_length_that_truncates_is_said(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_stream *stream;

	(void)state;
	assert_true(delta_rig_begin(rig, &rig->block[0]));
	stream = &rig->block[0].stream->stream;
	t_length(rig, stream, 8);
	t_length(rig, stream, 3);
	t_length(rig, stream, 5);
	t_length(rig, stream, 6);
	assert_int_equal(t_lengths(rig), 836);
	t_close(rig);
}

/* Segments that are free when the log is to be cleaned first, and when it takes no more. */
static void t_room(uint32_t segments, uint32_t is_short, uint32_t is_full)
{
	const struct delta_log_memory memory = {0};
	const struct delta_geometry geometry = {.segment_bytes = DELTA_SEGMENT_BYTES_MIN,
						.segments = segments};
	const struct delta_area area = {0};
	struct delta_log log;

	delta_log_start(&log, &area, &geometry, &memory, 1);
	while (!delta_log_is_short(&log))
		log.sequence++;
	assert_int_equal(delta_log_free(&log), is_short);
	while (!delta_log_is_full(&log))
		log.sequence++;
	assert_int_equal(delta_log_free(&log), is_full);
}

static void there_is_room_while_the_oldest_is_cleaned(void **state)
{
	(void)state;
	t_room(128, 21, 6);
	t_room(32, 5, 1);
	t_room(16, 2, 1);
	t_room(DELTA_SEGMENTS_MIN, 1, 1);
}

static void a_log_without_a_segment_is_damaged(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_recovery recovery;

	(void)state;
	delta_rig_recover(rig, &recovery);
	assert_int_equal(recovery.reader.newest, 0);
	assert_int_equal(recovery.recovery.count, 0);
	assert_true(delta_reader_is_damaged(&recovery.reader));
	delta_rig_recovery_free(&recovery);
	t_close(rig);
}

static void what_is_not_on_the_disk_is_replayed(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = t_block(rig, 0, 1000);

	(void)state;
	assert_int_equal(t_write(rig), 0);
	memset(block->data.cache, 0, RIG_BLOCK_MAX);
	block->data.length = 0;
	block->sums.length = 0;
	assert_int_equal(t_only_fate(rig), DELTA_REPLAYED);
	assert_int_equal(delta_rig_check(rig, block), 1000);
	/* Once more: home has it now. */
	assert_int_equal(t_only_fate(rig), DELTA_LEFT);
	t_close(rig);
}

static void files_that_the_log_has_wholly_are_made_again(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = t_block(rig, 0, 1000);

	(void)state;
	assert_int_equal(t_write(rig), 0);
	block->data.is_there = false;
	block->sums.is_there = false;
	block->data.length = 0;
	block->sums.length = 0;
	assert_int_equal(t_only_fate(rig), DELTA_REPLAYED);
	assert_int_equal(delta_rig_check(rig, block), 1000);
	t_close(rig);
}

static void a_block_that_was_deleted_is_left_so(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = &rig->block[0];

	(void)state;
	assert_true(delta_rig_begin(rig, block));
	delta_rig_append(rig, block, 3000);
	block->at_home = 3000; /* the log does not have these */
	block->sums_from = block->sums.length;
	t_block(rig, 0, 10);
	assert_int_equal(t_write(rig), 0);
	block->data.is_there = false;
	assert_int_equal(t_only_fate(rig), DELTA_GONE);
	assert_false(block->data.is_there);
	t_close(rig);
}

static void a_volume_that_is_away_keeps_its_records(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = t_block(rig, 0, 1000);
	struct delta_rig_recovery recovery;

	(void)state;
	assert_int_equal(t_write(rig), 0);
	rig->volume_is_away = true;
	delta_rig_recover(rig, &recovery);
	assert_int_equal(recovery.recovery.found[0].fate, DELTA_ABSENT);
	assert_false(delta_recovery_is_whole(&recovery.recovery));
	delta_rig_recovery_free(&recovery);
	rig->volume_is_away = false;
	block->data.length = 0;
	assert_int_equal(t_only_fate(rig), DELTA_REPLAYED);
	assert_int_equal(delta_rig_check(rig, block), 1000);
	t_close(rig);
}

static void dropped_streams_and_older_stamps_are_not_replayed(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = t_block(rig, 0, 1000);
	struct delta_rig_recovery recovery;

	(void)state;
	assert_int_equal(delta_log_drop(&rig->log, &rig->commit, &block->stream->stream), 0);
	/* Another block, whose writer begins anew with a newer stamp. */
	t_block(rig, 1, 700);
	assert_int_equal(t_write(rig), 0);
	assert_true(delta_rig_begin(rig, &rig->block[1]));
	t_block(rig, 1, 300);
	assert_int_equal(t_write(rig), 0);
	delta_rig_recover(rig, &recovery);
	assert_int_equal(recovery.recovery.count, 3);
	assert_int_equal(recovery.recovery.found[0].fate, DELTA_NOT_NEEDED);
	assert_int_equal(recovery.recovery.found[1].fate, DELTA_NOT_NEEDED);
	assert_int_equal(recovery.recovery.found[2].fate, DELTA_LEFT);
	assert_int_equal(recovery.recovery.found[2].length, 1000);
	delta_rig_recovery_free(&recovery);
	t_close(rig);
}

static void nothing_before_a_checkpoint_counts(void **state)
{
	struct delta_rig *rig = t_open();

	(void)state;
	t_block(rig, 0, 1000);
	assert_int_equal(delta_log_checkpoint(&rig->log, &rig->commit), 0);
	assert_int_equal(t_write(rig), 0);
	assert_int_equal(t_only_fate(rig), DELTA_NOT_NEEDED);
	t_close(rig);
}

/* Five commits of a page each, the third of which is damaged at that byte. */
static void t_damaged(struct delta_rig *rig, uint32_t at)
{
	for (uint32_t i = 0; i < 5; i++) {
		t_block(rig, i, 100);
		assert_int_equal(t_write(rig), 0);
	}
	rig->disk[delta_segment_offset(&rig->geometry, 1) + 3 * DELTA_PAGE + at] ^= 0x40;
}

static void damage_in_the_middle_is_told_and_the_rest_is_read(void **state)
{
	static const uint32_t places[] = {0, 3, 5, 20, 100, 300, DELTA_PAGE - 1};

	(void)state;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		struct delta_rig *rig = t_open();
		struct delta_rig_recovery recovery;

		t_damaged(rig, places[i]);
		delta_rig_recover(rig, &recovery);
		assert_int_equal(recovery.reader.damaged_pages, 1);
		assert_int_equal(recovery.reader.commits, 4);
		assert_int_equal(recovery.recovery.count, 4);
		assert_int_equal(delta_recovery_count(&recovery.recovery, DELTA_LEFT), 4);
		delta_rig_recovery_free(&recovery);
		t_close(rig);
	}
}

static void a_segment_without_its_head_is_told(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_recovery recovery;

	(void)state;
	for (uint32_t i = 0; rig->log.sequence < 3; i++) {
		t_block(rig, i % RIG_BLOCKS, 20000);
		assert_int_equal(t_write(rig), 0);
	}
	memset(rig->disk + delta_segment_offset(&rig->geometry, 2), 0, 100);
	delta_rig_recover(rig, &recovery);
	assert_int_equal(recovery.reader.damaged_segments, 1);
	assert_int_equal(recovery.reader.newest, 3);
	delta_rig_recovery_free(&recovery);
	t_close(rig);
}

static void a_stream_with_a_gap_is_not_called_whole(void **state)
{
	struct delta_rig *rig = t_open();
	struct delta_rig_block *block = NULL;

	(void)state;
	for (int i = 0; i < 3; i++) {
		block = t_block(rig, 0, 1000);
		assert_int_equal(t_write(rig), 0);
	}
	rig->disk[delta_segment_offset(&rig->geometry, 1) + 2 * DELTA_PAGE + 50] ^= 1;
	memset(block->data.cache, 0, RIG_BLOCK_MAX);
	block->data.length = 0;
	assert_int_equal(t_only_fate(rig), DELTA_SHORT);
	t_close(rig);
}

static void a_log_goes_on_behind_what_is_still_needed(void **state)
{
	struct delta_rig *rig = t_open();
	const struct delta_log_memory memory = {
		.page = rig->page, .slot = rig->slot, .slots = RIG_STREAMS};
	struct delta_rig_recovery recovery;

	(void)state;
	t_block(rig, 0, 1000);
	assert_int_equal(t_write(rig), 0);
	delta_rig_recover(rig, &recovery);
	assert_int_equal(delta_log_resume(&rig->log, &rig->area, &rig->geometry, &memory, 1,
					  recovery.reader.last_end, recovery.reader.tail),
			 0);
	delta_rig_recovery_free(&recovery);
	delta_rig_lose(rig, false);
	delta_log_open(&rig->log, &rig->commit);
	t_block(rig, 1, 500);
	assert_int_equal(t_write(rig), 0);
	delta_rig_recover(rig, &recovery);
	assert_int_equal(recovery.recovery.count, 2);
	assert_false(delta_reader_is_damaged(&recovery.reader));
	delta_rig_recovery_free(&recovery);
	assert_int_equal(
		delta_log_resume(&rig->log, &rig->area, &rig->geometry, &memory, 4, DELTA_PAGE, 1),
		-ENOSPC);
	t_close(rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_log_that_fails_once_takes_nothing_more),
		cmocka_unit_test(a_commit_that_is_full_asks_for_the_next_one),
		cmocka_unit_test(a_full_log_refuses_until_a_segment_was_cleaned),
		cmocka_unit_test(more_streams_than_there_are_places_for_go_home),
		cmocka_unit_test(lengths_that_do_not_fit_together_are_refused),
		cmocka_unit_test(a_commit_says_a_length_once),
		cmocka_unit_test(a_length_that_truncates_is_said),
		cmocka_unit_test(there_is_room_while_the_oldest_is_cleaned),
		cmocka_unit_test(a_log_without_a_segment_is_damaged),
		cmocka_unit_test(what_is_not_on_the_disk_is_replayed),
		cmocka_unit_test(files_that_the_log_has_wholly_are_made_again),
		cmocka_unit_test(a_block_that_was_deleted_is_left_so),
		cmocka_unit_test(a_volume_that_is_away_keeps_its_records),
		cmocka_unit_test(dropped_streams_and_older_stamps_are_not_replayed),
		cmocka_unit_test(nothing_before_a_checkpoint_counts),
		cmocka_unit_test(damage_in_the_middle_is_told_and_the_rest_is_read),
		cmocka_unit_test(a_segment_without_its_head_is_told),
		cmocka_unit_test(a_stream_with_a_gap_is_not_called_whole),
		cmocka_unit_test(a_log_goes_on_behind_what_is_still_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
