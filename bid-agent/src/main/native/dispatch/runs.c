/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "journey.h"

/* A run of the core's with the back end, in one or more transfers. */
struct run {
	struct bid_request *head;
	struct runs *runs;
	enum bid_tier tier; /* that the core gave it to */
	uint32_t transfers;
	uint64_t lba; /* where it begins on the disk */
	/* Of a run for the SSD. */
	struct tier_job job;
	struct tier_extent *extent;
	uint32_t count; /* in order of address, without those that nobody wants any more */
	struct slice slice[];
};

/* What the SSD is given at a time; one commit takes them all. */
#define JOBS_MAX 128u

static uint64_t now_ns(const struct runs *runs)
{
	return runs->backend->ops->now_ns(runs->backend);
}

/* ---- to the back end ---- */

static void journey_free(struct runs *runs, struct journey *journey)
{
	memory_give(&runs->memory, journey->block);
	free(journey);
}

static void journey_begin(struct runs *runs, struct journey *journey)
{
	journey->transfer.fd = journey->direct ? journey->file->direct_fd : journey->file->fd;
	journey->transfer.moved = 0;
	runs->transfers++;
	runs->statistics->transfers++;
	runs->backend->ops->submit(runs->backend, &journey->transfer);
}

/* Slices of one file that follow each other become one transfer. */
static bool begin_slices(struct runs *runs, struct run *run, struct slice *slice, uint32_t count)
{
	const struct slice *last = &slice[count - 1];
	struct journey *journey =
		journey_new(run, slice->part->operation->asked.file, slice_backend_op(slice->part),
			    slice->offset, last->offset + last->length);

	if (!journey)
		return false;
	journey->slice = slice;
	journey->count = count;
	if (!journey_prepare(&runs->memory, journey)) {
		journey_free(runs, journey);
		return false;
	}
	run->transfers++;
	journey_begin(runs, journey);
	return true;
}

static void fail_slices(struct slice *slice, uint32_t count, int32_t status)
{
	for (uint32_t i = 0; i < count; i++)
		slice[i].request->status = status;
}

static void part_flies(struct part *part)
{
	part->state = PART_FLIES;
	part->operation->flying++;
}

static void begin_run(struct runs *runs, struct run *run)
{
	struct slice *slice = run->slice;

	for (uint32_t i = 0; i < run->count; i++) {
		uint32_t first = i;

		while (i + 1 < run->count && slice_is_followed(&slice[i], &slice[i + 1]))
			i++;
		if (!begin_slices(runs, run, &slice[first], i + 1 - first))
			fail_slices(&slice[first], i + 1 - first, -ENOMEM);
	}
}

static bool begin_sync(struct runs *runs, struct run *run)
{
	struct part *part = run->slice[0].part;
	struct journey *journey = journey_new(run, part->operation->asked.file, BACKEND_SYNC,
					      part->offset, part->offset);

	if (!journey)
		return false;
	run->transfers++;
	journey_begin(runs, journey);
	return true;
}

static bool begin_ahead(struct runs *runs, struct run *run)
{
	struct bid_request *inner = run->head;
	struct announced_stream *announced = stream_named(runs->names, inner->stream);
	struct lent_chunk *lent = announced ? lent_new(&runs->ahead, &runs->lent, inner) : NULL;
	struct journey *journey;
	uint64_t offset;
	uint64_t end;

	if (!lent)
		return false;
	offset = (inner->lba - announced->file->place->lba) * BID_SECTOR_BYTES;
	end = offset + (uint64_t)inner->sectors * BID_SECTOR_BYTES;
	end = end < announced->end ? end : announced->end;
	journey = journey_new(run, announced->file, BACKEND_READ, offset, end);
	if (!journey)
		return false;
	file_use(journey->file);
	lent->offset = offset;
	lent->length = (uint32_t)(end - offset);
	runs->statistics->bytes_lent += lent->length;
	if (journey->direct)
		journey_widen(journey);
	lent->data = (char *)lent->block + (offset - journey->transfer.offset);
	journey->transfer.memory = lent->block;
	run->transfers++;
	journey_begin(runs, journey);
	return true;
}

/* ---- the SSD ---- */

/* What a back end was told of a cached range, or a flush, is nothing to a log that is durable. */
static bool is_nothing_to_ssd(const struct run *run)
{
	return run->count == 0 || run->head->sectors == 0 ||
	       run->slice[0].part->operation->asked.op == VOLUME_WRITE_BACK;
}

static void run_end(struct runs *runs, struct run *run);

static void slices_moved(struct run *run)
{
	for (uint32_t i = 0; i < run->count; i++)
		run->slice[i].part->moved += run->slice[i].length;
}

/* Whoever serves the run on the disk instead tells the core so. */
static void serve_at_home(struct runs *runs, struct run *run)
{
	run->head->flags |= BID_STAYS;
	run->head->tier = BID_TIER_HDD;
	run->transfers = 1;
	begin_run(runs, run);
	if (--run->transfers == 0)
		run_end(runs, run);
}

static void job_done(struct tier_job *job, enum tier_fate fate, int32_t status)
{
	struct run *run = bid_container_of(job, struct run, job);

	run->runs->jobs--;
	if (fate == TIER_REFUSED) {
		serve_at_home(run->runs, run);
		return;
	}
	if (status != 0)
		fail_slices(run->slice, run->count, status);
	else
		slices_moved(run);
	run_end(run->runs, run);
}

static void begin_on_ssd(struct runs *runs, struct run *run)
{
	if (is_nothing_to_ssd(run)) {
		slices_moved(run);
		run_end(runs, run);
		return;
	}
	run->extent = calloc(run->count, sizeof(*run->extent));
	if (!run->extent) {
		fail_slices(run->slice, run->count, -ENOMEM);
		run_end(runs, run);
		return;
	}
	for (uint32_t i = 0; i < run->count; i++) {
		const struct slice *slice = &run->slice[i];
		struct volume_file *file = slice->part->operation->asked.file;
		uint64_t lba = file_lba(file, slice->offset);

		run->extent[i] = (struct tier_extent){
			.file = file,
			.offset = slice->offset,
			.length = slice->length,
			.lba = lba,
			.address = run->head->run_lba + (lba - run->lba),
			.memory = slice_memory(slice),
		};
	}
	run->job = (struct tier_job){.writes = run->head->op == BID_WRITE,
				     .count = run->count,
				     .extent = run->extent,
				     .done = job_done};
	runs->jobs++;
	tier_begin(runs->tier, &run->job);
}

/* ---- back from it ---- */

static void run_end(struct runs *runs, struct run *run)
{
	struct bid_request *head = run->head;

	runs->flying[run->tier] -= head->sectors > 0;
	for (uint32_t i = 0; i < run->count; i++)
		run->slice[i].part->operation->flying--;
	free(run->extent);
	free(run);
	bid_request_queue_completed(runs->queue, head, now_ns(runs));
}

static void slices_read(struct journey *journey)
{
	const struct backend_transfer *transfer = &journey->transfer;
	uint64_t end = transfer->offset + (uint64_t)transfer->result;

	for (uint32_t i = 0; i < journey->count; i++) {
		const struct slice *slice = &journey->slice[i];
		uint64_t there = end > slice->offset ? end - slice->offset : 0;
		uint32_t moved = there < slice->length ? (uint32_t)there : slice->length;

		slice->part->moved += moved;
		if (journey->block)
			memcpy(slice_memory(slice),
			       (char *)journey->block + (slice->offset - transfer->offset), moved);
	}
}

static void slices_written(struct journey *journey)
{
	for (uint32_t i = 0; i < journey->count; i++)
		journey->slice[i].part->moved += journey->slice[i].length;
}

/* Which of several failed is found out by asking for each by itself. */
static void begin_each(struct runs *runs, struct journey *journey)
{
	for (uint32_t i = 0; i < journey->count; i++) {
		if (!begin_slices(runs, journey->run, &journey->slice[i], 1))
			fail_slices(&journey->slice[i], 1, -ENOMEM);
	}
}

static void end_of_slices(struct runs *runs, struct journey *journey)
{
	int64_t result = journey->transfer.result;

	if (result < 0 && journey->count > 1)
		begin_each(runs, journey);
	else if (result < 0)
		fail_slices(journey->slice, 1, (int32_t)result);
	else if (journey->transfer.op == BACKEND_READ)
		slices_read(journey);
	else
		slices_written(journey);
}

static void end_of_ahead(struct runs *runs, struct journey *journey)
{
	struct bid_request *inner = journey->run->head;
	const struct lent_chunk *lent = lent_of(inner->chunk[0]);
	uint64_t end = journey->transfer.offset + (uint64_t)journey->transfer.result;

	if (journey->transfer.result < 0)
		inner->status = (int32_t)journey->transfer.result;
	else if (end < lent->offset + lent->length)
		inner->status = -ENODATA; /* the file has become shorter */
	else
		runs->statistics->bytes_ahead += lent->length;
	file_let_go(journey->file);
}

/* A file system that opens files for O_DIRECT need not read them so. */
static bool goes_without_direct(struct runs *runs, struct journey *journey)
{
	if (!journey->direct || journey->transfer.result != -EINVAL)
		return false;
	atomic_store(&journey->file->direct, false);
	journey->direct = false;
	journey_begin(runs, journey);
	return true;
}

static void journey_end(struct runs *runs, struct journey *journey)
{
	struct run *run = journey->run;

	runs->transfers--;
	if (goes_without_direct(runs, journey))
		return;
	if (journey->transfer.op == BACKEND_SYNC)
		run->head->status = (int32_t)journey->transfer.result;
	else if (journey->slice)
		end_of_slices(runs, journey);
	else
		end_of_ahead(runs, journey);
	journey_free(runs, journey);
	if (--run->transfers == 0)
		run_end(runs, run);
}

/* ---- runs ---- */

/* A run with what is wanted of it, in order of address. NULL: there is no memory. */
static struct run *run_new(struct runs *runs, struct bid_request *head, enum bid_tier tier)
{
	bool is_ahead = (head->flags & BID_INNER) && !head->owner;
	struct run *run;
	size_t members = 0;

	for (struct bid_request *member = head; member; member = member->merged)
		members++;
	run = calloc(1, sizeof(*run) + members * sizeof(run->slice[0]));
	if (!run)
		return NULL;
	run->head = head;
	run->runs = runs;
	run->tier = tier;
	run->lba = head->lba;
	for (struct bid_request *member = head; member && !is_ahead; member = member->merged) {
		if (member->lba < run->lba)
			run->lba = member->lba;
		if (bid_request_cancelled(member))
			continue;
		run->slice[run->count] = slice_of(member);
		part_flies(run->slice[run->count++].part);
	}
	qsort(run->slice, run->count, sizeof(run->slice[0]), slice_by_lba);
	return run;
}

static void begin_on_disk(struct runs *runs, struct run *run)
{
	struct bid_request *head = run->head;
	bool begun = true;

	/* Until all have begun, none that ends may be the last. */
	run->transfers = 1;
	if (head->sectors == 0)
		begun = run->count == 0 || begin_sync(runs, run);
	else if ((head->flags & BID_INNER) && !head->owner)
		begun = begin_ahead(runs, run);
	else
		begin_run(runs, run);
	if (!begun)
		head->status = -ENOMEM;
	if (--run->transfers == 0)
		run_end(runs, run);
}

void runs_begin(struct runs *runs, struct bid_request *head, enum bid_tier tier)
{
	struct run *run = run_new(runs, head, tier);

	runs->flying[tier] += head->sectors > 0;
	if (!run) {
		runs->flying[tier] -= head->sectors > 0;
		bid_run_set_status(head, -ENOMEM);
		bid_request_queue_completed(runs->queue, head, now_ns(runs));
		return;
	}
	if (tier == BID_TIER_SSD)
		begin_on_ssd(runs, run);
	else
		begin_on_disk(runs, run);
}

bool runs_have_room(const struct runs *runs, enum bid_tier tier)
{
	if (tier == BID_TIER_SSD)
		return runs->tier && runs->jobs < JOBS_MAX;
	return runs->flying[tier] < runs->backend->profile.depth &&
	       runs->transfers < BACKEND_TRANSFERS_MAX;
}

void runs_take_done(struct runs *runs)
{
	struct backend *backend = runs->backend;
	struct backend_transfer *transfer;

	while ((transfer = backend->ops->take_done(backend))) {
		if (!runs->tier || !tier_takes_home(runs->tier, transfer))
			journey_end(runs, bid_container_of(transfer, struct journey, transfer));
	}
	if (runs->tier)
		tier_take_done(runs->tier);
}

void runs_take_released(struct runs *runs)
{
	struct lent_chunk *lent;

	while ((lent = lent_of(bid_request_queue_take_released(runs->queue)))) {
		runs->statistics->bytes_lent -= lent->length;
		lent_free(&runs->ahead, lent);
	}
}

void runs_init(struct runs *runs, struct bid_request_queue *queue, struct backend *backend,
	       const struct stream_names *names, struct volume_statistics *statistics)
{
	memset(runs, 0, sizeof(*runs));
	runs->queue = queue;
	runs->backend = backend;
	runs->names = names;
	runs->statistics = statistics;
	memory_pool_init(&runs->memory, BID_REQUEST_MAX_SECTORS);
	memory_pool_init(&runs->ahead, BID_CHUNK_SECTORS);
	bid_list_init(&runs->lent);
}

void runs_close(struct runs *runs)
{
	while (!bid_list_empty(&runs->lent))
		lent_free(&runs->ahead, bid_container_of(runs->lent.next, struct lent_chunk, lent));
	memory_pool_free(&runs->memory);
	memory_pool_free(&runs->ahead);
}
