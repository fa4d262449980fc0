/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "recover.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bid/request.h"
#include "delta/log.h"
#include "delta/reader.h"
#include "deltafile/whole.h"
#include "name.h"

/* What a number stands for. */
struct named {
	struct bid_tree_node by_number;
	uint64_t defined_in;
	int fd; /* -1: it is gone */
	bool written;
	uint32_t bytes;
	uint8_t *definition;
};

struct recovery {
	struct delta_reader reader;
	struct bid_tree named;
	struct tier_recovered *recovered;
};

static struct named *named_of(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct named, by_number) : NULL;
}

static struct named *find(const struct recovery *recovery, uint32_t number)
{
	struct bid_tree_node *node = bid_tree_at_or_after(&recovery->named, number);

	return node && node->key == number ? named_of(node) : NULL;
}

/* Makes durable what a file got, and closes it. */
static int end_file(struct named *named)
{
	int error = named->written ? whole_sync(named->fd) : 0;

	if (named->fd >= 0)
		close(named->fd);
	named->fd = -1;
	named->written = false;
	free(named->definition);
	named->definition = NULL;
	return error;
}

static int begin_file(struct recovery *recovery, struct named *named,
		      const struct delta_record *record)
{
	int fd = tier_name_open(record->payload, record->length);

	if (fd < 0 && fd != -ENOENT)
		return fd;
	named->definition = malloc(record->length);
	if (!named->definition) {
		if (fd >= 0)
			close(fd);
		return -ENOMEM;
	}
	memcpy(named->definition, record->payload, record->length);
	named->bytes = record->length;
	named->fd = fd < 0 ? -1 : fd;
	recovery->recovered->gone += fd < 0;
	return 0;
}

static bool is_same(const struct named *named, const struct delta_record *record)
{
	return named->definition && named->bytes == record->length &&
	       !memcmp(named->definition, record->payload, record->length);
}

/* From here on the number stands for that file. */
static int define(struct recovery *recovery, const struct delta_record *record)
{
	struct named *named = find(recovery, record->stream);
	int error = 0;

	if (!named) {
		named = calloc(1, sizeof(*named));
		if (!named)
			return -ENOMEM;
		named->fd = -1;
		bid_tree_insert(&recovery->named, &named->by_number, record->stream);
	}
	if (!is_same(named, record)) {
		error = end_file(named);
		if (!error)
			error = begin_file(recovery, named, record);
	}
	named->defined_in = recovery->reader.sequence;
	return error;
}

/* What lies past the end of a file that has become shorter is nobody's. */
static int bring_home(struct recovery *recovery, const struct delta_record *record)
{
	struct named *named = find(recovery, record->stream);
	uint64_t end = record->offset + record->length;
	struct stat status;
	int error;

	if (!named || named->defined_in != recovery->reader.sequence || named->fd < 0)
		return 0;
	if (fstat(named->fd, &status))
		return -errno;
	if (end > (uint64_t)status.st_size)
		end = (uint64_t)status.st_size;
	if (end <= record->offset)
		return 0;
	error = whole_write(named->fd, record->offset, record->payload,
			    (uint32_t)(end - record->offset));
	recovery->recovered->files += !named->written;
	recovery->recovered->bytes += end - record->offset;
	named->written = true;
	return error;
}

static int read_all(struct recovery *recovery)
{
	struct delta_record record;
	struct named *named;
	int error = 0;

	while (!error && delta_reader_next(&recovery->reader, &record)) {
		if (record.kind == DELTA_STREAM)
			error = define(recovery, &record);
		else if (record.kind == DELTA_DATA)
			error = bring_home(recovery, &record);
	}
	while ((named = named_of(bid_tree_first(&recovery->named)))) {
		int ended = end_file(named);

		error = error ? error : ended;
		bid_tree_remove(&recovery->named, &named->by_number);
		free(named);
	}
	return error;
}

/* A new segment, a lap on, whose head says that nothing before it is needed. */
static int make_void(struct area_file *file, const struct delta_geometry *geometry,
		     const struct delta_reader *reader, struct tier_recovered *recovered)
{
	struct delta_stream *slot[1];
	struct delta_log log;
	struct delta_commit commit = {.capacity = DELTA_COMMIT_BYTES_MIN};
	struct delta_log_memory memory = {.slot = slot, .slots = 1};
	void *pages;
	int error;

	if (posix_memalign(&pages, DELTA_PAGE, DELTA_PAGE + DELTA_COMMIT_BYTES_MIN))
		return -ENOMEM;
	memory.page = pages;
	commit.memory = memory.page + DELTA_PAGE;
	error = delta_log_begin(&log, &file->area, geometry, &memory, delta_reader_next_lap(reader),
				&commit);
	recovered->sequence = log.sequence;
	recovered->position = log.position;
	free(pages);
	return error;
}

int tier_recover(struct area_file *file, const struct delta_geometry *geometry,
		 struct tier_recovered *recovered)
{
	struct recovery recovery = {.recovered = recovered};
	void *memory;
	int error;

	memset(recovered, 0, sizeof(*recovered));
	bid_tree_init(&recovery.named);
	if (posix_memalign(&memory, DELTA_PAGE, DELTA_READER_BYTES_MIN))
		return -ENOMEM;
	error = delta_reader_open(&recovery.reader, &file->area, geometry, memory,
				  DELTA_READER_BYTES_MIN);
	if (!error)
		error = read_all(&recovery);
	recovered->damaged = recovery.reader.damaged_pages + recovery.reader.unreadable_pages +
			     recovery.reader.damaged_segments;
	if (!error)
		error = make_void(file, geometry, &recovery.reader, recovered);
	free(memory);
	return error;
}
