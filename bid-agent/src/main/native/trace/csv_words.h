/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The words of a CSV trace, for its reader and its writer.
 */
#ifndef TRACE_CSV_WORDS_H
#define TRACE_CSV_WORDS_H

#include <stdbool.h>

#include "trace/trace.h"

/* R, write, AR, ... False: no such op. */
bool csv_parse_op(const char *text, struct trace_record *record);
/* Needs the op. An empty text gives the op's own flags. False: an unknown word. */
bool csv_parse_flags(const char *text, struct trace_record *record);
bool csv_parse_class(const char *text, struct trace_record *record);

/* The other way round. */
const char *csv_op_word(const struct trace_record *record);
const char *csv_class_word(const struct trace_record *record);
/* Writes flag words between |, at most 32 bytes with the NUL. */
void csv_flag_words(const struct trace_record *record, char words[32]);

#endif
