/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Description: a flush on a modelled disk with a queue, as a SATA drive does it: begun when the
 * drive has nothing else, and before anything that came later.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "bid/list.h"
#include "dispatch/backend.h"

#define READS  8u
#define LENGTH 65536u

struct scene {
	struct backend *backend;
	struct backend_transfer transfer[READS + 3];
	char memory[LENGTH];
	int fd;
	uint32_t submitted;
};

static void submit(struct scene *scene, enum backend_op op, uint64_t lba)
{
	struct backend_transfer *transfer = &scene->transfer[scene->submitted++];

	*transfer = (struct backend_transfer){.op = op,
					      .fd = scene->fd,
					      .length = op == BACKEND_SYNC ? 0 : LENGTH,
					      .memory = scene->memory,
					      .lba = lba,
					      .sectors = op == BACKEND_SYNC ? 0 : LENGTH / 512};
	scene->backend->ops->submit(scene->backend, transfer);
}

static void open_scene(struct scene *scene)
{
	static const struct device_options options = {
		.ncq_depth = 32, .write_cache = -1, .read_ahead = -1};
	char path[] = "/tmp/emulated-test-XXXXXX";
	struct device *device;
	char error[128];

	*scene = (struct scene){.fd = mkstemp(path)};
	assert_true(scene->fd >= 0);
	unlink(path);
	assert_int_equal(ftruncate(scene->fd, LENGTH), 0);
	assert_int_equal(device_open("hdd-16t", &options, &device, error, sizeof(error)), 0);
	assert_int_equal(backend_open_emulated(device, 1000 * 1000, &scene->backend), 0);
}

/* All that was submitted, in the order in which it is done. */
static void take_all(struct scene *scene, struct backend_transfer **done)
{
	for (uint32_t i = 0; i < scene->submitted;) {
		struct backend_transfer *transfer = scene->backend->ops->take_done(scene->backend);

		if (!transfer)
			continue;
		assert_true(transfer->result >= 0);
		done[i++] = transfer;
	}
}

static void a_flush_comes_after_all_before_it_and_before_all_behind_it(void **state)
{
	struct scene scene;
	struct backend_transfer *done[READS + 3];

	(void)state;
	open_scene(&scene);
	submit(&scene, BACKEND_WRITE, 4000000);
	for (uint64_t i = 0; i < READS; i++)
		submit(&scene, BACKEND_READ, i * 1000000000);
	submit(&scene, BACKEND_SYNC, 0);
	submit(&scene, BACKEND_READ, 4000128);
	take_all(&scene, done);
	assert_ptr_equal(done[READS + 1], &scene.transfer[READS + 1]);
	assert_ptr_equal(done[READS + 2], &scene.transfer[READS + 2]);
	scene.backend->ops->close(scene.backend);
	close(scene.fd);
}

static void two_that_wait_have_one_flush(void **state)
{
	struct scene scene;
	struct backend_transfer *done[4];

	(void)state;
	open_scene(&scene);
	submit(&scene, BACKEND_READ, 1000000000);
	submit(&scene, BACKEND_SYNC, 0);
	submit(&scene, BACKEND_SYNC, 0);
	submit(&scene, BACKEND_READ, 2000000000);
	take_all(&scene, done);
	for (uint32_t i = 0; i < 4; i++)
		assert_ptr_equal(done[i], &scene.transfer[i]);
	scene.backend->ops->close(scene.backend);
	close(scene.fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_flush_comes_after_all_before_it_and_before_all_behind_it),
		cmocka_unit_test(two_that_wait_have_one_flush),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
