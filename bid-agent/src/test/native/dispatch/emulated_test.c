/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: the time of a modelled disk beside ours.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "volume_fixture.h"

static uint64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static struct backend *open_at(uint32_t time_per_mille)
{
	static const struct device_options disk = {
		.ncq_depth = 1, .write_cache = -1, .read_ahead = -1};
	struct backend *backend = NULL;
	struct device *device;
	char error[128];

	assert_int_equal(device_open("sata-250g", &disk, &device, error, sizeof(error)), 0);
	assert_int_equal(backend_open_emulated(device, time_per_mille, &backend), 0);
	return backend;
}

static void a_disk_may_be_slower_than_real_time(void **state)
{
	uint64_t before_open_ns = monotonic_ns();
	struct backend *backend = open_at(125);
	uint64_t after_open_ns = monotonic_ns();
	uint64_t before_ns = monotonic_ns();
	uint64_t now_ns = backend->ops->now_ns(backend);
	uint64_t after_ns = monotonic_ns();

	(void)state;
	assert_true(now_ns >= (before_ns - after_open_ns) / 8 - (before_ns > after_open_ns));
	assert_true(now_ns <= (after_ns - before_open_ns) / 8);
	backend->ops->close(backend);
}

/* What is noticed late is time that the disk might have worked. */
static void what_is_noticed_late_is_counted(void **state)
{
	struct backend *backend = open_at(1000 * 1000);
	int fd = t_temporary();
	char memory[4096];
	struct backend_transfer transfer = {.op = BACKEND_WRITE,
					    .fd = fd,
					    .length = sizeof(memory),
					    .memory = memory,
					    .sectors = sizeof(memory) / BID_SECTOR_BYTES};
	uint64_t submitted_ns;
	uint64_t due_ns;
	uint64_t now_ns;

	(void)state;
	t_fill((unsigned char *)memory, 0, sizeof(memory), 1);
	backend->ops->submit(backend, &transfer);
	submitted_ns = backend->ops->now_ns(backend);
	due_ns = backend->ops->next_ns(backend);
	do {
		now_ns = backend->ops->now_ns(backend);
	} while (now_ns <= due_ns + 1000000);
	assert_int_equal(backend->late_ns, 0);
	assert_ptr_equal(backend->ops->take_done(backend), &transfer);
	assert_true(backend->late_ns >= now_ns - due_ns);
	assert_true(backend->busy_ns >= now_ns - submitted_ns);
	assert_int_equal(transfer.result, sizeof(memory));
	backend->ops->close(backend);
	close(fd);
}

/* What takes the arm somewhere is seen of it: that it moved, how long, and where it is now. */
static void the_arm_is_followed(void **state)
{
	struct backend *backend = open_at(1000 * 1000);
	int fd = t_temporary();
	char memory[4096];
	struct backend_transfer transfer = {.op = BACKEND_READ,
					    .fd = fd,
					    .length = sizeof(memory),
					    .memory = memory,
					    .sectors = sizeof(memory) / BID_SECTOR_BYTES,
					    .lba = backend->profile.sectors / 2};

	(void)state;
	assert_int_equal(backend->arm_movements, 0);
	backend->ops->submit(backend, &transfer);
	while (!backend->ops->take_done(backend))
		;
	assert_int_equal(backend->arm_movements, 1);
	assert_true(backend->positioning_ns > 0);
	assert_true(backend->positioning_ns <= backend->busy_ns);
	assert_true(backend->arm_track > backend->arm_tracks / 4);
	assert_true(backend->arm_track < backend->arm_tracks * 3 / 4);
	backend->ops->close(backend);
	close(fd);
}

static void a_disk_without_time_is_refused(void **state)
{
	static const struct device_options disk = {
		.ncq_depth = 1, .write_cache = -1, .read_ahead = -1};
	struct backend *backend = NULL;
	struct device *device;
	char error[128];

	(void)state;
	assert_int_equal(device_open("sata-250g", &disk, &device, error, sizeof(error)), 0);
	assert_int_equal(backend_open_emulated(device, 0, &backend), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_disk_may_be_slower_than_real_time),
		cmocka_unit_test(what_is_noticed_late_is_counted),
		cmocka_unit_test(the_arm_is_followed),
		cmocka_unit_test(a_disk_without_time_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
