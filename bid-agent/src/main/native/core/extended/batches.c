/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/* Copyright 2026 The Tierline Authors. */
#include "batches.h"

#include "turn.h"

/* What is waited for has this many times the time of a batch of writes before the next batch. */
#define REST_BATCHES 3u
/* A batch is this much shorter when its writes are dense and so many units wait. */
#define DENSE_BATCH_PART 2u
#define DENSE_WAITING    4u
/*
 * A batch is no longer than the disk takes for that when the drive takes one request at a time: the
 * request queue holds no more of them for a faster disk.
 */
#define BATCH_SECTORS (20 * BID_MIB)
/*
 * A batch is this much longer when its writes have fewer sectors than that (64 KiB) in the mean and
 * the drive takes one request at a time.
 */
#define SMALL_BATCH_TIMES 4u
#define SMALL_SECTORS     128u
/* By that part it is longer when they have more, but are not worth their way, and are cached. */
#define CACHED_LONGER_PART 2u
/* Units that the mean of their lengths is taken over. */
#define LAZY_UNITS 16u
/* Of the pressure at which a batch has to be, the part from which one may be when nothing waits. */
#define ENOUGH_PART 2u
/* But no more than that, however long the queue may be. */
#define ENOUGH_MOST 96u
/* So long after the last read there is no reader whose next one would wait for a batch. */
#define QUIET_NS (100 * BID_MS)
/* Of a batch, how much more than its time takes a drive may be given. */
#define AHEAD_PART 4u
/* What media do in the mean of all zones, quarters of what they do at the outer edge. */
#define MEAN_RATE_QUARTERS 3u
/* What a way costs a drive that orders what it has, as a part of one to a random place; */
#define WAY_PART 4u
/* no more than so many times what the run takes once it is there. */
#define WAY_TIMES_MEDIA 4u

static uint64_t batch_by_device_ns(const struct bid_device_profile *disk, uint64_t batch_ns)
{
	uint64_t rate = disk->bytes_per_second / BID_SECTOR_BYTES;
	uint64_t ns = rate > 0 ? bid_quotient(BATCH_SECTORS * BID_SECOND, rate) : batch_ns;

	return disk->depth == 1 && ns < batch_ns ? ns : batch_ns;
}

static uint32_t enough(const struct bid_load *load)
{
	uint32_t requests = load->pressure / ENOUGH_PART;

	return requests < ENOUGH_MOST ? requests : ENOUGH_MOST;
}

void batches_init(struct bid_batches *batches, const struct bid_load *load,
		  const struct drive_cache *cache, const struct bid_setup *setup, uint64_t batch_ns,
		  bool gathers)
{
	const struct bid_device_profile *disk = &setup->device[BID_TIER_HDD];

	*batches = (struct bid_batches){
		.load = load,
		.cache = cache,
		.gathers = gathers,
		.most_ns = batch_ns,
		.long_ns = batch_by_device_ns(disk, batch_ns),
		.way_ns = disk->positioning_ns,
		.enough = enough(load),
		.dense_sectors = turn_positioning_sectors(disk),
		.queued = disk->depth > 1,
	};
	if (disk->depth > 1)
		batches->rate = disk->bytes_per_second / BID_SECTOR_BYTES / 4 * MEAN_RATE_QUARTERS;
	/* Of what writes are like nothing is known: batches are neither long nor short. */
	batches->sectors_sum = (uint64_t)LAZY_UNITS * SMALL_SECTORS;
}

/*
 * A batch of small writes gains by every one more that lies between two others: the way between
 * them is nearly all its time. So it is long, but not with a queue in the drive: reads would wait
 * for too long. One of long runs moves data most of its time however short it is, so it is short
 * when many wait. But where runs go to a drive's cache piece by piece, the host is done with a
 * batch before the media are, and the drive is left alone then: short batches end too soon.
 */
static uint64_t batch_ns(const struct bid_batches *batches, uint32_t waiting)
{
	uint64_t mean_sectors = batches->sectors_sum / LAZY_UNITS;
	bool dense = mean_sectors >= batches->dense_sectors;

	if (mean_sectors < SMALL_SECTORS)
		return batches->queued ? batches->long_ns : batches->most_ns * SMALL_BATCH_TIMES;
	if (batches->queued && batches->cache->caches)
		return dense ? batches->long_ns
			     : batches->long_ns + batches->long_ns / CACHED_LONGER_PART;
	if (dense && waiting + batches->load->reads_in_disk >= DENSE_WAITING)
		return batches->long_ns / DENSE_BATCH_PART;
	return batches->long_ns;
}

void batches_begin(struct bid_batches *batches, uint32_t waiting, uint64_t now_ns)
{
	uint64_t ns = batch_ns(batches, waiting);

	batches->goes_on = true;
	batches->end_ns = now_ns + ns;
	batches->rest_end_ns = batches->end_ns + REST_BATCHES * ns;
}

bool batches_is_over(const struct bid_batches *batches, uint32_t waiting, uint64_t now_ns)
{
	uint64_t most_ns = batches->end_ns + batches->long_ns / AHEAD_PART;

	return batches->goes_on && waiting > 0 &&
	       (now_ns >= batches->end_ns || batches->written_ns >= most_ns);
}

bool batches_goes_on(struct bid_batches *batches, bool lazy, uint32_t waiting, uint64_t now_ns)
{
	if (!lazy || batches_is_over(batches, waiting, now_ns))
		batches->goes_on = false;
	return batches->goes_on;
}

uint64_t batches_next_ns(const struct bid_batches *batches, uint32_t waiting, uint64_t now_ns)
{
	const struct bid_load *load = batches->load;

	if (load->outstanding >= load->pressure && now_ns >= batches->rest_end_ns)
		return now_ns;
	if (waiting > 0)
		return BID_NEVER;
	if (!batches->gathers)
		return now_ns;
	if (load->reads_in_disk > 0)
		return BID_NEVER;
	return load->outstanding >= batches->enough ? now_ns : load->read_ns + QUIET_NS;
}

uint64_t batches_written_ns(const struct bid_batches *batches, uint64_t now_ns)
{
	return batches->written_ns > now_ns + batches->way_ns
		       ? batches->written_ns - batches->way_ns
		       : now_ns;
}

void batches_note_unit(struct bid_batches *batches, uint64_t sectors)
{
	batches->sectors_sum += sectors - batches->sectors_sum / LAZY_UNITS;
}

/*
 * What the arm takes to a run that goes on where no other ended. Small ones are many, and near one
 * another for a drive that orders them.
 */
static uint64_t way_to_ns(const struct bid_batches *batches, uint64_t media_ns)
{
	uint64_t most_ns = batches->way_ns / WAY_PART;

	return media_ns * WAY_TIMES_MEDIA < most_ns ? media_ns * WAY_TIMES_MEDIA : most_ns;
}

void batches_note_written(struct bid_batches *batches, const struct bid_request *run,
			  uint64_t now_ns)
{
	uint64_t media_ns;

	if (batches->rate == 0)
		return;
	media_ns = bid_quotient((uint64_t)run->run_sectors * BID_SECOND, batches->rate);
	if (batches->written_ns < now_ns)
		batches->written_ns = now_ns;
	if (run->run_lba != batches->next_lba)
		batches->written_ns += way_to_ns(batches, media_ns);
	batches->next_lba = bid_run_end(run);
	batches->written_ns += media_ns;
}
