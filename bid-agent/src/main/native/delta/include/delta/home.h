/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The files that streams are of, as recovery reads and mends them: one stream's two at a time.
 */
#ifndef DELTA_HOME_H
#define DELTA_HOME_H

#include "delta/format.h"

enum delta_file {
	DELTA_FILE_DATA,
	DELTA_FILE_CHECKSUM,
};

/* All but close return 0 or a negative errno, and nothing of one that failed is relied upon. */
struct delta_home_ops {
	/*
	 * Opens a stream's files. -ENODEV: its volume is not there. -ENOENT: one of them is not
	 * there, and create does not say that it is to be made.
	 */
	int (*open)(void *context, const struct delta_definition *definition, bool create);
	int (*length)(void *context, enum delta_file file, uint64_t *length);
	/* All of the bytes, which lie within the file's length. */
	int (*read)(void *context, enum delta_file file, uint64_t offset, uint8_t *memory,
		    uint32_t bytes);
	int (*write)(void *context, enum delta_file file, uint64_t offset, const uint8_t *bytes,
		     uint32_t count);
	int (*cut)(void *context, enum delta_file file, uint64_t length);
	/* Makes what both hold durable, and that they are there. */
	int (*sync)(void *context);
	void (*close)(void *context);
};

struct delta_home {
	const struct delta_home_ops *ops;
	void *context;
};

#endif
