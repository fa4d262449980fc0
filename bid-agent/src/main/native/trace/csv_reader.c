/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Reads the CSV that trace/csv_writer.h describes. A line that cannot be read is counted and
 * skipped; a file of which no line can be read is an error.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "admission.h"
#include "bid/request.h"
#include "csv_columns.h"
#include "csv_words.h"
#include "name_table.h"
#include "number.h"
#include "readers.h"

enum csv_process_kind { CSV_PROCESS_UNKNOWN = 0, CSV_PROCESS_NUMBERS, CSV_PROCESS_NAMES };

struct csv_reader {
	struct trace_source source;
	struct trace_input *input;
	struct trace_admission admission;
	struct csv_columns columns;
	enum csv_process_kind process_kind;
	struct trace_name_table names;
	char *held;        /* a record found where a header was looked for */
	uint64_t bad_line; /* the first that could not be read; 0 */
	const char *bad_reason;
};

static bool csv_process(struct csv_reader *reader, const char *text, struct trace_record *record)
{
	bool number = trace_parse_unsigned(text, &record->process);

	if (!*text)
		return false;
	if (reader->process_kind == CSV_PROCESS_UNKNOWN)
		reader->process_kind = number ? CSV_PROCESS_NUMBERS : CSV_PROCESS_NAMES;
	if (number && reader->process_kind == CSV_PROCESS_NUMBERS)
		return true;
	record->process = trace_name_number(&reader->names, text);
	/* A name among numbers must not look like one of them. */
	if (reader->process_kind == CSV_PROCESS_NUMBERS)
		record->process |= (uint64_t)1 << 63;
	return record->process != 0;
}

/* What a line says, before its parts are put together. */
struct csv_line {
	uint64_t offset_bytes;
	uint64_t bytes;
	const char *flags;
};

/* Returns NULL, or why the field makes no sense. */
static const char *csv_field(struct csv_reader *reader, size_t column, const char *text,
			     struct trace_record *record, struct csv_line *line)
{
	int decimals = reader->columns.decimals[column];

	switch (reader->columns.role[column]) {
	case CSV_TIME:
		return trace_parse_scaled(text, decimals, &record->time_ns) ? NULL : "bad time";
	case CSV_PROCESS:
		return csv_process(reader, text, record) ? NULL : "bad process";
	case CSV_OP:
		return csv_parse_op(text, record) ? NULL : "bad op (R, W, AR or AW)";
	case CSV_LBA:
		return trace_parse_unsigned(text, &record->lba) ? NULL : "bad lba";
	case CSV_OFFSET:
		return trace_parse_unsigned(text, &line->offset_bytes) ? NULL : "bad offset";
	case CSV_SECTORS:
		return trace_parse_unsigned(text, &record->sectors) ? NULL : "bad sectors";
	case CSV_BYTES:
		return trace_parse_unsigned(text, &line->bytes) ? NULL : "bad bytes";
	case CSV_FLAGS:
		line->flags = text;
		return NULL;
	case CSV_LATENCY:
		if (!*text || trace_parse_scaled(text, decimals, &record->latency_ns))
			return NULL;
		return "bad latency";
	case CSV_CLASS:
		return csv_parse_class(text, record) ? NULL : "bad class";
	default:
		return NULL;
	}
}

/* Sectors of the extent that is given in bytes, all or in part. */
static void csv_extent(const struct csv_columns *columns, const struct csv_line *line,
		       struct trace_record *record)
{
	uint64_t lead = 0;

	if (!columns->has[CSV_LBA]) {
		record->lba = line->offset_bytes / BID_SECTOR_BYTES;
		lead = line->offset_bytes % BID_SECTOR_BYTES;
	}
	if (!columns->has[CSV_SECTORS]) {
		record->sectors = line->bytes / BID_SECTOR_BYTES;
		lead += line->bytes % BID_SECTOR_BYTES;
		if (line->bytes)
			record->sectors += (lead + BID_SECTOR_BYTES - 1) / BID_SECTOR_BYTES;
	}
}

static const char *csv_record(struct csv_reader *reader, char *text, struct trace_record *record)
{
	struct csv_line line = {.flags = ""};
	char *field[CSV_FIELDS_MAX];
	int count = csv_split(text, field);

	if (count < 0)
		return "a quote is not closed, or too many fields";
	/* A column that is not read may be missing; a header's last ones often are. */
	memset(record, 0, sizeof(*record));
	for (size_t i = 0; i < reader->columns.count; i++) {
		const char *value = i < (size_t)count ? field[i] : "";
		const char *reason = csv_field(reader, i, value, record, &line);

		if (reason)
			return reason;
	}
	csv_extent(&reader->columns, &line, record);
	return csv_parse_flags(line.flags, record) ? NULL : "bad flags";
}

static void csv_count_bad(struct csv_reader *reader, const char *reason)
{
	reader->source.counts.skipped_corrupt++;
	if (reader->bad_line)
		return;
	reader->bad_line = reader->input->line;
	reader->bad_reason = reason;
}

/* The next line that is no comment: 1; 0 at the end; a negative errno. */
static int csv_line(struct csv_reader *reader, char **line)
{
	int result;

	if (reader->held) {
		*line = reader->held;
		reader->held = NULL;
		return 1;
	}
	for (;;) {
		result = trace_input_line(reader->input, line);
		if (result == -EMSGSIZE) {
			csv_count_bad(reader, "the line is too long");
			continue;
		}
		if (result != 1 || ((*line)[strspn(*line, " \t")] && **line != '#'))
			return result;
	}
}

static int csv_end(struct csv_reader *reader, int result)
{
	struct trace_counts *counts = &reader->source.counts;

	if (result < 0) {
		snprintf(reader->source.error, sizeof(reader->source.error), "%s:%" PRIu64 ": %s",
			 reader->input->name, reader->input->line + 1, strerror(-result));
		return result;
	}
	if (!counts->skipped_corrupt || counts->records || counts->skipped_empty ||
	    counts->skipped_past_end)
		return 0;
	snprintf(reader->source.error, sizeof(reader->source.error),
		 "%s:%" PRIu64 ": %s; no line of the file can be read", reader->input->name,
		 reader->bad_line, reader->bad_reason);
	return -EINVAL;
}

static int csv_next(struct trace_source *source, struct trace_record *record)
{
	struct csv_reader *reader = (struct csv_reader *)source;
	const char *reason;
	char *line;
	int result;

	for (;;) {
		result = csv_line(reader, &line);
		if (result != 1)
			return csv_end(reader, result);
		reason = csv_record(reader, line, record);
		if (reason)
			csv_count_bad(reader, reason);
		else if (trace_admit(&reader->admission, &source->counts, record))
			return 1;
	}
}

static void csv_close(struct trace_source *source)
{
	struct csv_reader *reader = (struct csv_reader *)source;

	trace_name_table_free(&reader->names);
	trace_input_free(reader->input);
	free(reader);
}

/* Takes a comment's columns if it is a header. */
static void csv_try_comment(struct csv_reader *reader, char *comment)
{
	struct csv_columns columns;
	char *field[CSV_FIELDS_MAX];
	int count = csv_split(comment + strspn(comment, "#"), field);

	if (count > 0 && !csv_columns_named(&columns, field, (size_t)count))
		reader->columns = columns;
}

/* A record without a header begins with its time. */
static bool csv_begins_with_number(const char *line)
{
	char first[64];
	uint64_t ignored;

	line += strspn(line, " \t\"");
	snprintf(first, sizeof(first), "%s", line);
	first[strcspn(first, ", \t\"")] = '\0';
	return trace_parse_scaled(first, 0, &ignored);
}

/* Returns NULL, or what is wrong with the header. */
static const char *csv_header(struct csv_reader *reader, char *line)
{
	struct csv_columns commented = reader->columns;
	char *field[CSV_FIELDS_MAX];
	const char *reason;
	char *copy;
	int count;

	reader->held = line;
	if (csv_begins_with_number(line)) {
		if (!commented.count)
			csv_columns_default(&reader->columns);
		return NULL;
	}
	copy = strdup(line);
	if (!copy)
		return strerror(ENOMEM);
	count = csv_split(copy, field);
	reason = count < 0 ? "a quote is not closed, or too many fields"
			   : csv_columns_named(&reader->columns, field, (size_t)count);
	free(copy);
	if (!reason) {
		reader->held = NULL;
		return NULL;
	}
	/* With the header in a comment, records may begin with a name. */
	reader->columns = commented;
	return commented.count ? NULL : reason;
}

/* Reads up to the first record. Returns 0 or a negative errno with the message in the source. */
static int csv_begin(struct csv_reader *reader)
{
	static const char byte_order_mark[] = "\xEF\xBB\xBF";
	const char *reason;
	char *line;
	int result;

	if (trace_input_need(reader->input, 3) >= 3 &&
	    !memcmp(trace_input_bytes(reader->input), byte_order_mark, 3))
		trace_input_take(reader->input, 3);
	for (;;) {
		result = trace_input_line(reader->input, &line);
		if (result < 0)
			return csv_end(reader, result);
		if (!result)
			return 0;
		if (*line == '#')
			csv_try_comment(reader, line);
		else if (line[strspn(line, " \t")])
			break;
	}
	reason = csv_header(reader, line);
	if (!reason)
		return 0;
	snprintf(reader->source.error, sizeof(reader->source.error), "%s:%" PRIu64 ": %s",
		 reader->input->name, reader->input->line, reason);
	return -EINVAL;
}

int trace_csv_open(struct trace_input *input, const struct trace_options *options,
		   struct trace_source **source, char *error, size_t error_size)
{
	struct csv_reader *reader = calloc(1, sizeof(*reader));
	int result;

	if (!reader) {
		trace_input_free(input);
		snprintf(error, error_size, "%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	reader->source.next = csv_next;
	reader->source.close = csv_close;
	reader->input = input;
	reader->admission.device_sectors = options->device_sectors;
	result = csv_begin(reader);
	if (result) {
		snprintf(error, error_size, "%s", reader->source.error);
		csv_close(&reader->source);
		return result;
	}
	*source = &reader->source;
	return 0;
}
