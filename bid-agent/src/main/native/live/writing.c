/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "writing.h"

#include <errno.h>
#include <stdlib.h>

#include "data.h"

#define MIB UINT64_C(1048576)
/* As long as a request is. */
#define CHUNK_BYTES ((uint64_t)BID_REQUEST_MAX_SECTORS * BID_SECTOR_BYTES)
/* Memory of all writers. A machine has more, and a longer run to fill it. */
#define DIRTY_MAX (128 * MIB)
/* From there on the kernel writes back (vm.dirty_background_ratio is half of vm.dirty_ratio). */
#define DIRTY_BACKGROUND (DIRTY_MAX / 2)
/* Of a file at a time (MIN_WRITEBACK_PAGES). */
#define WRITE_BACK_BYTES (4 * MIB)
/* A batch of HDFS-17973, and what all writers have under way. */
#define BATCH_BYTES (8 * MIB)
#define BATCHES_MAX (2 * BATCH_BYTES)
/* The kernel's thread is a stream of its own. */
#define KERNEL_STREAM UINT64_C(1000)

/* A file that is open until its last chunk is on the disk. */
struct block {
	struct volume_file *file;
	atomic_uint uses;
};

struct chunk {
	struct bid_link link;
	struct writing *writing;
	struct block *block;
	uint64_t offset;
	uint32_t length;
	_Alignas(uint64_t) char data[CHUNK_BYTES];
};

static struct chunk *chunk_of(struct bid_link *link)
{
	return bid_container_of(link, struct chunk, link);
}

static void block_let_go(struct block *block)
{
	if (atomic_fetch_sub(&block->uses, 1) > 1)
		return;
	volume_file_close(block->file);
	free(block);
}

static void chunk_free(struct chunk *chunk)
{
	block_let_go(chunk->block);
	free(chunk);
}

/* ---- chunks on their way ---- */

static void chunk_taken(void *context, int64_t result)
{
	struct chunk *chunk = context;
	struct writing *writing = chunk->writing;
	struct dirty *dirty = writing->dirty;

	if (dirty->host->writes == LIVE_BUFFERED)
		throttle_written(dirty->throttle);
	if (result == chunk->length && atomic_load(dirty->measures))
		atomic_fetch_add(&dirty->bytes_taken, chunk->length);
	pthread_mutex_lock(&dirty->lock);
	if (result != chunk->length && dirty->error == 0)
		dirty->error = result < 0 ? (int)result : -EIO;
	dirty->bytes -= chunk->length;
	writing->on_the_way -= chunk->length;
	pthread_cond_broadcast(&dirty->changed);
	pthread_mutex_unlock(&dirty->lock);
	chunk_free(chunk);
}

/* Gives a chunk, which counts as on its way, to the scheduler. */
static void chunk_send(struct chunk *chunk, uint64_t stream, bool background)
{
	struct writing *writing = chunk->writing;
	const struct volume_request request = {.op = VOLUME_WRITE,
					       .file = chunk->block->file,
					       .stream = stream,
					       .service_class = BID_FOREGROUND,
					       .background = background,
					       .offset = chunk->offset,
					       .length = chunk->length,
					       .memory = chunk->data,
					       .answer = chunk_taken,
					       .context = chunk};
	int error;

	if (writing->dirty->host->writes == LIVE_BUFFERED)
		throttle_write(writing->dirty->throttle);
	error = volume_submit(writing->dirty->volume, &request);
	if (error)
		chunk_taken(chunk, error);
}

/* Moves chunks of at most so many bytes from what nobody has sent to the list. Under the lock. */
static void take_unsent(struct writing *writing, uint64_t bytes, struct bid_link *list)
{
	while (!bid_list_empty(&writing->unsent) &&
	       bytes >= chunk_of(writing->unsent.next)->length) {
		struct chunk *chunk = chunk_of(bid_list_take_first(&writing->unsent));

		bytes -= chunk->length;
		writing->unsent_bytes -= chunk->length;
		writing->dirty->unsent -= chunk->length;
		writing->on_the_way += chunk->length;
		bid_list_append(list, &chunk->link);
	}
	if (bid_list_empty(&writing->unsent))
		bid_list_remove(&writing->link);
}

static void send_all(struct bid_link *list, uint64_t stream, bool background)
{
	while (!bid_list_empty(list))
		chunk_send(chunk_of(bid_list_take_first(list)), stream, background);
}

/* ---- the kernel's thread ---- */

/* While half of the memory is dirty. */
static bool must_write_back(const struct dirty *dirty)
{
	return !bid_list_empty(&dirty->writers) &&
	       (dirty->bytes >= DIRTY_BACKGROUND || dirty->ending);
}

static void *write_back(void *context)
{
	struct dirty *dirty = context;
	struct bid_link list;

	bid_list_init(&list);
	pthread_mutex_lock(&dirty->lock);
	while (!dirty->ending || !bid_list_empty(&dirty->writers)) {
		struct writing *writing;

		if (!must_write_back(dirty)) {
			pthread_cond_wait(&dirty->changed, &dirty->lock);
			continue;
		}
		writing = bid_container_of(bid_list_take_first(&dirty->writers), struct writing,
					   link);
		bid_list_append(&dirty->writers, &writing->link);
		take_unsent(writing, WRITE_BACK_BYTES, &list);
		pthread_mutex_unlock(&dirty->lock);
		send_all(&list, KERNEL_STREAM, true);
		pthread_mutex_lock(&dirty->lock);
	}
	pthread_mutex_unlock(&dirty->lock);
	return NULL;
}

int dirty_init(struct dirty *dirty, const struct live_host *host, struct volume *volume,
	       struct throttle *throttle, atomic_bool *measures)
{
	int error = 0;

	*dirty = (struct dirty){
		.host = host, .volume = volume, .throttle = throttle, .measures = measures};
	atomic_init(&dirty->bytes_taken, 0);
	pthread_mutex_init(&dirty->lock, NULL);
	pthread_cond_init(&dirty->changed, NULL);
	bid_list_init(&dirty->writers);
	if (host->writes == LIVE_BUFFERED)
		error = -pthread_create(&dirty->thread, NULL, write_back, dirty);
	if (error) {
		pthread_cond_destroy(&dirty->changed);
		pthread_mutex_destroy(&dirty->lock);
	}
	return error;
}

void dirty_destroy(struct dirty *dirty)
{
	pthread_mutex_lock(&dirty->lock);
	dirty->ending = true;
	pthread_cond_broadcast(&dirty->changed);
	pthread_mutex_unlock(&dirty->lock);
	if (dirty->host->writes == LIVE_BUFFERED)
		pthread_join(dirty->thread, NULL);
	pthread_cond_destroy(&dirty->changed);
	pthread_mutex_destroy(&dirty->lock);
}

/* ---- writers ---- */

void writing_init(struct writing *writing, struct dirty *dirty, uint64_t stream)
{
	*writing = (struct writing){.dirty = dirty, .stream = stream};
	bid_list_init(&writing->link);
	bid_list_init(&writing->unsent);
}

void writing_destroy(struct writing *writing)
{
	if (writing->filling)
		chunk_free(writing->filling);
	/* What is buffered the kernel's thread gives up. */
	while (writing->dirty->host->writes != LIVE_BUFFERED && !bid_list_empty(&writing->unsent))
		chunk_free(chunk_of(bid_list_take_first(&writing->unsent)));
	if (writing->block)
		block_let_go(writing->block);
}

int writing_begin(struct writing *writing, int fd)
{
	struct block *block = malloc(sizeof(*block));
	int error = block ? volume_file_open(writing->dirty->volume, fd, &block->file) : -ENOMEM;

	if (error) {
		free(block);
		return error;
	}
	atomic_init(&block->uses, 1);
	writing->block = block;
	return 0;
}

/* Whether there is no room for another chunk. Under the lock. */
static bool is_full(const struct dirty *dirty)
{
	return dirty->error == 0 && dirty->bytes + CHUNK_BYTES > DIRTY_MAX;
}

/* A batch goes when those of all writers leave room, and this one's last is written. */
static void send_batch(struct writing *writing)
{
	struct dirty *dirty = writing->dirty;
	struct bid_link list;

	bid_list_init(&list);
	pthread_mutex_lock(&dirty->lock);
	while (dirty->error == 0 &&
	       (writing->on_the_way > 0 ||
		dirty->bytes - dirty->unsent + writing->unsent_bytes > BATCHES_MAX))
		pthread_cond_wait(&dirty->changed, &dirty->lock);
	take_unsent(writing, UINT64_MAX, &list);
	pthread_mutex_unlock(&dirty->lock);
	send_all(&list, writing->stream, false);
}

/* A chunk is full. */
static int chunk_full(struct writing *writing)
{
	struct dirty *dirty = writing->dirty;
	struct chunk *chunk = writing->filling;
	struct bid_link list;
	bool batch_is_full;
	int error;

	writing->filling = NULL;
	bid_list_init(&list);
	pthread_mutex_lock(&dirty->lock);
	while (is_full(dirty))
		pthread_cond_wait(&dirty->changed, &dirty->lock);
	dirty->bytes += chunk->length;
	dirty->unsent += chunk->length;
	writing->unsent_bytes += chunk->length;
	bid_list_append(&writing->unsent, &chunk->link);
	if (dirty->host->writes == LIVE_BUFFERED && bid_list_empty(&writing->link))
		bid_list_append(&dirty->writers, &writing->link);
	else if (dirty->host->writes == LIVE_SCHEDULED)
		take_unsent(writing, UINT64_MAX, &list);
	batch_is_full = dirty->host->writes == LIVE_BATCHED && writing->unsent_bytes >= BATCH_BYTES;
	pthread_cond_broadcast(&dirty->changed);
	error = dirty->error;
	pthread_mutex_unlock(&dirty->lock);
	send_all(&list, writing->stream, true);
	if (batch_is_full)
		send_batch(writing);
	return error;
}

int writing_write(struct writing *writing, uint64_t offset, uint32_t length)
{
	struct chunk *chunk = writing->filling;

	if (!chunk) {
		chunk = malloc(sizeof(*chunk));
		if (!chunk)
			return -ENOMEM;
		chunk->writing = writing;
		chunk->block = writing->block;
		atomic_fetch_add(&chunk->block->uses, 1);
		chunk->offset = offset;
		chunk->length = 0;
		writing->filling = chunk;
	}
	data_fill(chunk->data + chunk->length, writing->number, offset, length);
	chunk->length += length;
	return chunk->length == CHUNK_BYTES ? chunk_full(writing) : 0;
}

int writing_end(struct writing *writing)
{
	int error = writing->filling ? chunk_full(writing) : 0;

	if (writing->dirty->host->writes == LIVE_BATCHED && writing->unsent_bytes > 0)
		send_batch(writing);
	block_let_go(writing->block);
	writing->block = NULL;
	return error;
}
