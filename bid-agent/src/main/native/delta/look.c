/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "delta/look.h"

#include "bid/errors.h"
#include "delta/bytes.h"
#include "delta/reader.h"

static int look_at_head(const struct delta_area *area, const struct delta_geometry *geometry,
			uint64_t sequence, uint8_t *page)
{
	struct delta_segment_head head;
	int error = area->ops->read(area->context, delta_segment_offset(geometry, sequence), page,
				    DELTA_PAGE);

	if (!error)
		error = delta_segment_head_get(page, geometry,
					       (uint32_t)(sequence % geometry->segments), &head);
	if (error)
		return error;
	return head.sequence == sequence ? 0 : -EBADMSG;
}

static int look_at_first_page(const struct delta_area *area, const struct delta_geometry *geometry,
			      uint8_t *page)
{
	struct delta_geometry found;
	int error = delta_reader_head(area, page, &found);

	if (error)
		return error;
	return found.segments == geometry->segments &&
			       found.segment_bytes == geometry->segment_bytes &&
			       delta_same(found.uuid, geometry->uuid, DELTA_UUID_BYTES)
		       ? 0
		       : -EBADMSG;
}

static int look_at_last_page(const struct delta_area *area, const struct delta_geometry *geometry,
			     const struct delta_look *look)
{
	uint64_t offset = delta_segment_offset(geometry, look->newest) + look->end - DELTA_PAGE;
	int error = area->ops->read(area->context, offset, look->page, DELTA_PAGE);

	if (error)
		return error;
	return delta_same(look->page, look->last, DELTA_PAGE) ? 0 : -EBADMSG;
}

int delta_look(const struct delta_area *area, const struct delta_geometry *geometry,
	       const struct delta_look *look)
{
	int error = look_at_first_page(area, geometry, look->page);

	if (!error)
		error = look_at_head(area, geometry, look->newest, look->page);
	if (!error && look->other != look->newest)
		error = look_at_head(area, geometry, look->other, look->page);
	if (!error && look->end)
		error = look_at_last_page(area, geometry, look);
	/* Nor is it ours when another version's is there. */
	return error == -EPROTONOSUPPORT ? -EBADMSG : error;
}
