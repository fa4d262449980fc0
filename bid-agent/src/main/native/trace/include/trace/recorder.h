/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Block-layer events of the running machine, through the kernel's tracefs. Works where blktrace
 * does not (a locked-down kernel), and needs no tool; it needs root.
 *
 * The events go to a trace instance of their own, so that nobody else's tracing is touched, and the
 * instance goes when the recorder is closed. After a kill -9 it stays: remove it with
 * rmdir /sys/kernel/tracing/instances/bid-record-PID.
 */
#ifndef TRACE_RECORDER_H
#define TRACE_RECORDER_H

#include "trace/event.h"

struct trace_recorder_options {
	const char *device; /* a disk's name, with or without /dev/ */
	/* Asked several times a second; true ends the recording. */
	bool (*stop)(void *context);
	void *context;
	uint64_t own_process; /* whose requests are not recorded; 0: nobody's */
	/* Where to look; NULL: /sys/kernel/tracing or /sys/kernel/debug/tracing, and /sys. */
	const char *tracefs;
	const char *sysfs;
	/* A trace instance that is there and stays; NULL: makes one and removes it. */
	const char *instance;
};

/*
 * Starts recording. Requests of the disk's partitions are given as the disk's, as the block layer
 * itself does it. The events end when stop says so. Returns 0 or a negative errno with a message:
 * -ENODEV for an unknown device, -EINVAL for a partition, -EACCES without the rights, -ENOENT
 * without tracefs.
 */
int trace_recorder_start(const struct trace_recorder_options *options, struct trace_events **events,
			 uint32_t *device, char *error, size_t error_size);

/* Events that the kernel had no room for, so far. */
uint64_t trace_recorder_lost(const struct trace_events *events);

#endif
