/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Numbers as they lie in the log: the lowest byte first. And what libc would do otherwise.
 */
#ifndef DELTA_BYTES_H
#define DELTA_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline void delta_put(uint8_t *to, uint64_t value, unsigned int bytes)
{
	for (unsigned int i = 0; i < bytes; i++)
		to[i] = (uint8_t)(value >> (8 * i));
}

static inline uint64_t delta_get(const uint8_t *from, unsigned int bytes)
{
	uint64_t value = 0;

	for (unsigned int i = bytes; i > 0; i--)
		value = value << 8 | from[i - 1];
	return value;
}

static inline void delta_copy(uint8_t *restrict to, const uint8_t *restrict from, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		to[i] = from[i];
}

static inline void delta_zero(uint8_t *to, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		to[i] = 0;
}

static inline bool delta_same(const uint8_t *one, const uint8_t *other, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		if (one[i] != other[i])
			return false;
	}
	return true;
}

#endif
