/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A run of the core's with the back end, in one or more transfers. */
struct run {
	struct bid_request *head;
	uint32_t transfers;
};

/* Bytes of one file, for parts of callers' or ahead of them. */
struct journey {
	struct backend_transfer transfer;
	struct run *run;
	struct volume_file *file;
	struct part *first; /* NULL: read ahead, or the part that syncs */
	void *block;        /* what it goes through; NULL: the caller's memory */
	bool direct;
};

static uint64_t now_ns(const struct runs *runs)
{
	return runs->backend->ops->now_ns(runs->backend);
}

/* ---- to the back end ---- */

static uint64_t aligned_down(uint64_t offset)
{
	return offset / MEMORY_ALIGNMENT * MEMORY_ALIGNMENT;
}

static uint64_t aligned_up(uint64_t offset)
{
	return aligned_down(offset + MEMORY_ALIGNMENT - 1);
}

static bool is_aligned(uint64_t number)
{
	return number % MEMORY_ALIGNMENT == 0;
}

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

/* A transfer of those bytes, not begun; NULL: there is no memory. */
static struct journey *journey_new(struct run *run, struct volume_file *file, enum backend_op op,
				   uint64_t offset, uint64_t end)
{
	struct journey *journey = calloc(1, sizeof(*journey));

	if (!journey)
		return NULL;
	journey->run = run;
	journey->file = file;
	journey->transfer.op = op;
	journey->transfer.offset = offset;
	journey->transfer.length = (uint32_t)(end - offset);
	journey->transfer.lba = file_lba(file, offset);
	if (end > offset)
		journey->transfer.sectors =
			(uint32_t)(file_lba(file, end - 1) + 1 - journey->transfer.lba);
	journey->direct = (op == BACKEND_READ || op == BACKEND_WRITE) && file->direct_fd >= 0 &&
			  atomic_load(&file->direct);
	return journey;
}

/* What is read with O_DIRECT begins and ends where the disk's blocks do. */
static void journey_widen(struct journey *journey)
{
	uint64_t end = journey->transfer.offset + journey->transfer.length;

	journey->transfer.offset = aligned_down(journey->transfer.offset);
	journey->transfer.length = (uint32_t)(aligned_up(end) - journey->transfer.offset);
}

/* Gives the journey memory of ours; false: there is none. */
static bool journey_take_block(struct runs *runs, struct journey *journey)
{
	journey->block = memory_take(&runs->memory);
	journey->transfer.memory = journey->block;
	return journey->block != NULL;
}

static bool prepare_read(struct runs *runs, struct journey *journey)
{
	if (journey->direct)
		journey_widen(journey);
	if (journey->direct || journey->first->next)
		return journey_take_block(runs, journey);
	journey->transfer.memory = part_memory(journey->first);
	return true;
}

static bool prepare_write(struct runs *runs, struct journey *journey)
{
	char *memory = part_memory(journey->first);

	/* What is no whole block goes through the kernel's cache, which knows the rest of it. */
	if (!is_aligned(journey->transfer.offset) || !is_aligned(journey->transfer.length))
		journey->direct = false;
	journey->transfer.memory = memory;
	if (!journey->first->next && (!journey->direct || is_aligned((uintptr_t)memory)))
		return true;
	if (!journey_take_block(runs, journey))
		return false;
	for (struct part *part = journey->first; part; part = part->next)
		memcpy((char *)journey->block + (part->offset - journey->transfer.offset),
		       part_memory(part), part->length);
	return true;
}

static enum backend_op backend_op_of(const struct part *part)
{
	enum volume_op op = part->operation->asked.op;

	return op == VOLUME_READ    ? BACKEND_READ
	       : op == VOLUME_WRITE ? BACKEND_WRITE
				    : BACKEND_WRITE_BACK;
}

/* Gives the journey what it moves from or to; false: there is no memory. */
static bool journey_prepare(struct runs *runs, struct journey *journey)
{
	if (journey->transfer.op == BACKEND_READ)
		return prepare_read(runs, journey);
	return journey->transfer.op == BACKEND_WRITE_BACK || prepare_write(runs, journey);
}

/* Parts of one file that follow each other become one transfer. */
static bool begin_parts(struct runs *runs, struct run *run, struct part *first,
			const struct part *last)
{
	struct journey *journey =
		journey_new(run, first->operation->asked.file, backend_op_of(first), first->offset,
			    last->offset + last->length);

	if (!journey)
		return false;
	journey->first = first;
	if (!journey_prepare(runs, journey)) {
		journey_free(runs, journey);
		return false;
	}
	run->transfers++;
	journey_begin(runs, journey);
	return true;
}

static void fail_parts(struct part *part, int32_t status)
{
	for (; part; part = part->next)
		part->request.status = status;
}

static void part_flies(struct part *part)
{
	part->state = PART_FLIES;
	part->operation->flying++;
}

static int by_lba(const void *a, const void *b)
{
	const struct part *first = *(struct part *const *)a;
	const struct part *second = *(struct part *const *)b;

	return first->request.lba < second->request.lba   ? -1
	       : first->request.lba > second->request.lba ? 1
							  : 0;
}

/* The parts of a run, in order of address, without those that nobody wants any more. */
static uint32_t gather(struct runs *runs, struct bid_request *head)
{
	uint32_t count = 0;

	for (; head; head = head->merged) {
		if (bid_request_cancelled(head))
			continue;
		part_flies(part_of(head));
		part_of(head)->next = NULL;
		runs->gathered[count++] = part_of(head);
	}
	qsort(runs->gathered, count, sizeof(runs->gathered[0]), by_lba);
	return count;
}

/* What lies between two parts of a read, less than a sector, is read in vain. */
static bool follows(const struct part *part, const struct part *next)
{
	return part->operation->asked.file == next->operation->asked.file &&
	       part->operation->asked.op == next->operation->asked.op &&
	       (part->offset + part->length == next->offset ||
		(part->request.op == BID_READ && part->offset + part->length < next->offset));
}

static void begin_run(struct runs *runs, struct run *run)
{
	uint32_t count = gather(runs, run->head);
	struct part **part = runs->gathered;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t first = i;

		for (; i + 1 < count && follows(part[i], part[i + 1]); i++)
			part[i]->next = part[i + 1];
		if (!begin_parts(runs, run, part[first], part[i]))
			fail_parts(part[first], -ENOMEM);
	}
}

static bool begin_sync(struct runs *runs, struct run *run)
{
	struct part *part = part_of(run->head);
	struct journey *journey = journey_new(run, part->operation->asked.file, BACKEND_SYNC,
					      part->offset, part->offset);

	part_flies(part);
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
	struct lent_chunk *lent = announced ? lent_new(&runs->memory, &runs->lent, inner) : NULL;
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

/* ---- back from it ---- */

static void run_end(struct runs *runs, struct run *run)
{
	struct bid_request *head = run->head;

	runs->flying -= head->sectors > 0;
	free(run);
	if (head->flags & BID_INNER) {
		bid_request_queue_completed(runs->queue, head, now_ns(runs));
		return;
	}
	for (struct bid_request *member = head; member; member = member->merged) {
		struct part *part = part_of(member);

		if (part->state == PART_FLIES)
			part->operation->flying--;
	}
	bid_request_queue_completed(runs->queue, head, now_ns(runs));
}

static void parts_read(struct journey *journey)
{
	const struct backend_transfer *transfer = &journey->transfer;
	uint64_t end = transfer->offset + (uint64_t)transfer->result;

	for (struct part *part = journey->first; part; part = part->next) {
		uint64_t there = end > part->offset ? end - part->offset : 0;

		part->moved = there < part->length ? (uint32_t)there : part->length;
		if (journey->block)
			memcpy(part_memory(part),
			       (char *)journey->block + (part->offset - transfer->offset),
			       part->moved);
	}
}

static void parts_written(struct journey *journey)
{
	for (struct part *part = journey->first; part; part = part->next)
		part->moved = part->length;
}

/* Which of several failed is found out by asking for each by itself. */
static void begin_each(struct runs *runs, struct journey *journey)
{
	struct part *part = journey->first;

	while (part) {
		struct part *next = part->next;

		part->next = NULL;
		if (!begin_parts(runs, journey->run, part, part))
			fail_parts(part, -ENOMEM);
		part = next;
	}
}

static void end_of_parts(struct runs *runs, struct journey *journey)
{
	int64_t result = journey->transfer.result;

	if (result < 0 && journey->first->next)
		begin_each(runs, journey);
	else if (result < 0)
		fail_parts(journey->first, (int32_t)result);
	else if (journey->transfer.op == BACKEND_READ)
		parts_read(journey);
	else
		parts_written(journey);
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
	else if (journey->first)
		end_of_parts(runs, journey);
	else
		end_of_ahead(runs, journey);
	journey_free(runs, journey);
	if (--run->transfers == 0)
		run_end(runs, run);
}

/* ---- runs ---- */

void runs_begin(struct runs *runs, struct bid_request *head)
{
	struct run *run = calloc(1, sizeof(*run));
	bool begun = true;

	runs->flying += head->sectors > 0;
	if (!run) {
		runs->flying -= head->sectors > 0;
		bid_run_set_status(head, -ENOMEM);
		bid_request_queue_completed(runs->queue, head, now_ns(runs));
		return;
	}
	run->head = head;
	/* Until all have begun, none that ends may be the last. */
	run->transfers = 1;
	if (head->sectors == 0)
		begun = begin_sync(runs, run);
	else if (head->flags & BID_INNER)
		begun = begin_ahead(runs, run);
	else
		begin_run(runs, run);
	if (!begun)
		head->status = -ENOMEM;
	if (--run->transfers == 0)
		run_end(runs, run);
}

bool runs_have_room(const struct runs *runs)
{
	return runs->flying < runs->backend->profile.depth &&
	       runs->transfers < BACKEND_TRANSFERS_MAX;
}

void runs_take_done(struct runs *runs)
{
	struct backend *backend = runs->backend;
	struct backend_transfer *transfer;

	while ((transfer = backend->ops->take_done(backend)))
		journey_end(runs, bid_container_of(transfer, struct journey, transfer));
}

void runs_take_released(struct runs *runs)
{
	struct lent_chunk *lent;

	while ((lent = lent_of(bid_request_queue_take_released(runs->queue)))) {
		runs->statistics->bytes_lent -= lent->length;
		lent_free(&runs->memory, lent);
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
	memory_pool_init(&runs->memory);
	bid_list_init(&runs->lent);
}

void runs_close(struct runs *runs)
{
	while (!bid_list_empty(&runs->lent))
		lent_free(&runs->memory,
			  bid_container_of(runs->lent.next, struct lent_chunk, lent));
	memory_pool_free(&runs->memory);
}
