/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Gaps on the SSD are kept maximal (freed space joins the gaps beside it), so there is at most one
 * more of them than there are used ranges. Used are the extents and what is reserved, n at most
 * together, and half-way through a call one more: memory for 2 n + 2 nodes is enough.
 */
#include "bid/redirect.h"

#include "bid/errors.h"

/* 32 MiB: a writer stays in a region for long, and few writers share one. */
#define REGION_SHIFT 16u
#define REGIONS_MIN  16u

static struct bid_redirect_extent *rd_of_address(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct bid_redirect_extent, by_address) : NULL;
}

static uint64_t rd_end(const struct bid_redirect_extent *extent)
{
	return extent->by_address.key + extent->sectors;
}

static uint64_t rd_ssd_end(const struct bid_redirect_extent *extent)
{
	return extent->ssd_lba + extent->sectors;
}

static struct bid_redirect_extent *rd_take_node(struct bid_redirect *table)
{
	struct bid_redirect_extent *node = table->unused;

	if (!node)
		return table->fresh++;
	table->unused = rd_of_address(node->by_address.right);
	return node;
}

static void rd_give_node(struct bid_redirect *table, struct bid_redirect_extent *node)
{
	node->by_address.right = table->unused ? &table->unused->by_address : NULL;
	table->unused = node;
}

/* ---- the SSD's free space ---- */

static void rd_insert_gap(struct bid_redirect *table, struct bid_redirect_extent *gap,
			  uint64_t ssd_lba, uint64_t sectors)
{
	gap->ssd_lba = ssd_lba;
	gap->sectors = sectors;
	bid_tree_insert(&table->gaps, &gap->by_address, ssd_lba);
	bid_tree_insert(&table->gaps_by_length, &gap->by_length, sectors);
}

static void rd_remove_gap(struct bid_redirect *table, struct bid_redirect_extent *gap)
{
	bid_tree_remove(&table->gaps, &gap->by_address);
	bid_tree_remove(&table->gaps_by_length, &gap->by_length);
}

static void rd_free_space(struct bid_redirect *table, uint64_t ssd_lba, uint64_t sectors)
{
	struct bid_redirect_extent *below =
		rd_of_address(bid_tree_at_or_before(&table->gaps, ssd_lba));
	struct bid_redirect_extent *above =
		rd_of_address(bid_tree_at_or_after(&table->gaps, ssd_lba));

	table->free_sectors += sectors;
	if (below && rd_end(below) == ssd_lba) {
		ssd_lba = below->ssd_lba;
		sectors += below->sectors;
		rd_remove_gap(table, below);
		rd_give_node(table, below);
	}
	if (above && above->ssd_lba == ssd_lba + sectors) {
		sectors += above->sectors;
		rd_remove_gap(table, above);
		rd_give_node(table, above);
	}
	rd_insert_gap(table, rd_take_node(table), ssd_lba, sectors);
}

/* The gap to write to and the sector to start at: where the log ended, or the longest gap. */
static struct bid_redirect_extent *rd_choose_gap(const struct bid_redirect *table, uint64_t sectors,
						 uint64_t *start)
{
	struct bid_redirect_extent *gap =
		rd_of_address(bid_tree_at_or_before(&table->gaps, table->log_end));
	struct bid_tree_node *longest;

	*start = table->log_end;
	if (gap && rd_end(gap) > *start && rd_end(gap) - *start >= sectors)
		return gap;
	longest = bid_tree_last(&table->gaps_by_length);
	if (!longest || longest->key < sectors)
		return NULL;
	gap = bid_container_of(longest, struct bid_redirect_extent, by_length);
	*start = gap->ssd_lba;
	return gap;
}

static int rd_take_space(struct bid_redirect *table, uint64_t sectors, uint64_t *start)
{
	struct bid_redirect_extent *gap = rd_choose_gap(table, sectors, start);
	uint64_t first;
	uint64_t end;

	if (!gap)
		return -ENOSPC;
	first = gap->ssd_lba;
	end = rd_end(gap);
	rd_remove_gap(table, gap);
	rd_give_node(table, gap);
	table->log_end = *start + sectors;
	table->free_sectors -= sectors;
	if (first < *start)
		rd_insert_gap(table, rd_take_node(table), first, *start - first);
	if (table->log_end < end)
		rd_insert_gap(table, rd_take_node(table), table->log_end, end - table->log_end);
	return 0;
}

/* ---- regions of the HDD ---- */

static uint64_t rd_region_of(uint64_t lba)
{
	return lba >> REGION_SHIFT;
}

/* Fibonacci hashing (Knuth, The Art of Computer Programming, vol. 3, section 6.4). */
static struct bid_redirect_region *rd_region(const struct bid_redirect *table, uint64_t region)
{
	uint64_t hash = region * UINT64_C(0x9e3779b97f4a7c15);

	return &table->regions[(hash >> 32) & table->region_mask];
}

static struct bid_redirect_extent **rd_recent(const struct bid_redirect *table, uint64_t lba)
{
	return &rd_region(table, rd_region_of(lba))->recent;
}

/* Counts an extent in, or with -1 out of, all regions from the one to the other. */
static void rd_count(struct bid_redirect *table, uint64_t first, uint64_t last, int by)
{
	for (uint64_t region = first; region <= last; region++)
		rd_region(table, region)->extents += (uint32_t)by;
}

/* Whether it is certain without a search that no extent touches the range. */
static bool rd_is_clear(const struct bid_redirect *table, uint64_t lba, uint64_t sectors)
{
	uint64_t first = rd_region_of(lba);
	uint64_t last = rd_region_of(lba + sectors - 1);

	return last - first <= 1 && rd_region(table, first)->extents == 0 &&
	       rd_region(table, last)->extents == 0;
}

/* ---- the extents ---- */

/* The extent that follows, with NULL the first one; or NULL. */
static struct bid_redirect_extent *rd_following(const struct bid_redirect *table,
						const struct bid_redirect_extent *extent)
{
	return rd_of_address(extent ? bid_tree_next(&extent->by_address)
				    : bid_tree_first(&table->extents));
}

/* The last extent that begins at or before lba, or NULL. */
static struct bid_redirect_extent *rd_at_or_before(const struct bid_redirect *table, uint64_t lba)
{
	struct bid_redirect_extent *recent = *rd_recent(table, lba);
	const struct bid_redirect_extent *following;

	if (recent && bid_redirect_lba(recent) <= lba) {
		following = rd_following(table, recent);
		if (!following || bid_redirect_lba(following) > lba)
			return recent;
	}
	return rd_of_address(bid_tree_at_or_before(&table->extents, lba));
}

static void rd_insert_extent(struct bid_redirect *table, struct bid_redirect_extent *below,
			     uint64_t lba, uint64_t sectors, uint64_t ssd_lba)
{
	struct bid_redirect_extent *extent = rd_take_node(table);

	extent->sectors = sectors;
	extent->ssd_lba = ssd_lba;
	table->mapped_sectors += sectors;
	bid_tree_insert_after(&table->extents, below ? &below->by_address : NULL,
			      &extent->by_address, lba);
	rd_count(table, rd_region_of(lba), rd_region_of(lba + sectors - 1), 1);
	*rd_recent(table, lba + sectors - 1) = extent;
}

/* The extent goes on for so many sectors more. */
static void rd_extend(struct bid_redirect *table, struct bid_redirect_extent *extent,
		      uint64_t sectors)
{
	uint64_t last = rd_end(extent) - 1;

	if (*rd_recent(table, last) == extent)
		*rd_recent(table, last) = NULL;
	extent->sectors += sectors;
	table->mapped_sectors += sectors;
	rd_count(table, rd_region_of(last) + 1, rd_region_of(last + sectors), 1);
	*rd_recent(table, last + sectors) = extent;
}

static void rd_drop_extent(struct bid_redirect *table, struct bid_redirect_extent *extent)
{
	uint64_t last = rd_end(extent) - 1;

	if (*rd_recent(table, last) == extent)
		*rd_recent(table, last) = NULL;
	rd_count(table, rd_region_of(bid_redirect_lba(extent)), rd_region_of(last), -1);
	table->mapped_sectors -= extent->sectors;
	bid_tree_remove(&table->extents, &extent->by_address);
	rd_give_node(table, extent);
}

/* The extent that begins before lba and reaches beyond it, or NULL. */
static struct bid_redirect_extent *rd_across(const struct bid_redirect *table, uint64_t lba)
{
	struct bid_redirect_extent *extent = rd_at_or_before(table, lba);

	return extent && bid_redirect_lba(extent) < lba && rd_end(extent) > lba ? extent : NULL;
}

/* Whether to unmap the range would cut one extent in two. */
static bool rd_cuts_in_two(const struct bid_redirect *table, uint64_t lba, uint64_t end)
{
	const struct bid_redirect_extent *extent = rd_across(table, lba);

	return extent && rd_end(extent) > end;
}

/* Unmaps what of an extent lies within [lba, end), some of it; the space of that is free again. */
static void rd_cut(struct bid_redirect *table, struct bid_redirect_extent *extent, uint64_t lba,
		   uint64_t end)
{
	uint64_t first = bid_redirect_lba(extent);
	uint64_t last = rd_end(extent);
	uint64_t ssd_lba = extent->ssd_lba;
	uint64_t from = lba > first ? lba : first;
	uint64_t to = end < last ? end : last;

	rd_drop_extent(table, extent);
	if (first < from)
		rd_insert_extent(table, rd_at_or_before(table, first), first, from - first,
				 ssd_lba);
	if (to < last)
		rd_insert_extent(table, rd_at_or_before(table, to), to, last - to,
				 ssd_lba + (to - first));
	rd_free_space(table, ssd_lba + (from - first), to - from);
}

static void rd_unmap(struct bid_redirect *table, uint64_t lba, uint64_t end)
{
	struct bid_redirect_extent *extent = rd_across(table, lba);

	if (extent)
		rd_cut(table, extent, lba, end);
	for (;;) {
		extent = rd_of_address(bid_tree_at_or_after(&table->extents, lba));
		if (!extent || bid_redirect_lba(extent) >= end)
			return;
		rd_cut(table, extent, lba, end);
	}
}

/*
 * Maps a range that is not mapped and follows the extent below (NULL: is the first); extents beside
 * it that it continues become one with it.
 */
static void rd_map(struct bid_redirect *table, struct bid_redirect_extent *below, uint64_t lba,
		   uint64_t sectors, uint64_t ssd_lba)
{
	struct bid_redirect_extent *above = rd_following(table, below);

	if (above && bid_redirect_lba(above) == lba + sectors &&
	    above->ssd_lba == ssd_lba + sectors) {
		sectors += above->sectors;
		rd_drop_extent(table, above);
	}
	if (below && rd_end(below) == lba && rd_ssd_end(below) == ssd_lba) {
		rd_extend(table, below, sectors);
		return;
	}
	rd_insert_extent(table, below, lba, sectors, ssd_lba);
}

/* The first piece of a range, given the last extent that begins at or before it. */
static struct bid_redirect_piece rd_piece(const struct bid_redirect *table,
					  const struct bid_redirect_extent *below, uint64_t lba,
					  uint64_t sectors)
{
	const struct bid_redirect_extent *above;
	uint64_t end = lba + sectors;

	if (below && rd_end(below) > lba) {
		end = rd_end(below) < end ? rd_end(below) : end;
		return (struct bid_redirect_piece){
			.lba = lba,
			.sectors = end - lba,
			.address = below->ssd_lba + (lba - bid_redirect_lba(below)),
			.tier = BID_TIER_SSD,
		};
	}
	above = rd_following(table, below);
	if (above && bid_redirect_lba(above) < end)
		end = bid_redirect_lba(above);
	return (struct bid_redirect_piece){
		.lba = lba, .sectors = end - lba, .address = lba, .tier = BID_TIER_HDD};
}

/* Whether any of a range of that many sectors is on the SSD, given its first piece. */
static bool rd_touches(struct bid_redirect_piece first, uint64_t sectors)
{
	return first.tier == BID_TIER_SSD || first.sectors < sectors;
}

/* Extents that a commit may add at most: itself, less one it replaces, more one it cuts in two. */
static uint32_t rd_growth(const struct bid_redirect *table, uint64_t lba, uint64_t end)
{
	const struct bid_redirect_extent *extent =
		rd_of_address(bid_tree_at_or_after(&table->extents, lba));

	if (rd_cuts_in_two(table, lba, end))
		return 2;
	return extent && rd_end(extent) <= end ? 0 : 1;
}

static bool rd_is_range(uint64_t lba, uint64_t sectors)
{
	return sectors > 0 && lba <= UINT64_MAX - sectors;
}

static size_t rd_nodes(uint32_t max_extents)
{
	return 2 * (size_t)max_extents + 2;
}

static size_t rd_region_count(uint32_t max_extents)
{
	size_t count = REGIONS_MIN;

	while (count < max_extents)
		count *= 2;
	return count;
}

static void rd_init_regions(struct bid_redirect *table, void *memory, uint32_t max_extents)
{
	size_t count = rd_region_count(max_extents);

	table->regions = memory;
	table->region_mask = (uint32_t)(count - 1);
	for (size_t i = 0; i < count; i++)
		table->regions[i] = (struct bid_redirect_region){0};
}

size_t bid_redirect_bytes(uint32_t max_extents)
{
	return rd_nodes(max_extents) * sizeof(struct bid_redirect_extent) +
	       rd_region_count(max_extents) * sizeof(struct bid_redirect_region);
}

void bid_redirect_init(struct bid_redirect *table, void *memory, uint32_t max_extents,
		       uint64_t ssd_first, uint64_t ssd_sectors)
{
	bid_tree_init(&table->extents);
	bid_tree_init(&table->gaps);
	bid_tree_init(&table->gaps_by_length);
	table->unused = NULL;
	table->fresh = memory;
	rd_init_regions(table, table->fresh + rd_nodes(max_extents), max_extents);
	table->max_extents = max_extents;
	table->log_end = ssd_first;
	table->reserved = 0;
	table->mapped_sectors = 0;
	table->free_sectors = 0;
	if (ssd_sectors > 0)
		rd_free_space(table, ssd_first, ssd_sectors);
}

/* With each reservation's commit counted as what adds most: itself, and one that it cuts in two. */
static bool rd_has_room_for(const struct bid_redirect *table, uint32_t extents)
{
	return (uint64_t)table->extents.count + 2 * (uint64_t)table->reserved + extents <=
	       table->max_extents;
}

int bid_redirect_reserve(struct bid_redirect *table, uint64_t lba, uint64_t sectors,
			 uint64_t *ssd_lba)
{
	bool mapped;

	if (!rd_is_range(lba, sectors))
		return -EINVAL;
	mapped = rd_touches(rd_piece(table, rd_at_or_before(table, lba), lba, sectors), sectors);
	if (!rd_has_room_for(table, mapped ? rd_growth(table, lba, lba + sectors) : 1))
		return -ENOSPC;
	if (rd_take_space(table, sectors, ssd_lba))
		return -ENOSPC;
	table->reserved++;
	return 0;
}

void bid_redirect_commit(struct bid_redirect *table, uint64_t lba, uint64_t sectors,
			 uint64_t ssd_lba)
{
	struct bid_redirect_extent *below = rd_at_or_before(table, lba);

	table->reserved--;
	if (rd_touches(rd_piece(table, below, lba, sectors), sectors)) {
		rd_unmap(table, lba, lba + sectors);
		below = rd_at_or_before(table, lba);
	}
	rd_map(table, below, lba, sectors, ssd_lba);
}

void bid_redirect_release(struct bid_redirect *table, uint64_t sectors, uint64_t ssd_lba)
{
	table->reserved--;
	rd_free_space(table, ssd_lba, sectors);
}

int bid_redirect_remove(struct bid_redirect *table, uint64_t lba, uint64_t sectors)
{
	if (!rd_is_range(lba, sectors))
		return -EINVAL;
	if (!rd_has_room_for(table, 1) && rd_cuts_in_two(table, lba, lba + sectors))
		return -ENOSPC;
	rd_unmap(table, lba, lba + sectors);
	return 0;
}

void bid_redirect_lookup(const struct bid_redirect *table, uint64_t lba, uint64_t sectors,
			 struct bid_redirect_piece *piece)
{
	if (rd_is_clear(table, lba, sectors))
		*piece = (struct bid_redirect_piece){
			.lba = lba, .sectors = sectors, .address = lba, .tier = BID_TIER_HDD};
	else
		*piece = rd_piece(table, rd_at_or_before(table, lba), lba, sectors);
}

bool bid_redirect_is_full(const struct bid_redirect *table)
{
	return !rd_has_room_for(table, 1);
}

bool bid_redirect_touches(const struct bid_redirect *table, uint64_t lba, uint64_t sectors)
{
	struct bid_redirect_piece piece;

	bid_redirect_lookup(table, lba, sectors, &piece);
	return rd_touches(piece, sectors);
}

const struct bid_redirect_extent *bid_redirect_first(const struct bid_redirect *table)
{
	return rd_of_address(bid_tree_first(&table->extents));
}

const struct bid_redirect_extent *bid_redirect_next(const struct bid_redirect_extent *extent)
{
	return rd_of_address(bid_tree_next(&extent->by_address));
}
