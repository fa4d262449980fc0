/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What a DataNode's transfers have of readahead when nobody knows their extents but Hadoop and the
 * page cache: pieces that are asked for ahead of the reader, and readers that wait for pieces.
 */
#ifndef SIM_READAHEAD_H
#define SIM_READAHEAD_H

#include "bid/list.h"
#include "map.h"
#include "pool.h"
#include "trace/trace.h"

/* Sectors that were asked for at once. */
struct sim_piece {
	struct bid_link link; /* of its transfer, by address */
	struct sim_transfer *transfer;
	uint64_t lba;
	uint64_t end;
	bool arrived;
};

/* An extent that a process reads from its start to its end. */
struct sim_transfer {
	struct sim_map_node by_process;
	uint64_t end;
	uint64_t from;  /* what lies before is forgotten, or never was asked for */
	uint64_t ahead; /* asked for up to here */
	uint32_t outstanding;
	bool over; /* its process has begun another one */
	struct bid_link pieces;
	struct bid_link readers; /* who waits, in order; the caller's */
};

struct sim_readahead {
	uint64_t sectors; /* 0: off */
	struct sim_map transfers;
	struct sim_pool transfer_nodes;
	struct sim_pool piece_nodes;
};

void sim_readahead_init(struct sim_readahead *readahead, uint64_t sectors);
void sim_readahead_free(struct sim_readahead *readahead);

/* A process says what it will read. Returns 0 or -ENOMEM. */
int sim_readahead_announced(struct sim_readahead *readahead, const struct trace_record *record);
/* The transfer that the record reads on in; NULL: it is an ordinary request. */
struct sim_transfer *sim_readahead_of(const struct sim_readahead *readahead,
				      const struct trace_record *record);

/* Up to where to ask for pieces now that the record is read; what was asked for when it is enough.
 */
uint64_t sim_readahead_target(const struct sim_readahead *readahead, struct sim_transfer *transfer,
			      const struct trace_record *record);
/* The next piece, of at most a request's length, towards the target; NULL: no memory. */
struct sim_piece *sim_readahead_ask(struct sim_readahead *readahead, struct sim_transfer *transfer,
				    uint64_t target);

/* Whether all that the record reads has arrived. */
bool sim_readahead_arrived(const struct sim_transfer *transfer, const struct trace_record *record);
/* The record has been read: what lies before it is not needed any more. */
void sim_readahead_read(struct sim_readahead *readahead, struct sim_transfer *transfer,
			const struct trace_record *record);
/* Frees a transfer that is over and that nobody waits in or for. */
void sim_readahead_release(struct sim_readahead *readahead, struct sim_transfer *transfer);

#endif
