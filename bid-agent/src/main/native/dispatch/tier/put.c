/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "put.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "deltafile/whole.h"
#include "records.h"

#define SECTOR BID_SECTOR_BYTES
/* What the longest run is cut into. */
#define COMMITS_OF_JOB 6u
/* Bytes that say what a file is, with names of a usual length. */
#define TIER_NAME_USUAL 512u

void tier_job_end(struct tier_job *job, enum tier_fate fate, int32_t status)
{
	for (uint32_t i = 0; i < job->count; i++) {
		if (job->extent[i].made_whole)
			free(job->extent[i].memory);
	}
	bid_list_remove(&job->link);
	job->done(job, fate, status);
}

/* Room in the log for one record, with what its file is. */
static bool put_has_room(struct tier *tier, const struct tier_file *file, uint32_t bytes)
{
	return tier_log_takes(&tier->log, delta_record_bytes(bytes) +
						  delta_record_bytes(file->definition_bytes));
}

static void put_record(struct tier *tier, struct tier_file *file, const struct tier_extent *extent,
		       uint32_t from, uint32_t bytes)
{
	struct tier_log *log = &tier->log;
	uint64_t sequence = tier_log_sequence(log);
	struct tier_segment *segment = tier_segment_of(tier, sequence);
	uint32_t number = (uint32_t)file->by_place.key;

	/* In each commit: damage to one is none to those after it. */
	if (file->defined_in != log->opened)
		tier_log_add(log, number, DELTA_STREAM, 0, file->definition,
			     file->definition_bytes);
	file->defined_in = log->opened;
	file->records++;
	if (segment->count == 0)
		log->users[segment - tier->segment]++;
	segment->record[segment->count++] = (struct tier_record){
		.file = file,
		.offset = extent->offset + from,
		.lba = extent->lba + from / SECTOR,
		.address = extent->address + from / SECTOR,
		.position = tier_log_add(log, number, DELTA_DATA, extent->offset + from,
					 (char *)extent->memory + from, bytes),
		.sectors = bytes / SECTOR,
	};
}

/* Puts the next bytes of a job. Returns 0, -EAGAIN: there is no room now; or another errno. */
static int put_next(struct tier *tier, struct tier_job *job)
{
	const struct tier_extent *extent = &job->extent[job->at];
	uint32_t left = extent->length - job->at_byte;
	uint32_t bytes = left < DELTA_PAYLOAD_MAX ? left : DELTA_PAYLOAD_MAX;
	struct tier_file *file = tier_file_get(tier, extent->file);

	if (!file)
		return -ENOTSUP;
	if (!put_has_room(tier, file, bytes)) {
		tier_file_put(tier, file);
		return -EAGAIN;
	}
	if (!tier_segment_grow(tier_segment_of(tier, tier_log_sequence(&tier->log)))) {
		tier_file_put(tier, file);
		return -ENOMEM;
	}
	put_record(tier, file, extent, job->at_byte, bytes);
	job->begun = true;
	job->commit = tier->log.opened;
	job->at_byte += bytes;
	if (job->at_byte == extent->length) {
		job->at++;
		job->at_byte = 0;
	}
	return 0;
}

static bool is_whole(const struct tier_extent *extent)
{
	return extent->offset % SECTOR == 0 && extent->length % SECTOR == 0;
}

/* The sector of an extent with that byte, as it is on the SSD. */
static int read_sector(struct tier *tier, const struct tier_extent *extent, uint64_t byte,
		       char *memory)
{
	uint64_t address = extent->address + byte / SECTOR - extent->offset / SECTOR;
	uint64_t position = tier->place[address];

	return position ? whole_read(tier->log.file.fd, position, memory, SECTOR) : -ENXIO;
}

/*
 * Makes whole sectors of an extent that begins or ends within one. Everything put before is
 * durable. The memory is freed with the job.
 */
static int make_whole(struct tier *tier, struct tier_extent *extent)
{
	uint64_t first = extent->offset / SECTOR * SECTOR;
	uint64_t last = (extent->offset + extent->length - 1) / SECTOR * SECTOR;
	uint32_t length = (uint32_t)(last + SECTOR - first);
	char *memory = malloc(length);
	int error = memory ? read_sector(tier, extent, extent->offset, memory) : -ENOMEM;

	if (!error && last > first)
		error = read_sector(tier, extent, last, memory + (last - first));
	if (error) {
		free(memory);
		return error;
	}
	memcpy(memory + (extent->offset - first), extent->memory, extent->length);
	extent->offset = first;
	extent->length = length;
	extent->memory = memory;
	extent->made_whole = true;
	return 0;
}

/* More than the bytes of a job's records, with what their files are and the ends of commits. */
static uint32_t job_bytes(const struct tier_job *job)
{
	const struct volume_file *last = NULL;
	uint32_t bytes = COMMITS_OF_JOB * DELTA_PAGE;

	for (uint32_t i = 0; i < job->count; i++) {
		const struct tier_extent *extent = &job->extent[i];

		bytes += extent->length + 2 * SECTOR;
		bytes += (extent->length / DELTA_PAYLOAD_MAX + 2) * DELTA_RECORD_HEAD;
		if (extent->file != last)
			bytes += COMMITS_OF_JOB * TIER_NAME_USUAL;
		last = extent->file;
	}
	return bytes;
}

/* Whether none of a job's range lives on the SSD, or none any more. */
static bool job_has_home(const struct tier *tier, const struct tier_job *job)
{
	uint64_t sectors = 0;

	for (uint32_t i = 0; i < job->count; i++)
		sectors += extent_sectors(&job->extent[i]);
	/* The core maps a run as a whole; what is displaced it may have given to others. */
	return job->displaced > 0 ? job->displaced == sectors
				  : tier->place[job->extent[0].address] == 0;
}

/* Returns 0: all of it is in the log; -EAGAIN; or another negative errno. */
static int job_put(struct tier *tier, struct tier_job *job)
{
	int error = 0;

	if (!job->begun && !tier_log_fits(&tier->log, job_bytes(job)))
		return -ENOSPC;
	while (!error && job->at < job->count) {
		struct tier_extent *extent = &job->extent[job->at];

		if (!is_whole(extent) && !bid_list_empty(&tier->put))
			return -EAGAIN;
		if (!is_whole(extent))
			error = make_whole(tier, extent);
		if (!error)
			error = put_next(tier, job);
	}
	return error;
}

/* What becomes of a job that cannot go on; whether it has ended. */
static bool job_gives_up(struct tier *tier, struct tier_job *job, int error)
{
	if (error == -EAGAIN)
		return false;
	if (job->begun) {
		/* Recovery must not find some of what has failed: nothing of the log may be left.
		 */
		tier->log.failed = error;
		return false;
	}
	if (job_has_home(tier, job)) {
		tier_job_end(job, TIER_REFUSED, error);
		return true;
	}
	/* Of what lives on the SSD a segment that is brought home makes room, or the range with it.
	 */
	if (error == -ENOSPC && !tier->stuck)
		return false;
	tier_job_end(job, TIER_SERVED, error == -ENOSPC ? tier->stuck : error);
	return true;
}

void put_writes(struct tier *tier)
{
	while (!tier->log.failed && !bid_list_empty(&tier->writes)) {
		struct tier_job *job = bid_container_of(tier->writes.next, struct tier_job, link);
		int error = job->displaced > 0 ? -ENOSPC : job_put(tier, job);

		if (error && !job_gives_up(tier, job, error))
			return;
		if (error)
			continue;
		bid_list_remove(&job->link);
		bid_list_append(&tier->put, &job->link);
	}
}
