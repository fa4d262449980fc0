/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What happens to requests: from the feed through the queue and the policy to a device and back.
 * That each is finished once, and only what is known is dispatched, is checked on the way.
 */
#include <errno.h>

#include "engine.h"

/* Open loop: writes held back by their limits that are read past; memory is bounded. */
enum { HELD_MAX = 65536 };

static struct sim_part *part_of(struct bid_request *request)
{
	return bid_container_of(request, struct sim_part, request);
}

static int io_add_part(struct sim_engine *engine, struct sim_io *io)
{
	const struct trace_record *record = &io->due.record;
	uint64_t left = record->sectors - io->inserted_sectors;
	struct sim_part *part = io->parts_unfinished == 0 && io->inserted_sectors == 0
					? &io->first
					: sim_pool_take(&engine->parts);
	int result;

	if (!part)
		return -ENOMEM;
	part->io = io;
	part->state = PART_INSERTED;
	part->request = (struct bid_request){
		.stream = record->process,
		.lba = record->lba + io->inserted_sectors,
		.sectors =
			(uint32_t)(left < BID_REQUEST_MAX_SECTORS ? left : BID_REQUEST_MAX_SECTORS),
		.op = record->op,
		.flags = record->flags & (BID_SYNC | BID_BARRIER | BID_AHEAD),
		.service_class = record->service_class,
	};
	part->dispatched_ns = engine->now_ns;
	io->inserted_sectors += part->request.sectors;
	io->inserted = io->inserted_sectors == record->sectors;
	io->parts_unfinished++;
	engine->figures.result->events++;
	sim_admission_entered(&engine->admission, &part->request, engine->now_ns);
	result = bid_request_queue_insert(&engine->queue, &part->request, engine->now_ns);
	return result < 0 ? sim_fail(engine, result, "sector %llu: the queue refused a request",
				     (unsigned long long)record->lba)
			  : 0;
}

static bool io_is_sync(const struct sim_io *io)
{
	return io->due.record.flags & BID_SYNC;
}

static uint8_t io_class(const struct sim_io *io)
{
	uint8_t service_class = io->due.record.service_class;

	return service_class < BID_CLASSES ? service_class : BID_FOREGROUND;
}

static bool io_allowed(struct sim_engine *engine, const struct sim_io *io)
{
	const struct trace_record *record = &io->due.record;

	return sim_admission_allows(&engine->admission, record->op, record->flags,
				    record->service_class, engine->now_ns);
}

/* Inserts what is let in. Returns 1 when that was all of the record. */
static int io_insert(struct sim_engine *engine, struct sim_io *io)
{
	while (!io->inserted) {
		int result;

		if (bid_request_queue_full(&engine->queue) || !io_allowed(engine, io))
			return 0;
		result = io_add_part(engine, io);
		if (result < 0)
			return result;
	}
	return 1;
}

/* Lets the first of a list in. Returns 1 when all of it is. */
static int admit_first(struct sim_engine *engine, struct bid_link *list)
{
	struct sim_io *io = bid_container_of(list->next, struct sim_io, waiting_link);
	int result = io_insert(engine, io);

	if (result <= 0)
		return result;
	bid_list_remove(&io->waiting_link);
	/* A piece is nobody's record. */
	if (!io->piece)
		result = engine->feed->admitted(engine->feed, &io->due, engine->now_ns);
	return result < 0 ? result : 1;
}

/* A limited kind waits on its own: others pass it, its own kind does not. */
static bool hold_first(struct sim_engine *engine)
{
	struct sim_io *io = bid_container_of(engine->waiting.next, struct sim_io, waiting_link);
	struct bid_link *held = &engine->held[io_is_sync(io)][io_class(io)];

	if (bid_request_queue_full(&engine->queue) || io_allowed(engine, io))
		return false;
	bid_list_remove(&io->waiting_link);
	bid_list_append(held, &io->waiting_link);
	engine->held_count++;
	return true;
}

static int admit_held_kind(struct sim_engine *engine, struct bid_link *held)
{
	int result = 1;

	while (result > 0 && !bid_list_empty(held)) {
		result = admit_first(engine, held);
		engine->held_count -= result > 0;
	}
	return result < 0 ? result : 0;
}

static int admit_held(struct sim_engine *engine, bool sync)
{
	int result = 0;

	for (int class = 0; result == 0 && class < BID_CLASSES; class ++)
		result = admit_held_kind(engine, &engine->held[sync][class]);
	return result;
}

/* Lets those in that wait before the queue, in their order. */
static int admit_waiting(struct sim_engine *engine)
{
	int result = engine->held_count > 0 ? admit_held(engine, true) : 0;

	if (result == 0 && engine->held_count > 0)
		result = admit_held(engine, false);
	while (result >= 0 && !bid_list_empty(&engine->waiting)) {
		result = admit_first(engine, &engine->waiting);
		if (result == 0 && !hold_first(engine))
			return 0;
	}
	return result < 0 ? result : 0;
}

bool sim_submitter_waits(const struct sim_engine *engine)
{
	return engine->feed->one_submitter &&
	       (!bid_list_empty(&engine->waiting) || engine->held_count >= HELD_MAX);
}

static struct sim_io *io_new(struct sim_engine *engine, const struct sim_due *due)
{
	struct sim_io *io = sim_pool_take(&engine->ios);

	if (io)
		*io = (struct sim_io){.due = *due,
				      .issued_ns = engine->feed->one_submitter ? due->record.time_ns
									       : engine->now_ns};
	return io;
}

static int issue_request(struct sim_engine *engine, const struct sim_due *due)
{
	struct sim_io *io = io_new(engine, due);
	bool delayed = bid_request_queue_full(&engine->queue);

	if (!io)
		return -ENOMEM;
	delayed = delayed || io->issued_ns < engine->now_ns || !bid_list_empty(&engine->waiting);
	engine->figures.result->queue_full_waits += delayed;
	bid_list_append(&engine->waiting, &io->waiting_link);
	return admit_waiting(engine);
}

/* The trace's record is served, whatever served it. */
static int io_served(struct sim_engine *engine, struct sim_io *io)
{
	const struct trace_record *record = &io->due.record;
	const struct sim_observer *observer = engine->observer;
	int result = sim_figures_finished(&engine->figures, record, io->issued_ns, engine->now_ns);

	if (result == 0)
		result = engine->feed->completed(engine->feed, &io->due, engine->now_ns);
	sim_pool_give(&engine->ios, io);
	if (observer && observer->progress && engine->figures.result->requests % 1024 == 0)
		observer->progress(observer->context, engine->figures.result->requests,
				   engine->now_ns);
	return result;
}

/* Serves those readers of a transfer whose data have arrived, in their order. */
static int serve_readers(struct sim_engine *engine, struct sim_transfer *transfer)
{
	int result = 0;

	while (result == 0 && !bid_list_empty(&transfer->readers)) {
		struct sim_io *io =
			bid_container_of(transfer->readers.next, struct sim_io, waiting_link);

		if (!sim_readahead_arrived(transfer, &io->due.record))
			break;
		bid_list_remove(&io->waiting_link);
		sim_readahead_read(&engine->readahead, transfer, &io->due.record);
		result = io_served(engine, io);
	}
	sim_readahead_release(&engine->readahead, transfer);
	return result;
}

static int issue_piece(struct sim_engine *engine, const struct sim_due *reader,
		       struct sim_transfer *transfer, uint64_t target)
{
	struct sim_piece *piece = sim_readahead_ask(&engine->readahead, transfer, target);
	struct sim_due due = *reader;
	struct sim_io *io;

	if (!piece)
		return -ENOMEM;
	due.record.lba = piece->lba;
	due.record.sectors = piece->end - piece->lba;
	due.record.flags = BID_AHEAD;
	io = io_new(engine, &due);
	if (!io)
		return -ENOMEM;
	io->piece = piece;
	bid_list_append(&engine->waiting, &io->waiting_link);
	return 0;
}

/* A read within a transfer: asks for what is to be read ahead, and waits for its own part of it. */
static int issue_read_ahead(struct sim_engine *engine, const struct sim_due *due,
			    struct sim_transfer *transfer)
{
	struct sim_io *io = io_new(engine, due);
	uint64_t target = sim_readahead_target(&engine->readahead, transfer, &due->record);
	int result = io ? 0 : -ENOMEM;

	while (result == 0 && transfer->ahead < target)
		result = issue_piece(engine, due, transfer, target);
	if (result == 0)
		result = engine->feed->admitted(engine->feed, due, engine->now_ns);
	if (result < 0)
		return result;
	bid_list_append(&transfer->readers, &io->waiting_link);
	result = admit_waiting(engine);
	return result < 0 ? result : serve_readers(engine, transfer);
}

static int issue_record(struct sim_engine *engine, const struct sim_due *due)
{
	struct sim_transfer *transfer = sim_readahead_of(&engine->readahead, &due->record);

	return transfer ? issue_read_ahead(engine, due, transfer) : issue_request(engine, due);
}

static int issue_announcement(struct sim_engine *engine, const struct sim_due *due)
{
	struct bid_announcement announcement = {
		.stream = due->record.process,
		.lba = due->record.lba,
		.sectors = due->record.sectors,
		.op = due->record.op,
		.service_class = due->record.service_class,
	};

	int result = sim_readahead_announced(&engine->readahead, &due->record);

	if (result < 0)
		return result;
	engine->figures.result->announcements++;
	bid_request_queue_announce(&engine->queue, &announcement, engine->now_ns);
	return engine->feed->admitted(engine->feed, due, engine->now_ns);
}

int sim_issue(struct sim_engine *engine)
{
	int result = admit_waiting(engine);

	while (result == 0 && !sim_submitter_waits(engine)) {
		struct sim_due due;

		result = engine->feed->take(engine->feed, engine->now_ns, &due);
		if (result <= 0)
			return result;
		sim_figures_arrived(&engine->figures, engine->feed->one_submitter
							      ? due.record.time_ns
							      : engine->now_ns);
		result = due.record.kind == TRACE_REQUEST ? issue_record(engine, &due)
							  : issue_announcement(engine, &due);
	}
	return result;
}

int sim_complete(struct sim_engine *engine)
{
	for (int tier = 0; tier < BID_TIERS; tier++) {
		struct device *device = engine->setup->device[tier];
		struct bid_request *head;

		while (device && (head = device->ops->complete(device, engine->now_ns))) {
			if (engine->in_device[tier]-- == 0)
				return sim_fail(engine, -EPROTO,
						"%s completed a run that it had not been given",
						device->name);
			engine->figures.result->events++;
			sim_admission_completed(&engine->admission, head);
			bid_request_queue_completed(&engine->queue, head, engine->now_ns);
		}
	}
	return 0;
}

static int io_finished(struct sim_engine *engine, struct sim_io *io)
{
	struct sim_piece *piece = io->piece;
	struct sim_transfer *transfer;

	if (!piece)
		return io_served(engine, io);
	sim_pool_give(&engine->ios, io);
	transfer = piece->transfer;
	piece->arrived = true;
	transfer->outstanding--;
	return serve_readers(engine, transfer);
}

static int part_finished(struct sim_engine *engine, struct sim_part *part)
{
	struct sim_io *io = part->io;
	const struct sim_observer *observer = engine->observer;

	if (part->state != PART_INSERTED && part->state != PART_DISPATCHED)
		return sim_fail(engine, -EPROTO, "%s finished a request twice",
				engine->setup->policy->name);
	part->state = PART_FINISHED;
	sim_admission_finished(&engine->admission, &part->request,
			       engine->now_ns - part->dispatched_ns, engine->now_ns);
	if (observer && observer->finished)
		observer->finished(observer->context, engine->now_ns, &part->request,
				   io->issued_ns);
	if (part != &io->first)
		sim_pool_give(&engine->parts, part);
	io->parts_unfinished--;
	return io->inserted && io->parts_unfinished == 0 ? io_finished(engine, io) : 0;
}

int sim_finish(struct sim_engine *engine)
{
	struct bid_request *request;
	int finished = 0;

	while ((request = bid_request_queue_take_finished(&engine->queue))) {
		int result = part_finished(engine, part_of(request));

		if (result < 0)
			return result;
		finished++;
	}
	return finished;
}

/* Every member of a caller's is one that waited; together they are as long as the run. */
static int check_run(struct sim_engine *engine, struct bid_request *head)
{
	const char *policy = engine->setup->policy->name;
	uint64_t sectors = 0;
	bool inner = false;

	for (struct bid_request *member = head; member; member = member->merged) {
		sectors += member->sectors;
		inner = inner || (member->flags & BID_INNER);
		if (member->flags & BID_INNER)
			continue;
		if (part_of(member)->state != PART_INSERTED)
			return sim_fail(engine, -EPROTO,
					"%s dispatched a request that did not wait", policy);
		part_of(member)->state = PART_DISPATCHED;
		part_of(member)->dispatched_ns = engine->now_ns;
	}
	if (!inner && sectors != head->run_sectors)
		return sim_fail(engine, -EPROTO,
				"%s dispatched a run of %u sectors with %llu in it", policy,
				head->run_sectors, (unsigned long long)sectors);
	return 0;
}

static int submit_run(struct sim_engine *engine, enum bid_tier tier, struct bid_request *head)
{
	const struct sim_observer *observer = engine->observer;
	struct device *device = engine->setup->device[tier];
	int result = check_run(engine, head);

	if (result < 0)
		return result;
	engine->figures.result->events++;
	if (observer && observer->dispatched)
		observer->dispatched(observer->context, engine->now_ns, tier, head);
	if (head->run_sectors == 0) {
		/* A flush: all before it has been served, and that was its work. */
		bid_request_queue_completed(&engine->queue, head, engine->now_ns);
		return 0;
	}
	if (head->run_lba > device->profile.sectors - head->run_sectors)
		return sim_fail(engine, -EPROTO, "%s dispatched a run past the end of %s",
				engine->setup->policy->name, device->name);
	sim_figures_dispatched(&engine->figures, tier, head);
	engine->in_device[tier]++;
	sim_admission_dispatched(&engine->admission, head);
	device->ops->submit(device, head, engine->now_ns);
	return 0;
}

int sim_dispatch(struct sim_engine *engine)
{
	int runs = 0;

	for (int tier = 0; tier < BID_TIERS; tier++) {
		struct device *device = engine->setup->device[tier];
		struct bid_request *head;

		while (device && engine->in_device[tier] < device->profile.depth &&
		       (head = bid_request_queue_dispatch(&engine->queue, (enum bid_tier)tier,
							  engine->now_ns))) {
			int result = submit_run(engine, (enum bid_tier)tier, head);

			if (result < 0)
				return result;
			runs++;
		}
	}
	return runs;
}
