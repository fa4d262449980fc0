/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What is learned of a platter from when its reads end, on a disk of a few lines: tracks with a
 * skew, an arm that is slower the further it goes, and a clock that is never quite right.
 */
#include "platter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define SECTORS     UINT64_C(400000000)
#define TURN_NS     UINT64_C(8333333)
#define TRACK       UINT64_C(1200)
#define SKEW        UINT64_C(100)
#define READ        UINT32_C(64)
#define BAND        UINT64_C(150000000) /* where reads are */
#define BAND_LENGTH UINT64_C(10000000)

struct disk {
	uint64_t random;
	uint64_t lba;       /* where the head is */
	uint64_t now_ns;    /* and when */
	uint64_t jitter_ns; /* until the host hears of an end */
	bool lawless;       /* each read takes a time of its own */
};

static uint64_t draw(struct disk *disk, uint64_t below)
{
	disk->random = disk->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return (disk->random >> 33) % below;
}

/* The time within a turn at which a sector begins to pass. */
static uint64_t passes_ns(uint64_t lba)
{
	uint64_t sectors = lba + lba / TRACK * SKEW;

	return sectors % TRACK * TURN_NS / TRACK;
}

static uint64_t arm_ns(uint64_t from, uint64_t to)
{
	uint64_t way = from < to ? to - from : from - to;

	return 800 * UINT64_C(1000) + way / 10000 * 1500;
}

static uint64_t wait_ns(const struct disk *disk, uint64_t lba)
{
	uint64_t there_ns = disk->now_ns + arm_ns(disk->lba, lba);

	return there_ns + (passes_ns(lba) + TURN_NS - there_ns % TURN_NS) % TURN_NS - disk->now_ns;
}

static void serve(struct disk *disk, struct platter *platter, uint64_t lba)
{
	struct bid_request run = {.op = BID_READ, .run_lba = lba, .run_sectors = READ};

	platter_issued(platter, &run, disk->now_ns);
	disk->now_ns += disk->lawless ? 2 * BID_MS + draw(disk, TURN_NS)
				      : wait_ns(disk, lba) + READ * TURN_NS / TRACK;
	disk->lba = lba + READ;
	disk->now_ns += draw(disk, disk->jitter_ns + 1);
	platter_completed(platter, &run, disk->now_ns);
}

static uint64_t somewhere(struct disk *disk)
{
	return BAND + draw(disk, BAND_LENGTH);
}

static struct bid_device_profile profile(uint64_t turn_ns, uint32_t depth)
{
	return (struct bid_device_profile){
		.sectors = SECTORS,
		.positioning_ns = 12 * BID_MS,
		.bytes_per_second = UINT64_C(512) * 1000000000 / TURN_NS * TRACK / 13 * 12,
		.turn_ns = turn_ns,
		.depth = depth,
		.rotational = true,
	};
}

static struct disk disk_of(uint64_t jitter_ns, bool lawless)
{
	return (struct disk){.random = 7,
			     .lba = BAND,
			     .now_ns = BID_SECOND,
			     .jitter_ns = jitter_ns,
			     .lawless = lawless};
}

static void read_much(struct disk *disk, struct platter *platter)
{
	for (int i = 0; i < 5000; i++)
		serve(disk, platter, somewhere(disk));
}

/* The mean way to a read of eight that is taken in their order, or by what is foretold. */
static uint64_t mean_ns(struct disk *disk, struct platter *platter, bool foretold)
{
	uint64_t began_ns = disk->now_ns;

	for (int i = 0; i < 500; i++) {
		uint64_t soonest = somewhere(disk);

		for (int k = 1; k < 8; k++) {
			uint64_t lba = somewhere(disk);

			if (foretold && platter_wait_ns(platter, lba, disk->now_ns) <
						platter_wait_ns(platter, soonest, disk->now_ns))
				soonest = lba;
		}
		serve(disk, platter, soonest);
	}
	return (disk->now_ns - began_ns) / 500;
}

static void what_reads_tell_shortens_the_way_to_the_next(void **state)
{
	/* Drives turn a little faster or slower than they say; hosts hear of an end later. */
	const uint64_t turns_ns[] = {TURN_NS, TURN_NS - TURN_NS / 500, TURN_NS + TURN_NS / 500};
	const uint64_t jitters_ns[] = {0, 20000, 200000};

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct disk disk = disk_of(jitters_ns[i], false);
		struct bid_device_profile drive = profile(turns_ns[i], 1);
		struct platter platter;
		uint64_t in_order_ns;

		platter_init(&platter, &drive);
		read_much(&disk, &platter);
		assert_true(platter_is_known(&platter, disk.now_ns));
		assert_true(platter.failed * 5 < platter.foretold);
		in_order_ns = mean_ns(&disk, &platter, false);
		assert_true(mean_ns(&disk, &platter, true) < in_order_ns / 4 * 3);
	}
}

static void a_drive_that_keeps_no_order_is_not_believed_to(void **state)
{
	struct disk disk = disk_of(0, true);
	struct bid_device_profile drive = profile(TURN_NS, 1);
	struct platter platter;

	(void)state;
	platter_init(&platter, &drive);
	read_much(&disk, &platter);
	assert_false(platter_is_known(&platter, disk.now_ns));
}

/* Whatever was learned: when it does not come true any more it is given up. */
static void what_was_known_is_forgotten_when_it_fails(void **state)
{
	struct disk disk = disk_of(0, false);
	struct bid_device_profile drive = profile(TURN_NS, 1);
	struct platter platter;

	(void)state;
	platter_init(&platter, &drive);
	read_much(&disk, &platter);
	assert_true(platter_is_known(&platter, disk.now_ns));
	disk.lawless = true;
	read_much(&disk, &platter);
	assert_false(platter_is_known(&platter, disk.now_ns));
	assert_true(platter.failed > 0);
}

static void nothing_is_known_long_after_the_last_read(void **state)
{
	struct disk disk = disk_of(0, false);
	struct bid_device_profile drive = profile(TURN_NS, 1);
	struct platter platter;

	(void)state;
	platter_init(&platter, &drive);
	read_much(&disk, &platter);
	assert_true(platter_is_known(&platter, disk.now_ns + BID_MS));
	assert_false(platter_is_known(&platter, disk.now_ns + BID_SECOND));
}

static void with_a_queue_or_without_a_speed_the_drive_is_left_to_itself(void **state)
{
	const struct bid_device_profile drives[] = {profile(TURN_NS, 32), profile(0, 1)};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct disk disk = disk_of(0, false);
		struct platter platter;

		platter_init(&platter, &drives[i]);
		read_much(&disk, &platter);
		assert_false(platter_is_known(&platter, disk.now_ns));
		assert_int_equal(platter.foretold, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_reads_tell_shortens_the_way_to_the_next),
		cmocka_unit_test(a_drive_that_keeps_no_order_is_not_believed_to),
		cmocka_unit_test(what_was_known_is_forgotten_when_it_fails),
		cmocka_unit_test(nothing_is_known_long_after_the_last_read),
		cmocka_unit_test(with_a_queue_or_without_a_speed_the_drive_is_left_to_itself),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
