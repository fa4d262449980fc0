/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The one way in which this library reports bad input: a one-line message and a negative errno.
 */
#ifndef DEVICE_FAILURE_H
#define DEVICE_FAILURE_H

#include <stddef.h>

struct failure {
	char *text; /* the caller's buffer; may be NULL when size is 0 */
	size_t size;
};

/* Writes "file:line: reason" (line 0: "file: reason") and returns the code. */
int failure_at(const struct failure *failure, int code, const char *file, unsigned int line,
	       const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
