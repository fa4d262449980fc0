/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/validation.h"

struct measured_request {
	uint64_t lba;
	uint32_t sectors;
	uint8_t op;
	double response_us;
	double next_us;
};

static bool validation_comment(const char *line, size_t length)
{
	size_t i = 0;

	while (i < length && strchr(" \t\r", line[i]))
		i++;
	return i == length || line[i] == '#';
}

static int validation_line(const char *line, size_t length, struct measured_request *request)
{
	char row[256];
	char op[8];
	char cached[8];
	unsigned long long lba;
	unsigned int sectors;

	if (length >= sizeof(row))
		return -EINVAL;
	memcpy(row, line, length);
	row[length] = 0;
	if (sscanf(row, "%7s %7s %llu %u %lf %lf", op, cached, &lba, &sectors,
		   &request->response_us, &request->next_us) != 6)
		return -EINVAL;
	if ((strcmp(op, "R") && strcmp(op, "W")) || !sectors || sectors > 1u << 20 ||
	    !(request->response_us >= 0) || !(request->next_us >= 0) ||
	    request->response_us > 1e9 || request->next_us > 1e12)
		return -EINVAL;
	request->lba = lba;
	request->sectors = sectors;
	request->op = *op == 'R' ? BID_READ : BID_WRITE;
	return 0;
}

static uint64_t validation_serve(struct device *device, const struct measured_request *measured,
				 uint64_t now_ns)
{
	struct bid_request request = {
		.lba = measured->lba,
		.sectors = measured->sectors,
		.op = measured->op,
	};
	uint64_t end_ns;

	bid_request_init(&request);
	device->ops->submit(device, &request, now_ns);
	do {
		end_ns = device->ops->next_completion_ns(device);
	} while (device->ops->complete(device, end_ns) != &request);
	return end_ns;
}

static int by_time(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static void validation_compare(struct validation *validation)
{
	size_t count = validation->requests;
	double squares = 0;

	qsort(validation->measured_ms, count, sizeof(double), by_time);
	qsort(validation->modelled_ms, count, sizeof(double), by_time);
	for (size_t i = 0; i < count; i++) {
		double distance = validation->measured_ms[i] - validation->modelled_ms[i];

		validation->measured_mean_ms += validation->measured_ms[i] / (double)count;
		validation->modelled_mean_ms += validation->modelled_ms[i] / (double)count;
		squares += distance * distance;
	}
	validation->rms_ms = sqrt(squares / (double)count);
}

static int validation_lines(struct device *device, const char *text, size_t size, const char *name,
			    struct validation *validation, const struct failure *failure)
{
	const char *end = text + size;
	uint64_t now_ns = 0;
	unsigned int line = 0;

	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t length = stop ? (size_t)(stop - text) : (size_t)(end - text);
		struct measured_request request;
		uint64_t end_ns;

		const char *row = text;

		line++;
		text += length + 1;
		if (validation_comment(row, length))
			continue;
		if (validation_line(row, length, &request)) {
			if (!validation->unusable++)
				validation->first_unusable = line;
			continue;
		}
		if (request.sectors > device->profile.sectors ||
		    request.lba > device->profile.sectors - request.sectors) {
			validation->skipped++;
			continue;
		}
		end_ns = validation_serve(device, &request, now_ns);
		validation->measured_ms[validation->requests] = request.response_us / 1e3;
		validation->modelled_ms[validation->requests++] = (double)(end_ns - now_ns) / 1e6;
		now_ns = end_ns + (uint64_t)(request.next_us * 1e3);
	}
	if (validation->requests)
		return 0;
	return failure_at(
		failure, -EINVAL, name, validation->first_unusable,
		validation->first_unusable
			? "no requests in it: not R|W Hit|Miss LBA BLOCKS RESPONSE_US NEXT_US"
			: "no requests in it");
}

int validation_replay(struct device *device, const char *text, size_t size, const char *name,
		      struct validation *validation, const struct failure *failure)
{
	/* A line has at least 12 characters. */
	size_t most = size / 12 + 1;
	int error;

	memset(validation, 0, sizeof(*validation));
	validation->measured_ms = calloc(most, sizeof(double));
	validation->modelled_ms = calloc(most, sizeof(double));
	if (!validation->measured_ms || !validation->modelled_ms)
		error = failure_at(failure, -ENOMEM, name, 0, "out of memory");
	else
		error = validation_lines(device, text, size, name, validation, failure);
	if (error)
		validation_free(validation);
	else
		validation_compare(validation);
	return error;
}

void validation_free(struct validation *validation)
{
	free(validation->measured_ms);
	free(validation->modelled_ms);
	memset(validation, 0, sizeof(*validation));
}
