/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "scheduler.h"

#include <errno.h>

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
	else if (result > 0 && asked->op == VOLUME_WRITE)
		scheduler->statistics.bytes_written += (uint64_t)result;
	else if (result > 0)
		scheduler->statistics.bytes_written_back += (uint64_t)result;
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
	waiting_leave(&scheduler->waiting, part);
	operation->parts_left--;
	if (operation->status == 0)
		operation->status = status;
	operation_go_on(scheduler, operation);
}

/* ---- into the core ---- */

static bool insert_part(struct scheduler *scheduler, struct part *part)
{
	const struct volume_request *asked = &part->operation->asked;

	waiting_enter(&scheduler->waiting, part);
	part->request.stream = stream_name(&scheduler->names, asked->stream, asked->file);
	/* It may be finished at once. */
	part->state = PART_INSERTED;
	if (bid_request_queue_insert(&scheduler->queue, &part->request, now_ns(scheduler)) == 0)
		return true;
	part->state = PART_WAITS;
	waiting_return(&scheduler->waiting, part);
	return false;
}

/* Inserts what waits, class by class, as far as the core has room for it. */
static void scheduler_insert(struct scheduler *scheduler)
{
	for (int class = 0; class < BID_CLASSES; class ++) {
		uint32_t lazy_max = scheduler_lazy_max(scheduler, (uint8_t) class);
		struct part *part;

		while ((part = waiting_next(&scheduler->waiting, class, lazy_max)) &&
		       insert_part(scheduler, part))
			;
	}
}

void scheduler_add(struct scheduler *scheduler, struct operation *operation)
{
	operation->number = ++scheduler->operation_numbers;
	bid_list_append(&scheduler->operations, &operation->link);
	for (uint32_t i = 0; i < operation->part_count; i++)
		waiting_add(&scheduler->waiting, &operation->part[i]);
}

uint32_t scheduler_lazy_max(const struct scheduler *scheduler, uint8_t service_class)
{
	const struct bid_request_queue *queue = &scheduler->queue;

	return queue->policy->write_limit
		       ? queue->policy->write_limit(queue->state, false, service_class)
		       : UINT32_MAX;
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
	if (scheduler->tier)
		tier_end(scheduler->tier);
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

/* ---- what the core has finished ---- */

/*
 * A read that was served from memory gets its data. False: the file has more bytes in its last
 * sector by now than had been announced, and it has to be asked again.
 */
static bool take_from_memory(struct scheduler *scheduler, struct part *part)
{
	struct bid_request *request = &part->request;
	struct announced_stream *announced;

	part->moved = 0;
	for (int i = 0; i < BID_CHUNKS; i++)
		part->moved += lent_copy(lent_of(request->chunk[i]), part);
	if (part->moved == part->length) {
		scheduler->statistics.bytes_from_memory += part->moved;
		return true;
	}
	announced = stream_named(&scheduler->names, request->stream);
	if (announced)
		forget(scheduler, announced);
	part->state = PART_WAITS;
	part->moved = 0;
	waiting_return(&scheduler->waiting, part);
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

/* ---- steps ---- */

static void dispatch_to(struct scheduler *scheduler, enum bid_tier tier)
{
	struct bid_request *head;

	while (runs_have_room(&scheduler->runs, tier)) {
		scheduler->asked_ns = now_ns(scheduler);
		head = bid_request_queue_dispatch(&scheduler->queue, tier, scheduler->asked_ns);
		if (!head)
			break;
		runs_begin(&scheduler->runs, head, tier);
		take_finished(scheduler);
	}
	take_finished(scheduler);
}

/* The disk first: what it is asked may move writes to the SSD. */
static void dispatch(struct scheduler *scheduler)
{
	dispatch_to(scheduler, BID_TIER_HDD);
	if (!scheduler->tier)
		return;
	dispatch_to(scheduler, BID_TIER_SSD);
	/* What has not gone to the SSD after all. */
	dispatch_to(scheduler, BID_TIER_HDD);
}

/* ---- the second tier ---- */

/* Whether the disk has had nothing to do for long enough, or somebody wants all to be at home. */
static bool is_idle(struct scheduler *scheduler)
{
	uint64_t now = now_ns(scheduler);

	if (scheduler->queue.outstanding > 0)
		scheduler->busy_ns = now;
	return !scheduler->ending &&
	       (scheduler->brings_home || now - scheduler->busy_ns >= scheduler->idle_ns);
}

static void go_on_with_tier(struct scheduler *scheduler)
{
	if (!scheduler->tier)
		return;
	tier_go_on(scheduler->tier, is_idle(scheduler), now_ns(scheduler));
	take_finished(scheduler);
}

bool scheduler_is_busy(const struct scheduler *scheduler)
{
	return scheduler->runs.transfers > 0 || (scheduler->tier && tier_is_busy(scheduler->tier));
}

bool scheduler_is_home(const struct scheduler *scheduler)
{
	return !scheduler->tier || scheduler->tier->stuck || tier_is_empty(scheduler->tier);
}

int scheduler_home_error(const struct scheduler *scheduler)
{
	return scheduler->tier ? scheduler->tier->stuck : 0;
}

/* What still had a tier to go to, which it will not: a flush, or a request in pieces. */
static void answer_cancelled(struct scheduler *scheduler)
{
	struct bid_link *link = scheduler->operations.next;

	while (link != &scheduler->operations) {
		struct operation *operation = bid_container_of(link, struct operation, link);

		link = link->next;
		if (operation->cancelled && !operation->answered)
			operation_go_on(scheduler, operation);
	}
}

void scheduler_end(struct scheduler *scheduler)
{
	runs_take_done(&scheduler->runs);
	take_finished(scheduler);
	go_on_with_tier(scheduler);
	if (scheduler->ending)
		answer_cancelled(scheduler);
	runs_take_released(&scheduler->runs);
}

static uint32_t arm_per_mille(const struct backend *backend)
{
	return backend->arm_tracks > 0 ? (uint32_t)(backend->arm_track * 1000 / backend->arm_tracks)
				       : 0;
}

void scheduler_step(struct scheduler *scheduler)
{
	scheduler_end(scheduler);
	scheduler_insert(scheduler);
	dispatch(scheduler);
	/* What was finished made room. */
	scheduler_insert(scheduler);
	dispatch(scheduler);
	go_on_with_tier(scheduler);
	runs_take_released(&scheduler->runs);
	scheduler->statistics.now_ns = now_ns(scheduler);
	scheduler->statistics.busy_ns = scheduler->backend->busy_ns;
	scheduler->statistics.late_ns = scheduler->backend->late_ns;
	scheduler->statistics.positioning_ns = scheduler->backend->positioning_ns;
	scheduler->statistics.arm_movements = scheduler->backend->arm_movements;
	scheduler->statistics.arm_per_mille = arm_per_mille(scheduler->backend);
}

static bool has_room(const struct scheduler *scheduler)
{
	return runs_have_room(&scheduler->runs, BID_TIER_HDD) ||
	       runs_have_room(&scheduler->runs, BID_TIER_SSD);
}

/* When the disk will have been idle for long enough to bring something home. */
static uint64_t next_idle_ns(const struct scheduler *scheduler)
{
	const struct tier *tier = scheduler->tier;

	if (!tier || scheduler->queue.outstanding > 0 || tier_is_busy(tier) || tier_is_empty(tier))
		return BID_NEVER;
	return scheduler->busy_ns + scheduler->idle_ns;
}

/* In ns of the machine, from now on, until the back end is to be asked; BID_NEVER. */
static uint64_t wait_of(struct backend *backend, uint64_t next_ns)
{
	uint64_t now = backend->ops->now_ns(backend);

	if (next_ns == BID_NEVER)
		return BID_NEVER;
	return next_ns > now ? (next_ns - now) * 1000 / backend->time_per_mille : 0;
}

uint64_t scheduler_wait_ns(struct scheduler *scheduler)
{
	uint64_t disk_ns = wait_of(scheduler->backend, scheduler_next_ns(scheduler));
	struct backend *ssd = scheduler->tier ? scheduler->tier->ssd : NULL;
	uint64_t ssd_ns =
		ssd && ssd->ops->next_ns ? wait_of(ssd, ssd->ops->next_ns(ssd)) : BID_NEVER;

	return disk_ns < ssd_ns ? disk_ns : ssd_ns;
}

uint64_t scheduler_next_ns(struct scheduler *scheduler)
{
	struct backend *backend = scheduler->backend;
	uint64_t timer_ns = next_idle_ns(scheduler);
	uint64_t next_ns = backend->ops->next_ns ? backend->ops->next_ns(backend) : BID_NEVER;

	/*
	 * There is nothing to ask the core for while the device is full. What has become due since
	 * dispatch was asked last is not to be missed: time goes on while a step is made.
	 */
	if (has_room(scheduler) && !scheduler->ending) {
		uint64_t core_ns =
			bid_request_queue_next_timer_ns(&scheduler->queue, scheduler->asked_ns);

		timer_ns = core_ns < timer_ns ? core_ns : timer_ns;
	}
	return timer_ns < next_ns ? timer_ns : next_ns;
}
