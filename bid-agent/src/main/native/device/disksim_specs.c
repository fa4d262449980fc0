/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The buffer's half of a drive: .diskspecs. Keys that say how a drive shares its bus with others
 * (disconnection, holding the bus) are left out: here a drive has its bus for itself.
 */
#include "disksim_internal.h"

#define MOST_MS      1000.0
#define MOST_SECTORS 1e8

/*
 * A "Bulk sector transfer time" of 0 leaves the bus to the file that describes the whole system,
 * which is no file of the drive. A drive that is slower than Fast SCSI (SCSI-2, 10 MB/s) is taken
 * to be on the bus that every SCSI drive understands: SCSI-1's, 8 bits wide and asynchronous, with
 * 3.5 MB/s (as usually quoted; synchronous: 5). A faster one is left without a limit.
 */
#define FAST_SCSI_BYTES_PER_MS    10e3
#define ASYNCHRONOUS_BYTES_PER_MS 3.5e3
#define SECTOR_BYTES              512.0

/* A key of the block, its range, what it is when missing, and what it was. */
struct wanted {
	const char *key;
	double most;
	double other;
	double *number;
};

static int disksim_wanted(const struct disksim_reader *reader, const struct parameter *disk,
			  const struct wanted *wanted, size_t count)
{
	int error = 0;

	for (size_t i = 0; i < count && !error; i++)
		error = disksim_number_or(reader, disk, wanted[i].key, -1, wanted[i].most,
					  wanted[i].other, wanted[i].number);
	return error;
}

static int disksim_timing(const struct disksim_reader *reader, const struct parameter *disk,
			  struct hdd_timing *timing)
{
	double by_request;
	const struct wanted wanted[] = {
		{"Set watermark by reqsize", 1, 1, &by_request},
		{"Bulk sector transfer time", MOST_MS, 0, &timing->sector_bus_ms},
		{"Time scale for overheads", MOST_MS, 1, &timing->scale},
		{"Per-request overhead time", MOST_MS, 0, &timing->per_request_ms},
		{"Read hit over. after read", MOST_MS, 0, &timing->read_hit.after_read_ms},
		{"Read hit over. after write", MOST_MS, 0, &timing->read_hit.after_write_ms},
		{"Read miss over. after read", MOST_MS, 0, &timing->read_miss.after_read_ms},
		{"Read miss over. after write", MOST_MS, 0, &timing->read_miss.after_write_ms},
		{"Write hit over. after read", MOST_MS, 0, &timing->write_hit.after_read_ms},
		{"Write hit over. after write", MOST_MS, 0, &timing->write_hit.after_write_ms},
		{"Write miss over. after read", MOST_MS, 0, &timing->write_miss.after_read_ms},
		{"Write miss over. after write", MOST_MS, 0, &timing->write_miss.after_write_ms},
		{"Read completion overhead", MOST_MS, 0, &timing->read_completion_ms},
		{"Write completion overhead", MOST_MS, 0, &timing->write_completion_ms},
		{"Data preparation overhead", MOST_MS, 0, &timing->data_preparation_ms},
		{"First reselect overhead", MOST_MS, 0, &timing->reselect_first_ms},
		{"High (read) water mark", 1, 0, &timing->read_watermark},
		{"Minimum seek delay", MOST_MS, 0, &timing->minimum_seek_ms},
	};

	int error = disksim_wanted(reader, disk, wanted, sizeof(wanted) / sizeof(wanted[0]));

	timing->watermark_of_segment = !error && by_request <= 0;
	return error;
}

/* An extra disconnection before a write's data has overheads of its own. */
static int disksim_extra_disconnect(const struct disksim_reader *reader,
				    const struct parameter *disk, struct hdd_timing *timing)
{
	double extra;
	double command;
	double first;
	double between;
	const struct wanted wanted[] = {
		{"Extra write disconnect", 1, 0, &extra},
		{"Extradisc command overhead", MOST_MS, 0, &command},
		{"Extradisc disconnect overhead", MOST_MS, 0, &first},
		{"Extradisc inter-disconnect delay", MOST_MS, 0, &between},
		{"Extradisc seek delta", MOST_MS, 0, &timing->write_seek_delay_ms},
	};
	int error = disksim_wanted(reader, disk, wanted, sizeof(wanted) / sizeof(wanted[0]));

	if (error || extra <= 0) {
		timing->write_seek_delay_ms = 0;
		return error;
	}
	timing->write_miss = (struct hdd_overhead){command, command};
	timing->write_hit = timing->write_miss;
	timing->write_data_delay_ms = first + between + timing->reselect_first_ms;
	return 0;
}

struct buffer_numbers {
	double segments, segment_sectors, caching, read_ahead, read_ahead_max;
	double over, on_hit, before, written, fast_write, zero_read, zero_write, almost, apart;
};

static void disksim_set_buffer(const struct buffer_numbers *numbers,
			       struct hdd_description *description)
{
	struct hdd_buffer *buffer = &description->buffer;

	buffer->segments =
		numbers->caching > 0 && numbers->segments > 0 ? (uint32_t)numbers->segments : 0;
	buffer->segment_sectors =
		numbers->segment_sectors > 0 ? (uint32_t)numbers->segment_sectors : 0;
	buffer->read_ahead = numbers->read_ahead > 0 ? (enum hdd_read_ahead)numbers->read_ahead
						     : HDD_READ_AHEAD_NONE;
	buffer->read_ahead_max_sectors =
		numbers->read_ahead_max > 0 ? (uint32_t)numbers->read_ahead_max : 0;
	buffer->read_ahead_over_request = numbers->over > 0;
	buffer->read_ahead_on_hit = numbers->on_hit > 0;
	buffer->read_before = numbers->before > 0;
	buffer->hits_on_written = numbers->written > 0;
	buffer->write_segment_apart = numbers->apart > 0;
	buffer->almost_hits = numbers->almost > 0;
	buffer->write_cache = numbers->fast_write > 0 ? HDD_WRITE_SEQUENTIAL : HDD_WRITE_THROUGH;
	buffer->write_cache_sectors = buffer->segment_sectors;
	description->zero_latency_read = numbers->zero_read > 0;
	description->zero_latency_write = numbers->zero_write > 0;
}

static int disksim_buffer(const struct disksim_reader *reader, const struct parameter *disk,
			  struct hdd_description *description)
{
	struct buffer_numbers n;
	const struct wanted wanted[] = {
		{"Number of buffer segments", 1e6, 0, &n.segments},
		{"Segment size (in blks)", MOST_SECTORS, 0, &n.segment_sectors},
		{"Enable caching in buffer", 2, 0, &n.caching},
		{"Buffer continuous read", 4, 0, &n.read_ahead},
		{"Maximum read-ahead (blks)", MOST_SECTORS, 0, &n.read_ahead_max},
		{"Read-ahead over requested", 1, 0, &n.over},
		{"Read-ahead on idle hit", 1, 0, &n.on_hit},
		{"Read any free blocks", 1, 0, &n.before},
		{"Allow read hits on write data", 1, 0, &n.written},
		{"Allow almost read hits", 1, 0, &n.almost},
		{"Use separate write segment", 1, 0, &n.apart},
		{"Fast write level", 2, 0, &n.fast_write},
		{"Immediate buffer read", 2, 0, &n.zero_read},
		{"Immediate buffer write", 2, 0, &n.zero_write},
	};
	int error = disksim_wanted(reader, disk, wanted, sizeof(wanted) / sizeof(wanted[0]));

	if (!error)
		disksim_set_buffer(&n, description);
	return error;
}

/* Bytes that pass the head in a ms where the tracks are longest. */
static double disksim_media_rate(const struct hdd_description *description)
{
	double longest = 0;

	for (size_t i = 0; i < description->zone_count; i++) {
		if (description->zones[i].sectors_per_track > longest)
			longest = description->zones[i].sectors_per_track;
	}
	return longest * SECTOR_BYTES * description->rpm / 60e3;
}

static void disksim_assume_bus(struct hdd_description *description)
{
	struct hdd_timing *timing = &description->timing;

	if (timing->sector_bus_ms > 0 || disksim_media_rate(description) >= FAST_SCSI_BYTES_PER_MS)
		return;
	timing->sector_bus_ms = SECTOR_BYTES / ASYNCHRONOUS_BYTES_PER_MS;
	timing->bus_assumed = true;
}

int disksim_specs(const struct disksim_reader *reader, const struct parameter *disk,
		  struct hdd_description *description)
{
	int error = disksim_timing(reader, disk, &description->timing);

	if (!error)
		error = disksim_extra_disconnect(reader, disk, &description->timing);
	if (!error)
		disksim_assume_bus(description);
	return error ? error : disksim_buffer(reader, disk, description);
}
