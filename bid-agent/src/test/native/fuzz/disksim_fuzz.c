/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * DiskSim's drive files: model, seek curve and specs, in one input, separated by zero bytes. What
 * is accepted is opened and used.
 */
#include <stdlib.h>
#include <string.h>

#include "device/disksim.h"
#include "device/hdd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct disksim_text next_text(const char **text, size_t *size, const char *name)
{
	const char *end = memchr(*text, 0, *size);
	struct disksim_text part = {name, *text, end ? (size_t)(end - *text) : *size};

	*text += end ? part.size + 1 : part.size;
	*size -= end ? part.size + 1 : part.size;
	return part;
}

static void use(const struct hdd_description *description, const struct failure *failure)
{
	struct bid_request request = {.lba = 7, .sectors = 64, .op = BID_WRITE};
	struct device *device;

	/* Large tables are allowed but slow. */
	if (description->cylinders > 100000 ||
	    description->zones[description->zone_count - 1].last_cylinder > 100000 ||
	    hdd_open(description, NULL, &device, failure))
		return;
	bid_request_init(&request);
	device->ops->submit(device, &request, 1000);
	if (device->ops->complete(device, device->ops->next_completion_ns(device)) != &request)
		abort();
	device->ops->close(device);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[256];
	const struct failure failure = {message, sizeof(message)};
	const char *text = (const char *)data;
	struct disksim_text model = next_text(&text, &size, "model");
	struct disksim_text seek = next_text(&text, &size, "seek");
	struct disksim_text specs = next_text(&text, &size, "specs");
	struct hdd_description description;

	if (disksim_describe(&model, &seek, &specs, &description, &failure))
		return 0;
	use(&description, &failure);
	hdd_description_free(&description);
	return 0;
}
