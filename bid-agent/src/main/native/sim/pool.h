/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Nodes of one size, grown on demand and used again. What is in use bounds the memory.
 */
#ifndef SIM_POOL_H
#define SIM_POOL_H

#include <stddef.h>
#include <stdint.h>

struct sim_pool_chunk;

struct sim_pool {
	size_t node_bytes; /* a multiple of the strictest alignment */
	struct sim_pool_chunk *chunks;
	void *free;
	uint64_t in_use;
	uint64_t peak; /* most ever in use */
};

void sim_pool_init(struct sim_pool *pool, size_t node_bytes);
/* A node of undefined content, or NULL when there is no memory. */
void *sim_pool_take(struct sim_pool *pool);
void sim_pool_give(struct sim_pool *pool, void *node);
/* Frees all nodes, in use or not. */
void sim_pool_free(struct sim_pool *pool);

#endif
