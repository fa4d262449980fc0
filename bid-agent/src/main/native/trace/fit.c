/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Addresses are mapped record by record as they come from the source within.
 */
#include "trace/fit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Sectors of a piece of a scaled trace: 1 GiB, or what gives a small drive as many. */
static const uint64_t PIECE_SECTORS = (uint64_t)1 << 21;
enum { PIECES_MIN = 64 };

struct fitted_source {
	struct trace_source source; /* first: what callers see */
	struct trace_source *inner;
	enum trace_addresses addresses;
	uint64_t end_lba;
	uint64_t device_sectors;
};

static const char *const names[] = {
	[TRACE_AS_IS] = "as-is", [TRACE_WRAP] = "wrap", [TRACE_SCALE] = "scale"};
enum { NAMES = sizeof(names) / sizeof(names[0]) };

int trace_addresses_of(const char *name, enum trace_addresses *addresses)
{
	for (int i = 0; i < NAMES; i++) {
		if (strcmp(names[i], name) == 0) {
			*addresses = (enum trace_addresses)i;
			return 0;
		}
	}
	return -EINVAL;
}

const char *trace_addresses_name(enum trace_addresses addresses)
{
	return names[addresses];
}

static uint64_t piece_sectors(uint64_t device_sectors)
{
	uint64_t piece = PIECE_SECTORS;

	while (piece > 8 && piece > device_sectors / PIECES_MIN)
		piece /= 2;
	return piece;
}

static uint64_t scaled(uint64_t end_lba, uint64_t device_sectors, uint64_t lba)
{
	uint64_t piece = piece_sectors(device_sectors);
	uint64_t trace_pieces = end_lba / piece + (end_lba % piece != 0);
	uint64_t device_pieces = device_sectors / piece;
	double factor = (double)device_pieces / (double)trace_pieces;

	return (uint64_t)((double)(lba / piece) * factor) * piece + lba % piece;
}

uint64_t trace_fit_lba(enum trace_addresses addresses, uint64_t end_lba, uint64_t device_sectors,
		       uint64_t lba, uint64_t sectors)
{
	if (addresses == TRACE_AS_IS || sectors > device_sectors || lba >= end_lba)
		return lba;
	lba = addresses == TRACE_WRAP ? lba % device_sectors : scaled(end_lba, device_sectors, lba);
	return lba > device_sectors - sectors ? device_sectors - sectors : lba;
}

static int fitted_next(struct trace_source *source, struct trace_record *record)
{
	struct fitted_source *fitted = (struct fitted_source *)source;
	int result = fitted->inner->next(fitted->inner, record);

	source->counts = fitted->inner->counts;
	if (result < 0)
		memcpy(source->error, fitted->inner->error, sizeof(source->error));
	if (result > 0)
		record->lba = trace_fit_lba(fitted->addresses, fitted->end_lba,
					    fitted->device_sectors, record->lba, record->sectors);
	return result;
}

static void fitted_close(struct trace_source *source)
{
	struct fitted_source *fitted = (struct fitted_source *)source;

	fitted->inner->close(fitted->inner);
	free(fitted);
}

int trace_fit(struct trace_source *inner, enum trace_addresses addresses, uint64_t end_lba,
	      uint64_t device_sectors, struct trace_source **source)
{
	struct fitted_source *fitted = calloc(1, sizeof(*fitted));

	if (!fitted)
		return -ENOMEM;
	*fitted = (struct fitted_source){
		.source = {.next = fitted_next, .close = fitted_close},
		.inner = inner,
		.addresses = addresses,
		.end_lba = end_lba,
		.device_sectors = device_sectors,
	};
	*source = &fitted->source;
	return 0;
}
