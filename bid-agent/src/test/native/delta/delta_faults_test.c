/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: blocks are written, synced, closed and appended to through a small log that goes
 * round many times; at any write the machine, or the process alone, stops. Of that write any
 * sectors arrive, of the blocks' dirty sectors any are on the disk. Recovery, itself stopped now
 * and then, must bring back each byte that was acknowledged, and no wrong one.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "delta_rig.h"
#include "test_share.h"

#define LIVES             200u
#define CRASHES_OF_LIFE   5u
#define STEPS_MAX         100000u
#define LOG_BYTES_OF_SYNC 65536u

/* What there was of each kind, to see that it was tried. */
struct seen {
	uint64_t crashes;
	uint64_t by_log;
	uint64_t by_home;
	uint64_t replayed;
	uint64_t left;
	uint64_t cleaned;
	uint64_t carried;
	uint64_t full;
	uint64_t laps;
};

static struct seen seen;

/* Writes what is open, and acknowledges what it has made durable. */
static void t_commit(struct delta_rig *rig)
{
	struct delta_commit *commit = &rig->commit;
	int error = 0;

	if (!delta_commit_is_empty(commit)) {
		delta_log_seal(&rig->log, commit);
		error = delta_log_write(&rig->log, commit);
	}
	for (uint32_t i = 0; i < RIG_BLOCKS; i++) {
		struct delta_rig_block *block = &rig->block[i];

		if (!error && block->promised) {
			block->acknowledged = block->promised;
			block->by_home = false;
		}
		block->promised = 0;
	}
	delta_log_open(&rig->log, commit);
}

enum put { PUT_SYNC, PUT_MARK, PUT_DROP, PUT_CARRY };

static int t_put_once(struct delta_rig *rig, enum put put, struct delta_stream *stream,
		      const struct delta_sync *sync)
{
	switch (put) {
	case PUT_SYNC:
		return delta_log_sync(&rig->log, &rig->commit, stream, sync);
	case PUT_MARK:
		return delta_log_mark(&rig->log, &rig->commit, stream, sync);
	case PUT_DROP:
		return delta_log_drop(&rig->log, &rig->commit, stream);
	default:
		return delta_log_carry(&rig->log, &rig->commit, stream);
	}
}

/* With a second try in the next commit when this one is too full. */
static int t_put(struct delta_rig *rig, enum put put, struct delta_stream *stream,
		 const struct delta_sync *sync)
{
	int error = t_put_once(rig, put, stream, sync);

	if (error != -EAGAIN)
		return error;
	t_commit(rig);
	return t_put_once(rig, put, stream, sync);
}

/* ---- what a DataNode does ---- */

static bool t_sync_by_log(struct delta_rig *rig, struct delta_rig_block *block)
{
	struct delta_sync sync;
	int error;

	delta_rig_sync_of(block, &sync);
	if (sync.data.count + sync.sums.count > LOG_BYTES_OF_SYNC)
		return false;
	error = t_put(rig, PUT_SYNC, &block->stream->stream, &sync);
	seen.full += error == -ENOSPC;
	if (error)
		return false;
	block->promised = block->data.length;
	block->at_home = block->data.length;
	block->sums_from = block->sums.length;
	seen.by_log++;
	return true;
}

static void t_sync_at_home(struct delta_rig *rig, struct delta_rig_block *block)
{
	struct delta_sync mark = {.length = block->data.length, .sums_length = block->sums.length};

	delta_rig_sync_home(block);
	block->acknowledged = block->data.length;
	block->promised = 0;
	block->by_home = true;
	block->at_home = block->data.length;
	block->sums_from = block->sums.length;
	seen.by_home++;
	if (!block->stream->stream.number)
		return;
	mark.sums.count = block->sums.length > RIG_SUMS_HEAD ? 4 : 0;
	mark.sums.offset = block->sums.length - mark.sums.count;
	mark.sums.bytes = block->sums.cache + mark.sums.offset;
	if (t_put(rig, PUT_MARK, &block->stream->stream, &mark) == 0)
		block->promised = block->data.length;
}

static void t_sync(struct delta_rig *rig, struct delta_rig_block *block)
{
	if (!rig->stopped && !t_sync_by_log(rig, block) && !rig->stopped)
		t_sync_at_home(rig, block);
}

/* Whoever closes a block waits until nothing of it is in the log. */
static void t_close(struct delta_rig *rig, struct delta_rig_block *block)
{
	if (block->stream->stream.number) {
		delta_rig_sync_home(block);
		block->acknowledged = block->data.length;
		block->promised = 0;
		block->by_home = true;
		if (t_put(rig, PUT_DROP, &block->stream->stream, NULL))
			return;
		t_commit(rig);
		if (rig->stopped)
			return;
		delta_log_close_stream(&block->stream->stream);
	} else {
		block->stream->taken = false;
	}
	block->open = false;
}

static void t_append(struct delta_rig *rig, struct delta_rig_block *block)
{
	static const uint32_t most[] = {40, 600, 3000, 100000};
	uint64_t room = RIG_BLOCK_MAX - block->data.length;
	uint64_t count =
		1 + test_random_below(&rig->random, most[test_random_below(&rig->random, 4)]);

	if (room > 0)
		delta_rig_append(rig, block, (uint32_t)(count < room ? count : room));
	else
		t_close(rig, block);
}

/* A closed block is appended to, or was deleted and is another one now. */
static void t_begin(struct delta_rig *rig, struct delta_rig_block *block)
{
	if (block->data.length > RIG_BLOCK_MAX / 2) {
		block->data.length = 0;
		block->sums.length = 0;
		delta_rig_sync_home(block);
		block->acknowledged = 0;
	}
	delta_rig_begin(rig, block);
}

static void t_clean(struct delta_rig *rig)
{
	struct delta_stream *stream;

	while ((stream = delta_log_dirty(&rig->log))) {
		struct delta_rig_block *block = NULL;

		for (uint32_t i = 0; i < RIG_BLOCKS; i++) {
			if (rig->block[i].open && &rig->block[i].stream->stream == stream)
				block = &rig->block[i];
		}
		delta_log_home_begin(stream);
		delta_rig_sync_home(block);
		/* Others go on meanwhile. */
		if (block->open && block->data.length < RIG_BLOCK_MAX - 100) {
			delta_rig_append(rig, block, 100);
			t_sync_by_log(rig, block);
		}
		delta_log_home_end(stream);
		if (rig->stopped)
			return;
	}
	while ((stream = delta_log_uncarried(&rig->log))) {
		if (t_put(rig, PUT_CARRY, stream, NULL))
			return;
		seen.carried++;
	}
	seen.cleaned += delta_log_free_oldest(&rig->log);
	delta_rig_reap(rig);
}

static void t_step(struct delta_rig *rig)
{
	struct delta_rig_block *block = &rig->block[test_random_below(&rig->random, RIG_BLOCKS)];

	if (!block->open) {
		t_begin(rig, block);
		return;
	}
	switch (test_random_below(&rig->random, 20)) {
	case 0:
		t_close(rig, block);
		break;
	case 1:
		delta_rig_write_back(rig, block);
		break;
	case 2:
	case 3:
	case 4:
	case 5:
	case 6:
		t_commit(rig);
		break;
	case 7:
		t_clean(rig);
		break;
	case 8:
	case 9:
	case 10:
	case 11:
	case 12:
		t_append(rig, block);
		break;
	default:
		if (block->data.length > block->at_home)
			t_sync(rig, block);
		break;
	}
	while (!rig->stopped && delta_log_is_short(&rig->log)) {
		uint64_t before = rig->log.tail;

		t_clean(rig);
		if (rig->log.tail == before)
			break;
	}
}

/* ---- crashes ---- */

static void t_begin_log(struct delta_rig *rig, uint64_t sequence)
{
	const struct delta_log_memory memory = {
		.page = rig->page, .slot = rig->slot, .slots = RIG_STREAMS};

	/* The machine may stop right there. */
	(void)delta_log_begin(&rig->log, &rig->area, &rig->geometry, &memory, sequence,
			      &rig->commit);
}

/* What HDFS promises by itself when the last sync was at home, else all. */
static uint64_t t_needed(const struct delta_rig_block *block, uint64_t written)
{
	bool may_be_torn = block->by_home && written > block->acknowledged;

	return block->acknowledged - (may_be_torn ? block->acknowledged % RIG_CHUNK : 0);
}

static void t_check_block(struct delta_rig *rig, struct delta_rig_block *block, uint64_t written,
			  uint64_t seed)
{
	uint64_t verified = delta_rig_check(rig, block);
	uint64_t needed = t_needed(block, written);

	if (verified < needed)
		fail_msg("seed %llu: block %u has %llu bytes of %llu", (unsigned long long)seed,
			 delta_rig_number(rig, block), (unsigned long long)verified,
			 (unsigned long long)needed);
	/* As HDFS does with a replica that was being written. */
	block->data.length = verified;
	block->sums.length =
		verified ? RIG_SUMS_HEAD + (verified + RIG_CHUNK - 1) / RIG_CHUNK * 4 : 0;
	block->acknowledged = needed;
	block->by_home = true;
	block->promised = 0;
	block->open = false;
}

/* Recovers, while the machine stops a few times more. Returns the next segment's number. */
static uint64_t t_recover(struct delta_rig *rig)
{
	for (uint64_t more = test_random_below(&rig->random, 4);; more--) {
		struct delta_rig_recovery recovery;
		uint64_t next;

		rig->stopped = false;
		rig->writes_left = more ? test_random_below(&rig->random, 40) : UINT64_MAX;
		delta_rig_recover(rig, &recovery);
		next = delta_reader_next_lap(&recovery.reader);
		assert_false(delta_reader_is_damaged(&recovery.reader));
		assert_int_equal(recovery.recovery.orphans, 0);
		assert_true(rig->stopped || delta_recovery_is_whole(&recovery.recovery));
		seen.replayed += delta_recovery_count(&recovery.recovery, DELTA_REPLAYED);
		seen.left += delta_recovery_count(&recovery.recovery, DELTA_LEFT);
		delta_rig_recovery_free(&recovery);
		if (!rig->stopped)
			return next;
		delta_rig_lose(rig, test_random_below(&rig->random, 2));
	}
}

static void t_crash(struct delta_rig *rig, uint64_t seed)
{
	uint64_t written[RIG_BLOCKS];
	uint64_t next;

	for (uint32_t i = 0; i < RIG_BLOCKS; i++)
		written[i] = rig->block[i].data.length;
	seen.crashes++;
	seen.laps += rig->log.sequence / rig->geometry.segments;
	delta_rig_lose(rig, test_random_below(&rig->random, 4) > 0);
	next = t_recover(rig);
	for (uint32_t i = 0; i < RIG_BLOCKS; i++)
		t_check_block(rig, &rig->block[i], written[i], seed);
	rig->writes_left = test_random_below(&rig->random, 400);
	t_begin_log(rig, next);
}

static void t_live(uint64_t seed)
{
	struct delta_rig *rig = malloc(sizeof(*rig));

	assert_non_null(rig);
	delta_rig_open(rig, seed, DELTA_SEGMENTS_MIN + (uint32_t)(seed % 7));
	rig->writes_left = 1 + test_random_below(&rig->random, 400);
	t_begin_log(rig, 1);
	for (uint32_t crash = 0; crash < CRASHES_OF_LIFE; crash++) {
		for (uint32_t step = 0; !rig->stopped && step < STEPS_MAX; step++)
			t_step(rig);
		assert_true(rig->stopped);
		t_crash(rig, seed);
	}
	delta_rig_close(rig);
	free(rig);
}

static void nothing_acknowledged_is_lost_in_any_crash(void **state)
{
	const char *wanted = getenv("BID_TEST_SEED");
	uint64_t first = wanted ? strtoull(wanted, NULL, 10) : 1;

	(void)state;
	seen = (struct seen){0};
	for (uint64_t i = 0; i < test_share(LIVES); i++)
		t_live(first + i);
	print_message("%llu crashes, %llu syncs by the log, %llu at home, %llu found it full; "
		      "%llu streams replayed, %llu left; %llu segments cleaned, %llu carried, "
		      "%llu laps\n",
		      (unsigned long long)seen.crashes, (unsigned long long)seen.by_log,
		      (unsigned long long)seen.by_home, (unsigned long long)seen.full,
		      (unsigned long long)seen.replayed, (unsigned long long)seen.left,
		      (unsigned long long)seen.cleaned, (unsigned long long)seen.carried,
		      (unsigned long long)seen.laps);
	assert_true(seen.crashes >= test_share(LIVES) * CRASHES_OF_LIFE);
	assert_true(seen.by_log > 0 && seen.by_home > 0 && seen.full > 0 && seen.replayed > 0 &&
		    seen.left > 0 && seen.cleaned > 0 && seen.carried > 0 && seen.laps > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_acknowledged_is_lost_in_any_crash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
