/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "delta/log.h"

#include "bid/errors.h"
#include "delta/bytes.h"

/* A pad has one byte of payload at least. */
#define PAD_MIN (DELTA_RECORD_HEAD + 1u)

/* ---- beginning ---- */

int delta_log_format(const struct delta_area *area, const struct delta_geometry *geometry,
		     uint8_t *page)
{
	int error = delta_geometry_check(geometry);

	if (error)
		return error;
	delta_log_head_put(page, geometry);
	return area->ops->write(area->context, 0, page, DELTA_PAGE);
}

void delta_log_start(struct delta_log *log, const struct delta_area *area,
		     const struct delta_geometry *geometry, const struct delta_log_memory *memory,
		     uint64_t sequence)
{
	*log = (struct delta_log){.area = *area,
				  .geometry = *geometry,
				  .page = memory->page,
				  .sequence = sequence,
				  .position = DELTA_PAGE,
				  .head_due = true,
				  .tail = sequence,
				  .slot = memory->slot,
				  .slots = memory->slots};
	for (uint32_t i = 0; i < memory->slots; i++)
		memory->slot[i] = NULL;
}

int delta_log_resume(struct delta_log *log, const struct delta_area *area,
		     const struct delta_geometry *geometry, const struct delta_log_memory *memory,
		     uint64_t newest, uint32_t previous_end, uint64_t tail)
{
	if (newest + 1 - tail >= geometry->segments)
		return -ENOSPC;
	delta_log_start(log, area, geometry, memory, newest + 1);
	log->previous_end = previous_end;
	log->tail = tail;
	return 0;
}

/* ---- space ---- */

uint32_t delta_log_free(const struct delta_log *log)
{
	return log->geometry.segments - (uint32_t)(log->sequence - log->tail) - 1;
}

/* The last free one is for what cleaning itself has to say. */
bool delta_log_is_full(const struct delta_log *log)
{
	return delta_log_free(log) <= 1 ||
	       (uint64_t)delta_log_free(log) * 20 < log->geometry.segments;
}

bool delta_log_is_short(const struct delta_log *log)
{
	return delta_log_is_full(log) || (uint64_t)delta_log_free(log) * 6 < log->geometry.segments;
}

static void open_here(struct delta_log *log, struct delta_commit *commit)
{
	uint32_t left = log->geometry.segment_bytes - log->position;

	commit->room = left < commit->capacity ? left : commit->capacity;
	commit->used = 0;
	commit->start = log->position;
	commit->sequence = log->sequence;
	commit->length_of = 0;
	commit->seed = delta_seed(&log->geometry, log->sequence);
	commit->begins = log->head_due;
	commit->head = (struct delta_segment_head){
		.sequence = log->sequence, .tail = log->tail, .previous_end = log->previous_end};
}

void delta_log_open(struct delta_log *log, struct delta_commit *commit)
{
	open_here(log, commit);
}

/* Has the next segment begin with this commit, which is empty. */
static int open_in_next(struct delta_log *log, struct delta_commit *commit)
{
	if (delta_log_free(log) == 0)
		return -ENOSPC;
	log->sequence++;
	log->previous_end = log->position;
	log->position = DELTA_PAGE;
	log->head_due = true;
	open_here(log, commit);
	return 0;
}

/* Makes sure that so many bytes of records can be added. */
static int make_room(struct delta_log *log, struct delta_commit *commit, uint32_t bytes)
{
	if (log->failed)
		return log->failed;
	if (commit->used + bytes + PAD_MIN <= commit->room)
		return 0;
	if (!delta_commit_is_empty(commit))
		return -EAGAIN;
	if (bytes + PAD_MIN > commit->capacity ||
	    bytes + PAD_MIN > log->geometry.segment_bytes - DELTA_PAGE)
		return -EMSGSIZE;
	return open_in_next(log, commit);
}

/* ---- records ---- */

static void add(struct delta_commit *commit, uint32_t stream, enum delta_kind kind, uint64_t offset,
		const uint8_t *payload, uint32_t length)
{
	const struct delta_record record = {.stream = stream,
					    .kind = kind,
					    .length = length,
					    .offset = offset,
					    .payload = payload};

	commit->used += delta_record_put(commit->memory + commit->used, &record, commit->seed);
	commit->length_of = kind == DELTA_LENGTH ? stream : 0;
}

static void add_number(struct delta_commit *commit, uint32_t stream, enum delta_kind kind,
		       uint64_t offset, uint64_t number)
{
	uint8_t payload[8];

	delta_put(payload, number, sizeof(payload));
	add(commit, stream, kind, offset, payload, sizeof(payload));
}

static uint32_t extent_bytes(const struct delta_extent *extent)
{
	return extent->count ? delta_record_bytes(extent->count) : 0;
}

/* A slot that is free, or slots: there is none. */
static uint32_t find_slot(const struct delta_log *log)
{
	for (uint32_t i = 0; i < log->slots; i++) {
		uint32_t at = (log->next_slot + i) % log->slots;

		if (!log->slot[at])
			return at;
	}
	return log->slots;
}

/* Room for a stream's records, and a number for it. */
static int admit(struct delta_log *log, struct delta_commit *commit, struct delta_stream *stream,
		 uint32_t bytes)
{
	uint32_t slot = stream->number ? stream->number - 1 : find_slot(log);
	int error;

	if (slot == log->slots)
		return -ENOSPC;
	/* As if it had to be defined: the segment may yet be another one. */
	error = make_room(log, commit, bytes + delta_record_bytes(stream->definition_bytes));
	if (error)
		return error;
	if (!stream->number) {
		stream->number = slot + 1;
		log->slot[slot] = stream;
		log->next_slot = (slot + 1) % log->slots;
		log->streams++;
	}
	if (stream->defined_in != commit->sequence)
		add(commit, stream->number, DELTA_STREAM, 0, stream->definition,
		    stream->definition_bytes);
	stream->defined_in = commit->sequence;
	stream->last = commit->sequence;
	return 0;
}

/* What is left then is for carrying, without which nothing would ever be given back. */
static int admit_unless_full(struct delta_log *log, struct delta_commit *commit,
			     struct delta_stream *stream, uint32_t bytes)
{
	if (!log->failed && delta_log_is_full(log))
		return -ENOSPC;
	return admit(log, commit, stream, bytes);
}

static void keep_sum(struct delta_stream *stream, const struct delta_extent *sums)
{
	uint32_t kept = sums->count < DELTA_SUM_BYTES ? sums->count : DELTA_SUM_BYTES;

	if (!kept)
		return;
	delta_copy(stream->sum, sums->bytes + sums->count - kept, kept);
	stream->sum_bytes = (uint8_t)kept;
}

static bool is_shorter(const struct delta_stream *stream, const struct delta_sync *sync)
{
	return sync->length < stream->length || sync->sums_length < stream->sums_length;
}

/*
 * A length that another one of the stream follows says nothing, as a commit is taken as a whole;
 * unless one of both truncates.
 */
static void take_back_length(struct delta_commit *commit, const struct delta_stream *stream,
			     const struct delta_sync *sync)
{
	if (commit->length_of == stream->number && !is_shorter(stream, sync))
		commit->used -= delta_record_bytes(DELTA_LENGTH_PAYLOAD);
}

static void add_sync(struct delta_commit *commit, struct delta_stream *stream,
		     const struct delta_sync *sync)
{
	take_back_length(commit, stream, sync);
	if (sync->sums.count)
		add(commit, stream->number, DELTA_CHECKSUM, sync->sums.offset, sync->sums.bytes,
		    sync->sums.count);
	if (sync->data.count)
		add(commit, stream->number, DELTA_DATA, sync->data.offset, sync->data.bytes,
		    sync->data.count);
	add_number(commit, stream->number, DELTA_LENGTH, sync->length, sync->sums_length);
	if (is_shorter(stream, sync))
		commit->length_of = 0;
	if (sync->sums_length != stream->sums_length)
		stream->sum_bytes = 0;
	keep_sum(stream, &sync->sums);
	stream->length = sync->length;
	stream->sums_length = sync->sums_length;
	stream->has_length = true;
	stream->open = true;
}

static bool extent_fits(const struct delta_extent *extent)
{
	return extent->count <= DELTA_PAYLOAD_MAX && extent->offset <= DELTA_OFFSET_MAX &&
	       extent->count <= DELTA_OFFSET_MAX - extent->offset;
}

static bool sync_fits(const struct delta_sync *sync)
{
	return extent_fits(&sync->data) && extent_fits(&sync->sums) &&
	       sync->length <= DELTA_OFFSET_MAX && sync->sums_length <= DELTA_OFFSET_MAX &&
	       (!sync->sums.count || sync->sums.offset + sync->sums.count == sync->sums_length);
}

static uint32_t sync_bytes(const struct delta_sync *sync)
{
	return extent_bytes(&sync->data) + extent_bytes(&sync->sums) +
	       delta_record_bytes(DELTA_LENGTH_PAYLOAD);
}

int delta_log_sync(struct delta_log *log, struct delta_commit *commit, struct delta_stream *stream,
		   const struct delta_sync *sync)
{
	int error;

	if (!sync_fits(sync))
		return -EINVAL;
	error = admit_unless_full(log, commit, stream, sync_bytes(sync));
	if (error)
		return error;
	add_sync(commit, stream, sync);
	if (!stream->first)
		stream->first = commit->sequence;
	if (!stream->first_since)
		stream->first_since = commit->sequence;
	return 0;
}

int delta_log_mark(struct delta_log *log, struct delta_commit *commit, struct delta_stream *stream,
		   const struct delta_sync *sync)
{
	int error;

	if (!sync_fits(sync) || sync->data.count || sync->sums.count > DELTA_SUM_BYTES)
		return -EINVAL;
	error = admit_unless_full(log, commit, stream, sync_bytes(sync) + delta_record_bytes(8));
	if (error)
		return error;
	add_number(commit, stream->number, DELTA_DROP, 0, 0);
	add_sync(commit, stream, sync);
	stream->first = 0;
	stream->first_since = 0;
	return 0;
}

int delta_log_drop(struct delta_log *log, struct delta_commit *commit, struct delta_stream *stream)
{
	int error;

	if (!stream->number)
		return 0;
	error = admit_unless_full(log, commit, stream, delta_record_bytes(8));
	if (error)
		return error;
	add_number(commit, stream->number, DELTA_DROP, 0, 0);
	stream->first = 0;
	stream->first_since = 0;
	stream->has_length = false;
	stream->sum_bytes = 0;
	return 0;
}

int delta_log_checkpoint(struct delta_log *log, struct delta_commit *commit)
{
	int error = make_room(log, commit, delta_record_bytes(DELTA_CHECKPOINT_PAYLOAD));

	if (error)
		return error;
	add_number(commit, 0, DELTA_CHECKPOINT, 0, commit->sequence);
	return 0;
}

int delta_log_begin(struct delta_log *log, const struct delta_area *area,
		    const struct delta_geometry *geometry, const struct delta_log_memory *memory,
		    uint64_t sequence, struct delta_commit *commit)
{
	int error;

	delta_log_start(log, area, geometry, memory, sequence);
	delta_log_open(log, commit);
	error = delta_log_checkpoint(log, commit);
	if (error)
		return error;
	delta_log_seal(log, commit);
	error = delta_log_write(log, commit);
	delta_log_open(log, commit);
	return error;
}

void delta_log_close_stream(struct delta_stream *stream)
{
	stream->open = false;
}

/* ---- commits ---- */

void delta_log_seal(struct delta_log *log, struct delta_commit *commit)
{
	uint32_t end = (commit->used + PAD_MIN + DELTA_PAGE - 1) / DELTA_PAGE * DELTA_PAGE;
	uint32_t fill = end - commit->used - DELTA_RECORD_HEAD;
	uint8_t *payload = commit->memory + commit->used + DELTA_RECORD_HEAD;
	const struct delta_record pad = {
		.kind = DELTA_PAD, .length = fill, .offset = commit->start, .payload = payload};

	delta_zero(payload, fill);
	commit->used += delta_record_put(commit->memory + commit->used, &pad, commit->seed);
	log->position = commit->start + commit->used;
	log->head_due = false;
}

static int fail(struct delta_log *log, int error)
{
	log->failed = error;
	return error;
}

int delta_log_write(struct delta_log *log, const struct delta_commit *commit)
{
	uint64_t segment = delta_segment_offset(&log->geometry, commit->sequence);
	const struct delta_area *area = &log->area;
	int error;

	if (log->failed)
		return log->failed;
	if (commit->begins) {
		/* By itself: a head that did not arrive has overwritten nothing else. */
		delta_segment_head_put(log->page, &log->geometry, &commit->head);
		error = area->ops->write(area->context, segment, log->page, DELTA_PAGE);
		if (error)
			return fail(log, error);
	}
	error = area->ops->write(area->context, segment + commit->start, commit->memory,
				 commit->used);
	return error ? fail(log, error) : 0;
}

/* ---- cleaning ---- */

/* There is an oldest segment to be cleaned besides the one that is written. */
static bool can_clean(const struct delta_log *log)
{
	return !log->failed && log->tail < log->sequence;
}

struct delta_stream *delta_log_dirty(const struct delta_log *log)
{
	for (uint32_t i = 0; can_clean(log) && i < log->slots; i++) {
		struct delta_stream *stream = log->slot[i];

		if (stream && stream->first && stream->first <= log->tail)
			return stream;
	}
	return NULL;
}

void delta_log_home_begin(struct delta_stream *stream)
{
	stream->first_since = 0;
}

void delta_log_home_end(struct delta_stream *stream)
{
	stream->first = stream->first_since;
}

struct delta_stream *delta_log_uncarried(const struct delta_log *log)
{
	for (uint32_t i = 0; can_clean(log) && i < log->slots; i++) {
		struct delta_stream *stream = log->slot[i];

		if (stream && stream->open && stream->has_length && stream->last <= log->tail)
			return stream;
	}
	return NULL;
}

int delta_log_carry(struct delta_log *log, struct delta_commit *commit, struct delta_stream *stream)
{
	const struct delta_sync sync = {
		.sums = {.offset = stream->sums_length - stream->sum_bytes,
			 .bytes = stream->sum,
			 .count = stream->sum_bytes},
		.length = stream->length,
		.sums_length = stream->sums_length,
	};
	int error = admit(log, commit, stream, sync_bytes(&sync));

	if (error)
		return error;
	if (sync.sums.count)
		add(commit, stream->number, DELTA_CHECKSUM, sync.sums.offset, sync.sums.bytes,
		    sync.sums.count);
	add_number(commit, stream->number, DELTA_LENGTH, sync.length, sync.sums_length);
	return 0;
}

bool delta_log_free_oldest(struct delta_log *log)
{
	if (!can_clean(log) || delta_log_dirty(log) || delta_log_uncarried(log))
		return false;
	log->tail++;
	return true;
}

struct delta_stream *delta_log_reap(struct delta_log *log)
{
	for (uint32_t i = 0; i < log->slots; i++) {
		struct delta_stream *stream = log->slot[i];

		if (stream && !stream->open && !stream->first && stream->last < log->tail) {
			log->slot[i] = NULL;
			log->streams--;
			stream->number = 0;
			return stream;
		}
	}
	return NULL;
}
