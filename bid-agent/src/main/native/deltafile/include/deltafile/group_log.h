/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A delta log with its two threads. The writer writes what all who sync have put into the open
 * commit, so that syncs which come while a write is under way go out together. The cleaner brings
 * blocks home: before the log's oldest segment is used again, when nothing was synced for a while,
 * and when the log has failed. What may not be durable yet is read from the block's own files, so
 * nobody keeps a copy of it.
 *
 * A log that fails, takes too long, or is overwritten acknowledges nothing from then on: whoever
 * syncs is told so and syncs at home.
 */
#ifndef DELTAFILE_GROUP_LOG_H
#define DELTAFILE_GROUP_LOG_H

#include <errno.h>

#include "delta/area.h"
#include "delta/format.h"

/* Syncs of more bytes than that of a block go home. */
#define GROUP_SYNC_BYTES_MAX DELTA_PAYLOAD_MAX

/*
 * A block's own files could not be synced. The kernel may have forgotten what it could not write,
 * and tells of it once, so that no later sync of them means anything.
 */
#define GROUP_HOME_FAILED (-ENOTRECOVERABLE)

/* What was put is durable, although the log has failed. */
#define GROUP_AT_HOME 1

struct group_log_options {
	uint64_t slow_ms; /* that a put, or a wait for it, may take before the log has failed */
	uint64_t idle_ms; /* without a sync, after which older segments are cleaned */
	/*
	 * While it has blocks, how often a few pages are read to see whether somebody has
	 * overwritten it: then it has failed with -EBADMSG. 0: never.
	 */
	uint64_t look_ms;
	/* Bytes written in 24 hours, after which syncs go home until the next ones; 0: no bound. */
	uint64_t day_bytes;
	/* Makes what the file has durable; NULL: fdatasync. Returns 0 or a negative errno. */
	int (*sync_home)(void *context, int fd);
	void *context;
	/*
	 * Before the log's first record of a stream: its volume is to say durably that it may need
	 * the log. Returns 0; else the stream's syncs go home. NULL: nobody is to know.
	 */
	int (*need)(void *volumes, const struct delta_definition *definition);
	/* Nothing of the log is needed any more, and it takes no more. */
	void (*needless)(void *volumes);
	void *volumes;
};

/* What has been done so far, and what there is. */
struct group_log_statistics {
	uint64_t syncs;         /* that the log made durable */
	uint64_t bytes_synced;  /* of both files, in these */
	uint64_t commits;       /* writes; and */
	uint64_t bytes_written; /* with pads and definitions, without heads of segments */
	uint64_t too_long;      /* syncs sent home: more bytes than a record may have */
	uint64_t no_room;       /* syncs sent home: the log was full */
	uint64_t over_budget;   /* syncs sent home: the day's bytes were written */
	uint64_t homes;         /* blocks that were brought home */
	uint64_t home_failures;
	uint64_t segments;
	uint64_t segments_free;
	uint64_t streams;
	uint64_t oldest_ms; /* how long ago the oldest segment was begun; 0: it has no stream */
	uint64_t failed;    /* the errno; 0: it works */
};

struct group_log;
struct group_stream;

/*
 * Begins in that segment, at which nothing that the area has is needed any more. Threads take no
 * signals. Returns 0 or a negative errno.
 */
int group_log_start(const struct delta_area *area, const struct delta_geometry *geometry,
		    uint64_t sequence, const struct group_log_options *options,
		    struct group_log **log);
/*
 * Ends it when all its streams are closed. A device that does not answer is waited for for ten
 * seconds, and then its thread is left behind: returns -EBUSY, and the area is to stay.
 */
int group_log_stop(struct group_log *log);
void group_log_statistics(struct group_log *log, struct group_log_statistics *statistics);

/*
 * A block that is being written. The descriptors are copied; where they stand says how long the
 * files are. chunk: bytes that a sum of four is of. Returns 0 or a negative errno.
 */
int group_stream_open(struct group_log *log, const struct delta_definition *definition,
		      const int fd[2], uint32_t chunk, struct group_stream **stream);
/*
 * Gives the log what was written to both files, and says which commit has it: it is durable when
 * that is. Returns 0; GROUP_HOME_FAILED; or why it is to be done at home: -EFBIG, too many bytes;
 * -ENOSPC, no room; -EDQUOT, the day's bytes are written; or the error with which the log has
 * failed. One call at a time of a stream.
 */
int group_stream_put(struct group_stream *stream, uint64_t *commit);
/*
 * Waits until that commit is durable, and all before it. When the log has failed the files are made
 * durable instead. Returns 0; GROUP_AT_HOME; GROUP_HOME_FAILED; or -EINVAL: there was no such
 * commit. Beside other calls of the stream, but for closing it.
 */
int group_stream_await(struct group_stream *stream, uint64_t commit);
/* All that was written is durable at home now. Returns 0 or GROUP_HOME_FAILED: it may not be. */
int group_stream_synced(struct group_stream *stream);
/*
 * Nobody writes any more. When this returns 0 the log has nothing of the block, and its files may
 * be renamed; else GROUP_HOME_FAILED, and the log keeps what it has. The stream is gone in any
 * case.
 */
int group_stream_close(struct group_stream *stream);

#endif
