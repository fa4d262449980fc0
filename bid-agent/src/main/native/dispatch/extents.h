/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A file's address out of what a file system says of its extents, which may be anything.
 */
#ifndef DISPATCH_EXTENTS_H
#define DISPATCH_EXTENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of a file that follow each other on the disk, as is said. */
struct file_extent {
	uint64_t offset; /* in the file */
	uint64_t place;  /* on the disk, in bytes */
	uint64_t length; /* in bytes */
};

/*
 * The sector of the file's first byte, if its sectors followed each other from there, by which most
 * of the bytes have the address that they lie at; of two places with as many the first one's. A
 * file's first page may lie far from all others: ext4 keeps small files together, and a file that
 * is synced is a small one at first. Extents that cannot be, or would have the file begin past the
 * last sector, count for nothing. false: there is no other.
 */
bool extents_address(const struct file_extent *extent, uint32_t count, uint64_t last_sector,
		     uint64_t *lba);

#endif
