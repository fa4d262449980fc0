/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Memory that was read into ahead of callers. It is lent to the core, which says which of it holds
 * a read's bytes and which it needs no more. Used by one thread.
 */
#ifndef DISPATCH_LENT_H
#define DISPATCH_LENT_H

#include "memory.h"
#include "operation.h"

/* What was read ahead, the core's to keep. */
struct lent_chunk {
	struct bid_chunk chunk;
	struct bid_link lent;
	void *block;
	char *data; /* in the block */
	uint64_t offset;
	uint32_t length;
};

static inline struct lent_chunk *lent_of(struct bid_chunk *chunk)
{
	return chunk ? bid_container_of(chunk, struct lent_chunk, chunk) : NULL;
}

/* Memory for what a request of the core's reads ahead; NULL: there is none. */
struct lent_chunk *lent_new(struct memory_pool *memory, struct bid_link *all,
			    struct bid_request *inner);
/* Copies what of the part lies in the chunk, which may be NULL; returns how many bytes. */
uint32_t lent_copy(const struct lent_chunk *lent, const struct part *part);
void lent_free(struct memory_pool *memory, struct lent_chunk *lent);

#endif
