/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Reading ahead and writing back. Neither has events of its own: when the next request comes, what
 * was done in between is worked out at once.
 */
#include "hdd_internal.h"

void hdd_count_media(struct hdd *hdd, enum bid_op op, const struct transfer *transfer,
		     uint64_t start_ns)
{
	hdd->figures.positioning_ns[op] += transfer->first_ns - start_ns;
	hdd->figures.media_ns[op] += transfer->end_ns - transfer->first_ns;
}

static void hdd_read_ahead_progress(struct hdd *hdd, uint64_t now_ns)
{
	struct read_ahead *ahead = &hdd->ahead;
	struct transfer transfer = mechanics_transfer(&hdd->mechanics, &hdd->arm, ahead->next_lba,
						      ahead->end_lba - ahead->next_lba, false,
						      ahead->since_ns, now_ns);

	ahead->next_lba += transfer.sectors;
	ahead->since_ns = transfer.end_ns;
	segment_set(&hdd->reads, ahead->segment, ahead->segment->start, ahead->next_lba);
	if (ahead->next_lba >= ahead->end_lba)
		ahead->segment = NULL;
}

static void hdd_destage(struct hdd *hdd, uint32_t index, uint64_t now_ns)
{
	struct dirty_extent extent = write_buffer_take(&hdd->writes, index);
	struct transfer transfer;
	uint64_t start = later_ns(later_ns(now_ns, hdd->media_free_ns), extent.ready_ns);

	hdd->ahead.segment = NULL;
	transfer = mechanics_transfer(&hdd->mechanics, &hdd->arm, extent.lba, extent.sectors, true,
				      start, UINT64_MAX);
	hdd_count_media(hdd, BID_WRITE, &transfer, start);
	hdd->media_free_ns = transfer.end_ns;
}

void hdd_destage_one(struct hdd *hdd, uint64_t now_ns)
{
	now_ns = later_ns(now_ns, hdd->media_free_ns);
	hdd_destage(hdd, write_buffer_nearest(&hdd->writes, &hdd->mechanics, &hdd->arm, now_ns),
		    now_ns);
}

void hdd_destage_all(struct hdd *hdd, uint64_t now_ns)
{
	while (hdd->writes.count)
		hdd_destage_one(hdd, now_ns);
}

/* Writes back whatever can be begun before a time; the last one may end after it. */
static void hdd_destage_until(struct hdd *hdd, uint64_t idle_ns, uint64_t now_ns)
{
	while (hdd->writes.count) {
		uint64_t start = later_ns(idle_ns, hdd->media_free_ns);
		uint32_t next =
			write_buffer_nearest(&hdd->writes, &hdd->mechanics, &hdd->arm, start);

		start = later_ns(start, hdd->writes.extents[next].ready_ns);
		if (start >= now_ns)
			return;
		hdd_destage(hdd, next, start);
	}
}

void hdd_catch_up(struct hdd *hdd, uint64_t now_ns)
{
	if (hdd->ahead.segment && hdd->ahead.since_ns < now_ns)
		hdd_read_ahead_progress(hdd, now_ns);
	/* Written data go first where they may not be kept or there is much; else when idle. */
	if (hdd->buffer.write_cache == HDD_WRITE_SEQUENTIAL ||
	    hdd->writes.sectors > hdd->writes.capacity / 2)
		hdd_destage_until(hdd, 0, now_ns);
	else if (!hdd->ahead.segment)
		hdd_destage_until(hdd, later_ns(hdd->active_end_ns, hdd->ahead.since_ns), now_ns);
}

/* The end of the track; of the next one when what lies before the track is in the buffer too. */
static uint64_t hdd_sequential_end(struct hdd *hdd, uint64_t from_lba)
{
	uint64_t end = from_lba + mechanics_track_rest(&hdd->mechanics, from_lba);
	uint64_t start = mechanics_track_start(&hdd->mechanics, from_lba);

	if (!start || end >= hdd->geometry.sectors || !read_buffer_find(&hdd->reads, start - 1))
		return end;
	return end + mechanics_track_rest(&hdd->mechanics, end);
}

uint64_t hdd_read_ahead_end(struct hdd *hdd, uint64_t request_lba, uint64_t from_lba)
{
	uint64_t sectors = hdd->geometry.sectors;
	uint64_t end = from_lba - 1;

	if (from_lba >= sectors)
		return from_lba;
	switch (hdd->buffer.read_ahead) {
	case HDD_READ_AHEAD_NONE:
		return from_lba;
	case HDD_READ_AHEAD_TRACK:
		end += mechanics_track_rest(&hdd->mechanics, from_lba - 1);
		break;
	case HDD_READ_AHEAD_CYLINDER:
		end += mechanics_cylinder_rest(&hdd->mechanics, from_lba - 1);
		break;
	case HDD_READ_AHEAD_NEXT_TRACK:
		end = hdd_sequential_end(hdd, from_lba);
		return end < sectors ? end : sectors;
	case HDD_READ_AHEAD_SEGMENT:
		end = sectors;
		break;
	}
	if (end > from_lba + hdd->buffer.read_ahead_max_sectors)
		end = from_lba + hdd->buffer.read_ahead_max_sectors;
	if (!hdd->buffer.read_ahead_over_request && end > request_lba + hdd->reads.sectors)
		end = later_ns(request_lba + hdd->reads.sectors, from_lba);
	return end < sectors ? end : sectors;
}

void hdd_read_ahead_begin(struct hdd *hdd, struct segment *segment, uint64_t request_lba,
			  uint64_t from_lba, uint64_t since_ns)
{
	uint64_t end = hdd_read_ahead_end(hdd, request_lba, from_lba);

	hdd->ahead = (struct read_ahead){end > from_lba ? segment : NULL, from_lba, end, since_ns};
}
