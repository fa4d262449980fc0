/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Memory that transfers go through: aligned for O_DIRECT, each block long enough for so many
 * sectors wherever they begin. Used by one thread.
 */
#ifndef DISPATCH_MEMORY_H
#define DISPATCH_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* What offsets, lengths and memory of O_DIRECT are multiples of: enough for any disk of today. */
#define MEMORY_ALIGNMENT 4096u

struct memory_pool {
	void *unused; /* chained by their first bytes */
	uint32_t count;
	size_t block_bytes;
};

void memory_pool_init(struct memory_pool *pool, uint32_t sectors);
void memory_pool_free(struct memory_pool *pool);
/* A block, or NULL. */
void *memory_take(struct memory_pool *pool);
/* No harm when it is NULL. */
void memory_give(struct memory_pool *pool, void *block);

#endif
