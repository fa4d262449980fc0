/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Numbers for names, in order of appearance.
 */
#ifndef TRACE_NAME_TABLE_H
#define TRACE_NAME_TABLE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Names that get a number of their own; the table is then 128 MiB. A name after that is known by
 * its hash alone, with the top bit set.
 */
#define TRACE_NAMES_MAX ((size_t)1 << 22)

struct trace_name_slot {
	uint64_t hash; /* 0: free */
	uint64_t number;
};

/*
 * Holds 64-bit hashes, no text: of two million names, two have the same with a chance of 10^-7.
 */
struct trace_name_table {
	struct trace_name_slot *slot;
	size_t slots; /* a power of two, at most half of them used; or 0 */
	size_t used;
};

/* 1 for the first name, 2 for the second, ...; 0 when there is no memory. */
uint64_t trace_name_number(struct trace_name_table *table, const char *name);
void trace_name_table_free(struct trace_name_table *table);

#endif
