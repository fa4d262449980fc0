/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A disk of constant times: a queue of runs, each done after the one before.
 */
#include "sim/constant_device.h"

#include <errno.h>
#include <stdlib.h>

struct constant_device {
	struct device device;
	struct sim_constant_device constants;
	struct device_figures figures;
	uint64_t next_lba; /* the sector after the last one served */
	uint64_t track;    /* where the arm is */
	uint64_t free_ns;  /* when all that was submitted is done */
	bool moved;        /* it has served something: the two above count */
	/* A ring of the runs that are with it, depth long. */
	uint32_t first;
	uint32_t count;
	struct {
		struct bid_request *head;
		uint64_t done_ns;
	} ring[];
};

static void constant_move(struct constant_device *constant, uint64_t now_ns, uint64_t track)
{
	uint64_t from = constant->track;

	constant->track = track;
	if (constant->device.arm && (!constant->moved || from != track))
		constant->device.arm(constant->device.arm_context, now_ns, track);
	if (!constant->moved || from == track)
		return;
	constant->figures.arm_movements++;
	constant->figures.arm_distance_tracks += from < track ? track - from : from - track;
}

static void constant_count(struct constant_device *constant, const struct bid_request *head,
			   uint64_t now_ns)
{
	uint64_t first = head->run_lba / constant->constants.track_sectors;
	uint64_t last = (bid_run_end(head) - 1) / constant->constants.track_sectors;

	for (uint64_t track = first; track <= last; track++) {
		constant_move(constant, now_ns, track);
		constant->moved = true;
	}
	constant->figures.requests++;
	if (head->op == BID_READ)
		constant->figures.sectors_read += head->run_sectors;
	else
		constant->figures.sectors_written += head->run_sectors;
}

static void constant_submit(struct device *device, struct bid_request *head, uint64_t now_ns)
{
	struct constant_device *constant = (struct constant_device *)device;
	uint64_t start = constant->free_ns > now_ns ? constant->free_ns : now_ns;
	bool follows = !constant->moved || head->run_lba == constant->next_lba;
	uint64_t service = head->run_sectors * constant->constants.sector_ns;
	uint32_t at = (constant->first + constant->count++) % device->profile.depth;

	constant->figures.media_ns[head->op] += service;
	if (!follows) {
		service += constant->constants.positioning_ns;
		constant->figures.positioning_ns[head->op] += constant->constants.positioning_ns;
	}
	constant_count(constant, head, start);
	constant->next_lba = bid_run_end(head);
	constant->free_ns = start + service;
	constant->figures.busy_ns += service;
	constant->ring[at].head = head;
	constant->ring[at].done_ns = constant->free_ns;
}

static uint64_t constant_next_completion_ns(const struct device *device)
{
	const struct constant_device *constant = (const struct constant_device *)device;

	return constant->count ? constant->ring[constant->first].done_ns : BID_NEVER;
}

static struct bid_request *constant_complete(struct device *device, uint64_t now_ns)
{
	struct constant_device *constant = (struct constant_device *)device;
	struct bid_request *head;

	if (constant_next_completion_ns(device) > now_ns)
		return NULL;
	head = constant->ring[constant->first].head;
	constant->first = (constant->first + 1) % device->profile.depth;
	constant->count--;
	return head;
}

static uint64_t constant_flush(struct device *device, uint64_t now_ns)
{
	const struct constant_device *constant = (struct constant_device *)device;

	return constant->free_ns > now_ns ? constant->free_ns : now_ns;
}

static void constant_figures(const struct device *device, struct device_figures *figures)
{
	*figures = ((const struct constant_device *)device)->figures;
}

static uint64_t constant_transfer_ns(const struct device *device, uint64_t lba, uint64_t sectors)
{
	(void)lba;
	return sectors * ((const struct constant_device *)device)->constants.sector_ns;
}

static uint64_t constant_entry_min_ns(const struct device *device, const struct device_entry *entry)
{
	(void)entry;
	return ((const struct constant_device *)device)->constants.positioning_ns;
}

static void constant_close(struct device *device)
{
	free(device);
}

static const struct device_ops constant_ops = {
	.submit = constant_submit,
	.next_completion_ns = constant_next_completion_ns,
	.complete = constant_complete,
	.flush = constant_flush,
	.figures = constant_figures,
	.transfer_ns = constant_transfer_ns,
	.entry_min_ns = constant_entry_min_ns,
	.close = constant_close,
};

int sim_constant_device_open(const struct sim_constant_device *constants, struct device **device)
{
	struct constant_device *constant =
		calloc(1, sizeof(*constant) + constants->depth * sizeof(constant->ring[0]));

	if (!constant)
		return -ENOMEM;
	constant->constants = *constants;
	constant->figures.tracks = constants->tracks;
	constant->device.ops = &constant_ops;
	constant->device.name = "constant";
	constant->device.profile = (struct bid_device_profile){
		.sectors = constants->tracks * constants->track_sectors,
		.positioning_ns = constants->positioning_ns,
		.bytes_per_second = constants->sector_ns
					    ? BID_SECTOR_BYTES * 1000000000u / constants->sector_ns
					    : UINT64_MAX,
		.depth = constants->depth,
		.rotational = true,
	};
	*device = &constant->device;
	return 0;
}
