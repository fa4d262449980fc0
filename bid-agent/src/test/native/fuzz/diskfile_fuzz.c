/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Descriptions of devices. What is accepted is opened and used.
 */
#include <stdlib.h>

#include "device/description.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whether opening it would be quick: large disks are allowed but their tables take time. */
static int small(const struct description *description)
{
	const struct hdd_description *hdd = &description->hdd;

	if (description->is_ssd)
		return description->ssd.sectors < 1000000 && description->ssd.channels < 64 &&
		       description->ssd.pages_per_block < 4096;
	return !hdd->zone_count || hdd->zones[hdd->zone_count - 1].last_cylinder < 100000;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[256];
	const struct failure failure = {message, sizeof(message)};
	struct bid_request request = {.lba = 7, .sectors = 64, .op = BID_WRITE};
	struct description description;
	struct device *device;

	if (description_parse((const char *)data, size, "input", &description, &failure))
		return 0;
	if (small(&description) && !description_open(&description, NULL, &device, &failure)) {
		bid_request_init(&request);
		device->ops->submit(device, &request, 1000);
		if (device->ops->complete(device, device->ops->next_completion_ns(device)) !=
		    &request)
			abort();
		device->ops->close(device);
	}
	description_free(&description);
	return 0;
}
