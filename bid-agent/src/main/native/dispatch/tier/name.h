/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * By what recovery finds a file: its path, and the number and time of birth of its inode, which no
 * other file of that name has.
 */
#ifndef DISPATCH_TIER_NAME_H
#define DISPATCH_TIER_NAME_H

#include <stdint.h>

#include "delta/format.h"

#define TIER_NAME_BYTES (DELTA_DEFINITION_FIXED + 10u + DELTA_TEXT_MAX)

/* The name of an open file as a definition; how many bytes, 0: it has none. */
uint32_t tier_name(int fd, uint8_t *definition);

/*
 * Opens the file of a definition, for writing. It may have got another name in its folder. Returns
 * the descriptor; -ENOENT: it is gone; another negative errno, as when its folder is not there.
 */
int tier_name_open(const uint8_t *definition, uint32_t bytes);

#endif
