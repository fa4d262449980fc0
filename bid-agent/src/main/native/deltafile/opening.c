/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "deltafile/opening.h"

#include <errno.h>
#include <stddef.h>

void opening_ask(struct opening *opening)
{
	if (opening)
		atomic_fetch_add(&opening->calls, 1);
}

void opening_answered(struct opening *opening)
{
	if (opening)
		atomic_fetch_add(&opening->calls, 1);
}

bool opening_is_given_up(struct opening *opening)
{
	return opening && atomic_load(&opening->given_up);
}

/* ---- the log's place ---- */

static int area_read(void *context, uint64_t offset, uint8_t *memory, uint32_t bytes)
{
	const struct opening_area *area = context;
	int error;

	if (opening_is_given_up(area->opening))
		return -ECANCELED;
	opening_ask(area->opening);
	error = area->inner.ops->read(area->inner.context, offset, memory, bytes);
	opening_answered(area->opening);
	return error;
}

static int area_write(void *context, uint64_t offset, const uint8_t *memory, uint32_t bytes)
{
	const struct opening_area *area = context;
	int error;

	if (opening_is_given_up(area->opening))
		return -ECANCELED;
	opening_ask(area->opening);
	error = area->inner.ops->write(area->inner.context, offset, memory, bytes);
	opening_answered(area->opening);
	return error;
}

static const struct delta_area_ops area_ops = {.read = area_read, .write = area_write};

void opening_area_init(struct opening_area *area, struct delta_area inner, struct opening *opening)
{
	*area = (struct opening_area){
		.area = {.ops = &area_ops, .context = area}, .inner = inner, .opening = opening};
}

/* ---- streams' files ---- */

static int home_open(void *context, const struct delta_definition *definition, bool create)
{
	const struct opening_home *home = context;

	return opening_is_given_up(home->opening)
		       ? -ECANCELED
		       : home->inner.ops->open(home->inner.context, definition, create);
}

static int home_length(void *context, enum delta_file file, uint64_t *length)
{
	const struct opening_home *home = context;

	return home->inner.ops->length(home->inner.context, file, length);
}

static int home_read(void *context, enum delta_file file, uint64_t offset, uint8_t *memory,
		     uint32_t bytes)
{
	const struct opening_home *home = context;

	return home->inner.ops->read(home->inner.context, file, offset, memory, bytes);
}

static int home_write(void *context, enum delta_file file, uint64_t offset, const uint8_t *bytes,
		      uint32_t count)
{
	const struct opening_home *home = context;

	return opening_is_given_up(home->opening)
		       ? -ECANCELED
		       : home->inner.ops->write(home->inner.context, file, offset, bytes, count);
}

static int home_cut(void *context, enum delta_file file, uint64_t length)
{
	const struct opening_home *home = context;

	return opening_is_given_up(home->opening)
		       ? -ECANCELED
		       : home->inner.ops->cut(home->inner.context, file, length);
}

static int home_sync(void *context)
{
	const struct opening_home *home = context;

	return opening_is_given_up(home->opening) ? -ECANCELED
						  : home->inner.ops->sync(home->inner.context);
}

static void home_close(void *context)
{
	const struct opening_home *home = context;

	home->inner.ops->close(home->inner.context);
}

static const struct delta_home_ops home_ops = {.open = home_open,
					       .length = home_length,
					       .read = home_read,
					       .write = home_write,
					       .cut = home_cut,
					       .sync = home_sync,
					       .close = home_close};

void opening_home_init(struct opening_home *home, struct delta_home inner, struct opening *opening)
{
	*home = (struct opening_home){
		.home = {.ops = &home_ops, .context = home}, .inner = inner, .opening = opening};
}
