/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What a volume says of the log that its blocks may need: a small file beside its current/, with
 * the log's identifier and where that was. It is there before the log has a record of the volume's
 * that is needed, and until it has none. So a log that is not there is missed, and not made anew.
 */
#ifndef DELTAFILE_MARK_H
#define DELTAFILE_MARK_H

#include <limits.h>
#include <stdbool.h>

#include "delta/format.h"

#define DELTA_MARK_NAME "tierline-bid-delta.mark"

struct delta_mark {
	uint8_t uuid[DELTA_UUID_BYTES]; /* zeros, which no log has: the mark cannot be read */
	char log[PATH_MAX];
};

/* Returns 0; -ENOENT, the volume has none, or is not there; or another negative errno. */
int delta_mark_read(const char *folder, struct delta_mark *mark);
bool delta_mark_names(const struct delta_mark *mark, const uint8_t *uuid);
/*
 * When this returns 0 the mark is durable. -EEXIST: there is one of another log, which stays; or
 * another negative errno.
 */
int delta_mark_put(const char *folder, const struct delta_mark *mark);
/* Returns 0, also when there is none; or a negative errno. */
int delta_mark_remove(const char *folder);

#endif
