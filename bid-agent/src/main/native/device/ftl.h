/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A log-structured flash translation layer, page-mapped, one log per channel; the channel of a page
 * is fixed by its address, so that all hold the same. When a channel runs out of free blocks, the
 * one with the fewest valid pages is emptied and erased (greedy collection: Hu et al. 2009, "Write
 * amplification analysis in flash-based solid state drives"). Left out: wear levelling, bad blocks,
 * trim, and the cost of the map itself.
 *
 * Memory grows with what is written, not with the capacity: pages and blocks never written have
 * their first place, which is computed.
 */
#ifndef DEVICE_FTL_H
#define DEVICE_FTL_H

#include <stdbool.h>
#include <stdint.h>

struct ftl;

/* What one page's write made the flash do, the write itself left out. */
struct ftl_work {
	uint32_t pages_moved; /* each read and written */
	uint32_t blocks_erased;
};

/*
 * pages: what the host sees; spare: flash beyond it, a fraction; filled: the pages of the lowest
 * addresses that hold data already. Returns NULL when there is no memory.
 */
struct ftl *ftl_create(uint64_t pages, uint32_t channels, uint32_t pages_per_block, double spare,
		       double filled);
void ftl_destroy(struct ftl *ftl);

/* Whether the page holds data. */
bool ftl_mapped(const struct ftl *ftl, uint64_t page);
/* Writes a page anew on its channel, page % channels. Returns 0 or -ENOMEM. */
int ftl_write(struct ftl *ftl, uint64_t page, struct ftl_work *work);

#endif
