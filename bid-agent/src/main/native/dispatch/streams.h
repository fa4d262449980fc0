/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What callers' streams are called within the core. One that has announced something has a name of
 * its own for the file that it announced, so that no other's read is ever taken for one of its.
 * Used by one thread.
 */
#ifndef DISPATCH_STREAMS_H
#define DISPATCH_STREAMS_H

#include "bid/tree.h"
#include "file.h"

/* What a stream announced: bytes of a file. */
struct announced_stream {
	struct bid_link link; /* in order of announcing */
	struct bid_tree_node by_stream;
	struct bid_tree_node by_name;
	struct volume_file *file;
	uint64_t offset;
	uint64_t end;
};

struct stream_names {
	struct bid_tree by_stream;
	struct bid_tree by_name;
	struct bid_link announced; /* the longest ago first */
	uint64_t names;
};

void stream_names_init(struct stream_names *names);
/* The name for what the stream asks of the file. */
uint64_t stream_name(const struct stream_names *names, uint64_t stream,
		     const struct volume_file *file);
/* Makes a name; takes over a use of the file. NULL: there is no memory. */
struct announced_stream *stream_announce(struct stream_names *names, uint64_t stream,
					 struct volume_file *file, uint64_t offset, uint64_t end);
/* What the stream announced; NULL: nothing. */
struct announced_stream *stream_announced(const struct stream_names *names, uint64_t stream);
/* Whose name it is, or NULL. */
struct announced_stream *stream_named(const struct stream_names *names, uint64_t name);
/* The name is nobody's any more. */
void stream_remove(struct stream_names *names, struct announced_stream *announced);

#endif
