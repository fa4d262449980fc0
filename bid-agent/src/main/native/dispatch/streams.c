/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "streams.h"

#include <stdlib.h>

/* Names that were not given out begin here: two streams may share one, and only learn together. */
#define SHARED_NAMES (UINT64_C(1) << 63)

static struct announced_stream *of_stream(struct bid_tree_node *node)
{
	return node ? bid_container_of(node, struct announced_stream, by_stream) : NULL;
}

void stream_names_init(struct stream_names *names)
{
	bid_tree_init(&names->by_stream);
	bid_tree_init(&names->by_name);
	bid_list_init(&names->announced);
	names->names = 0;
}

struct announced_stream *stream_announced(const struct stream_names *names, uint64_t stream)
{
	struct announced_stream *found = of_stream(bid_tree_at_or_after(&names->by_stream, stream));

	return found && found->by_stream.key == stream ? found : NULL;
}

struct announced_stream *stream_named(const struct stream_names *names, uint64_t name)
{
	struct bid_tree_node *node = bid_tree_at_or_after(&names->by_name, name);

	return node && node->key == name ? bid_container_of(node, struct announced_stream, by_name)
					 : NULL;
}

uint64_t stream_name(const struct stream_names *names, uint64_t stream,
		     const struct volume_file *file)
{
	const struct announced_stream *announced = stream_announced(names, stream);

	if (announced && announced->file->place == file->place)
		return announced->by_name.key;
	/* Spread as Fibonacci hashing does (Knuth, The Art of Computer Programming, 6.4). */
	return (stream ^ file->place->number * UINT64_C(0x9e3779b97f4a7c15)) | SHARED_NAMES;
}

struct announced_stream *stream_announce(struct stream_names *names, uint64_t stream,
					 struct volume_file *file, uint64_t offset, uint64_t end)
{
	struct announced_stream *announced = calloc(1, sizeof(*announced));

	if (!announced)
		return NULL;
	announced->file = file;
	announced->offset = offset;
	announced->end = end;
	bid_tree_insert(&names->by_stream, &announced->by_stream, stream);
	bid_tree_insert(&names->by_name, &announced->by_name, ++names->names);
	bid_list_append(&names->announced, &announced->link);
	return announced;
}

void stream_remove(struct stream_names *names, struct announced_stream *announced)
{
	bid_tree_remove(&names->by_stream, &announced->by_stream);
	bid_tree_remove(&names->by_name, &announced->by_name);
	bid_list_remove(&announced->link);
	file_let_go(announced->file);
	free(announced);
}
