/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * One per-CPU file of a binary trace, as blktrace writes it: records of 48 bytes and a payload, in
 * the byte order of the machine that wrote them. Format: struct blk_io_trace of Linux's
 * <linux/blktrace_api.h>, version 7.
 */
#ifndef TRACE_BLKTRACE_FILE_H
#define TRACE_BLKTRACE_FILE_H

#include "input.h"
#include "trace/event.h"

#define BLKTRACE_MAGIC        0x65617407u /* version 7 in the last byte */
#define BLKTRACE_RECORD_BYTES 48u

struct blktrace_file {
	struct trace_input *input;
	bool big_endian;
	struct trace_event head; /* the next event of the file, for a merge */
};

/* Finds the byte order. Returns 0; -ENODATA for an empty file; another errno with a message. */
int blktrace_file_begin(struct blktrace_file *file, struct trace_input *input, char *error,
			size_t error_size);

/*
 * Reads the next event into head; others than requests' are counted and passed over. Returns 1; 0
 * at the end; a negative errno with a message.
 *
 * After bytes that are no record it goes on at the next magic that a record may begin with, and
 * counts one corrupt record; if there is none, that is an error. A record cut off by the end of the
 * file is counted as corrupt.
 */
int blktrace_file_next(struct blktrace_file *file, struct trace_counts *counts, char *error,
		       size_t error_size);

#endif
