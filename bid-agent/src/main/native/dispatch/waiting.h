/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Parts in front of the core, and which of them is next. Used by the volume's thread alone.
 *
 * Writes that nobody waits for come faster than a disk takes them. They wait apart in each class,
 * so that a read behind them goes in past them when they have all the places they may have (the
 * policy's write_limit). What holds:
 *
 * - Of two in a class the one that came first goes first, but for such a write past the limit. What
 *   the core has no room for holds up its class. So nothing is overtaken for ever.
 * - Such a write waits for others of its kind alone: the limit counts no other writes, and lets one
 *   in at the least. What it waits for is in the core and ends, whatever others ask for.
 * - A sync makes the writes to its file ones that are waited for: they go in before it, past the
 *   limit, and it holds up nobody longer than they do.
 * - A sync goes in when no write to its file that came before it is here, in whatever class.
 * - A part is in one list alone. Who takes it out, to cancel it, need not know in which.
 */
#ifndef DISPATCH_WAITING_H
#define DISPATCH_WAITING_H

#include "operation.h"

struct waiting {
	struct bid_link urgent[BID_CLASSES]; /* reads, syncs and writes that somebody waits for */
	struct bid_link lazy[BID_CLASSES];   /* writes that nobody waits for */
	uint32_t lazy_inside;                /* of those, in the core */
};

void waiting_init(struct waiting *waiting);
/* A part that comes behind all others of its class. */
void waiting_add(struct waiting *waiting, struct part *part);
/*
 * The next of a class, or NULL: there is none that may go. lazy_max: the most writes that nobody
 * waits for in the core, with one more.
 */
struct part *waiting_next(const struct waiting *waiting, int service_class, uint32_t lazy_max);
/* It goes to the core. */
void waiting_enter(struct waiting *waiting, struct part *part);
/* The core has refused it or given it back undone: it is the first again. */
void waiting_return(struct waiting *waiting, struct part *part);
/* The core is done with it. */
void waiting_leave(struct waiting *waiting, const struct part *part);

#endif
