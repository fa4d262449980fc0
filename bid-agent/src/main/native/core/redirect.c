/* SPDX-License-Identifier: BSD-3-Clause OR GPL-2.0-only */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Gaps on the SSD are kept maximal (freed space joins the gaps beside it), so there is at most one
 * more of them than there are used ranges. Used are n extents at most and, half-way through a put,
 * the space that no extent has yet: memory for 2 n + 2 nodes is enough.
 */
#include "bid/redirect.h"

#include "bid/errors.h"

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

/* ---- the extents ---- */

static void rd_insert_extent(struct bid_redirect *table, uint64_t lba, uint64_t sectors,
			     uint64_t ssd_lba)
{
	struct bid_redirect_extent *extent = rd_take_node(table);

	extent->sectors = sectors;
	extent->ssd_lba = ssd_lba;
	table->mapped_sectors += sectors;
	bid_tree_insert(&table->extents, &extent->by_address, lba);
}

static void rd_drop_extent(struct bid_redirect *table, struct bid_redirect_extent *extent)
{
	table->mapped_sectors -= extent->sectors;
	bid_tree_remove(&table->extents, &extent->by_address);
	rd_give_node(table, extent);
}

/* The extent that begins before lba and reaches beyond it, or NULL. */
static struct bid_redirect_extent *rd_across(const struct bid_redirect *table, uint64_t lba)
{
	struct bid_redirect_extent *extent =
		rd_of_address(bid_tree_at_or_before(&table->extents, lba));

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
		rd_insert_extent(table, first, from - first, ssd_lba);
	if (to < last)
		rd_insert_extent(table, to, last - to, ssd_lba + (to - first));
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

/* Maps a range that is not mapped; extents beside it that it continues become part of it. */
static void rd_map(struct bid_redirect *table, uint64_t lba, uint64_t sectors, uint64_t ssd_lba)
{
	struct bid_redirect_extent *below =
		rd_of_address(bid_tree_at_or_before(&table->extents, lba));
	struct bid_redirect_extent *above =
		rd_of_address(bid_tree_at_or_after(&table->extents, lba));

	if (above && bid_redirect_lba(above) == lba + sectors &&
	    above->ssd_lba == ssd_lba + sectors) {
		sectors += above->sectors;
		rd_drop_extent(table, above);
	}
	if (below && rd_end(below) == lba && rd_ssd_end(below) == ssd_lba) {
		lba = bid_redirect_lba(below);
		ssd_lba = below->ssd_lba;
		sectors += below->sectors;
		rd_drop_extent(table, below);
	}
	rd_insert_extent(table, lba, sectors, ssd_lba);
}

/* Extents that a put may add at most: itself, less one it replaces, more one it cuts in two. */
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

size_t bid_redirect_bytes(uint32_t max_extents)
{
	return rd_nodes(max_extents) * sizeof(struct bid_redirect_extent);
}

void bid_redirect_init(struct bid_redirect *table, void *memory, uint32_t max_extents,
		       uint64_t ssd_first, uint64_t ssd_sectors)
{
	struct bid_redirect_extent *nodes = memory;

	bid_tree_init(&table->extents);
	bid_tree_init(&table->gaps);
	bid_tree_init(&table->gaps_by_length);
	table->unused = NULL;
	for (size_t i = rd_nodes(max_extents); i > 0; i--)
		rd_give_node(table, &nodes[i - 1]);
	table->max_extents = max_extents;
	table->log_end = ssd_first;
	table->mapped_sectors = 0;
	table->free_sectors = 0;
	if (ssd_sectors > 0)
		rd_free_space(table, ssd_first, ssd_sectors);
}

int bid_redirect_put(struct bid_redirect *table, uint64_t lba, uint64_t sectors, uint64_t *ssd_lba)
{
	uint64_t start;

	if (!rd_is_range(lba, sectors))
		return -EINVAL;
	if (table->extents.count + rd_growth(table, lba, lba + sectors) > table->max_extents)
		return -ENOSPC;
	if (rd_take_space(table, sectors, &start))
		return -ENOSPC;
	rd_unmap(table, lba, lba + sectors);
	rd_map(table, lba, sectors, start);
	*ssd_lba = start;
	return 0;
}

int bid_redirect_remove(struct bid_redirect *table, uint64_t lba, uint64_t sectors)
{
	if (!rd_is_range(lba, sectors))
		return -EINVAL;
	if (table->extents.count >= table->max_extents &&
	    rd_cuts_in_two(table, lba, lba + sectors))
		return -ENOSPC;
	rd_unmap(table, lba, lba + sectors);
	return 0;
}

void bid_redirect_lookup(const struct bid_redirect *table, uint64_t lba, uint64_t sectors,
			 struct bid_redirect_piece *piece)
{
	const struct bid_redirect_extent *extent =
		rd_of_address(bid_tree_at_or_before(&table->extents, lba));
	uint64_t end = lba + sectors;

	piece->lba = lba;
	if (extent && rd_end(extent) > lba) {
		piece->tier = BID_TIER_SSD;
		piece->address = extent->ssd_lba + (lba - bid_redirect_lba(extent));
		end = rd_end(extent) < end ? rd_end(extent) : end;
	} else {
		extent = rd_of_address(bid_tree_at_or_after(&table->extents, lba));
		piece->tier = BID_TIER_HDD;
		piece->address = lba;
		if (extent && bid_redirect_lba(extent) < end)
			end = bid_redirect_lba(extent);
	}
	piece->sectors = end - lba;
}

bool bid_redirect_touches(const struct bid_redirect *table, uint64_t lba, uint64_t sectors)
{
	struct bid_redirect_piece piece;

	bid_redirect_lookup(table, lba, sectors, &piece);
	return piece.tier == BID_TIER_SSD || piece.sectors < sectors;
}

const struct bid_redirect_extent *bid_redirect_first(const struct bid_redirect *table)
{
	return rd_of_address(bid_tree_first(&table->extents));
}

const struct bid_redirect_extent *bid_redirect_next(const struct bid_redirect_extent *extent)
{
	return rd_of_address(bid_tree_next(&extent->by_address));
}
