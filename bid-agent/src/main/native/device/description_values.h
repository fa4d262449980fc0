/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The values of a description of a device: what each kind of them may be, and where it goes.
 */
#ifndef DEVICE_DESCRIPTION_VALUES_H
#define DEVICE_DESCRIPTION_VALUES_H

#include "device/description.h"

/* Where in which description a value stands. */
struct parser {
	struct description *description;
	const struct failure *failure;
	const char *name;
	unsigned int line;
	bool kind_known;
	double hit_overhead_ms;
};

/* Says what is wrong with the value at hand, and returns -EINVAL. */
int parser_fail(const struct parser *parser, const char *reason, const char *value);

/*
 * Reads a value into its field. Returns 0; -EINVAL when it is none of its kind, with a message that
 * names the line; or -ENOMEM.
 */
typedef int set_fn(struct parser *parser, const char *value, void *field);

set_fn set_real; /* 0 to 1e15; a double */
set_fn set_u32;
set_fn set_u64;
set_fn set_kib;  /* KiB, kept as sectors in a uint32_t */
set_fn set_name; /* cut to the length of struct hdd_description's */
set_fn set_mapping;
set_fn set_write_cache;
set_fn set_bus;      /* MB/s, kept as ms a sector */
set_fn set_bus_rate; /* MB/s, kept as bytes a second */
set_fn set_seek_two_parts;
set_fn set_seek_three;
set_fn set_seek_points;
set_fn set_zone; /* one more of a struct hdd_description */

#endif
