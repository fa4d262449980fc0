/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * BID-Hybrid: algorithm 3 of Mishra 2018 on the worked example, and what must hold once some of a
 * disk's sectors live on the SSD.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* Which tier served each of the worked example's requests, as in "HHHHSHHHHHSH". */
static void run_example(const struct bid_policy *policy, uint64_t threshold, uint64_t merge,
			char *tiers)
{
	FILE *file = fopen(TEST_DATA "/bid-worked-example.csv", "r");
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;
	char line[256];

	assert_non_null(file);
	bid_settings_set(&setup.settings, "packing-threshold", threshold);
	bid_settings_set(&setup.settings, "merge", merge);
	driver = driver_open(policy, &setup, 12);
	while (fgets(line, sizeof(line), file)) {
		unsigned long lba, sectors;
		char process, op;

		if (line[0] == '#')
			continue;
		assert_int_equal(
			sscanf(line, "%*d,%*[^,],%c,%lu,%lu,%*c,%c", &process, &lba, &sectors, &op),
			4);
		driver_submit(driver, (uint64_t)process, op == 'R' ? BID_READ : BID_WRITE, lba,
			      (uint32_t)sectors, op == 'R' ? BID_SYNC : 0);
	}
	fclose(file);
	driver_run_to_end(driver);
	for (uint32_t i = 0; i < driver->count; i++)
		tiers[i] = driver->requests[i].served_by == BID_TIER_SSD ? 'S' : 'H';
	tiers[driver->count] = 0;
	driver_close(driver);
}

/* B1 A1 A2 A3 C1 B2 B3 A4 A5 A6 C2 B4: PF(B) = 40, PF(C) = 4, A only reads. */
static void check_example(const struct bid_policy *policy)
{
	char tiers[16];

	run_example(policy, 4, 0, tiers);
	assert_string_equal(tiers, "HHHHHHHHHHHH");
	for (uint64_t threshold = 5; threshold <= 40; threshold++) {
		run_example(policy, threshold, 0, tiers);
		assert_string_equal(tiers, "HHHHSHHHHHSH");
	}
	run_example(policy, 41, 0, tiers);
	assert_string_equal(tiers, "SHHHSSSHHHSS");
	/* Merged, B is one request of 160 sectors. */
	run_example(policy, 160, 1, tiers);
	assert_string_equal(tiers, "HHHHSHHHHHSH");
	run_example(policy, 161, 1, tiers);
	assert_string_equal(tiers, "SHHHSSSHHHSS");
}

static void worked_example_sends_what_packs_badly_to_the_ssd(void **state)
{
	(void)state;
	check_example(&bid_published_hybrid_policy);
}

static struct driver *open_hybrid(struct bid_setup *setup)
{
	*setup = driver_default_setup();
	return driver_open(&bid_hybrid_policy, setup, 64);
}

static void what_lives_on_the_ssd_is_read_there(void **state)
{
	struct bid_setup setup;
	struct driver *driver = open_hybrid(&setup);
	struct driver_request *write, *read, *other;

	(void)state;
	write = driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	read = driver_submit(driver, 2, BID_READ, 1002, 4, BID_SYNC);
	other = driver_submit(driver, 2, BID_READ, 5000, 4, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(write->served_by, BID_TIER_SSD);
	assert_int_equal(read->served_by, BID_TIER_SSD);
	assert_int_equal(other->served_by, BID_TIER_HDD);
	driver_close(driver);
}

static void an_update_goes_to_where_the_data_live(void **state)
{
	struct bid_setup setup;
	struct driver *driver = open_hybrid(&setup);
	struct driver_request *update;

	(void)state;
	driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	update = driver_submit(driver, 1, BID_WRITE, 1000, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(update->served_by, BID_TIER_SSD);
	driver_close(driver);
}

static void a_request_on_both_tiers_is_served_in_pieces(void **state)
{
	struct bid_setup setup;
	struct driver *driver = open_hybrid(&setup);
	struct driver_request *read;
	uint64_t hdd_before, ssd_before;

	(void)state;
	driver_submit(driver, 1, BID_WRITE, 1100, 8, 0);
	driver_run_to_end(driver);
	hdd_before = driver->device[BID_TIER_HDD].sectors;
	ssd_before = driver->device[BID_TIER_SSD].sectors;
	read = driver_submit(driver, 2, BID_READ, 1000, 200, BID_SYNC);
	driver_run_to_end(driver);
	assert_true(read->finished);
	assert_int_equal(read->order, 0);
	assert_int_equal(driver->device[BID_TIER_HDD].sectors - hdd_before, 192);
	assert_int_equal(driver->device[BID_TIER_SSD].sectors - ssd_before, 8);
	driver_close(driver);
}

static void a_used_up_budget_leaves_writes_to_the_disk(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;
	struct driver_request *second;

	(void)state;
	bid_settings_set(&setup.settings, "ssd-budget", 8);
	driver = driver_open(&bid_hybrid_policy, &setup, 64);
	driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	second = driver_submit(driver, 1, BID_WRITE, 9000, 8, 0);
	driver_run_to_end(driver);
	assert_int_equal(second->served_by, BID_TIER_HDD);
	driver_close(driver);
}

static void without_an_ssd_all_goes_to_the_disk(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver;
	struct driver_request *write;

	(void)state;
	setup.device[BID_TIER_SSD].sectors = 0;
	driver = driver_open(&bid_hybrid_policy, &setup, 64);
	write = driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	assert_int_equal(write->served_by, BID_TIER_HDD);
	driver_close(driver);
}

/* ---- barriers with data ---- */

#define CONTENT_SECTORS 20000u
#define BARRIER_STREAM  9u

/* Who wrote what lies on the devices, and whom the last reader's sectors were written by. */
struct content {
	uint64_t writer[BID_TIERS][CONTENT_SECTORS];
	uint64_t read_sectors;
	uint64_t read_of_barrier;
};

static void note_content(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct content *content = driver->context;

	for (uint64_t at = head->run_lba; at < bid_run_end(head); at++) {
		assert_true(at < CONTENT_SECTORS);
		if (head->op == BID_WRITE)
			content->writer[tier][at] = head->stream;
		else
			content->read_sectors++;
		if (head->op == BID_READ && content->writer[tier][at] == BARRIER_STREAM)
			content->read_of_barrier++;
	}
}

/* Sectors 1000 to 1007 live on the SSD; a barrier writes the range, and a reader reads it. */
static void check_barrier(const struct bid_policy *policy, uint64_t lba, uint32_t sectors)
{
	const struct bid_setup setup = driver_default_setup();
	struct driver *driver = driver_open(policy, &setup, 64);
	struct driver_request *home, *before, *barrier, *read;
	struct content content = {.read_sectors = 0};

	driver->context = &content;
	driver->on_dispatched = note_content;
	home = driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	assert_int_equal(home->served_by, BID_TIER_SSD);
	before = driver_submit(driver, 2, BID_WRITE, lba, sectors, 0);
	barrier = driver_submit(driver, BARRIER_STREAM, BID_WRITE, lba, sectors,
				BID_BARRIER | BID_SYNC);
	driver_run_to_end(driver);
	assert_true(before->finished_ns < barrier->finished_ns);
	read = driver_submit(driver, 3, BID_READ, lba, sectors, BID_SYNC);
	driver_run_to_end(driver);
	assert_true(read->finished);
	assert_int_equal(content.read_sectors, sectors);
	assert_int_equal(content.read_of_barrier, sectors);
	driver_close(driver);
}

static void a_barrier_with_data_is_written_where_readers_look(void **state)
{
	static const struct bid_policy *const policies[] = {&bid_hybrid_policy,
							    &bid_published_hybrid_policy};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		check_barrier(policies[i], 1000, 8); /* on the SSD */
		check_barrier(policies[i], 1002, 4);
		check_barrier(policies[i], 996, 8); /* on both */
		check_barrier(policies[i], 1004, 8);
		check_barrier(policies[i], 900, 200);
		check_barrier(policies[i], 900, 400); /* packs well: as if for the disk */
		check_barrier(policies[i], 5000, 8);  /* on the disk, or new on the SSD */
		check_barrier(policies[i], 5000, 1000);
	}
}

/* ---- batches of writes on two tiers ---- */

#define FAR          (DRIVER_SECTORS / 2)
#define LARGE_STREAM 100u
#define SMALL_STREAM 200u

/* Three readers, and three small writes for each that is too large for the SSD. */
struct mixed {
	uint64_t random;
	uint64_t next_write;
	uint32_t left;
	uint32_t in_a_row; /* writes that the disk was given */
	uint32_t longest;
};

static void mixed_write(struct driver *driver, struct mixed *mixed, bool small)
{
	/* A stream for each small one: of a new one nothing is known. */
	uint64_t stream = small ? SMALL_STREAM + driver->count : LARGE_STREAM;

	driver_submit(driver, stream, BID_WRITE, mixed->next_write, small ? 8 : 300, 0);
	mixed->next_write += (uint64_t)4 * BID_REQUEST_MAX_SECTORS;
}

static void mixed_goes_on(struct driver *driver, struct driver_request *mine)
{
	struct mixed *mixed = driver->context;

	if (mixed->left == 0)
		return;
	mixed->left--;
	if (mine->request.op == BID_WRITE)
		mixed_write(driver, mixed, mine->request.sectors == 8);
	else
		driver_submit(driver, mine->request.stream, BID_READ,
			      driver_random(&mixed->random, FAR / 1024) * 1024, 256, BID_SYNC);
}

static void mixed_counts(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct mixed *mixed = driver->context;

	if (tier == BID_TIER_SSD)
		return;
	mixed->in_a_row = head->op == BID_WRITE ? mixed->in_a_row + 1 : 0;
	/* The first batch is to find out what the writes are like; in the end all are late. */
	if (mixed->left > 0 && mixed->left < 2500 && mixed->in_a_row > mixed->longest)
		mixed->longest = mixed->in_a_row;
}

static void what_goes_to_the_ssd_makes_no_batch_of_the_disk_longer(void **state)
{
	struct bid_setup setup = driver_default_setup();
	struct mixed mixed = {.random = 1, .next_write = FAR, .left = 4000};
	struct driver *driver;

	(void)state;
	bid_settings_set(&setup.settings, "write-batch", 400 * DRIVER_MS);
	/* Nobody who is late cuts a batch in two; tiers are chosen when the disk comes by. */
	bid_settings_set(&setup.settings, "order-slack", 3600 * 1000 * DRIVER_MS);
	bid_settings_set(&setup.settings, "wait-default", 10 * 1000 * DRIVER_MS);
	driver = driver_open(&bid_hybrid_policy, &setup, 8192);
	driver->context = &mixed;
	driver->on_finished = mixed_goes_on;
	driver->on_dispatched = mixed_counts;
	for (int i = 0; i < 220; i++)
		mixed_write(driver, &mixed, i % 4 > 0);
	for (uint64_t stream = 1; stream <= 3; stream++)
		driver_submit(driver, stream, BID_READ, stream * 1000000, 256, BID_SYNC);
	driver_run_to_end(driver);
	driver_close(driver);
	print_message("writes of 150 KiB in a row: %u\n", mixed.longest);
	/* What 20 MiB take, by 14.5 ms each; 1.6 s in a batch of small ones. */
	assert_in_range(mixed.longest, 11, 20);
}

/* ---- what comes home ---- */

static void what_returned_lives_on_the_disk(void **state)
{
	struct bid_setup setup;
	struct driver *driver = open_hybrid(&setup);
	struct driver_request *read, *rest, *write;

	(void)state;
	driver_submit(driver, 1, BID_WRITE, 1000, 16, 0);
	driver_run_to_end(driver);
	assert_int_equal(bid_request_queue_returned(&driver->queue, 1000, 8, driver->now_ns), 0);
	read = driver_submit(driver, 2, BID_READ, 1000, 8, BID_SYNC);
	rest = driver_submit(driver, 2, BID_READ, 1008, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(read->served_by, BID_TIER_HDD);
	assert_int_equal(rest->served_by, BID_TIER_SSD);
	write = driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	assert_int_equal(write->served_by, BID_TIER_SSD);
	driver_close(driver);
}

/* All wait for the SSD, one of them in pieces of which one will be on both tiers. */
static void what_waits_for_the_ssd_goes_to_where_its_range_is(void **state)
{
	struct bid_setup setup;
	struct driver *driver = open_hybrid(&setup);
	struct driver_request *read, *update, *both;

	(void)state;
	driver_submit(driver, 1, BID_WRITE, 1000, 16, 0);
	driver_run_to_end(driver);
	read = driver_submit(driver, 2, BID_READ, 1000, 8, BID_SYNC);
	update = driver_submit(driver, 3, BID_WRITE, 1000, 8, BID_SYNC);
	both = driver_submit(driver, 4, BID_READ, 990, 26, BID_SYNC);
	assert_int_equal(bid_request_queue_returned(&driver->queue, 1000, 8, driver->now_ns), 0);
	driver_run_to_end(driver);
	assert_int_equal(read->served_by, BID_TIER_HDD);
	assert_true(update->finished && update->request.status == 0);
	assert_true(both->finished && both->request.status == 0);
	assert_int_equal(driver->finished, driver->count);
	driver_close(driver);
}

static void what_stays_is_not_moved(void **state)
{
	struct bid_setup setup;
	struct driver *driver = open_hybrid(&setup);
	struct driver_request *stays, *moves;

	(void)state;
	stays = driver_submit(driver, 1, BID_WRITE, 1000, 8, BID_STAYS);
	driver_run_to_end(driver);
	moves = driver_submit(driver, 1, BID_WRITE, 5000, 8, 0);
	driver_run_to_end(driver);
	assert_int_equal(stays->served_by, BID_TIER_HDD);
	assert_int_equal(moves->served_by, BID_TIER_SSD);
	stays = driver_submit(driver, 1, BID_WRITE, 5000, 8, BID_STAYS);
	driver_run_to_end(driver);
	assert_int_equal(stays->served_by, BID_TIER_SSD);
	driver_close(driver);
}

static int32_t serve_on_the_disk(struct driver *driver, const struct bid_request *head,
				 enum bid_tier tier)
{
	(void)driver;
	if (tier == BID_TIER_SSD)
		((struct bid_request *)head)->flags |= BID_STAYS;
	return 0;
}

static void a_run_that_was_served_on_the_disk_instead_lives_there(void **state)
{
	struct bid_setup setup;
	struct driver *driver = open_hybrid(&setup);
	struct driver_request *write, *read;

	(void)state;
	driver->on_served = serve_on_the_disk;
	write = driver_submit(driver, 1, BID_WRITE, 1000, 8, 0);
	driver_run_to_end(driver);
	assert_int_equal(write->request.status, 0);
	read = driver_submit(driver, 2, BID_READ, 1000, 8, BID_SYNC);
	driver_run_to_end(driver);
	assert_int_equal(read->served_by, BID_TIER_HDD);
	driver_close(driver);
}

static void a_write_that_somebody_waits_for_can_be_moved_at_once(void **state)
{
	struct bid_setup setup = driver_default_setup();
	uint64_t took_ns[2];

	(void)state;
	for (uint64_t at_once = 0; at_once < 2; at_once++) {
		struct driver *driver;
		struct driver_request *write;

		bid_settings_set(&setup.settings, "blocking-at-once", at_once);
		driver = driver_open(&bid_hybrid_policy, &setup, 64);
		/* The disk is busy. */
		driver_submit(driver, 9, BID_READ, 900000, 1000, BID_SYNC);
		driver_run_until(driver, 1);
		write = driver_submit(driver, 1, BID_WRITE, 1000, 8, BID_SYNC);
		driver_run_to_end(driver);
		assert_int_equal(write->served_by, BID_TIER_SSD);
		took_ns[at_once] = write->finished_ns;
		driver_close(driver);
	}
	assert_true(took_ns[1] < DRIVER_MS);
	assert_true(took_ns[0] > took_ns[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(worked_example_sends_what_packs_badly_to_the_ssd),
		cmocka_unit_test(what_lives_on_the_ssd_is_read_there),
		cmocka_unit_test(an_update_goes_to_where_the_data_live),
		cmocka_unit_test(a_request_on_both_tiers_is_served_in_pieces),
		cmocka_unit_test(a_used_up_budget_leaves_writes_to_the_disk),
		cmocka_unit_test(without_an_ssd_all_goes_to_the_disk),
		cmocka_unit_test(a_barrier_with_data_is_written_where_readers_look),
		cmocka_unit_test(what_goes_to_the_ssd_makes_no_batch_of_the_disk_longer),
		cmocka_unit_test(what_returned_lives_on_the_disk),
		cmocka_unit_test(what_waits_for_the_ssd_goes_to_where_its_range_is),
		cmocka_unit_test(what_stays_is_not_moved),
		cmocka_unit_test(a_run_that_was_served_on_the_disk_instead_lives_there),
		cmocka_unit_test(a_write_that_somebody_waits_for_can_be_moved_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
