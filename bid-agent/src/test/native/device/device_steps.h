/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Steps that the tests of devices share.
 */
#ifndef DEVICE_STEPS_H
#define DEVICE_STEPS_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "device/description.h"

static inline struct device *t_open(const char *text)
{
	char message[256] = "";
	const struct failure failure = {message, sizeof(message)};
	struct description description;
	struct device *device = NULL;

	if (description_parse(text, strlen(text), "test", &description, &failure))
		fail_msg("%s", message);
	if (description_open(&description, NULL, &device, &failure))
		fail_msg("%s", message);
	description_free(&description);
	return device;
}

static inline struct device *t_open_preset(const char *name, const struct device_options *options)
{
	char message[256] = "";
	struct device *device = NULL;

	if (device_open(name, options, &device, message, sizeof(message)))
		fail_msg("%s", message);
	return device;
}

/* Serves one request alone; returns when it is done. */
static inline uint64_t t_serve(struct device *device, uint8_t op, uint64_t lba, uint32_t sectors,
			       uint64_t now_ns)
{
	struct bid_request request = {.lba = lba, .sectors = sectors, .op = op};
	uint64_t end_ns;

	bid_request_init(&request);
	device->ops->submit(device, &request, now_ns);
	end_ns = device->ops->next_completion_ns(device);
	assert_true(end_ns > now_ns && end_ns != BID_NEVER);
	assert_null(device->ops->complete(device, end_ns - 1));
	assert_ptr_equal(device->ops->complete(device, end_ns), &request);
	assert_true(device->ops->next_completion_ns(device) == BID_NEVER);
	return end_ns;
}

static inline uint64_t t_random(uint64_t *state)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return *state >> 20;
}

/* Keeps depth random reads of 8 sectors with the device until count are done; ns it took. */
static inline uint64_t t_random_reads(struct device *device, unsigned int depth, unsigned int count)
{
	struct bid_request requests[64];
	uint64_t state = 42;
	uint64_t now_ns = 0;
	unsigned int submitted = 0;
	unsigned int done = 0;

	assert_true(depth <= 64);
	for (; submitted < depth; submitted++) {
		requests[submitted] = (struct bid_request){.sectors = 8, .op = BID_READ};
		requests[submitted].lba = t_random(&state) % (device->profile.sectors - 8);
		bid_request_init(&requests[submitted]);
		device->ops->submit(device, &requests[submitted], 0);
	}
	while (done < count) {
		struct bid_request *request;

		now_ns = device->ops->next_completion_ns(device);
		assert_true(now_ns != BID_NEVER);
		while ((request = device->ops->complete(device, now_ns))) {
			done++;
			if (submitted == count)
				continue;
			submitted++;
			request->lba = t_random(&state) % (device->profile.sectors - 8);
			bid_request_init(request);
			device->ops->submit(device, request, now_ns);
		}
	}
	assert_int_equal(done, count);
	assert_true(device->ops->next_completion_ns(device) == BID_NEVER);
	return now_ns;
}

static inline void t_close(struct device *device)
{
	device->ops->close(device);
}

#endif
