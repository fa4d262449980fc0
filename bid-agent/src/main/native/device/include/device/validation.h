/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Compares a device with a drive that was measured: replays the requests of the measurement and
 * sets the two distributions of response times against each other.
 */
#ifndef DEVICE_VALIDATION_H
#define DEVICE_VALIDATION_H

#include "device/device.h"
#include "device/failure.h"

struct validation {
	size_t requests;
	size_t skipped;              /* past the end of the drive */
	size_t unusable;             /* lines that are no requests, */
	unsigned int first_unusable; /* the first of them */
	double *measured_ms;         /* ascending, once compared */
	double *modelled_ms;
	double measured_mean_ms;
	double modelled_mean_ms;
	/*
	 * DiskSim's figure of merit: the root mean square of the horizontal distance between the
	 * two cumulative distributions (Ruemmler and Wilkes 1994, "An introduction to disk drive
	 * modeling", their demerit figure).
	 */
	double rms_ms;
};

/*
 * Replays a trace of lines "R|W Hit|Miss LBA BLOCKS RESPONSE_US NEXT_US" in a closed loop, as it
 * was measured and as DiskSim replays it: each request is given to the device NEXT_US after the one
 * before it was done on the device, so that a request that follows another on the same track finds
 * the heads where they were on the drive. Empty lines and those that begin with # are comments;
 * others that are no requests are left out and counted. Returns 0, -EINVAL with "name:line: reason"
 * when no request is left, or -ENOMEM. On success the caller frees the validation.
 */
int validation_replay(struct device *device, const char *text, size_t size, const char *name,
		      struct validation *validation, const struct failure *failure);
void validation_free(struct validation *validation);

#endif
