/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a stream that flushes what it writes, beside readers of announced extents. Its
 * writes go after a turn of theirs, the sweep goes on where it was, and the disk is kept for the
 * flush that comes next.
 */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define READERS      3u
#define READ_SECTORS 128u
#define THINK_NS     (DRIVER_MS / 10)
#define WRITER       100u
#define FAR          UINT64_C(2000000000)
#define MOST_RUNS    4096u

struct seen {
	uint64_t stream;
	uint64_t at_ns;
};

struct scene {
	uint64_t next_lba[READERS];
	bool reads[READERS];        /* has a read under way */
	struct seen run[MOST_RUNS]; /* as they went to the disk */
	uint32_t runs;
};

static void note_run(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	struct scene *scene = driver->context;

	(void)tier;
	if (head->sectors == 0)
		return;
	assert_true(scene->runs < MOST_RUNS);
	scene->run[scene->runs++] = (struct seen){.stream = head->stream, .at_ns = driver->now_ns};
}

static void read_is_served(struct driver *driver, struct driver_request *mine)
{
	struct scene *scene = driver->context;

	if (mine->request.stream < READERS)
		scene->reads[mine->request.stream] = false;
}

/* The readers go on until then, each soon after its last read was served. */
static void read_until(struct driver *driver, struct scene *scene, uint64_t time_ns)
{
	while (driver->now_ns < time_ns) {
		for (uint64_t i = 0; i < READERS; i++) {
			if (scene->reads[i])
				continue;
			scene->reads[i] = true;
			driver_submit(driver, i, BID_READ, scene->next_lba[i], READ_SECTORS,
				      BID_SYNC);
			scene->next_lba[i] += READ_SECTORS;
		}
		driver_run_until(driver, driver->now_ns + THINK_NS);
	}
}

static struct driver *open_scene(struct scene *scene)
{
	struct bid_setup setup = driver_default_setup();
	struct driver *driver = driver_open(&bid_announced_policy, &setup, 32768);

	*scene = (struct scene){.runs = 0};
	driver->context = scene;
	driver->on_dispatched = note_run;
	driver->on_finished = read_is_served;
	for (uint64_t i = 0; i < READERS; i++) {
		const struct bid_announcement announcement = {
			.stream = i, .lba = i * 100000000, .sectors = 4000000};

		bid_request_queue_announce(&driver->queue, &announcement, 0);
		scene->next_lba[i] = announcement.lba;
	}
	return driver;
}

static struct driver_request *write_and_flush(struct driver *driver, uint64_t lba)
{
	struct driver_request *write = driver_submit(driver, WRITER, BID_WRITE, lba, 8, BID_SYNC);

	driver_submit(driver, WRITER, BID_WRITE, 0, 0, BID_SYNC | BID_BARRIER);
	return write;
}

/* The place of the run of a request among those that went to the disk. */
static uint32_t place_of(const struct scene *scene, uint64_t stream, uint64_t from_ns)
{
	for (uint32_t i = 0; i < scene->runs; i++)
		if (scene->run[i].stream == stream && scene->run[i].at_ns >= from_ns)
			return i;
	fail_msg("it never went to the disk");
	return 0;
}

/* Without it the sweep would begin again behind the writer's place, with the first reader. */
static void what_is_flushed_is_served_in_a_turn_and_the_sweep_goes_on(void **state)
{
	struct scene *scene = malloc(sizeof(*scene));
	struct driver *driver = open_scene(scene);

	(void)state;
	write_and_flush(driver, FAR);
	read_until(driver, scene, 1000 * DRIVER_MS);
	for (uint64_t i = 1; i <= 10; i++) {
		uint64_t asked_ns = driver->now_ns;
		uint64_t before;
		uint64_t after;
		uint32_t at;

		write_and_flush(driver, FAR + i * 8);
		/* At every moment of a turn. */
		read_until(driver, scene, asked_ns + 487 * DRIVER_MS);
		at = place_of(scene, WRITER, asked_ns);
		assert_true(at > 0 && at + 1 < scene->runs);
		/* No longer than 16 MiB take, and the way there. */
		assert_true(scene->run[at].at_ns <= asked_ns + 200 * DRIVER_MS);
		before = scene->run[at - 1].stream;
		after = scene->run[at + 1].stream;
		assert_true(after == before || after == (before + 1) % READERS);
	}
	driver_run_to_end(driver);
	driver_close(driver);
	free(scene);
}

static void the_disk_is_kept_for_the_flush(void **state)
{
	struct scene *scene = malloc(sizeof(*scene));
	struct driver *driver = open_scene(scene);
	struct driver_request *write;
	uint64_t asked_ns;
	uint32_t at;

	(void)state;
	write_and_flush(driver, FAR);
	read_until(driver, scene, 1000 * DRIVER_MS);
	asked_ns = driver->now_ns;
	write = driver_submit(driver, WRITER, BID_WRITE, FAR + 8, 8, BID_SYNC);
	read_until(driver, scene, asked_ns + 500 * DRIVER_MS);
	at = place_of(scene, WRITER, asked_ns);
	assert_true(write->finished);
	assert_true(scene->run[at + 1].at_ns >= write->finished_ns + DRIVER_MS);
	/* And no longer, if none comes. */
	assert_true(scene->run[at + 1].at_ns < write->finished_ns + 2 * DRIVER_MS);
	driver_run_to_end(driver);
	driver_close(driver);
	free(scene);
}

static void readers_are_not_starved_by_many_that_flush(void **state)
{
	struct scene *scene = malloc(sizeof(*scene));
	struct driver *driver = open_scene(scene);
	uint64_t begin_ns;
	uint32_t reads = 0;

	(void)state;
	for (uint64_t i = 0; i < 64; i++) {
		driver_submit(driver, WRITER + i, BID_WRITE, FAR + i * 4096, 8, BID_SYNC);
		driver_submit(driver, WRITER + i, BID_WRITE, 0, 0, BID_SYNC | BID_BARRIER);
	}
	read_until(driver, scene, 4000 * DRIVER_MS);
	begin_ns = driver->now_ns;
	for (uint64_t i = 0; i < 64; i++)
		driver_submit(driver, WRITER + i, BID_WRITE, FAR + i * 4096 + 8, 8, BID_SYNC);
	read_until(driver, scene, begin_ns + 800 * DRIVER_MS);
	for (uint32_t i = 0; i < scene->runs; i++)
		reads += scene->run[i].at_ns >= begin_ns && scene->run[i].stream < READERS;
	/* Of 800 ms 64 ways there would be all. */
	assert_true(reads > 32);
	driver_run_to_end(driver);
	driver_close(driver);
	free(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_flushed_is_served_in_a_turn_and_the_sweep_goes_on),
		cmocka_unit_test(the_disk_is_kept_for_the_flush),
		cmocka_unit_test(readers_are_not_starved_by_many_that_flush),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
