/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A block's data and its checksum file, as HDFS has them: a head (version, kind of sum, bytes that
 * a sum is of), then a sum of four bytes for each chunk of the data.
 */
#ifndef DELTA_PAIR_H
#define DELTA_PAIR_H

#include "delta/home.h"

/* Memory that looking at a pair takes: a multiple of any usual chunk. */
#define DELTA_PAIR_BYTES 65536u

/*
 * How much of the open stream's data agrees with the sums: bytes from the file's beginning, of
 * which those before from are taken to agree. Returns 0; -ENOTSUP when the sums are of a kind that
 * says nothing, or that is not known; or home's error.
 */
int delta_pair_verified(const struct delta_home *home, uint64_t from, uint8_t *memory,
			uint64_t *verified);

#endif
