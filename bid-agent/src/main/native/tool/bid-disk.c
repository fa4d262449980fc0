/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * bid-disk: how far the disk model is from a drive that was measured.
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/description.h"
#include "device/disksim.h"
#include "device/hdd.h"
#include "device/validation.h"

/* Points of the distributions that --cdf writes. */
#define CDF_POINTS 1000u

struct arguments {
	const char *model;
	const char *seek;
	const char *specs;
	const char *trace;
	const char *cdf;
	double bus_mb_s; /* 0: as the drive's files say */
};

static const char usage[] =
	"usage: bid-disk --model FILE [--seek FILE] [--specs FILE] --trace FILE [--cdf FILE]\n"
	"                [--bus-mb-s RATE]\n"
	"Replays a measured drive's requests through the disk model, which is described by the\n"
	"drive's DiskSim files, and prints, separated by tabs: drive, requests, mean response\n"
	"measured and modelled, and the rms distance of their distributions, in ms.\n"
	"  --seek FILE the seek curve, where the model has it in a file; else the file that the\n"
	"              model names is taken from beside the model\n"
	"  --cdf FILE  writes both distributions: fraction, measured ms, modelled ms\n"
	"  --bus-mb-s RATE  the rate of the bus in 10^6 bytes per second, where it is slower than\n"
	"              the drive's side of it or the drive's files leave it open\n";

static bool parse_rate(const char *text, double *rate)
{
	char *end;

	*rate = strtod(text, &end);
	return end != text && !*end && *rate > 0 && *rate <= 1e6;
}

/* Returns 0, 1 to print the usage and succeed, or -EINVAL. */
static int parse_arguments(int count, char **values, struct arguments *arguments)
{
	static const struct option options[] = {
		{"model", required_argument, NULL, 'm'}, {"seek", required_argument, NULL, 's'},
		{"specs", required_argument, NULL, 'p'}, {"trace", required_argument, NULL, 't'},
		{"cdf", required_argument, NULL, 'c'},   {"bus-mb-s", required_argument, NULL, 'b'},
		{"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0},
	};
	int option;

	while ((option = getopt_long(count, values, "h", options, NULL)) != -1) {
		if (option == 'm')
			arguments->model = optarg;
		else if (option == 's')
			arguments->seek = optarg;
		else if (option == 'p')
			arguments->specs = optarg;
		else if (option == 't')
			arguments->trace = optarg;
		else if (option == 'c')
			arguments->cdf = optarg;
		else if (option != 'b' || !parse_rate(optarg, &arguments->bus_mb_s))
			return option == 'h' ? 1 : -EINVAL;
	}
	return arguments->model && arguments->trace && optind == count ? 0 : -EINVAL;
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

	if (parsed) {
		(void)fputs(usage, parsed > 0 ? stdout : stderr);
		return parsed > 0 ? EXIT_SUCCESS : 2;
	}
	if (!run(&arguments, &failure))
		return EXIT_SUCCESS;
	(void)fprintf(stderr, "bid-disk: %s\n", message);
	return EXIT_FAILURE;
}
