/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#ifndef DEVICE_DISKSIM_INTERNAL_H
#define DEVICE_DISKSIM_INTERNAL_H

#include "device/failure.h"
#include "device/hdd_description.h"
#include "device/parameters.h"

struct disksim_reader {
	const char *name;
	const struct failure *failure;
};

int disksim_fail(const struct disksim_reader *reader, const struct parameter *at,
		 const char *reason, const char *key);
/* A number in its range; one that must be there, and one that may be missing. */
int disksim_number(const struct disksim_reader *reader, const struct parameter *block,
		   const char *key, double least, double most, double *number);
int disksim_number_or(const struct disksim_reader *reader, const struct parameter *block,
		      const char *key, double least, double most, double other, double *number);

/* The first block of a type in a file, or NULL. */
const struct parameter *disksim_block(const struct parameter *root, const char *type);

/* Buffer, bus and overheads, of a disksim_disk block. */
int disksim_specs(const struct disksim_reader *reader, const struct parameter *disk,
		  struct hdd_description *description);

#endif
