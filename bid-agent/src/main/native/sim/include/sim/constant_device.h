/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A disk whose times can be told by hand: a constant for moving to any place that does not follow
 * the last one, a constant for each sector. It serves in the order of submission, one run after the
 * other. For examples and for tests; the disks worth simulating are in device/.
 */
#ifndef SIM_CONSTANT_DEVICE_H
#define SIM_CONSTANT_DEVICE_H

#include "device/device.h"

struct sim_constant_device {
	uint64_t tracks;
	uint64_t track_sectors;
	uint64_t positioning_ns; /* none for the first run: the arm is where it is needed */
	uint64_t sector_ns;
	uint32_t depth;
};

/* Returns 0 or -ENOMEM. The device is freed by its close. */
int sim_constant_device_open(const struct sim_constant_device *constants, struct device **device);

#endif
