/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Extents that streams announced to read, and the buffer that they are read into ahead of need.
 */
#ifndef BID_CORE_ANNOUNCED_H
#define BID_CORE_ANNOUNCED_H

#include "extent.h"
#include "order_sweep.h"
#include "turn.h"

struct bid_announced_tunables {
	uint64_t guard_write_ns;
	uint64_t turn_sectors;
	uint64_t buffer_sectors;
	uint64_t others_wait_ns;
};

extern const struct bid_tunable_table bid_announced_tunables;

struct bid_announced {
	struct bid_sweep *sweep; /* where the turns of extents lie */
	struct bid_turn *turn;
	struct bid_units *units;
	struct bid_load *load;
	struct bid_announced_tunables t;
	uint64_t capacity; /* of the disk, sectors */
	struct bid_link unused;
	struct bid_link by_use; /* extents, the longest unused first */
	struct bid_link hungry; /* those without room to read on */
	struct bid_tree by_lba;
	uint32_t count;
	uint64_t longest; /* sectors; of all so far */
	struct bid_buffer buffer;
	struct bid_link unused_inner; /* requests of our own */
};

size_t announced_bytes(const struct bid_setup *setup);
/* Lays out memory of announced_bytes; returns what follows it. */
void *announced_init(struct bid_announced *announced, struct bid_sweep *sweep,
		     struct bid_turn *turn, struct bid_load *load, const struct bid_setup *setup,
		     void *memory);
void announced_add(struct bid_announced *announced, const struct bid_announcement *announcement,
		   uint64_t now_ns);
/* The stream's extent is given up. */
void announced_forget(struct bid_announced *announced, uint64_t stream, uint64_t now_ns);
/* The next memory that nobody needs any more, or NULL. */
struct bid_chunk *announced_take_released(struct bid_announced *announced);
/* Serves a caller's read from the buffer, or lets it wait for it; false: it is to be staged. */
bool announced_claim(struct bid_announced *announced, struct bid_request *request, uint64_t now_ns);
/* A chunk has been read for that unit, or could not be. */
void announced_read(struct bid_announced *announced, struct bid_unit *unit,
		    struct bid_request *inner, uint64_t now_ns);
/* A caller writes there: what is in the buffer is not what is on the disk. */
void announced_written(struct bid_announced *announced, uint64_t lba, uint64_t end,
		       uint64_t now_ns);
/* Lets go of what nobody has read for long. */
void announced_expire(struct bid_announced *announced, uint64_t now_ns);
uint64_t announced_next_timer_ns(const struct bid_announced *announced);

#endif
