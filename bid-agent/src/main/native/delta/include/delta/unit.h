/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What a byte-addressable buffer holds until it is full: a flush unit (NFU of Gwak and Shin,
 * "2B-LFS: Block and Byte level Log-structured File System", 2019), with the list of distinct pages
 * that its deltas lie in, and the choice what becomes of it. Either all of it goes to the log as it
 * is, or its pages are written whole, by which its deltas are void.
 */
#ifndef DELTA_UNIT_H
#define DELTA_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum delta_reclaim {
	DELTA_RECLAIM_BYTES, /* whatever writes fewer bytes: the source's rule */
	DELTA_RECLAIM_TIME,  /* whatever takes the devices less time */
};

/* The devices, as far as the choice by time needs them. None is 0 but the last. */
struct delta_devices {
	uint64_t log_bytes_per_second;
	uint64_t home_bytes_per_second;
	uint64_t home_positioning_ns; /* before each run of pages that do not follow each other */
};

struct delta_unit {
	uint64_t *page; /* a hash table of pages, and 1 */
	uint32_t mask;
	uint32_t pages;
	uint32_t pages_max; /* past that many the unit goes to the log whatever they cost */
	uint32_t bytes;     /* of its deltas, with their heads */
};

/* Bytes of memory for a list of so many pages, 1 to 2^24. */
size_t delta_unit_bytes(uint32_t pages_max);
/* memory is aligned as for malloc. */
void delta_unit_init(struct delta_unit *unit, void *memory, uint32_t pages_max);
/* Empties it: it was written one way or the other. */
void delta_unit_clear(struct delta_unit *unit);
/* A delta of count bytes, above 0, was put there. */
void delta_unit_add(struct delta_unit *unit, uint32_t stream, uint64_t offset, uint32_t count);
/* Runs of pages that follow each other. */
uint32_t delta_unit_runs(const struct delta_unit *unit);
/* Whether its pages are to be written whole; devices may be NULL by bytes. */
bool delta_unit_writes_pages(const struct delta_unit *unit, enum delta_reclaim reclaim,
			     const struct delta_devices *devices);

/* Its pages in no order: place is 0 at first. Returns false after the last. */
bool delta_unit_next(const struct delta_unit *unit, uint32_t *place, uint32_t *stream,
		     uint64_t *page);

#endif
