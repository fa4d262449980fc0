/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A rotating disk as a device.
 */
#ifndef DEVICE_HDD_H
#define DEVICE_HDD_H

#include "device/device.h"
#include "device/failure.h"
#include "device/hdd_description.h"

/*
 * Opens the disk described; the description may be freed afterwards. options may be NULL: all as
 * described. Returns 0, -EINVAL with a message, or -ENOMEM.
 */
int hdd_open(const struct hdd_description *description, const struct device_options *options,
	     struct device **device, const struct failure *failure);

#endif
