/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A log that is being opened, as another thread sees it who waits for that and may give it up: a
 * device that hangs neither answers nor fails. Lies in memory of both. After it was given up one
 * call of a device that had begun may still end; no other one changes a block, a mark or the log.
 */
#ifndef DELTAFILE_OPENING_H
#define DELTAFILE_OPENING_H

#include <stdatomic.h>
#include <stdbool.h>

#include "delta/area.h"
#include "delta/home.h"

struct opening {
	/* Questions to the log's device, and answers: odd while it owes one. */
	atomic_uint_least64_t calls;
	/* Not 0: it is given up. */
	atomic_uint_least64_t given_up;
};

/* NULL in place of an opening: nobody waits. */
void opening_ask(struct opening *opening);
void opening_answered(struct opening *opening);
bool opening_is_given_up(struct opening *opening);

/* A log's place, whose calls are counted, and are -ECANCELED once the opening is given up. */
struct opening_area {
	struct delta_area area;
	struct delta_area inner;
	struct opening *opening;
};

/* Streams' files, likewise. Their devices may take the time that they need. */
struct opening_home {
	struct delta_home home;
	struct delta_home inner;
	struct opening *opening;
};

/* What is inside stays as long as these are used, and they where they are. */
void opening_area_init(struct opening_area *area, struct delta_area inner, struct opening *opening);
void opening_home_init(struct opening_home *home, struct delta_home inner, struct opening *opening);

#endif
