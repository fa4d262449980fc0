/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A pool is a list of chunks and a list of free nodes that runs through them.
 */
#include "pool.h"

#include <stdlib.h>

enum { CHUNK_NODES = 256 };

struct sim_pool_chunk {
	struct sim_pool_chunk *next;
	max_align_t nodes[];
};

struct free_node {
	struct free_node *next;
};

void sim_pool_init(struct sim_pool *pool, size_t node_bytes)
{
	size_t alignment = _Alignof(max_align_t);

	*pool = (struct sim_pool){0};
	pool->node_bytes = (node_bytes + alignment - 1) / alignment * alignment;
}

static int pool_grow(struct sim_pool *pool)
{
	struct sim_pool_chunk *chunk = malloc(sizeof(*chunk) + CHUNK_NODES * pool->node_bytes);
	char *node;

	if (!chunk)
		return -1;
	chunk->next = pool->chunks;
	pool->chunks = chunk;
	node = (char *)chunk->nodes;
	for (int i = 0; i < CHUNK_NODES; i++, node += pool->node_bytes) {
		struct free_node *fresh = (void *)node;

		fresh->next = pool->free;
		pool->free = fresh;
	}
	return 0;
}

void *sim_pool_take(struct sim_pool *pool)
{
	struct free_node *node;

	if (!pool->free && pool_grow(pool) < 0)
		return NULL;
	node = pool->free;
	pool->free = node->next;
	if (++pool->in_use > pool->peak)
		pool->peak = pool->in_use;
	return node;
}

void sim_pool_give(struct sim_pool *pool, void *node)
{
	struct free_node *returned = node;

	returned->next = pool->free;
	pool->free = returned;
	pool->in_use--;
}

void sim_pool_free(struct sim_pool *pool)
{
	while (pool->chunks) {
		struct sim_pool_chunk *chunk = pool->chunks;

		pool->chunks = chunk->next;
		free(chunk);
	}
	sim_pool_init(pool, pool->node_bytes);
}
