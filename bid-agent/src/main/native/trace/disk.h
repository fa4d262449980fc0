/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A disk and its partitions, as sysfs shows them.
 */
#ifndef TRACE_DISK_H
#define TRACE_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DISK_PARTITIONS_MAX 256u

struct disk {
	uint32_t device; /* major << 20 | minor */
	uint32_t partition[DISK_PARTITIONS_MAX];
	uint32_t partitions;
};

/* Returns 0 or a negative errno with a message. */
int disk_find(const char *sysfs, const char *name, struct disk *disk, char *error,
	      size_t error_size);

/* The device is the disk or one of its partitions. */
bool disk_has(const struct disk *disk, uint32_t device);

#endif
