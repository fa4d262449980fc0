/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Makes the per-CPU files of a binary trace, in memory.
 */
#ifndef SUPPORT_BLKTRACE_WRITER_H
#define SUPPORT_BLKTRACE_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "trace_run.h"

#define BLKTRACE_CPUS 8

/* The upper half of a record's action. */
enum {
	BLK_READ = 0x1,
	BLK_WRITE = 0x2,
	BLK_FLUSH = 0x4,
	BLK_SYNC = 0x8,
	BLK_PC = 0x200,
	BLK_NOTIFY = 0x400,
	BLK_AHEAD = 0x800,
	BLK_DISCARD = 0x2000,
	BLK_FUA = 0x8000,
};

#define BLK_SDA (8u << 20)

struct blktrace_event {
	uint64_t time_ns;
	uint32_t cpu;
	char action; /* as blkparse prints it: Q, M, G, D, C, P, A, X; or N: a notification */
	uint32_t category;
	uint64_t sector;
	uint32_t sectors;
	uint32_t pid;
	uint32_t device; /* 0: BLK_SDA */
	const void *payload;
	uint16_t payload_bytes;
	bool cgroup; /* a cgroup's id heads the payload */
};

struct blktrace_writer {
	bool big_endian;
	struct {
		unsigned char *bytes;
		size_t size;
		size_t room;
		uint32_t sequence;
	} cpu[BLKTRACE_CPUS];
};

void blktrace_writer_event(struct blktrace_writer *writer, const struct blktrace_event *event);
void blktrace_writer_raw(struct blktrace_writer *writer, uint32_t cpu, const void *bytes,
			 size_t size);

/* Reads what was written, without the CPUs whose bits are set in missing. */
void blktrace_writer_run(const struct blktrace_writer *writer, uint32_t missing,
			 const struct trace_options *options, struct trace_run *run);
void blktrace_writer_free(struct blktrace_writer *writer);

#endif
