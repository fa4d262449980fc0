/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A machine for tests of the delta log, which can be stopped at any I/O: the log's area, of whose
 * last write any sectors may have arrived, and blocks with their checksum files, of whose dirty
 * sectors any may have been written back. What a block's bytes are follows from its number and
 * their offset, so that every byte can be looked at.
 */
#ifndef DELTA_RIG_H
#define DELTA_RIG_H

#include "delta/area.h"
#include "delta/home.h"
#include "delta/log.h"
#include "delta/recovery.h"
#include "test_random.h"

#define RIG_BLOCKS     8u
#define RIG_BLOCK_MAX  (96u << 10) /* bytes */
#define RIG_STREAMS    64u
#define RIG_CHUNK      512u /* bytes that a sum is of */
#define RIG_SUMS_HEAD  7u
#define RIG_SUMS_MAX   (RIG_SUMS_HEAD + RIG_BLOCK_MAX / RIG_CHUNK * 4)
#define RIG_DEFINITION 256u

struct delta_rig_file {
	uint8_t *cache; /* as programs see it */
	uint8_t *disk;
	uint64_t length;
	uint64_t disk_length;
	uint64_t max;
	bool is_there;
};

/* What the log may know of after its block was closed. */
struct delta_rig_stream {
	struct delta_stream stream;
	uint8_t definition[RIG_DEFINITION];
	bool taken;
};

struct delta_rig_block {
	struct delta_rig_file data;
	struct delta_rig_file sums;
	struct delta_rig_stream *stream; /* its writer's, while it is open */
	uint64_t stamp;
	uint64_t at_home; /* all before it is durable at home, or in the log */
	uint64_t sums_from;
	uint64_t acknowledged;
	uint64_t promised; /* that the open commit will have made durable */
	bool by_home;      /* the last sync was at home */
	bool open;
};

struct delta_rig {
	struct test_random random;
	struct delta_geometry geometry;
	struct delta_area area;
	struct delta_home home;
	uint8_t *disk;        /* the log's file */
	uint64_t writes_left; /* until the machine stops; UINT64_MAX: it does not */
	bool stopped;
	bool volume_is_away; /* homes answer -ENODEV */
	struct delta_rig_block block[RIG_BLOCKS];
	struct delta_rig_block *opened; /* by recovery */
	struct delta_log log;
	struct delta_rig_stream stream[RIG_STREAMS];
	struct delta_stream *slot[RIG_STREAMS];
	struct delta_commit commit;
	uint8_t page[DELTA_PAGE];
};

/* All memory is allocated; a log is formatted. */
void delta_rig_open(struct delta_rig *rig, uint64_t seed, uint32_t segments);
void delta_rig_close(struct delta_rig *rig);

/* The byte of a block there. */
uint8_t delta_rig_byte(uint32_t block, uint64_t offset);
uint32_t delta_rig_number(const struct delta_rig *rig, const struct delta_rig_block *block);

/* A writer appends bytes and their sums to an open block. */
void delta_rig_append(struct delta_rig *rig, struct delta_rig_block *block, uint32_t count);
/* A writer begins, or begins again, with a new stamp. False: there are too many streams. */
bool delta_rig_begin(struct delta_rig *rig, struct delta_rig_block *block);
/* Streams that the log needs no more may be taken again. */
void delta_rig_reap(struct delta_rig *rig);
/* What the log is told of bytes that are not durable yet. */
void delta_rig_sync_of(const struct delta_rig_block *block, struct delta_sync *sync);

/* As fdatasync of both files. */
void delta_rig_sync_home(struct delta_rig_block *block);
/* The kernel writes some of it back. */
void delta_rig_write_back(struct delta_rig *rig, struct delta_rig_block *block);

/* The machine loses what is not on a disk; or only the process ends, and files stay as they are. */
void delta_rig_lose(struct delta_rig *rig, bool power);

/* Bytes of a block that agree with its sums, as HDFS finds them; fails when one is a wrong byte. */
uint64_t delta_rig_check(struct delta_rig *rig, struct delta_rig_block *block);

/* Reads the area's log and brings its streams home, in memory that grows as is needed. */
struct delta_rig_recovery {
	struct delta_reader reader;
	struct delta_recovery recovery;
	uint8_t *memory;
	void *streams;
};
void delta_rig_recover(struct delta_rig *rig, struct delta_rig_recovery *recovery);
void delta_rig_recovery_free(struct delta_rig_recovery *recovery);

#endif
