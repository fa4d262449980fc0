/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * bid-disk: how far the disk model is from a drive that was measured. The command
 * ./tierline bid-disk starts it and has the options; here they come by position, and are empty
 * where they were not given. Prints, separated by tabs: drive, requests, mean response measured and
 * modelled, and the rms distance of their distributions, in ms.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/description.h"
#include "device/disksim.h"
#include "device/hdd.h"
#include "device/validation.h"

/* Points of the distributions that are written. */
#define CDF_POINTS 1000u

struct arguments {
	const char *model;
	const char *seek; /* NULL: beside the model, or the model has an equation */
	const char *specs;
	const char *trace;
	const char *cdf; /* where both distributions go; NULL: nowhere */
	double bus_mb_s; /* 0: as the drive's files say */
};

static bool parse_rate(const char *text, double *rate)
{
	char *end;

	*rate = strtod(text, &end);
	return end != text && !*end && *rate > 0 && *rate <= 1e6;
}

static const char *given(const char *text)
{
	return *text ? text : NULL;
}

/* Returns 0, or 2 with a message. */
static int parse_arguments(int count, char **values, struct arguments *arguments)
{
	if (count != 7) {
		(void)fputs("bid-disk: is started by ./tierline bid-disk\n", stderr);
		return 2;
	}
	arguments->model = values[1];
	arguments->seek = given(values[2]);
	arguments->specs = values[3];
	arguments->trace = values[4];
	arguments->cdf = given(values[5]);
	if (*values[6] && !parse_rate(values[6], &arguments->bus_mb_s)) {
		(void)fprintf(stderr,
			      "bid-disk: --bus-mb-s is '%s': give a number above 0, up to 1e6\n",
			      values[6]);
		return 2;
	}
	return 0;
}

static int write_cdf(const char *path, const struct validation *validation,
		     const struct failure *failure)
{
	FILE *file = fopen(path, "w");
	int error = 0;

	if (!file)
		return failure_at(failure, -errno, path, 0, "cannot be written: %s",
				  strerror(errno));
	(void)fputs("fraction\tmeasured_ms\tmodel_ms\n", file);
	for (unsigned int i = 0; i < CDF_POINTS; i++) {
		double fraction = (i + 0.5) / CDF_POINTS;
		size_t at = (size_t)(fraction * (double)validation->requests);

		(void)fprintf(file, "%.4f\t%.4f\t%.4f\n", fraction, validation->measured_ms[at],
			      validation->modelled_ms[at]);
	}
	if (ferror(file))
		error = -EIO;
	if (fclose(file) || error)
		return failure_at(failure, -EIO, path, 0, "cannot be written");
	return 0;
}

static int replay(const struct arguments *arguments, struct device *device,
		  const struct failure *failure)
{
	struct validation validation;
	char *text;
	size_t size;
	int error = description_read_file(arguments->trace, &text, &size, failure);

	if (error)
		return error;
	error = validation_replay(device, text, size, arguments->trace, &validation, failure);
	free(text);
	if (error)
		return error;
	(void)puts("drive\trequests\tmeasured_mean_ms\tmodel_mean_ms\trms_ms");
	(void)printf("%s\t%zu\t%.3f\t%.3f\t%.3f\n", device->name, validation.requests,
		     validation.measured_mean_ms, validation.modelled_mean_ms, validation.rms_ms);
	if (validation.skipped)
		(void)fprintf(stderr,
			      "bid-disk: %s: %zu requests past the end of the drive left out\n",
			      arguments->trace, validation.skipped);
	if (validation.unusable)
		(void)fprintf(stderr,
			      "bid-disk: %s: %zu lines left out that are no requests, the first "
			      "is line %u\n",
			      arguments->trace, validation.unusable, validation.first_unusable);
	if (arguments->cdf)
		error = write_cdf(arguments->cdf, &validation, failure);
	validation_free(&validation);
	return error;
}

/* The slower side sets the rate, as the maximum of the sector's times does in DiskSim. */
static void set_bus(const struct arguments *arguments, struct hdd_timing *timing)
{
	double sector_ms;

	if (!(arguments->bus_mb_s > 0)) {
		if (timing->bus_assumed)
			(void)fprintf(stderr,
				      "bid-disk: %s leaves the bus open: %.1f MB/s assumed "
				      "(--bus-mb-s)\n",
				      arguments->specs, 0.512 / timing->sector_bus_ms);
		return;
	}
	sector_ms = 0.512 / arguments->bus_mb_s;
	if (timing->bus_assumed || sector_ms > timing->sector_bus_ms)
		timing->sector_bus_ms = sector_ms;
}

static int run(const struct arguments *arguments, const struct failure *failure)
{
	struct hdd_description description;
	struct device *device;
	int error = disksim_describe_files(arguments->model, arguments->seek, arguments->specs,
					   &description, failure);

	if (error)
		return error;
	set_bus(arguments, &description.timing);
	error = hdd_open(&description, NULL, &device, failure);
	hdd_description_free(&description);
	if (error)
		return error;
	error = replay(arguments, device, failure);
	device->ops->close(device);
	return error;
}

int main(int count, char **values)
{
	struct arguments arguments = {0};
	char message[512] = "";
	const struct failure failure = {message, sizeof(message)};
	int parsed = parse_arguments(count, values, &arguments);

	if (parsed)
		return parsed;
	if (!run(&arguments, &failure))
		return EXIT_SUCCESS;
	(void)fprintf(stderr, "bid-disk: %s\n", message);
	return EXIT_FAILURE;
}
