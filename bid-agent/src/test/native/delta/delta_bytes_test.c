/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the source's own case, counted: updates of 1 KB at random places of a file, each
 * synced, with a byte-addressable buffer of one flush unit in front of the log. All bytes that the
 * code writes are counted, heads, pads and definitions too, over three laps of the log and up to
 * the next cleaning, by which all is at home, beside those of writing each updated page whole. File
 * and log are a sixteenth of the source's 1 GiB and the log's usual 4 GiB, which leaves the ratio
 * as it is; BID_DELTA_SCALE=1 takes all of them.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "delta/log.h"
#include "delta/unit.h"
#include "test_random.h"

#define UPDATE_BYTES 1024u
#define UNIT_BYTES   (1u << 20)
#define UNIT_RECORDS (UNIT_BYTES / (UPDATE_BYTES + DELTA_RECORD_HEAD))
#define SEGMENTS     128u
#define LAPS         3u

struct bench {
	struct test_random random;
	uint64_t file_pages;
	uint8_t *dirty; /* by page: it has deltas and was not written home since */
	uint64_t log_bytes;
	uint64_t home_bytes;
	uint64_t updates;
	uint64_t dirty_pages;
	uint64_t units_to_log;
	uint64_t units_to_pages;
	struct delta_geometry geometry;
	struct delta_log log;
	struct delta_commit commit;
	struct delta_stream stream;
	struct delta_stream *slot[1];
	struct delta_unit unit;
	uint64_t offset[UNIT_RECORDS]; /* of the unit's deltas */
	uint8_t definition[64];
	uint8_t page[DELTA_PAGE];
};

static int count_write(void *context, uint64_t offset, const uint8_t *memory, uint32_t bytes)
{
	struct bench *bench = context;

	(void)offset;
	(void)memory;
	bench->log_bytes += bytes;
	return 0;
}

static const struct delta_area_ops area_ops = {.write = count_write};

static void b_write(struct bench *bench)
{
	delta_log_seal(&bench->log, &bench->commit);
	assert_int_equal(delta_log_write(&bench->log, &bench->commit), 0);
	delta_log_open(&bench->log, &bench->commit);
}

static void b_dirty(struct bench *bench, uint64_t page)
{
	bench->dirty_pages += !bench->dirty[page];
	bench->dirty[page] = 1;
}

/* As fdatasync of the file: all its dirty pages are written. */
static void b_sync_home(struct bench *bench)
{
	for (uint64_t page = 0; page < bench->file_pages; page++) {
		bench->home_bytes += bench->dirty[page] ? DELTA_PAGE : 0;
		bench->dirty[page] = 0;
	}
	bench->dirty_pages = 0;
}

static void b_clean(struct bench *bench)
{
	while (delta_log_is_short(&bench->log)) {
		if (delta_log_dirty(&bench->log)) {
			delta_log_home_begin(&bench->stream);
			b_sync_home(bench);
			delta_log_home_end(&bench->stream);
		}
		if (delta_log_uncarried(&bench->log)) {
			assert_int_equal(
				delta_log_carry(&bench->log, &bench->commit, &bench->stream), 0);
			b_write(bench);
		}
		if (!delta_log_free_oldest(&bench->log))
			return;
	}
}

static void b_put(struct bench *bench, uint64_t offset)
{
	static const uint8_t bytes[UPDATE_BYTES];
	const struct delta_sync sync = {
		.data = {.offset = offset, .bytes = bytes, .count = UPDATE_BYTES},
		.length = bench->file_pages * DELTA_PAGE};
	int error = delta_log_sync(&bench->log, &bench->commit, &bench->stream, &sync);

	if (error == -EAGAIN) {
		b_write(bench);
		error = delta_log_sync(&bench->log, &bench->commit, &bench->stream, &sync);
	}
	assert_int_equal(error, 0);
}

/* The buffer is full: its deltas go to the log, or their pages home. */
static void b_flush(struct bench *bench)
{
	if (delta_unit_writes_pages(&bench->unit, DELTA_RECLAIM_BYTES, NULL)) {
		bench->units_to_pages++;
		bench->home_bytes += (uint64_t)bench->unit.pages * DELTA_PAGE;
	} else {
		bench->units_to_log++;
		for (uint32_t i = 0; i < UNIT_RECORDS; i++) {
			b_dirty(bench, bench->offset[i] / DELTA_PAGE);
			b_put(bench, bench->offset[i]);
		}
		b_write(bench);
		b_clean(bench);
	}
	delta_unit_clear(&bench->unit);
}

static void b_update(struct bench *bench, uint64_t i, uint64_t pages)
{
	uint64_t places = pages * (DELTA_PAGE / UPDATE_BYTES);
	uint64_t offset = test_random_below(&bench->random, places) * UPDATE_BYTES;

	bench->offset[i % UNIT_RECORDS] = offset;
	delta_unit_add(&bench->unit, 1, offset, UPDATE_BYTES);
	bench->updates++;
	if (i % UNIT_RECORDS == UNIT_RECORDS - 1)
		b_flush(bench);
}

static void b_open(struct bench *bench, uint64_t scale)
{
	static const struct delta_definition definition = {.data = {"file", 4}};
	const struct delta_area area = {.ops = &area_ops, .context = bench};
	const struct delta_log_memory memory = {
		.page = bench->page, .slot = bench->slot, .slots = 1};
	void *list = malloc(delta_unit_bytes(2 * UNIT_RECORDS));

	memset(bench, 0, sizeof(*bench));
	bench->random.state = 1;
	bench->file_pages = (UINT64_C(1) << 30) / DELTA_PAGE / scale;
	bench->dirty = calloc(1, bench->file_pages);
	bench->geometry.segment_bytes = (uint32_t)((32u << 20) / scale);
	bench->geometry.segments = SEGMENTS;
	bench->commit.capacity = DELTA_COMMIT_BYTES_MAX;
	bench->commit.memory = malloc(DELTA_COMMIT_BYTES_MAX);
	assert_true(list && bench->dirty && bench->commit.memory);
	delta_unit_init(&bench->unit, list, 2 * UNIT_RECORDS);
	bench->stream.definition = bench->definition;
	bench->stream.definition_bytes = delta_definition_bytes(&definition);
	delta_definition_put(bench->definition, &definition);
	assert_int_equal(
		delta_log_begin(&bench->log, &area, &bench->geometry, &memory, 1, &bench->commit),
		0);
}

static void b_close(struct bench *bench)
{
	free(bench->unit.page);
	free(bench->dirty);
	free(bench->commit.memory);
	free(bench);
}

static uint64_t t_scale(void)
{
	const char *scale = getenv("BID_DELTA_SCALE");

	return scale ? strtoull(scale, NULL, 10) : 16;
}

/* Returns the bytes written for each that whole pages would have taken, in thousandths. */
static uint64_t b_run(struct bench *bench, uint64_t pages)
{
	uint64_t updates = LAPS * delta_file_bytes(&bench->geometry) / UPDATE_BYTES;
	uint64_t whole;
	uint64_t thousandths;

	/* Up to a cleaning, so that what is dirty is written and counted. */
	for (uint64_t i = 0; i < updates || bench->dirty_pages; i++)
		b_update(bench, i, pages);
	whole = bench->updates * DELTA_PAGE;
	thousandths = (bench->log_bytes + bench->home_bytes) * 1000 / whole;
	print_message("%llu updates of %llu pages: log %llu bytes, home %llu; units to the log "
		      "%llu, to pages %llu; of whole pages' bytes 0.%03llu\n",
		      (unsigned long long)bench->updates, (unsigned long long)pages,
		      (unsigned long long)bench->log_bytes, (unsigned long long)bench->home_bytes,
		      (unsigned long long)bench->units_to_log,
		      (unsigned long long)bench->units_to_pages, (unsigned long long)thousandths);
	return thousandths;
}

static void random_updates_of_a_file_cost_little_more_than_their_bytes(void **state)
{
	struct bench *bench = malloc(sizeof(*bench));

	(void)state;
	assert_non_null(bench);
	b_open(bench, t_scale());
	/* 1,040 of 4,096 bytes for the deltas alone, and each page now and then. */
	assert_in_range(b_run(bench, bench->file_pages), 254, 333);
	assert_int_equal(bench->units_to_pages, 0);
	b_close(bench);
}

static void updates_of_few_pages_are_written_as_pages(void **state)
{
	struct bench *bench = malloc(sizeof(*bench));

	(void)state;
	assert_non_null(bench);
	b_open(bench, t_scale());
	/* 100 pages: 0.4 MiB instead of 1 MiB of deltas. */
	assert_in_range(b_run(bench, 100), 90, 110);
	assert_int_equal(bench->units_to_log, 0);
	b_close(bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_updates_of_a_file_cost_little_more_than_their_bytes),
		cmocka_unit_test(updates_of_few_pages_are_written_as_pages),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
