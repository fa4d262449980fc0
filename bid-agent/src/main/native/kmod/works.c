/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The core and its nodes, made for a queue's settings, and made anew when these change.
 */
#include <linux/sbitmap.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>

#include "queue.h"

/* Streams that are remembered beyond their requests. */
#define STREAMS_MAX 256u
/* Nodes at most: the most that a scheduler's tags may be, for one hardware queue. */
#define NODES_MAX 2048u

/* What may be said of the disk. */
struct bid_disk_values {
	uint64_t positioning_ns;
	uint64_t bytes_per_second;
};

static const struct bid_tunable disk_entries[] = {
	BID_TUNABLE(bid_disk_values, positioning_ns, "kmod", "positioning", "ns", 12 * BID_MS, 0,
		    BID_SECOND, "Mean time for which the disk moves to a random place."),
	BID_TUNABLE(bid_disk_values, bytes_per_second, "kmod", "bytes-per-second", "bytes",
		    200ull << 20, 1ull << 20, 100ull << 30, "Of the disk in sequence."),
};
const struct bid_tunable_table bid_disk_tunables = BID_TUNABLE_TABLE(bid_disk_values, disk_entries);

bool bid_is_outdated(const struct bid_queue *bid)
{
	return bid->nr_requests != bid->q->nr_requests ||
	       bid->setup.device[BID_TIER_HDD].rotational == blk_queue_nonrot(bid->q);
}

void bid_describe(struct bid_queue *bid)
{
	struct bid_device_profile *disk = &bid->setup.device[BID_TIER_HDD];
	struct bid_disk_values values;

	bid_settings_read(&bid->setup.settings, &bid_disk_tunables, &values);
	bid->nr_requests = bid->q->nr_requests;
	bid->setup.max_outstanding = clamp(bid->nr_requests, 1u, NODES_MAX);
	bid->setup.max_streams = STREAMS_MAX;
	/* Without a medium it has no sectors yet; the core only asks whether there is a disk. */
	disk->sectors = max_t(u64, get_capacity(bid->q->disk), 1);
	disk->positioning_ns = values.positioning_ns;
	disk->bytes_per_second = values.bytes_per_second;
	/* No turn_ns: the kernel does not know the drive's speed, and few have one tag. */
	disk->depth = bid->q->tag_set->queue_depth;
	disk->rotational = !blk_queue_nonrot(bid->q);
}

void bid_works_free(struct bid_works *works)
{
	kvfree(works->state);
	kvfree(works);
}

/* The policy refuses no set-up that is made here. */
static struct bid_works *bid_works_alloc(const struct bid_setup *setup)
{
	struct bid_works *works;
	unsigned int i;

	works = kvzalloc(struct_size(works, nodes, setup->max_outstanding), GFP_KERNEL);
	if (!works)
		return NULL;
	works->state = kvzalloc(policy->state_bytes(setup), GFP_KERNEL);
	if (!works->state || WARN_ON_ONCE(policy->init(works->state, setup))) {
		bid_works_free(works);
		return NULL;
	}
	bid_list_init(&works->free);
	for (i = 0; i < setup->max_outstanding; i++)
		bid_list_append(&works->free, &works->nodes[i].core.link);
	return works;
}

/*
 * None may have to be written back through this queue first:
 * it may be frozen by who waits for us.
 */
struct bid_works *bid_works_make(const struct bid_setup *setup)
{
	unsigned int noio = memalloc_noio_save();
	struct bid_works *works = bid_works_alloc(setup);

	memalloc_noio_restore(noio);
	return works;
}

void bid_set_depth(struct bid_queue *bid, struct blk_mq_hw_ctx *hctx)
{
	struct sbitmap_queue *tags = &hctx->sched_tags->bitmap_tags;
	u32 places = policy->write_limit(bid->works->state, false, BID_FOREGROUND);

	bid->async_depth = max((places << tags->sb.shift) / bid->setup.max_outstanding, 1u);
	sbitmap_queue_min_shallow_depth(tags, bid->async_depth);
}

/* New works by the set-up of now, in place of the old ones when no request is under way. */
int bid_make_anew(struct bid_queue *bid)
{
	u32 places = bid->setup.max_outstanding;
	struct bid_works *works;
	struct blk_mq_hw_ctx *hctx;
	unsigned long i;

	spin_lock_irq(&bid->lock);
	bid_describe(bid);
	spin_unlock_irq(&bid->lock);
	works = bid_works_make(&bid->setup);
	if (!works) {
		bid->setup.max_outstanding = places;
		return -ENOMEM;
	}
	blk_mq_freeze_queue(bid->q);
	spin_lock_irq(&bid->lock);
	swap(bid->works, works);
	spin_unlock_irq(&bid->lock);
	queue_for_each_hw_ctx(bid->q, hctx, i)
		bid_set_depth(bid, hctx);
	blk_mq_unfreeze_queue(bid->q);
	bid_works_free(works);
	return 0;
}

void bid_remake(struct work_struct *work)
{
	struct bid_queue *bid = container_of(work, struct bid_queue, remake);

	mutex_lock(&bid->remake_lock);
	if (bid_is_outdated(bid) && bid_make_anew(bid))
		pr_warn("bid-iosched: no memory to follow the queue's settings; as before\n");
	mutex_unlock(&bid->remake_lock);
}
