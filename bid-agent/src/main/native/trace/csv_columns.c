/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "csv_columns.h"

#include <string.h>
#include <strings.h>

struct column_name {
	const char *name;
	enum csv_role role;
};

static const struct column_name column_names[] = {
	{"time", CSV_TIME},
	{"timestamp", CSV_TIME},
	{"process", CSV_PROCESS},
	{"pid", CSV_PROCESS},
	{"tid", CSV_PROCESS},
	{"stream", CSV_PROCESS},
	{"op", CSV_OP},
	{"rw", CSV_OP},
	{"type", CSV_OP},
	{"op_hdd", CSV_OP},
	{"lba", CSV_LBA},
	{"sector", CSV_LBA},
	{"offset_bytes", CSV_OFFSET},
	{"sectors", CSV_SECTORS},
	{"blocks", CSV_SECTORS},
	{"bytes", CSV_BYTES},
	{"size_bytes", CSV_BYTES},
	{"flags", CSV_FLAGS},
	{"latency", CSV_LATENCY},
	{"response", CSV_LATENCY},
	{"response_time", CSV_LATENCY},
	{"class", CSV_CLASS},
};

static char *trim(char *text)
{
	size_t length;

	while (*text == ' ' || *text == '\t')
		text++;
	length = strlen(text);
	while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
		length--;
	text[length] = '\0';
	return text;
}

/* Takes the quotes off a field that begins behind one. Returns what follows it; NULL: no end. */
static char *unquote(char *text)
{
	char *to = text;

	for (; *text; text++) {
		if (*text == '"' && text[1] != '"') {
			*to = '\0';
			return text + 1;
		}
		if (*text == '"')
			text++;
		*to++ = *text;
	}
	return NULL;
}

int csv_split(char *line, char *field[CSV_FIELDS_MAX])
{
	int count = 0;
	char *at = line;

	while (count < CSV_FIELDS_MAX) {
		while (*at == ' ' || *at == '\t')
			at++;
		field[count] = at;
		if (*at == '"') {
			field[count] = ++at;
			at = unquote(at);
			if (!at)
				return -1;
		}
		at += strcspn(at, ",");
		count++;
		if (!*at) {
			field[count - 1] = trim(field[count - 1]);
			return count;
		}
		*at++ = '\0';
		field[count - 1] = trim(field[count - 1]);
	}
	return -1;
}

/* Cuts "_ms" off a name and says how many decimals there are from it to ns; 9 without a unit. */
static uint8_t unit_decimals(const char *name, size_t *length)
{
	static const struct {
		const char *suffix;
		uint8_t decimals;
	} unit[] = {{"_ns", 0}, {"_us", 3}, {"_ms", 6}, {"_s", 9}};

	for (size_t i = 0; i < sizeof(unit) / sizeof(unit[0]); i++) {
		size_t suffix = strlen(unit[i].suffix);

		if (*length > suffix && !strcasecmp(name + *length - suffix, unit[i].suffix)) {
			*length -= suffix;
			return unit[i].decimals;
		}
	}
	return 9;
}

static enum csv_role role_of(const char *name, uint8_t *decimals)
{
	size_t whole = strlen(name);
	size_t length = whole;

	*decimals = unit_decimals(name, &length);
	for (size_t i = 0; i < sizeof(column_names) / sizeof(column_names[0]); i++) {
		const struct column_name *known = &column_names[i];
		bool time = known->role == CSV_TIME || known->role == CSV_LATENCY;
		size_t wanted = time ? length : whole;

		/* A latency without a unit could be anything: it is not used. */
		if (known->role == CSV_LATENCY && length == whole)
			continue;
		if (strlen(known->name) == wanted && !strncasecmp(known->name, name, wanted))
			return known->role;
	}
	return CSV_IGNORED;
}

const char *csv_columns_named(struct csv_columns *columns, char *const *field, size_t count)
{
	memset(columns, 0, sizeof(*columns));
	columns->count = count;
	for (size_t i = 0; i < count; i++) {
		enum csv_role role = role_of(field[i], &columns->decimals[i]);

		/* Of two columns for the same the first counts. */
		if (role == CSV_IGNORED || columns->has[role])
			continue;
		columns->role[i] = (uint8_t)role;
		columns->has[role] = true;
	}
	if (!columns->has[CSV_LBA] && !columns->has[CSV_OFFSET])
		return "no column lba, sector or offset_bytes";
	if (!columns->has[CSV_SECTORS] && !columns->has[CSV_BYTES])
		return "no column sectors, blocks, bytes or size_bytes";
	if (!columns->has[CSV_OP])
		return "no column op, rw or type";
	return NULL;
}

void csv_columns_default(struct csv_columns *columns)
{
	static const uint8_t roles[] = {CSV_TIME, CSV_PROCESS, CSV_OP, CSV_LBA, CSV_SECTORS};

	memset(columns, 0, sizeof(*columns));
	columns->count = sizeof(roles);
	for (size_t i = 0; i < sizeof(roles); i++) {
		columns->role[i] = roles[i];
		columns->has[roles[i]] = true;
	}
	columns->decimals[0] = 9;
}
