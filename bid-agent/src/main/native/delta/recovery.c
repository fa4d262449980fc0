/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "delta/recovery.h"

#include "bid/errors.h"
#include "delta/bytes.h"
#include "delta/crc.h"
#include "delta/pair.h"

#define NO_DATA UINT64_MAX

/* ---- memory ---- */

static uint32_t buckets(uint32_t streams)
{
	uint32_t count = 16;

	while (count < 2 * (uint64_t)streams)
		count *= 2;
	return count;
}

size_t delta_recovery_bytes(uint32_t streams, size_t text)
{
	return streams * sizeof(struct delta_found) + 2 * buckets(streams) * sizeof(uint32_t) +
	       DELTA_PAIR_BYTES + text;
}

void delta_recovery_init(struct delta_recovery *recovery, struct delta_reader *reader, void *memory,
			 uint32_t streams, size_t text)
{
	uint32_t count = buckets(streams);

	*recovery = (struct delta_recovery){
		.reader = reader, .found_max = streams, .mask = count - 1, .text_bytes = text};
	recovery->found = memory;
	recovery->by_number = (uint32_t *)(recovery->found + streams);
	recovery->by_block = recovery->by_number + count;
	recovery->buffer = (uint8_t *)(recovery->by_block + count);
	recovery->text = recovery->buffer + DELTA_PAIR_BYTES;
	for (uint32_t i = 0; i < count; i++) {
		recovery->by_number[i] = 0;
		recovery->by_block[i] = 0;
	}
}

/* ---- which streams there are ---- */

static uint32_t *number_bucket(struct delta_recovery *recovery, uint32_t number)
{
	uint32_t at = number * UINT32_C(2654435769) >> 8 & recovery->mask;

	while (recovery->by_number[at] &&
	       recovery->found[recovery->by_number[at] - 1].number != number)
		at = (at + 1) & recovery->mask;
	return &recovery->by_number[at];
}

static bool same_text(const struct delta_text *one, const struct delta_text *other)
{
	return one->length == other->length &&
	       delta_same((const uint8_t *)one->bytes, (const uint8_t *)other->bytes, one->length);
}

/* A file without a block is told by its name. */
static bool same_block(const struct delta_definition *one, const struct delta_definition *other)
{
	return one->block == other->block && same_text(&one->pool, &other->pool) &&
	       same_text(&one->volume, &other->volume) &&
	       (one->pool.length > 0 || same_text(&one->data, &other->data));
}

static uint32_t *block_bucket(struct delta_recovery *recovery,
			      const struct delta_definition *definition)
{
	uint32_t at =
		(uint32_t)(definition->block * UINT64_C(0x9e3779b97f4a7c15) >> 32) & recovery->mask;

	while (recovery->by_block[at] &&
	       !same_block(&recovery->found[recovery->by_block[at] - 1].definition, definition))
		at = (at + 1) & recovery->mask;
	return &recovery->by_block[at];
}

/* The stream of that number, as this segment says; NULL: it does not. */
static struct delta_found *find(struct delta_recovery *recovery, uint32_t number)
{
	uint32_t place = *number_bucket(recovery, number);
	struct delta_found *found = place ? &recovery->found[place - 1] : NULL;

	return found && found->defined_in == recovery->reader->sequence ? found : NULL;
}

static int add_found(struct delta_recovery *recovery, uint32_t *bucket,
		     const struct delta_record *record)
{
	struct delta_found *found = &recovery->found[recovery->count];
	uint8_t *text = recovery->text + recovery->text_used;

	if (recovery->count == recovery->found_max ||
	    record->length > recovery->text_bytes - recovery->text_used)
		return -ENOBUFS;
	delta_copy(text, record->payload, record->length);
	*found = (struct delta_found){.payload = text,
				      .payload_bytes = record->length,
				      .number = record->stream,
				      .fate = DELTA_NOT_NEEDED,
				      .from = NO_DATA,
				      .defined_in = recovery->reader->sequence};
	if (delta_definition_get(text, record->length, &found->definition)) {
		recovery->orphans++;
		return 0;
	}
	recovery->text_used += record->length;
	*bucket = ++recovery->count;
	return 0;
}

static bool is_definition_of(const struct delta_found *found, const struct delta_record *record)
{
	return found->number == record->stream && found->payload_bytes == record->length &&
	       delta_same(found->payload, record->payload, record->length);
}

/* From here on the record's number stands for what it defines. */
static int define(struct delta_recovery *recovery, const struct delta_record *record)
{
	uint32_t *bucket = number_bucket(recovery, record->stream);
	struct delta_found *known = *bucket ? &recovery->found[*bucket - 1] : NULL;

	if (!known || !is_definition_of(known, record))
		return add_found(recovery, bucket, record);
	known->defined_in = recovery->reader->sequence;
	return 0;
}

static void forget(struct delta_found *found, uint64_t record)
{
	found->has_length = false;
	found->since = record;
	found->from = NO_DATA;
	found->bytes = 0;
}

static void note_data(struct delta_found *found, const struct delta_record *record)
{
	uint64_t end = record->offset + record->length;

	if (found->from == NO_DATA || end < found->from) {
		found->from = record->offset;
		found->covered = end;
	}
	if (record->offset < found->from)
		found->from = record->offset;
	if (record->offset <= found->covered && end > found->covered)
		found->covered = end;
}

/* A record of a stream that is defined. */
static void note(struct delta_found *found, const struct delta_record *record, uint64_t number)
{
	switch (record->kind) {
	case DELTA_DATA:
		note_data(found, record);
		found->bytes += record->length;
		break;
	case DELTA_CHECKSUM:
		found->bytes += record->length;
		break;
	case DELTA_LENGTH:
		if (record->length != DELTA_LENGTH_PAYLOAD)
			break;
		found->has_length = true;
		found->length = record->offset;
		found->sums_length = delta_get(record->payload, DELTA_LENGTH_PAYLOAD);
		break;
	default:
		forget(found, number);
		break;
	}
}

/* Of streams of one block the newest stamp counts, and of one stamp the last that was defined. */
static void end_older(struct delta_recovery *recovery)
{
	for (uint32_t i = 0; i < recovery->count; i++) {
		struct delta_found *found = &recovery->found[i];
		uint32_t *bucket;
		struct delta_found *other;

		if (!found->has_length)
			continue;
		bucket = block_bucket(recovery, &found->definition);
		other = *bucket ? &recovery->found[*bucket - 1] : NULL;
		if (other && other->definition.stamp > found->definition.stamp)
			continue;
		if (other)
			other->fate = DELTA_NOT_NEEDED;
		found->fate = DELTA_WAITS;
		*bucket = i + 1;
	}
}

int delta_recovery_find(struct delta_recovery *recovery)
{
	struct delta_reader *reader = recovery->reader;
	struct delta_record record;
	int error = 0;

	while (!error && delta_reader_next(reader, &record)) {
		struct delta_found *found;

		if (record.kind == DELTA_STREAM) {
			error = define(recovery, &record);
		} else if (record.kind == DELTA_CHECKPOINT) {
			for (uint32_t i = 0; i < recovery->count; i++)
				forget(&recovery->found[i], reader->records);
		} else {
			found = find(recovery, record.stream);
			recovery->orphans += !found;
			if (found)
				note(found, &record, reader->records);
		}
	}
	if (!error)
		end_older(recovery);
	return error;
}

/* ---- bringing home ---- */

static void close_open(struct delta_recovery *recovery, const struct delta_home *home)
{
	if (recovery->open)
		home->ops->close(home->context);
	recovery->open = 0;
}

static void fail(struct delta_found *found, int error)
{
	found->fate = error == -ENODEV ? DELTA_ABSENT : DELTA_FAILED;
	found->error = error;
}

/* Whether the log has all of the block, so that its files can be made anew. */
static bool has_all(const struct delta_found *found)
{
	return found->from == 0 && found->covered >= found->length;
}

static int open_files(struct delta_recovery *recovery, const struct delta_home *home,
		      struct delta_found *found)
{
	uint32_t place = (uint32_t)(found - recovery->found) + 1;
	int error;

	if (recovery->open == place)
		return 0;
	close_open(recovery, home);
	error = home->ops->open(home->context, &found->definition, false);
	if (error == -ENOENT && has_all(found))
		error = home->ops->open(home->context, &found->definition, true);
	if (!error)
		recovery->open = place;
	return error;
}

/* Whether home can be asked to agree with itself. */
static int verified(struct delta_recovery *recovery, const struct delta_home *home,
		    const struct delta_found *found, uint64_t *length)
{
	uint64_t from = found->from < found->length ? found->from : found->length;

	if (found->definition.checksum.length == 0)
		return -ENOTSUP;
	return delta_pair_verified(home, from, recovery->buffer, length);
}

/* The stream's files are looked at for the first time. */
static int begin(struct delta_recovery *recovery, const struct delta_home *home,
		 struct delta_found *found)
{
	uint64_t length;
	int error = open_files(recovery, home, found);

	if (error == -ENOENT) {
		found->fate = DELTA_GONE;
		return 0;
	}
	if (error)
		return error;
	found->opened = true;
	error = verified(recovery, home, found, &length);
	if (!error && length >= found->length)
		found->fate = DELTA_LEFT;
	return error == -ENOTSUP ? 0 : error;
}

static int write_record(struct delta_recovery *recovery, const struct delta_home *home,
			struct delta_found *found, const struct delta_record *record)
{
	enum delta_file file =
		record->kind == DELTA_CHECKSUM ? DELTA_FILE_CHECKSUM : DELTA_FILE_DATA;
	int error = open_files(recovery, home, found);

	if (error)
		return error;
	if (record->kind != DELTA_LENGTH)
		return home->ops->write(home->context, file, record->offset, record->payload,
					record->length);
	/* It was truncated there: what is written later comes after nothing. */
	if (record->offset < found->written)
		error = home->ops->cut(home->context, DELTA_FILE_DATA, record->offset);
	found->written = record->offset;
	return error;
}

static void replay_record(struct delta_recovery *recovery, const struct delta_home *home,
			  struct delta_found *found, const struct delta_record *record)
{
	int error = 0;

	if (!found->opened && found->fate == DELTA_WAITS)
		error = begin(recovery, home, found);
	if (!error && found->fate == DELTA_WAITS)
		error = write_record(recovery, home, found, record);
	if (error)
		fail(found, error);
}

/* A file that says nothing of itself is not cut: what is past the synced length may be wanted. */
static int cut(const struct delta_home *home, const struct delta_found *found, bool told)
{
	uint64_t length;
	int error = home->ops->length(home->context, DELTA_FILE_DATA, &length);

	if (!error && told && length > found->length)
		error = home->ops->cut(home->context, DELTA_FILE_DATA, found->length);
	if (!error && told)
		error = home->ops->length(home->context, DELTA_FILE_CHECKSUM, &length);
	if (!error && told && length > found->sums_length)
		error = home->ops->cut(home->context, DELTA_FILE_CHECKSUM, found->sums_length);
	return error;
}

/* Cuts what was replayed, makes it durable, and looks whether it is right. */
static int finish_replayed(struct delta_recovery *recovery, const struct delta_home *home,
			   struct delta_found *found)
{
	uint64_t length = 0;
	bool told = verified(recovery, home, found, &length) != -ENOTSUP;
	int error = cut(home, found, told);

	if (!error)
		error = home->ops->sync(home->context);
	if (!error && told)
		error = verified(recovery, home, found, &length);
	found->fate = !error && told && length < found->length ? DELTA_SHORT : DELTA_REPLAYED;
	return error;
}

static int finish(struct delta_recovery *recovery, const struct delta_home *home,
		  struct delta_found *found)
{
	int error = open_files(recovery, home, found);

	if (error)
		return error;
	/* What agrees may be in the kernel's memory only. */
	return found->fate == DELTA_LEFT ? home->ops->sync(home->context)
					 : finish_replayed(recovery, home, found);
}

/*
 * The streams come in the order in which they were found, so that the number stands for the next
 * one that is defined so, from here on.
 */
static void define_again(struct delta_recovery *recovery, const struct delta_record *record,
			 uint32_t *next)
{
	uint32_t *bucket = number_bucket(recovery, record->stream);
	struct delta_found *found = *bucket ? &recovery->found[*bucket - 1] : NULL;

	if (!found || !is_definition_of(found, record)) {
		uint32_t place = *next;

		while (place < recovery->count &&
		       !is_definition_of(&recovery->found[place], record))
			place++;
		if (place == recovery->count)
			return;
		found = &recovery->found[place];
		*bucket = place + 1;
		*next = place + 1;
	}
	found->defined_in = recovery->reader->sequence;
}

static void replay_records(struct delta_recovery *recovery, const struct delta_home *home)
{
	struct delta_record record;
	uint32_t next = 0;

	while (delta_reader_next(recovery->reader, &record)) {
		struct delta_found *found;

		if (record.kind == DELTA_STREAM) {
			define_again(recovery, &record, &next);
			continue;
		}
		found = find(recovery, record.stream);
		if (found && found->fate == DELTA_WAITS && record.kind != DELTA_DROP &&
		    recovery->reader->records > found->since)
			replay_record(recovery, home, found, &record);
	}
}

void delta_recovery_replay(struct delta_recovery *recovery, const struct delta_home *home)
{
	recovery->open = 0;
	for (uint32_t i = 0; i <= recovery->mask; i++)
		recovery->by_number[i] = 0;
	for (uint32_t i = 0; i < recovery->count; i++)
		recovery->found[i].defined_in = 0;
	delta_reader_rewind(recovery->reader);
	replay_records(recovery, home);
	for (uint32_t i = 0; i < recovery->count; i++) {
		struct delta_found *found = &recovery->found[i];
		int error = 0;

		if (found->fate == DELTA_WAITS && !found->opened)
			error = begin(recovery, home, found);
		if (!error && (found->fate == DELTA_WAITS || found->fate == DELTA_LEFT))
			error = finish(recovery, home, found);
		if (error)
			fail(found, error);
	}
	close_open(recovery, home);
}

uint32_t delta_recovery_count(const struct delta_recovery *recovery, enum delta_fate fate)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < recovery->count; i++)
		count += recovery->found[i].fate == fate;
	return count;
}

bool delta_recovery_is_whole(const struct delta_recovery *recovery)
{
	return !delta_recovery_count(recovery, DELTA_ABSENT) &&
	       !delta_recovery_count(recovery, DELTA_SHORT) &&
	       !delta_recovery_count(recovery, DELTA_FAILED);
}

bool delta_recovery_is_of_tier(const struct delta_recovery *recovery)
{
	for (uint32_t i = 0; i < recovery->count; i++) {
		if (recovery->found[i].definition.root.length == 0)
			return true;
	}
	return false;
}
