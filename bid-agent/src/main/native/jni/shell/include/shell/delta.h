/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Delta logs and the blocks in them by numbers, as shell.h has volumes. From any thread.
 */
#ifndef SHELL_DELTA_H
#define SHELL_DELTA_H

#include "deltafile/group_file.h"

/*
 * Recovers a log and begins it, or makes a new one. Returns a number above 0; 0 when it was only to
 * be drained; or a negative errno with the reason.
 */
int64_t shell_log_open(const struct group_file_options *options,
		       struct group_file_recovery *recovery, char *reason, size_t reason_size);
/* Brings its blocks home and ends it; returns when nobody is inside. Returns 0 or -EBADF. */
int shell_log_close(int64_t log);
/* Returns 0 or -EBADF. */
int shell_log_statistics(int64_t log, struct group_log_statistics *statistics);

/* As group_stream_open: a number above 0, or a negative errno. -ESTALE: there is no such log. */
int64_t shell_stream_open(int64_t log, const struct delta_definition *definition, const int fd[2],
			  uint32_t chunk);
/* All as group_log.h has them; -ESTALE: there is no such stream (any more). */
/* The commit's number, above 0, or a negative errno. */
int64_t shell_stream_put(int64_t stream);
int shell_stream_await(int64_t stream, int64_t commit);
int shell_stream_synced(int64_t stream);
int shell_stream_close(int64_t stream);

#endif
