/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The model's half of a drive: layout and mechanics. The buffer's half is in disksim_specs.c.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/disksim.h"
#include "disksim_internal.h"

#define DISKSIM_MAX_POINTS 100000u

static int disksim_u32(const struct disksim_reader *reader, const struct parameter *block,
		       const char *key, double most, uint32_t *value)
{
	double number;
	int error = disksim_number(reader, block, key, 0, most, &number);

	if (!error)
		*value = (uint32_t)number;
	return error;
}

static size_t parameter_count(const struct parameter *list)
{
	size_t count = 0;

	for (const struct parameter *item = list->first; item; item = item->next)
		count++;
	return count;
}

/* A list of numbers, all 0 or more. */
static int disksim_list(const struct disksim_reader *reader, const struct parameter *block,
			const char *key, double **numbers, size_t *count)
{
	const struct parameter *list = parameter_find(block, key);
	size_t i = 0;

	*numbers = NULL;
	*count = 0;
	if (!list)
		return 0;
	if (list->kind != PARAMETER_LIST)
		return disksim_fail(reader, list, "not a list", key);
	if (!list->first)
		return 0;
	*numbers = malloc(parameter_count(list) * sizeof(**numbers));
	if (!*numbers)
		return failure_at(reader->failure, -ENOMEM, reader->name, 0, "out of memory");
	for (const struct parameter *item = list->first; item; item = item->next) {
		if (item->kind != PARAMETER_NUMBER || fabs(item->number) > 1e15) {
			free(*numbers);
			*numbers = NULL;
			return disksim_fail(reader, item, "not a list of numbers", key);
		}
		(*numbers)[i++] = item->number;
	}
	*count = i;
	return 0;
}

static int disksim_slips(const struct disksim_reader *reader, const struct parameter *block,
			 struct hdd_zone *zone)
{
	double *numbers;
	int error = disksim_list(reader, block, "slips", &numbers, &zone->slip_count);

	if (error || !numbers)
		return error;
	zone->slips = malloc(zone->slip_count * sizeof(*zone->slips));
	for (size_t i = 0; zone->slips && i < zone->slip_count; i++)
		zone->slips[i] = numbers[i] > 0 ? (uint64_t)numbers[i] : 0;
	free(numbers);
	if (zone->slips)
		return 0;
	zone->slip_count = 0;
	return failure_at(reader->failure, -ENOMEM, reader->name, 0, "out of memory");
}

static int disksim_defects(const struct disksim_reader *reader, const struct parameter *block,
			   struct hdd_zone *zone)
{
	size_t count;
	double *numbers;
	int error = disksim_list(reader, block, "defects", &numbers, &count);

	if (error || !numbers)
		return error;
	if (count % 2) {
		free(numbers);
		return disksim_fail(reader, block, "not pairs", "defects");
	}
	zone->defects = malloc(count / 2 * sizeof(*zone->defects));
	for (size_t i = 0; zone->defects && i < count; i += 2) {
		zone->defects[zone->defect_count++] = (struct hdd_defect){
			numbers[i] > 0 ? (uint64_t)numbers[i] : 0,
			numbers[i + 1] > 0 ? (uint64_t)numbers[i + 1] : 0,
		};
	}
	free(numbers);
	if (zone->defects)
		return 0;
	return failure_at(reader->failure, -ENOMEM, reader->name, 0, "out of memory");
}

/* Whether skews are in revolutions; of the zone, else of the layout, else in sectors. */
static int disksim_skew_units(const struct disksim_reader *reader, const struct parameter *layout,
			      const struct parameter *block, bool *revolutions)
{
	const struct parameter *units = parameter_find(block, "Skew units");

	*revolutions = false;
	if (!units)
		units = parameter_find(layout, "Skew units");
	if (!units)
		return 0;
	*revolutions = units->kind == PARAMETER_WORD && !strcmp(units->text, "revolutions");
	if (*revolutions || (units->kind == PARAMETER_WORD && !strcmp(units->text, "sectors")))
		return 0;
	return disksim_fail(reader, units, "sectors or revolutions expected", "Skew units");
}

static int disksim_skews(const struct disksim_reader *reader, const struct parameter *layout,
			 const struct parameter *block, struct hdd_zone *zone)
{
	bool revolutions;
	double unit;
	int error = disksim_skew_units(reader, layout, block, &revolutions);

	if (!error)
		error = disksim_number_or(reader, block, "Offset of first block", -1e9, 1e9, 0,
					  &zone->first_offset);
	if (!error)
		error = disksim_number_or(reader, block, "Skew for track switch", -1e9, 1e9, 0,
					  &zone->track_skew);
	if (!error)
		error = disksim_number_or(reader, block, "Skew for cylinder switch", -1e9, 1e9, 0,
					  &zone->cylinder_skew);
	unit = revolutions ? 1 : zone->sectors_per_track;
	zone->first_offset /= unit;
	zone->track_skew /= unit;
	zone->cylinder_skew /= unit;
	return error;
}

static int disksim_zone(const struct disksim_reader *reader, const struct parameter *layout,
			const struct parameter *block, struct hdd_zone *zone)
{
	int error;

	if (!parameter_is_block(block, "dm_layout_g1_zone"))
		return disksim_fail(reader, block, "dm_layout_g1_zone expected", "Zones");
	error = disksim_u32(reader, block, "First cylinder number", 1e7, &zone->first_cylinder);
	if (!error)
		error = disksim_u32(reader, block, "Last cylinder number", 1e7,
				    &zone->last_cylinder);
	if (!error)
		error = disksim_u32(reader, block, "Blocks per track", 1e6,
				    &zone->sectors_per_track);
	if (!error && !zone->sectors_per_track)
		return disksim_fail(reader, block, "must not be 0", "Blocks per track");
	if (!error)
		error = disksim_u32(reader, block, "Empty space at zone front", 1e9,
				    &zone->front_slots);
	if (!error)
		error = disksim_u32(reader, block, "Number of spares", 1e9, &zone->spares);
	if (!error)
		error = disksim_skews(reader, layout, block, zone);
	if (!error)
		error = disksim_slips(reader, block, zone);
	return error ? error : disksim_defects(reader, block, zone);
}

static int disksim_zones(const struct disksim_reader *reader, const struct parameter *layout,
			 struct hdd_description *description)
{
	const struct parameter *zones = parameter_find(layout, "Zones");

	if (!zones || zones->kind != PARAMETER_LIST || !zones->first)
		return disksim_fail(reader, zones ? zones : layout, "a list of zones expected",
				    "Zones");
	description->zones = calloc(parameter_count(zones), sizeof(*description->zones));
	if (!description->zones)
		return failure_at(reader->failure, -ENOMEM, reader->name, 0, "out of memory");
	for (const struct parameter *block = zones->first; block; block = block->next) {
		int error = disksim_zone(reader, layout, block,
					 &description->zones[description->zone_count++]);

		if (error)
			return error;
	}
	return 0;
}

static int disksim_layout(const struct disksim_reader *reader, const struct parameter *disk,
			  struct hdd_description *description)
{
	const struct parameter *layout = parameter_find(disk, "Layout Model");
	double number;
	int error;

	if (!layout || !parameter_is_block(layout, "dm_layout_g1"))
		return disksim_fail(reader, layout ? layout : disk, "dm_layout_g1 expected",
				    "Layout Model");
	error = disksim_number(reader, layout, "LBN-to-PBN mapping scheme", 0, 2, &number);
	description->mapping = error ? HDD_MAPPING_CYLINDER : (enum hdd_mapping)number;
	if (!error)
		error = disksim_number(reader, layout, "Sparing scheme used", 0,
				       HDD_SPARING_SCHEMES - 1, &number);
	description->sparing = error ? HDD_SPARING_NONE : (enum hdd_sparing)number;
	if (!error)
		error = disksim_number_or(reader, layout, "Rangesize for sparing", 0, 1e7, 1,
					  &number);
	description->sparing_range = error ? 1 : (uint32_t)number;
	return error ? error : disksim_zones(reader, layout, description);
}

static int disksim_access(const struct disksim_reader *reader, const struct parameter *mechanics,
			  struct hdd_description *description)
{
	const struct parameter *type = parameter_find(mechanics, "Access time type");

	if (!type || type->kind != PARAMETER_WORD)
		return disksim_fail(reader, type ? type : mechanics, "a word expected",
				    "Access time type");
	if (!strcmp(type->text, "trackSwitchPlusRotation"))
		description->access = HDD_ACCESS_ROTATION;
	else if (!strcmp(type->text, "averageRotation"))
		description->access = HDD_ACCESS_AVERAGE_ROTATION;
	else if (!strcmp(type->text, "constant"))
		description->access = HDD_ACCESS_CONSTANT;
	else
		return disksim_fail(reader, type, "unknown access time type", type->text);
	if (description->access != HDD_ACCESS_CONSTANT)
		return 0;
	return disksim_number(reader, mechanics, "Constant access time", 0, 1000,
			      &description->access_constant_ms);
}

static int disksim_first_ten(const struct disksim_reader *reader, const struct parameter *mechanics,
			     struct seek_spec *seek)
{
	size_t count;
	double *numbers;
	int error = disksim_list(reader, mechanics, "First ten seek times", &numbers, &count);

	if (error)
		return error;
	if (count == 10)
		memcpy(seek->first_ten_ms, numbers, sizeof(seek->first_ten_ms));
	seek->has_first_ten = count == 10;
	free(numbers);
	return count == 10 ? 0
			   : disksim_fail(reader, mechanics, "ten numbers expected",
					  "First ten seek times");
}

static int disksim_hpl(const struct disksim_reader *reader, const struct parameter *mechanics,
		       struct seek_spec *seek)
{
	size_t count;
	double *numbers;
	int error = disksim_list(reader, mechanics, "HPL seek equation values", &numbers, &count);

	if (error)
		return error;
	if (count == 6) {
		memcpy(seek->two_parts, numbers, sizeof(seek->two_parts));
		seek->single_ms = numbers[5];
	}
	free(numbers);
	return count == 6 ? 0
			  : disksim_fail(reader, mechanics, "six numbers expected",
					 "HPL seek equation values");
}

static int disksim_three_points(const struct disksim_reader *reader,
				const struct parameter *mechanics, struct seek_spec *seek)
{
	int error = disksim_number(reader, mechanics, "Single cylinder seek time", 0, 1000,
				   &seek->single_ms);

	if (!error)
		error = disksim_number(reader, mechanics, "Average seek time", 0, 1000,
				       &seek->average_ms);
	if (!error)
		error = disksim_number(reader, mechanics, "Full strobe seek time", 0, 1000,
				       &seek->full_ms);
	return error;
}

/* Lines of "cylinders, ms" after a heading that counts them. */
static int disksim_seek_points(const struct disksim_text *text, struct seek_spec *seek,
			       const struct failure *failure)
{
	const char *at = text->text;
	const char *end = text->text + text->size;
	unsigned int line = 1;

	while (at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		char row[128];
		double cylinders;
		double ms;
		size_t length = stop ? (size_t)(stop - at) : (size_t)(end - at);

		(void)snprintf(row, sizeof(row), "%.*s", (int)(length < 127 ? length : 127), at);
		if (sscanf(row, " %lf , %lf", &cylinders, &ms) == 2) {
			struct seek_point *points;

			if (!(cylinders >= 1) || cylinders > 1e8 || !isfinite(ms) ||
			    seek->point_count >= DISKSIM_MAX_POINTS)
				return failure_at(failure, -EINVAL, text->name, line,
						  "not a distance and a time");
			points = realloc(seek->points, (seek->point_count + 1) * sizeof(*points));
			if (!points)
				return failure_at(failure, -ENOMEM, text->name, 0, "out of memory");
			seek->points = points;
			points[seek->point_count++] = (struct seek_point){(uint32_t)cylinders, ms};
		} else if (line > 1 && row[strspn(row, " \t\r")]) {
			return failure_at(failure, -EINVAL, text->name, line,
					  "not 'cylinders, ms': %s", row);
		}
		at += length + 1;
		line++;
	}
	if (seek->point_count)
		return 0;
	return failure_at(failure, -EINVAL, text->name, line, "no distances in it");
}

static int disksim_extracted(const struct disksim_reader *reader, const struct parameter *mechanics,
			     const struct disksim_text *text, struct seek_spec *seek)
{
	if (!text || !text->name)
		return disksim_fail(reader, mechanics, "the seek curve's file is missing",
				    "Full seek curve");
	return disksim_seek_points(text, seek, reader->failure);
}

static int disksim_seek(const struct disksim_reader *reader, const struct parameter *mechanics,
			const struct disksim_text *text, struct seek_spec *seek)
{
	const struct parameter *type = parameter_find(mechanics, "Seek type");
	const char *word = type && type->kind == PARAMETER_WORD ? type->text : "";
	int error;

	if (!strcmp(word, "extracted")) {
		seek->kind = SEEK_POINTS;
		return disksim_extracted(reader, mechanics, text, seek);
	}
	if (!strcmp(word, "constant")) {
		seek->kind = SEEK_CONSTANT;
		return disksim_number(reader, mechanics, "Constant seek time", 0, 1000,
				      &seek->constant_ms);
	}
	if (!strcmp(word, "linear") || !strcmp(word, "curve")) {
		seek->kind = *word == 'l' ? SEEK_THREE_LINES : SEEK_THREE_CURVE;
		return disksim_three_points(reader, mechanics, seek);
	}
	if (strcmp(word, "hpl") && strcmp(word, "hplplus10"))
		return disksim_fail(reader, type ? type : mechanics, "unknown seek type", word);
	seek->kind = SEEK_TWO_PARTS;
	error = disksim_hpl(reader, mechanics, seek);
	if (error || !strcmp(word, "hpl"))
		return error;
	return disksim_first_ten(reader, mechanics, seek);
}

static int disksim_mechanics(const struct disksim_reader *reader, const struct parameter *disk,
			     const struct disksim_text *seek, struct hdd_description *description)
{
	const struct parameter *mechanics = parameter_find(disk, "Mechanical Model");
	int error;

	if (!mechanics || !parameter_is_block(mechanics, "dm_mech_g1"))
		return disksim_fail(reader, mechanics ? mechanics : disk, "dm_mech_g1 expected",
				    "Mechanical Model");
	error = disksim_access(reader, mechanics, description);
	if (!error)
		error = disksim_number(reader, mechanics, "Rotation speed (in rpms)", 60, 1e6,
				       &description->rpm);
	if (!error)
		error = disksim_number(reader, mechanics, "Head switch time", 0, 1000,
				       &description->head_switch_ms);
	if (!error)
		error = disksim_number(reader, mechanics, "Add. write settling delay", -1000, 1000,
				       &description->write_settle_ms);
	if (error || description->access == HDD_ACCESS_CONSTANT) {
		description->seek.kind = SEEK_CONSTANT;
		return error;
	}
	return disksim_seek(reader, mechanics, seek, &description->seek);
}

static int disksim_disk(const struct disksim_reader *reader, const struct parameter *disk,
			const struct disksim_text *seek, struct hdd_description *description)
{
	double blocks;
	int error;

	(void)snprintf(description->name, sizeof(description->name), "%s",
		       disk->text + strlen("dm_disk") + (disk->text[strlen("dm_disk")] != 0));
	if (!*description->name)
		(void)snprintf(description->name, sizeof(description->name), "%s", reader->name);
	error = disksim_u32(reader, disk, "Number of data surfaces", 1000, &description->heads);
	if (!error)
		error = disksim_u32(reader, disk, "Number of cylinders", 1e7,
				    &description->cylinders);
	if (!error)
		error = disksim_number(reader, disk, "Block count", 1, 1e15, &blocks);
	if (!error)
		description->sectors = (uint64_t)blocks;
	if (!error)
		error = disksim_layout(reader, disk, description);
	return error ? error : disksim_mechanics(reader, disk, seek, description);
}

static int disksim_model(const struct disksim_text *model, const struct disksim_text *seek,
			 struct hdd_description *description, const struct failure *failure)
{
	const struct disksim_reader reader = {model->name, failure};
	struct parameter root;
	const struct parameter *disk;
	int error = parameters_parse(model->text, model->size, model->name, &root, failure);

	if (!error) {
		disk = disksim_block(&root, "dm_disk");
		error = disk ? disksim_disk(&reader, disk, seek, description)
			     : failure_at(failure, -EINVAL, model->name, 0, "no dm_disk in it");
	}
	parameters_free(&root);
	return error;
}

static int disksim_specs_file(const struct disksim_text *specs, struct hdd_description *description,
			      const struct failure *failure)
{
	const struct disksim_reader reader = {specs->name, failure};
	struct parameter root;
	const struct parameter *disk;
	int error = parameters_parse(specs->text, specs->size, specs->name, &root, failure);

	if (!error) {
		disk = disksim_block(&root, "disksim_disk");
		error = disk ? disksim_specs(&reader, disk, description)
			     : failure_at(failure, -EINVAL, specs->name, 0,
					  "no disksim_disk in it");
	}
	parameters_free(&root);
	return error;
}

int disksim_describe(const struct disksim_text *model, const struct disksim_text *seek,
		     const struct disksim_text *specs, struct hdd_description *description,
		     const struct failure *failure)
{
	int error;

	memset(description, 0, sizeof(*description));
	description->depth = 1;
	error = disksim_model(model, seek, description, failure);
	if (!error && specs && specs->name)
		error = disksim_specs_file(specs, description, failure);
	if (error)
		hdd_description_free(description);
	return error;
}
