/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "data.h"

static uint64_t word_of(uint64_t file, uint64_t place)
{
	return (file << 40 | place) * UINT64_C(0x9e3779b97f4a7c15);
}

void data_fill(void *memory, uint64_t file, uint64_t offset, size_t bytes)
{
	uint64_t *words = memory;

	for (size_t i = 0; i < bytes / sizeof(*words); i++)
		words[i] = word_of(file, offset / sizeof(*words) + i);
}

bool data_is_right(const void *memory, uint64_t file, uint64_t offset, size_t bytes)
{
	const uint64_t *words = memory;

	for (size_t i = 0; i < bytes / sizeof(*words); i++)
		if (words[i] != word_of(file, offset / sizeof(*words) + i))
			return false;
	return true;
}
