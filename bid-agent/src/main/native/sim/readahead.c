/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Readahead of block transfers, at three sizes that a DataNode on Linux has (6.1 and 6.12):
 *
 *  - 128 KiB, the kernel's own: when a reader enters the window that was read ahead, the next one
 *    is asked for (mm/readahead.c, page_cache_async_ra; read_ahead_kb is 128);
 *  - 256 KiB, what POSIX_FADV_SEQUENTIAL makes of it (mm/fadvise.c, generic_fadvise: twice
 *    ra_pages), as a DataNode gives it for every long read (BlockSender);
 *  - 4 MiB, dfs.datanode.readahead.bytes: ReadaheadPool asks with POSIX_FADV_WILLNEED once half of
 *    it is used up.
 *
 * All are one rule: whenever less than half the size is asked for beyond what is being read, it is
 * asked for up to the size beyond. Requests are those of the reader's own process, which suits
 * schedulers that keep queues by process better than Hadoop's pool of four threads would.
 */
#include "readahead.h"

#include <errno.h>

#include "bid/request.h"

void sim_readahead_init(struct sim_readahead *readahead, uint64_t sectors)
{
	*readahead = (struct sim_readahead){.sectors = sectors};
	sim_pool_init(&readahead->transfer_nodes, sizeof(struct sim_transfer));
	sim_pool_init(&readahead->piece_nodes, sizeof(struct sim_piece));
}

void sim_readahead_free(struct sim_readahead *readahead)
{
	sim_map_free(&readahead->transfers);
	sim_pool_free(&readahead->transfer_nodes);
	sim_pool_free(&readahead->piece_nodes);
}

static struct sim_piece *first_piece(const struct sim_transfer *transfer)
{
	return bid_list_empty(&transfer->pieces)
		       ? NULL
		       : bid_container_of(transfer->pieces.next, struct sim_piece, link);
}

static void drop_first(struct sim_readahead *readahead, struct sim_transfer *transfer)
{
	struct sim_piece *piece = first_piece(transfer);

	bid_list_remove(&piece->link);
	sim_pool_give(&readahead->piece_nodes, piece);
}

void sim_readahead_release(struct sim_readahead *readahead, struct sim_transfer *transfer)
{
	if (!transfer->over || transfer->outstanding > 0 || !bid_list_empty(&transfer->readers))
		return;
	while (first_piece(transfer))
		drop_first(readahead, transfer);
	sim_pool_give(&readahead->transfer_nodes, transfer);
}

static void end_transfer(struct sim_readahead *readahead, uint64_t process)
{
	struct sim_map_node *node = sim_map_find(&readahead->transfers, process);
	struct sim_transfer *transfer;

	if (!node)
		return;
	transfer = bid_container_of(node, struct sim_transfer, by_process);
	sim_map_remove(&readahead->transfers, node);
	transfer->over = true;
	sim_readahead_release(readahead, transfer);
}

int sim_readahead_announced(struct sim_readahead *readahead, const struct trace_record *record)
{
	struct sim_transfer *transfer;

	if (readahead->sectors == 0 || record->op != BID_READ)
		return 0;
	end_transfer(readahead, record->process);
	transfer = sim_pool_take(&readahead->transfer_nodes);
	if (!transfer)
		return -ENOMEM;
	*transfer = (struct sim_transfer){
		.from = record->lba, .ahead = record->lba, .end = record->lba + record->sectors};
	bid_list_init(&transfer->pieces);
	bid_list_init(&transfer->readers);
	return sim_map_insert(&readahead->transfers, &transfer->by_process, record->process);
}

struct sim_transfer *sim_readahead_of(const struct sim_readahead *readahead,
				      const struct trace_record *record)
{
	struct sim_map_node *node = readahead->sectors > 0 && record->op == BID_READ
					    ? sim_map_find(&readahead->transfers, record->process)
					    : NULL;
	struct sim_transfer *transfer;

	if (!node)
		return NULL;
	transfer = bid_container_of(node, struct sim_transfer, by_process);
	return record->lba >= transfer->from && record->lba + record->sectors <= transfer->end
		       ? transfer
		       : NULL;
}

uint64_t sim_readahead_target(const struct sim_readahead *readahead, struct sim_transfer *transfer,
			      const struct trace_record *record)
{
	uint64_t end = record->lba + record->sectors;
	uint64_t target = end + readahead->sectors;

	/* What is left out has not been asked for: whoever reads there asks for it himself. */
	if (transfer->ahead < record->lba) {
		transfer->ahead = record->lba;
		transfer->from = record->lba;
	}
	if (transfer->ahead >= end + readahead->sectors / 2)
		return transfer->ahead;
	return target < transfer->end ? target : transfer->end;
}

struct sim_piece *sim_readahead_ask(struct sim_readahead *readahead, struct sim_transfer *transfer,
				    uint64_t target)
{
	struct sim_piece *piece = sim_pool_take(&readahead->piece_nodes);
	uint64_t sectors = target - transfer->ahead;

	if (!piece)
		return NULL;
	if (sectors > BID_REQUEST_MAX_SECTORS)
		sectors = BID_REQUEST_MAX_SECTORS;
	*piece = (struct sim_piece){
		.transfer = transfer, .lba = transfer->ahead, .end = transfer->ahead + sectors};
	bid_list_append(&transfer->pieces, &piece->link);
	transfer->ahead += sectors;
	transfer->outstanding++;
	return piece;
}

bool sim_readahead_arrived(const struct sim_transfer *transfer, const struct trace_record *record)
{
	for (struct bid_link *link = transfer->pieces.next; link != &transfer->pieces;
	     link = link->next) {
		const struct sim_piece *piece = bid_container_of(link, struct sim_piece, link);

		if (!piece->arrived && piece->lba < record->lba + record->sectors &&
		    piece->end > record->lba)
			return false;
	}
	return true;
}

void sim_readahead_read(struct sim_readahead *readahead, struct sim_transfer *transfer,
			const struct trace_record *record)
{
	struct sim_piece *piece;

	while ((piece = first_piece(transfer)) && piece->arrived && piece->end <= record->lba) {
		if (transfer->from < piece->end)
			transfer->from = piece->end;
		drop_first(readahead, transfer);
	}
}
