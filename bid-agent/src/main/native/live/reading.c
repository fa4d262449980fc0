/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define KIB UINT64_C(1024)
/* As long as a request is. */
#define PIECE_BYTES ((uint64_t)BID_REQUEST_MAX_SECTORS * BID_SECTOR_BYTES)
/* Half of dfs.datanode.readahead.bytes (ReadaheadPool.readaheadStream). */
#define POOL_STEP (2048 * KIB)
/* Its threads are streams of their own. */
#define POOL_STREAMS UINT64_C(3000)

/* Bytes that were asked for at once. */
struct piece {
	struct bid_link link;
	struct reading *reading;
	uint64_t offset;
	uint64_t asked_ns;
	uint32_t length;
	bool is_there;
	int64_t result;
	char data[];
};

static struct piece *piece_of(struct bid_link *link)
{
	return bid_container_of(link, struct piece, link);
}

int reading_init(struct reading *reading, const struct live_host *host, struct volume *volume,
		 struct throttle *throttle, uint64_t stream)
{
	*reading = (struct reading){
		.host = host, .volume = volume, .throttle = throttle, .stream = stream};
	pthread_mutex_init(&reading->lock, NULL);
	pthread_cond_init(&reading->arrived, NULL);
	bid_list_init(&reading->pieces);
	if (host->buffer_bytes > 0)
		reading->buffer = malloc(host->buffer_bytes);
	return host->buffer_bytes > 0 && !reading->buffer ? -ENOMEM : 0;
}

void reading_destroy(struct reading *reading)
{
	free(reading->buffer);
	pthread_cond_destroy(&reading->arrived);
	pthread_mutex_destroy(&reading->lock);
}

int reading_begin(struct reading *reading, int fd, uint64_t bytes)
{
	int error = volume_file_open(reading->volume, fd, &reading->file);

	if (error)
		return error;
	reading->end = bytes;
	reading->ahead = 0;
	reading->pooled = 0;
	reading->buffer_end = 0;
	if (reading->host->announces)
		error = volume_announce(reading->volume, reading->file, reading->stream, 0, bytes,
					BID_FOREGROUND);
	if (error)
		reading_end(reading);
	return error;
}

static void piece_arrived(void *context, int64_t result)
{
	struct piece *piece = context;
	struct reading *reading = piece->reading;

	throttle_was_read(reading->throttle, piece->asked_ns);
	pthread_mutex_lock(&reading->lock);
	piece->result = result;
	piece->is_there = true;
	pthread_cond_signal(&reading->arrived);
	pthread_mutex_unlock(&reading->lock);
}

static int ask_piece(struct reading *reading, uint64_t end, uint64_t stream)
{
	uint64_t length = end - reading->ahead < PIECE_BYTES ? end - reading->ahead : PIECE_BYTES;
	struct piece *piece = malloc(sizeof(*piece) + length);
	struct volume_request request;
	int error;

	if (!piece)
		return -ENOMEM;
	piece->reading = reading;
	piece->offset = reading->ahead;
	piece->length = (uint32_t)length;
	piece->is_there = false;
	piece->asked_ns = throttle_read(reading->throttle);
	request = (struct volume_request){.op = VOLUME_READ,
					  .file = reading->file,
					  .stream = stream,
					  .service_class = BID_FOREGROUND,
					  .background = true,
					  .offset = piece->offset,
					  .length = piece->length,
					  .memory = piece->data,
					  .answer = piece_arrived,
					  .context = piece};
	pthread_mutex_lock(&reading->lock);
	bid_list_append(&reading->pieces, &piece->link);
	pthread_mutex_unlock(&reading->lock);
	error = volume_submit(reading->volume, &request);
	if (error) {
		pthread_mutex_lock(&reading->lock);
		bid_list_remove(&piece->link);
		pthread_mutex_unlock(&reading->lock);
		free(piece);
		return error;
	}
	reading->ahead += length;
	return 0;
}

static int ask(struct reading *reading, uint64_t end, uint64_t stream)
{
	int error = 0;

	end = end < reading->end ? end : reading->end;
	while (error == 0 && reading->ahead < end)
		error = ask_piece(reading, end, stream);
	return error;
}

/* Asks for what is to be asked for now that those bytes are read. */
static int ask_ahead(struct reading *reading, uint64_t offset, uint64_t end)
{
	const struct live_host *host = reading->host;
	int error = 0;

	if (host->pool_bytes > 0 && offset >= reading->pooled) {
		uint64_t thread = (reading->stream + offset / POOL_STEP) % host->pool_threads;

		reading->pooled = offset + POOL_STEP;
		error = ask(reading, offset + host->pool_bytes, POOL_STREAMS + thread);
	}
	if (error == 0 && reading->ahead < end + host->readahead_bytes / 2)
		error = ask(reading, end + host->readahead_bytes, reading->stream);
	return error;
}

/* Whether a piece that has any of those bytes is not there yet. Under the lock. */
static bool has_to_wait(const struct reading *reading, uint64_t offset, uint64_t end)
{
	for (struct bid_link *link = reading->pieces.next; link != &reading->pieces;
	     link = link->next) {
		const struct piece *piece = piece_of(link);

		if (!piece->is_there && piece->offset < end &&
		    piece->offset + piece->length > offset)
			return true;
	}
	return false;
}

/* Copies what of the bytes a piece has. Returns how many or a negative errno. */
static int64_t piece_copy(const struct piece *piece, uint64_t offset, uint64_t end, char *memory)
{
	uint64_t first = piece->offset > offset ? piece->offset : offset;
	uint64_t last = piece->offset + piece->length;

	last = last < end ? last : end;
	if (last <= first)
		return 0;
	if (piece->result != piece->length)
		return piece->result < 0 ? piece->result : -EIO;
	memcpy(memory + (first - offset), piece->data + (first - piece->offset), last - first);
	return (int64_t)(last - first);
}

/* Copies the bytes, which are there, and drops the pieces before their end. */
static int64_t take_pieces(struct reading *reading, uint64_t offset, uint64_t end, char *memory)
{
	int64_t copied = 0;

	while (copied >= 0 && !bid_list_empty(&reading->pieces)) {
		struct piece *piece = piece_of(reading->pieces.next);
		int64_t more = piece_copy(piece, offset, end, memory);

		copied = more < 0 ? more : copied + more;
		if (piece->offset + piece->length > end)
			break;
		bid_list_remove(&piece->link);
		free(piece);
	}
	return copied;
}

static int64_t read_ahead(struct reading *reading, uint64_t offset, uint64_t end, char *memory)
{
	int64_t result = ask_ahead(reading, offset, end);

	if (result)
		return result;
	pthread_mutex_lock(&reading->lock);
	while (has_to_wait(reading, offset, end))
		pthread_cond_wait(&reading->arrived, &reading->lock);
	result = take_pieces(reading, offset, end, memory);
	pthread_mutex_unlock(&reading->lock);
	return result;
}

/* Fills the buffer from there on. Returns 0 or a negative errno. */
static int fill_buffer(struct reading *reading, uint64_t offset)
{
	uint64_t left = reading->end - offset;
	uint32_t bytes = reading->host->buffer_bytes;
	struct volume_request request = {.op = VOLUME_READ,
					 .file = reading->file,
					 .stream = reading->stream,
					 .service_class = BID_FOREGROUND,
					 .offset = offset,
					 .length = left < bytes ? (uint32_t)left : bytes,
					 .memory = reading->buffer};
	int64_t result = volume_call(reading->volume, &request);

	if (result != request.length)
		return result < 0 ? (int)result : -EIO;
	reading->buffer_from = offset;
	reading->buffer_end = offset + request.length;
	return 0;
}

int64_t reading_read(struct reading *reading, uint64_t offset, uint32_t length, void *memory)
{
	int error = 0;

	if (!reading->buffer)
		return read_ahead(reading, offset, offset + length, memory);
	if (offset + length > reading->buffer_end)
		error = fill_buffer(reading, offset);
	if (error)
		return error;
	memcpy(memory, reading->buffer + (offset - reading->buffer_from), length);
	return length;
}

void reading_end(struct reading *reading)
{
	pthread_mutex_lock(&reading->lock);
	while (has_to_wait(reading, 0, reading->end))
		pthread_cond_wait(&reading->arrived, &reading->lock);
	while (!bid_list_empty(&reading->pieces))
		free(piece_of(bid_list_take_first(&reading->pieces)));
	pthread_mutex_unlock(&reading->lock);
	if (reading->host->announces)
		volume_cancel_stream(reading->volume, reading->stream);
	volume_file_close(reading->file);
}
