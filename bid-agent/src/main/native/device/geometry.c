/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A zone is a row of slots in the order of the numbering; it is cut into units, each with its own
 * spares. An address is found by its unit, then by counting the slips before it; both by bisection,
 * so a disk with thousands of spare areas costs a few dozen steps.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/geometry.h"

/* Slots of a unit, and of those the ones at its front and end that are kept free. */
struct unit_shape {
	uint64_t slots;
	uint64_t front;
	uint64_t end;
	bool slips_use_spares;
};

static struct unit_shape geometry_unit_shape(const struct hdd_description *description,
					     const struct hdd_zone *zone)
{
	uint64_t track = zone->sectors_per_track;
	uint64_t cylinder = track * description->heads;
	uint64_t cylinders = (uint64_t)zone->last_cylinder - zone->first_cylinder + 1;
	struct unit_shape shape = {cylinders * cylinder, 0, zone->spares, true};

	switch (description->sparing) {
	case HDD_SPARING_ZONE_TRACKS:
		shape.end = zone->spares * track;
		break;
	case HDD_SPARING_CYLINDER_NOT_SLIPS:
	case HDD_SPARING_CYLINDER:
		shape.slots = cylinder;
		break;
	case HDD_SPARING_CYLINDER_FRONT_NOT_SLIPS:
	case HDD_SPARING_CYLINDER_FRONT:
		shape = (struct unit_shape){cylinder, zone->spares, 0, true};
		break;
	case HDD_SPARING_TRACK:
		shape.slots = track;
		break;
	case HDD_SPARING_RANGE:
		shape.slots = cylinder * description->sparing_range;
		break;
	case HDD_SPARING_NONE:
	case HDD_SPARING_DISK:
		shape.end = 0;
		break;
	default:
		break;
	}
	shape.slips_use_spares = description->sparing != HDD_SPARING_CYLINDER_NOT_SLIPS &&
				 description->sparing != HDD_SPARING_CYLINDER_FRONT_NOT_SLIPS &&
				 description->sparing != HDD_SPARING_ZONE_NOT_SLIPS;
	return shape;
}

static size_t lower_bound(const uint64_t *values, size_t count, uint64_t value)
{
	size_t low = 0;
	size_t high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (values[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Adds the units of a zone; returns the address after it. */
static uint64_t geometry_add_units(struct geometry *geometry, uint32_t zone_index,
				   const struct unit_shape *shape, uint64_t front, uint64_t lba)
{
	struct geometry_zone *zone = &geometry->zones[zone_index];

	zone->first_unit = geometry->unit_count;
	for (uint64_t start = 0; start < zone->slots; start += shape->slots) {
		struct geometry_unit *unit = &geometry->units[geometry->unit_count];
		uint64_t end =
			start + shape->slots < zone->slots ? start + shape->slots : zone->slots;
		uint64_t first = start + shape->front + (start < front ? front - start : 0);
		size_t slip = lower_bound(zone->slips, zone->slip_count, first);
		uint64_t slips = lower_bound(zone->slips, zone->slip_count, end) - slip;
		uint64_t spares = shape->end;

		if (!shape->slips_use_spares)
			spares += slips;
		else if (slips > spares)
			spares = slips;
		if (first + spares >= end)
			continue;
		*unit = (struct geometry_unit){lba, first, zone_index, (uint32_t)slip};
		lba += end - first - spares;
		geometry->unit_count++;
	}
	zone->end_unit = geometry->unit_count;
	return lba;
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a;
	uint64_t y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Sorts the slips, drops doubles and those outside the zone, and makes their keys. */
static int geometry_copy_slips(struct geometry_zone *zone, const struct hdd_zone *from)
{
	size_t count = 0;

	if (!from->slip_count)
		return 0;
	zone->slips = malloc(from->slip_count * sizeof(*zone->slips));
	zone->slip_keys = malloc(from->slip_count * sizeof(*zone->slip_keys));
	if (!zone->slips || !zone->slip_keys)
		return -ENOMEM;
	memcpy(zone->slips, from->slips, from->slip_count * sizeof(*zone->slips));
	qsort(zone->slips, from->slip_count, sizeof(*zone->slips), by_value);
	for (size_t i = 0; i < from->slip_count && zone->slips[i] < zone->slots; i++) {
		if (count && zone->slips[i] == zone->slips[count - 1])
			continue;
		zone->slips[count] = zone->slips[i];
		zone->slip_keys[count] = zone->slips[count] - count;
		count++;
	}
	zone->slip_count = count;
	return 0;
}

static int geometry_copy_defects(struct geometry_zone *zone, const struct hdd_zone *from)
{
	if (!from->defect_count)
		return 0;
	zone->defects = malloc(from->defect_count * sizeof(*zone->defects));
	if (!zone->defects)
		return -ENOMEM;
	for (size_t i = 0; i < from->defect_count; i++) {
		const struct hdd_defect *defect = &from->defects[i];

		if (defect->slot < zone->slots && defect->replacement < zone->slots)
			zone->defects[zone->defect_count++] = *defect;
	}
	/* The slot is the first member, so the order is by slot. */
	qsort(zone->defects, zone->defect_count, sizeof(*zone->defects), by_value);
	return 0;
}

static uint64_t turn_ns(const struct geometry *geometry, double revolutions)
{
	double part = revolutions - floor(revolutions);

	return (uint64_t)(part * (double)geometry->rotation_ns + 0.5) % geometry->rotation_ns;
}

static int geometry_copy_zone(struct geometry *geometry, struct geometry_zone *zone,
			      const struct hdd_zone *from)
{
	int error;

	zone->first_cylinder = from->first_cylinder;
	zone->cylinders = from->last_cylinder - from->first_cylinder + 1;
	zone->sectors_per_track = from->sectors_per_track;
	zone->cylinder_slots = (uint64_t)from->sectors_per_track * geometry->heads;
	zone->slots = zone->cylinder_slots * zone->cylinders;
	zone->sector_ns = (double)geometry->rotation_ns / from->sectors_per_track;
	zone->first_ns = turn_ns(geometry, from->first_offset);
	zone->track_skew_ns = turn_ns(geometry, from->track_skew);
	zone->cylinder_turn_ns =
		turn_ns(geometry, from->track_skew * (geometry->heads - 1) + from->cylinder_skew);
	error = geometry_copy_slips(zone, from);
	return error ? error : geometry_copy_defects(zone, from);
}

static int geometry_check(const struct hdd_description *description, const struct failure *failure)
{
	const char *name = description->name;
	uint64_t next = 0;

	if (!description->heads || description->heads > 1000)
		return failure_at(failure, -EINVAL, name, 0, "heads must be from 1 to 1000");
	if (!(description->rpm >= 60.0) || description->rpm > 1e6)
		return failure_at(failure, -EINVAL, name, 0, "rpm must be from 60 to 1000000");
	if (!description->zone_count)
		return failure_at(failure, -EINVAL, name, 0, "it has no zones");
	if (description->sparing == HDD_SPARING_RANGE && !description->sparing_range)
		return failure_at(failure, -EINVAL, name, 0,
				  "a range for sparing has no cylinders");
	for (size_t i = 0; i < description->zone_count; i++) {
		const struct hdd_zone *zone = &description->zones[i];

		if (zone->first_cylinder < next || zone->last_cylinder < zone->first_cylinder ||
		    zone->last_cylinder >= GEOMETRY_MAX_CYLINDERS)
			return failure_at(failure, -EINVAL, name, 0,
					  "zone %zu: cylinders %u to %u are out of order or too "
					  "many",
					  i, zone->first_cylinder, zone->last_cylinder);
		if (!zone->sectors_per_track || zone->sectors_per_track > 1000000)
			return failure_at(failure, -EINVAL, name, 0,
					  "zone %zu: sectors per track must be from 1 to 1000000",
					  i);
		if (!isfinite(zone->first_offset) || !isfinite(zone->track_skew) ||
		    !isfinite(zone->cylinder_skew))
			return failure_at(failure, -EINVAL, name, 0, "zone %zu: bad skew", i);
		next = (uint64_t)zone->last_cylinder + 1;
	}
	return 0;
}

/* Allocates for as many units as the zones can have. */
static int geometry_allocate(struct geometry *geometry, const struct hdd_description *description,
			     const struct failure *failure)
{
	uint64_t units = 1;

	for (size_t i = 0; i < description->zone_count; i++) {
		const struct hdd_zone *zone = &description->zones[i];
		struct unit_shape shape = geometry_unit_shape(description, zone);
		uint64_t slots = ((uint64_t)zone->last_cylinder - zone->first_cylinder + 1) *
				 description->heads * zone->sectors_per_track;

		units += (slots + shape.slots - 1) / shape.slots;
	}
	if (units > GEOMETRY_MAX_UNITS)
		return failure_at(failure, -EINVAL, description->name, 0, "too many spare areas");
	geometry->zones = calloc(description->zone_count, sizeof(*geometry->zones));
	geometry->units = calloc(units, sizeof(*geometry->units));
	if (geometry->zones && geometry->units)
		return 0;
	return failure_at(failure, -ENOMEM, description->name, 0, "out of memory");
}

static int geometry_fill(struct geometry *geometry, const struct hdd_description *description,
			 const struct failure *failure)
{
	uint64_t lba = 0;

	for (size_t i = 0; i < description->zone_count; i++) {
		const struct hdd_zone *from = &description->zones[i];
		struct unit_shape shape = geometry_unit_shape(description, from);
		int error;

		geometry->zone_count++;
		error = geometry_copy_zone(geometry, &geometry->zones[i], from);
		if (error)
			return failure_at(failure, error, description->name, 0, "out of memory");
		lba = geometry_add_units(geometry, (uint32_t)i, &shape, from->front_slots, lba);
		geometry->cylinders = from->last_cylinder + 1;
	}
	geometry->units[geometry->unit_count].first_lba = lba;
	geometry->sectors = lba;
	if (description->sectors && description->sectors < lba)
		geometry->sectors = description->sectors;
	if (geometry->cylinders < description->cylinders)
		geometry->cylinders = description->cylinders;
	if (!lba)
		return failure_at(failure, -EINVAL, description->name, 0, "it has no sectors");
	return 0;
}

int geometry_init(struct geometry *geometry, const struct hdd_description *description,
		  const struct failure *failure)
{
	int error = geometry_check(description, failure);

	memset(geometry, 0, sizeof(*geometry));
	if (error)
		return error;
	geometry->heads = description->heads;
	geometry->mapping = description->mapping;
	geometry->rotation_ns = (uint64_t)(60e9 / description->rpm + 0.5);
	error = geometry_allocate(geometry, description, failure);
	if (!error)
		error = geometry_fill(geometry, description, failure);
	if (error)
		geometry_free(geometry);
	return error;
}

void geometry_free(struct geometry *geometry)
{
	for (uint32_t i = 0; i < geometry->zone_count; i++) {
		free(geometry->zones[i].slips);
		free(geometry->zones[i].slip_keys);
		free(geometry->zones[i].defects);
	}
	free(geometry->zones);
	free(geometry->units);
	memset(geometry, 0, sizeof(*geometry));
}

uint32_t geometry_unit_of(const struct geometry *geometry, uint64_t lba)
{
	uint32_t low = 0;
	uint32_t high = geometry->unit_count;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (geometry->units[middle].first_lba <= lba)
			low = middle;
		else
			high = middle;
	}
	return low;
}

uint64_t geometry_slot(const struct geometry *geometry, uint32_t unit_index, uint64_t lba)
{
	const struct geometry_unit *unit = &geometry->units[unit_index];
	const struct geometry_zone *zone = &geometry->zones[unit->zone];
	uint64_t slot = unit->first_slot + (lba - unit->first_lba);
	size_t low = unit->first_slip;
	size_t high = zone->slip_count;

	/* Slip first_slip + i lies before it when slips[...] - i <= slot. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (zone->slip_keys[middle] + unit->first_slip <= slot)
			low = middle + 1;
		else
			high = middle;
	}
	return slot + (low - unit->first_slip);
}

uint64_t geometry_lba_from(const struct geometry *geometry, uint32_t unit_index, uint64_t slot)
{
	const struct geometry_unit *unit = &geometry->units[unit_index];
	const struct geometry_zone *zone = &geometry->zones[unit->zone];
	uint64_t end = geometry->units[unit_index + 1].first_lba;
	uint64_t slips;
	uint64_t lba;

	if (slot <= unit->first_slot)
		return unit->first_lba;
	slips = lower_bound(zone->slips, zone->slip_count, slot) - unit->first_slip;
	lba = unit->first_lba + (slot - unit->first_slot) - slips;
	return lba < end ? lba : end;
}

static bool geometry_reversed(const struct geometry *geometry, uint32_t cylinder_of_zone,
			      uint32_t cylinder)
{
	if (geometry->mapping == HDD_MAPPING_SERPENTINE)
		return cylinder_of_zone & 1;
	return geometry->mapping == HDD_MAPPING_SERPENTINE_DISK && (cylinder & 1);
}

struct place geometry_place_of_slot(const struct geometry *geometry, uint32_t zone_index,
				    uint64_t slot)
{
	const struct geometry_zone *zone = &geometry->zones[zone_index];
	uint32_t cylinder = (uint32_t)(slot / zone->cylinder_slots);
	uint32_t rest = (uint32_t)(slot - cylinder * zone->cylinder_slots);
	uint32_t track = rest / zone->sectors_per_track;
	struct place place;
	uint64_t angle;

	place.zone = zone_index;
	place.cylinder = zone->first_cylinder + cylinder;
	place.head = geometry_reversed(geometry, cylinder, place.cylinder)
			     ? geometry->heads - 1 - track
			     : track;
	place.sector = rest - track * zone->sectors_per_track;
	angle = zone->first_ns + cylinder * zone->cylinder_turn_ns + track * zone->track_skew_ns;
	angle += (uint64_t)(place.sector * zone->sector_ns);
	place.angle_ns = angle % geometry->rotation_ns;
	return place;
}

size_t geometry_defect_from(const struct geometry_zone *zone, uint64_t slot)
{
	size_t low = 0;
	size_t high = zone->defect_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (zone->defects[middle].slot < slot)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct place geometry_place(const struct geometry *geometry, uint64_t lba)
{
	uint32_t unit = geometry_unit_of(geometry, lba);
	const struct geometry_zone *zone = &geometry->zones[geometry->units[unit].zone];
	uint64_t slot = geometry_slot(geometry, unit, lba);
	size_t defect = geometry_defect_from(zone, slot);

	if (defect < zone->defect_count && zone->defects[defect].slot == slot)
		slot = zone->defects[defect].replacement;
	return geometry_place_of_slot(geometry, geometry->units[unit].zone, slot);
}

/* The last unit of the zone that starts at or before the slot; end_unit when there is none. */
static uint32_t geometry_unit_of_slot(const struct geometry *geometry,
				      const struct geometry_zone *zone, uint64_t slot)
{
	uint32_t low = zone->first_unit;
	uint32_t high = zone->end_unit;

	if (low == high || geometry->units[low].first_slot > slot)
		return zone->end_unit;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (geometry->units[middle].first_slot <= slot)
			low = middle;
		else
			high = middle;
	}
	return low;
}

bool geometry_lba(const struct geometry *geometry, uint32_t cylinder, uint32_t head,
		  uint32_t sector, uint64_t *lba)
{
	for (uint32_t i = 0; i < geometry->zone_count; i++) {
		const struct geometry_zone *zone = &geometry->zones[i];
		uint32_t of_zone = cylinder - zone->first_cylinder;
		uint32_t unit;
		uint64_t slot;

		if (cylinder < zone->first_cylinder || of_zone >= zone->cylinders)
			continue;
		if (head >= geometry->heads || sector >= zone->sectors_per_track)
			return false;
		if (geometry_reversed(geometry, of_zone, cylinder))
			head = geometry->heads - 1 - head;
		slot = of_zone * zone->cylinder_slots + (uint64_t)head * zone->sectors_per_track +
		       sector;
		unit = geometry_unit_of_slot(geometry, zone, slot);
		if (unit == zone->end_unit)
			return false;
		*lba = geometry_lba_from(geometry, unit, slot);
		return *lba < geometry->units[unit + 1].first_lba && *lba < geometry->sectors &&
		       geometry_slot(geometry, unit, *lba) == slot;
	}
	return false;
}
