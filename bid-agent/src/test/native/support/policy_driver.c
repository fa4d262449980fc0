/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "policy_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct bid_setup driver_default_setup(void)
{
	struct bid_setup setup = {
		.device =
			{
				[BID_TIER_HDD] =
					{
						.sectors = DRIVER_SECTORS,
						.positioning_ns = 13 * DRIVER_MS,
						.bytes_per_second = 100000000,
						.depth = 1,
						.rotational = true,
					},
				[BID_TIER_SSD] =
					{
						.sectors = DRIVER_SECTORS / 16,
						.positioning_ns = DRIVER_MS / 10,
						.bytes_per_second = 400000000,
						.depth = 1,
						.rotational = false,
					},
			},
		.max_outstanding = 256,
		.max_streams = 64,
	};

	return setup;
}

struct driver *driver_open(const struct bid_policy *policy, const struct bid_setup *setup,
			   uint32_t capacity)
{
	struct driver *driver = calloc(1, sizeof(*driver));

	assert_non_null(driver);
	driver->setup = *setup;
	driver->state_bytes = policy->state_bytes(setup);
	driver->state = calloc(1, driver->state_bytes);
	driver->requests = calloc(capacity, sizeof(*driver->requests));
	driver->capacity = capacity;
	assert_non_null(driver->state);
	assert_non_null(driver->requests);
	assert_int_equal(
		bid_request_queue_init(&driver->queue, policy, driver->state, &driver->setup), 0);
	return driver;
}

void driver_close(struct driver *driver)
{
	assert_int_equal(driver->finished, driver->count);
	free(driver->requests);
	free(driver->state);
	free(driver);
}

static uint64_t service_ns(const struct driver *driver, enum bid_tier tier,
			   const struct bid_request *head)
{
	const struct bid_device_profile *profile = &driver->setup.device[tier];
	uint64_t transfer =
		head->run_sectors * UINT64_C(512000) / (profile->bytes_per_second / 1000000);
	bool moved = head->run_lba != driver->device[tier].position;

	return transfer + (moved ? profile->positioning_ns : 0);
}

static void device_start(struct driver *driver, enum bid_tier tier)
{
	struct driver_device *device = &driver->device[tier];
	const struct bid_request *head = device->held[0];
	uint64_t time = service_ns(driver, tier, head);

	device->done_ns = driver->now_ns + time;
	driver->busy_ns += time;
	device->positionings += head->run_lba != device->position;
	device->position = bid_run_end(head);
	device->sectors += head->run_sectors;
}

/* The members cover the run exactly, each was submitted, and none was served before. */
static void check_run(struct driver *driver, struct bid_request *head, enum bid_tier tier)
{
	uint64_t sectors = 0;

	for (struct bid_request *member = head; member; member = member->merged) {
		sectors += member->sectors;
		assert_int_equal(member->op, head->op);
		if (member->flags & BID_INNER)
			continue;
		struct driver_request *mine =
			bid_container_of(member, struct driver_request, request);
		assert_true(mine >= driver->requests && mine < driver->requests + driver->count);
		assert_true(mine->submitted);
		assert_false(mine->finished);
		assert_int_equal(mine->order, 0);
		mine->order = ++driver->dispatched;
		mine->served_by = (uint8_t)tier;
		if (tier == BID_TIER_HDD)
			assert_true(member->lba >= head->run_lba &&
				    member->lba + member->sectors <= bid_run_end(head));
	}
	assert_int_equal(sectors, head->run_sectors);
	assert_true(head->run_sectors <= BID_REQUEST_MAX_SECTORS);
	assert_true(bid_run_end(head) <= driver->setup.device[tier].sectors);
}

static void driver_collect(struct driver *driver)
{
	struct bid_request *request;

	while ((request = bid_request_queue_take_finished(&driver->queue))) {
		struct driver_request *mine =
			bid_container_of(request, struct driver_request, request);

		assert_true(mine->submitted);
		assert_false(mine->finished);
		mine->finished = true;
		mine->finished_ns = driver->now_ns;
		driver->finished++;
		if (driver->on_finished)
			driver->on_finished(driver, mine);
	}
}

static void driver_feed(struct driver *driver, enum bid_tier tier)
{
	struct driver_device *device = &driver->device[tier];

	while (device->count < driver->setup.device[tier].depth) {
		struct bid_request *head =
			bid_request_queue_dispatch(&driver->queue, tier, driver->now_ns);

		driver_collect(driver);
		if (!head)
			return;
		if (head->run_sectors == 0) {
			/* A flush: the writes before it have been served, and that was its work. */
			bid_request_queue_completed(&driver->queue, head, driver->now_ns);
			driver_collect(driver);
			continue;
		}
		check_run(driver, head, tier);
		device->runs++;
		device->held[device->count++] = head;
		if (driver->on_dispatched)
			driver->on_dispatched(driver, head, tier);
		if (device->count == 1)
			device_start(driver, tier);
	}
}

static void driver_feed_all(struct driver *driver)
{
	for (int tier = 0; tier < BID_TIERS; tier++) {
		if (driver->setup.device[tier].sectors > 0)
			driver_feed(driver, (enum bid_tier)tier);
	}
}

static void device_complete(struct driver *driver, struct driver_device *device)
{
	struct bid_request *head = device->held[0];
	enum bid_tier tier = (enum bid_tier)(device - driver->device);

	memmove(&device->held[0], &device->held[1], (device->count - 1) * sizeof(device->held[0]));
	device->count--;
	if (driver->on_served)
		bid_run_set_status(head, driver->on_served(driver, head, tier));
	bid_request_queue_completed(&driver->queue, head, driver->now_ns);
	if (device->count > 0)
		device_start(driver, tier);
	driver_collect(driver);
}

struct driver_request *driver_submit(struct driver *driver, uint64_t stream, enum bid_op op,
				     uint64_t lba, uint32_t sectors, uint8_t flags)
{
	struct driver_request *mine = &driver->requests[driver->count];

	if (bid_request_queue_full(&driver->queue))
		return NULL;
	assert_true(driver->count < driver->capacity);
	mine->request.stream = stream;
	mine->request.op = (uint8_t)op;
	mine->request.lba = lba;
	mine->request.sectors = sectors;
	mine->request.flags = flags;
	mine->submitted = true;
	driver->count++;
	assert_int_equal(bid_request_queue_insert(&driver->queue, &mine->request, driver->now_ns),
			 0);
	driver_collect(driver);
	return mine;
}

static uint64_t next_event_ns(const struct driver *driver)
{
	uint64_t timer_ns = bid_request_queue_next_timer_ns(&driver->queue, driver->now_ns);
	uint64_t next = BID_NEVER;
	bool room = false;

	for (int tier = 0; tier < BID_TIERS; tier++) {
		const struct driver_device *device = &driver->device[tier];

		if (device->count > 0 && device->done_ns < next)
			next = device->done_ns;
		room |= driver->setup.device[tier].sectors > 0 &&
			device->count < driver->setup.device[tier].depth;
	}
	/* A timer means: ask dispatch again. There is nothing to ask for while all are full. */
	return room && timer_ns < next ? timer_ns : next;
}

static void driver_advance(struct driver *driver, uint64_t time_ns)
{
	if (time_ns > driver->now_ns)
		driver->now_ns = time_ns;
	for (int tier = 0; tier < BID_TIERS; tier++) {
		struct driver_device *device = &driver->device[tier];

		if (device->count > 0 && device->done_ns <= driver->now_ns)
			device_complete(driver, device);
	}
	driver_feed_all(driver);
}

bool driver_step(struct driver *driver)
{
	uint64_t next;

	driver_feed_all(driver);
	next = next_event_ns(driver);
	if (next == BID_NEVER)
		return false;
	/* A timer of the past that dispatch did not use up would hang every caller. */
	assert_true(next > driver->now_ns);
	driver_advance(driver, next);
	return true;
}

void driver_run_until(struct driver *driver, uint64_t time_ns)
{
	driver_feed_all(driver);
	while (next_event_ns(driver) <= time_ns)
		driver_step(driver);
	driver->now_ns = time_ns;
}

void driver_run_to_end(struct driver *driver)
{
	while (driver->finished < driver->count)
		assert_true(driver_step(driver));
}

uint64_t driver_random(uint64_t *state, uint64_t bound)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return (*state * UINT64_C(2685821657736338717) >> 11) % bound;
}
