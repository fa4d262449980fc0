/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "delta/unit.h"

#include "delta/format.h"

#define PAGE_BITS    36u /* of an offset, by pages */
#define NS_OF_SECOND UINT64_C(1000000000)

static uint32_t slots(uint32_t pages_max)
{
	uint32_t count = 16;

	while (count < 2 * pages_max)
		count *= 2;
	return count;
}

size_t delta_unit_bytes(uint32_t pages_max)
{
	return slots(pages_max) * sizeof(uint64_t);
}

void delta_unit_init(struct delta_unit *unit, void *memory, uint32_t pages_max)
{
	*unit = (struct delta_unit){
		.page = memory, .mask = slots(pages_max) - 1, .pages_max = pages_max};
	delta_unit_clear(unit);
}

void delta_unit_clear(struct delta_unit *unit)
{
	unit->pages = 0;
	unit->bytes = 0;
	for (uint32_t i = 0; i <= unit->mask; i++)
		unit->page[i] = 0;
}

/* Where the key is, or would be. Keys are above 0. */
static uint32_t place_of(const struct delta_unit *unit, uint64_t key)
{
	uint32_t at = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & unit->mask;

	while (unit->page[at] && unit->page[at] != key)
		at = (at + 1) & unit->mask;
	return at;
}

static uint64_t key_of(uint32_t stream, uint64_t page)
{
	return ((uint64_t)stream << PAGE_BITS | page) + 1;
}

void delta_unit_add(struct delta_unit *unit, uint32_t stream, uint64_t offset, uint32_t count)
{
	uint64_t last = (offset + count - 1) / DELTA_PAGE;

	unit->bytes += delta_record_bytes(count);
	for (uint64_t page = offset / DELTA_PAGE; page <= last; page++) {
		uint32_t at = place_of(unit, key_of(stream, page));

		if (unit->page[at])
			continue;
		/* One more than there may be says that there are too many. */
		if (unit->pages > unit->pages_max)
			return;
		unit->pages++;
		if (unit->pages <= unit->pages_max)
			unit->page[at] = key_of(stream, page);
	}
}

uint32_t delta_unit_runs(const struct delta_unit *unit)
{
	uint32_t runs = 0;

	for (uint32_t i = 0; i <= unit->mask; i++) {
		uint64_t key = unit->page[i];
		bool is_first = (key - 1) % (UINT64_C(1) << PAGE_BITS) == 0;

		runs += key && (is_first || !unit->page[place_of(unit, key - 1)]);
	}
	return runs;
}

static uint64_t transfer_ns(uint64_t bytes, uint64_t bytes_per_second)
{
	return bytes * NS_OF_SECOND / bytes_per_second;
}

bool delta_unit_writes_pages(const struct delta_unit *unit, enum delta_reclaim reclaim,
			     const struct delta_devices *devices)
{
	uint64_t page_bytes = (uint64_t)unit->pages * DELTA_PAGE;
	uint64_t home_ns;

	if (unit->pages > unit->pages_max)
		return false;
	if (reclaim == DELTA_RECLAIM_BYTES)
		return page_bytes < unit->bytes;
	home_ns = delta_unit_runs(unit) * devices->home_positioning_ns +
		  transfer_ns(page_bytes, devices->home_bytes_per_second);
	return home_ns < transfer_ns(unit->bytes, devices->log_bytes_per_second);
}

bool delta_unit_next(const struct delta_unit *unit, uint32_t *place, uint32_t *stream,
		     uint64_t *page)
{
	for (; *place <= unit->mask; ++*place) {
		uint64_t key = unit->page[*place];

		if (!key)
			continue;
		*stream = (uint32_t)((key - 1) >> PAGE_BITS);
		*page = (key - 1) & ((UINT64_C(1) << PAGE_BITS) - 1);
		++*place;
		return true;
	}
	return false;
}
