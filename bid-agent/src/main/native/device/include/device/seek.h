/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The seek curve as a table, one entry per distance.
 */
#ifndef DEVICE_SEEK_H
#define DEVICE_SEEK_H

#include "device/failure.h"
#include "device/hdd_description.h"

/*
 * Fills a table of the time in ns for each distance from 0 to cylinders - 1; entry 0 is 0. The
 * caller frees it. Returns 0, -EINVAL with a message for a curve that is not one, or -ENOMEM.
 */
int seek_table(const struct seek_spec *spec, uint32_t cylinders, const char *name,
	       uint32_t **table_ns, const struct failure *failure);

#endif
