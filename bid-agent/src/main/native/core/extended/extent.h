/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What a stream announced to read, in chunks: which of them are in the buffer, which are on their
 * way there, and what of them callers have read. Nothing here decides when what is read.
 */
#ifndef BID_CORE_EXTENT_H
#define BID_CORE_EXTENT_H

#include "unit.h"

struct bid_announced;

/* Read ahead at a time: who has caught up with the disk waits for no more than that. */
#define CHUNK_SECTORS ((uint64_t)BID_CHUNK_SECTORS)
/* Two turns of the longest kind. */
#define EXTENT_CHUNKS 256u

/* What was read ahead, of all extents together. */
struct bid_buffer {
	uint64_t sectors;         /* in it or being read into it */
	struct bid_link released; /* chunks of memory that nobody needs any more */
};

/*
 * What a stream announced to read. Its chunks, counted from lba, are in the buffer from base on,
 * are being read, or (from issued on) are still on the disk only.
 */
struct bid_extent {
	struct bid_filler filler;
	struct bid_announced *announced;
	struct bid_link link;    /* unused, or in order of last use */
	struct bid_link hungry;  /* there was no room to read on */
	struct bid_link reading; /* our own requests that the device has */
	struct bid_stream *stream;
	struct bid_unit *unit; /* its turns; its requests are those that wait for data */
	struct bid_tree_node by_lba;
	uint64_t lba;
	uint64_t end;
	uint64_t base;     /* all before it is consumed or given up; a chunk's start */
	uint64_t issued;   /* all before it is read or being read */
	uint64_t turn_end; /* the turn goes up to there */
	uint64_t wanted;   /* callers that wait, if any, wait for data up to there */
	uint64_t used_ns;
	uint16_t consumed[EXTENT_CHUNKS]; /* sectors of each chunk that were read by callers */
	bool done[EXTENT_CHUNKS];         /* chunk is in the buffer */
	struct bid_chunk *memory[EXTENT_CHUNKS]; /* and there; NULL: nobody looks at data */
};

/* The buffer has no use for that memory; NULL: there is none. */
void buffer_release(struct bid_buffer *buffer, struct bid_chunk *memory);
/* The next memory that nobody needs any more, or NULL. */
struct bid_chunk *buffer_take_released(struct bid_buffer *buffer);

/* Whether all that the request reads is in the buffer. */
bool extent_has(const struct bid_extent *extent, const struct bid_request *request);
/* Gives the request what it reads, which is in the buffer. */
void extent_give(struct bid_extent *extent, struct bid_request *request);
/* Makes the request one for the extent's next chunk, and counts that as being read. */
void extent_ask(struct bid_extent *extent, struct bid_buffer *buffer, struct bid_request *inner,
		uint64_t now_ns);
/* The chunk has been read; returns its end. */
uint64_t extent_take_in(struct bid_extent *extent, const struct bid_request *inner);
/* Frees what is consumed, and what is older than what is read now and was skipped. */
void extent_free_consumed(struct bid_extent *extent, struct bid_buffer *buffer, uint64_t read_lba);
/*
 * Gives all of the buffer up. What is still being read is not ours any more, and may be done later
 * than what the stream reads there next.
 */
void extent_empty(struct bid_extent *extent, struct bid_buffer *buffer);
/* Nothing is in the buffer or on its way there; it is read from that sector's chunk on. */
void extent_restart(struct bid_extent *extent, uint64_t lba);

#endif
