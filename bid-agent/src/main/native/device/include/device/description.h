/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Descriptions of devices as small text files: lines of "key = value", "#" begins a comment. The
 * presets are such texts (presets.c); a user writes one to add a disk.
 *
 *   kind = hdd | ssd             what it is; first
 *   name = TEXT
 *
 * Of an hdd:
 *   rpm = N
 *   heads = N
 *   zone = FIRST LAST SECTORS [TRACK_SKEW CYLINDER_SKEW]
 *                                cylinders, sectors per track, skews in sectors; one line per zone,
 *                                outermost first. Without skews: as small as the head switch and
 *                                the shortest seek allow
 *   mapping = cylinder | serpentine
 *   seek_ms = D:MS D:MS ...      measured points, or
 *   seek_two_parts = LIMIT A B C E
 *                                A + B * sqrt(d) ms below LIMIT cylinders, C + E * d from there on
 *   seek_three_ms = SINGLE AVERAGE FULL
 *   write_settle_ms, head_switch_ms
 *   read_overhead_ms, write_overhead_ms, hit_overhead_ms   of a command
 *   bus_mb_s = N                 10^6 bytes per second
 *   buffer_segments = N, buffer_segment_kib = N
 *   read_ahead_kib = N           0: none
 *   write_cache = on | off, write_cache_kib = N
 *   ncq = N                      commands that it holds; 1: one at a time
 *   sectors = N                  when fewer than the zones hold
 *
 * Of an ssd:
 *   sectors, page_kib, pages_per_block, channels, read_ms, write_ms, erase_ms, spare, filled,
 *   bus_mb_s, read_overhead_ms, write_overhead_ms, write_buffer_kib, depth
 */
#ifndef DEVICE_DESCRIPTION_H
#define DEVICE_DESCRIPTION_H

#include "device/device.h"
#include "device/failure.h"
#include "device/hdd_description.h"
#include "device/ssd.h"

/* The longest description, and DiskSim file, that is read. */
#define DESCRIPTION_MAX_BYTES (16u << 20)

struct description {
	bool is_ssd;
	struct hdd_description hdd;
	struct ssd_description ssd;
};

/*
 * Reads a description; name is what messages call it. Returns 0, -EINVAL with "name:line: reason",
 * or -ENOMEM. On success the caller frees it.
 */
int description_parse(const char *text, size_t size, const char *name,
		      struct description *description, const struct failure *failure);
void description_free(struct description *description);

/* Opens what is described. Returns 0 or a negative errno with a message. */
int description_open(const struct description *description, const struct device_options *options,
		     struct device **device, const struct failure *failure);

/* Reads a whole file, with a zero byte behind it. Returns 0 or a negative errno with a message. */
int description_read_file(const char *path, char **text, size_t *size,
			  const struct failure *failure);

#endif
