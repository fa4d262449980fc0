/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A modelled disk in real time, many times as fast, or slower: data are moved between memory and
 * real files when the model says that the disk has moved them. What the model is not asked in time
 * it catches up with: it goes on from when its last request was done.
 */
#include <errno.h>
#include <stdlib.h>

#include "clock.h"
#include "transfer.h"

struct emulated {
	struct backend backend;
	struct device *device;
	uint64_t began_ns;
	struct bid_link waiting;  /* for a place with the device */
	struct bid_link syncs;    /* that wait until it has nothing else */
	struct bid_link flushing; /* done at flushed_ns */
	uint64_t flushed_ns;
	struct bid_link done;
	uint32_t in_device;
	uint64_t looked_ns; /* when it was last seen what the disk has done */
};

static struct emulated *emulated_of(struct backend *backend)
{
	return bid_container_of(backend, struct emulated, backend);
}

static uint64_t emulated_now_ns(const struct backend *backend)
{
	const struct emulated *emulated = bid_container_of(backend, struct emulated, backend);

	uint64_t ours_ns = clock_now_ns() - emulated->began_ns;

	return ours_ns / 1000 * backend->time_per_mille +
	       ours_ns % 1000 * backend->time_per_mille / 1000;
}

static void emulated_arm_moved(void *context, uint64_t now_ns, uint64_t track)
{
	struct emulated *emulated = context;

	(void)now_ns;
	emulated->backend.arm_track = track;
}

static void emulated_look_at_arm(struct emulated *emulated)
{
	struct device_figures figures;

	emulated->device->ops->figures(emulated->device, &figures);
	emulated->backend.positioning_ns =
		figures.positioning_ns[BID_READ] + figures.positioning_ns[BID_WRITE];
	emulated->backend.arm_movements = figures.arm_movements;
	emulated->backend.arm_tracks = figures.tracks;
}

static void emulated_finish(struct emulated *emulated, struct backend_transfer *transfer)
{
	/* A model's disk makes no file of the machine's durable. */
	if (transfer->op == BACKEND_SYNC || transfer->op == BACKEND_WRITE_BACK)
		transfer->result = 0;
	else
		transfer_do(transfer);
	bid_list_append(&emulated->done, &transfer->link);
}

static void emulated_finish_syncs(struct emulated *emulated, uint64_t now_ns)
{
	if (now_ns < emulated->flushed_ns)
		return;
	while (!bid_list_empty(&emulated->flushing))
		emulated_finish(emulated, transfer_of(bid_list_take_first(&emulated->flushing)));
}

/*
 * A flush is no command that a SATA drive queues: it begins when the drive has nothing else, and
 * nothing else begins before it is done (Linux: ata_std_qc_defer). One is for all that wait.
 */
static void emulated_flush(struct emulated *emulated, uint64_t now_ns)
{
	if (bid_list_empty(&emulated->syncs) || emulated->in_device > 0 ||
	    !bid_list_empty(&emulated->flushing))
		return;
	while (!bid_list_empty(&emulated->syncs))
		bid_list_append(&emulated->flushing, bid_list_take_first(&emulated->syncs));
	emulated->flushed_ns = emulated->device->ops->flush(emulated->device, now_ns);
	emulated_finish_syncs(emulated, now_ns);
}

static bool emulated_has_room(const struct emulated *emulated)
{
	return emulated->in_device < emulated->device->profile.depth &&
	       bid_list_empty(&emulated->syncs) && bid_list_empty(&emulated->flushing);
}

/* The disk does what it has done by now, and takes what waits. */
static void emulated_advance(struct emulated *emulated, uint64_t now_ns)
{
	struct device *device = emulated->device;
	uint64_t due_ns =
		emulated->in_device > 0 ? device->ops->next_completion_ns(device) : now_ns;
	struct bid_request *head;

	if (emulated->in_device > 0)
		emulated->backend.busy_ns += now_ns - emulated->looked_ns;
	if (due_ns < now_ns)
		emulated->backend.late_ns += now_ns - due_ns;
	emulated->looked_ns = now_ns;
	while ((head = device->ops->complete(device, now_ns))) {
		emulated->in_device--;
		emulated_finish(emulated, bid_container_of(head, struct backend_transfer, model));
	}
	emulated_finish_syncs(emulated, now_ns);
	emulated_flush(emulated, now_ns);
	while (emulated_has_room(emulated) && !bid_list_empty(&emulated->waiting)) {
		struct backend_transfer *transfer =
			transfer_of(bid_list_take_first(&emulated->waiting));

		emulated->in_device++;
		device->ops->submit(device, &transfer->model, now_ns);
	}
	emulated_look_at_arm(emulated);
}

/* The transfer as the disk sees it: what lies past its end is at its end. */
static void emulated_describe(const struct emulated *emulated, struct backend_transfer *transfer)
{
	uint64_t last = emulated->device->profile.sectors - transfer->sectors;

	transfer->model = (struct bid_request){
		.lba = transfer->lba < last ? transfer->lba : last,
		.sectors = transfer->sectors,
		.op = transfer->op == BACKEND_READ ? BID_READ : BID_WRITE,
	};
	bid_request_init(&transfer->model);
}

static void emulated_submit(struct backend *backend, struct backend_transfer *transfer)
{
	struct emulated *emulated = emulated_of(backend);
	uint64_t now_ns = emulated_now_ns(backend);

	emulated_advance(emulated, now_ns);
	emulated_describe(emulated, transfer);
	bid_list_append(transfer->op == BACKEND_SYNC ? &emulated->syncs : &emulated->waiting,
			&transfer->link);
	emulated_advance(emulated, now_ns);
}

static struct backend_transfer *emulated_take_done(struct backend *backend)
{
	struct emulated *emulated = emulated_of(backend);

	emulated_advance(emulated, emulated_now_ns(backend));
	return transfer_of(bid_list_take_first(&emulated->done));
}

static uint64_t emulated_next_ns(struct backend *backend)
{
	struct emulated *emulated = emulated_of(backend);
	uint64_t next_ns = BID_NEVER;

	if (!bid_list_empty(&emulated->done))
		return 0;
	if (emulated->in_device > 0)
		next_ns = emulated->device->ops->next_completion_ns(emulated->device);
	if (!bid_list_empty(&emulated->flushing) && emulated->flushed_ns < next_ns)
		next_ns = emulated->flushed_ns;
	return next_ns;
}

static void emulated_close(struct backend *backend)
{
	struct emulated *emulated = emulated_of(backend);

	emulated->device->ops->close(emulated->device);
	free(emulated);
}

static const struct backend_ops emulated_ops = {
	.submit = emulated_submit,
	.take_done = emulated_take_done,
	.next_ns = emulated_next_ns,
	.now_ns = emulated_now_ns,
	.close = emulated_close,
};

int backend_open_emulated(struct device *device, uint32_t time_per_mille, struct backend **backend)
{
	struct emulated *emulated = calloc(1, sizeof(*emulated));

	if (!emulated || time_per_mille == 0) {
		free(emulated);
		device->ops->close(device);
		return time_per_mille == 0 ? -EINVAL : -ENOMEM;
	}
	emulated->device = device;
	device->arm = emulated_arm_moved;
	device->arm_context = emulated;
	emulated->began_ns = clock_now_ns();
	bid_list_init(&emulated->waiting);
	bid_list_init(&emulated->syncs);
	bid_list_init(&emulated->flushing);
	bid_list_init(&emulated->done);
	emulated->backend = (struct backend){.ops = &emulated_ops,
					     .name = "emulated",
					     .profile = device->profile,
					     .ready_fd = -1,
					     .time_per_mille = time_per_mille};
	*backend = &emulated->backend;
	return 0;
}
