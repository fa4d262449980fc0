/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Every channel is a flash of its own: its pages are numbered from 0, and page p of the host is
 * page p / channels of channel p % channels.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ftl.h"

#define CHUNK_PAGES 1024u
#define NOWHERE     UINT32_MAX
/* Free blocks below which a channel collects: one to write to, one to move pages to. */
#define FREE_BLOCKS_LEAST 2u

struct block {
	uint32_t *owners; /* pages by place; NULL: each place holds the page it names */
	uint32_t valid;
	uint32_t prev; /* in the list of its count of valid pages, or of free blocks */
	uint32_t next;
	bool closed;
};

struct channel {
	uint32_t **chunks; /* place of each page; a chunk is NULL while none of its was written */
	struct block *blocks;
	uint32_t *by_valid; /* first block of each count of valid pages */
	uint32_t free;      /* first free block */
	uint32_t free_count;
	uint32_t open;
	uint32_t open_used;
};

struct ftl {
	uint32_t channels;
	uint32_t per_block;
	uint32_t pages;  /* of a channel, that the host sees */
	uint32_t filled; /* of those, at the start */
	uint32_t blocks; /* of a channel */
	struct channel channel[];
};

static uint32_t ftl_place(const struct ftl *ftl, const struct channel *channel, uint32_t page)
{
	const uint32_t *chunk = channel->chunks[page / CHUNK_PAGES];

	if (chunk)
		return chunk[page % CHUNK_PAGES];
	return page < ftl->filled ? page : NOWHERE;
}

static void block_link(struct channel *channel, uint32_t *head, uint32_t index)
{
	struct block *block = &channel->blocks[index];

	block->prev = NOWHERE;
	block->next = *head;
	if (*head != NOWHERE)
		channel->blocks[*head].prev = index;
	*head = index;
}

static void block_unlink(struct channel *channel, uint32_t *head, uint32_t index)
{
	struct block *block = &channel->blocks[index];

	if (block->prev != NOWHERE)
		channel->blocks[block->prev].next = block->next;
	else
		*head = block->next;
	if (block->next != NOWHERE)
		channel->blocks[block->next].prev = block->prev;
}

static void channel_invalidate(const struct ftl *ftl, struct channel *channel, uint32_t place)
{
	uint32_t index = place / ftl->per_block;
	struct block *block = &channel->blocks[index];

	if (block->closed)
		block_unlink(channel, &channel->by_valid[block->valid], index);
	block->valid--;
	if (block->closed)
		block_link(channel, &channel->by_valid[block->valid], index);
}

static int channel_map(const struct ftl *ftl, struct channel *channel, uint32_t page,
		       uint32_t place)
{
	uint32_t **chunk = &channel->chunks[page / CHUNK_PAGES];

	if (!*chunk) {
		uint32_t first = page - page % CHUNK_PAGES;
		uint32_t *fresh = malloc(CHUNK_PAGES * sizeof(*fresh));

		if (!fresh)
			return -ENOMEM;
		for (uint32_t i = 0; i < CHUNK_PAGES; i++)
			fresh[i] = first + i < ftl->filled ? first + i : NOWHERE;
		*chunk = fresh;
	}
	(*chunk)[page % CHUNK_PAGES] = place;
	return 0;
}

static int channel_open_block(const struct ftl *ftl, struct channel *channel)
{
	uint32_t index = channel->free;
	struct block *block = &channel->blocks[index];

	if (!block->owners)
		block->owners = malloc(ftl->per_block * sizeof(*block->owners));
	if (!block->owners)
		return -ENOMEM;
	block_unlink(channel, &channel->free, index);
	channel->free_count--;
	channel->open = index;
	channel->open_used = 0;
	return 0;
}

/* Puts a page at the end of the channel's log. */
static int channel_append(const struct ftl *ftl, struct channel *channel, uint32_t page)
{
	struct block *block = &channel->blocks[channel->open];
	int error = channel_map(ftl, channel, page,
				channel->open * ftl->per_block + channel->open_used);

	if (error)
		return error;
	block->owners[channel->open_used++] = page;
	block->valid++;
	if (channel->open_used < ftl->per_block)
		return 0;
	block->closed = true;
	block_link(channel, &channel->by_valid[block->valid], channel->open);
	return channel_open_block(ftl, channel);
}

/* The closed block with the fewest valid pages; NOWHERE when erasing none would gain a page. */
static uint32_t channel_victim(const struct ftl *ftl, const struct channel *channel)
{
	for (uint32_t valid = 0; valid < ftl->per_block; valid++) {
		if (channel->by_valid[valid] != NOWHERE)
			return channel->by_valid[valid];
	}
	return NOWHERE;
}

static int channel_empty_block(const struct ftl *ftl, struct channel *channel, uint32_t index,
			       struct ftl_work *work)
{
	struct block *block = &channel->blocks[index];
	uint32_t first = index * ftl->per_block;

	block_unlink(channel, &channel->by_valid[block->valid], index);
	block->closed = false;
	for (uint32_t i = 0; i < ftl->per_block && block->valid; i++) {
		uint32_t page = block->owners ? block->owners[i] : first + i;
		int error;

		if (page >= ftl->pages || ftl_place(ftl, channel, page) != first + i)
			continue;
		error = channel_append(ftl, channel, page);
		if (error)
			return error;
		block->valid--;
		work->pages_moved++;
	}
	work->blocks_erased++;
	channel->free_count++;
	block_link(channel, &channel->free, index);
	return 0;
}

int ftl_write(struct ftl *ftl, uint64_t page, struct ftl_work *work)
{
	struct channel *channel = &ftl->channel[page % ftl->channels];
	uint32_t of_channel = (uint32_t)(page / ftl->channels);
	uint32_t place = ftl_place(ftl, channel, of_channel);
	int error;

	*work = (struct ftl_work){0, 0};
	if (place != NOWHERE)
		channel_invalidate(ftl, channel, place);
	error = channel_append(ftl, channel, of_channel);
	while (!error && channel->free_count < FREE_BLOCKS_LEAST) {
		uint32_t victim = channel_victim(ftl, channel);

		if (victim == NOWHERE)
			break;
		error = channel_empty_block(ftl, channel, victim, work);
	}
	return error;
}

bool ftl_mapped(const struct ftl *ftl, uint64_t page)
{
	return ftl_place(ftl, &ftl->channel[page % ftl->channels],
			 (uint32_t)(page / ftl->channels)) != NOWHERE;
}

static void channel_fill(const struct ftl *ftl, struct channel *channel)
{
	for (uint32_t i = 0; i <= ftl->per_block; i++)
		channel->by_valid[i] = NOWHERE;
	channel->free = NOWHERE;
	for (uint32_t i = ftl->blocks; i-- > 0;) {
		uint64_t first = (uint64_t)i * ftl->per_block;
		struct block *block = &channel->blocks[i];

		if (first < ftl->filled) {
			uint64_t rest = ftl->filled - first;

			block->valid = rest < ftl->per_block ? (uint32_t)rest : ftl->per_block;
			block->closed = true;
			block_link(channel, &channel->by_valid[block->valid], i);
		} else {
			block_link(channel, &channel->free, i);
			channel->free_count++;
		}
	}
}

static int channel_init(const struct ftl *ftl, struct channel *channel)
{
	channel->chunks = calloc(ftl->pages / CHUNK_PAGES + 1, sizeof(*channel->chunks));
	channel->blocks = calloc(ftl->blocks, sizeof(*channel->blocks));
	channel->by_valid = calloc((size_t)ftl->per_block + 1, sizeof(*channel->by_valid));
	if (!channel->chunks || !channel->blocks || !channel->by_valid)
		return -ENOMEM;
	channel_fill(ftl, channel);
	return channel_open_block(ftl, channel);
}

struct ftl *ftl_create(uint64_t pages, uint32_t channels, uint32_t pages_per_block, double spare,
		       double filled)
{
	uint64_t per_channel = (pages + channels - 1) / channels;
	uint64_t blocks = (per_channel + pages_per_block - 1) / pages_per_block;
	struct ftl *ftl = calloc(1, sizeof(*ftl) + channels * sizeof(ftl->channel[0]));

	if (!ftl)
		return NULL;
	ftl->channels = channels;
	ftl->per_block = pages_per_block;
	ftl->pages = (uint32_t)per_channel;
	ftl->filled = (uint32_t)((double)per_channel * filled);
	/* Beyond the spare: the open block and the free ones that collection cannot do without. */
	blocks += (uint64_t)((double)blocks * spare) + FREE_BLOCKS_LEAST + 2;
	ftl->blocks = (uint32_t)blocks;
	for (uint32_t i = 0; i < channels; i++) {
		if (channel_init(ftl, &ftl->channel[i])) {
			ftl_destroy(ftl);
			return NULL;
		}
	}
	return ftl;
}

static void channel_free(const struct ftl *ftl, struct channel *channel)
{
	for (uint32_t i = 0; channel->chunks && i < ftl->pages / CHUNK_PAGES + 1; i++)
		free(channel->chunks[i]);
	for (uint32_t i = 0; channel->blocks && i < ftl->blocks; i++)
		free(channel->blocks[i].owners);
	free(channel->chunks);
	free(channel->blocks);
	free(channel->by_valid);
}

void ftl_destroy(struct ftl *ftl)
{
	if (!ftl)
		return;
	for (uint32_t i = 0; i < ftl->channels; i++)
		channel_free(ftl, &ftl->channel[i]);
	free(ftl);
}
