/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "device/parameters.h"

/* Blocks and lists in each other; DiskSim's own files need five. */
#define PARAMETERS_MAX_NESTING 16u

struct reader {
	const char *at;
	const char *end;
	const char *name;
	unsigned int line;
	const struct failure *failure;
};

static int read_items(struct reader *reader, struct parameter *parent, char close,
		      unsigned int nesting);

static int reader_fail(const struct reader *reader, const char *reason)
{
	return failure_at(reader->failure, -EINVAL, reader->name, reader->line, "%s", reason);
}

/* Skips blanks, line ends and comments. */
static void reader_skip(struct reader *reader)
{
	while (reader->at < reader->end) {
		if (*reader->at == '#') {
			while (reader->at < reader->end && *reader->at != '\n')
				reader->at++;
		} else if (*reader->at == '\n') {
			reader->line++;
			reader->at++;
		} else if (isspace((unsigned char)*reader->at)) {
			reader->at++;
		} else {
			return;
		}
	}
}

static bool reader_has(const struct reader *reader, char c)
{
	return reader->at < reader->end && *reader->at == c;
}

/* Reads up to one of the characters or the end of the line, blanks at the end cut off. */
static char *reader_text(struct reader *reader, const char *stops)
{
	const char *start = reader->at;
	const char *end;
	char *text;

	while (reader->at < reader->end && *reader->at && !strchr(stops, *reader->at))
		reader->at++;
	end = reader->at;
	while (end > start && isspace((unsigned char)end[-1]))
		end--;
	if (end - start >= 2 && *start == '"' && end[-1] == '"') {
		start++;
		end--;
	}
	text = malloc((size_t)(end - start) + 1);
	if (!text)
		return NULL;
	memcpy(text, start, (size_t)(end - start));
	text[end - start] = 0;
	return text;
}

static void parameter_set_number(struct parameter *parameter)
{
	char *end;

	parameter->kind = PARAMETER_WORD;
	if (!*parameter->text)
		return;
	parameter->number = strtod(parameter->text, &end);
	if (!*end && isfinite(parameter->number))
		parameter->kind = PARAMETER_NUMBER;
}

static int read_value(struct reader *reader, struct parameter *parameter, unsigned int nesting)
{
	reader_skip(reader);
	parameter->line = reader->line;
	if (reader_has(reader, '[')) {
		reader->at++;
		parameter->kind = PARAMETER_LIST;
		return read_items(reader, parameter, ']', nesting + 1);
	}
	parameter->text = reader_text(reader, ",{}[]#\n");
	if (!parameter->text)
		return failure_at(reader->failure, -ENOMEM, reader->name, 0, "out of memory");
	reader_skip(reader);
	if (reader_has(reader, '{')) {
		reader->at++;
		parameter->kind = PARAMETER_BLOCK;
		return read_items(reader, parameter, '}', nesting + 1);
	}
	if (!*parameter->text)
		return reader_fail(reader, "a value is missing");
	parameter_set_number(parameter);
	return 0;
}

static int read_item(struct reader *reader, struct parameter *parent, struct parameter ***last,
		     bool keyed, unsigned int nesting)
{
	struct parameter *item = calloc(1, sizeof(*item));

	if (!item)
		return failure_at(reader->failure, -ENOMEM, reader->name, 0, "out of memory");
	if (!parent->first)
		parent->first = item;
	**last = item;
	*last = &item->next;
	if (!keyed)
		return read_value(reader, item, nesting);
	item->key = reader_text(reader, "=,{}[]#\n");
	if (!item->key)
		return failure_at(reader->failure, -ENOMEM, reader->name, 0, "out of memory");
	reader_skip(reader);
	if (!reader_has(reader, '=')) {
		item->line = reader->line;
		return reader_fail(reader, "'=' expected after a key");
	}
	reader->at++;
	return read_value(reader, item, nesting);
}

/* Reads what is in a block or list up to its end. */
static int read_items(struct reader *reader, struct parameter *parent, char close,
		      unsigned int nesting)
{
	struct parameter **last = &parent->first;

	if (nesting > PARAMETERS_MAX_NESTING)
		return reader_fail(reader, "too many blocks in each other");
	for (;;) {
		int error;

		reader_skip(reader);
		if (reader->at == reader->end)
			return reader_fail(reader,
					   close == '}' ? "'}' is missing" : "']' is missing");
		if (reader_has(reader, close)) {
			reader->at++;
			return 0;
		}
		error = read_item(reader, parent, &last, close == '}', nesting);
		if (error)
			return error;
		reader_skip(reader);
		if (reader_has(reader, ','))
			reader->at++;
		else if (reader->at < reader->end && *reader->at != close)
			return reader_fail(reader, "',' expected");
	}
}

/* A statement at the top: a block is kept, anything else skipped to the end of its line. */
static int read_statement(struct reader *reader, struct parameter *root, struct parameter ***last)
{
	const char *brace = reader->at;

	while (brace < reader->end && *brace && *brace != '{' && *brace != '\n')
		brace++;
	if (brace < reader->end && *brace == '{')
		return read_item(reader, root, last, false, 0);
	while (brace < reader->end && isspace((unsigned char)*brace))
		brace++;
	if (brace < reader->end && *brace == '{')
		return read_item(reader, root, last, false, 0);
	if (reader->at < reader->end && !isalpha((unsigned char)*reader->at))
		return reader_fail(reader, "a block or a statement expected");
	while (reader->at < reader->end && *reader->at != '\n')
		reader->at++;
	return 0;
}

int parameters_parse(const char *text, size_t size, const char *name, struct parameter *root,
		     const struct failure *failure)
{
	struct reader reader = {text, text + size, name, 1, failure};
	struct parameter **last = &root->first;

	memset(root, 0, sizeof(*root));
	root->kind = PARAMETER_LIST;
	for (;;) {
		int error;

		reader_skip(&reader);
		if (reader.at == reader.end)
			return 0;
		error = read_statement(&reader, root, &last);
		if (error)
			return error;
	}
}

void parameters_free(struct parameter *root)
{
	struct parameter *item = root->first;

	while (item) {
		struct parameter *next = item->next;

		parameters_free(item);
		free(item->key);
		free(item->text);
		free(item);
		item = next;
	}
	root->first = NULL;
}

const struct parameter *parameter_find(const struct parameter *block, const char *key)
{
	for (const struct parameter *item = block->first; item; item = item->next) {
		if (item->key && !strcmp(item->key, key))
			return item;
	}
	return NULL;
}

bool parameter_is_block(const struct parameter *parameter, const char *type)
{
	size_t length = strlen(type);

	return parameter->kind == PARAMETER_BLOCK && !strncmp(parameter->text, type, length) &&
	       (!parameter->text[length] || isspace((unsigned char)parameter->text[length]));
}
