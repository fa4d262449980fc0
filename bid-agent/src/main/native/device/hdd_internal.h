/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The parts of a rotating disk: hdd.c takes runs and hands them back, hdd_service.c says how long
 * one takes, hdd_background.c does what the drive does by itself in between.
 */
#ifndef DEVICE_HDD_INTERNAL_H
#define DEVICE_HDD_INTERNAL_H

#include "device/device.h"
#include "device/mechanics.h"
#include "ncq.h"
#include "read_buffer.h"
#include "write_buffer.h"

/* A read that goes on by itself. */
struct read_ahead {
	struct segment *segment; /* NULL: none goes on */
	uint64_t next_lba;
	uint64_t end_lba;
	uint64_t since_ns; /* when the media were at next_lba */
};

/* Overheads in ns, by what the command before was (enum bid_op). */
struct hdd_overheads_ns {
	uint64_t read_hit[2];
	uint64_t read_miss[2];
	uint64_t write_hit[2];
	uint64_t write_miss[2];
	uint64_t read_completion;
	uint64_t write_completion;
	uint64_t data_preparation;
	uint64_t reselect;
	uint64_t minimum_seek;
	uint64_t write_seek_delay;
	uint64_t write_data_delay;
};

struct hdd {
	struct device device;
	struct geometry geometry;
	struct mechanics mechanics;
	struct arm arm;
	uint32_t *seek_ns;
	struct hdd_overheads_ns overhead;
	double sector_bus_ns;
	double read_watermark;
	uint32_t watermark_sectors; /* what it is a fraction of; 0: the request */
	struct hdd_buffer buffer;   /* what the description says of it */
	struct read_buffer reads;
	struct write_buffer writes;
	struct read_ahead ahead;
	uint64_t write_end;     /* address after the last write that the buffer took */
	uint64_t media_free_ns; /* when the media are done with what they cannot leave */
	uint8_t last_op;
	struct ncq held;
	struct bid_request *active;
	uint64_t active_end_ns;
	struct device_figures figures;
	char name[64];
};

/* The time at which a run that is begun at start_ns is done. */
uint64_t hdd_serve(struct hdd *hdd, uint8_t op, uint64_t lba, uint64_t sectors, uint64_t start_ns);
/* What a held run would wait for; an ncq_cost_fn. */
uint64_t hdd_cost(void *context, const struct ncq_run *run, uint64_t now_ns, uint64_t bound_ns);

/* Counts what the media did for reads or writes, the arm free for it from start_ns on. */
void hdd_count_media(struct hdd *hdd, enum bid_op op, const struct transfer *transfer,
		     uint64_t start_ns);

/* Brings what goes on by itself up to a time. */
void hdd_catch_up(struct hdd *hdd, uint64_t now_ns);
/* Begins to read ahead after a read whose last sector passed at since_ns. */
void hdd_read_ahead_begin(struct hdd *hdd, struct segment *segment, uint64_t request_lba,
			  uint64_t from_lba, uint64_t since_ns);
/* Where read-ahead after a request would end. */
uint64_t hdd_read_ahead_end(struct hdd *hdd, uint64_t request_lba, uint64_t from_lba);
/* Writes the nearest extent to the media, which takes until media_free_ns. There must be one. */
void hdd_destage_one(struct hdd *hdd, uint64_t now_ns);
/* Writes all that is dirty. */
void hdd_destage_all(struct hdd *hdd, uint64_t now_ns);

static inline uint64_t later_ns(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

#endif
