/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A file read from front to back through a buffer of fixed size, that knows where it is.
 */
#ifndef TRACE_INPUT_H
#define TRACE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The longest line or record: more than blktrace's 48 + 65,535 bytes. */
#define TRACE_INPUT_BYTES ((size_t)128 * 1024)

struct trace_input {
	FILE *file;
	char *name;      /* for messages */
	uint64_t offset; /* in the file, of the first byte that was not taken */
	uint64_t line;   /* of the line last taken, from 1 */
	size_t start;    /* bytes start to end of the buffer wait */
	size_t end;
	bool ended;
	int failure; /* errno of a failed read; 0 */
	unsigned char buffer[TRACE_INPUT_BYTES + 1];
};

/* Owns the file from now on, also when it fails (NULL: no memory). */
struct trace_input *trace_input_new(FILE *file, const char *name);
void trace_input_free(struct trace_input *input);

/* Sees to it that that many bytes wait, if the file has them. Returns how many do. */
size_t trace_input_need(struct trace_input *input, size_t bytes);

static inline const unsigned char *trace_input_bytes(const struct trace_input *input)
{
	return input->buffer + input->start;
}

static inline void trace_input_take(struct trace_input *input, size_t bytes)
{
	input->start += bytes;
	input->offset += bytes;
}

/*
 * Takes a line; it ends with a NUL instead of its line end and is good until the next call. Returns
 * 1; 0 at the end; -EMSGSIZE for one that is too long (it is skipped); another negative errno.
 */
int trace_input_line(struct trace_input *input, char **line);

#endif
