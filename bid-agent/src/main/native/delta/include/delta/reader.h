/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Reading a log from its oldest segment that is needed to its end, commit by commit. A commit that
 * is not whole is the end if no whole one comes after it: it was under way when the machine
 * stopped, and nobody was told that it is durable. Otherwise the log is damaged: that is counted,
 * and reading goes on with the next whole commit.
 */
#ifndef DELTA_READER_H
#define DELTA_READER_H

#include "delta/area.h"
#include "delta/format.h"

#define DELTA_READER_BYTES_MIN (2 * DELTA_COMMIT_BYTES_MAX)

struct delta_reader {
	struct delta_area area;
	struct delta_geometry geometry;
	uint8_t *memory;
	uint32_t bytes;    /* of memory */
	uint64_t tail;     /* the first segment to be read; newest and tail 0: there is none */
	uint64_t newest;   /* the last one */
	uint64_t sequence; /* the one that is being read */
	uint32_t position; /* in it, where the next commit begins */
	uint32_t end;      /* of it; in the newest one, whose end nobody says, the segment's */
	bool end_is_known;
	uint32_t window;      /* where in the segment memory begins */
	uint32_t filled;      /* bytes of memory that are the segment's */
	uint32_t record;      /* in memory, where the commit's next record begins */
	uint32_t records_end; /* in memory, where its pad begins */
	uint32_t seed;
	/* What was wrong. */
	uint64_t unreadable_pages; /* that the device did not give */
	uint64_t damaged_pages;    /* between commits, or before a segment's known end */
	uint64_t damaged_segments; /* whose head is missing */
	/* What was found. */
	uint64_t commits;
	uint64_t records;
	uint32_t last_end; /* in the newest segment, after the last commit */
};

/* The head of the whole. Returns 0; -EBADMSG, -EPROTONOSUPPORT; or the area's error. */
int delta_reader_head(const struct delta_area *area, uint8_t *page,
		      struct delta_geometry *geometry);

/*
 * Begins. memory is aligned as the area wants it, of DELTA_READER_BYTES_MIN at least. Returns 0,
 * also when there is no segment, which is damage; or -EIO when the device gave none of their heads.
 */
int delta_reader_open(struct delta_reader *reader, const struct delta_area *area,
		      const struct delta_geometry *geometry, uint8_t *memory, uint32_t bytes);

/* From the beginning once more. What was counted begins anew too. */
void delta_reader_rewind(struct delta_reader *reader);

/*
 * The next record, but for pads. Its payload stays until the next call. Returns false at the end.
 */
bool delta_reader_next(struct delta_reader *reader, struct delta_record *record);

/*
 * What the next segment's number may be once nothing of the log is needed: a lap further than the
 * newest one, so that it is no number of a segment whose head was lost.
 */
static inline uint64_t delta_reader_next_lap(const struct delta_reader *reader)
{
	return reader->newest + reader->geometry.segments + 1;
}

static inline bool delta_reader_is_damaged(const struct delta_reader *reader)
{
	return reader->unreadable_pages || reader->damaged_pages || reader->damaged_segments;
}

#endif
