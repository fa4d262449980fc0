/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "scheduler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The core places no bound on addresses: what is past a disk's end is the back end's matter. */
#define ADDRESSES (UINT64_MAX / 2)

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

/* What was read ahead, the core's to keep. */
struct lent_chunk {
	struct bid_chunk chunk;
	struct bid_link lent;
	void *block;
	char *data; /* in the block */
	uint64_t offset;
	uint32_t length;
};

static struct lent_chunk *lent_of(struct bid_chunk *chunk)
{
	return chunk ? bid_container_of(chunk, struct lent_chunk, chunk) : NULL;
}

static uint64_t now_ns(const struct scheduler *scheduler)
{
	return scheduler->backend->ops->now_ns(scheduler->backend);
}

/* ---- answers ---- */

static void operation_answer(struct scheduler *scheduler, struct operation *operation)
{
	const struct volume_request *asked = &operation->asked;
	int64_t result = operation_result(operation);

	operation->answered = true;
	scheduler->statistics.requests++;
	scheduler->statistics.cancelled += result == -ECANCELED;
	scheduler->statistics.failed += result < 0 && result != -ECANCELED;
	if (asked->op == VOLUME_SYNC)
		scheduler->statistics.syncs += result == 0;
	else if (result > 0 && asked->op == VOLUME_READ)
		scheduler->statistics.bytes_read += (uint64_t)result;
	else if (result > 0)
		scheduler->statistics.bytes_written += (uint64_t)result;
	scheduler->answered(scheduler->context, operation);
	asked->answer(asked->context, result);
}

/* Answers and frees as far as its parts allow. */
static void operation_go_on(struct scheduler *scheduler, struct operation *operation)
{
	bool over = operation->parts_left == 0;

	if (!operation->answered && (over || (operation->cancelled && operation->flying == 0)))
		operation_answer(scheduler, operation);
	if (!over)
		return;
	bid_list_remove(&operation->link);
	operation_free(operation);
}

static void part_end(struct scheduler *scheduler, struct part *part, int32_t status)
{
	struct operation *operation = part->operation;

	part->state = PART_DONE;
	operation->parts_left--;
	if (operation->status == 0)
		operation->status = status;
	operation_go_on(scheduler, operation);
}

/* ---- into the core ---- */

static struct bid_link *waiting_of(struct scheduler *scheduler, const struct part *part)
{
	uint8_t class = part->request.service_class;

	return &scheduler->waiting[class < BID_CLASSES ? class : BID_FOREGROUND];
}

static struct part *first_waiting(struct bid_link *waiting)
{
	return part_of(bid_container_of(waiting->next, struct bid_request, link));
}

/* Whether a write to the file that came before still waits in front of the core, in any class. */
static bool overtakes_write(const struct scheduler *scheduler, const struct part *sync)
{
	for (int class = 0; class < BID_CLASSES; class ++) {
		const struct bid_link *waiting = &scheduler->waiting[class];

		for (struct bid_link *link = waiting->next; link != waiting; link = link->next) {
			const struct part *part =
				part_of(bid_container_of(link, struct bid_request, link));

			if (part->operation->number >= sync->operation->number)
				break;
			if (part->request.op == BID_WRITE &&
			    part->request.file == sync->request.file)
				return true;
		}
	}
	return false;
}

static bool insert_part(struct scheduler *scheduler, struct part *part)
{
	const struct volume_request *asked = &part->operation->asked;

	if (asked->op == VOLUME_SYNC && overtakes_write(scheduler, part))
		return false;
	bid_list_remove(&part->request.link);
	part->request.stream = stream_name(&scheduler->names, asked->stream, asked->file);
	/* It may be finished at once. */
	part->state = PART_INSERTED;
	if (bid_request_queue_insert(&scheduler->queue, &part->request, now_ns(scheduler)) == 0)
		return true;
	part->state = PART_WAITS;
	bid_list_insert_before(waiting_of(scheduler, part)->next, &part->request.link);
	return false;
}

/* Inserts what waits, class by class, as far as the core has room for it. */
static void scheduler_insert(struct scheduler *scheduler)
{
	for (int class = 0; class < BID_CLASSES; class ++) {
		struct bid_link *waiting = &scheduler->waiting[class];

		while (!bid_list_empty(waiting) && insert_part(scheduler, first_waiting(waiting)))
			;
	}
}

void scheduler_add(struct scheduler *scheduler, struct operation *operation)
{
	operation->number = ++scheduler->operation_numbers;
	bid_list_append(&scheduler->operations, &operation->link);
	for (uint32_t i = 0; i < operation->part_count; i++) {
		struct part *part = &operation->part[i];

		bid_list_append(waiting_of(scheduler, part), &part->request.link);
	}
}

/* ---- announcements ---- */

static void forget(struct scheduler *scheduler, struct announced_stream *announced)
{
	bid_request_queue_forget(&scheduler->queue, announced->by_name.key, now_ns(scheduler));
	stream_remove(&scheduler->names, announced);
}

void scheduler_announce(struct scheduler *scheduler, uint64_t stream, struct volume_file *file,
			uint64_t offset, uint64_t end, uint8_t service_class)
{
	struct announced_stream *announced = stream_announced(&scheduler->names, stream);
	struct bid_announcement announcement = {
		.lba = file_lba(file, offset), .op = BID_READ, .service_class = service_class};

	if (announced)
		forget(scheduler, announced);
	else if (scheduler->names.by_name.count >= scheduler->streams_max)
		forget(scheduler, bid_container_of(scheduler->names.announced.next,
						   struct announced_stream, link));
	announced =
		offset < end ? stream_announce(&scheduler->names, stream, file, offset, end) : NULL;
	/* Without it the stream's reads go the way of all. */
	if (!announced) {
		file_let_go(file);
		return;
	}
	announcement.stream = announced->by_name.key;
	announcement.sectors = file_lba(file, end - 1) + 1 - announcement.lba;
	bid_request_queue_announce(&scheduler->queue, &announcement, now_ns(scheduler));
}

/* ---- cancelling ---- */

static void operation_cancel(struct scheduler *scheduler, struct operation *operation)
{
	operation->cancelled = true;
	operation->status = -ECANCELED;
	for (uint32_t i = 0; i < operation->part_count; i++) {
		struct part *part = &operation->part[i];

		if (part->state == PART_WAITS) {
			bid_list_remove(&part->request.link);
			part->state = PART_DONE;
			operation->parts_left--;
		} else if (part->state != PART_DONE) {
			bid_request_queue_cancel(&scheduler->queue, &part->request);
		}
	}
	operation_go_on(scheduler, operation);
}

void scheduler_cancel_stream(struct scheduler *scheduler, uint64_t stream)
{
	struct announced_stream *announced = stream_announced(&scheduler->names, stream);
	struct bid_link *link = scheduler->operations.next;

	if (announced)
		forget(scheduler, announced);
	while (link != &scheduler->operations) {
		struct operation *operation = bid_container_of(link, struct operation, link);

		link = link->next;
		if (operation->asked.stream == stream && !operation->cancelled)
			operation_cancel(scheduler, operation);
	}
}

void scheduler_cancel_file(struct scheduler *scheduler, const struct file_place *place)
{
	struct bid_link *link = scheduler->names.announced.next;

	while (link != &scheduler->names.announced) {
		struct announced_stream *announced =
			bid_container_of(link, struct announced_stream, link);

		link = link->next;
		if (announced->file->place == place)
			forget(scheduler, announced);
	}
	link = scheduler->operations.next;
	while (link != &scheduler->operations) {
		struct operation *operation = bid_container_of(link, struct operation, link);

		link = link->next;
		if (operation->asked.file->place == place && !operation->cancelled)
			operation_cancel(scheduler, operation);
	}
}

void scheduler_cancel_all(struct scheduler *scheduler)
{
	struct bid_link *link = scheduler->operations.next;

	scheduler->ending = true;
	while (!bid_list_empty(&scheduler->names.announced))
		forget(scheduler, bid_container_of(scheduler->names.announced.next,
						   struct announced_stream, link));
	while (link != &scheduler->operations) {
		struct operation *operation = bid_container_of(link, struct operation, link);

		link = link->next;
		if (!operation->cancelled)
			operation_cancel(scheduler, operation);
	}
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

static void journey_free(struct scheduler *scheduler, struct journey *journey)
{
	memory_give(&scheduler->memory, journey->block);
	free(journey);
}

static void journey_begin(struct scheduler *scheduler, struct journey *journey)
{
	journey->transfer.fd = journey->direct ? journey->file->direct_fd : journey->file->fd;
	journey->transfer.moved = 0;
	scheduler->transfers++;
	scheduler->statistics.transfers++;
	scheduler->backend->ops->submit(scheduler->backend, &journey->transfer);
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
	journey->direct = op != BACKEND_SYNC && file->direct_fd >= 0 && atomic_load(&file->direct);
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
static bool journey_take_block(struct scheduler *scheduler, struct journey *journey)
{
	journey->block = memory_take(&scheduler->memory);
	journey->transfer.memory = journey->block;
	return journey->block != NULL;
}

static bool prepare_read(struct scheduler *scheduler, struct journey *journey)
{
	if (journey->direct)
		journey_widen(journey);
	if (journey->direct || journey->first->next)
		return journey_take_block(scheduler, journey);
	journey->transfer.memory = part_memory(journey->first);
	return true;
}

static bool prepare_write(struct scheduler *scheduler, struct journey *journey)
{
	char *memory = part_memory(journey->first);

	/* What is no whole block goes through the kernel's cache, which knows the rest of it. */
	if (!is_aligned(journey->transfer.offset) || !is_aligned(journey->transfer.length))
		journey->direct = false;
	journey->transfer.memory = memory;
	if (!journey->first->next && (!journey->direct || is_aligned((uintptr_t)memory)))
		return true;
	if (!journey_take_block(scheduler, journey))
		return false;
	for (struct part *part = journey->first; part; part = part->next)
		memcpy((char *)journey->block + (part->offset - journey->transfer.offset),
		       part_memory(part), part->length);
	return true;
}

/* Parts of one file that follow each other become one transfer. */
static bool begin_parts(struct scheduler *scheduler, struct run *run, struct part *first,
			const struct part *last)
{
	enum backend_op op = first->request.op == BID_READ ? BACKEND_READ : BACKEND_WRITE;
	struct journey *journey = journey_new(run, first->operation->asked.file, op, first->offset,
					      last->offset + last->length);
	bool ready;

	if (!journey)
		return false;
	journey->first = first;
	ready = op == BACKEND_READ ? prepare_read(scheduler, journey)
				   : prepare_write(scheduler, journey);
	if (!ready) {
		journey_free(scheduler, journey);
		return false;
	}
	run->transfers++;
	journey_begin(scheduler, journey);
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
static uint32_t gather(struct scheduler *scheduler, struct bid_request *head)
{
	uint32_t count = 0;

	for (; head; head = head->merged) {
		if (bid_request_cancelled(head))
			continue;
		part_flies(part_of(head));
		part_of(head)->next = NULL;
		scheduler->gathered[count++] = part_of(head);
	}
	qsort(scheduler->gathered, count, sizeof(scheduler->gathered[0]), by_lba);
	return count;
}

/* What lies between two parts of a read, less than a sector, is read in vain. */
static bool follows(const struct part *part, const struct part *next)
{
	return part->operation->asked.file == next->operation->asked.file &&
	       (part->offset + part->length == next->offset ||
		(part->request.op == BID_READ && part->offset + part->length < next->offset));
}

static void begin_run(struct scheduler *scheduler, struct run *run)
{
	uint32_t count = gather(scheduler, run->head);
	struct part **part = scheduler->gathered;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t first = i;

		for (; i + 1 < count && follows(part[i], part[i + 1]); i++)
			part[i]->next = part[i + 1];
		if (!begin_parts(scheduler, run, part[first], part[i]))
			fail_parts(part[first], -ENOMEM);
	}
}

static bool begin_sync(struct scheduler *scheduler, struct run *run)
{
	struct part *part = part_of(run->head);
	struct journey *journey = journey_new(run, part->operation->asked.file, BACKEND_SYNC,
					      part->offset, part->offset);

	part_flies(part);
	if (!journey)
		return false;
	run->transfers++;
	journey_begin(scheduler, journey);
	return true;
}

static struct lent_chunk *lend(struct scheduler *scheduler, struct bid_request *inner)
{
	struct lent_chunk *lent = calloc(1, sizeof(*lent));

	if (!lent)
		return NULL;
	lent->block = memory_take(&scheduler->memory);
	if (!lent->block) {
		free(lent);
		return NULL;
	}
	bid_list_init(&lent->chunk.link);
	bid_list_append(&scheduler->lent, &lent->lent);
	inner->chunk[0] = &lent->chunk;
	return lent;
}

static bool begin_ahead(struct scheduler *scheduler, struct run *run)
{
	struct bid_request *inner = run->head;
	struct announced_stream *announced = stream_named(&scheduler->names, inner->stream);
	struct lent_chunk *lent = announced ? lend(scheduler, inner) : NULL;
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
	scheduler->statistics.bytes_lent += lent->length;
	if (journey->direct)
		journey_widen(journey);
	lent->data = (char *)lent->block + (offset - journey->transfer.offset);
	journey->transfer.memory = lent->block;
	run->transfers++;
	journey_begin(scheduler, journey);
	return true;
}

/* ---- back from it ---- */

static void run_end(struct scheduler *scheduler, struct run *run)
{
	struct bid_request *head = run->head;

	scheduler->flying -= head->sectors > 0;
	free(run);
	if (head->flags & BID_INNER) {
		bid_request_queue_completed(&scheduler->queue, head, now_ns(scheduler));
		return;
	}
	for (struct bid_request *member = head; member; member = member->merged) {
		struct part *part = part_of(member);

		if (part->state == PART_FLIES)
			part->operation->flying--;
	}
	bid_request_queue_completed(&scheduler->queue, head, now_ns(scheduler));
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
static void begin_each(struct scheduler *scheduler, struct journey *journey)
{
	struct part *part = journey->first;

	while (part) {
		struct part *next = part->next;

		part->next = NULL;
		if (!begin_parts(scheduler, journey->run, part, part))
			fail_parts(part, -ENOMEM);
		part = next;
	}
}

static void end_of_parts(struct scheduler *scheduler, struct journey *journey)
{
	int64_t result = journey->transfer.result;

	if (result < 0 && journey->first->next)
		begin_each(scheduler, journey);
	else if (result < 0)
		fail_parts(journey->first, (int32_t)result);
	else if (journey->transfer.op == BACKEND_READ)
		parts_read(journey);
	else
		parts_written(journey);
}

static void end_of_ahead(struct scheduler *scheduler, struct journey *journey)
{
	struct bid_request *inner = journey->run->head;
	const struct lent_chunk *lent = lent_of(inner->chunk[0]);
	uint64_t end = journey->transfer.offset + (uint64_t)journey->transfer.result;

	if (journey->transfer.result < 0)
		inner->status = (int32_t)journey->transfer.result;
	else if (end < lent->offset + lent->length)
		inner->status = -ENODATA; /* the file has become shorter */
	else
		scheduler->statistics.bytes_ahead += lent->length;
	file_let_go(journey->file);
}

/* A file system that opens files for O_DIRECT need not read them so. */
static bool goes_without_direct(struct scheduler *scheduler, struct journey *journey)
{
	if (!journey->direct || journey->transfer.result != -EINVAL)
		return false;
	atomic_store(&journey->file->direct, false);
	journey->direct = false;
	journey_begin(scheduler, journey);
	return true;
}

static void journey_end(struct scheduler *scheduler, struct journey *journey)
{
	struct run *run = journey->run;

	scheduler->transfers--;
	if (goes_without_direct(scheduler, journey))
		return;
	if (journey->transfer.op == BACKEND_SYNC)
		run->head->status = (int32_t)journey->transfer.result;
	else if (journey->first)
		end_of_parts(scheduler, journey);
	else
		end_of_ahead(scheduler, journey);
	journey_free(scheduler, journey);
	if (--run->transfers == 0)
		run_end(scheduler, run);
}

/* ---- what the core has finished ---- */

/* Copies what of the part lies in a chunk; returns how much. */
static uint32_t copy_from(const struct lent_chunk *lent, const struct part *part)
{
	uint64_t first;
	uint64_t end;

	if (!lent)
		return 0;
	first = part->offset > lent->offset ? part->offset : lent->offset;
	end = lent->offset + lent->length;
	if (part->offset + part->length < end)
		end = part->offset + part->length;
	if (end <= first)
		return 0;
	memcpy((char *)part_memory(part) + (first - part->offset),
	       lent->data + (first - lent->offset), end - first);
	return (uint32_t)(end - first);
}

/*
 * A read that was served from memory gets its data. False: the file has more bytes in its last
 * sector by now than had been announced, and it has to be asked again.
 */
static bool take_from_memory(struct scheduler *scheduler, struct part *part)
{
	struct bid_request *request = &part->request;
	struct announced_stream *announced;

	part->moved = copy_from(lent_of(request->chunk[0]), part) +
		      copy_from(lent_of(request->chunk[1]), part);
	if (part->moved == part->length) {
		scheduler->statistics.bytes_from_memory += part->moved;
		return true;
	}
	announced = stream_named(&scheduler->names, request->stream);
	if (announced)
		forget(scheduler, announced);
	part->state = PART_WAITS;
	part->moved = 0;
	bid_list_insert_before(waiting_of(scheduler, part)->next, &request->link);
	return false;
}

static void take_finished(struct scheduler *scheduler)
{
	struct part *part;

	while ((part = part_of(bid_request_queue_take_finished(&scheduler->queue)))) {
		int32_t status = part->request.status;
		bool from_memory = status == 0 && part->state == PART_INSERTED;

		if (!from_memory || take_from_memory(scheduler, part))
			part_end(scheduler, part, status);
	}
}

static void take_released(struct scheduler *scheduler)
{
	struct lent_chunk *lent;

	while ((lent = lent_of(bid_request_queue_take_released(&scheduler->queue)))) {
		scheduler->statistics.bytes_lent -= lent->length;
		bid_list_remove(&lent->lent);
		memory_give(&scheduler->memory, lent->block);
		free(lent);
	}
}

/* ---- steps ---- */

static void begin(struct scheduler *scheduler, struct bid_request *head)
{
	struct run *run = calloc(1, sizeof(*run));
	bool begun = true;

	scheduler->flying += head->sectors > 0;
	if (!run) {
		scheduler->flying -= head->sectors > 0;
		bid_run_set_status(head, -ENOMEM);
		bid_request_queue_completed(&scheduler->queue, head, now_ns(scheduler));
		return;
	}
	run->head = head;
	/* Until all have begun, none that ends may be the last. */
	run->transfers = 1;
	if (head->sectors == 0)
		begun = begin_sync(scheduler, run);
	else if (head->flags & BID_INNER)
		begun = begin_ahead(scheduler, run);
	else
		begin_run(scheduler, run);
	if (!begun)
		head->status = -ENOMEM;
	if (--run->transfers == 0)
		run_end(scheduler, run);
}

static bool has_room(const struct scheduler *scheduler)
{
	return scheduler->flying < scheduler->backend->profile.depth &&
	       scheduler->transfers < BACKEND_TRANSFERS_MAX;
}

static void dispatch(struct scheduler *scheduler)
{
	struct bid_request *head;

	while (has_room(scheduler) &&
	       (head = bid_request_queue_dispatch(&scheduler->queue, BID_TIER_HDD,
						  now_ns(scheduler)))) {
		begin(scheduler, head);
		take_finished(scheduler);
	}
	take_finished(scheduler);
}

void scheduler_end(struct scheduler *scheduler)
{
	struct backend *backend = scheduler->backend;
	struct backend_transfer *transfer;

	while ((transfer = backend->ops->take_done(backend)))
		journey_end(scheduler, bid_container_of(transfer, struct journey, transfer));
	take_finished(scheduler);
	take_released(scheduler);
}

void scheduler_step(struct scheduler *scheduler)
{
	scheduler_end(scheduler);
	scheduler_insert(scheduler);
	dispatch(scheduler);
	/* What was finished made room. */
	scheduler_insert(scheduler);
	dispatch(scheduler);
	take_released(scheduler);
	scheduler->statistics.now_ns = now_ns(scheduler);
}

uint64_t scheduler_next_ns(struct scheduler *scheduler)
{
	struct backend *backend = scheduler->backend;
	uint64_t timer_ns = BID_NEVER;
	uint64_t next_ns = backend->ops->next_ns ? backend->ops->next_ns(backend) : BID_NEVER;

	/* There is nothing to ask the core for while the device is full. */
	if (has_room(scheduler) && !scheduler->ending)
		timer_ns = bid_request_queue_next_timer_ns(&scheduler->queue,
							   scheduler->statistics.now_ns);
	return timer_ns < next_ns ? timer_ns : next_ns;
}

int scheduler_open(struct scheduler *scheduler, const struct bid_policy *policy,
		   const struct bid_setup *setup, struct backend *backend,
		   scheduler_answered_fn *answered, void *context)
{
	struct bid_setup live = *setup;
	int error;

	if (setup->device[BID_TIER_SSD].sectors > 0 || backend->profile.depth == 0)
		return -EINVAL;
	live.device[BID_TIER_HDD] = backend->profile;
	live.device[BID_TIER_HDD].sectors = ADDRESSES;
	memset(scheduler, 0, sizeof(*scheduler));
	scheduler->backend = backend;
	scheduler->streams_max = live.max_streams;
	scheduler->answered = answered;
	scheduler->context = context;
	stream_names_init(&scheduler->names);
	memory_pool_init(&scheduler->memory);
	bid_list_init(&scheduler->operations);
	bid_list_init(&scheduler->lent);
	for (int class = 0; class < BID_CLASSES; class ++)
		bid_list_init(&scheduler->waiting[class]);
	scheduler->state = calloc(1, policy->state_bytes(&live));
	if (!scheduler->state)
		return -ENOMEM;
	error = bid_request_queue_init(&scheduler->queue, policy, scheduler->state, &live);
	if (error)
		free(scheduler->state);
	return error;
}

void scheduler_close(struct scheduler *scheduler)
{
	struct bid_link *link;

	while ((link = bid_list_take_first(&scheduler->operations)))
		operation_free(bid_container_of(link, struct operation, link));
	while ((link = bid_list_take_first(&scheduler->lent))) {
		struct lent_chunk *lent = bid_container_of(link, struct lent_chunk, lent);

		free(lent->block);
		free(lent);
	}
	memory_pool_free(&scheduler->memory);
	free(scheduler->state);
}
