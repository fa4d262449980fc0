/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "live/live.h"

#define KIB UINT64_C(1024)

/* Threads of ReadaheadPool that live on (POOL_SIZE). */
#define POOL 4u

const struct live_host live_hosts[] = {
	{.name = "kernel",
	 .summary = "readahead of 128 KiB, as Linux has it by default; buffered writes",
	 .readahead_bytes = 128 * KIB},
	{.name = "kernel-4m",
	 .summary =
		 "readahead of 4 MiB by the reader's own thread (read_ahead_kb); buffered writes",
	 .readahead_bytes = 4096 * KIB},
	{.name = "hadoop",
	 .summary = "256 KiB, and of Hadoop's 4 MiB what Linux reads by default; buffered writes",
	 .readahead_bytes = 256 * KIB,
	 .pool_bytes = 1280 * KIB,
	 .pool_threads = POOL},
	{.name = "hadoop-4m",
	 .summary = "256 KiB, and all of Hadoop's 4 MiB; buffered writes",
	 .readahead_bytes = 256 * KIB,
	 .pool_bytes = 4096 * KIB,
	 .pool_threads = POOL},
	{.name = "batch",
	 .summary = "as kernel-4m, but large writes with O_DIRECT (HDFS-17973)",
	 .readahead_bytes = 4096 * KIB,
	 .writes = LIVE_BATCHED},
	{.name = "direct",
	 .summary = "reads and writes go to the scheduler, reads are announced",
	 .announces = true,
	 .buffer_bytes = 256 * KIB,
	 .writes = LIVE_SCHEDULED},
	{.name = "direct-4m",
	 .summary = "as direct, but with a readahead of 4 MiB in place of announcements",
	 .readahead_bytes = 4096 * KIB,
	 .writes = LIVE_SCHEDULED},
};
const size_t live_host_count = sizeof(live_hosts) / sizeof(live_hosts[0]);
