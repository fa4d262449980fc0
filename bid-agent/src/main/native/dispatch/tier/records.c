/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "records.h"

#include <stdlib.h>
#include <string.h>

#include "name.h"

/* ---- files ---- */

static struct tier_file *file_of_node(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct tier_file, by_place) : NULL;
}

static struct tier_file *file_find(struct tier *tier, const struct volume_file *file)
{
	struct bid_tree_node *node = bid_tree_at_or_after(&tier->files, file->place->number);

	return node && node->key == file->place->number ? file_of_node(node) : NULL;
}

struct tier_file *tier_file_get(struct tier *tier, struct volume_file *file)
{
	struct tier_file *known = file_find(tier, file);
	uint8_t definition[TIER_NAME_BYTES];
	uint32_t bytes;

	if (known)
		return known;
	bytes = tier_name(file->fd, definition);
	known = bytes > 0 ? calloc(1, sizeof(*known) + bytes) : NULL;
	if (!known)
		return NULL;
	memcpy(known->definition, definition, bytes);
	known->definition_bytes = bytes;
	known->file = file;
	file_use(file);
	bid_tree_insert(&tier->files, &known->by_place, file->place->number);
	return known;
}

void tier_file_put(struct tier *tier, struct tier_file *file)
{
	if (file->records > 0 || file->dirty)
		return;
	bid_tree_remove(&tier->files, &file->by_place);
	file_let_go(file->file);
	free(file);
}

void tier_files_free(struct tier *tier)
{
	struct bid_tree_node *node;

	while ((node = bid_tree_first(&tier->files))) {
		struct tier_file *file = file_of_node(node);

		file->dirty = false;
		tier_file_put(tier, file);
	}
}

/* ---- segments ---- */

struct tier_segment *tier_segment_of(struct tier *tier, uint64_t sequence)
{
	return &tier->segment[tier_log_place(&tier->log, sequence)];
}

void tier_segment_clear(struct tier *tier, struct tier_segment *segment)
{
	for (uint32_t i = 0; i < segment->count; i++) {
		struct tier_file *file = segment->record[i].file;

		file->records--;
		tier_file_put(tier, file);
	}
	if (segment->count > 0)
		tier->log.users[segment - tier->segment]--;
	segment->count = 0;
	segment->placed = 0;
	segment->flying = 0;
}

bool tier_segment_grow(struct tier_segment *segment)
{
	uint32_t capacity = segment->capacity ? 2 * segment->capacity : 64;
	struct tier_record *record;

	if (segment->count < segment->capacity)
		return true;
	record = realloc(segment->record, capacity * sizeof(*record));
	if (!record)
		return false;
	segment->record = record;
	segment->capacity = capacity;
	return true;
}
