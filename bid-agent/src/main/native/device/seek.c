/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "device/seek.h"

/* Longer than any arm needs; what a wrong curve gives is refused rather than cut. */
#define SEEK_MAX_MS 1000.0

static double seek_line(double x, double x0, double y0, double x1, double y1)
{
	return x1 > x0 ? y0 + (x - x0) * (y1 - y0) / (x1 - x0) : y0;
}

/* Between measured points on straight lines; past the last one on as the last two say. */
static double seek_points_ms(const struct seek_spec *spec, uint32_t distance)
{
	const struct seek_point *points = spec->points;
	size_t low = 0;
	size_t high = spec->point_count - 1;

	if (distance <= points[0].cylinders || high == 0)
		return points[0].ms;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (points[middle].cylinders <= distance)
			low = middle;
		else
			high = middle;
	}
	return seek_line(distance, points[low].cylinders, points[low].ms, points[high].cylinders,
			 points[high].ms);
}

/* The mean distance between two random cylinders is a third of the stroke. */
static double seek_three_lines_ms(const struct seek_spec *spec, uint32_t distance,
				  uint32_t cylinders)
{
	double third = cylinders / 3.0;

	if (distance < third)
		return seek_line(distance, 1, spec->single_ms, third, spec->average_ms);
	return seek_line(distance, third, spec->average_ms, cylinders - 1.0, spec->full_ms);
}

/* Lee and Katz 1993, "An analytic performance model of disk arrays". */
static double seek_three_curve_ms(const struct seek_spec *spec, uint32_t distance,
				  uint32_t cylinders)
{
	double a = (-10 * spec->single_ms + 15 * spec->average_ms - 5 * spec->full_ms) /
		   (3 * sqrt(cylinders));
	double b = (7 * spec->single_ms - 15 * spec->average_ms + 8 * spec->full_ms) /
		   (3.0 * cylinders);

	return a * sqrt(distance - 1.0) + b * (distance - 1.0) + spec->single_ms;
}

/* Ruemmler and Wilkes 1994, "An introduction to disk drive modeling". */
static double seek_two_parts_ms(const struct seek_spec *spec, uint32_t distance)
{
	const double *v = spec->two_parts;

	if (distance == 1 && spec->single_ms >= 0)
		return spec->single_ms;
	return distance < v[0] ? v[1] + v[2] * sqrt(distance) : v[3] + v[4] * distance;
}

static double seek_ms(const struct seek_spec *spec, uint32_t distance, uint32_t cylinders)
{
	if (spec->has_first_ten && distance <= 10)
		return spec->first_ten_ms[distance - 1];
	switch (spec->kind) {
	case SEEK_POINTS:
		return seek_points_ms(spec, distance);
	case SEEK_THREE_LINES:
		return seek_three_lines_ms(spec, distance, cylinders);
	case SEEK_THREE_CURVE:
		return seek_three_curve_ms(spec, distance, cylinders);
	case SEEK_TWO_PARTS:
		return seek_two_parts_ms(spec, distance);
	case SEEK_CONSTANT:
		break;
	}
	return spec->constant_ms;
}

static int seek_check(const struct seek_spec *spec, const char *name, const struct failure *failure)
{
	if (spec->kind != SEEK_POINTS)
		return 0;
	if (!spec->point_count)
		return failure_at(failure, -EINVAL, name, 0, "the seek curve has no points");
	for (size_t i = 1; i < spec->point_count; i++) {
		if (spec->points[i].cylinders <= spec->points[i - 1].cylinders)
			return failure_at(failure, -EINVAL, name, 0,
					  "the seek curve's distances do not ascend at %u",
					  spec->points[i].cylinders);
	}
	return 0;
}

int seek_table(const struct seek_spec *spec, uint32_t cylinders, const char *name,
	       uint32_t **table_ns, const struct failure *failure)
{
	uint32_t *table;
	int error = seek_check(spec, name, failure);

	if (error)
		return error;
	table = calloc(cylinders, sizeof(*table));
	if (!table)
		return failure_at(failure, -ENOMEM, name, 0, "out of memory");
	for (uint32_t distance = 1; distance < cylinders; distance++) {
		double ms = seek_ms(spec, distance, cylinders);

		if (!(ms >= 0) || ms > SEEK_MAX_MS) {
			free(table);
			return failure_at(failure, -EINVAL, name, 0,
					  "a seek over %u cylinders would take %g ms", distance,
					  ms);
		}
		table[distance] = (uint32_t)(ms * 1e6 + 0.5);
	}
	*table_ns = table;
	return 0;
}
