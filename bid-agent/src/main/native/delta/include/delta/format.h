/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The delta log as it lies in its file; docs/bid-delta.md has it in words. All numbers have their
 * lowest byte first.
 *
 * The file is a page that says how long everything is, and segments, of which the one of sequence
 * number s is the (s mod count)th. A segment is a page that says its sequence number, and commits:
 * whole pages that are written at once. A commit is records, of which the last is a pad that ends
 * it. A record's sum is over its head, its payload, and the log's and the segment's numbers, so
 * that no record of another log or lap passes for one of this.
 */
#ifndef DELTA_FORMAT_H
#define DELTA_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DELTA_PAGE               4096u
#define DELTA_UUID_BYTES         16u
#define DELTA_VERSION            1u
#define DELTA_SEGMENT_BYTES_MIN  (256u << 10)
#define DELTA_SEGMENT_BYTES_MAX  (1u << 30)
#define DELTA_SEGMENTS_MIN       4u
#define DELTA_SEGMENTS_MAX       (1u << 16)
#define DELTA_RECORD_HEAD        16u
#define DELTA_PAYLOAD_MAX        65536u
#define DELTA_STREAM_MAX         0xffffffu
#define DELTA_OFFSET_MAX         ((UINT64_C(1) << 48) - 1)
#define DELTA_COMMIT_BYTES_MAX   (1u << 20)
#define DELTA_TEXT_MAX           4095u /* bytes of a stream's names together */
#define DELTA_LENGTH_PAYLOAD     8u
#define DELTA_CHECKPOINT_PAYLOAD 8u
/* What a stream's definition has before its names. */
#define DELTA_DEFINITION_FIXED 16u

/* Numbers 7 and 8 are kept for entries of a redirect table. */
enum delta_kind {
	DELTA_DATA = 1,       /* bytes of the stream's data file */
	DELTA_CHECKSUM = 2,   /* bytes of its checksum file */
	DELTA_STREAM = 3,     /* what the stream is: from here on its number stands for that */
	DELTA_LENGTH = 4,     /* both files' lengths, to which all records before are one whole */
	DELTA_DROP = 5,       /* the stream's records before this one are at home, or not wanted */
	DELTA_CHECKPOINT = 9, /* nothing before it is needed; its payload: the segment's number */
	DELTA_PAD = 10,       /* ends a commit; its offset is where that begins in the segment */
};

struct delta_geometry {
	uint8_t uuid[DELTA_UUID_BYTES];
	uint32_t segment_bytes; /* a multiple of a page */
	uint32_t segments;
};

/* The first page of a segment. */
struct delta_segment_head {
	uint64_t sequence;     /* from 1 on, one more for each segment that is begun */
	uint64_t tail;         /* segments below it hold nothing that is needed; at most sequence */
	uint32_t previous_end; /* bytes of the one before, to the end of its last commit; 0: none */
};

struct delta_record {
	uint32_t stream; /* 0: of none */
	enum delta_kind kind;
	uint32_t length; /* of the payload, 1 to DELTA_PAYLOAD_MAX */
	uint64_t offset; /* what that is depends on the kind */
	const uint8_t *payload;
};

/* A name: bytes without an end mark. */
struct delta_text {
	const char *bytes;
	uint16_t length;
};

/* What a stream is. Names are UTF-8; files are named from the volume's root on. */
struct delta_definition {
	uint64_t block;
	uint64_t stamp;           /* generation: a newer one ends the stream */
	struct delta_text pool;   /* of blocks; may be empty */
	struct delta_text volume; /* its identifier; empty: the root alone says it */
	struct delta_text root;   /* where the volume was */
	struct delta_text data;
	struct delta_text checksum; /* empty: there is no checksum file */
};

/* -EINVAL for a geometry that no log may have. */
int delta_geometry_check(const struct delta_geometry *geometry);
/* Bytes of the file. */
uint64_t delta_file_bytes(const struct delta_geometry *geometry);
/* Where in the file the segment of that sequence number begins. */
uint64_t delta_segment_offset(const struct delta_geometry *geometry, uint64_t sequence);

/* Pages are DELTA_PAGE bytes. To get one gives 0, -EBADMSG when it is none, or damaged, and
 * -EPROTONOSUPPORT when another version wrote it. */
void delta_log_head_put(uint8_t *page, const struct delta_geometry *geometry);
int delta_log_head_get(const uint8_t *page, struct delta_geometry *geometry);
/* That of the segment at that place, of 0 to segments - 1. */
void delta_segment_head_put(uint8_t *page, const struct delta_geometry *geometry,
			    const struct delta_segment_head *head);
int delta_segment_head_get(const uint8_t *page, const struct delta_geometry *geometry,
			   uint32_t place, struct delta_segment_head *head);

/* Whether the page is some segment's head; of which log, if it is. */
bool delta_segment_head_uuid(const uint8_t *page, uint8_t *uuid);

/* What the sums of a segment's records begin with. */
uint32_t delta_seed(const struct delta_geometry *geometry, uint64_t sequence);

/* Bytes that a record takes. */
static inline uint32_t delta_record_bytes(uint32_t length)
{
	return DELTA_RECORD_HEAD + length;
}

/* Returns the bytes that it took. The payload may lie where it is put already. */
uint32_t delta_record_put(uint8_t *to, const struct delta_record *record, uint32_t seed);

/*
 * The record that begins there, whose payload stays where it is. Returns 0; -EAGAIN when it would
 * go on past the bytes that there are; -EBADMSG when there is none.
 */
int delta_record_get(const uint8_t *from, size_t bytes, uint32_t seed, struct delta_record *record);
/* One that was got before, without another look at its sum. */
void delta_record_get_again(const uint8_t *from, struct delta_record *record);

/* Bytes of a definition as a payload; 0 when its names are too long. */
uint32_t delta_definition_bytes(const struct delta_definition *definition);
/* Puts as many. */
void delta_definition_put(uint8_t *to, const struct delta_definition *definition);
/* The names stay where they are. Returns 0, or -EBADMSG when it is none. */
int delta_definition_get(const uint8_t *from, uint32_t bytes, struct delta_definition *definition);

#endif
