/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Finds what a policy keeps of a stream by the stream's number: a hash table with chains over
 * zeroed memory that the policy provides.
 */
#ifndef POLICIES_STREAM_TABLE_H
#define POLICIES_STREAM_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct stream_entry {
	struct stream_entry *chain; /* the next in the bucket */
	uint64_t stream;
};

struct stream_table {
	struct stream_entry **buckets;
	size_t bucket_mask;
};

/* Bytes of the buckets for up to that many entries. */
size_t stream_table_bucket_bytes(size_t entries);
/* The buckets are zeroed memory: what is never used is never touched. */
void stream_table_init(struct stream_table *table, void *buckets, size_t entries);

/* NULL when there is none. */
struct stream_entry *stream_table_find(const struct stream_table *table, uint64_t stream);
/* The stream must not be in the table yet. */
void stream_table_insert(struct stream_table *table, struct stream_entry *entry, uint64_t stream);
void stream_table_remove(struct stream_table *table, struct stream_entry *entry);

#endif
