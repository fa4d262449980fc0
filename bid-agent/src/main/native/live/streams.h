/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What each stream of a load does, in a thread of its own, until the volume takes nothing any more.
 */
#ifndef LIVE_STREAMS_H
#define LIVE_STREAMS_H

#include "files.h"
#include "sim/histogram.h"
#include "writing.h"

/* What all streams of a run share. */
struct stage {
	const struct live_load *load;
	const struct live_files *files;
	const struct live_host *host;
	struct volume *volume;
	struct throttle throttle;
	struct dirty dirty;
	atomic_bool measures;
	atomic_bool over;
};

struct stream {
	struct stage *stage;
	enum live_kind kind;
	uint32_t number;
	pthread_t thread;
	struct writing writing; /* a writer's: outlives it, for what is still dirty */
	int error;
	uint64_t bytes;
	uint64_t requests;
	struct sim_histogram latency;
};

void *stream_run(void *stream);

#endif
