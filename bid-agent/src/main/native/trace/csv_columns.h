/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Which column of a CSV trace holds what. The format is described in trace/csv_writer.h.
 */
#ifndef TRACE_CSV_COLUMNS_H
#define TRACE_CSV_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CSV_FIELDS_MAX 64

enum csv_role {
	CSV_IGNORED = 0,
	CSV_TIME,
	CSV_PROCESS,
	CSV_OP,
	CSV_LBA,
	CSV_OFFSET,
	CSV_SECTORS,
	CSV_BYTES,
	CSV_FLAGS,
	CSV_LATENCY,
	CSV_CLASS,
	CSV_ROLES,
};

struct csv_columns {
	size_t count;
	uint8_t role[CSV_FIELDS_MAX];     /* enum csv_role */
	uint8_t decimals[CSV_FIELDS_MAX]; /* of a time: 9 for s, 0 for ns */
	bool has[CSV_ROLES];
};

/*
 * Splits a line at its commas, in place: quotes are taken off, blanks around fields too. Returns
 * the number of fields; -1 for more than the maximum or a quote that is not closed.
 */
int csv_split(char *line, char *field[CSV_FIELDS_MAX]);

/* The columns of a header. Returns NULL, or what it lacks. */
const char *csv_columns_named(struct csv_columns *columns, char *const *field, size_t count);

/* The columns of a file without a header. */
void csv_columns_default(struct csv_columns *columns);

#endif
