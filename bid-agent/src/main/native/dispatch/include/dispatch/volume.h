/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Reads and writes files of one volume in the order of a scheduler: one thread, one core and one
 * back end for each volume. Functions may be called from any thread; what is not to be called from
 * within an answer says so.
 *
 * What a file holds is what the kernel says it holds: nothing is kept from it but what a stream has
 * announced to read, until the stream has read it, ends, or the same volume writes there. Who
 * changes such a file by other means cancels the streams that read it.
 */
#ifndef DISPATCH_VOLUME_H
#define DISPATCH_VOLUME_H

#include "dispatch/backend.h"

struct volume;
struct volume_file;

/*
 * An SSD beside the disk, for small writes that somebody waits for. Such a write is durable on the
 * SSD when it is answered, and not in its file: that gets it later. So all must read and write the
 * file by the volume, until volume_bring_home has returned. A file may get another name in its
 * folder meanwhile; in another folder it is not found after a crash.
 */
struct volume_second_tier {
	const char *path;        /* of its log, on the SSD; NULL: there is no second tier */
	uint64_t bytes;          /* of the log when it is made, at least 4 MiB; 0: 1 GiB */
	uint64_t idle_ns;        /* of the disk, before it takes home what it can; 0: 1 s */
	struct backend *backend; /* the SSD's; closed with the volume */
};

struct volume_options {
	const struct bid_policy *policy;
	struct volume_second_tier second;
	/* Of the devices the back ends' profiles are used. 0 streams: 256. */
	struct bid_setup setup;
	/*
	 * What may have been submitted and not answered: past it submit waits. 0: 64 MiB, 1024. As
	 * many announcements and cancellations may not have been heard yet. Writes that nobody
	 * waits for take the part of the core's queue that the policy grants them (write_limit) and
	 * the same part of this, so that reads need not wait behind them; at least one is taken.
	 */
	uint64_t max_bytes;
	uint32_t max_requests;
};

enum volume_op {
	VOLUME_READ,
	VOLUME_WRITE,
	VOLUME_SYNC,
	/*
	 * The kernel writes what its cache holds of the bytes, which needs no memory. No promise of
	 * durability: neither the device's cache nor the file's length and place are written.
	 */
	VOLUME_WRITE_BACK,
};

/* How many bytes were moved, or a negative errno. A read is short at the end of its file alone. */
typedef void volume_answer_fn(void *context, int64_t result);

struct volume_request {
	enum volume_op op;
	struct volume_file *file;
	uint64_t stream; /* whose: a block transfer, say */
	uint8_t service_class;
	bool background; /* nobody waits for it */
	bool no_wait;    /* -EAGAIN instead of waiting for room */
	uint64_t offset;
	uint32_t length;
	void *memory; /* the volume's until the answer */
	/* Called once for each request that was taken, by the volume's thread: to be short. */
	volume_answer_fn *answer;
	void *context;
};

struct volume_statistics {
	uint64_t requests;
	uint64_t bytes_read;
	uint64_t bytes_written;
	uint64_t bytes_written_back;
	uint64_t syncs;
	uint64_t failed;
	uint64_t cancelled;
	uint64_t waits;              /* of callers, for room */
	uint64_t transfers;          /* with the back end */
	uint64_t bytes_ahead;        /* read before they were asked for */
	uint64_t bytes_from_memory;  /* of those, asked for then */
	uint64_t bytes_lent;         /* memory that holds what was read ahead */
	uint64_t bytes_redirected;   /* written to the SSD in place of the disk */
	uint64_t bytes_from_ssd;     /* read there */
	uint64_t bytes_brought_home; /* from there */
	uint64_t ssd_live_bytes;     /* that live there now */
	uint64_t files_recovered;    /* that got bytes home when the volume was opened */
	uint64_t files_gone;         /* that were not there any more then */
	uint64_t log_damaged;        /* pages and segments of the log that could not be read then */
	uint64_t now_ns;             /* by the back end's clock */
	uint64_t busy_ns;            /* of a modelled disk: see struct backend */
	uint64_t late_ns;            /* of that too */
	uint64_t positioning_ns;     /* and of its arm: from commands to their first sectors */
	uint64_t arm_movements;
	uint32_t arm_per_mille; /* of its way, where it is: 0 outermost */
};

/*
 * Opens a volume; back ends are closed with it, also when this fails. What an earlier one has left
 * in the log of the second tier is in its files when this returns 0. Else -EINVAL for what the
 * policy refuses, for one without a second tier that is to have one, and for a device that takes
 * nothing; -EBUSY: another process has the log; -EBADMSG: that file is none; another negative
 * errno.
 */
int volume_open(const struct volume_options *options, struct backend *backend,
		struct volume **volume);

/*
 * Takes nothing from now on: answers what waits with -ECANCELED, and what is under way when it
 * ends. When it returns all is answered, and whoever asks for more is told -ESHUTDOWN; so is who
 * waits for room. Once, and not within an answer.
 */
void volume_end(struct volume *volume);

/* Frees a volume whose files are closed; ends it before, if that was not done. */
void volume_close(struct volume *volume);

/* Which engine runs: "io_uring", "threads" or "emulated". */
const char *volume_engine(const struct volume *volume);

/*
 * Brings home what lives on the second tier and waits for it. Returns 0: nothing lives there any
 * more; or a negative errno. Not within an answer.
 */
int volume_bring_home(struct volume *volume);

/*
 * Makes a file known by its open descriptor, which is duplicated; one that appends is opened anew
 * without that. Returns 0 or a negative errno (-EINVAL: no regular file).
 */
int volume_file_open(struct volume *volume, int fd, struct volume_file **file);
/* What was submitted is still served. Not to be used for new requests afterwards. */
void volume_file_close(struct volume_file *file);
/* In bytes, by now; 0 when it cannot be told. */
uint64_t volume_file_length(const struct volume_file *file);
/* Whether O_DIRECT is used for it. */
bool volume_file_is_direct(const struct volume_file *file);

/*
 * Takes a request; waits while there is no room, but not within an answer. Returns 0; -EAGAIN when
 * it would have to wait and may not; -EINVAL for no length (but of a sync), an end past 2^63 or an
 * unknown operation; -ESHUTDOWN when the volume is being closed; -ENOMEM.
 *
 * A sync is answered when all that was written to its file and submitted before it is on the
 * device. Reads and writes that are under way together have no order among them.
 */
int volume_submit(struct volume *volume, const struct volume_request *request);

/* The same, and waits for the answer. Returns that. Not within an answer. */
int64_t volume_call(struct volume *volume, const struct volume_request *request);

/*
 * The stream is going to read that part of the file from its beginning to its end. It takes the
 * place of what the stream announced before. Waits while too much is unheard, but not within an
 * answer. Returns 0, -EINVAL for no length or an end past 2^63, -ESHUTDOWN or -ENOMEM.
 */
int volume_announce(struct volume *volume, struct volume_file *file, uint64_t stream,
		    uint64_t offset, uint64_t length, uint8_t service_class);

/*
 * Nobody wants what the stream asked for any more, nor what it announced. What waits is answered
 * with -ECANCELED, what is under way is answered so when it ends. Waits as volume_announce does.
 */
void volume_cancel_stream(struct volume *volume, uint64_t stream);
/* The same of all that was asked of a file, by whichever way it was opened: it is deleted, say. */
void volume_cancel_file(struct volume *volume, struct volume_file *file);

void volume_statistics(struct volume *volume, struct volume_statistics *statistics);

#endif
