/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A measured drive as DiskSim 4.0 describes it: .model (layout dm_layout_g1, mechanics dm_mech_g1),
 * .seek (its seek curve) and .diskspecs (buffer, bus, overheads). Sources: Bucy et al. 2008
 * (CMU-PDL-08-101), sections on storage devices and on diskmodel.
 */
#ifndef DEVICE_DISKSIM_H
#define DEVICE_DISKSIM_H

#include "device/device.h"
#include "device/failure.h"
#include "device/hdd_description.h"

struct disksim_text {
	const char *name; /* for messages; NULL: there is no such file */
	const char *text;
	size_t size;
};

/*
 * Reads a drive's files. seek is needed when the model names a seek curve, specs may be missing:
 * then the drive has no buffer and no overheads. Returns 0, -EINVAL with "file:line: reason", or
 * -ENOMEM. On success the caller frees the description.
 */
int disksim_describe(const struct disksim_text *model, const struct disksim_text *seek,
		     const struct disksim_text *specs, struct hdd_description *description,
		     const struct failure *failure);

/*
 * Reads a drive from files of these paths; seek_path and specs_path may be NULL. Without seek_path
 * the seek curve that the model names is looked for beside the model; one that it does not need is
 * not read.
 */
int disksim_describe_files(const char *model_path, const char *seek_path, const char *specs_path,
			   struct hdd_description *description, const struct failure *failure);

/* Opens path.model with path.seek and path.diskspecs beside it, if they are there. */
int disksim_open(const char *model_path, const struct device_options *options,
		 struct device **device, const struct failure *failure);

#endif
