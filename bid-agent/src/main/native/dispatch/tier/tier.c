/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "tier.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "home.h"
#include "put.h"
#include "records.h"
#include "recover.h"

#define SECTOR        BID_SECTOR_BYTES
#define BYTES_DEFAULT (UINT64_C(1) << 30)

/* A read of the SSD for some sectors of a job. */
struct tier_read {
	struct backend_transfer transfer;
	struct tier_job *job;
	uint32_t segment; /* its place */
};

static void end_all(struct bid_link *jobs, enum tier_fate fate, int32_t status)
{
	while (!bid_list_empty(jobs))
		tier_job_end(bid_container_of(jobs->next, struct tier_job, link), fate, status);
}

/* ---- what is durable ---- */

static void place_record(struct tier *tier, const struct tier_record *record)
{
	for (uint32_t i = 0; i < record->sectors; i++) {
		uint64_t *place = &tier->place[record->address + i];

		tier->live += *place == 0;
		*place = record->position + (uint64_t)i * SECTOR;
	}
	tier->statistics->ssd_live_bytes = tier->live * SECTOR;
	tier->statistics->bytes_redirected += (uint64_t)record->sectors * SECTOR;
}

/* The commit of that segment is durable: its records count, in the order in which they were put. */
static void commit_arrived(struct tier *tier, uint64_t sequence)
{
	struct tier_segment *segment = tier_segment_of(tier, sequence);

	for (; segment->placed < segment->flying; segment->placed++)
		place_record(tier, &segment->record[segment->placed]);
	while (!bid_list_empty(&tier->put)) {
		struct tier_job *job = bid_container_of(tier->put.next, struct tier_job, link);

		if (job->commit > tier->log.durable)
			return;
		tier_job_end(job, TIER_SERVED, 0);
	}
}

static void push(struct tier *tier)
{
	if (tier->log.flying)
		return;
	tier_log_push(&tier->log);
	if (tier->log.flying) {
		struct tier_segment *segment = tier_segment_of(tier, tier->log.flying->sequence);

		segment->flying = segment->count;
	}
}

static void pushed(struct tier *tier)
{
	uint64_t sequence = tier->log.flying->sequence;

	tier_log_pushed(&tier->log);
	if (!tier->log.flying && !tier->log.failed)
		commit_arrived(tier, sequence);
}

/* ---- reads ---- */

static void read_end(struct tier *tier, struct tier_read *read)
{
	struct tier_job *job = read->job;
	int64_t result = read->transfer.result;

	tier->log.users[read->segment]--;
	tier->reads--;
	if (result != read->transfer.length && job->status == 0)
		job->status = result < 0 ? (int32_t)result : -EIO;
	free(read);
	if (--job->reads == 0)
		tier_job_end(job, TIER_SERVED, job->status);
}

/* Bytes from there on that follow each other in the log, at most so many. */
static uint32_t stretch(const struct tier *tier, uint64_t address, uint64_t byte, uint32_t most)
{
	uint64_t place = tier->place[address];
	uint32_t bytes = SECTOR - (uint32_t)(byte % SECTOR);
	uint32_t sectors = 1;

	while (bytes < most &&
	       tier->place[address + sectors] == place + (uint64_t)sectors * SECTOR) {
		bytes += SECTOR;
		sectors++;
	}
	return bytes < most ? bytes : most;
}

/* Begins to read from a byte of the extent on. Returns how many, 0: it cannot be. */
static uint32_t read_from(struct tier *tier, struct tier_job *job, const struct tier_extent *extent,
			  uint32_t from)
{
	uint64_t byte = extent->offset + from;
	uint64_t address = extent->address + byte / SECTOR - extent->offset / SECTOR;
	uint64_t place = tier->place[address];
	struct tier_read *read = place ? malloc(sizeof(*read)) : NULL;
	uint32_t bytes;

	if (!read) {
		job->status = place ? -ENOMEM : -EIO;
		return 0;
	}
	bytes = stretch(tier, address, byte, extent->length - from);
	read->job = job;
	read->segment = (uint32_t)((place - DELTA_PAGE) / tier->log.geometry.segment_bytes);
	tier_log_describe(&read->transfer, BACKEND_READ, tier->log.file.fd, place + byte % SECTOR,
			  (char *)extent->memory + from, bytes);
	job->reads++;
	tier->reads++;
	tier->log.users[read->segment]++;
	tier->statistics->bytes_from_ssd += bytes;
	tier->ssd->ops->submit(tier->ssd, &read->transfer);
	return bytes;
}

static void begin_read(struct tier *tier, struct tier_job *job)
{
	/* Until all have begun, none that ends may be the last. */
	job->reads = 1;
	for (uint32_t i = 0; i < job->count && job->status == 0; i++) {
		uint32_t at = 0;

		while (at < job->extent[i].length && job->status == 0)
			at += read_from(tier, job, &job->extent[i], at);
	}
	if (--job->reads == 0)
		tier_job_end(job, TIER_SERVED, job->status);
}

/* ---- steps ---- */

void tier_begin(struct tier *tier, struct tier_job *job)
{
	bid_list_init(&job->link);
	job->at = 0;
	job->at_byte = 0;
	job->begun = false;
	job->displaced = 0;
	job->reads = 0;
	job->status = 0;
	if (job->writes)
		bid_list_append(&tier->writes, &job->link);
	else
		begin_read(tier, job);
}

void tier_take_done(struct tier *tier)
{
	struct backend_transfer *transfer;

	while ((transfer = tier->ssd->ops->take_done(tier->ssd))) {
		if (transfer == &tier->log.transfer)
			pushed(tier);
		else if (transfer == &tier->home.transfer)
			home_moved(tier);
		else
			read_end(tier, bid_container_of(transfer, struct tier_read, transfer));
	}
}

bool tier_takes_home(struct tier *tier, const struct backend_transfer *transfer)
{
	if (transfer != &tier->home.transfer)
		return false;
	home_moved(tier);
	return true;
}

static void go_on_once(struct tier *tier, bool idle, uint64_t now_ns)
{
	home_settle(tier, now_ns);
	if (tier->withdrawn && tier->live == 0) {
		end_all(&tier->put, TIER_REFUSED, 0);
		end_all(&tier->writes, TIER_REFUSED, 0);
	} else if (tier->log.failed && tier->stuck) {
		end_all(&tier->put, TIER_SERVED, tier->stuck);
		end_all(&tier->writes, TIER_SERVED, tier->stuck);
	} else if (!tier->withdrawn) {
		put_writes(tier);
		push(tier);
		home_go_on(tier, idle);
	}
}

/* What one step may change that lets another be made. */
struct progress {
	uint64_t settled;
	uint64_t tail;
	uint64_t sequence;
	uint64_t opened;
	uint64_t live;
	uint64_t stage;
	uint64_t at;
	uint64_t ended; /* reasons to do nothing more */
};

static struct progress progress_of(const struct tier *tier)
{
	return (struct progress){
		.settled = tier->settled,
		.tail = tier->log.tail,
		.sequence = tier_log_sequence(&tier->log),
		.opened = tier->log.opened,
		.live = tier->live,
		.stage = tier->home.stage,
		.at = tier->home.at,
		.ended = (uint64_t)(tier->log.failed != 0) + (tier->stuck != 0) + tier->withdrawn,
	};
}

void tier_go_on(struct tier *tier, bool idle, uint64_t now_ns)
{
	struct progress before;
	struct progress after = progress_of(tier);

	do {
		before = after;
		go_on_once(tier, idle, now_ns);
		after = progress_of(tier);
	} while (memcmp(&before, &after, sizeof(before)) != 0);
}

bool tier_is_busy(const struct tier *tier)
{
	return tier->reads > 0 || tier->log.flying || tier->home.stage > HOME_PAUSES ||
	       !bid_list_empty(&tier->writes) || !bid_list_empty(&tier->put);
}

void tier_end(struct tier *tier)
{
	tier->ends = true;
}

bool tier_is_empty(const struct tier *tier)
{
	if (tier->withdrawn)
		return true;
	for (uint32_t i = 0; i < tier->log.geometry.segments; i++) {
		if (tier->segment[i].count > 0)
			return false;
	}
	return !tier_is_busy(tier);
}

/* ---- opening ---- */

/* What is not data in a log of single blocks of 4 KiB, of which each is a commit: half of it. */
static uint64_t sectors_of(const struct tier_log *log)
{
	return tier_log_room(log) / 2 / SECTOR;
}

static void tier_free(struct tier *tier)
{
	free(tier->path);
	free(tier->place);
	free(tier->segment);
	free(tier->home.memory);
	free(tier);
}

/* The log is open, and what another volume left in it is at home. */
static int tier_start(struct tier *tier, uint64_t sequence, uint32_t position)
{
	tier->sectors = sectors_of(&tier->log);
	tier->settled = sequence;
	/* One more, which is never given out: a stretch ends there. */
	tier->place = calloc(tier->sectors + 1, sizeof(*tier->place));
	tier->segment = calloc(tier->log.geometry.segments, sizeof(*tier->segment));
	tier->home.memory = malloc(DELTA_PAYLOAD_MAX);
	if (!tier->place || !tier->segment || !tier->home.memory)
		return -ENOMEM;
	return tier_log_start(&tier->log, tier->ssd, sequence, position);
}

int tier_open(const struct volume_second_tier *options, struct backend *disk,
	      struct bid_request_queue *queue, struct volume_statistics *statistics,
	      struct tier **tier, uint64_t *sectors)
{
	struct tier *opened = calloc(1, sizeof(*opened));
	struct tier_recovered recovered;
	int error;

	if (!opened)
		return -ENOMEM;
	opened->queue = queue;
	opened->ssd = options->backend;
	opened->disk = disk;
	opened->statistics = statistics;
	opened->path = strdup(options->path);
	if (!opened->path) {
		free(opened);
		return -ENOMEM;
	}
	bid_tree_init(&opened->files);
	bid_list_init(&opened->writes);
	bid_list_init(&opened->put);
	error = tier_log_open(&opened->log, options->path,
			      options->bytes ? options->bytes : BYTES_DEFAULT,
			      options->backend->direct);
	if (error) {
		tier_free(opened);
		return error;
	}
	error = tier_recover(&opened->log.file, &opened->log.geometry, &recovered);
	if (error == 0)
		error = tier_start(opened, recovered.sequence, recovered.position);
	if (error) {
		area_file_close(&opened->log.file);
		tier_free(opened);
		return error;
	}
	statistics->files_recovered = recovered.files;
	statistics->files_gone = recovered.gone;
	statistics->log_damaged = recovered.damaged;
	*sectors = opened->sectors;
	*tier = opened;
	return 0;
}

void tier_close(struct tier *tier)
{
	for (uint32_t i = 0; i < tier->log.geometry.segments; i++) {
		tier_segment_clear(tier, &tier->segment[i]);
		free(tier->segment[i].record);
	}
	tier_files_free(tier);
	free(tier->home.piece);
	tier_log_close(&tier->log);
	tier_free(tier);
}
