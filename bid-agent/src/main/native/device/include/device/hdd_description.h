/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What a rotating disk is made of: zones, mechanics, buffer, overheads. Filled from a description
 * of ours (description.h) or from a drive's DiskSim files (disksim.h); the terms are DiskSim's
 * (Bucy, Schindler, Schlosser, Ganger 2008, "The DiskSim Simulation Environment Version 4.0
 * Reference Manual", CMU-PDL-08-101), because measured drives are described in them.
 */
#ifndef DEVICE_HDD_DESCRIPTION_H
#define DEVICE_HDD_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How sectors are numbered along the tracks. */
enum hdd_mapping {
	HDD_MAPPING_CYLINDER = 0,   /* every cylinder from its first surface to its last */
	HDD_MAPPING_SERPENTINE = 1, /* odd cylinders of a zone from the last surface to the first */
	HDD_MAPPING_SERPENTINE_DISK = 2, /* the same, odd counted from the start of the disk */
};

/* Where spare sectors lie; the values are those of DiskSim's "Sparing scheme used". */
enum hdd_sparing {
	HDD_SPARING_NONE = 0,
	HDD_SPARING_ZONE_TRACKS = 1,        /* whole tracks at the end of a zone */
	HDD_SPARING_CYLINDER = 2,           /* sectors at the end of each cylinder */
	HDD_SPARING_TRACK = 3,              /* sectors at the end of each track */
	HDD_SPARING_CYLINDER_NOT_SLIPS = 4, /* as 2, slipped sectors do not use them */
	HDD_SPARING_CYLINDER_FRONT = 5,     /* sectors at the front of each cylinder */
	HDD_SPARING_CYLINDER_FRONT_NOT_SLIPS = 6,
	HDD_SPARING_DISK = 7,  /* sectors at the end of the disk */
	HDD_SPARING_RANGE = 8, /* sectors at the end of each range of cylinders */
	HDD_SPARING_ZONE = 9,  /* sectors at the end of each zone */
	HDD_SPARING_ZONE_NOT_SLIPS = 10,
	HDD_SPARING_SCHEMES
};

/* A sector that moved: what was at one place of the zone is at another. */
struct hdd_defect {
	uint64_t slot;
	uint64_t replacement;
};

/* A place of a zone is a slot: its sectors counted along the tracks, with spare and bad ones. */
struct hdd_zone {
	uint32_t first_cylinder;
	uint32_t last_cylinder;
	uint32_t sectors_per_track;
	double first_offset;  /* of slot 0 from the index mark, in revolutions */
	double track_skew;    /* from a track to the next of a cylinder, in revolutions */
	double cylinder_skew; /* from a cylinder's last track to the next one's first */
	uint32_t front_slots; /* kept by the drive at the zone's front */
	uint32_t spares;      /* per zone, range, cylinder or track: the sparing scheme says */
	uint64_t *slips;      /* slots that the numbering skips, ascending */
	size_t slip_count;
	struct hdd_defect *defects;
	size_t defect_count;
};

enum hdd_access {
	HDD_ACCESS_ROTATION = 0,     /* seek, switch and rotation are followed exactly */
	HDD_ACCESS_AVERAGE_ROTATION, /* half a turn each time */
	HDD_ACCESS_CONSTANT,         /* one time for all */
};

enum seek_kind {
	SEEK_POINTS = 0,  /* measured points, straight lines between them */
	SEEK_THREE_LINES, /* from single to average to full, straight */
	SEEK_THREE_CURVE, /* Lee and Katz 1993: a * sqrt(d - 1) + b * (d - 1) + c */
	SEEK_TWO_PARTS,   /* Ruemmler and Wilkes 1994: a + b * sqrt(d), from a limit on c + e * d */
	SEEK_CONSTANT,
};

struct seek_point {
	uint32_t cylinders;
	double ms;
};

/* The time that the arm needs for a distance. */
struct seek_spec {
	enum seek_kind kind;
	double single_ms; /* one cylinder; of SEEK_TWO_PARTS: negative when the curve says it */
	double average_ms;
	double full_ms; /* from the first cylinder to the last */
	double constant_ms;
	double two_parts[5];     /* limit in cylinders, a, b, c, e */
	double first_ten_ms[10]; /* distances of 1 to 10, where they were measured */
	bool has_first_ten;
	struct seek_point *points; /* ascending */
	size_t point_count;
};

/* How far a drive reads ahead once it has what was asked for. */
enum hdd_read_ahead {
	HDD_READ_AHEAD_NONE = 0,
	HDD_READ_AHEAD_TRACK = 1,
	HDD_READ_AHEAD_CYLINDER = 2,
	HDD_READ_AHEAD_SEGMENT = 3,    /* until the segment is full */
	HDD_READ_AHEAD_NEXT_TRACK = 4, /* to the end of the next track of a sequential stream */
};

enum hdd_write_cache {
	HDD_WRITE_THROUGH = 0,
	/* One contiguous piece of dirty data, which goes to the media before anything else does. */
	HDD_WRITE_SEQUENTIAL = 1,
	/* Any number of pieces, written when the drive has nothing else to do or no room left. */
	HDD_WRITE_BACK = 2,
};

/* Of a command, before anything else happens, by what the one before it was. */
struct hdd_overhead {
	double after_read_ms;
	double after_write_ms;
};

struct hdd_buffer {
	uint32_t segments; /* 0: it caches nothing */
	uint32_t segment_sectors;
	enum hdd_read_ahead read_ahead;
	uint32_t read_ahead_max_sectors;
	bool read_ahead_over_request; /* what was asked for may be overwritten by read-ahead */
	bool read_ahead_on_hit;       /* a hit starts it again */
	bool read_before;             /* what passes by before the first sector is kept */
	bool almost_hits;             /* the sector that is being read ahead counts as there */
	bool hits_on_written;         /* written data can be read back */
	bool write_segment_apart;     /* one segment is for writes alone */
	enum hdd_write_cache write_cache;
	uint32_t write_cache_sectors;
};

struct hdd_timing {
	double sector_bus_ms;
	bool bus_assumed; /* the drive's files leave its bus open */
	double scale;     /* of the overheads */
	double per_request_ms;
	struct hdd_overhead read_hit;
	struct hdd_overhead read_miss;
	struct hdd_overhead write_hit;
	struct hdd_overhead write_miss;
	double read_completion_ms;
	double write_completion_ms;
	double data_preparation_ms;
	double reselect_first_ms;
	double read_watermark; /* fraction of a request that is in the buffer before it is sent, */
	bool watermark_of_segment;  /* or of a segment */
	double minimum_seek_ms;     /* a write's media access is no sooner after its overhead */
	double write_seek_delay_ms; /* between a write's overhead and its seek */
	double write_data_delay_ms; /* between a write's overhead and its data */
};

struct hdd_description {
	char name[64];
	uint32_t heads;
	uint32_t cylinders;
	uint64_t sectors; /* 0: as many as the zones hold */
	double rpm;
	enum hdd_mapping mapping;
	enum hdd_sparing sparing;
	uint32_t sparing_range; /* cylinders */
	struct hdd_zone *zones;
	size_t zone_count;
	struct seek_spec seek;
	double head_switch_ms;
	double write_settle_ms; /* of a write beyond a read's; negative where writes settle sooner
				 */
	enum hdd_access access;
	double access_constant_ms;
	bool zero_latency_read; /* sectors of a track are read in the order in which they pass */
	bool zero_latency_write;
	struct hdd_buffer buffer;
	struct hdd_timing timing;
	uint32_t depth; /* NCQ; 1: it has none */
};

/* Frees what the description holds and zeroes it. */
void hdd_description_free(struct hdd_description *description);

#endif
