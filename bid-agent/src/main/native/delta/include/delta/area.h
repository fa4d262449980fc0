/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Where a log lies: a file, or what a test has in its place. Offsets, lengths and memory are
 * multiples of DELTA_PAGE.
 */
#ifndef DELTA_AREA_H
#define DELTA_AREA_H

#include <stdint.h>

struct delta_area_ops {
	/* All of the bytes, or a negative errno. */
	int (*read)(void *context, uint64_t offset, uint8_t *memory, uint32_t bytes);
	/*
	 * All of the bytes, durable when it returns 0; else a negative errno, and any sectors of
	 * them may have been written. One write at a time.
	 */
	int (*write)(void *context, uint64_t offset, const uint8_t *memory, uint32_t bytes);
};

struct delta_area {
	const struct delta_area_ops *ops;
	void *context;
};

#endif
