/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The files of a load: one for each stream, and behind them one for each reader's small writes.
 */
#ifndef LIVE_FILES_H
#define LIVE_FILES_H

#include "live/live.h"

struct live_files {
	uint32_t count;
	int fd[2 * LIVE_STREAMS_MAX];
	char *folder;
};

#endif
