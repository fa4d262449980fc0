/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the redirect table against a model that keeps a place for every sector, or, to have
 * extents of all lengths, for every stretch of sectors: what is asked is then a multiple of it.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bid/redirect.h"
#include "test_random.h"

#define SECTORS   400u  /* of the model's HDD */
#define SSD_FIRST 1000u /* no HDD address is an SSD address */
#define SSD_MAX   300u
#define ON_HDD    UINT64_MAX

struct fixture {
	struct bid_redirect table;
	void *memory;
	uint64_t place[SECTORS]; /* the SSD's sector, or ON_HDD */
	uint64_t ssd_sectors;    /* stretches, as all that the model says */
	uint32_t max_extents;
	uint64_t stretch; /* sectors */
};

static void t_open_stretched(struct fixture *f, uint32_t max_extents, uint64_t ssd_sectors,
			     uint64_t stretch)
{
	f->memory = malloc(bid_redirect_bytes(max_extents));
	assert_non_null(f->memory);
	f->ssd_sectors = ssd_sectors;
	f->max_extents = max_extents;
	f->stretch = stretch;
	bid_redirect_init(&f->table, f->memory, max_extents, SSD_FIRST * stretch,
			  ssd_sectors * stretch);
	for (size_t i = 0; i < SECTORS; i++)
		f->place[i] = ON_HDD;
}

static void t_open(struct fixture *f, uint32_t max_extents, uint64_t ssd_sectors)
{
	t_open_stretched(f, max_extents, ssd_sectors, 1);
}

static void t_close(struct fixture *f)
{
	free(f->memory);
}

static int t_put(struct fixture *f, uint64_t lba, uint64_t sectors)
{
	uint64_t ssd_lba = ON_HDD;
	int result =
		bid_redirect_reserve(&f->table, lba * f->stretch, sectors * f->stretch, &ssd_lba);

	if (result)
		return result;
	bid_redirect_commit(&f->table, lba * f->stretch, sectors * f->stretch, ssd_lba);
	assert_int_equal(ssd_lba % f->stretch, 0);
	ssd_lba /= f->stretch;
	for (uint64_t i = 0; i < sectors; i++)
		f->place[lba + i] = ssd_lba + i;
	return 0;
}

static int t_remove(struct fixture *f, uint64_t lba, uint64_t sectors)
{
	int result = bid_redirect_remove(&f->table, lba * f->stretch, sectors * f->stretch);

	if (result)
		return result;
	for (uint64_t i = 0; i < sectors; i++)
		f->place[lba + i] = ON_HDD;
	return 0;
}

/* Whether the sector begins a new piece: what comes before it is elsewhere. */
static bool t_begins(const struct fixture *f, uint64_t lba)
{
	if (f->place[lba - 1] == ON_HDD || f->place[lba] == ON_HDD)
		return f->place[lba - 1] != f->place[lba];
	return f->place[lba - 1] + 1 != f->place[lba];
}

static void t_check_lookup(const struct fixture *f, uint64_t lba, uint64_t end)
{
	bool touched = false;

	for (uint64_t at = lba; at < end; at++)
		touched |= f->place[at] != ON_HDD;
	assert_int_equal(
		bid_redirect_touches(&f->table, lba * f->stretch, (end - lba) * f->stretch),
		touched);
	while (lba < end) {
		struct bid_redirect_piece piece;
		uint64_t last = lba + 1;

		while (last < end && !t_begins(f, last))
			last++;
		bid_redirect_lookup(&f->table, lba * f->stretch, (end - lba) * f->stretch, &piece);
		assert_int_equal(piece.lba, lba * f->stretch);
		assert_int_equal(piece.sectors, (last - lba) * f->stretch);
		assert_int_equal(piece.tier, f->place[lba] == ON_HDD ? BID_TIER_HDD : BID_TIER_SSD);
		assert_int_equal(piece.address,
				 (f->place[lba] == ON_HDD ? lba : f->place[lba]) * f->stretch);
		lba = last;
	}
}

/* No two sectors share a place, all are within the budget, and the sums are right. */
static void t_check_space(const struct fixture *f)
{
	bool used[SSD_MAX] = {false};
	uint64_t mapped = 0;

	for (size_t i = 0; i < SECTORS; i++) {
		if (f->place[i] == ON_HDD)
			continue;
		assert_in_range(f->place[i], SSD_FIRST, SSD_FIRST + f->ssd_sectors - 1);
		assert_false(used[f->place[i] - SSD_FIRST]);
		used[f->place[i] - SSD_FIRST] = true;
		mapped++;
	}
	assert_int_equal(f->table.mapped_sectors, mapped * f->stretch);
	assert_int_equal(f->table.free_sectors, (f->ssd_sectors - mapped) * f->stretch);
}

/* The extents in order are the model's, each as long as it can be. */
static void t_check_extents(const struct fixture *f)
{
	const struct bid_redirect_extent *extent = bid_redirect_first(&f->table);
	uint32_t count = 0;

	for (uint64_t lba = 0; lba < SECTORS; count++) {
		uint64_t end = lba + 1;

		if (f->place[lba] == ON_HDD) {
			lba++;
			count--;
			continue;
		}
		while (end < SECTORS && !t_begins(f, end))
			end++;
		assert_non_null(extent);
		assert_int_equal(bid_redirect_lba(extent), lba * f->stretch);
		assert_int_equal(extent->sectors, (end - lba) * f->stretch);
		assert_int_equal(extent->ssd_lba, f->place[lba] * f->stretch);
		extent = bid_redirect_next(extent);
		lba = end;
	}
	assert_null(extent);
	assert_int_equal(f->table.extents.count, count);
	assert_in_range(count, 0, f->max_extents);
}

static uint64_t t_longest_gap(const struct fixture *f)
{
	bool used[SSD_MAX] = {false};
	uint64_t longest = 0;
	uint64_t length = 0;

	for (size_t i = 0; i < SECTORS; i++)
		if (f->place[i] != ON_HDD)
			used[f->place[i] - SSD_FIRST] = true;
	for (size_t i = 0; i < f->ssd_sectors; i++) {
		length = used[i] ? 0 : length + 1;
		longest = length > longest ? length : longest;
	}
	return longest;
}

static void t_check(const struct fixture *f)
{
	t_check_lookup(f, 0, SECTORS);
	t_check_space(f);
	t_check_extents(f);
}

static void lookup_of_an_empty_table_is_the_hdd(void **state)
{
	struct fixture f;
	struct bid_redirect_piece piece;

	(void)state;
	t_open(&f, 1, 0);
	bid_redirect_lookup(&f.table, 7, 9, &piece);
	assert_int_equal(piece.tier, BID_TIER_HDD);
	assert_int_equal(piece.address, 7);
	assert_int_equal(piece.sectors, 9);
	assert_false(bid_redirect_touches(&f.table, 0, UINT64_MAX));
	assert_int_equal(t_put(&f, 0, 1), -ENOSPC);
	t_close(&f);
}

static void ranges_without_sectors_or_past_the_end_are_refused(void **state)
{
	struct fixture f;
	uint64_t ssd_lba;

	(void)state;
	t_open(&f, 4, 100);
	assert_int_equal(bid_redirect_reserve(&f.table, 5, 0, &ssd_lba), -EINVAL);
	assert_int_equal(bid_redirect_reserve(&f.table, UINT64_MAX, 2, &ssd_lba), -EINVAL);
	assert_int_equal(bid_redirect_remove(&f.table, 5, 0), -EINVAL);
	assert_int_equal(bid_redirect_remove(&f.table, UINT64_MAX - 1, 3), -EINVAL);
	assert_int_equal(bid_redirect_reserve(&f.table, UINT64_MAX - 2, 2, &ssd_lba), 0);
	t_close(&f);
}

static void a_range_lives_where_it_did_until_its_space_is_committed(void **state)
{
	struct bid_redirect_piece piece;
	struct fixture f;
	uint64_t first;
	uint64_t second;

	(void)state;
	t_open(&f, 5, 100);
	assert_int_equal(t_put(&f, 100, 40), 0);
	assert_int_equal(bid_redirect_reserve(&f.table, 120, 40, &first), 0);
	assert_int_equal(bid_redirect_reserve(&f.table, 200, 10, &second), 0);
	assert_true(first + 40 <= second || second + 10 <= first);
	assert_int_equal(f.table.free_sectors, 10);
	t_check_lookup(&f, 90, 220);
	bid_redirect_commit(&f.table, 200, 10, second);
	bid_redirect_lookup(&f.table, 200, 10, &piece);
	assert_int_equal(piece.address, second);
	bid_redirect_lookup(&f.table, 120, 20, &piece);
	assert_int_not_equal(piece.address, first);
	bid_redirect_commit(&f.table, 120, 40, first);
	bid_redirect_lookup(&f.table, 120, 40, &piece);
	assert_int_equal(piece.address, first);
	assert_int_equal(piece.sectors, 40);
	assert_int_equal(f.table.free_sectors, 30);
	t_close(&f);
}

static void what_is_released_is_free_and_the_range_where_it_was(void **state)
{
	struct bid_redirect_piece old;
	struct bid_redirect_piece piece;
	struct fixture f;
	uint64_t space;

	(void)state;
	t_open(&f, 3, 100);
	assert_int_equal(t_put(&f, 100, 40), 0);
	bid_redirect_lookup(&f.table, 100, 40, &old);
	assert_int_equal(bid_redirect_reserve(&f.table, 120, 60, &space), 0);
	assert_int_equal(f.table.free_sectors, 0);
	bid_redirect_release(&f.table, 60, space);
	assert_int_equal(f.table.free_sectors, 60);
	assert_int_equal(f.table.reserved, 0);
	bid_redirect_lookup(&f.table, 100, 40, &piece);
	assert_int_equal(piece.address, old.address);
	t_check(&f);
	/* All of it can be had again, in one piece. */
	assert_int_equal(t_put(&f, 300, 60), 0);
	t_check(&f);
	t_close(&f);
}

/* What commits may add counts already, so that none of them fails. */
static void reservations_count_towards_a_full_table(void **state)
{
	struct fixture f;
	uint64_t ssd_lba;

	(void)state;
	t_open(&f, 3, 100);
	assert_int_equal(bid_redirect_reserve(&f.table, 10, 5, &ssd_lba), 0);
	assert_false(bid_redirect_is_full(&f.table));
	assert_int_equal(t_put(&f, 100, 5), 0);
	assert_true(bid_redirect_is_full(&f.table));
	assert_int_equal(t_put(&f, 200, 5), -ENOSPC);
	assert_int_equal(t_remove(&f, 102, 1), -ENOSPC);
	bid_redirect_commit(&f.table, 10, 5, ssd_lba);
	assert_int_equal(t_put(&f, 200, 5), 0);
	t_close(&f);
}

/* Every way in which a new range can lie to an old one of [100, 140). */
static void every_partial_overlap_leaves_the_rest_where_it_was(void **state)
{
	static const uint64_t ends[][2] = {
		{80, 100},  {80, 120},  {80, 140},  {80, 160},  {100, 120}, {100, 140},
		{100, 160}, {110, 130}, {120, 140}, {120, 160}, {140, 160}, {99, 141},
		{100, 101}, {139, 140}, {139, 141}, {99, 101},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		for (int removing = 0; removing < 2; removing++) {
			struct fixture f;
			uint64_t sectors = ends[i][1] - ends[i][0];

			t_open(&f, 8, SSD_MAX);
			assert_int_equal(t_put(&f, 100, 40), 0);
			assert_int_equal(t_put(&f, 300, 5), 0);
			assert_int_equal(removing ? t_remove(&f, ends[i][0], sectors)
						  : t_put(&f, ends[i][0], sectors),
					 0);
			t_check(&f);
			t_close(&f);
		}
	}
}

static void writes_that_follow_each_other_are_one_extent(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 4, 100);
	for (uint64_t lba = 40; lba < 100; lba += 10)
		assert_int_equal(t_put(&f, lba, 10), 0);
	assert_int_equal(f.table.extents.count, 1);
	t_check(&f);
	t_close(&f);
}

static void the_log_goes_on_in_the_longest_gap_when_its_own_is_too_short(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 16, 100);
	for (uint64_t i = 0; i < 9; i++)
		assert_int_equal(t_put(&f, i * 20, 10), 0); /* SSD sectors 0 to 89 */
	assert_int_equal(t_remove(&f, 20, 10), 0);          /* frees 10 to 19 */
	assert_int_equal(t_remove(&f, 60, 10), 0);
	assert_int_equal(t_remove(&f, 80, 10), 0); /* frees 30 to 49 */
	assert_int_equal(t_put(&f, 300, 12), 0);
	assert_int_equal(f.place[300], SSD_FIRST + 30);
	assert_int_equal(t_put(&f, 330, 8), 0);
	assert_int_equal(f.place[330], SSD_FIRST + 42);
	assert_int_equal(t_put(&f, 350, 11), -ENOSPC);
	t_check(&f);
	t_close(&f);
}

static void a_full_table_refuses_what_might_need_another_extent_and_changes_nothing(void **state)
{
	struct fixture f;

	(void)state;
	t_open(&f, 2, SSD_MAX);
	assert_int_equal(t_put(&f, 10, 30), 0);
	assert_int_equal(t_put(&f, 100, 30), 0);
	assert_int_equal(t_put(&f, 200, 1), -ENOSPC);
	assert_int_equal(t_put(&f, 20, 5), -ENOSPC);
	assert_int_equal(t_remove(&f, 20, 5), -ENOSPC);
	t_check(&f);
	assert_int_equal(t_put(&f, 5, 40), 0); /* takes the first one's place */
	assert_int_equal(t_remove(&f, 30, 100), 0);
	t_check(&f);
	t_close(&f);
}

static void t_random_step(struct fixture *f, struct test_random *random)
{
	uint64_t lba = test_random_below(random, SECTORS);
	uint64_t room = SECTORS - lba;
	uint64_t sectors = 1 + test_random_below(random, test_random_below(random, 2) ? 8 : 60);
	uint32_t count = f->table.extents.count;
	uint64_t gap = t_longest_gap(f);
	int result;

	sectors = sectors < room ? sectors : room;
	if (test_random_below(random, 3)) {
		result = t_put(f, lba, sectors);
		if (result)
			assert_true(sectors > gap || count + 2 > f->max_extents);
	} else {
		result = t_remove(f, lba, sectors);
		if (result)
			assert_int_equal(count, f->max_extents);
	}
	assert_true(result == 0 || result == -ENOSPC);
	assert_int_equal(bid_redirect_is_full(&f->table), f->table.extents.count == f->max_extents);
}

static void t_run_random(uint64_t stretch)
{
	print_message("seeds 1 to 300, stretches of %llu sectors\n", (unsigned long long)stretch);
	for (uint64_t seed = 1; seed <= 300; seed++) {
		struct test_random random = {seed};
		struct fixture f;

		t_open_stretched(&f, 1 + (uint32_t)test_random_below(&random, 60),
				 test_random_below(&random, SSD_MAX + 1), stretch);
		for (int step = 0; step < 200; step++) {
			uint64_t lba = test_random_below(&random, SECTORS);

			t_random_step(&f, &random);
			t_check(&f);
			t_check_lookup(&f, lba,
				       lba + 1 + test_random_below(&random, SECTORS - lba));
		}
		assert_int_equal(t_remove(&f, 0, SECTORS), 0);
		assert_int_equal(f.table.free_sectors, f.ssd_sectors * stretch);
		assert_int_equal(f.table.gaps.count, f.ssd_sectors > 0);
		t_close(&f);
	}
}

static void random_operations_agree_with_the_model(void **state)
{
	(void)state;
	t_run_random(1);
}

/* Extents of many times 32 MiB, and many in one such piece of the disk. */
static void random_operations_on_long_ranges_agree_with_the_model(void **state)
{
	(void)state;
	t_run_random(9001);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lookup_of_an_empty_table_is_the_hdd),
		cmocka_unit_test(ranges_without_sectors_or_past_the_end_are_refused),
		cmocka_unit_test(a_range_lives_where_it_did_until_its_space_is_committed),
		cmocka_unit_test(what_is_released_is_free_and_the_range_where_it_was),
		cmocka_unit_test(reservations_count_towards_a_full_table),
		cmocka_unit_test(every_partial_overlap_leaves_the_rest_where_it_was),
		cmocka_unit_test(writes_that_follow_each_other_are_one_extent),
		cmocka_unit_test(the_log_goes_on_in_the_longest_gap_when_its_own_is_too_short),
		cmocka_unit_test(
			a_full_table_refuses_what_might_need_another_extent_and_changes_nothing),
		cmocka_unit_test(random_operations_agree_with_the_model),
		cmocka_unit_test(random_operations_on_long_ranges_agree_with_the_model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
