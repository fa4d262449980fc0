/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Whether a log is still in its area while it is used: somebody may have written something else
 * there. A few pages are looked at, not all that was acknowledged.
 */
#ifndef DELTA_LOOK_H
#define DELTA_LOOK_H

#include "delta/area.h"
#include "delta/format.h"

/* What is to be there. Segments are such as are not begun anew meanwhile. */
struct delta_look {
	uint64_t newest; /* the segment that was written to last */
	uint64_t other;  /* any that is needed; may be the same */
	uint32_t end;    /* in the newest one, of its last commit; 0: that is not looked at */
	uint8_t *last;   /* the commit's last page */
	uint8_t *page;   /* DELTA_PAGE bytes for it to read into */
};

/*
 * Looks at the first page, the heads of both segments, and the last page of the last commit.
 * Returns 0; -EBADMSG: something else is there; or the area's error.
 */
int delta_look(const struct delta_area *area, const struct delta_geometry *geometry,
	       const struct delta_look *look);

#endif
