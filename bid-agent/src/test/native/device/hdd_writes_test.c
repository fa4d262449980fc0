/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * In which order a rotating disk brings a long run of cached writes to its media: from the front.
 */
#include "device_steps.h"

/* A turn takes 10 ms, a sector 0.1 ms; the cache holds all that is written here. */
#define CACHED                                                                                     \
	"kind = hdd\nname = cached\nrpm = 6000\nheads = 2\nzone = 0 999 100 10 20\n"               \
	"seek_two_parts = 10 1 0 1 0.01\nhead_switch_ms = 0.5\nbus_mb_s = 100000\n"                \
	"write_cache = on\nwrite_cache_kib = 4096\n"
#define CYLINDER 200u
#define MS       UINT64_C(1000000)
#define FIRST    UINT64_C(50000)
#define BEHIND   UINT64_C(150000)
#define SECTORS  1024u
#define RUN      (6 * SECTORS)
#define DEPTH    32u

/*
 * All of it waits, and so does something far behind it, which may be first or last. Within the run
 * the arm never goes back, wherever the platter is.
 */
static void a_run_is_begun_at_its_front(void **state)
{
	const uint64_t behind_last = (BEHIND + SECTORS - 1) / CYLINDER;
	const uint64_t behind_first = behind_last + behind_last - FIRST / CYLINDER +
				      (FIRST + RUN - 1) / CYLINDER - FIRST / CYLINDER;

	(void)state;
	for (uint64_t angle = 0; angle < 10; angle++) {
		struct device *device = t_open(CACHED);
		uint64_t now = t_serve(device, BID_WRITE, BEHIND, SECTORS, angle * MS);
		struct device_figures figures;

		for (uint32_t done = 0; done < RUN; done += SECTORS)
			now = t_serve(device, BID_WRITE, FIRST + done, SECTORS, now);
		(void)device->ops->flush(device, now);
		device->ops->figures(device, &figures);
		assert_true(figures.arm_distance_tracks == behind_last ||
			    figures.arm_distance_tracks == behind_first);
		t_close(device);
	}
}

/* What a full cache has to make room for is the same whichever write is taken next. */
static void writes_that_wait_for_room_are_taken_in_the_order_of_their_coming(void **state)
{
	const struct device_options deep = {.ncq_depth = DEPTH, .write_cache = 1, .read_ahead = -1};
	struct device *device = t_open_preset("sata-250g", &deep);
	struct bid_request requests[DEPTH];

	(void)state;
	for (uint32_t i = 0; i < DEPTH; i++) {
		requests[i] = (struct bid_request){
			.lba = FIRST + (uint64_t)i * SECTORS, .sectors = SECTORS, .op = BID_WRITE};
		bid_request_init(&requests[i]);
		device->ops->submit(device, &requests[i], 0);
	}
	for (uint32_t i = 0; i < DEPTH; i++)
		assert_ptr_equal(
			device->ops->complete(device, device->ops->next_completion_ns(device)),
			&requests[i]);
	t_close(device);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_begun_at_its_front),
		cmocka_unit_test(writes_that_wait_for_room_are_taken_in_the_order_of_their_coming),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
