/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Streams of a DataNode on a volume with a modelled disk in real time: real files, real data that
 * are compared, and between a stream and its scheduler what Linux and the DataNode put there.
 */
#ifndef LIVE_LIVE_H
#define LIVE_LIVE_H

#include "bid/policy.h"

/* How a stream's writes reach the scheduler. */
enum live_writes {
	/*
	 * By the page cache: one thread of the kernel writes back file by file, 4 MiB of each
	 * (fs/fs-writeback.c, writeback_chunk_size), once half of the memory for it is dirty.
	 */
	LIVE_BUFFERED,
	/*
	 * In batches with O_DIRECT, so many bytes of all streams under way at the most
	 * (HDFS-17973). One batch is filled while the one before it is written.
	 */
	LIVE_BATCHED,
	/* Given to the scheduler behind the writer, who does not wait for them. */
	LIVE_SCHEDULED,
};

/* What is between a stream and the scheduler. */
struct live_host {
	const char *name;
	const char *summary;
	bool announces; /* each stream says what it will read; otherwise it is read ahead of it */
	/* Of an announcing host: what is read at a time, as the DataNode's dataset does. */
	uint32_t buffer_bytes;
	/* The page cache's readahead: half of it used up, it is asked for again. 0: none. */
	uint64_t readahead_bytes;
	/*
	 * What the kernel reads of what Hadoop's ReadaheadPool asks for (POSIX_FADV_WILLNEED) every
	 * 2 MiB: at most the queue's max_sectors_kb or read_ahead_kb (mm/readahead.c,
	 * force_page_cache_ra), 1280 KiB by default. 0: Hadoop asks for nothing. It is asked for by
	 * the threads of the pool in turn, which schedulers take for the streams that they are.
	 */
	uint64_t pool_bytes;
	uint32_t pool_threads;
	enum live_writes writes;
};

extern const struct live_host live_hosts[];
extern const size_t live_host_count;

struct live_contender {
	const struct live_host *host;
	const struct bid_policy *policy;
	struct bid_settings settings;
};

/* Who does what, for how long. All times are the disk's. */
struct live_load {
	const char *disk; /* as for device_open */
	uint32_t ncq;
	const char *ssd;  /* the second tier of policies that have one; NULL: there is none */
	uint32_t log_mib; /* of its log */
	uint32_t scale;   /* the disk's time passes so many times as fast as ours */
	uint32_t readers;
	uint32_t writers;
	uint32_t small_percent; /* of the readers' requests, small writes that they wait for */
	uint32_t sync_ms;       /* one more stream writes and syncs every so often; 0: none */
	uint32_t warm_ms;
	uint32_t measured_ms;
	uint32_t block_mib; /* what a reader or writer moves before it turns to another block */
};

#define LIVE_STREAMS_MAX 64u

enum live_kind { LIVE_READER, LIVE_WRITER, LIVE_SYNCER };

/* Of one stream, in the time that was measured. */
struct live_stream_figures {
	enum live_kind kind;
	uint64_t bytes;
	uint64_t requests; /* a syncer's: a write and its sync are one */
	uint64_t p50_ns;
	uint64_t p95_ns;
	uint64_t p99_ns;
	uint64_t max_ns;
};

struct live_figures {
	uint64_t measured_ns;
	uint64_t bytes_read;    /* by readers */
	uint64_t bytes_written; /* that the disk had taken */
	uint64_t syncs;
	/* With the warm-up: read ahead of announced streams; see struct backend. */
	uint64_t bytes_ahead;
	uint64_t busy_ns;
	uint64_t late_ns;
	uint64_t bytes_redirected; /* with the warm-up: written to the SSD, */
	uint64_t bytes_home;       /* and brought home from there */
	uint32_t streams;
	struct live_stream_figures stream[LIVE_STREAMS_MAX];
};

/* Files of the streams, in memory as far as the machine has room. */
struct live_files;

/*
 * Makes them without names in the folder. Returns 0; -E2BIG for more than LIVE_STREAMS_MAX streams
 * or none; another negative errno.
 */
int live_files_make(const char *folder, const struct live_load *load, struct live_files **files);
void live_files_free(struct live_files *files);

/*
 * One contender under the load. Returns 0; -EILSEQ: other data came than had been written; another
 * negative errno, with the message of a disk that could not be opened in error.
 */
int live_run(const struct live_load *load, const struct live_files *files,
	     const struct live_contender *contender, struct live_figures *figures, char *error,
	     size_t error_size);

/*
 * What the disk reads in sequence, bytes per second: blocks at places spread over all of it, each
 * whole and one after the other, in virtual time. Returns 0 or a negative errno as above.
 */
int live_bound(const struct live_load *load, uint64_t *bytes_per_second, char *error,
	       size_t error_size);

#endif
