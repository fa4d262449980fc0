/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "memory.h"

#include <stdlib.h>

#include "bid/request.h"

/* A run, and what it is rounded to at both ends. */
#define BLOCK_BYTES                                                                                \
	((size_t)BID_REQUEST_MAX_SECTORS * BID_SECTOR_BYTES + 2 * (size_t)MEMORY_ALIGNMENT)
/* Kept for the next one. */
#define UNUSED_MAX 64u

void memory_pool_init(struct memory_pool *pool)
{
	pool->unused = NULL;
	pool->count = 0;
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
		return posix_memalign(&block, MEMORY_ALIGNMENT, BLOCK_BYTES) ? NULL : block;
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
