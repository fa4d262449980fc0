/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "stream_table.h"

static size_t table_buckets(size_t entries)
{
	size_t buckets = 1;

	while (buckets < entries)
		buckets <<= 1;
	return buckets;
}

size_t stream_table_bucket_bytes(size_t entries)
{
	return table_buckets(entries) * sizeof(struct stream_entry *);
}

void stream_table_init(struct stream_table *table, void *buckets, size_t entries)
{
	table->buckets = buckets;
	table->bucket_mask = table_buckets(entries) - 1;
}

/* Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4): process ids come in rows. */
static struct stream_entry **table_bucket(const struct stream_table *table, uint64_t stream)
{
	return &table->buckets[(stream * UINT64_C(0x9e3779b97f4a7c15) >> 24) & table->bucket_mask];
}

struct stream_entry *stream_table_find(const struct stream_table *table, uint64_t stream)
{
	struct stream_entry *entry = *table_bucket(table, stream);

	while (entry && entry->stream != stream)
		entry = entry->chain;
	return entry;
}

void stream_table_insert(struct stream_table *table, struct stream_entry *entry, uint64_t stream)
{
	struct stream_entry **bucket = table_bucket(table, stream);

	entry->stream = stream;
	entry->chain = *bucket;
	*bucket = entry;
}

void stream_table_remove(struct stream_table *table, struct stream_entry *entry)
{
	struct stream_entry **place = table_bucket(table, entry->stream);

	while (*place != entry)
		place = &(*place)->chain;
	*place = entry->chain;
}
