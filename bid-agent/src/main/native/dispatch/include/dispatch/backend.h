/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What serves a volume's transfers. A back end belongs to the volume that it is given to, whose
 * thread alone calls it.
 */
#ifndef DISPATCH_BACKEND_H
#define DISPATCH_BACKEND_H

#include <sys/types.h>

#include "bid/policy.h"
#include "device/device.h"

enum backend_op {
	BACKEND_READ,
	BACKEND_WRITE,
	BACKEND_SYNC,
	BACKEND_WRITE_BACK, /* what the kernel's cache holds of the bytes */
};

/* Bytes that follow each other in one file, or a sync of the file. */
struct backend_transfer {
	struct bid_link link; /* the back end's while it has it */
	enum backend_op op;
	int fd;
	uint64_t offset;
	uint32_t length;
	void *memory;
	uint64_t lba;     /* where that lies, for who models a disk */
	uint32_t sectors; /* of a sync: 0 */
	/*
	 * What became of it: bytes that were moved, or a negative errno. A read is short at the end
	 * of its file alone, a write never is. A sync and a write-back move none.
	 */
	int64_t result;
	uint32_t moved;           /* the back end's: so far */
	struct bid_request model; /* the back end's: as a disk sees it */
};

struct backend;

struct backend_ops {
	/* Takes a transfer; does not wait. */
	void (*submit)(struct backend *backend, struct backend_transfer *transfer);
	/* One that is done, or NULL. */
	struct backend_transfer *(*take_done)(struct backend *backend);
	/* When take_done is to be asked though ready_fd says nothing; BID_NEVER. May be NULL. */
	uint64_t (*next_ns)(struct backend *backend);
	/* Its clock, which never goes back. */
	uint64_t (*now_ns)(const struct backend *backend);
	/* Nothing is under way. */
	void (*close)(struct backend *backend);
};

struct backend {
	const struct backend_ops *ops;
	const char *name; /* which one runs: "io_uring", "threads", "emulated" */
	struct bid_device_profile profile;
	int ready_fd;            /* can be read when something is done; -1: next_ns says it all */
	uint32_t time_per_mille; /* of its clock: so many ns pass in 1000 of ours */
	bool direct;             /* transfers of files with O_DIRECT may be given to it */
	bool on_disk; /* where files lie on the machine's disk is where they lie for it */
	/*
	 * By its clock, how long a modelled disk had commands, and how long what it had done was
	 * not noticed: with one command at a time it does nothing meanwhile. 0 for others.
	 */
	uint64_t busy_ns;
	uint64_t late_ns;
	/* And of its arm; 0 for others, and for what has none. */
	uint64_t positioning_ns; /* from a command to its first sector, all commands' */
	uint64_t arm_movements;
	uint64_t arm_track;  /* where it goes, or is */
	uint64_t arm_tracks; /* it is among so many */
};

/* Most transfers under way at a time, syncs and all. */
#define BACKEND_TRANSFERS_MAX 256u

/* Which of the two ways files are read and written in. */
enum backend_engine {
	BACKEND_ANY_ENGINE, /* io_uring, or threads where that is forbidden */
	BACKEND_IO_URING,
	BACKEND_THREADS,
};

/*
 * Files as they are, on a device of that profile. direct: with O_DIRECT, where a file can be opened
 * so. Returns 0 or a negative errno.
 */
int backend_open_files(const struct bid_device_profile *profile, enum backend_engine engine,
		       bool direct, struct backend **backend);

/*
 * Files whose data are moved at once, but each transfer is done when a modelled disk would have
 * done it. Of that disk's time time_per_mille ns pass in 1000 of ours: 1000 is real time, less is a
 * slower disk. The device is closed with the back end, also when this fails. Returns 0 or a
 * negative errno.
 */
int backend_open_emulated(struct device *device, uint32_t time_per_mille, struct backend **backend);

#endif
