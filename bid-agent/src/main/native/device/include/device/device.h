/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A storage device in virtual time: takes runs, says when each is done. It may hold several (NCQ)
 * and choose among them.
 */
#ifndef DEVICE_DEVICE_H
#define DEVICE_DEVICE_H

#include "bid/policy.h"

struct device;

/* What a device counted since it was opened. Tracks are cylinders: what the arm moves over. */
struct device_figures {
	uint64_t requests;
	uint64_t sectors_read;
	uint64_t sectors_written;
	uint64_t busy_ns;
	/* Of the media's time, by enum bid_op, which may go on when a write is done for the caller.
	 */
	uint64_t positioning_ns[2];   /* on the way to the first sector */
	uint64_t media_ns[2];         /* from there to the last one */
	uint64_t arm_movements;       /* track changes, between requests and within them */
	uint64_t arm_distance_tracks; /* sum of their lengths */
	uint64_t tracks;              /* of one sweep; 0: it has no arm */
	uint64_t cache_hits;          /* requests served wholly from its buffer */
};

/* Told of each movement of the arm; for plots. */
typedef void device_arm_fn(void *context, uint64_t now_ns, uint64_t track);

/*
 * An extent that has to pass under the heads, and where the ones next to it among all that have to
 * end and begin; UINT64_MAX: there is none.
 */
struct device_entry {
	uint64_t before_end;
	uint64_t start;
	uint64_t end;
	uint64_t after_start;
};

struct device_ops {
	/* Takes a run. The caller never has more than device->profile.depth with it. */
	void (*submit)(struct device *device, struct bid_request *head, uint64_t now_ns);
	/* When the next run will be done, as things stand; BID_NEVER when it has none. */
	uint64_t (*next_completion_ns)(const struct device *device);
	/* A run that is done by then, or NULL. Call until it is NULL. */
	struct bid_request *(*complete)(struct device *device, uint64_t now_ns);
	/* When all that it has called written by now is on the media, if it goes on with that
	 * alone. */
	uint64_t (*flush)(struct device *device, uint64_t now_ns);
	void (*figures)(const struct device *device, struct device_figures *figures);
	/*
	 * A lower bound, ns, on the time for moving that many sectors around the address if the arm
	 * were already there and never moved more than the layout makes it: the media rate.
	 */
	uint64_t (*transfer_ns)(const struct device *device, uint64_t lba, uint64_t sectors);
	/*
	 * A lower bound, ns, on the time between the last sector of any other such extent that
	 * passes and the first one of this, in which no sector of any passes.
	 */
	uint64_t (*entry_min_ns)(const struct device *device, const struct device_entry *entry);
	void (*close)(struct device *device);
};

/* All of them, under names that begin with the kind's. */
#define DEVICE_FUNCTIONS(kind)                                                                     \
	.submit = kind##_submit, .next_completion_ns = kind##_next_completion_ns,                  \
	.complete = kind##_complete, .flush = kind##_flush, .figures = kind##_figures,             \
	.transfer_ns = kind##_transfer_ns, .entry_min_ns = kind##_entry_min_ns,                    \
	.close = kind##_close

struct device {
	const struct device_ops *ops;
	const char *name;
	struct bid_device_profile profile;
	/* Most sectors that it may have read before they are asked for; 0: it does not read ahead.
	 */
	uint64_t buffer_sectors;
	/* Most sectors that it may call written and not have on the media; 0: the cache is off. */
	uint64_t write_cache_sectors;
	/* And in so many extents at most. */
	uint32_t write_cache_extents;
	uint64_t turn_ns;   /* of the platter; 0: it has none */
	device_arm_fn *arm; /* NULL: nobody listens */
	void *arm_context;
};

/* What a user may set of a preset or of a described disk. */
struct device_options {
	uint32_t ncq_depth;  /* 1: off; at most 32 */
	int32_t write_cache; /* 0 off, 1 on, -1 as described */
	int32_t read_ahead;  /* 0 off, 1 on, -1 as described */
};

/*
 * Opens a preset by its name (sata-250g, hdd-16t, ssd-slc, ssd-nvme), a description by its file's
 * path, or a drive by its DiskSim files, path.model with path.seek and path.diskspecs beside it.
 * Returns 0 or a negative errno; on error the message (file, line, reason) is in error.
 */
int device_open(const char *name_or_path, const struct device_options *options,
		struct device **device, char *error, size_t error_size);

struct device_preset {
	const char *name;
	const char *summary; /* what it is and where its figures come from */
	enum bid_tier tier;
};
extern const struct device_preset device_presets[];
extern const size_t device_preset_count;

#endif
