/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * How long a command takes: its overhead, then the media and the bus, which overlap as far as the
 * data allow.
 */
#include "hdd_internal.h"

static uint64_t hdd_bus_ns(const struct hdd *hdd, uint64_t sectors)
{
	return (uint64_t)((double)sectors * hdd->sector_bus_ns);
}

/* When data that pass the head from first_ns to end_ns have all gone over the bus. */
static uint64_t hdd_read_sent_ns(const struct hdd *hdd, const struct transfer *transfer,
				 uint64_t sectors, uint64_t sent_before_ns)
{
	double sector_ns = (double)(transfer->end_ns - transfer->first_ns) /
			   (double)(transfer->sectors ? transfer->sectors : 1);
	double waited_for = hdd->read_watermark *
			    (double)(hdd->watermark_sectors ? hdd->watermark_sectors : sectors);
	uint64_t first;
	uint64_t sent;

	if (waited_for > (double)sectors)
		waited_for = (double)sectors;
	first = transfer->first_ns + (uint64_t)(sector_ns * (waited_for > 1 ? waited_for : 1));
	first = later_ns(first + hdd->overhead.reselect, sent_before_ns);
	sent = later_ns(first + hdd_bus_ns(hdd, sectors), transfer->end_ns + hdd_bus_ns(hdd, 1));
	if (transfer->gathered_ns)
		sent = later_ns(sent, transfer->gathered_ns + hdd_bus_ns(hdd, transfer->gathered));
	return sent + hdd->overhead.data_preparation + hdd->overhead.read_completion;
}

/* All of it is in the buffer. */
static uint64_t hdd_read_hit(struct hdd *hdd, struct segment *segment, uint64_t lba,
			     uint64_t sectors, uint64_t start_ns)
{
	uint64_t sent = start_ns + hdd->overhead.read_hit[hdd->last_op] +
			hdd->overhead.data_preparation + hdd_bus_ns(hdd, sectors) +
			hdd->overhead.read_completion;

	hdd->figures.cache_hits++;
	read_buffer_touch(&hdd->reads, segment);
	if (!hdd->buffer.read_ahead_on_hit)
		return sent;
	if (hdd->ahead.segment == segment)
		hdd->ahead.end_lba =
			later_ns(hdd->ahead.end_lba, hdd_read_ahead_end(hdd, lba, lba + sectors));
	else if (!segment->written && !hdd->ahead.segment && segment->end > lba &&
		 segment->end < hdd_read_ahead_end(hdd, lba, lba + sectors))
		hdd_read_ahead_begin(hdd, segment, lba, segment->end,
				     later_ns(start_ns, hdd->media_free_ns));
	return sent;
}

/* Read-ahead is on its way through it: the rest is sent as it comes. */
static uint64_t hdd_read_follow(struct hdd *hdd, struct segment *segment, uint64_t lba,
				uint64_t sectors, uint64_t start_ns)
{
	uint64_t end = lba + sectors;
	uint64_t ready = start_ns + hdd->overhead.read_hit[hdd->last_op];
	struct transfer transfer = mechanics_transfer(
		&hdd->mechanics, &hdd->arm, hdd->ahead.next_lba, end - hdd->ahead.next_lba, false,
		hdd->ahead.since_ns, UINT64_MAX);
	uint64_t sent =
		later_ns(ready + hdd_bus_ns(hdd, sectors), transfer.end_ns + hdd_bus_ns(hdd, 1));

	hdd_count_media(hdd, BID_READ, &transfer, hdd->ahead.since_ns);
	segment_set(&hdd->reads, segment, segment->start, end);
	read_buffer_touch(&hdd->reads, segment);
	hdd_read_ahead_begin(hdd, segment, lba, end, transfer.end_ns);
	return sent + hdd->overhead.data_preparation + hdd->overhead.read_completion;
}

/* The sectors that passed on the track before the first one wanted, while the drive waited. */
static uint64_t hdd_read_before(const struct hdd *hdd, uint64_t lba, uint64_t waited_ns)
{
	uint32_t unit = geometry_unit_of(&hdd->geometry, lba);
	const struct geometry_zone *zone = &hdd->geometry.zones[hdd->geometry.units[unit].zone];
	uint64_t slot = geometry_slot(&hdd->geometry, unit, lba);
	uint64_t passed = (uint64_t)((double)waited_ns / zone->sector_ns);

	if (passed > slot % zone->sectors_per_track)
		passed = slot % zone->sectors_per_track;
	return lba - geometry_lba_from(&hdd->geometry, unit, slot - passed);
}

/* Reads from the media, from an address in the request on: what is before it is in the buffer. */
static uint64_t hdd_read_media(struct hdd *hdd, struct segment *segment, uint64_t lba,
			       uint64_t sectors, uint64_t start_ns)
{
	uint64_t from = segment ? segment->end : lba;
	uint64_t overhead = segment ? hdd->overhead.read_hit[hdd->last_op]
				    : hdd->overhead.read_miss[hdd->last_op];
	uint64_t ready = start_ns + overhead;
	struct transfer transfer;
	uint64_t free_ns;

	hdd_catch_up(hdd, ready);
	hdd->ahead.segment = NULL;
	free_ns = later_ns(ready, hdd->media_free_ns);
	transfer = mechanics_transfer(&hdd->mechanics, &hdd->arm, from, lba + sectors - from, false,
				      free_ns, UINT64_MAX);
	hdd_count_media(hdd, BID_READ, &transfer, free_ns);
	hdd->media_free_ns = transfer.end_ns;
	if (!segment) {
		segment = read_buffer_take(&hdd->reads, false);
		if (segment && hdd->buffer.read_before)
			from -= hdd_read_before(hdd, lba, transfer.waited_ns);
		if (segment)
			segment_set(&hdd->reads, segment, from, lba + sectors);
		ready = 0;
	} else {
		segment_set(&hdd->reads, segment, segment->start, lba + sectors);
		read_buffer_touch(&hdd->reads, segment);
	}
	if (segment)
		hdd_read_ahead_begin(hdd, segment, lba, lba + sectors, transfer.end_ns);
	return hdd_read_sent_ns(hdd, &transfer, sectors, ready);
}

/* Dirty data that a read would miss on the media are written first. */
static void hdd_settle_dirty(struct hdd *hdd, uint64_t lba, uint64_t sectors, uint64_t now_ns)
{
	if (hdd->buffer.write_cache == HDD_WRITE_SEQUENTIAL ||
	    write_buffer_overlaps(&hdd->writes, lba, sectors))
		hdd_destage_all(hdd, now_ns);
}

/* The first sector wanted is the one that read-ahead is at. */
static bool hdd_read_next_ahead(const struct hdd *hdd, uint64_t lba)
{
	return hdd->buffer.almost_hits && hdd->ahead.segment && hdd->ahead.next_lba == lba;
}

static uint64_t hdd_read(struct hdd *hdd, uint64_t lba, uint64_t sectors, uint64_t start_ns)
{
	struct segment *segment = read_buffer_find(&hdd->reads, lba);

	if (segment && segment->end >= lba + sectors)
		return hdd_read_hit(hdd, segment, lba, sectors, start_ns);
	if (write_buffer_holds(&hdd->writes, lba, sectors)) {
		hdd->figures.cache_hits++;
		return start_ns + hdd->overhead.read_hit[hdd->last_op] + hdd_bus_ns(hdd, sectors) +
		       hdd->overhead.read_completion;
	}
	if (!segment && hdd_read_next_ahead(hdd, lba))
		segment = hdd->ahead.segment;
	if (segment && hdd->ahead.segment == segment && hdd->media_free_ns <= hdd->ahead.since_ns)
		return hdd_read_follow(hdd, segment, lba, sectors, start_ns);
	hdd_settle_dirty(hdd, lba, sectors, start_ns);
	return hdd_read_media(hdd, segment, lba, sectors, start_ns);
}

/*
 * Whether a write may go on in the segment of the one before it: where the drive keeps a single
 * piece of dirty data, while that is not on the media yet.
 */
static bool hdd_appends(const struct hdd *hdd, uint64_t lba, uint64_t start_ns)
{
	if (hdd->buffer.write_cache == HDD_WRITE_BACK)
		return true;
	return hdd->write_end == lba && (hdd->writes.count || hdd->media_free_ns > start_ns);
}

/* What the buffer had of the sectors is gone; the new data take a segment, if only for a while. */
static void hdd_keep_written(struct hdd *hdd, uint64_t lba, uint64_t sectors, uint64_t start_ns)
{
	struct segment *before = read_buffer_written_to(&hdd->reads, lba);
	struct segment *segment = hdd_appends(hdd, lba, start_ns) ? before : NULL;
	uint64_t start = segment ? segment->start : lba;

	read_buffer_drop(&hdd->reads, lba, sectors);
	if (hdd->ahead.segment && hdd->ahead.segment->start == hdd->ahead.segment->end)
		hdd->ahead.segment = NULL;
	if (hdd->buffer.write_segment_apart)
		return;
	if (!segment)
		segment = read_buffer_take(&hdd->reads, true);
	if (!segment)
		return;
	if (hdd->ahead.segment == segment)
		hdd->ahead.segment = NULL;
	segment_set(&hdd->reads, segment, start, lba + sectors);
}

/* When the arm may move for a write: not so that it is there sooner than the drive allows. */
static uint64_t hdd_write_start_ns(const struct hdd *hdd, uint64_t lba, uint64_t ready_ns)
{
	uint64_t start = later_ns(ready_ns + hdd->overhead.write_seek_delay, hdd->media_free_ns);
	struct place place;
	uint64_t move;

	if (!hdd->overhead.minimum_seek || lba == hdd->write_end)
		return start;
	place = geometry_place(&hdd->geometry, lba);
	move = mechanics_move_ns(&hdd->mechanics, &hdd->arm, &place, true);
	if (start + move >= ready_ns + hdd->overhead.minimum_seek)
		return start;
	return ready_ns + hdd->overhead.minimum_seek - move;
}

static uint64_t hdd_write_through(struct hdd *hdd, uint64_t lba, uint64_t sectors,
				  uint64_t start_ns)
{
	uint64_t ready = start_ns + hdd->overhead.write_miss[hdd->last_op];
	uint64_t bus = hdd_bus_ns(hdd, sectors);
	struct transfer transfer;
	uint64_t free_ns;
	uint64_t sent;

	hdd_destage_all(hdd, start_ns);
	hdd_catch_up(hdd, ready);
	hdd->ahead.segment = NULL;
	sent = ready + hdd->overhead.write_data_delay + hdd->overhead.data_preparation + bus;
	/* The arm moves while the data come in; the media begin once there are some. */
	free_ns = hdd_write_start_ns(hdd, lba, ready);
	transfer = mechanics_transfer(&hdd->mechanics, &hdd->arm, lba, sectors, true, free_ns,
				      UINT64_MAX);
	while (transfer.first_ns < sent - bus || transfer.end_ns < sent) {
		transfer.first_ns += hdd->geometry.rotation_ns;
		transfer.end_ns += hdd->geometry.rotation_ns;
	}
	hdd_count_media(hdd, BID_WRITE, &transfer, free_ns);
	hdd->media_free_ns = transfer.end_ns;
	return transfer.end_ns + hdd->overhead.reselect + hdd->overhead.write_completion;
}

/* When the buffer has room for the write, and what must be on the media before it is. */
static uint64_t hdd_write_room_ns(struct hdd *hdd, uint64_t lba, uint64_t sectors,
				  uint64_t start_ns)
{
	uint64_t room = start_ns;

	if (hdd->buffer.write_cache == HDD_WRITE_SEQUENTIAL) {
		bool busy = hdd->writes.count || hdd->media_free_ns > start_ns;

		if (busy &&
		    (hdd->write_end != lba || !write_buffer_fits(&hdd->writes, lba, sectors))) {
			hdd_destage_all(hdd, start_ns);
			room = later_ns(room, hdd->media_free_ns);
		}
		return room;
	}
	while (!write_buffer_fits(&hdd->writes, lba, sectors)) {
		hdd_destage_one(hdd, room);
		room = hdd->media_free_ns;
	}
	return room;
}

static uint64_t hdd_write(struct hdd *hdd, uint64_t lba, uint64_t sectors, uint64_t start_ns)
{
	uint64_t sent;

	hdd_keep_written(hdd, lba, sectors, start_ns);
	if (hdd->buffer.write_cache == HDD_WRITE_THROUGH || sectors > hdd->writes.capacity)
		return hdd_write_through(hdd, lba, sectors, start_ns);
	sent = later_ns(start_ns + hdd->overhead.write_hit[hdd->last_op],
			hdd_write_room_ns(hdd, lba, sectors, start_ns)) +
	       hdd->overhead.data_preparation + hdd_bus_ns(hdd, sectors);
	write_buffer_add(&hdd->writes, &hdd->geometry, lba, sectors, sent);
	hdd->write_end = lba + sectors;
	return sent + hdd->overhead.write_completion;
}

uint64_t hdd_serve(struct hdd *hdd, uint8_t op, uint64_t lba, uint64_t sectors, uint64_t start_ns)
{
	uint64_t end;

	/* Past the end: the drive would fail it; here it costs what the last sectors cost. */
	if (lba >= hdd->geometry.sectors)
		lba = hdd->geometry.sectors - 1;
	if (sectors > hdd->geometry.sectors - lba)
		sectors = hdd->geometry.sectors - lba;
	hdd_catch_up(hdd, start_ns);
	end = op == BID_READ ? hdd_read(hdd, lba, sectors, start_ns)
			     : hdd_write(hdd, lba, sectors, start_ns);
	hdd->last_op = op;
	return end;
}

/*
 * Looked up when it was submitted; since then only read-ahead can have brought it in. The sector
 * that the head is at on its way ahead counts as there: it passes without any wait.
 */
static bool hdd_buffered(const struct hdd *hdd, const struct ncq_run *run)
{
	const struct segment *segment = hdd->ahead.segment;
	uint64_t lba = run->head->run_lba;

	if (run->head->op == BID_WRITE)
		return hdd->buffer.write_cache != HDD_WRITE_THROUGH &&
		       hdd->writes.count < WRITE_BUFFER_MAX_EXTENTS &&
		       hdd->writes.sectors + run->head->run_sectors <= hdd->writes.capacity;
	return run->buffered || (segment && segment->start <= lba && lba < segment->end) ||
	       hdd_read_next_ahead(hdd, lba);
}

/* Whether the write goes into the cache, sooner or later. */
static bool hdd_is_cached(const struct hdd *hdd, const struct ncq_run *run)
{
	return run->head->op == BID_WRITE && hdd->buffer.write_cache == HDD_WRITE_BACK &&
	       run->head->run_sectors <= hdd->writes.capacity;
}

/*
 * The cache is full: before any write is taken the arm goes to what is dirty and nearest. So all
 * writes cost the same, and the first to come is the first to be taken.
 */
static uint64_t hdd_room_cost(struct hdd *hdd, uint64_t now_ns)
{
	uint32_t nearest = write_buffer_nearest(&hdd->writes, &hdd->mechanics, &hdd->arm, now_ns);

	return mechanics_positioning_ns(&hdd->mechanics, &hdd->arm,
					&hdd->writes.extents[nearest].place, true, now_ns);
}

uint64_t hdd_cost(void *context, const struct ncq_run *run, uint64_t now_ns, uint64_t bound_ns)
{
	struct hdd *hdd = context;
	bool write = run->head->op == BID_WRITE;
	uint64_t overhead = write ? hdd->overhead.write_miss[hdd->last_op]
				  : hdd->overhead.read_miss[hdd->last_op];
	uint64_t move;

	if (hdd_buffered(hdd, run))
		return 0;
	if (hdd_is_cached(hdd, run))
		return hdd_room_cost(hdd, now_ns);
	move = mechanics_move_ns(&hdd->mechanics, &hdd->arm, &run->place, write);
	if (move >= bound_ns)
		return move;
	return mechanics_positioning_ns(&hdd->mechanics, &hdd->arm, &run->place, write,
					now_ns + overhead);
}
