/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What files hold: words that say which file's they are and where, so that bytes of another place
 * are found out.
 */
#ifndef LIVE_DATA_H
#define LIVE_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Offset and bytes are multiples of 8. */
void data_fill(void *memory, uint64_t file, uint64_t offset, size_t bytes);
bool data_is_right(const void *memory, uint64_t file, uint64_t offset, size_t bytes);

#endif
