/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include "csv_words.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "bid/request.h"
#include "number.h"

static const char *const class_words[BID_CLASSES] = {"foreground", "log", "compaction", "balancer",
						     "readahead"};

/* No flag of the core's: how a read is said not to be waited for. */
#define CSV_ASYNC (1u << 7)

static const struct {
	const char *word;
	uint8_t flag;
} flag_words[] = {
	{"sync", BID_SYNC},       {"async", CSV_ASYNC},   {"ahead", BID_AHEAD},
	{"barrier", BID_BARRIER}, {"flush", BID_BARRIER},
};

bool csv_parse_op(const char *text, struct trace_record *record)
{
	bool announced = (*text == 'A' || *text == 'a') && text[1];
	const char *op = announced ? text + 1 : text;

	record->kind = announced ? TRACE_ANNOUNCEMENT : TRACE_REQUEST;
	if (!strcasecmp(op, "r") || !strcasecmp(op, "read"))
		record->op = BID_READ;
	else if (!strcasecmp(op, "w") || !strcasecmp(op, "write"))
		record->op = BID_WRITE;
	else
		return false;
	return true;
}

static bool flag_of(const char *word, size_t length, uint8_t *flags)
{
	for (size_t i = 0; i < sizeof(flag_words) / sizeof(flag_words[0]); i++) {
		if (strlen(flag_words[i].word) == length &&
		    !strncasecmp(flag_words[i].word, word, length)) {
			*flags |= flag_words[i].flag;
			return true;
		}
	}
	return false;
}

bool csv_parse_flags(const char *text, struct trace_record *record)
{
	static const char between[] = "|+;, \t";
	uint8_t flags = 0;

	for (text += strspn(text, between); *text; text += strspn(text, between)) {
		size_t length = strcspn(text, between);

		if (!flag_of(text, length, &flags))
			return false;
		text += length;
	}
	if (record->kind == TRACE_REQUEST && record->op == BID_READ &&
	    !(flags & (BID_AHEAD | CSV_ASYNC)))
		flags |= BID_SYNC;
	record->flags = flags & (uint8_t)~CSV_ASYNC;
	return true;
}

bool csv_parse_class(const char *text, struct trace_record *record)
{
	uint64_t number;

	record->service_class = BID_FOREGROUND;
	if (!*text)
		return true;
	if (trace_parse_unsigned(text, &number)) {
		record->service_class = (uint8_t)number;
		return number < BID_CLASSES;
	}
	for (uint8_t i = 0; i < BID_CLASSES; i++) {
		record->service_class = i;
		if (!strcasecmp(text, class_words[i]))
			return true;
	}
	return false;
}

const char *csv_op_word(const struct trace_record *record)
{
	if (record->kind == TRACE_ANNOUNCEMENT)
		return record->op == BID_WRITE ? "AW" : "AR";
	return record->op == BID_WRITE ? "W" : "R";
}

const char *csv_class_word(const struct trace_record *record)
{
	return record->service_class < BID_CLASSES ? class_words[record->service_class] : "";
}

void csv_flag_words(const struct trace_record *record, char words[32])
{
	words[0] = '\0';
	if (record->flags & BID_SYNC)
		strcat(words, "|sync");
	else if (record->op == BID_READ && !(record->flags & BID_AHEAD))
		strcat(words, "|async");
	if (record->flags & BID_AHEAD)
		strcat(words, "|ahead");
	if (record->flags & BID_BARRIER)
		strcat(words, "|barrier");
	if (words[0])
		memmove(words, words + 1, strlen(words));
}
