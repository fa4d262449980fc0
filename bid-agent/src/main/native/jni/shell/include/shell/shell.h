/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Volumes by numbers, for callers that cannot be trusted with pointers: a number that stands for
 * nothing, or for what was closed meanwhile by another thread, is an error. From any thread.
 */
#ifndef SHELL_SHELL_H
#define SHELL_SHELL_H

#include <stddef.h>

#include "dispatch/volume.h"

/* Changes with whatever Java and this must agree on. */
#define SHELL_ABI 8

/* By ordinal as VolumeOptions.Engine has them; "java" never comes here. */
enum shell_engine {
	SHELL_ANY,
	SHELL_IO_URING,
	SHELL_THREADS,
	SHELL_JAVA,
	SHELL_EMULATED,
	SHELL_ENGINES
};

struct shell_options {
	const char *policy;
	enum shell_engine engine;
	bool direct;
	struct bid_device_profile profile; /* not of an emulated disk */
	uint64_t max_bytes;
	uint32_t max_requests;
	const char *model; /* of an emulated disk: a preset or a path; and */
	uint32_t ncq_depth;
	uint32_t time_per_mille;
	struct bid_class_bounds bounds[BID_CLASSES];
};

/*
 * Returns a number above 0, or a negative errno with the reason: -ENOENT when there is no such
 * policy, -EINVAL when what is set of it is not so.
 */
int64_t shell_open(const struct shell_options *options, char *reason, size_t reason_size);
/*
 * Ends a volume and closes its files; returns when nobody is inside. Returns 0 with its last
 * figures, or -EBADF.
 */
int shell_close(int64_t volume, struct volume_statistics *last);
/* "io_uring", "threads" or "emulated"; NULL: no such volume. */
const char *shell_engine(int64_t volume);
/* Both return 0 or -EBADF. */
int shell_statistics(int64_t volume, struct volume_statistics *statistics);
int shell_cancel_stream(int64_t volume, uint64_t stream);

/* Returns a number above 0, or a negative errno: -EBADF for the volume or for the descriptor. */
int64_t shell_open_file(int64_t volume, int fd);
/* Lets go of a file: what is under way is still served. Returns 0 or -EBADF. */
int shell_close_file(int64_t file);
/* Its bytes by now, or -ESTALE. */
int64_t shell_file_length(int64_t file);
/* Returns 0 or -EBADF. */
int shell_cancel_file(int64_t file);
/*
 * volume_call on a file, whose place in the request is not looked at: bytes, or a negative errno;
 * -ESTALE: there is no such file (any more).
 */
int64_t shell_call(int64_t file, const struct volume_request *request);
/* As volume_announce; -ESTALE as well. */
int shell_announce(int64_t file, uint64_t stream, uint64_t offset, uint64_t length,
		   uint8_t service_class);

/* How many numbers stand for something; for tests. */
uint32_t shell_open_count(void);

#endif
