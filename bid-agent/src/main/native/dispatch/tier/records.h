/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What the segments of the log hold: records, each of a file.
 */
#ifndef DISPATCH_TIER_RECORDS_H
#define DISPATCH_TIER_RECORDS_H

#include "tier.h"

/* NULL: the file has no name by which recovery would find it, or there is no memory. */
struct tier_file *tier_file_get(struct tier *tier, struct volume_file *file);
/* Frees a file that no record is of. */
void tier_file_put(struct tier *tier, struct tier_file *file);

/* Frees all that are left when no segment has records: written home, and not synced. */
void tier_files_free(struct tier *tier);

struct tier_segment *tier_segment_of(struct tier *tier, uint64_t sequence);
/* Makes room for another record. */
bool tier_segment_grow(struct tier_segment *segment);
/* Forgets what it holds; its place in the file may be used again. */
void tier_segment_clear(struct tier *tier, struct tier_segment *segment);

#endif
