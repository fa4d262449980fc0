/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "stream_table.h"

static uint32_t table_buckets(uint32_t entries)
{
	uint32_t buckets = 1;

	while (buckets < entries && buckets < UINT32_C(1) << 31)
		buckets <<= 1;
	return buckets;
}

size_t stream_table_bucket_bytes(uint32_t entries)
{
	return (size_t)table_buckets(entries) * sizeof(struct bid_link);
}

void stream_table_init(struct stream_table *table, struct bid_link *buckets, uint32_t entries)
{
	table->buckets = buckets;
	table->bucket_mask = table_buckets(entries) - 1;
	bid_list_init(&table->ages);
	for (uint32_t i = 0; i <= table->bucket_mask; i++)
		bid_list_init(&buckets[i]);
}

/* Fibonacci hashing (Knuth, The Art of Computer Programming, 6.4): process ids are often in rows. */
static struct bid_link *table_bucket(const struct stream_table *table, uint64_t stream)
{
	return &table->buckets[(stream * UINT64_C(0x9e3779b97f4a7c15) >> 32) & table->bucket_mask];
}

struct stream_entry *stream_table_find(const struct stream_table *table, uint64_t stream)
{
	struct bid_link *bucket = table_bucket(table, stream);

	for (struct bid_link *link = bucket->next; link != bucket; link = link->next) {
		struct stream_entry *entry = bid_container_of(link, struct stream_entry, bucket);

		if (entry->stream == stream)
			return entry;
	}
	return NULL;
}

void stream_table_insert(struct stream_table *table, struct stream_entry *entry, uint64_t stream)
{
	entry->stream = stream;
	bid_list_append(table_bucket(table, stream), &entry->bucket);
	bid_list_append(&table->ages, &entry->age);
}

void stream_table_remove(struct stream_entry *entry)
{
	bid_list_remove(&entry->bucket);
	bid_list_remove(&entry->age);
}

void stream_table_touch(struct stream_table *table, struct stream_entry *entry)
{
	bid_list_remove(&entry->age);
	bid_list_append(&table->ages, &entry->age);
}

struct stream_entry *stream_table_oldest(const struct stream_table *table)
{
	if (bid_list_empty(&table->ages))
		return NULL;
	return bid_container_of(table->ages.next, struct stream_entry, age);
}
