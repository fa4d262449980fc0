/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A transfer is walked track by track, never sector by sector: on each track the arm moves there,
 * waits for the angle, and the piece passes.
 */
#include "device/mechanics.h"

/* A head that is late by less than this still reads the sector: angles are rounded to ns. */
#define ANGLE_TOLERANCE_NS 1000u

static uint64_t mechanics_settled_ns(uint64_t ns, int64_t settle_ns)
{
	if (settle_ns >= 0)
		return ns + (uint64_t)settle_ns;
	return ns > (uint64_t)-settle_ns ? ns - (uint64_t)-settle_ns : 0;
}

uint64_t mechanics_move_ns(const struct mechanics *mechanics, const struct arm *arm,
			   const struct place *place, bool write)
{
	uint32_t distance = place->cylinder > arm->cylinder ? place->cylinder - arm->cylinder
							    : arm->cylinder - place->cylinder;
	uint64_t ns = mechanics->seek_ns[distance];

	if (!distance && place->head == arm->head)
		return 0;
	if (place->head != arm->head && ns < mechanics->head_switch_ns)
		ns = mechanics->head_switch_ns;
	return write ? mechanics_settled_ns(ns, mechanics->write_settle_ns) : ns;
}

static uint64_t mechanics_wait_ns(const struct mechanics *mechanics, uint64_t angle_ns,
				  uint64_t now_ns)
{
	uint64_t rotation = mechanics->geometry->rotation_ns;
	uint64_t wait;

	if (mechanics->access == HDD_ACCESS_AVERAGE_ROTATION)
		return rotation / 2;
	wait = (angle_ns + rotation - now_ns % rotation) % rotation;
	return wait > rotation - ANGLE_TOLERANCE_NS ? 0 : wait;
}

static void arm_move(struct arm *arm, const struct place *place, uint64_t now_ns)
{
	uint32_t from = arm->cylinder;

	arm->head = place->head;
	if (place->cylinder == from)
		return;
	arm->cylinder = place->cylinder;
	arm->movements++;
	arm->distance += place->cylinder > from ? place->cylinder - from : from - place->cylinder;
	if (arm->moved)
		arm->moved(arm->context, now_ns, place->cylinder);
}

/* Moves to a piece of a track and lets it pass; returns how many of its slots did by the limit. */
static uint64_t mechanics_piece(const struct mechanics *mechanics, struct arm *arm,
				const struct place *place, uint64_t slots, bool write,
				uint64_t limit_ns, struct transfer *transfer)
{
	const struct geometry *geometry = mechanics->geometry;
	double sector_ns = geometry->zones[place->zone].sector_ns;
	uint64_t on_track = transfer->end_ns + mechanics_move_ns(mechanics, arm, place, write);
	uint64_t wait = mechanics_wait_ns(mechanics, place->angle_ns, on_track);
	uint64_t length = (uint64_t)((double)slots * sector_ns);
	bool first = transfer->first_ns == UINT64_MAX;

	if (on_track > limit_ns)
		return 0;
	arm_move(arm, place, on_track);
	if (on_track + wait + length > limit_ns) {
		slots = on_track + wait >= limit_ns
				? 0
				: (uint64_t)((double)(limit_ns - on_track - wait) / sector_ns);
		length = (uint64_t)((double)slots * sector_ns);
	}
	if (!slots) {
		transfer->end_ns = on_track;
		return 0;
	}
	if (first) {
		transfer->first_ns = on_track + wait;
		transfer->waited_ns = wait;
	}
	transfer->end_ns = on_track + wait + length;
	transfer->gathered += slots;
	/* The head came down inside the piece: it is over after one turn. */
	if (mechanics->zero_latency[write] && wait + length > geometry->rotation_ns) {
		transfer->end_ns = on_track + geometry->rotation_ns;
		transfer->gathered_ns = transfer->end_ns;
		transfer->gathered =
			(uint64_t)((double)(wait + length - geometry->rotation_ns) / sector_ns);
	}
	return slots;
}

/* Walks the slots from the first to before the last of a zone; returns the one it stopped at. */
static uint64_t mechanics_walk(const struct mechanics *mechanics, struct arm *arm, uint32_t zone,
			       uint64_t slot, uint64_t end, bool write, uint64_t limit_ns,
			       struct transfer *transfer)
{
	uint32_t per_track = mechanics->geometry->zones[zone].sectors_per_track;

	while (slot < end) {
		struct place place = geometry_place_of_slot(mechanics->geometry, zone, slot);
		uint64_t piece = per_track - place.sector;
		uint64_t done;

		if (piece > end - slot)
			piece = end - slot;
		done = mechanics_piece(mechanics, arm, &place, piece, write, limit_ns, transfer);
		slot += done;
		if (done < piece)
			break;
	}
	return slot;
}

/* As mechanics_walk, with what was moved away read where it is now. */
static uint64_t mechanics_walk_defects(const struct mechanics *mechanics, struct arm *arm,
				       uint32_t zone_index, uint64_t slot, uint64_t end, bool write,
				       uint64_t limit_ns, struct transfer *transfer)
{
	const struct geometry_zone *zone = &mechanics->geometry->zones[zone_index];

	for (size_t i = geometry_defect_from(zone, slot); i < zone->defect_count; i++) {
		uint64_t bad = zone->defects[i].slot;
		uint64_t replacement = zone->defects[i].replacement;

		if (bad >= end)
			break;
		slot = mechanics_walk(mechanics, arm, zone_index, slot, bad, write, limit_ns,
				      transfer);
		if (slot < bad ||
		    mechanics_walk(mechanics, arm, zone_index, replacement, replacement + 1, write,
				   limit_ns, transfer) == replacement)
			return slot;
		slot = bad + 1;
	}
	return mechanics_walk(mechanics, arm, zone_index, slot, end, write, limit_ns, transfer);
}

static struct transfer mechanics_constant(const struct mechanics *mechanics, uint64_t sectors,
					  uint64_t start_ns, uint64_t limit_ns)
{
	uint64_t end = start_ns + mechanics->constant_ns;

	if (end > limit_ns)
		return (struct transfer){.first_ns = UINT64_MAX, .end_ns = start_ns};
	return (struct transfer){.first_ns = end, .end_ns = end, .sectors = sectors};
}

struct transfer mechanics_transfer(const struct mechanics *mechanics, struct arm *arm, uint64_t lba,
				   uint64_t sectors, bool write, uint64_t start_ns,
				   uint64_t limit_ns)
{
	const struct geometry *geometry = mechanics->geometry;
	struct transfer transfer = {.first_ns = UINT64_MAX, .end_ns = start_ns};
	uint64_t end = sectors < geometry->sectors - lba ? lba + sectors : geometry->sectors;

	if (mechanics->access == HDD_ACCESS_CONSTANT)
		return mechanics_constant(mechanics, end - lba, start_ns, limit_ns);
	for (uint32_t unit = geometry_unit_of(geometry, lba); lba < end; unit++) {
		uint64_t next = geometry->units[unit + 1].first_lba;
		uint64_t stop = next < end ? next : end;
		uint64_t slot = geometry_slot(geometry, unit, lba);
		uint64_t last = geometry_slot(geometry, unit, stop - 1);
		uint64_t reached =
			mechanics_walk_defects(mechanics, arm, geometry->units[unit].zone, slot,
					       last + 1, write, limit_ns, &transfer);

		if (reached <= last) {
			transfer.sectors += geometry_lba_from(geometry, unit, reached) - lba;
			break;
		}
		transfer.sectors += stop - lba;
		lba = stop;
	}
	return transfer;
}

uint64_t mechanics_positioning_ns(const struct mechanics *mechanics, const struct arm *arm,
				  const struct place *place, bool write, uint64_t now_ns)
{
	uint64_t move;

	if (mechanics->access == HDD_ACCESS_CONSTANT)
		return mechanics->constant_ns;
	move = mechanics_move_ns(mechanics, arm, place, write);
	return move + mechanics_wait_ns(mechanics, place->angle_ns, now_ns + move);
}

uint64_t mechanics_track_rest(const struct mechanics *mechanics, uint64_t lba)
{
	const struct geometry *geometry = mechanics->geometry;
	uint32_t unit = geometry_unit_of(geometry, lba);
	uint64_t slot = geometry_slot(geometry, unit, lba);
	uint32_t per_track = geometry->zones[geometry->units[unit].zone].sectors_per_track;

	return geometry_lba_from(geometry, unit, slot - slot % per_track + per_track) - lba;
}

uint64_t mechanics_track_start(const struct mechanics *mechanics, uint64_t lba)
{
	const struct geometry *geometry = mechanics->geometry;
	uint32_t unit = geometry_unit_of(geometry, lba);
	uint64_t slot = geometry_slot(geometry, unit, lba);
	uint32_t per_track = geometry->zones[geometry->units[unit].zone].sectors_per_track;

	return geometry_lba_from(geometry, unit, slot - slot % per_track);
}

uint64_t mechanics_cylinder_rest(const struct mechanics *mechanics, uint64_t lba)
{
	const struct geometry *geometry = mechanics->geometry;
	uint32_t unit = geometry_unit_of(geometry, lba);
	uint64_t slot = geometry_slot(geometry, unit, lba);
	uint64_t slots = geometry->zones[geometry->units[unit].zone].cylinder_slots;

	return geometry_lba_from(geometry, unit, slot - slot % slots + slots) - lba;
}
