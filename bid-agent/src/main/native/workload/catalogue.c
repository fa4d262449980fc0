/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The workloads. What is mixed with what follows the table of the source (P. Mishra, "Host managed
 * storage solutions for Big Data", 2018, chapter 3); gaps, request sizes and the readahead's share
 * follow measurements; docs/bid-workloads.md gives both, and what comes out.
 *
 * A process is a task's slot with all that it reads and writes, as with direct I/O or where the
 * kernel knows whose a page is; only in "datanode" do kworkers write for others.
 */
#include "spec.h"

#include <string.h>

#include "bid/request.h"
#include "workload/workload.h"

#define MIB 1024u /* in KiB */

/* What a DataXceiver's reads become by the kernel's readahead of 128 KiB, as recorded. */
static const struct size_mix transfer_mix = {{{128, 90}, {64, 2}, {32, 4}, {16, 4}}};
/* What posix_fadvise(WILLNEED) submits: as much as a request holds. */
static const struct size_mix readahead_mix = {{{512, 85}, {256, 10}, {128, 5}}};
/* Both together, where a task is one stream: 41 % of the bytes are the readahead's. */
static const struct size_mix block_mix = {{{128, 80}, {512, 15}, {32, 3}, {16, 2}}};
static const struct size_mix writeback_mix = {{{512, 70}, {256, 15}, {128, 10}, {64, 5}}};
/* Map outputs of jobs that combine counts. */
static const struct size_mix spill_mix = {{{4, 20}, {8, 15}, {16, 25}, {32, 20}, {64, 20}}};
/*
 * A reducer's segments of the outputs of maps that sort what they read: their share of 100 MB among
 * hundreds of reducers, by a readahead of 128 KiB.
 */
static const struct size_mix segment_mix = {{{16, 10}, {32, 15}, {64, 25}, {128, 50}}};
/* A checksum file's dirty pages: 32 KiB for 4 MiB of block. */
static const struct size_mix checksum_mix = {{{16, 20}, {32, 70}, {64, 10}}};
static const struct size_mix small_mix = {{{4, 60}, {8, 25}, {16, 15}}};

/* Between requests of a thread, on DataNode disks of a 10-node cluster. */
static const struct quantiles measured_gap = {0.05, 2.1, 18, 74, 300};
/* Within a commit: one block behind the other. */
static const struct quantiles journal_gap = {0.02, 0.1, 1, 10, 20};

/* Process numbers: a group's processes are the same ones in every phase. */
enum {
	JOURNAL_PROCESS = 10,
	LOG_PROCESS = 20,
	TASK_PROCESS = 1000,
	READAHEAD_PROCESS = 2000,
	KWORKER_PROCESS = 3000,
	TRANSFER_PROCESS = 100000,
};

/* A block's replica from its beginning to its end, or a turn of that many KiB at a time. */
#define READ_BLOCK(mix_, turn_min, turn_max)                                                       \
	{                                                                                          \
		.op = BID_READ, .flags = BID_SYNC, .zone = ZONE_BLOCKS, .files = 1,                \
		.announced = true, .file_kib = {64 * MIB, 128 * MIB},                              \
		.turn_kib = {turn_min, turn_max}, .mix = &(mix_), .gap = &measured_gap             \
	}
#define WRITE_BLOCK(turn_min, turn_max)                                                            \
	{                                                                                          \
		.op = BID_WRITE, .zone = ZONE_FREE, .files = 1, .announced = true,                 \
		.file_kib = {64 * MIB, 128 * MIB}, .turn_kib = {turn_min, turn_max},               \
		.mix = &writeback_mix, .gap = &measured_gap                                        \
	}
/* The checksum file beside a block that is written. */
#define WRITE_CHECKSUMS(turn_min, turn_max)                                                        \
	{                                                                                          \
		.op = BID_WRITE, .zone = ZONE_SIDE, .files = 1, .file_kib = {512, 1 * MIB},        \
		.turn_kib = {turn_min, turn_max}, .mix = &checksum_mix, .gap = &measured_gap       \
	}
/* A result too small for blocks of its own size. */
#define WRITE_RESULT(turn_min, turn_max)                                                           \
	{                                                                                          \
		.op = BID_WRITE, .zone = ZONE_FREE, .files = 1, .announced = true,                 \
		.file_kib = {1 * MIB, 4 * MIB}, .turn_kib = {turn_min, turn_max},                  \
		.mix = &small_mix, .gap = &measured_gap                                            \
	}
#define SPILL(mix_, turn_min, turn_max)                                                            \
	{                                                                                          \
		.op = BID_WRITE, .zone = ZONE_LOCAL, .layout = LAYOUT_RANDOM, .files = 1,          \
		.turn_kib = {turn_min, turn_max}, .mix = &(mix_), .gap = &measured_gap             \
	}
/* A sorted run, as it is written back: by LOCAL_RUN_KIB of it at a time. */
#define SPILL_RUN(turn_min, turn_max)                                                              \
	{                                                                                          \
		.op = BID_WRITE, .zone = ZONE_LOCAL, .files = 1,                                   \
		.file_kib = {LOCAL_RUN_KIB, LOCAL_RUN_KIB}, .turn_kib = {turn_min, turn_max},      \
		.mix = &writeback_mix, .gap = &measured_gap                                        \
	}
#define SHUFFLE(mix_, turn_min, turn_max)                                                          \
	{                                                                                          \
		.op = BID_READ, .flags = BID_SYNC, .zone = ZONE_LOCAL, .layout = LAYOUT_RANDOM,    \
		.files = 1, .turn_kib = {turn_min, turn_max}, .mix = &(mix_), .gap = &measured_gap \
	}
#define SIDE(op_, flags_, turn_min, turn_max)                                                      \
	{                                                                                          \
		.op = (op_), .flags = (flags_), .zone = ZONE_SIDE, .layout = LAYOUT_RANDOM,        \
		.files = 1, .turn_kib = {turn_min, turn_max}, .mix = &small_mix,                   \
		.gap = &measured_gap                                                               \
	}

/*
 * What goes on beside every job, in the bursts in which the kernel writes back (it looks every
 * 5 s for pages older than 30 s, sooner where there are many): logs and history, checksum files;
 * and the journal, whose commits somebody may wait for.
 */
#define BACKGROUND                                                                                 \
	{.role = "logs",                                                                           \
	 .first_process = LOG_PROCESS,                                                             \
	 .processes = 3,                                                                           \
	 .start_ms = {10, 5000},                                                                   \
	 .pause_ms = {1000, 5000},                                                                 \
	 .steps = {{.op = BID_WRITE,                                                               \
		    .service_class = BID_LOG,                                                      \
		    .zone = ZONE_LOGS,                                                             \
		    .files = 1,                                                                    \
		    .file_kib = {8, 64},                                                           \
		    .mix = &small_mix,                                                             \
		    .gap = &measured_gap},                                                         \
		   SIDE(BID_WRITE, 0, 8, 32)}},                                                    \
	{                                                                                          \
		.role = "journal", .first_process = JOURNAL_PROCESS, .processes = 1,               \
		.start_ms = {10, 5000}, .pause_ms = {500, 5000}, .steps = {                        \
			{.op = BID_WRITE,                                                          \
			 .flags = BID_SYNC,                                                        \
			 .service_class = BID_LOG,                                                 \
			 .zone = ZONE_JOURNAL,                                                     \
			 .files = 1,                                                               \
			 .file_kib = {8, 48},                                                      \
			 .mix = &small_mix,                                                        \
			 .gap = &journal_gap}                                                      \
		}                                                                                  \
	}

/* Slots of tasks: a task's start takes its time. */
#define TASKS(role_, processes_, mib_)                                                             \
	.role = (role_), .first_process = TASK_PROCESS, .processes = (processes_), .mib = (mib_),  \
	.start_ms = {0, 1500}, .pause_ms = {500, 2500}

/* What tasks of one kind do, beside what goes on always; which step they begin with. */
#define JOB_PHASE(name_, tasks_, first_, ...)                                                      \
	{                                                                                          \
		.name = (name_), .groups = {                                                       \
			{tasks_, .begins_with = (first_), .steps = {__VA_ARGS__}},                 \
			BACKGROUND                                                                 \
		}                                                                                  \
	}

static const struct workload_spec specs[] = {
	{.name = "grep",
	 .phases = {JOB_PHASE("search", TASKS("map", 10, 4600), 0, READ_BLOCK(block_mix, 0, 0),
			      SPILL(spill_mix, 16, 64)),
		    JOB_PHASE("sort", TASKS("reduce", 2, 4), 1, WRITE_RESULT(32, 64),
			      SHUFFLE(spill_mix, 128, 256))}},
	{.name = "random-text-writer",
	 .phases = {JOB_PHASE("map", TASKS("map", 6, 9000), 0, WRITE_BLOCK(4 * MIB, 12 * MIB),
			      WRITE_CHECKSUMS(32, 96), SIDE(BID_WRITE, 0, 8, 20),
			      SIDE(BID_READ, BID_SYNC, 4, 8))}},
	{.name = "sort",
	 .phases = {JOB_PHASE("map", TASKS("map", 10, 2400), 0,
			      READ_BLOCK(block_mix, 8 * MIB, 16 * MIB),
			      SPILL_RUN(4 * MIB, 8 * MIB)),
		    JOB_PHASE("reduce", TASKS("reduce", 8, 1200), 2, WRITE_BLOCK(8 * MIB, 16 * MIB),
			      WRITE_CHECKSUMS(64, 128), SHUFFLE(segment_mix, 4 * MIB, 8 * MIB))}},
	{.name = "terasort",
	 .phases = {JOB_PHASE("map", TASKS("map", 10, 2000), 0,
			      READ_BLOCK(block_mix, 4 * MIB, 8 * MIB), SPILL_RUN(2 * MIB, 4 * MIB)),
		    JOB_PHASE("reduce", TASKS("reduce", 10, 1000), 2, WRITE_BLOCK(2 * MIB, 6 * MIB),
			      WRITE_CHECKSUMS(16, 48), SHUFFLE(segment_mix, 3 * MIB, 8 * MIB))}},
	{.name = "wordcount",
	 .phases = {JOB_PHASE("map", TASKS("map", 10, 2400), 0,
			      READ_BLOCK(block_mix, 4 * MIB, 8 * MIB), SPILL(spill_mix, 512, 1024)),
		    JOB_PHASE("reduce", TASKS("reduce", 8, 24), 1, WRITE_RESULT(32, 96),
			      SHUFFLE(spill_mix, 256, 512))}},
	{.name = "word-std-dev",
	 .phases = {JOB_PHASE("map", TASKS("map", 10, 4400), 0, READ_BLOCK(block_mix, 0, 0),
			      SPILL(spill_mix, 64, 256)),
		    JOB_PHASE("reduce", TASKS("reduce", 8, 8), 1, WRITE_RESULT(64, 128),
			      SHUFFLE(spill_mix, 64, 128))}},
	{.name = "datanode",
	 .phases = {{.name = "service",
		     .groups = {{.role = "transfer",
				 .first_process = TRANSFER_PROCESS,
				 .processes = 9,
				 .mib = 2700,
				 .start_ms = {0, 1000},
				 .pause_ms = {200, 2000},
				 .new_threads = true,
				 .steps = {READ_BLOCK(transfer_mix, 0, 0)}},
				{.role = "readahead",
				 .first_process = READAHEAD_PROCESS,
				 .processes = 2,
				 .mib = 1880,
				 .pause_ms = {500, 1500},
				 .steps = {{.op = BID_READ,
					    .flags = BID_AHEAD,
					    .service_class = BID_READAHEAD,
					    .zone = ZONE_BLOCKS,
					    .files = FILES_MAX,
					    .announced = true,
					    .file_kib = {64 * MIB, 128 * MIB},
					    .turn_kib = {1 * MIB, 4 * MIB},
					    .mix = &readahead_mix,
					    .gap = &measured_gap}}},
				{.role = "kworker",
				 .first_process = KWORKER_PROCESS,
				 .processes = 2,
				 .mib = 900,
				 .steps = {{.op = BID_WRITE,
					    .zone = ZONE_FREE,
					    .files = FILES_MAX,
					    .file_kib = {64 * MIB, 128 * MIB},
					    .turn_kib = {2 * MIB, 4 * MIB},
					    .mix = &writeback_mix,
					    .gap = &measured_gap},
					   SIDE(BID_WRITE, 0, 16, 32)}},
				BACKGROUND}}}},
};

const struct workload workload_list[] = {
	{"grep", "search in text: sequential reads, small writes"},
	{"random-text-writer", "writes text: sequential writes, some random, hardly any read"},
	{"sort", "large sequential reads, random then sequential writes; more reads than writes"},
	{"terasort", "sequential and random, reads and writes, more reads"},
	{"wordcount", "sequential reads, many random writes, then random reads, small writes"},
	{"word-std-dev", "sequential reads, small writes between the phases and at the end"},
	{"datanode", "a DataNode's disk: block transfers, readahead threads, kworkers"},
};
const size_t workload_count = sizeof(workload_list) / sizeof(workload_list[0]);

const struct workload_spec *workload_spec_find(const char *name)
{
	for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++)
		if (strcmp(specs[i].name, name) == 0)
			return &specs[i];
	return NULL;
}
