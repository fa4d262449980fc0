/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * A look at a whole trace before it is replayed: how much of it can be used, how far it reaches,
 * and which of its short-lived threads follow one another.
 */
#ifndef SIM_SCAN_H
#define SIM_SCAN_H

#include "trace/trace.h"

/* Threads that are told apart; those beyond keep their own times. */
#define SIM_SCAN_THREADS_MAX (1u << 20)

struct sim_slots;

struct sim_scan {
	uint64_t requests; /* that can be used */
	uint64_t skipped;
	uint64_t end_lba; /* sector after the last that is asked for; skipped ones too */
	struct sim_slots *slots;
};

/*
 * Reads the source to its end. Returns 0, and the slots are to be freed; or, with one line in
 * error, -ERANGE when more than one request in a hundred cannot be used, for then it is not the
 * trace that is replayed; -ENOMEM; the source's error.
 */
int sim_scan(struct trace_source *source, uint64_t device_sectors, struct sim_scan *scan,
	     char *error, size_t error_size);

/*
 * The slot of a process, named by the first process in it. Each process that is first seen after
 * another one was seen last follows it in its slot: of those that read, or write, first, the one
 * that ended last. A DataNode has a thread for each block transfer, so a slot is what a reader does
 * one transfer after the other. NULL: each process is a slot.
 */
uint64_t sim_slots_of(const struct sim_slots *slots, uint64_t process);
void sim_slots_free(struct sim_slots *slots);

#endif
