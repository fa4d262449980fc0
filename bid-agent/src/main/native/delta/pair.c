/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "delta/pair.h"

#include "bid/errors.h"
#include "delta/bytes.h"
#include "delta/crc.h"

#define HEAD_BYTES 7u
#define SUM_BYTES  4u
/* How many sums are read at a time. */
#define SUMS_AT_A_TIME 128u
/* Kinds of HDFS's checksum files. */
#define TYPE_CRC32  1u
#define TYPE_CRC32C 2u

struct pair {
	const struct delta_home *home;
	uint8_t *memory;
	enum delta_crc_kind kind;
	uint32_t chunk; /* bytes */
	uint64_t length;
	uint64_t sums; /* whole ones */
	uint8_t sum[SUMS_AT_A_TIME * SUM_BYTES];
};

static uint64_t least(uint64_t one, uint64_t other)
{
	return one < other ? one : other;
}

/* Java's order: the highest byte first. */
static uint32_t get_big(const uint8_t *from)
{
	return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
}

/* -ERANGE: there is no whole head. */
static int read_head(struct pair *pair)
{
	const struct delta_home *home = pair->home;
	uint8_t head[HEAD_BYTES];
	uint64_t length;
	int error = home->ops->length(home->context, DELTA_FILE_DATA, &pair->length);

	if (!error)
		error = home->ops->length(home->context, DELTA_FILE_CHECKSUM, &length);
	if (error)
		return error;
	if (length < HEAD_BYTES)
		return -ERANGE;
	error = home->ops->read(home->context, DELTA_FILE_CHECKSUM, 0, head, HEAD_BYTES);
	if (error)
		return error;
	pair->chunk = get_big(head + 3);
	pair->sums = (length - HEAD_BYTES) / SUM_BYTES;
	pair->kind = head[2] == TYPE_CRC32 ? DELTA_CRC32 : DELTA_CRC32C;
	/* A head of zeros is one that never reached the disk. */
	if (head[0] == 0 && head[1] == 0)
		return -ERANGE;
	return (head[2] == TYPE_CRC32 || head[2] == TYPE_CRC32C) && pair->chunk > 0 ? 0 : -ENOTSUP;
}

static int chunk_sum(const struct pair *pair, uint64_t offset, uint64_t count, uint32_t *sum)
{
	const struct delta_home *home = pair->home;

	*sum = 0;
	while (count > 0) {
		uint32_t part = (uint32_t)least(count, DELTA_PAIR_BYTES);
		int error =
			home->ops->read(home->context, DELTA_FILE_DATA, offset, pair->memory, part);

		if (error)
			return error;
		*sum = delta_crc(pair->kind, *sum, pair->memory, part);
		offset += part;
		count -= part;
	}
	return 0;
}

/* Looks at chunks that one read of data holds, from a chunk's beginning on. */
static int verify_many(struct pair *pair, uint64_t first, uint64_t count, uint64_t *verified)
{
	const struct delta_home *home = pair->home;
	uint64_t offset = first * pair->chunk;
	uint64_t bytes = least(count * pair->chunk, pair->length - offset);
	int error = home->ops->read(home->context, DELTA_FILE_DATA, offset, pair->memory,
				    (uint32_t)bytes);

	for (uint64_t i = 0; !error && i < count; i++) {
		uint64_t at = i * pair->chunk;
		uint32_t length = (uint32_t)least(pair->chunk, bytes - at);

		if (delta_crc(pair->kind, 0, pair->memory + at, length) !=
		    get_big(pair->sum + i * SUM_BYTES))
			return 0;
		*verified = offset + at + length;
	}
	return error;
}

static int verify_one(struct pair *pair, uint64_t chunk, uint64_t *verified)
{
	uint64_t offset = chunk * pair->chunk;
	uint64_t count = least(pair->chunk, pair->length - offset);
	uint32_t sum;
	int error = chunk_sum(pair, offset, count, &sum);

	if (!error && sum == get_big(pair->sum))
		*verified = offset + count;
	return error;
}

static int verify_from(struct pair *pair, uint64_t chunk, uint64_t *verified)
{
	const struct delta_home *home = pair->home;
	uint64_t chunks = (pair->length + pair->chunk - 1) / pair->chunk;
	uint64_t end = least(chunks, pair->sums);
	uint64_t at_a_time = pair->chunk > DELTA_PAIR_BYTES
				     ? 1
				     : least(DELTA_PAIR_BYTES / pair->chunk, SUMS_AT_A_TIME);

	while (chunk < end) {
		uint64_t count = least(at_a_time, end - chunk);
		uint64_t before = *verified;
		int error = home->ops->read(home->context, DELTA_FILE_CHECKSUM,
					    HEAD_BYTES + chunk * SUM_BYTES, pair->sum,
					    (uint32_t)(count * SUM_BYTES));

		if (!error)
			error = pair->chunk > DELTA_PAIR_BYTES
					? verify_one(pair, chunk, verified)
					: verify_many(pair, chunk, count, verified);
		chunk += count;
		if (error || *verified == before ||
		    *verified < least(chunk * pair->chunk, pair->length))
			return error;
	}
	return 0;
}

int delta_pair_verified(const struct delta_home *home, uint64_t from, uint8_t *memory,
			uint64_t *verified)
{
	struct pair pair = {.home = home, .memory = memory};
	int error = read_head(&pair);
	uint64_t chunk;

	*verified = 0;
	if (error)
		return error == -ERANGE ? 0 : error;
	chunk = least(from, pair.length) / pair.chunk;
	*verified = chunk * pair.chunk;
	return verify_from(&pair, chunk, verified);
}
