/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Why no policy can be faster, from the first arrival (time 0) to the last completion:
 *
 * Media. Before time 0 the device holds nothing of the trace. Every sector that the trace asks for
 * has to pass under a head at least once after that: it is read, or it is written. It is counted
 * once, however often it is asked for, for a buffer may answer what comes again, a read of what
 * was just written too. What a write cache still holds at the end has not passed; its size is
 * taken off. The device says how long its sectors take at the least (transfer_ns).
 *
 * Positioning. Take the sectors of the whole trace as extents that do not touch. Before the first
 * sector of an extent passes for the first time, the last one that passed, of any, was another
 * extent's; in between none passes. These times, one for each extent but the very first, do not
 * overlap each other, nor the media's; each is no shorter than the way to that extent from anywhere
 * else (entry_min_ns: the shortest seek, or the gap, where another lies on the same track). That
 * holds for any order, any cutting of requests, for what a drive reads ahead or writes late;
 * extents that a write cache may still hold are taken off. Nothing is said of angles and distances:
 * an order that meets every sector as it comes by is not known to be impossible.
 *
 * Arrival (open loop). What is asked for first at or after a moment cannot have been moved before
 * it, but for as much as buffers hold: the drive's, which reads ahead, and the policy's own, which
 * may know what was announced. So the end is no earlier than any arrival plus the media time of
 * all that is new from there on, less the time for what buffers hold. For all arrivals at once
 * this is Lindley's recursion (1952) of a queue with one server: end = max(end, arrival) + media
 * time.
 *
 * Process (closed loop). A process's next record comes no earlier than its think time after it
 * could go on. Served in no time at all, it would still need the sum of its think times. Transfers
 * are not added: a read may be answered from a buffer that was filled while the process thought.
 *
 * With an SSD. Sectors that are first read come from the disk. Those that are first written may go
 * to either device, and be read from there. The split under which both are done at the same time
 * is the fastest one, with the disk's fastest sectors for all that it takes of them. Positioning
 * and the recursion are left out.
 *
 * By address. The above lets every random read find its sector just coming by. Who goes by
 * addresses and times does not know the angle: it waits for half a turn in the mean, whatever its
 * order. And it has no buffer that holds what was written long ago, nor has a drive. So here each
 * read that neither goes on where its process left off nor follows on what was asked for before
 * costs half a turn more, and one of old sectors is positioned and passes again. That is an
 * expectation over many such reads, no bound: a drive with a queue knows the angle (no half turns
 * then), one with a large buffer keeps some. It is for telling how near a scheduler of a kernel may
 * come.
 *
 * In step. The bound lets one process get to its end before another begins, which only who knows
 * the whole trace would do: a job's last phase is then over while others are still at its first. In
 * step all get on as in the trace: a record is served no sooner than all that the trace asks for
 * before it has passed, by address, and its process still has its think times before it. That is
 * an expectation too, of who favours nobody.
 *
 * When there is more than memory for (extents_max, processes_max), what is beyond is left out,
 * which can only lower the bound; of the positioning then all, for what was left out may have
 * filled gaps.
 */
#include "sim/bound.h"

#include <errno.h>
#include <stdio.h>

#include "extent_set.h"
#include "feed.h"
#include "map.h"

static const uint64_t EXTENTS_MAX_DEFAULT = (uint64_t)1 << 21;
static const uint64_t PROCESSES_MAX_DEFAULT = (uint64_t)1 << 18;

/* A process whose requests take no time. */
struct bound_process {
	struct sim_map_node by_id;
	uint64_t free_ns;
	uint64_t trace_free_ns;
	uint64_t read_end;  /* of its last read */
	uint64_t behind_ns; /* in step: the longest that it had to wait for what came before */
};

struct bounding {
	const struct sim_bound_setup *setup;
	struct sim_bound *bound;
	struct sim_extent_set sectors;
	bool extents_left_out;
	/* The record at hand. */
	enum bid_op op;
	uint64_t new_ns;
	uint64_t new_of_record;
	/* Sums. */
	uint64_t random_ns;      /* half turns, and old sectors that pass again */
	uint64_t media_ns[2];    /* of new sectors, by the operation that asked for them first */
	uint64_t new_sectors[2]; /* likewise */
	uint64_t recursion_ns;   /* the end by Lindley's recursion */
	uint64_t in_step_ns; /* the end of the process that ends last, when all get on in step */
	uint64_t first_ns;
	uint64_t last_ns; /* arrival */
	bool started;
	struct sim_map processes;
	struct sim_pool process_nodes;
};

static uint64_t greater(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t less_or_0(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

static void add_new_sectors(void *context, uint64_t start, uint64_t end)
{
	struct bounding *bounding = context;
	const struct device *disk = bounding->setup->device[BID_TIER_HDD];

	bounding->new_ns += disk->ops->transfer_ns(disk, start, end - start);
	bounding->new_of_record += end - start;
	bounding->new_sectors[bounding->op] += end - start;
}

static int add_media(struct bounding *bounding, const struct trace_record *record)
{
	uint64_t max = bounding->setup->extents_max;

	if (bounding->sectors.nodes.in_use >= (max ? max : EXTENTS_MAX_DEFAULT)) {
		bounding->extents_left_out = true;
		return 0;
	}
	bounding->op = (enum bid_op)record->op;
	bounding->new_ns = 0;
	bounding->new_of_record = 0;
	if (record->sectors > 0 &&
	    sim_extent_set_add(&bounding->sectors, record->lba, record->lba + record->sectors,
			       add_new_sectors, bounding) < 0)
		return -ENOMEM;
	bounding->media_ns[record->op] += bounding->new_ns;
	bounding->recursion_ns =
		greater(bounding->recursion_ns, record->time_ns) + bounding->new_ns;
	return 0;
}

/* The process's node; NULL with 0 in result when it is left out. */
static struct bound_process *find_process(struct bounding *bounding, uint64_t id, int *result)
{
	struct sim_map_node *node = sim_map_find(&bounding->processes, id);
	uint64_t max = bounding->setup->processes_max;
	struct bound_process *process;

	*result = 0;
	if (node)
		return bid_container_of(node, struct bound_process, by_id);
	if (bounding->process_nodes.in_use >= (max ? max : PROCESSES_MAX_DEFAULT))
		return NULL;
	process = sim_pool_take(&bounding->process_nodes);
	if (!process || sim_map_insert(&bounding->processes, &process->by_id, id) < 0) {
		*result = -ENOMEM;
		return NULL;
	}
	process->free_ns = BID_NEVER;
	process->read_end = UINT64_MAX;
	process->behind_ns = 0;
	return process;
}

/* The same clock as that of feed_closed.c, with nothing to wait for. */
static void add_think_time(struct bounding *bounding, struct bound_process *process,
			   const struct trace_record *record)
{
	uint64_t trace_ns = record->time_ns + (sim_blocks(record) ? record->latency_ns : 0);

	if (process->free_ns == BID_NEVER) {
		process->free_ns = record->time_ns;
		process->trace_free_ns = trace_ns;
	} else {
		process->free_ns += less_or_0(record->time_ns, process->trace_free_ns);
		process->trace_free_ns = greater(process->trace_free_ns, trace_ns);
	}
	if (record->kind == TRACE_REQUEST)
		bounding->bound->process_ns =
			greater(bounding->bound->process_ns, process->free_ns);
}

/* What a read costs besides who does not know the angle and keeps nothing. */
static void add_random_read(struct bounding *bounding, struct bound_process *process,
			    const struct trace_record *record, bool follows)
{
	const struct device *disk = bounding->setup->device[BID_TIER_HDD];
	const struct device_entry alone = {UINT64_MAX, record->lba, record->lba + record->sectors,
					   UINT64_MAX};
	uint64_t half_turn_ns = disk->profile.depth > 1 ? 0 : disk->turn_ns / 2;
	bool goes_on = process->read_end == record->lba;

	process->read_end = record->lba + record->sectors;
	if (bounding->new_of_record == 0) {
		bounding->random_ns += disk->ops->transfer_ns(disk, record->lba, record->sectors);
		if (!goes_on)
			bounding->random_ns += half_turn_ns + disk->ops->entry_min_ns(disk, &alone);
	} else if (!goes_on && !follows) {
		bounding->random_ns += half_turn_ns;
	}
}

/* Whether what lies right before the record has been asked for. */
static bool follows_on(const struct bounding *bounding, const struct trace_record *record)
{
	return record->lba > 0 && sim_extent_set_holds(&bounding->sectors, record->lba - 1);
}

/* The process goes on when all that was asked for so far has passed. */
static void add_step(struct bounding *bounding, struct bound_process *process)
{
	uint64_t passed_ns = bounding->first_ns + bounding->media_ns[BID_READ] +
			     bounding->media_ns[BID_WRITE] + bounding->random_ns;

	process->behind_ns = greater(process->behind_ns, less_or_0(passed_ns, process->free_ns));
	bounding->in_step_ns = greater(bounding->in_step_ns, process->free_ns + process->behind_ns);
}

static int add_request(struct bounding *bounding, struct bound_process *process,
		       const struct trace_record *record)
{
	bool follows = follows_on(bounding, record);
	int result;

	bounding->last_ns = record->time_ns;
	bounding->bound->requests++;
	bounding->bound->bytes[record->op] += record->sectors * BID_SECTOR_BYTES;
	result = add_media(bounding, record);
	if (result == 0 && process && record->op == BID_READ && record->sectors > 0 &&
	    !bounding->extents_left_out)
		add_random_read(bounding, process, record, follows);
	if (result == 0 && process && bounding->setup->loop == SIM_CLOSED_LOOP)
		add_step(bounding, process);
	return result;
}

static int add_record(struct bounding *bounding, const struct trace_record *record)
{
	struct bound_process *process;
	int result;

	if (!bounding->started) {
		bounding->first_ns = record->time_ns;
		bounding->recursion_ns = record->time_ns;
		bounding->started = true;
	}
	process = find_process(bounding, sim_slots_of(bounding->setup->slots, record->process),
			       &result);
	if (process && bounding->setup->loop == SIM_CLOSED_LOOP)
		add_think_time(bounding, process, record);
	if (result < 0 || record->kind != TRACE_REQUEST)
		return result;
	return add_request(bounding, process, record);
}

/* The longest that so many sectors take: at the end of the disk. */
static uint64_t buffered_ns(const struct bounding *bounding, uint64_t sectors)
{
	const struct device *disk = bounding->setup->device[BID_TIER_HDD];
	uint64_t most = disk->profile.sectors;

	if (sectors == 0)
		return 0;
	return disk->ops->transfer_ns(disk, less_or_0(most, sectors),
				      sectors < most ? sectors : most);
}

static uint64_t positioning_ns(const struct bounding *bounding)
{
	const struct device *disk = bounding->setup->device[BID_TIER_HDD];
	const struct sim_extent *extent = sim_extent_set_first(&bounding->sectors);
	uint64_t before_end = UINT64_MAX;
	uint64_t longest_ns = 0;
	uint64_t sum_ns = 0;

	if (bounding->extents_left_out)
		return 0;
	while (extent) {
		const struct sim_extent *next = sim_extent_set_next(extent);
		const struct device_entry entry = {before_end, extent->by_start.key, extent->end,
						   next ? next->by_start.key : UINT64_MAX};
		uint64_t entry_ns = disk->ops->entry_min_ns(disk, &entry);

		sum_ns += entry_ns;
		longest_ns = greater(longest_ns, entry_ns);
		before_end = extent->end;
		extent = next;
	}
	/* The first of all, and those that a write cache may hold in the end. */
	return less_or_0(sum_ns, (1 + (uint64_t)disk->write_cache_extents) * longest_ns);
}

/* The share of the first written sectors that the disk takes for both to end together. */
static uint64_t two_devices_ns(const struct bounding *bounding)
{
	const struct device *disk = bounding->setup->device[BID_TIER_HDD];
	const struct device *ssd = bounding->setup->device[BID_TIER_SSD];
	uint64_t written = bounding->new_sectors[BID_WRITE];
	double reads_ns = (double)bounding->media_ns[BID_READ];
	double disk_ns = (double)disk->ops->transfer_ns(disk, 0, 1) * (double)written;
	double ssd_ns = (double)ssd->ops->transfer_ns(ssd, 0, written);

	if (ssd_ns <= reads_ns || disk_ns + ssd_ns <= 0)
		return (uint64_t)reads_ns;
	return (uint64_t)(reads_ns + (ssd_ns - reads_ns) / (disk_ns + ssd_ns) * disk_ns);
}

static void conclude(struct bounding *bounding)
{
	const struct sim_bound_setup *setup = bounding->setup;
	const struct device *disk = setup->device[BID_TIER_HDD];
	struct sim_bound *bound = bounding->bound;
	uint64_t cached_ns = buffered_ns(bounding, disk->write_cache_sectors);
	uint64_t prefetch = setup->prefetch_sectors < disk->profile.sectors
				    ? setup->prefetch_sectors
				    : disk->profile.sectors;

	if (setup->device[BID_TIER_SSD]) {
		bound->media_ns = two_devices_ns(bounding);
		bounding->recursion_ns = 0;
	} else {
		bound->media_ns = bounding->media_ns[BID_READ] + positioning_ns(bounding) +
				  bounding->media_ns[BID_WRITE];
	}
	bound->media_ns = less_or_0(bound->media_ns, cached_ns);
	if (setup->loop == SIM_OPEN_LOOP)
		bound->arrival_ns =
			greater(bounding->last_ns,
				less_or_0(bounding->recursion_ns,
					  buffered_ns(bounding, disk->buffer_sectors + prefetch)));
	bound->arrival_ns = less_or_0(bound->arrival_ns, bounding->first_ns);
	bound->process_ns = less_or_0(bound->process_ns, bounding->first_ns);
	bound->bound_ns = greater(bound->media_ns, greater(bound->arrival_ns, bound->process_ns));
	/* With an SSD nobody knows which reads are left for the disk. */
	bound->by_address_ns = bound->bound_ns;
	if (!setup->device[BID_TIER_SSD])
		bound->by_address_ns =
			greater(bound->bound_ns, bound->media_ns + bounding->random_ns);
	bound->in_step_ns = bound->by_address_ns;
	if (!setup->device[BID_TIER_SSD])
		bound->in_step_ns = greater(bound->by_address_ns,
					    less_or_0(bounding->in_step_ns, bounding->first_ns));
}

int sim_bound_compute(const struct sim_bound_setup *setup, struct trace_source *source,
		      struct sim_bound *bound, char *error, size_t error_size)
{
	struct bounding bounding = {.setup = setup, .bound = bound};
	struct sim_feed feed = {.source = source,
				.device_sectors = setup->device[BID_TIER_HDD]->profile.sectors};
	struct trace_record record;
	int result;

	*bound = (struct sim_bound){0};
	sim_extent_set_init(&bounding.sectors);
	sim_pool_init(&bounding.process_nodes, sizeof(struct bound_process));
	while ((result = sim_feed_read(&feed, &record)) > 0) {
		result = add_record(&bounding, &record);
		if (result < 0)
			break;
	}
	if (result == 0)
		conclude(&bounding);
	else
		snprintf(error, error_size, "%s",
			 result == -ENOMEM ? "out of memory" : source->error);
	bound->skipped = feed.skipped;
	sim_extent_set_free(&bounding.sectors);
	sim_map_free(&bounding.processes);
	sim_pool_free(&bounding.process_nodes);
	return result;
}
