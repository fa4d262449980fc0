/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Events of the block layer as lines of text. Pure functions: they keep nothing.
 */
#ifndef TRACE_EVENT_LINE_H
#define TRACE_EVENT_LINE_H

#include "trace/event.h"

enum trace_line {
	TRACE_LINE_EVENT = 0, /* the event is filled; its action is not TRACE_OTHER_ACTION */
	TRACE_LINE_OTHER,     /* well-formed, but of no interest */
	TRACE_LINE_CORRUPT,
};

/*
 * blkparse's default format:
 *
 *   8,0    3        1     0.000000000   697  Q   W 223490 + 8 [kjournald]
 */
enum trace_line trace_blkparse_line(const char *line, struct trace_event *event);

/*
 * A line of tracefs' trace or trace_pipe, with the events block_bio_queue, block_bio_remap,
 * block_split, block_rq_issue and block_rq_complete:
 *
 *   dd-1234    [001] d..1.  1234.567890: block_bio_queue: 8,0 WS 2048 + 8 [dd]
 */
enum trace_line trace_ftrace_line(const char *line, struct trace_event *event);

#endif
