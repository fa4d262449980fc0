/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What the lines of blkparse and of ftrace have in common. Each function reads at *text and moves
 * it behind what it read; false: it is not there.
 */
#ifndef TRACE_EVENT_TEXT_H
#define TRACE_EVENT_TEXT_H

#include "trace/event_line.h"

void event_text_blanks(const char **text);

/* Blanks, then a number. */
bool event_text_number(const char **text, uint64_t *value);

/* Blanks, then seconds with up to nine decimals. */
bool event_text_seconds(const char **text, uint64_t *time_ns);

/* Blanks, then major,minor. */
bool event_text_device(const char **text, uint32_t *device);

/* Blanks, then a word of at most room - 1 bytes. */
bool event_text_word(const char **text, char *word, size_t room);

/*
 * The direction and flags as letters: [F] then R, W, D or N, then any of F A S M. Returns enum
 * trace_trait, or-ed.
 */
uint8_t event_text_traits(const char *letters);

/*
 * "sector + sectors", of a split "sector / second sector", of a flush neither or "sector"; what
 * follows is not read. The event's action and traits are set.
 */
enum trace_line event_text_extent(const char *text, struct trace_event *event);

#endif
