/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

#include "description_values.h"

#define MAX_ZONES 65536u

int parser_fail(const struct parser *parser, const char *reason, const char *value)
{
	return failure_at(parser->failure, -EINVAL, parser->name, parser->line, "%s: '%s'", reason,
			  value);
}

/* Reads a number and what may follow it; false when there is none. */
static bool next_number(const char **text, double *number)
{
	char *end;

	*number = strtod(*text, &end);
	if (end == *text || !isfinite(*number))
		return false;
	*text = end;
	return true;
}

int set_real(struct parser *parser, const char *value, void *field)
{
	const char *rest = value;
	double number;

	if (!next_number(&rest, &number) || *rest || number < 0 || number > 1e15)
		return parser_fail(parser, "not a number from 0 to 1e15", value);
	*(double *)field = number;
	return 0;
}

int set_u32(struct parser *parser, const char *value, void *field)
{
	double number;
	int error = set_real(parser, value, &number);

	if (error)
		return error;
	if (number > UINT32_MAX || number != floor(number))
		return parser_fail(parser, "not a whole number below 2^32", value);
	*(uint32_t *)field = (uint32_t)number;
	return 0;
}

int set_u64(struct parser *parser, const char *value, void *field)
{
	double number;
	int error = set_real(parser, value, &number);

	if (!error)
		*(uint64_t *)field = (uint64_t)number;
	return error;
}

/* KiB, kept as sectors. */
int set_kib(struct parser *parser, const char *value, void *field)
{
	double number;
	int error = set_real(parser, value, &number);

	if (error)
		return error;
	if (number * 2 > UINT32_MAX)
		return parser_fail(parser, "too many KiB", value);
	*(uint32_t *)field = (uint32_t)(number * 2);
	return 0;
}

int set_name(struct parser *parser, const char *value, void *field)
{
	(void)parser;
	(void)snprintf(field, sizeof(parser->description->hdd.name), "%s", value);
	return 0;
}

int set_mapping(struct parser *parser, const char *value, void *field)
{
	enum hdd_mapping *mapping = field;

	if (!strcmp(value, "cylinder"))
		*mapping = HDD_MAPPING_CYLINDER;
	else if (!strcmp(value, "serpentine"))
		*mapping = HDD_MAPPING_SERPENTINE;
	else
		return parser_fail(parser, "mapping is cylinder or serpentine, not", value);
	return 0;
}

int set_write_cache(struct parser *parser, const char *value, void *field)
{
	enum hdd_write_cache *cache = field;

	if (!strcmp(value, "on"))
		*cache = HDD_WRITE_BACK;
	else if (!strcmp(value, "off"))
		*cache = HDD_WRITE_THROUGH;
	else
		return parser_fail(parser, "write_cache is on or off, not", value);
	return 0;
}

int set_bus(struct parser *parser, const char *value, void *field)
{
	double mb;
	int error = set_real(parser, value, &mb);

	if (error)
		return error;
	if (mb <= 0)
		return parser_fail(parser, "a bus must move something", value);
	*(double *)field = BID_SECTOR_BYTES / (mb * 1e6) * 1e3;
	return 0;
}

int set_bus_rate(struct parser *parser, const char *value, void *field)
{
	int error = set_real(parser, value, field);

	*(double *)field *= 1e6;
	return error;
}

static int set_numbers(struct parser *parser, const char *value, double *numbers, size_t least,
		       size_t most, size_t *count)
{
	const char *rest = value;

	for (*count = 0; *count < most && next_number(&rest, &numbers[*count]); ++*count)
		;
	while (*rest == ' ' || *rest == '\t')
		rest++;
	if (*rest || *count < least)
		return parser_fail(parser, "wrong count of numbers", value);
	return 0;
}

int set_seek_two_parts(struct parser *parser, const char *value, void *field)
{
	struct seek_spec *seek = field;
	size_t count;

	seek->kind = SEEK_TWO_PARTS;
	seek->single_ms = -1;
	return set_numbers(parser, value, seek->two_parts, 5, 5, &count);
}

int set_seek_three(struct parser *parser, const char *value, void *field)
{
	struct seek_spec *seek = field;
	double numbers[3];
	size_t count;
	int error = set_numbers(parser, value, numbers, 3, 3, &count);

	if (error)
		return error;
	seek->kind = SEEK_THREE_CURVE;
	seek->single_ms = numbers[0];
	seek->average_ms = numbers[1];
	seek->full_ms = numbers[2];
	return 0;
}

static int add_seek_point(struct parser *parser, struct seek_spec *seek, double cylinders,
			  double ms)
{
	struct seek_point *points;

	if (cylinders < 1 || cylinders > UINT32_MAX)
		return failure_at(parser->failure, -EINVAL, parser->name, parser->line,
				  "a seek over %g cylinders", cylinders);
	points = realloc(seek->points, (seek->point_count + 1) * sizeof(*points));
	if (!points)
		return failure_at(parser->failure, -ENOMEM, parser->name, parser->line,
				  "out of memory");
	points[seek->point_count] = (struct seek_point){(uint32_t)cylinders, ms};
	seek->points = points;
	seek->point_count++;
	return 0;
}

int set_seek_points(struct parser *parser, const char *value, void *field)
{
	struct seek_spec *seek = field;
	const char *rest = value;
	double cylinders;
	double ms;

	seek->kind = SEEK_POINTS;
	while (next_number(&rest, &cylinders)) {
		int error;

		if (*rest++ != ':' || !next_number(&rest, &ms))
			return parser_fail(parser, "a point of a seek curve is D:MS, not", value);
		error = add_seek_point(parser, seek, cylinders, ms);
		if (error)
			return error;
	}
	return *rest ? parser_fail(parser, "a point of a seek curve is D:MS, not", value) : 0;
}

int set_zone(struct parser *parser, const char *value, void *field)
{
	struct hdd_description *hdd = field;
	double n[5] = {0, 0, 0, -1, -1};
	struct hdd_zone *zones;
	size_t count;
	int error = set_numbers(parser, value, n, 3, 5, &count);

	if (error)
		return error;
	if (count == 4 || n[0] < 0 || n[1] < n[0] || n[1] > UINT32_MAX || n[2] < 1 ||
	    n[2] > UINT32_MAX || hdd->zone_count >= MAX_ZONES)
		return parser_fail(parser, "not FIRST LAST SECTORS [TRACK_SKEW CYLINDER_SKEW]",
				   value);
	zones = realloc(hdd->zones, (hdd->zone_count + 1) * sizeof(*zones));
	if (!zones)
		return failure_at(parser->failure, -ENOMEM, parser->name, parser->line,
				  "out of memory");
	hdd->zones = zones;
	zones[hdd->zone_count++] = (struct hdd_zone){
		.first_cylinder = (uint32_t)n[0],
		.last_cylinder = (uint32_t)n[1],
		.sectors_per_track = (uint32_t)n[2],
		.track_skew = count == 5 ? n[3] / n[2] : -1,
		.cylinder_skew = count == 5 ? n[4] / n[2] : -1,
	};
	return 0;
}
