/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "home.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "deltafile/whole.h"
#include "records.h"

#define SECTOR BID_SECTOR_BYTES
/* Of the segments, when so many are not free: what is oldest is brought home. */
#define SHORT_PART 4u

/* ---- what lives in a segment ---- */

static bool lives(const struct tier *tier, const struct tier_record *record, uint32_t sector)
{
	return tier->place[record->address + sector] ==
	       record->position + (uint64_t)sector * SECTOR;
}

/* The next sectors of the record that live there, from *at on; how many. *at is their first. */
static uint32_t next_living(const struct tier *tier, const struct tier_record *record, uint32_t *at)
{
	uint32_t count = 0;

	while (*at < record->sectors && !lives(tier, record, *at))
		(*at)++;
	while (*at + count < record->sectors && lives(tier, record, *at + count))
		count++;
	return count;
}

static bool any_lives(const struct tier *tier, const struct tier_record *record)
{
	uint32_t at = 0;

	return next_living(tier, record, &at) > 0;
}

static struct tier_record piece_of(const struct tier_record *record, uint32_t at, uint32_t sectors)
{
	struct tier_record piece = *record;

	piece.offset += (uint64_t)at * SECTOR;
	piece.lba += at;
	piece.address += at;
	piece.position += (uint64_t)at * SECTOR;
	piece.sectors = sectors;
	return piece;
}

static int by_lba(const void *a, const void *b)
{
	const struct tier_record *first = a;
	const struct tier_record *second = b;

	return first->lba < second->lba ? -1 : first->lba > second->lba ? 1 : 0;
}

/* A record has at most as many pieces as sectors. */
static bool gather(struct tier *tier, const struct tier_segment *segment)
{
	struct tier_home *home = &tier->home;
	size_t most = 1;

	for (uint32_t i = 0; i < segment->placed; i++)
		most += segment->record[i].sectors;
	free(home->piece);
	home->count = 0;
	home->at = 0;
	home->piece = malloc(most * sizeof(*home->piece));
	if (!home->piece)
		return false;
	for (uint32_t i = 0; i < segment->placed; i++) {
		uint32_t at = 0;
		uint32_t sectors;

		while ((sectors = next_living(tier, &segment->record[i], &at)) > 0) {
			home->piece[home->count++] = piece_of(&segment->record[i], at, sectors);
			at += sectors;
		}
	}
	qsort(home->piece, home->count, sizeof(*home->piece), by_lba);
	return true;
}

/* ---- one segment ---- */

static void stop(struct tier *tier, int error)
{
	tier->home.stage = HOME_RESTS;
	tier->stuck = error;
}

static void home_submit(struct tier *tier, enum home_stage stage)
{
	struct tier_home *home = &tier->home;
	const struct tier_record *piece = &home->piece[home->at];
	struct backend_transfer *transfer = &home->transfer;
	uint32_t bytes = stage == HOME_SYNCS ? 0 : piece->sectors * SECTOR;

	home->stage = stage;
	if (stage == HOME_READS) {
		tier_log_describe(transfer, BACKEND_READ, tier->log.file.fd, piece->position,
				  home->memory, bytes);
		tier->ssd->ops->submit(tier->ssd, transfer);
		return;
	}
	if (stage == HOME_WRITES) {
		tier_log_describe(transfer, BACKEND_WRITE, piece->file->file->fd, piece->offset,
				  home->memory, bytes);
		transfer->lba = piece->lba;
	} else {
		tier_log_describe(transfer, BACKEND_SYNC, home->syncs->file->fd, 0, NULL, 0);
	}
	tier->disk->ops->submit(tier->disk, transfer);
}

static struct tier_file *next_dirty(struct tier *tier)
{
	struct bid_tree_node *node = bid_tree_first(&tier->files);

	while (node && !bid_container_of(node, struct tier_file, by_place)->dirty)
		node = bid_tree_next(node);
	return node ? bid_container_of(node, struct tier_file, by_place) : NULL;
}

/* The segment is at home, and the one after it the oldest. */
static void segment_is_home(struct tier *tier)
{
	tier->home.stage = HOME_RESTS;
	tier->log.tail = tier->home.sequence + 1;
}

static void next_step(struct tier *tier)
{
	struct tier_home *home = &tier->home;

	while (home->at < home->count && !any_lives(tier, &home->piece[home->at]))
		home->at++;
	if (home->at < home->count) {
		home_submit(tier, HOME_READS);
		return;
	}
	home->syncs = next_dirty(tier);
	if (home->syncs)
		home_submit(tier, HOME_SYNCS);
	else
		segment_is_home(tier);
}

void home_moved(struct tier *tier)
{
	struct tier_home *home = &tier->home;
	int64_t result = home->transfer.result;

	if (result < 0 || result != home->transfer.length) {
		stop(tier, result < 0 ? (int)result : -EIO);
		return;
	}
	if (home->stage == HOME_READS) {
		home_submit(tier, HOME_WRITES);
		return;
	}
	if (home->stage == HOME_WRITES) {
		home->piece[home->at].file->dirty = true;
		tier->statistics->bytes_brought_home += home->transfer.length;
		home->at++;
	} else {
		home->syncs->dirty = false;
	}
	home->stage = HOME_PAUSES;
}

/* All commits of the segment are durable, or will never be. */
static bool is_written(const struct tier *tier, uint64_t sequence)
{
	const struct tier_log *log = &tier->log;

	return log->failed ? !log->flying
			   : sequence < tier_log_sequence(log) &&
				     (!log->flying || log->flying->sequence > sequence);
}

/* ---- which segments ---- */

/* The file is gone for good, so that no recovery finds what has come home. */
static void withdraw(struct tier *tier)
{
	int error = unlink(tier->path) && errno != ENOENT ? -errno : 0;

	if (!error)
		error = whole_sync_parent(AT_FDCWD, tier->path);
	if (error)
		stop(tier, error);
	else
		tier->withdrawn = true;
}

/* The oldest segment that is needed is to be brought home. */
static void begin_segment(struct tier *tier)
{
	struct tier_log *log = &tier->log;

	if (log->failed && log->tail > tier_log_sequence(log)) {
		withdraw(tier);
		return;
	}
	/* The one that is written to is left for the next. */
	if (!log->failed && log->tail == tier_log_sequence(log))
		tier_log_turn(log);
	if (!is_written(tier, log->tail))
		return;
	tier->home.sequence = log->tail;
	if (gather(tier, tier_segment_of(tier, log->tail)))
		tier->home.stage = HOME_PAUSES;
	else
		stop(tier, -ENOMEM);
}

/* Whether any segment of these has records. */
static bool has_records(struct tier *tier, uint64_t first, uint64_t end)
{
	while (first < end && tier_segment_of(tier, first)->count == 0)
		first++;
	return first < end;
}

static bool is_short(const struct tier *tier)
{
	const struct tier_log *log = &tier->log;
	uint32_t used = (uint32_t)(tier_log_sequence(log) - log->tail);

	return log->tail < tier_log_sequence(log) &&
	       (log->geometry.segments - 1 - used) * SHORT_PART <= log->geometry.segments;
}

/* Whether a job waits for all of its range to be brought home. */
static bool has_displaced(const struct tier *tier)
{
	const struct bid_link *first = tier->writes.next;

	return first != &tier->writes &&
	       bid_container_of(first, struct tier_job, link)->displaced > 0;
}

/* Whether there is anything to bring home, and reason to. */
static bool goes_on(struct tier *tier, bool idle)
{
	const struct tier_log *log = &tier->log;

	if (tier->ends && bid_list_empty(&tier->writes) && bid_list_empty(&tier->put))
		return false;
	return log->failed || is_short(tier) || has_displaced(tier) ||
	       (idle && has_records(tier, log->tail, tier_log_sequence(log) + 1));
}

/* What is at home lives there when a head on the SSD says so: nobody writes one for that now. */
static void tell_tail(struct tier *tier)
{
	struct tier_log *log = &tier->log;

	if (!log->failed && tier->home.stage == HOME_RESTS && log->tail > log->durable_tail &&
	    has_records(tier, tier->settled, log->tail))
		tier_log_turn(log);
}

void home_go_on(struct tier *tier, bool idle)
{
	if (tier->stuck)
		return;
	if (goes_on(tier, idle)) {
		if (tier->home.stage == HOME_RESTS)
			begin_segment(tier);
		if (tier->home.stage == HOME_PAUSES)
			next_step(tier);
	} else if (idle || has_displaced(tier)) {
		tell_tail(tier);
	}
}

/* ---- the core ---- */

/* Sectors of the job that are the record's. */
static uint32_t overlap(const struct tier_job *job, const struct tier_record *record)
{
	uint64_t sectors = 0;

	for (uint32_t i = 0; i < job->count; i++) {
		uint64_t first = job->extent[i].address;
		uint64_t end = first + extent_sectors(&job->extent[i]);

		first = first > record->address ? first : record->address;
		if (end > record->address + record->sectors)
			end = record->address + record->sectors;
		sectors += end > first ? end - first : 0;
	}
	return (uint32_t)sectors;
}

/* Whether some of it is being written, and is in the log or will be. */
static bool is_written_to(struct bid_link *jobs, const struct tier_record *record)
{
	for (struct bid_link *link = jobs->next; link != jobs; link = link->next) {
		const struct tier_job *job = bid_container_of(link, struct tier_job, link);

		if (job->begun && overlap(job, record) > 0)
			return true;
	}
	return false;
}

/* Jobs that have not begun have to be served by the disk, once all of their range lives there. */
static void displace(struct tier *tier, const struct tier_record *record)
{
	struct bid_link *jobs = &tier->writes;

	for (struct bid_link *link = jobs->next; link != jobs; link = link->next) {
		struct tier_job *job = bid_container_of(link, struct tier_job, link);

		job->displaced += overlap(job, record);
	}
}

/* What lives of the record lives on the disk now; false: not yet. */
static bool settle_record(struct tier *tier, const struct tier_record *record, uint64_t now_ns)
{
	uint32_t at = 0;
	uint32_t sectors;

	while ((sectors = next_living(tier, record, &at)) > 0) {
		struct tier_record piece = piece_of(record, at, sectors);

		/* What is on its way there would be nowhere; of a log that is gone it is refused.
		 */
		if (!tier->withdrawn &&
		    (is_written_to(&tier->writes, &piece) || is_written_to(&tier->put, &piece)))
			return false;
		if (bid_request_queue_returned(tier->queue, piece.lba, sectors, now_ns))
			return false;
		displace(tier, &piece);
		for (uint32_t i = 0; i < sectors; i++)
			tier->place[piece.address + i] = 0;
		tier->live -= sectors;
		tier->statistics->ssd_live_bytes = tier->live * SECTOR;
		at += sectors;
	}
	return true;
}

static bool settle_segment(struct tier *tier, struct tier_segment *segment, uint64_t now_ns)
{
	bool settled = true;

	for (uint32_t i = 0; i < segment->placed; i++)
		settled &= settle_record(tier, &segment->record[i], now_ns);
	if (settled)
		tier_segment_clear(tier, segment);
	return settled;
}

void home_settle(struct tier *tier, uint64_t now_ns)
{
	uint64_t end = tier->withdrawn ? tier_log_sequence(&tier->log) + 1 : tier->log.durable_tail;

	while (tier->settled < end &&
	       settle_segment(tier, tier_segment_of(tier, tier->settled), now_ns))
		tier->settled++;
}
