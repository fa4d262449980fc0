/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Writing the log. Whoever wants something durable puts it into the commit that is open; one writer
 * seals that, opens the next, and writes the sealed one. So whatever comes while a write is under
 * way goes out together in the next one.
 *
 *	delta_log_open(log, a);				  under the caller's lock
 *	... delta_log_sync(log, a, stream, sync) ...	  under the lock
 *	delta_log_seal(log, a); delta_log_open(log, b);	  under the lock
 *	delta_log_write(log, a);			  by the writer alone, without the lock
 *	when that was 0: all that is in a is durable
 *
 * Segments are used in order, round and round. The oldest one is given back when the bytes that it
 * has are at home, and what it alone says of streams that are still written stands in the log once
 * more. Nothing here waits or allocates; all memory is the caller's.
 */
#ifndef DELTA_LOG_H
#define DELTA_LOG_H

#include "delta/area.h"
#include "delta/format.h"

/* The last bytes of a checksum file that the log knows: the last chunk's sum is among them. */
#define DELTA_SUM_BYTES 8u
/* What a commit's memory must have at least: the largest sync, with its stream's definition. */
#define DELTA_COMMIT_BYTES_MIN (192u << 10)

/* A block, or another file, some of whose bytes are in the log. The caller's, the log's to fill. */
struct delta_stream {
	const uint8_t *definition; /* as a payload; stays until the stream is reaped */
	uint32_t definition_bytes;
	uint32_t number;      /* 0: the log does not have it */
	uint64_t defined_in;  /* the last segment that says what it is */
	uint64_t first;       /* the first segment with bytes that may not be at home; 0: none */
	uint64_t first_since; /* the same, of those since delta_log_home_begin */
	uint64_t last;        /* the last segment with any record of it */
	uint64_t length;      /* of the data file, as last synced */
	uint64_t sums_length; /* of the checksum file */
	uint8_t sum[DELTA_SUM_BYTES];
	uint8_t sum_bytes; /* the last ones of sums_length that are in sum */
	bool has_length;   /* the log says how long it is */
	bool open;         /* it is still written */
};

struct delta_log {
	struct delta_area area;
	struct delta_geometry geometry;
	uint8_t *page;              /* for heads */
	uint64_t sequence;          /* of the segment that the next commit goes to */
	uint32_t position;          /* where in it */
	uint32_t previous_end;      /* of the one before, for the head */
	bool head_due;              /* its head is not written yet */
	uint64_t tail;              /* the oldest segment that is needed */
	int failed;                 /* a negative errno: nothing is acknowledged any more */
	struct delta_stream **slot; /* by number, less 1 */
	uint32_t slots;
	uint32_t next_slot; /* where to look for a free one */
	uint32_t streams;   /* that have one */
};

/* What is written at once. */
struct delta_commit {
	uint8_t *memory;
	uint32_t capacity; /* of memory: whole pages, DELTA_COMMIT_BYTES_MIN to _MAX */
	uint32_t room;     /* of that, what the segment has */
	uint32_t used;
	uint32_t start;    /* in the segment */
	uint64_t sequence; /* the segment's */
	uint32_t seed;
	uint32_t length_of;             /* whose length the last record is; 0: it is another one */
	bool begins;                    /* the segment: its head is to be written before */
	struct delta_segment_head head; /* that one */
};

/* Bytes that were written and may not be at home. */
struct delta_extent {
	uint64_t offset;
	const uint8_t *bytes;
	uint32_t count; /* at most DELTA_PAYLOAD_MAX; 0: none */
};

/* What a sync makes durable: a stream's two files, which belong together. */
struct delta_sync {
	struct delta_extent data;
	struct delta_extent sums; /* ends at sums_length when there are any */
	uint64_t length;          /* of the data file */
	uint64_t sums_length;     /* of the checksum file; 0: there is none */
};

/* Memory that the log uses while it is there. */
struct delta_log_memory {
	uint8_t *page; /* DELTA_PAGE bytes, aligned as the area wants them */
	struct delta_stream **slot;
	uint32_t slots; /* streams at a time, 1 to DELTA_STREAM_MAX */
};

/* Makes an area that holds nothing but zeros, or whatever, a log. Returns 0 or a negative errno. */
int delta_log_format(const struct delta_area *area, const struct delta_geometry *geometry,
		     uint8_t *page);

/*
 * Begins a segment of that sequence number, which is more than any that the area has. All others
 * are void from its first commit on. Nothing is written yet.
 */
void delta_log_start(struct delta_log *log, const struct delta_area *area,
		     const struct delta_geometry *geometry, const struct delta_log_memory *memory,
		     uint64_t sequence);

/*
 * Starts, and writes a checkpoint: when this returns 0, nothing that the area had before counts.
 * The commit's memory and capacity are set; it is open afterwards. Else a negative errno.
 */
int delta_log_begin(struct delta_log *log, const struct delta_area *area,
		    const struct delta_geometry *geometry, const struct delta_log_memory *memory,
		    uint64_t sequence, struct delta_commit *commit);

/*
 * The same as to start, with what the segments from tail on hold still needed. previous_end: where
 * the last one of them ends, as a reader found it. Returns -ENOSPC when none is free.
 */
int delta_log_resume(struct delta_log *log, const struct delta_area *area,
		     const struct delta_geometry *geometry, const struct delta_log_memory *memory,
		     uint64_t newest, uint32_t previous_end, uint64_t tail);

/* Segments that may be begun. */
uint32_t delta_log_free(const struct delta_log *log);
/* Fewer than a sixth are free: the oldest ones are to be cleaned now. */
bool delta_log_is_short(const struct delta_log *log);
/* One is free, or fewer than a twentieth are: syncs are to go home. */
bool delta_log_is_full(const struct delta_log *log);

/* Opens a commit after the one that was sealed last. Its memory and capacity are set. */
void delta_log_open(struct delta_log *log, struct delta_commit *commit);

/*
 * Each of these returns 0; -EAGAIN when the commit has no room: seal and write it, and try in the
 * next one; -ENOSPC when the log has none, or no place for another stream; or the error with which
 * it failed. On error nothing has changed. Nothing is durable before the commit was written.
 */
int delta_log_sync(struct delta_log *log, struct delta_commit *commit, struct delta_stream *stream,
		   const struct delta_sync *sync);
/* All bytes up to those lengths are durable at home, the sums' last ones are given again. */
int delta_log_mark(struct delta_log *log, struct delta_commit *commit, struct delta_stream *stream,
		   const struct delta_sync *sync);
/* Nothing of the stream that the log has is needed any more. */
int delta_log_drop(struct delta_log *log, struct delta_commit *commit, struct delta_stream *stream);
/* Nothing at all that the log has is needed any more. */
int delta_log_checkpoint(struct delta_log *log, struct delta_commit *commit);

/* Nobody writes to the stream any more. */
void delta_log_close_stream(struct delta_stream *stream);

static inline bool delta_commit_is_empty(const struct delta_commit *commit)
{
	return commit->used == 0;
}

/* Ends a commit that is not empty. It is to be written before any that is sealed later. */
void delta_log_seal(struct delta_log *log, struct delta_commit *commit);

/* Returns 0: all in it is durable; else a negative errno, with which the log has failed for good.
 */
int delta_log_write(struct delta_log *log, const struct delta_commit *commit);

/* ---- cleaning the oldest segment, when it is not the only one ---- */

/* A stream with bytes in it that may not be at home, or NULL. */
struct delta_stream *delta_log_dirty(const struct delta_log *log);
/* The caller begins to make home durable what it holds now ... */
void delta_log_home_begin(struct delta_stream *stream);
/* ... and has done so. */
void delta_log_home_end(struct delta_stream *stream);
/* A stream that is still written and whose length the segment alone says, or NULL. */
struct delta_stream *delta_log_uncarried(const struct delta_log *log);
/* Says it again in an open commit; returns as the others. */
int delta_log_carry(struct delta_log *log, struct delta_commit *commit,
		    struct delta_stream *stream);
/* Gives the oldest segment back, if nothing holds it. */
bool delta_log_free_oldest(struct delta_log *log);
/* A stream that the log needs no more, whose memory is the caller's again; or NULL. */
struct delta_stream *delta_log_reap(struct delta_log *log);

#endif
