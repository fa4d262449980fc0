/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What can be set. Who can be set has a table that gives each tunable its unit, default, range and
 * trade-off; the tables are what tools print and documents are made from. What is to be otherwise
 * than by default is a list of names and values, of which each takes what its own table has.
 */
#ifndef BID_TUNABLES_H
#define BID_TUNABLES_H

#include "bid/base.h"

struct bid_tunable {
	const char *name; /* as written on a command line: wait-default */
	const char *of;   /* whose, for lists: "bid", "deadline", "all", ... */
	const char *unit; /* "ns", "sectors", "%", "requests", "switch" */
	size_t offset;    /* of its uint64_t in the owner's structure */
	uint64_t initial; /* the default */
	uint64_t min;
	uint64_t max;
	const char *meaning; /* what it is, and what more and less of it cost */
};

/*
 * The tunables of one owner. Times are in ns, lengths in sectors of 512 B, switches 0 or 1. Every
 * member of the owner's structure is a uint64_t and has one entry.
 */
struct bid_tunable_table {
	const struct bid_tunable *entry;
	size_t count;
};

/* Entries of a table, for members of the owner's structure. */
#define BID_TUNABLE(structure, member, of, name, unit, initial, min, max, meaning)                 \
	{                                                                                          \
		name, of, unit, offsetof(struct structure, member), initial, min, max, meaning     \
	}
#define BID_SWITCH(structure, member, of, name, initial, meaning)                                  \
	BID_TUNABLE(structure, member, of, name, "switch", initial, 0, 1, meaning)

/* What a table of an array of entries is; a member without one would never get its default. */
#define BID_TUNABLE_TABLE(structure, entries)                                                      \
	{                                                                                          \
		entries, sizeof(entries) / sizeof((entries)[0]) +                                  \
				 0 * sizeof(struct {                                               \
					 _Static_assert(sizeof(entries) / sizeof((entries)[0]) ==  \
								sizeof(struct structure) /         \
									sizeof(uint64_t),          \
							"every tunable has one entry");            \
					 char unused;                                              \
				 })                                                                \
	}

/* What their values are written with. */
#define BID_US     UINT64_C(1000)
#define BID_MS     UINT64_C(1000000)
#define BID_SECOND UINT64_C(1000000000)
#define BID_MIB    UINT64_C(2048) /* in sectors */

/* Most that can be set otherwise than by default at a time. */
#define BID_SETTINGS_MAX 64u

/* All zero: everything is as by default. */
struct bid_settings {
	struct {
		const char *name; /* of a table's entry, or as constant */
		uint64_t value;
	} set[BID_SETTINGS_MAX];
	uint32_t count;
};

/* The entry of that name, or NULL. */
const struct bid_tunable *bid_tunable_find(const struct bid_tunable_table *table, const char *name);

/* Sets one, again if need be. Returns 0, or -ENOSPC when there are too many. */
int bid_settings_set(struct bid_settings *settings, const char *name, uint64_t value);
/* What the settings say of a tunable, or its default. */
uint64_t bid_settings_get(const struct bid_settings *settings, const struct bid_tunable *entry);
/* Fills the owner's structure. */
void bid_settings_read(const struct bid_settings *settings, const struct bid_tunable_table *table,
		       void *values);
/*
 * Returns 0, or -ERANGE when a value is out of the range that one of the tables says. They are
 * ended by NULL; there may be none.
 */
int bid_settings_check(const struct bid_settings *settings,
		       const struct bid_tunable_table *const *tables);

/* Joining neighbours is a matter of every policy. */
extern const struct bid_tunable_table bid_merge_tunables;
/* Whether neighbours are to be joined. */
bool bid_settings_merge(const struct bid_settings *settings);

#endif
