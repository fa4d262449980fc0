/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * After a crash: what streams the log has, and their bytes brought home. Two readings: the first
 * finds out how long each stream was when it was last synced and from which record on it counts,
 * the second writes. A block whose data and sums agree at least that far is left as it is, any
 * other gets the log's bytes and is cut to that length. Both are made durable. So all of it may be
 * cut short anywhere and done again.
 */
#ifndef DELTA_RECOVERY_H
#define DELTA_RECOVERY_H

#include "delta/home.h"
#include "delta/reader.h"

enum delta_fate {
	DELTA_NOT_NEEDED, /* dropped, or ended by a newer one of the same block */
	DELTA_WAITS,      /* to be brought home */
	DELTA_LEFT,       /* home has it all, and agrees with itself */
	DELTA_REPLAYED,   /* written home, which now agrees with itself as far as was synced */
	DELTA_SHORT,      /* written home, which does not agree that far: the log has a gap */
	DELTA_GONE,       /* its files are not there: the block was deleted */
	DELTA_ABSENT,     /* its volume is not there */
	DELTA_FAILED,     /* home gave an error: error says which */
};

/* A stream that the log has. */
struct delta_found {
	struct delta_definition definition; /* its names lie in the recovery's memory */
	const uint8_t *payload;             /* the same as it lies in the log */
	uint32_t payload_bytes;
	uint32_t number;
	enum delta_fate fate;
	int error;
	bool has_length;
	bool opened;
	uint64_t length;      /* as last synced */
	uint64_t sums_length; /* likewise */
	uint64_t since;       /* number of the record from which on it counts */
	uint64_t defined_in;  /* segment */
	uint64_t from;        /* where its data in the log begin; UINT64_MAX: it has none */
	uint64_t covered;     /* to where they go on from there without a gap */
	uint64_t written;     /* the length that has been reached in replaying */
	uint64_t bytes;       /* of both files, in records that count */
};

struct delta_recovery {
	struct delta_reader *reader;
	struct delta_found *found;
	uint32_t found_max;
	uint32_t count;
	uint32_t *by_number; /* places in found, and 1 */
	uint32_t *by_block;
	uint32_t mask; /* of both */
	uint8_t *text;
	size_t text_bytes;
	size_t text_used;
	uint8_t *buffer;
	uint64_t orphans; /* records whose stream no record of their segment defines */
	uint32_t open;    /* the stream whose files are open, and 1 */
};

/* Bytes of memory for so many streams whose definitions are so long together. */
size_t delta_recovery_bytes(uint32_t streams, size_t text);

/* memory is aligned as for malloc. */
void delta_recovery_init(struct delta_recovery *recovery, struct delta_reader *reader, void *memory,
			 uint32_t streams, size_t text);

/*
 * Reads the log and finds its streams. Returns 0, or -ENOBUFS when there are more than memory was
 * given for: begin again with twice of it.
 */
int delta_recovery_find(struct delta_recovery *recovery);

/* Brings home what waits. Each stream's fate says what became of it. */
void delta_recovery_replay(struct delta_recovery *recovery, const struct delta_home *home);

/* Streams of that fate. */
uint32_t delta_recovery_count(const struct delta_recovery *recovery, enum delta_fate fate);

/* Whether nothing of the log is needed any more: no stream is absent, short or failed. */
bool delta_recovery_is_whole(const struct delta_recovery *recovery);

/*
 * Whether the log is that of a second tier: its streams are of no volume, and say no lengths. To
 * recovery nothing in it would be needed; once the streams were found.
 */
bool delta_recovery_is_of_tier(const struct delta_recovery *recovery);

#endif
