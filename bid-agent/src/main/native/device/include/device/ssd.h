/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A flash disk as a device: pages, blocks, channels that work at the same time, and a translation
 * layer that must erase before it writes again.
 */
#ifndef DEVICE_SSD_H
#define DEVICE_SSD_H

#include "device/device.h"
#include "device/failure.h"

struct ssd_description {
	char name[64];
	uint64_t sectors; /* what the host sees */
	uint32_t page_sectors;
	uint32_t pages_per_block;
	uint32_t channels; /* that read, write and erase independently of each other */
	double read_ms;    /* of a page */
	double write_ms;
	double erase_ms;         /* of a block */
	double spare;            /* flash beyond what the host sees, as a fraction of it */
	double filled;           /* fraction of the addresses that hold data at the start */
	double bytes_per_second; /* of the host's bus; 0: no limit */
	double read_overhead_ms; /* of a command */
	double write_overhead_ms;
	uint32_t buffer_sectors; /* writes are done once they are in it; 0: on flash */
	uint32_t depth;
};

/* Returns 0, -EINVAL with a message, or -ENOMEM. The description may be freed afterwards. */
int ssd_open(const struct ssd_description *description, const struct device_options *options,
	     struct device **device, const struct failure *failure);

#endif
