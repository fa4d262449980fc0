/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/description.h"
#include "device/hdd.h"
#include "description_values.h"

/* Longest line; measured seek curves are one. */
#define LINE_BYTES 16384u

/* A key, and where its value goes. */
struct key {
	const char *name;
	set_fn *set;
	void *field;
};

static int parse_from(struct parser *parser, const struct key *keys, const char *name,
		      const char *value)
{
	for (; keys->name; keys++) {
		if (!strcmp(keys->name, name))
			return keys->set(parser, value, keys->field);
	}
	return parser_fail(parser, "no such key", name);
}

static int parse_hdd(struct parser *parser, const char *name, const char *value)
{
	struct hdd_description *hdd = &parser->description->hdd;
	struct hdd_timing *timing = &hdd->timing;
	const struct key keys[] = {
		{"name", set_name, hdd->name},
		{"rpm", set_real, &hdd->rpm},
		{"heads", set_u32, &hdd->heads},
		{"sectors", set_u64, &hdd->sectors},
		{"zone", set_zone, hdd},
		{"mapping", set_mapping, &hdd->mapping},
		{"seek_ms", set_seek_points, &hdd->seek},
		{"seek_two_parts", set_seek_two_parts, &hdd->seek},
		{"seek_three_ms", set_seek_three, &hdd->seek},
		{"write_settle_ms", set_real, &hdd->write_settle_ms},
		{"head_switch_ms", set_real, &hdd->head_switch_ms},
		{"read_overhead_ms", set_real, &timing->read_miss.after_read_ms},
		{"write_overhead_ms", set_real, &timing->write_miss.after_read_ms},
		{"hit_overhead_ms", set_real, &parser->hit_overhead_ms},
		{"bus_mb_s", set_bus, &timing->sector_bus_ms},
		{"buffer_segments", set_u32, &hdd->buffer.segments},
		{"buffer_segment_kib", set_kib, &hdd->buffer.segment_sectors},
		{"read_ahead_kib", set_kib, &hdd->buffer.read_ahead_max_sectors},
		{"write_cache", set_write_cache, &hdd->buffer.write_cache},
		{"write_cache_kib", set_kib, &hdd->buffer.write_cache_sectors},
		{"ncq", set_u32, &hdd->depth},
		{NULL, NULL, NULL},
	};

	return parse_from(parser, keys, name, value);
}

static int parse_ssd(struct parser *parser, const char *name, const char *value)
{
	struct ssd_description *ssd = &parser->description->ssd;
	const struct key keys[] = {
		{"name", set_name, ssd->name},
		{"sectors", set_u64, &ssd->sectors},
		{"page_kib", set_kib, &ssd->page_sectors},
		{"pages_per_block", set_u32, &ssd->pages_per_block},
		{"channels", set_u32, &ssd->channels},
		{"read_ms", set_real, &ssd->read_ms},
		{"write_ms", set_real, &ssd->write_ms},
		{"erase_ms", set_real, &ssd->erase_ms},
		{"spare", set_real, &ssd->spare},
		{"filled", set_real, &ssd->filled},
		{"bus_mb_s", set_bus_rate, &ssd->bytes_per_second},
		{"read_overhead_ms", set_real, &ssd->read_overhead_ms},
		{"write_overhead_ms", set_real, &ssd->write_overhead_ms},
		{"write_buffer_kib", set_kib, &ssd->buffer_sectors},
		{"depth", set_u32, &ssd->depth},
		{NULL, NULL, NULL},
	};

	return parse_from(parser, keys, name, value);
}

static int parse_kind(struct parser *parser, const char *name, const char *value)
{
	if (strcmp(name, "kind") || (strcmp(value, "hdd") && strcmp(value, "ssd")))
		return parser_fail(parser, "the first line is kind = hdd or kind = ssd, not", name);
	parser->description->is_ssd = !strcmp(value, "ssd");
	parser->kind_known = true;
	return 0;
}

/* Cuts blanks off both ends, in place. */
static char *trimmed(char *text)
{
	char *end = text + strlen(text);

	while (*text == ' ' || *text == '\t')
		text++;
	while (end > text && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
		*--end = 0;
	return text;
}

static int parse_line(struct parser *parser, char *line)
{
	char *comment = strchr(line, '#');
	char *equals;
	char *name;
	char *value;

	if (comment)
		*comment = 0;
	name = trimmed(line);
	if (!*name)
		return 0;
	equals = strchr(name, '=');
	if (!equals)
		return parser_fail(parser, "not key = value", name);
	*equals = 0;
	name = trimmed(name);
	value = trimmed(equals + 1);
	if (!*value)
		return parser_fail(parser, "no value for", name);
	if (!parser->kind_known)
		return parse_kind(parser, name, value);
	return parser->description->is_ssd ? parse_ssd(parser, name, value)
					   : parse_hdd(parser, name, value);
}

/* The smallest skew, in whole sectors, that hides a switch of that length, also when writing. */
static double skew_for(const struct hdd_description *hdd, double switch_ms, uint32_t sectors)
{
	double sector_ms = 60e3 / hdd->rpm / sectors;

	return (ceil((switch_ms + hdd->write_settle_ms) / sector_ms) + 1) / sectors;
}

static double shortest_seek_ms(const struct seek_spec *seek)
{
	if (seek->kind == SEEK_POINTS)
		return seek->point_count ? seek->points[0].ms : 0;
	if (seek->kind == SEEK_TWO_PARTS)
		return seek->two_parts[1] + seek->two_parts[2];
	return seek->single_ms;
}

static void finish_skews(struct hdd_description *hdd)
{
	double seek_ms = shortest_seek_ms(&hdd->seek);
	double cylinder_ms = seek_ms > hdd->head_switch_ms ? seek_ms : hdd->head_switch_ms;

	for (size_t i = 0; i < hdd->zone_count; i++) {
		struct hdd_zone *zone = &hdd->zones[i];

		if (zone->track_skew >= 0 || !(hdd->rpm > 0))
			continue;
		zone->track_skew = skew_for(hdd, hdd->head_switch_ms, zone->sectors_per_track);
		zone->cylinder_skew = skew_for(hdd, cylinder_ms, zone->sectors_per_track);
	}
}

static void finish_hdd(const struct parser *parser)
{
	struct hdd_description *hdd = &parser->description->hdd;
	struct hdd_timing *timing = &hdd->timing;

	finish_skews(hdd);
	timing->scale = 1;
	timing->read_miss.after_write_ms = timing->read_miss.after_read_ms;
	timing->write_miss.after_write_ms = timing->write_miss.after_read_ms;
	timing->read_hit = (struct hdd_overhead){parser->hit_overhead_ms, parser->hit_overhead_ms};
	timing->write_hit = timing->read_hit;
	hdd->buffer.hits_on_written = true;
	hdd->buffer.almost_hits = true;
	hdd->buffer.read_ahead_over_request = true;
	hdd->buffer.read_ahead_on_hit = true;
	if (hdd->buffer.read_ahead_max_sectors)
		hdd->buffer.read_ahead = HDD_READ_AHEAD_SEGMENT;
}

static int parse_text(struct parser *parser, const char *text, size_t size)
{
	char line[LINE_BYTES];
	size_t at = 0;

	while (at < size) {
		const char *end = memchr(text + at, '\n', size - at);
		size_t length = end ? (size_t)(end - text) - at : size - at;
		int error;

		parser->line++;
		if (length >= sizeof(line))
			return parser_fail(parser, "the line is too long", "");
		memcpy(line, text + at, length);
		line[length] = 0;
		error = parse_line(parser, line);
		if (error)
			return error;
		at += length + 1;
	}
	if (!parser->kind_known)
		return parser_fail(parser, "it is empty", "");
	return 0;
}

int description_parse(const char *text, size_t size, const char *name,
		      struct description *description, const struct failure *failure)
{
	struct parser parser = {.description = description, .failure = failure, .name = name};
	int error;

	memset(description, 0, sizeof(*description));
	(void)snprintf(description->hdd.name, sizeof(description->hdd.name), "%s", name);
	(void)snprintf(description->ssd.name, sizeof(description->ssd.name), "%s", name);
	error = parse_text(&parser, text, size);
	if (error) {
		description_free(description);
		return error;
	}
	if (!description->is_ssd)
		finish_hdd(&parser);
	return 0;
}

void description_free(struct description *description)
{
	hdd_description_free(&description->hdd);
}

int description_open(const struct description *description, const struct device_options *options,
		     struct device **device, const struct failure *failure)
{
	if (description->is_ssd)
		return ssd_open(&description->ssd, options, device, failure);
	return hdd_open(&description->hdd, options, device, failure);
}

int description_read_file(const char *path, char **text, size_t *size,
			  const struct failure *failure)
{
	FILE *file = fopen(path, "rb");
	char *buffer;
	int error;

	if (!file)
		return failure_at(failure, -errno, path, 0, "cannot be opened: %s",
				  strerror(errno));
	buffer = malloc(DESCRIPTION_MAX_BYTES + 1);
	if (!buffer) {
		(void)fclose(file);
		return failure_at(failure, -ENOMEM, path, 0, "out of memory");
	}
	*size = fread(buffer, 1, DESCRIPTION_MAX_BYTES + 1, file);
	error = ferror(file) ? failure_at(failure, -EIO, path, 0, "cannot be read")
		: *size > DESCRIPTION_MAX_BYTES
			? failure_at(failure, -EFBIG, path, 0, "is longer than 16 MiB")
			: 0;
	(void)fclose(file);
	if (error) {
		free(buffer);
		return error;
	}
	buffer[*size] = 0;
	*text = buffer;
	return 0;
}
