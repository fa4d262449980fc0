/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "lent.h"

#include <stdlib.h>
#include <string.h>

struct lent_chunk *lent_new(struct memory_pool *memory, struct bid_link *all,
			    struct bid_request *inner)
{
	struct lent_chunk *lent = calloc(1, sizeof(*lent));

	if (!lent)
		return NULL;
	lent->block = memory_take(memory);
	if (!lent->block) {
		free(lent);
		return NULL;
	}
	bid_list_init(&lent->chunk.link);
	bid_list_append(all, &lent->lent);
	inner->chunk[0] = &lent->chunk;
	return lent;
}

uint32_t lent_copy(const struct lent_chunk *lent, const struct part *part)
{
	uint64_t first;
	uint64_t end;

	if (!lent)
		return 0;
	first = part->offset > lent->offset ? part->offset : lent->offset;
	end = lent->offset + lent->length;
	if (part->offset + part->length < end)
		end = part->offset + part->length;
	if (end <= first)
		return 0;
	memcpy((char *)part_memory(part) + (first - part->offset),
	       lent->data + (first - lent->offset), end - first);
	return (uint32_t)(end - first);
}

void lent_free(struct memory_pool *memory, struct lent_chunk *lent)
{
	bid_list_remove(&lent->lent);
	memory_give(memory, lent->block);
	free(lent);
}
