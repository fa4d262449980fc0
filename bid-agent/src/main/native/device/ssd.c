/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/ssd.h"
#include "ftl.h"

#define SSD_MAX_DEPTH    1024u
#define SSD_BUFFERED_MAX 32768u
#define SSD_MAX_PAGES    2000000000ull

struct ssd_run {
	struct bid_request *head;
	uint64_t end_ns;
};

/* A write that is in the buffer until the flash has it. */
struct ssd_buffered {
	uint64_t done_ns;
	uint64_t sectors;
};

struct ssd_channel {
	uint64_t free_ns;      /* when all it was given is done */
	uint64_t read_free_ns; /* when the reads are, which go before buffered writes */
};

struct ssd {
	struct device device;
	struct ssd_description description;
	uint64_t read_ns;
	uint64_t write_ns;
	uint64_t erase_ns;
	double sector_bus_ns;
	double sector_least_ns; /* all channels at work */
	uint64_t bus_free_ns;
	uint64_t busy_until_ns;
	struct ftl *ftl;
	struct ssd_channel *channels;
	struct ssd_buffered *buffered; /* a ring, oldest first */
	uint32_t buffered_first;
	uint32_t buffered_count;
	uint64_t buffered_sectors;
	struct ssd_run runs[SSD_MAX_DEPTH]; /* a heap by end_ns */
	uint32_t run_count;
	struct device_figures figures;
};

static struct ssd *ssd_of(struct device *device)
{
	return (struct ssd *)device;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Reads a page; where writes wait in the buffer it goes before them, after the one under way. */
static uint64_t ssd_read_page(struct ssd *ssd, uint64_t page, uint64_t now_ns)
{
	struct ssd_channel *channel = &ssd->channels[page % ssd->description.channels];
	uint64_t start;

	if (!ssd->buffered || channel->free_ns <= now_ns) {
		channel->free_ns = later(channel->free_ns, now_ns) + ssd->read_ns;
		channel->read_free_ns = channel->free_ns;
		return channel->free_ns;
	}
	start = later(channel->read_free_ns, now_ns);
	if (channel->read_free_ns < now_ns)
		start += (channel->free_ns - now_ns) % ssd->write_ns;
	channel->read_free_ns = start + ssd->read_ns;
	channel->free_ns = later(channel->free_ns + ssd->read_ns, channel->read_free_ns);
	return channel->read_free_ns;
}

/* Writes a page; one that is written in part and holds data is read first. */
static uint64_t ssd_write_page(struct ssd *ssd, uint64_t page, bool whole, uint64_t now_ns)
{
	struct ssd_channel *channel = &ssd->channels[page % ssd->description.channels];
	uint64_t ns = ssd->write_ns;
	struct ftl_work work;

	if (!whole && ftl_mapped(ssd->ftl, page))
		ns += ssd->read_ns;
	/* Without memory for the map the write is still made, only its place is not kept. */
	(void)ftl_write(ssd->ftl, page, &work);
	ns += work.pages_moved * (ssd->read_ns + ssd->write_ns) +
	      work.blocks_erased * ssd->erase_ns;
	channel->free_ns = later(channel->free_ns, now_ns) + ns;
	return channel->free_ns;
}

static uint64_t ssd_flash(struct ssd *ssd, const struct bid_request *head, uint64_t lba,
			  uint64_t now_ns)
{
	uint32_t per_page = ssd->description.page_sectors;
	uint64_t end_lba = lba + head->run_sectors;
	uint64_t end = now_ns;

	for (uint64_t page = lba / per_page; page * per_page < end_lba; page++) {
		bool whole = page * per_page >= lba && (page + 1) * per_page <= end_lba;

		end = later(end, head->op == BID_READ ? ssd_read_page(ssd, page, now_ns)
						      : ssd_write_page(ssd, page, whole, now_ns));
	}
	return end;
}

static void ssd_buffer_take_first(struct ssd *ssd)
{
	ssd->buffered_sectors -= ssd->buffered[ssd->buffered_first].sectors;
	ssd->buffered_first = (ssd->buffered_first + 1) % SSD_BUFFERED_MAX;
	ssd->buffered_count--;
}

/* When the buffer has room for a write. */
static uint64_t ssd_buffer_room_ns(struct ssd *ssd, uint64_t sectors, uint64_t now_ns)
{
	while (ssd->buffered_count) {
		const struct ssd_buffered *first = &ssd->buffered[ssd->buffered_first];
		bool full = ssd->buffered_count == SSD_BUFFERED_MAX ||
			    ssd->buffered_sectors + sectors > ssd->description.buffer_sectors;

		if (first->done_ns > now_ns && !full)
			break;
		now_ns = later(now_ns, first->done_ns);
		ssd_buffer_take_first(ssd);
	}
	return now_ns;
}

static uint64_t ssd_buffer_write(struct ssd *ssd, const struct bid_request *head, uint64_t lba,
				 uint64_t start_ns)
{
	uint64_t room = ssd_buffer_room_ns(ssd, head->run_sectors, start_ns);
	uint64_t done = ssd_flash(ssd, head, lba, room);
	uint32_t last = (ssd->buffered_first + ssd->buffered_count) % SSD_BUFFERED_MAX;

	ssd->buffered[last] = (struct ssd_buffered){done, head->run_sectors};
	ssd->buffered_count++;
	ssd->buffered_sectors += head->run_sectors;
	return room;
}

static uint64_t ssd_serve(struct ssd *ssd, const struct bid_request *head, uint64_t now_ns)
{
	const struct ssd_description *description = &ssd->description;
	uint64_t lba = head->run_lba;
	uint64_t bus = (uint64_t)((double)head->run_sectors * ssd->sector_bus_ns);
	uint64_t start =
		now_ns + (uint64_t)(1e6 * (head->op == BID_READ ? description->read_overhead_ms
								: description->write_overhead_ms));
	uint64_t end;

	/* Past the end: the drive would fail it; here it costs what the last sectors cost. */
	if (lba + head->run_sectors > description->sectors)
		lba = description->sectors > head->run_sectors
			      ? description->sectors - head->run_sectors
			      : 0;
	ssd->bus_free_ns = later(ssd->bus_free_ns, start) + bus;
	if (head->op == BID_WRITE && ssd->buffered)
		end = ssd_buffer_write(ssd, head, lba, start);
	else
		end = ssd_flash(ssd, head, lba, start);
	return later(end, ssd->bus_free_ns);
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

static uint64_t ssd_flush(struct device *device, uint64_t now_ns)
{
	const struct ssd *ssd = ssd_of(device);
	uint64_t done_ns = now_ns;

	for (uint32_t i = 0; i < ssd->description.channels; i++)
		done_ns = later(done_ns, ssd->channels[i].free_ns);
	return done_ns;
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

static uint64_t ssd_entry_min_ns(const struct device *device, const struct device_entry *entry)
{
	(void)device;
	(void)entry;
	return 0;
}

static void ssd_close(struct device *device)
{
	struct ssd *ssd = ssd_of(device);

	ftl_destroy(ssd->ftl);
	free(ssd->channels);
	free(ssd->buffered);
	free(ssd);
}

static const struct device_ops ssd_ops = {
	DEVICE_FUNCTIONS(ssd),
};

static int ssd_check(const struct ssd_description *description, const struct failure *failure)
{
	const char *name = description->name;

	if (!description->sectors || !description->page_sectors || !description->pages_per_block ||
	    !description->channels || description->channels > 4096 ||
	    description->pages_per_block > 65536)
		return failure_at(failure, -EINVAL, name, 0,
				  "sectors, page_kib, pages_per_block (up to 65536) and channels "
				  "(up to 4096) must be given");
	if (description->sectors / description->page_sectors > SSD_MAX_PAGES)
		return failure_at(failure, -EINVAL, name, 0, "more than 2000000000 pages");
	if (!(description->spare <= 1) || !(description->filled <= 1))
		return failure_at(failure, -EINVAL, name, 0, "spare and filled are fractions");
	if (!(description->write_ms > 1e-6) || !(description->read_ms > 1e-6) ||
	    description->read_ms > 1e4 || description->write_ms > 1e4 ||
	    description->erase_ms > 1e4)
		return failure_at(failure, -EINVAL, name, 0,
				  "read_ms and write_ms must be above 0, times at most 10000");
	if (description->depth > SSD_MAX_DEPTH)
		return failure_at(failure, -EINVAL, name, 0, "depth may not be above %u",
				  SSD_MAX_DEPTH);
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
	if (description->buffer_sectors || ssd->sector_least_ns < ssd->sector_bus_ns)
		ssd->sector_least_ns = ssd->sector_bus_ns;
	page_ns /= per_page;
	if (page_ns < ssd->sector_bus_ns)
		page_ns = ssd->sector_bus_ns;
	ssd->device.profile = (struct bid_device_profile){
		.sectors = description->sectors,
		.positioning_ns =
			(uint64_t)((description->read_overhead_ms + description->read_ms) * 1e6),
		.bytes_per_second = page_ns > 0 ? (uint64_t)(BID_SECTOR_BYTES * 1e9 / page_ns) : 0,
		.depth = description->depth ? description->depth : 1,
		.rotational = false,
	};
}

static int ssd_allocate(struct ssd *ssd, const struct ssd_description *description)
{
	uint64_t pages =
		(description->sectors + description->page_sectors - 1) / description->page_sectors;

	ssd->description = *description;
	ssd->channels = calloc(description->channels, sizeof(*ssd->channels));
	ssd->ftl = ftl_create(pages, description->channels, description->pages_per_block,
			      description->spare, description->filled);
	if (description->buffer_sectors)
		ssd->buffered = calloc(SSD_BUFFERED_MAX, sizeof(*ssd->buffered));
	if (!ssd->channels || !ssd->ftl || (description->buffer_sectors && !ssd->buffered))
		return -ENOMEM;
	return 0;
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
	if (!ssd || ssd_allocate(ssd, description)) {
		if (ssd)
			ssd_close(&ssd->device);
		return failure_at(failure, -ENOMEM, description->name, 0, "out of memory");
	}
	ssd->read_ns = (uint64_t)(description->read_ms * 1e6 + 0.5);
	ssd->write_ns = (uint64_t)(description->write_ms * 1e6 + 0.5);
	ssd->erase_ns = (uint64_t)(description->erase_ms * 1e6);
	ssd->device.ops = &ssd_ops;
	ssd->device.name = ssd->description.name;
	ssd_set_profile(ssd);
	ssd->device.write_cache_sectors = description->buffer_sectors;
	*device = &ssd->device;
	return 0;
}
