/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Where each sector lies: address to cylinder, head and sector, and its angle, and back.
 */
#ifndef DEVICE_GEOMETRY_H
#define DEVICE_GEOMETRY_H

#include "device/failure.h"
#include "device/hdd_description.h"

/* Limits that keep a wrong description from taking the machine's memory. */
#define GEOMETRY_MAX_CYLINDERS 8000000u
#define GEOMETRY_MAX_UNITS     4000000u

/* A stretch of a zone with its own spares: a zone, a range of cylinders, a cylinder or a track. */
struct geometry_unit {
	uint64_t first_lba;
	uint64_t first_slot; /* its first that is numbered, of the zone */
	uint32_t zone;
	uint32_t first_slip; /* index of the first slip at or after first_slot */
};

struct geometry_zone {
	uint32_t first_cylinder;
	uint32_t cylinders;
	uint32_t sectors_per_track;
	uint32_t first_unit;
	uint32_t end_unit;
	uint64_t slots;
	uint64_t cylinder_slots;
	double sector_ns;  /* what a sector takes to pass */
	uint64_t first_ns; /* angle of slot 0, as time from the index mark */
	uint64_t track_skew_ns;
	uint64_t cylinder_turn_ns; /* angle from a cylinder's first track to the next one's */
	uint64_t *slips;
	uint64_t *slip_keys; /* slips[i] - i: an ascending key to count those before an address */
	size_t slip_count;
	struct hdd_defect *defects; /* by slot */
	size_t defect_count;
};

struct geometry {
	struct geometry_zone *zones;
	uint32_t zone_count;
	struct geometry_unit *units; /* by first_lba, one more at the end as a mark */
	uint32_t unit_count;
	uint32_t heads;
	uint32_t cylinders;
	uint64_t sectors;
	uint64_t rotation_ns;
	enum hdd_mapping mapping;
};

/* A place on the media. */
struct place {
	uint32_t zone;
	uint32_t cylinder;
	uint32_t head;
	uint32_t sector;   /* of its track */
	uint64_t angle_ns; /* of its start, as time from the index mark, less than a rotation */
};

/* Returns 0, -EINVAL with a message, or -ENOMEM. The description may be freed afterwards. */
int geometry_init(struct geometry *geometry, const struct hdd_description *description,
		  const struct failure *failure);
void geometry_free(struct geometry *geometry);

/* The unit that holds an address, and the slot in its zone. lba < sectors. */
uint32_t geometry_unit_of(const struct geometry *geometry, uint64_t lba);
uint64_t geometry_slot(const struct geometry *geometry, uint32_t unit, uint64_t lba);
/* The first address of the unit at or after a slot; the next unit's first when there is none. */
uint64_t geometry_lba_from(const struct geometry *geometry, uint32_t unit, uint64_t slot);

/* Index of the zone's first defect at or after a slot. */
size_t geometry_defect_from(const struct geometry_zone *zone, uint64_t slot);

struct place geometry_place_of_slot(const struct geometry *geometry, uint32_t zone, uint64_t slot);
/* With defects followed to their replacements. lba < sectors. */
struct place geometry_place(const struct geometry *geometry, uint64_t lba);
/* The address at cylinder, head and sector; false when nothing is numbered there. */
bool geometry_lba(const struct geometry *geometry, uint32_t cylinder, uint32_t head,
		  uint32_t sector, uint64_t *lba);

#endif
