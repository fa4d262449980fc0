/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Reads and writes that move all or say why not.
 */
#ifndef DELTAFILE_WHOLE_H
#define DELTAFILE_WHOLE_H

#include <stdint.h>

/* Return 0 or a negative errno; -ENODATA: the file ends before. */
int whole_read(int fd, uint64_t offset, void *memory, uint32_t bytes);
int whole_write(int fd, uint64_t offset, const void *bytes, uint32_t count);
int whole_sync(int fd);
/* Makes durable that the file of that name is there. */
int whole_sync_parent(int folder, const char *path);

#endif
