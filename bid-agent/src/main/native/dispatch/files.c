/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Which engine serves files.
 */
#include <errno.h>

#include "engines.h"

/* Beyond what the device takes at a time: syncs, which wait for long. */
#define SYNC_THREADS 2u
#define THREADS_MAX  64u

static int files_open_threads(const struct bid_device_profile *profile, struct backend **backend)
{
	uint32_t threads = profile->depth < THREADS_MAX - SYNC_THREADS
				   ? profile->depth + SYNC_THREADS
				   : THREADS_MAX;

	return thread_engine_open(threads, backend);
}

int backend_open_files(const struct bid_device_profile *profile, enum backend_engine engine,
		       bool direct, struct backend **backend)
{
	int error = -ENOSYS;

	if (engine != BACKEND_THREADS)
		error = ring_engine_open(backend);
	if (error && engine != BACKEND_IO_URING)
		error = files_open_threads(profile, backend);
	if (error)
		return error;
	(*backend)->profile = *profile;
	(*backend)->direct = direct;
	(*backend)->on_disk = true;
	return 0;
}
