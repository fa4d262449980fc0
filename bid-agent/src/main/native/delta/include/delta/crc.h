/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The two sums that HDFS's checksum files may have; the log's own is Castagnoli's.
 */
#ifndef DELTA_CRC_H
#define DELTA_CRC_H

#include <stddef.h>
#include <stdint.h>

enum delta_crc_kind {
	DELTA_CRC32,  /* of Ethernet and zip */
	DELTA_CRC32C, /* Castagnoli's, as of iSCSI */
};

/* Of bytes that follow those that the sum is of so far; 0 before the first. */
uint32_t delta_crc(enum delta_crc_kind kind, uint32_t sum, const uint8_t *bytes, size_t count);

#endif
