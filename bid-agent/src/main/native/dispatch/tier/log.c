/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "log.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* A pad has one byte of payload at least. */
#define PAD_MIN      (DELTA_RECORD_HEAD + 1u)
#define COMMIT_BYTES (256u << 10)
/* So many segments, if they need not be shorter or longer for it. */
#define SEGMENTS          64u
#define SEGMENT_BYTES_MAX (4u << 20)
/* So that the longest run fits into one. */
#define SEGMENT_BYTES_MIN (1u << 20)

/* ---- opening ---- */

static uint64_t clamp(uint64_t value, uint64_t least, uint64_t most)
{
	return value < least ? least : value > most ? most : value;
}

static int make_file(const char *path, uint64_t bytes)
{
	struct delta_geometry geometry = {0};
	uint64_t segment = clamp(bytes / SEGMENTS, SEGMENT_BYTES_MIN, SEGMENT_BYTES_MAX);

	geometry.segment_bytes = (uint32_t)(segment / DELTA_PAGE * DELTA_PAGE);
	geometry.segments = (uint32_t)clamp(bytes / geometry.segment_bytes, DELTA_SEGMENTS_MIN,
					    DELTA_SEGMENTS_MAX);
	if (getrandom(geometry.uuid, sizeof(geometry.uuid), 0) != sizeof(geometry.uuid))
		return -EIO;
	return area_file_create(path, &geometry, NULL);
}

int tier_log_open(struct tier_log *log, const char *path, uint64_t bytes, bool direct)
{
	int error;

	memset(log, 0, sizeof(*log));
	error = area_file_open(&log->file, path, true);
	if (error == -ENOENT) {
		error = make_file(path, bytes);
		if (!error)
			error = area_file_open(&log->file, path, true);
	}
	if (error)
		return error;
	error = area_file_geometry(&log->file, false, &log->geometry);
	/* What was cut short is no log to a volume. */
	if (error == -ENODATA)
		error = -EBADMSG;
	if (!error && log->geometry.segment_bytes < SEGMENT_BYTES_MIN)
		error = -EINVAL;
	if (error)
		area_file_close(&log->file);
	else if (!direct && log->file.direct >= 0) {
		close(log->file.direct);
		log->file.direct = -1;
	}
	return error;
}

static void free_memory(struct tier_log *log)
{
	free(log->commit[0].memory);
	free(log->commit[1].memory);
	free(log->head);
	free(log->users);
}

static void *page_memory(size_t bytes)
{
	void *memory;

	return posix_memalign(&memory, DELTA_PAGE, bytes) ? NULL : memory;
}

static void open_commit(struct tier_log *log, struct tier_commit *commit, uint64_t sequence)
{
	log->open = commit;
	log->opened++;
	commit->used = 0;
	commit->start = log->position;
	commit->sequence = sequence;
	commit->seed = delta_seed(&log->geometry, sequence);
}

int tier_log_start(struct tier_log *log, struct backend *backend, uint64_t sequence,
		   uint32_t position)
{
	log->backend = backend;
	log->commit[0].memory = page_memory(COMMIT_BYTES);
	log->commit[1].memory = page_memory(COMMIT_BYTES);
	log->head = page_memory(DELTA_PAGE);
	log->users = calloc(log->geometry.segments, sizeof(*log->users));
	if (!log->commit[0].memory || !log->commit[1].memory || !log->head || !log->users) {
		free_memory(log);
		return -ENOMEM;
	}
	log->position = position;
	log->tail = sequence;
	log->durable_tail = sequence;
	open_commit(log, &log->commit[0], sequence);
	return 0;
}

void tier_log_close(struct tier_log *log)
{
	free_memory(log);
	area_file_close(&log->file);
}

uint64_t tier_log_room(const struct tier_log *log)
{
	return delta_file_bytes(&log->geometry) - DELTA_PAGE;
}

/* ---- adding ---- */

static uint32_t commit_room(const struct tier_log *log)
{
	uint32_t left = log->geometry.segment_bytes - log->open->start;

	return left < COMMIT_BYTES ? left : COMMIT_BYTES;
}

uint32_t tier_log_free(const struct tier_log *log)
{
	return log->geometry.segments - 1 - (uint32_t)(tier_log_sequence(log) - log->durable_tail);
}

bool tier_log_may_turn(const struct tier_log *log)
{
	uint64_t next = tier_log_sequence(log) + 1;

	return tier_log_free(log) > 0 && log->users[tier_log_place(log, next)] == 0;
}

bool tier_log_turn(struct tier_log *log)
{
	if (log->open->used > 0 || log->head_due || !tier_log_may_turn(log))
		return false;
	log->previous_end = log->position;
	log->position = DELTA_PAGE;
	log->head_due = true;
	log->opened--;
	open_commit(log, log->open, tier_log_sequence(log) + 1);
	return true;
}

/* The last free segment is for a head that makes another one free. */
static bool data_may_turn(const struct tier_log *log)
{
	return tier_log_free(log) > 1 || log->tail > log->durable_tail;
}

bool tier_log_fits(const struct tier_log *log, uint32_t bytes)
{
	const struct tier_commit *commit = log->open;
	uint32_t left = log->geometry.segment_bytes - commit->start - commit->used;

	return !log->failed && (bytes <= left || (data_may_turn(log) && tier_log_may_turn(log)));
}

bool tier_log_takes(struct tier_log *log, uint32_t bytes)
{
	if (log->failed)
		return false;
	if (log->open->used + bytes + PAD_MIN <= commit_room(log))
		return true;
	return bytes + PAD_MIN <= COMMIT_BYTES && data_may_turn(log) && tier_log_turn(log);
}

uint64_t tier_log_add(struct tier_log *log, uint32_t stream, enum delta_kind kind, uint64_t offset,
		      const void *payload, uint32_t length)
{
	struct tier_commit *commit = log->open;
	const struct delta_record record = {.stream = stream,
					    .kind = kind,
					    .length = length,
					    .offset = offset,
					    .payload = payload};
	uint64_t at = delta_segment_offset(&log->geometry, commit->sequence) + commit->start +
		      commit->used + DELTA_RECORD_HEAD;

	commit->used += delta_record_put(commit->memory + commit->used, &record, commit->seed);
	return at;
}

/* ---- writing ---- */

void tier_log_describe(struct backend_transfer *transfer, enum backend_op op, int fd,
		       uint64_t offset, void *memory, uint32_t bytes)
{
	*transfer = (struct backend_transfer){.op = op,
					      .fd = fd,
					      .offset = offset,
					      .length = bytes,
					      .memory = memory,
					      .lba = offset / BID_SECTOR_BYTES};
	if (bytes > 0)
		transfer->sectors =
			(uint32_t)((offset + bytes - 1) / BID_SECTOR_BYTES - transfer->lba + 1);
}

static void log_submit(struct tier_log *log, enum tier_log_stage stage)
{
	const struct tier_commit *commit = log->flying;
	uint64_t segment = delta_segment_offset(&log->geometry, commit->sequence);
	int fd = log->file.direct >= 0 ? log->file.direct : log->file.fd;

	log->stage = stage;
	if (stage == LOG_WRITES_HEAD)
		tier_log_describe(&log->transfer, BACKEND_WRITE, fd, segment, log->head,
				  DELTA_PAGE);
	else if (stage == LOG_WRITES)
		tier_log_describe(&log->transfer, BACKEND_WRITE, fd, segment + commit->start,
				  commit->memory, commit->used);
	else
		tier_log_describe(&log->transfer, BACKEND_SYNC, log->file.fd, 0, NULL, 0);
	log->bytes += log->transfer.length;
	log->backend->ops->submit(log->backend, &log->transfer);
}

/* Ends the commit, as whole pages. */
static void seal(struct tier_commit *commit)
{
	uint32_t end = (commit->used + PAD_MIN + DELTA_PAGE - 1) / DELTA_PAGE * DELTA_PAGE;
	uint8_t *payload = commit->memory + commit->used + DELTA_RECORD_HEAD;
	const struct delta_record pad = {.kind = DELTA_PAD,
					 .length = end - commit->used - DELTA_RECORD_HEAD,
					 .offset = commit->start,
					 .payload = payload};

	memset(payload, 0, pad.length);
	commit->used += delta_record_put(commit->memory + commit->used, &pad, commit->seed);
}

void tier_log_push(struct tier_log *log)
{
	struct tier_commit *commit = log->open;
	const struct delta_segment_head head = {
		.sequence = commit->sequence, .tail = log->tail, .previous_end = log->previous_end};
	bool begins = log->head_due;

	if (log->failed || log->flying || (commit->used == 0 && !begins))
		return;
	seal(commit);
	log->flying = commit;
	log->position = commit->start + commit->used;
	log->head_due = false;
	log->flying_tail = begins ? head.tail : log->durable_tail;
	open_commit(log, commit == &log->commit[0] ? &log->commit[1] : &log->commit[0],
		    commit->sequence);
	if (begins)
		delta_segment_head_put(log->head, &log->geometry, &head);
	log_submit(log, begins ? LOG_WRITES_HEAD : LOG_WRITES);
}

/* The device's sectors are longer than pages. */
static bool goes_without_direct(struct tier_log *log)
{
	if (log->transfer.result != -EINVAL || log->file.direct < 0 ||
	    log->transfer.op != BACKEND_WRITE)
		return false;
	close(log->file.direct);
	log->file.direct = -1;
	log_submit(log, log->stage);
	return true;
}

void tier_log_pushed(struct tier_log *log)
{
	bool is_durable = log->file.direct >= 0;

	if (goes_without_direct(log))
		return;
	if (log->transfer.result < 0) {
		log->failed = (int)log->transfer.result;
		log->stage = LOG_RESTS;
		log->flying = NULL;
		return;
	}
	if (log->stage == LOG_WRITES_HEAD && !is_durable) {
		log_submit(log, LOG_SYNCS_HEAD);
	} else if (log->stage == LOG_WRITES_HEAD || log->stage == LOG_SYNCS_HEAD) {
		log_submit(log, LOG_WRITES);
	} else if (log->stage == LOG_WRITES && !is_durable) {
		log_submit(log, LOG_SYNCS);
	} else {
		log->stage = LOG_RESTS;
		log->flying = NULL;
		log->durable_tail = log->flying_tail;
		log->durable = log->opened - 1;
	}
}
