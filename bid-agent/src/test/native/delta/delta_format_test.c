/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: sums, heads, records and definitions as bytes; a flush unit's pages and its choice.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "delta/crc.h"
#include "delta/format.h"
#include "delta/unit.h"
#include "test_random.h"

static const struct delta_geometry geometry = {
	.uuid = {1, 2, 3}, .segment_bytes = DELTA_SEGMENT_BYTES_MIN, .segments = 8};

static void sums_are_those_of_the_standards(void **state)
{
	static const uint8_t digits[] = "123456789";

	(void)state;
	assert_int_equal(delta_crc(DELTA_CRC32C, 0, digits, 9), 0xe3069283);
	assert_int_equal(delta_crc(DELTA_CRC32, 0, digits, 9), 0xcbf43926);
	for (size_t cut = 0; cut <= 9; cut++)
		assert_int_equal(delta_crc(DELTA_CRC32C, delta_crc(DELTA_CRC32C, 0, digits, cut),
					   digits + cut, 9 - cut),
				 0xe3069283);
}

static void a_long_sum_is_that_of_bits_one_by_one(void **state)
{
	struct test_random random = {7};
	uint8_t bytes[1003];
	uint32_t slow = UINT32_MAX;

	(void)state;
	for (size_t i = 0; i < sizeof(bytes); i++) {
		bytes[i] = (uint8_t)test_random_next(&random);
		slow ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			slow = slow >> 1 ^ (slow & 1 ? 0x82f63b78 : 0);
	}
	assert_int_equal(delta_crc(DELTA_CRC32C, 0, bytes, sizeof(bytes)), ~slow);
}

static void heads_come_back_and_no_changed_bit_passes(void **state)
{
	const struct delta_segment_head head = {.sequence = 19, .tail = 13, .previous_end = 8192};
	struct delta_segment_head again;
	struct delta_geometry other;
	uint8_t page[DELTA_PAGE];

	(void)state;
	delta_log_head_put(page, &geometry);
	assert_int_equal(delta_log_head_get(page, &other), 0);
	assert_memory_equal(&other, &geometry, sizeof(other));
	for (int bit = 0; bit < 64 * 8; bit++) {
		page[bit / 8] ^= (uint8_t)(1 << bit % 8);
		assert_int_equal(delta_log_head_get(page, &other), -EBADMSG);
		page[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
	delta_segment_head_put(page, &geometry, &head);
	assert_int_equal(delta_segment_head_get(page, &geometry, 3, &again), 0);
	assert_int_equal(again.sequence, 19);
	assert_int_equal(again.tail, 13);
	assert_int_equal(again.previous_end, 8192);
	/* Not of that place. */
	assert_int_equal(delta_segment_head_get(page, &geometry, 4, &again), -EBADMSG);
	for (int bit = 0; bit < 64 * 8; bit++) {
		page[bit / 8] ^= (uint8_t)(1 << bit % 8);
		assert_int_equal(delta_segment_head_get(page, &geometry, 3, &again), -EBADMSG);
		page[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
}

static void a_head_of_another_log_or_version_is_told(void **state)
{
	struct delta_geometry other = geometry;
	struct delta_segment_head head = {.sequence = 1, .tail = 1};
	uint8_t page[DELTA_PAGE];
	uint32_t sum;

	(void)state;
	other.uuid[5]++;
	delta_segment_head_put(page, &other, &head);
	assert_int_equal(delta_segment_head_get(page, &geometry, 1, &head), -EBADMSG);
	delta_log_head_put(page, &geometry);
	page[8]++;
	sum = delta_crc(DELTA_CRC32C, 0, page, 60);
	for (int i = 0; i < 4; i++)
		page[60 + i] = (uint8_t)(sum >> 8 * i);
	assert_int_equal(delta_log_head_get(page, &other), -EPROTONOSUPPORT);
}

static void records_of_all_lengths_come_back(void **state)
{
	static const uint32_t lengths[] = {1, 2, 15, 1000, 65535, 65536};
	uint8_t *payload = malloc(DELTA_PAYLOAD_MAX);
	uint8_t *to = malloc(delta_record_bytes(DELTA_PAYLOAD_MAX));
	uint32_t seed = delta_seed(&geometry, 5);

	(void)state;
	assert_true(payload && to);
	for (uint32_t i = 0; i < DELTA_PAYLOAD_MAX; i++)
		payload[i] = (uint8_t)(i * 7);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		const struct delta_record record = {.stream = DELTA_STREAM_MAX,
						    .kind = DELTA_DATA,
						    .length = lengths[i],
						    .offset = DELTA_OFFSET_MAX,
						    .payload = payload};
		struct delta_record again;
		uint32_t bytes = delta_record_put(to, &record, seed);

		assert_int_equal(bytes, DELTA_RECORD_HEAD + lengths[i]);
		assert_int_equal(delta_record_get(to, bytes - 1, seed, &again), -EAGAIN);
		assert_int_equal(delta_record_get(to, bytes, seed, &again), 0);
		assert_int_equal(again.stream, DELTA_STREAM_MAX);
		assert_int_equal(again.length, lengths[i]);
		assert_int_equal(again.offset, DELTA_OFFSET_MAX);
		assert_memory_equal(again.payload, payload, lengths[i]);
		/* D4: of another lap, and of another log. */
		assert_int_equal(delta_record_get(to, bytes, delta_seed(&geometry, 5 + 8), &again),
				 -EBADMSG);
		to[bytes - 1] ^= 1;
		assert_int_equal(delta_record_get(to, bytes, seed, &again), -EBADMSG);
	}
	free(payload);
	free(to);
}

static void definitions_come_back_and_cut_ones_are_refused(void **state)
{
	const struct delta_definition definition = {.block = 1073741825,
						    .stamp = 1001,
						    .pool = {"BP-1", 4},
						    .volume = {"DS-22", 5},
						    .root = {"/data/1", 7},
						    .data = {"rbw/blk_1", 9},
						    .checksum = {"rbw/blk_1_1001.meta", 19}};
	struct delta_definition again;
	uint32_t bytes = delta_definition_bytes(&definition);
	uint8_t payload[256];

	(void)state;
	assert_in_range(bytes, 1, sizeof(payload));
	delta_definition_put(payload, &definition);
	assert_int_equal(delta_definition_get(payload, bytes, &again), 0);
	assert_int_equal(again.block, 1073741825);
	assert_int_equal(again.stamp, 1001);
	assert_int_equal(again.checksum.length, 19);
	assert_memory_equal(again.checksum.bytes, definition.checksum.bytes, 19);
	for (uint32_t cut = 0; cut < bytes; cut++)
		assert_int_equal(delta_definition_get(payload, cut, &again), -EBADMSG);
}

/* ---- flush units ---- */

static void a_unit_counts_distinct_pages_and_runs(void **state)
{
	void *memory = malloc(delta_unit_bytes(100));
	struct delta_unit unit;

	(void)state;
	assert_non_null(memory);
	delta_unit_init(&unit, memory, 100);
	assert_int_equal(delta_unit_runs(&unit), 0);
	delta_unit_add(&unit, 1, 0, 100);
	delta_unit_add(&unit, 1, 50, 100);
	assert_int_equal(unit.pages, 1);
	delta_unit_add(&unit, 1, 4095, 2); /* pages 0 and 1 */
	assert_int_equal(unit.pages, 2);
	assert_int_equal(delta_unit_runs(&unit), 1);
	delta_unit_add(&unit, 2, 2 * 4096, 1); /* another file's */
	assert_int_equal(unit.pages, 3);
	assert_int_equal(delta_unit_runs(&unit), 2);
	assert_int_equal(unit.bytes, 4 * 16 + 203);
	delta_unit_clear(&unit);
	assert_int_equal(unit.pages, 0);
	free(memory);
}

static void the_cheaper_way_is_chosen(void **state)
{
	/* A disk that needs 8 ms to be anywhere else, and an SSD. */
	const struct delta_devices disk = {.log_bytes_per_second = 500000000,
					   .home_bytes_per_second = 200000000,
					   .home_positioning_ns = 8000000};
	void *memory = malloc(delta_unit_bytes(100));
	struct delta_unit unit;

	(void)state;
	assert_non_null(memory);
	delta_unit_init(&unit, memory, 100);
	for (int i = 0; i < 100; i++)
		delta_unit_add(&unit, 1, 64, 1000);
	/* One page of 4 KiB against 100 KB of deltas. */
	assert_true(delta_unit_writes_pages(&unit, DELTA_RECLAIM_BYTES, NULL));
	/* 0.2 ms of the log against 8 ms of the disk. */
	assert_false(delta_unit_writes_pages(&unit, DELTA_RECLAIM_TIME, &disk));
	delta_unit_clear(&unit);
	for (uint32_t i = 0; i < 50; i++)
		delta_unit_add(&unit, 1, i * 40960, 100);
	assert_false(delta_unit_writes_pages(&unit, DELTA_RECLAIM_BYTES, NULL));
	free(memory);
}

static void more_pages_than_the_list_holds_go_to_the_log(void **state)
{
	void *memory = malloc(delta_unit_bytes(10));
	struct delta_unit unit;
	uint32_t place = 0;
	uint32_t stream;
	uint32_t listed = 0;
	uint64_t page;

	(void)state;
	assert_non_null(memory);
	delta_unit_init(&unit, memory, 10);
	for (uint32_t i = 0; i < 10; i++)
		delta_unit_add(&unit, 3, i * 4096, 65000);
	assert_false(delta_unit_writes_pages(&unit, DELTA_RECLAIM_BYTES, NULL));
	while (delta_unit_next(&unit, &place, &stream, &page)) {
		assert_int_equal(stream, 3);
		assert_true(page < 26);
		listed++;
	}
	assert_int_equal(listed, 10);
	free(memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_are_those_of_the_standards),
		cmocka_unit_test(a_long_sum_is_that_of_bits_one_by_one),
		cmocka_unit_test(heads_come_back_and_no_changed_bit_passes),
		cmocka_unit_test(a_head_of_another_log_or_version_is_told),
		cmocka_unit_test(records_of_all_lengths_come_back),
		cmocka_unit_test(definitions_come_back_and_cut_ones_are_refused),
		cmocka_unit_test(a_unit_counts_distinct_pages_and_runs),
		cmocka_unit_test(the_cheaper_way_is_chosen),
		cmocka_unit_test(more_pages_than_the_list_holds_go_to_the_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
