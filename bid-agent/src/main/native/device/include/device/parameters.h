/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The syntax of DiskSim's parameter files: "type name { key = value, ... }", where a value is a
 * number, a word, a list "[ ... ]" or a block "type { ... }"; "#" begins a comment.
 */
#ifndef DEVICE_PARAMETERS_H
#define DEVICE_PARAMETERS_H

#include "device/failure.h"

#include <stdbool.h>

enum parameter_kind { PARAMETER_NUMBER, PARAMETER_WORD, PARAMETER_LIST, PARAMETER_BLOCK };

struct parameter {
	char *key;  /* of an entry of a block; NULL in a list */
	char *text; /* as it stands; of a block its type and name */
	double number;
	enum parameter_kind kind;
	unsigned int line;
	struct parameter *first; /* of a list or block */
	struct parameter *next;
};

/*
 * Reads a file's text into the list of its blocks (in root->first). "source FILE" and statements
 * that are no blocks are left out; as a value "source FILE" is a word. Returns 0, -EINVAL with
 * "name:line: reason", or -ENOMEM. The caller frees root's content, on failure too.
 */
int parameters_parse(const char *text, size_t size, const char *name, struct parameter *root,
		     const struct failure *failure);
void parameters_free(struct parameter *root);

/* The entry with that key, or NULL. */
const struct parameter *parameter_find(const struct parameter *block, const char *key);
/* Whether it is a block of that type. */
bool parameter_is_block(const struct parameter *parameter, const char *type);

#endif
