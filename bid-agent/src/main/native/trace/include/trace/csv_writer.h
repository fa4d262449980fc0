/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Traces as CSV: the format, and a writer of it. trace_open reads it.
 *
 * One request a line, fields between commas, quotes as in RFC 4180 (but no line breaks in quotes).
 * Empty lines and lines that begin with # are comments. A header names the columns, in any order
 * and case; it may stand in a comment before the first record. Columns with other names are not
 * read. The first of two columns for the same counts.
 *
 *   time_s, time_ms, time_us, time_ns   when it was submitted, a decimal number of any origin; time
 *                                       and timestamp alone are in seconds. None: all at time 0
 *   process, pid, tid, stream           whose it is: a number or a name. Where the first is a name
 *                                       all are, numbered 1, 2, ... in order of appearance. None: 0
 *   op, rw, type (op_hdd)               R, read, W, write; AR, AW: no request but the announcement
 *                                       of one (enum trace_kind)
 *   lba, sector; or offset_bytes        where it begins, in sectors of 512 B; or in bytes
 *   sectors, blocks; or bytes,          how long it is, in sectors of 512 B; or in bytes. Bytes are
 *   size_bytes                          widened to whole sectors
 *   flags                               any of sync, async, ahead, barrier (or flush) between |, +,
 *                                       ; or blanks. A read is sync unless it is async or ahead; a
 *                                       write is sync only if it says so
 *   latency_ns (_us, _ms, _s), also     what the traced system took to serve it; 0 or empty: not
 *   response_..., response_time_...     known
 *   class                               foreground, log, compaction, balancer, readahead, or its
 *                                       number (enum bid_class). Empty: foreground
 *
 * Without a header the columns are time_s,process,op,lba,sectors; further ones are not read.
 */
#ifndef TRACE_CSV_WRITER_H
#define TRACE_CSV_WRITER_H

#include <stdio.h>

#include "trace/trace.h"

/*
 * Both return 0 or a negative errno. What they write reads back as the same records, if the first
 * is at time 0 and none goes back in time.
 */
int trace_csv_write_header(FILE *out);
int trace_csv_write(FILE *out, const struct trace_record *record);

#endif
