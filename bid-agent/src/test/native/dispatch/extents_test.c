/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a file's address out of its extents, whatever a file system says.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "address.h"
#include "extents.h"
#include "test_random.h"
#include "volume_fixture.h"

#define SECTOR       512u
#define LAST         (UINT64_C(1) << 40)
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const uint64_t nowhere = 12345;

static uint64_t t_address(const struct file_extent *extent, uint32_t count)
{
	uint64_t lba = nowhere;
	bool found = extents_address(extent, count, LAST, &lba);

	assert_int_equal(found, lba != nowhere);
	return lba;
}

static void a_file_in_one_piece_is_where_it_begins(void **state)
{
	const struct file_extent extent[] = {{0, 100 * MIB, MIB}, {MIB, 101 * MIB, 3 * MIB}};

	(void)state;
	assert_int_equal(t_address(extent, COUNT(extent)), 100 * MIB / SECTOR);
}

/* As ext4 does with a file that was synced after its first bytes. */
static void one_page_elsewhere_does_not_say_where_the_file_lies(void **state)
{
	const struct file_extent extent[] = {{0, 4096, 4096},
					     {4096, 900 * MIB + 4096, 64 * MIB - 4096}};

	(void)state;
	assert_int_equal(t_address(extent, COUNT(extent)), 900 * MIB / SECTOR);
}

static void pieces_that_would_follow_each_other_count_together(void **state)
{
	const struct file_extent extent[] = {{0, 500 * MIB, 3 * MIB},
					     {3 * MIB, 203 * MIB, 2 * MIB},
					     {5 * MIB, 700 * MIB, MIB},
					     {6 * MIB, 206 * MIB, 2 * MIB}};

	(void)state;
	assert_int_equal(t_address(extent, COUNT(extent)), 200 * MIB / SECTOR);
}

static void of_two_places_with_as_much_it_is_the_first(void **state)
{
	const struct file_extent extent[] = {{0, 500 * MIB, MIB}, {MIB, 201 * MIB, MIB}};

	(void)state;
	assert_int_equal(t_address(extent, COUNT(extent)), 500 * MIB / SECTOR);
}

static void what_cannot_be_counts_for_nothing(void **state)
{
	const struct file_extent bad[] = {
		{0, 8 * MIB, 0},                       /* nothing */
		{UINT64_MAX - 4095, UINT64_MAX, 8192}, /* past the end of all numbers */
		{0, UINT64_MAX - 511, 1024},           /* likewise, on the disk */
		{8 * MIB, 4 * MIB, MIB},               /* a file that begins before the disk */
		{0, 1000, MIB},                        /* in the middle of a sector */
		{0, (LAST + 1) * SECTOR, UINT64_C(1) << 50}, /* behind the disk */
	};
	struct file_extent mixed[COUNT(bad) + 1];

	(void)state;
	assert_int_equal(t_address(NULL, 0), nowhere);
	for (size_t i = 0; i < COUNT(bad); i++) {
		assert_int_equal(t_address(&bad[i], 1), nowhere);
		mixed[i] = bad[i];
	}
	mixed[COUNT(bad)] = (struct file_extent){MIB, 8 * MIB, SECTOR};
	assert_int_equal(t_address(mixed, COUNT(mixed)), 7 * MIB / SECTOR);
}

/* Lengths whose sum is more than any number. */
static void lengths_do_not_run_over(void **state)
{
	const struct file_extent extent[] = {{0, 0, UINT64_MAX}, {0, 0, UINT64_MAX}, {0, MIB, MIB}};

	(void)state;
	assert_int_equal(t_address(extent, COUNT(extent)), 0);
}

static void no_answer_leads_past_the_disk(void **state)
{
	struct test_random random = {.state = 1};

	(void)state;
	for (uint32_t round = 0; round < 20000; round++) {
		struct file_extent extent[8];
		uint64_t last = test_random_next(&random) >> (test_random_next(&random) % 64);
		uint64_t lba = 0;

		for (size_t i = 0; i < COUNT(extent); i++)
			extent[i] = (struct file_extent){
				test_random_next(&random) >> (test_random_next(&random) % 64),
				test_random_next(&random) >> (test_random_next(&random) % 64),
				test_random_next(&random) >> (test_random_next(&random) % 64)};
		if (extents_address(extent, COUNT(extent), last, &lba))
			assert_true(lba <= last);
	}
}

/* Files in memory have no extents: the numbers of files spread them over the disk. */
static void where_the_file_system_does_not_answer_the_number_does(void **state)
{
	struct backend *backend = t_backend(T_THREADS, false);
	char path[] = "/dev/shm/extents-XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	unlink(path);
	assert_int_equal(write(fd, path, sizeof(path)), sizeof(path));
	assert_true(address_of_file(fd, 1, backend) > backend->profile.sectors / 4);
	assert_true(address_of_file(fd, 1, backend) != address_of_file(fd, 2, backend));
	assert_true(address_of_file(-1, 3, backend) < backend->profile.sectors);
	close(fd);
	backend->ops->close(backend);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_in_one_piece_is_where_it_begins),
		cmocka_unit_test(one_page_elsewhere_does_not_say_where_the_file_lies),
		cmocka_unit_test(pieces_that_would_follow_each_other_count_together),
		cmocka_unit_test(of_two_places_with_as_much_it_is_the_first),
		cmocka_unit_test(what_cannot_be_counts_for_nothing),
		cmocka_unit_test(lengths_do_not_run_over),
		cmocka_unit_test(no_answer_leads_past_the_disk),
		cmocka_unit_test(where_the_file_system_does_not_answer_the_number_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
