/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "memory.h"

#include <stdlib.h>

#include "bid/request.h"

/* Kept for the next one. */
#define UNUSED_MAX 64u

void memory_pool_init(struct memory_pool *pool, uint32_t sectors)
{
	pool->unused = NULL;
	pool->count = 0;
	/* And what they are rounded to at both ends. */
	pool->block_bytes = (size_t)sectors * BID_SECTOR_BYTES + 2 * (size_t)MEMORY_ALIGNMENT;
}

void memory_pool_free(struct memory_pool *pool)
{
	while (pool->unused) {
		void *block = pool->unused;

		pool->unused = *(void **)block;
		free(block);
	}
	pool->count = 0;
}

void *memory_take(struct memory_pool *pool)
{
	void *block = pool->unused;

	if (!block)
		return posix_memalign(&block, MEMORY_ALIGNMENT, pool->block_bytes) ? NULL : block;
	pool->unused = *(void **)block;
	pool->count--;
	return block;
}

void memory_give(struct memory_pool *pool, void *block)
{
	if (!block)
		return;
	if (pool->count == UNUSED_MAX) {
		free(block);
		return;
	}
	*(void **)block = pool->unused;
	pool->unused = block;
	pool->count++;
}
