/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Values and blocks of DiskSim's files, as both halves of a drive read them.
 */
#include <errno.h>

#include "disksim_internal.h"

int disksim_fail(const struct disksim_reader *reader, const struct parameter *at,
		 const char *reason, const char *key)
{
	return failure_at(reader->failure, -EINVAL, reader->name, at->line, "%s: '%s'", reason,
			  key);
}

int disksim_number(const struct disksim_reader *reader, const struct parameter *block,
		   const char *key, double least, double most, double *number)
{
	const struct parameter *found = parameter_find(block, key);

	if (!found)
		return disksim_fail(reader, block, "missing", key);
	if (found->kind != PARAMETER_NUMBER || found->number < least || found->number > most)
		return disksim_fail(reader, found, "not a number in its range", key);
	*number = found->number;
	return 0;
}

int disksim_number_or(const struct disksim_reader *reader, const struct parameter *block,
		      const char *key, double least, double most, double other, double *number)
{
	if (parameter_find(block, key))
		return disksim_number(reader, block, key, least, most, number);
	*number = other;
	return 0;
}

const struct parameter *disksim_block(const struct parameter *root, const char *type)
{
	for (const struct parameter *block = root->first; block; block = block->next) {
		if (parameter_is_block(block, type))
			return block;
	}
	return NULL;
}
