/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Brings home what a log has that was not closed empty: after a kill, a crash, or in order. May be
 * cut short anywhere and done again.
 */
#ifndef DISPATCH_TIER_RECOVER_H
#define DISPATCH_TIER_RECOVER_H

#include "deltafile/area_file.h"

struct tier_recovered {
	uint64_t files;    /* that got data */
	uint64_t gone;     /* that are not there any more */
	uint64_t bytes;    /* written home */
	uint64_t damaged;  /* pages and segments of the log that cannot be read */
	uint64_t sequence; /* of the segment in which the log goes on, empty ... */
	uint32_t position; /* ... and where in it */
};

/*
 * Returns 0: everything is at home, and the log void. Else a negative errno and the log as it was:
 * -ENODEV when the folder of a file is not there.
 */
int tier_recover(struct area_file *file, const struct delta_geometry *geometry,
		 struct tier_recovered *recovered);

#endif
