/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/ssd.h"

#define SSD_MAX_DEPTH 1024u

struct ssd_run {
	struct bid_request *head;
	uint64_t end_ns;
};

struct ssd {
	struct device device;
	struct ssd_description description;
	uint64_t read_ns;
	uint64_t write_ns;
	double sector_bus_ns;
	uint64_t *channel_free_ns;
	double sector_least_ns; /* all channels at work */
	uint64_t bus_free_ns;
	uint64_t busy_until_ns;
	struct ssd_run runs[SSD_MAX_DEPTH]; /* a heap by end_ns */
	uint32_t run_count;
	struct device_figures figures;
};

static struct ssd *ssd_of(struct device *device)
{
	return (struct ssd *)device;
}

static uint64_t ssd_page(struct ssd *ssd, uint64_t page, uint8_t op, uint64_t now_ns)
{
	uint64_t *free_ns = &ssd->channel_free_ns[page % ssd->description.channels];

	*free_ns = (*free_ns > now_ns ? *free_ns : now_ns) +
		   (op == BID_READ ? ssd->read_ns : ssd->write_ns);
	return *free_ns;
}

static uint64_t ssd_serve(struct ssd *ssd, const struct bid_request *head, uint64_t now_ns)
{
	uint32_t per_page = ssd->description.page_sectors;
	uint64_t first = head->run_lba / per_page;
	uint64_t last = (head->run_lba + head->run_sectors - 1) / per_page;
	uint64_t bus = (uint64_t)((double)head->run_sectors * ssd->sector_bus_ns);
	uint64_t start = now_ns + (uint64_t)(1e6 * (head->op == BID_READ
							    ? ssd->description.read_overhead_ms
							    : ssd->description.write_overhead_ms));
	uint64_t end = start;

	ssd->bus_free_ns = (ssd->bus_free_ns > start ? ssd->bus_free_ns : start) + bus;
	for (uint64_t page = first; page <= last; page++) {
		uint64_t done = ssd_page(ssd, page, head->op, start);

		end = done > end ? done : end;
	}
	return end > ssd->bus_free_ns ? end : ssd->bus_free_ns;
}

static void ssd_submit(struct device *device, struct bid_request *head, uint64_t now_ns)
{
	struct ssd *ssd = ssd_of(device);
	uint64_t end = ssd_serve(ssd, head, now_ns);
	uint32_t i = ssd->run_count++;

	for (; i && ssd->runs[(i - 1) / 2].end_ns > end; i = (i - 1) / 2)
		ssd->runs[i] = ssd->runs[(i - 1) / 2];
	ssd->runs[i] = (struct ssd_run){head, end};
	ssd->figures.requests++;
	if (head->op == BID_READ)
		ssd->figures.sectors_read += head->run_sectors;
	else
		ssd->figures.sectors_written += head->run_sectors;
	if (ssd->busy_until_ns < end) {
		ssd->figures.busy_ns +=
			end - (ssd->busy_until_ns > now_ns ? ssd->busy_until_ns : now_ns);
		ssd->busy_until_ns = end;
	}
}

static uint64_t ssd_next_completion_ns(const struct device *device)
{
	const struct ssd *ssd = (const struct ssd *)device;

	return ssd->run_count ? ssd->runs[0].end_ns : BID_NEVER;
}

static struct bid_request *ssd_complete(struct device *device, uint64_t now_ns)
{
	struct ssd *ssd = ssd_of(device);
	struct bid_request *head = ssd->runs[0].head;
	struct ssd_run last;
	uint32_t i = 0;

	if (!ssd->run_count || ssd->runs[0].end_ns > now_ns)
		return NULL;
	last = ssd->runs[--ssd->run_count];
	for (;;) {
		uint32_t child = 2 * i + 1;

		if (child + 1 < ssd->run_count &&
		    ssd->runs[child + 1].end_ns < ssd->runs[child].end_ns)
			child++;
		if (child >= ssd->run_count || ssd->runs[child].end_ns >= last.end_ns)
			break;
		ssd->runs[i] = ssd->runs[child];
		i = child;
	}
	ssd->runs[i] = last;
	return head;
}

static void ssd_figures(const struct device *device, struct device_figures *figures)
{
	*figures = ((const struct ssd *)device)->figures;
}

static uint64_t ssd_transfer_ns(const struct device *device, uint64_t lba, uint64_t sectors)
{
	const struct ssd *ssd = (const struct ssd *)device;

	(void)lba;
	return (uint64_t)((double)sectors * ssd->sector_least_ns);
}

static uint64_t ssd_positioning_min_ns(const struct device *device)
{
	(void)device;
	return 0;
}

static void ssd_close(struct device *device)
{
	struct ssd *ssd = ssd_of(device);

	free(ssd->channel_free_ns);
	free(ssd);
}

static const struct device_ops ssd_ops = {
	.submit = ssd_submit,
	.next_completion_ns = ssd_next_completion_ns,
	.complete = ssd_complete,
	.figures = ssd_figures,
	.transfer_ns = ssd_transfer_ns,
	.positioning_min_ns = ssd_positioning_min_ns,
	.close = ssd_close,
};

static int ssd_check(const struct ssd_description *description, const struct failure *failure)
{
	if (!description->sectors || !description->page_sectors || !description->pages_per_block ||
	    !description->channels || description->channels > 65536)
		return failure_at(failure, -EINVAL, description->name, 0,
				  "sectors, page_kib, pages_per_block and channels (up to 65536) "
				  "must be given");
	if (description->depth > SSD_MAX_DEPTH)
		return failure_at(failure, -EINVAL, description->name, 0,
				  "depth may not be above %u", SSD_MAX_DEPTH);
	return 0;
}

static void ssd_set_profile(struct ssd *ssd)
{
	const struct ssd_description *description = &ssd->description;
	double page_ns = description->read_ms * 1e6;
	double write_ns = description->write_ms * 1e6;
	double per_page = description->page_sectors * (double)description->channels;

	if (description->bytes_per_second > 0)
		ssd->sector_bus_ns = BID_SECTOR_BYTES * 1e9 / description->bytes_per_second;
	/* All channels at work, the quicker of reading and writing, no faster than the bus. */
	ssd->sector_least_ns = (page_ns < write_ns ? page_ns : write_ns) / per_page;
	if (ssd->sector_least_ns < ssd->sector_bus_ns)
		ssd->sector_least_ns = ssd->sector_bus_ns;
	page_ns /= per_page;
	if (page_ns < ssd->sector_bus_ns)
		page_ns = ssd->sector_bus_ns;
	ssd->device.profile = (struct bid_device_profile){
		.sectors = description->sectors,
		.positioning_ns = (uint64_t)((description->read_overhead_ms +
					      description->read_ms) * 1e6),
		.bytes_per_second = page_ns > 0 ? (uint64_t)(BID_SECTOR_BYTES * 1e9 / page_ns) : 0,
		.depth = description->depth ? description->depth : 1,
		.rotational = false,
	};
}

int ssd_open(const struct ssd_description *description, const struct device_options *options,
	     struct device **device, const struct failure *failure)
{
	int error = ssd_check(description, failure);
	struct ssd *ssd;

	(void)options;
	if (error)
		return error;
	ssd = calloc(1, sizeof(*ssd));
	if (!ssd)
		return failure_at(failure, -ENOMEM, description->name, 0, "out of memory");
	ssd->description = *description;
	ssd->read_ns = (uint64_t)(description->read_ms * 1e6);
	ssd->write_ns = (uint64_t)(description->write_ms * 1e6);
	ssd->channel_free_ns = calloc(description->channels, sizeof(*ssd->channel_free_ns));
	if (!ssd->channel_free_ns) {
		free(ssd);
		return failure_at(failure, -ENOMEM, description->name, 0, "out of memory");
	}
	ssd->device.ops = &ssd_ops;
	ssd->device.name = ssd->description.name;
	ssd_set_profile(ssd);
	*device = &ssd->device;
	return 0;
}
