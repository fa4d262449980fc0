/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/hdd.h"
#include "device/seek.h"
#include "hdd_internal.h"

/* Pairs of random addresses that the mean seek is taken over; the mean is within 1 %. */
#define PROFILE_PAIRS 8192u
/* Of angles, twice over: they are rounded. */
#define ENTRY_TOLERANCE_NS 2000.0

static struct hdd *hdd_of(struct device *device)
{
	return (struct hdd *)device;
}

static void hdd_start_next(struct hdd *hdd)
{
	struct ncq_run run;
	uint64_t start;

	if (hdd->active || !hdd->held.count)
		return;
	/* What is nearest depends on how far the head has come by itself. */
	if (hdd->held.count > 1)
		hdd_catch_up(hdd, hdd->active_end_ns);
	run = ncq_take(&hdd->held, hdd->active_end_ns, hdd_cost, hdd);
	start = later_ns(hdd->active_end_ns, run.submit_ns);
	hdd->active = run.head;
	hdd->active_end_ns =
		hdd_serve(hdd, run.head->op, run.head->run_lba, run.head->run_sectors, start);
	hdd->figures.busy_ns += hdd->active_end_ns - start;
}

static void hdd_submit(struct device *device, struct bid_request *head, uint64_t now_ns)
{
	struct hdd *hdd = hdd_of(device);
	uint64_t lba =
		head->run_lba < hdd->geometry.sectors ? head->run_lba : hdd->geometry.sectors - 1;
	struct ncq_run run = {head, now_ns, geometry_place(&hdd->geometry, lba), false};

	hdd->figures.requests++;
	if (head->op == BID_READ)
		hdd->figures.sectors_read += head->run_sectors;
	else
		hdd->figures.sectors_written += head->run_sectors;
	if (device->profile.depth > 1 && head->op == BID_READ)
		run.buffered = read_buffer_find(&hdd->reads, lba) != NULL;
	ncq_add(&hdd->held, &run);
	hdd_start_next(hdd);
}

static uint64_t hdd_next_completion_ns(const struct device *device)
{
	const struct hdd *hdd = (const struct hdd *)device;

	return hdd->active ? hdd->active_end_ns : BID_NEVER;
}

static struct bid_request *hdd_complete(struct device *device, uint64_t now_ns)
{
	struct hdd *hdd = hdd_of(device);
	struct bid_request *head = hdd->active;

	if (!head || hdd->active_end_ns > now_ns)
		return NULL;
	hdd->active = NULL;
	hdd_start_next(hdd);
	return head;
}

static uint64_t hdd_flush(struct device *device, uint64_t now_ns)
{
	struct hdd *hdd = hdd_of(device);
	uint64_t start_ns = hdd->active ? later_ns(now_ns, hdd->active_end_ns) : now_ns;

	hdd_catch_up(hdd, start_ns);
	hdd_destage_all(hdd, start_ns);
	return later_ns(start_ns, hdd->media_free_ns);
}

static void hdd_figures(const struct device *device, struct device_figures *figures)
{
	const struct hdd *hdd = (const struct hdd *)device;

	*figures = hdd->figures;
	figures->arm_movements = hdd->arm.movements;
	figures->arm_distance_tracks = hdd->arm.distance;
	figures->tracks = hdd->geometry.cylinders;
}

/* Each change of track costs at least a head switch or the shortest seek, in whatever order. */
static uint64_t hdd_switch_min_ns(const struct hdd *hdd)
{
	uint64_t seek = hdd->geometry.cylinders > 1 ? hdd->seek_ns[1] : 0;

	if (hdd->geometry.heads == 1)
		return seek;
	return hdd->mechanics.head_switch_ns < seek ? hdd->mechanics.head_switch_ns : seek;
}

static uint64_t hdd_transfer_ns(const struct device *device, uint64_t lba, uint64_t sectors)
{
	const struct hdd *hdd = (const struct hdd *)device;
	const struct geometry *geometry = &hdd->geometry;
	uint64_t end = lba + sectors < geometry->sectors ? lba + sectors : geometry->sectors;
	uint64_t bus = (uint64_t)((double)sectors * hdd->sector_bus_ns);
	double ns = 0;

	for (uint32_t i = 0; i < geometry->zone_count && lba < end; i++) {
		const struct geometry_zone *zone = &geometry->zones[i];
		uint64_t stop = geometry->units[zone->end_unit].first_lba;
		uint64_t first;
		uint64_t last;

		if (stop <= lba)
			continue;
		stop = stop < end ? stop : end;
		first = geometry_slot(geometry, geometry_unit_of(geometry, lba), lba);
		last = geometry_slot(geometry, geometry_unit_of(geometry, stop - 1), stop - 1);
		ns += (double)(stop - lba) * zone->sector_ns;
		ns += (double)((last / zone->sectors_per_track - first / zone->sectors_per_track) *
			       hdd_switch_min_ns(hdd));
		lba = stop;
	}
	return later_ns((uint64_t)ns, bus);
}

/* Where an address lies as the heads see it. */
struct track {
	uint32_t zone;
	uint64_t track; /* of the zone */
	uint64_t sector;
};

static struct track hdd_track(const struct hdd *hdd, uint64_t lba)
{
	uint32_t unit = geometry_unit_of(&hdd->geometry, lba);
	uint32_t zone = hdd->geometry.units[unit].zone;
	uint32_t per_track = hdd->geometry.zones[zone].sectors_per_track;
	uint64_t slot = geometry_slot(&hdd->geometry, unit, lba);

	return (struct track){zone, slot / per_track, slot % per_track};
}

static bool same_track(struct track a, struct track b)
{
	return a.zone == b.zone && a.track == b.track;
}

/* Whether the time between two extents follows from where they are, and is the media's. */
static bool hdd_entries_are_known(const struct hdd *hdd)
{
	if (hdd->mechanics.access != HDD_ACCESS_ROTATION)
		return false;
	for (uint32_t i = 0; i < hdd->geometry.zone_count; i++) {
		const struct geometry_zone *zone = &hdd->geometry.zones[i];

		/* What was moved away is not where its address says; what a slow bus still sends
		 * costs the arm nothing. */
		if (zone->defect_count > 0 || zone->sector_ns < hdd->sector_bus_ns)
			return false;
	}
	return true;
}

/* From another track. */
static uint64_t hdd_track_change_min_ns(const struct hdd *hdd)
{
	uint64_t least = hdd_switch_min_ns(hdd);
	int64_t settle = hdd->mechanics.write_settle_ns;

	if (settle >= 0)
		return least;
	return least > (uint64_t)-settle ? least - (uint64_t)-settle : 0;
}

/*
 * The sectors of its track that have to pass before the extent's first one, coming from another
 * extent there; UINT64_MAX: there is none. From the one before that is the gap; from one that lies
 * behind, over the index mark, only what is free from there on is sure, and nothing of an extent
 * that came in over the index mark itself.
 */
static uint64_t hdd_gap_sectors(const struct hdd *hdd, const struct device_entry *entry,
				const struct track *first)
{
	struct track last = hdd_track(hdd, entry->end - 1);
	uint64_t gap = UINT64_MAX;

	if (entry->before_end != UINT64_MAX) {
		struct track before = hdd_track(hdd, entry->before_end - 1);

		if (same_track(before, *first))
			gap = first->sector - before.sector - 1;
	}
	if (entry->after_start >= hdd->geometry.sectors ||
	    !same_track(hdd_track(hdd, entry->after_start), last))
		return gap;
	if (!same_track(*first, last))
		return 0;
	return gap < first->sector ? gap : first->sector;
}

static uint64_t hdd_entry_min_ns(const struct device *device, const struct device_entry *entry)
{
	const struct hdd *hdd = (const struct hdd *)device;
	uint64_t least = hdd_track_change_min_ns(hdd);
	struct track first;
	uint64_t gap;
	double gap_ns;

	if (entry->end > hdd->geometry.sectors || !hdd_entries_are_known(hdd))
		return 0;
	first = hdd_track(hdd, entry->start);
	gap = hdd_gap_sectors(hdd, entry, &first);
	if (gap == UINT64_MAX)
		return least;
	gap_ns = (double)gap * hdd->geometry.zones[first.zone].sector_ns - ENTRY_TOLERANCE_NS;
	if (gap_ns <= 0)
		return 0;
	return gap_ns < (double)least ? (uint64_t)gap_ns : least;
}

static void hdd_close(struct device *device)
{
	struct hdd *hdd = hdd_of(device);

	geometry_free(&hdd->geometry);
	free(hdd->seek_ns);
	free(hdd);
}

static const struct device_ops hdd_ops = {
	DEVICE_FUNCTIONS(hdd),
};

static void hdd_arm_moved(void *context, uint64_t now_ns, uint64_t cylinder)
{
	struct hdd *hdd = context;

	if (hdd->device.arm)
		hdd->device.arm(hdd->device.arm_context, now_ns, cylinder);
}

static uint64_t ms_to_ns(double ms)
{
	return ms > 0 ? (uint64_t)(ms * 1e6 + 0.5) : 0;
}

static void hdd_set_overhead(uint64_t by_last[2], const struct hdd_timing *timing,
			     const struct hdd_overhead *overhead)
{
	by_last[BID_READ] =
		ms_to_ns((overhead->after_read_ms + timing->per_request_ms) * timing->scale);
	by_last[BID_WRITE] =
		ms_to_ns((overhead->after_write_ms + timing->per_request_ms) * timing->scale);
}

static void hdd_set_timing(struct hdd *hdd, const struct hdd_timing *timing)
{
	struct hdd_overheads_ns *to = &hdd->overhead;

	hdd_set_overhead(to->read_hit, timing, &timing->read_hit);
	hdd_set_overhead(to->read_miss, timing, &timing->read_miss);
	hdd_set_overhead(to->write_hit, timing, &timing->write_hit);
	hdd_set_overhead(to->write_miss, timing, &timing->write_miss);
	to->read_completion = ms_to_ns(timing->read_completion_ms * timing->scale);
	to->write_completion = ms_to_ns(timing->write_completion_ms * timing->scale);
	to->data_preparation = ms_to_ns(timing->data_preparation_ms * timing->scale);
	to->reselect = ms_to_ns(timing->reselect_first_ms * timing->scale);
	to->minimum_seek = ms_to_ns(timing->minimum_seek_ms);
	to->write_seek_delay = ms_to_ns(timing->write_seek_delay_ms);
	to->write_data_delay = ms_to_ns(timing->write_data_delay_ms);
	hdd->sector_bus_ns = timing->sector_bus_ms * 1e6;
}

static void hdd_set_mechanics(struct hdd *hdd, const struct hdd_description *description)
{
	hdd->mechanics = (struct mechanics){
		.geometry = &hdd->geometry,
		.seek_ns = hdd->seek_ns,
		.head_switch_ns = ms_to_ns(description->head_switch_ms),
		.write_settle_ns = (int64_t)round(description->write_settle_ms * 1e6),
		.constant_ns = ms_to_ns(description->access_constant_ms),
		.access = description->access,
		.zero_latency = {description->zero_latency_read, description->zero_latency_write},
	};
	hdd->arm.moved = hdd_arm_moved;
	hdd->arm.context = hdd;
}

static void hdd_set_buffer(struct hdd *hdd, const struct device_options *options)
{
	struct hdd_buffer *buffer = &hdd->buffer;
	uint32_t segments = buffer->segments;

	if (options && options->read_ahead == 0)
		buffer->read_ahead = HDD_READ_AHEAD_NONE;
	else if (options && options->read_ahead == 1 && !buffer->read_ahead)
		buffer->read_ahead = HDD_READ_AHEAD_SEGMENT;
	if (options && options->write_cache == 0)
		buffer->write_cache = HDD_WRITE_THROUGH;
	else if (options && options->write_cache == 1 && !buffer->write_cache)
		buffer->write_cache = HDD_WRITE_BACK;
	hdd->reads.count =
		segments < READ_BUFFER_MAX_SEGMENTS ? segments : READ_BUFFER_MAX_SEGMENTS;
	hdd->reads.reads_written = buffer->hits_on_written;
	if (buffer->write_segment_apart && hdd->reads.count > 1)
		hdd->reads.count--;
	hdd->reads.sectors = buffer->segment_sectors;
	hdd->writes.capacity = buffer->write_cache_sectors;
}

static uint64_t random_next(uint64_t *state)
{
	/* Knuth's MMIX constants; the high bits are used. */
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return *state >> 16;
}

static uint64_t hdd_mean_positioning_ns(const struct hdd *hdd)
{
	uint64_t state = 1;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < PROFILE_PAIRS; i++) {
		uint64_t from = random_next(&state) % hdd->geometry.sectors;
		uint64_t to = random_next(&state) % hdd->geometry.sectors;
		uint32_t a = geometry_place(&hdd->geometry, from).cylinder;
		uint32_t b = geometry_place(&hdd->geometry, to).cylinder;

		sum += hdd->seek_ns[a > b ? a - b : b - a];
	}
	return sum / PROFILE_PAIRS + hdd->geometry.rotation_ns / 2;
}

/* Sequential rate at the outer edge: the first cylinders read once, no faster than the bus. */
static uint64_t hdd_bytes_per_second(const struct hdd *hdd)
{
	struct arm arm = {.cylinder = hdd->geometry.zones[0].first_cylinder};
	uint64_t sectors = hdd->geometry.zones[0].cylinder_slots * 4;
	struct transfer transfer;
	double ns;

	if (sectors > hdd->geometry.sectors)
		sectors = hdd->geometry.sectors;
	transfer = mechanics_transfer(&hdd->mechanics, &arm, 0, sectors, false, 0, UINT64_MAX);
	ns = (double)(transfer.end_ns - transfer.first_ns);
	if (ns < (double)sectors * hdd->sector_bus_ns)
		ns = (double)sectors * hdd->sector_bus_ns;
	return ns > 0 ? (uint64_t)((double)sectors * BID_SECTOR_BYTES * 1e9 / ns) : 0;
}

static int hdd_build(struct hdd *hdd, const struct hdd_description *description,
		     const struct device_options *options, const struct failure *failure)
{
	uint32_t depth = options && options->ncq_depth ? options->ncq_depth : description->depth;
	int error = geometry_init(&hdd->geometry, description, failure);

	if (error)
		return error;
	error = seek_table(&description->seek, hdd->geometry.cylinders, description->name,
			   &hdd->seek_ns, failure);
	if (error)
		return error;
	hdd_set_mechanics(hdd, description);
	hdd_set_timing(hdd, &description->timing);
	hdd->buffer = description->buffer;
	hdd->read_watermark = description->timing.read_watermark;
	hdd->watermark_sectors =
		description->timing.watermark_of_segment ? description->buffer.segment_sectors : 0;
	hdd_set_buffer(hdd, options);
	(void)snprintf(hdd->name, sizeof(hdd->name), "%s", description->name);
	hdd->device.ops = &hdd_ops;
	hdd->device.name = hdd->name;
	hdd->device.profile = (struct bid_device_profile){
		.sectors = hdd->geometry.sectors,
		.positioning_ns = hdd_mean_positioning_ns(hdd),
		.bytes_per_second = hdd_bytes_per_second(hdd),
		.turn_ns = hdd->geometry.rotation_ns,
		.depth = depth < 1               ? 1
			 : depth > NCQ_MAX_DEPTH ? NCQ_MAX_DEPTH
						 : depth,
		.rotational = true,
	};
	hdd->device.buffer_sectors = (uint64_t)hdd->reads.count * hdd->reads.sectors;
	hdd->device.write_cache_sectors =
		hdd->buffer.write_cache == HDD_WRITE_THROUGH ? 0 : hdd->writes.capacity;
	hdd->device.write_cache_extents =
		hdd->device.write_cache_sectors > 0 ? WRITE_BUFFER_MAX_EXTENTS : 0;
	hdd->device.turn_ns = hdd->geometry.rotation_ns;
	return 0;
}

int hdd_open(const struct hdd_description *description, const struct device_options *options,
	     struct device **device, const struct failure *failure)
{
	struct hdd *hdd = calloc(1, sizeof(*hdd));
	int error;

	if (!hdd)
		return failure_at(failure, -ENOMEM, description->name, 0, "out of memory");
	error = hdd_build(hdd, description, options, failure);
	if (error)
		hdd_close(&hdd->device);
	else
		*device = &hdd->device;
	return error;
}
