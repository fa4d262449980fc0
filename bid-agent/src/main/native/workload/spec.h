/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What a workload is: phases of groups of processes, each of which goes round its steps. A
 * description is data (catalogue.c); process.c makes requests of it.
 */
#ifndef WORKLOAD_SPEC_H
#define WORKLOAD_SPEC_H

#include <stdbool.h>
#include <stdint.h>

#include "random.h"

#define STEPS_MAX  4
#define FILES_MAX  8
#define GROUPS_MAX 8
#define PHASES_MAX 4
#define SIZES_MAX  6

/* Of a spill, what the kernel writes back before it turns to another file: 4 MiB. */
#define LOCAL_RUN_KIB 4096u

/* Parts of the disk by what lies there; where they are: disk_map.c. */
enum zone {
	ZONE_BLOCKS,  /* replicas written long ago, anywhere in the used part */
	ZONE_FREE,    /* where new replicas go */
	ZONE_LOCAL,   /* intermediate data: spills and map outputs */
	ZONE_SIDE,    /* checksum files, directories, class files */
	ZONE_LOGS,    /* logs and job history */
	ZONE_JOURNAL, /* the file system's */
	ZONES,
};

enum layout {
	/* One after the other through files of file_kib. */
	LAYOUT_SEQUENTIAL,
	/* Each in a cell of its own. In ZONE_LOCAL what is read was written before. */
	LAYOUT_RANDOM,
};

/* Request sizes and their shares, in requests; a size of 0 ends the list. */
struct size_mix {
	struct {
		uint32_t kib;
		uint32_t weight;
	} sizes[SIZES_MAX];
};

struct range {
	uint32_t min;
	uint32_t max;
};

/* What a process does before it turns to its next step. */
struct step_spec {
	uint8_t op;            /* enum bid_op */
	uint8_t flags;         /* enum bid_flag */
	uint8_t service_class; /* enum bid_class */
	uint8_t zone;          /* enum zone */
	uint8_t layout;        /* enum layout */
	uint8_t files;         /* open at a time, 1 to FILES_MAX; each turn takes one of them */
	bool announced;        /* the start of a file is announced: its whole extent */
	struct range file_kib; /* sequential: a file's length */
	struct range turn_kib; /* how much before the next step; 0: to the end of the file */
	const struct size_mix *mix;
	const struct quantiles *gap; /* before each of its requests */
};

/* Processes of the same kind. Process i of it is first_process + i, in every phase. */
struct group_spec {
	const char *role;
	uint32_t first_process;
	uint32_t processes;
	uint32_t mib;          /* all first steps together, at scale 1; 0: in the background */
	uint32_t begins_with;  /* the step that a process begins with */
	struct range start_ms; /* after the phase's beginning */
	struct range pause_ms; /* after a file of the first step */
	bool new_threads;      /* a file of the first step is a thread: its process is a new one */
	struct step_spec steps[STEPS_MAX]; /* until one without a mix */
};

/* Background groups run until the others of their phase are done. */
struct phase_spec {
	const char *name;
	struct group_spec groups[GROUPS_MAX]; /* until one without processes */
};

struct workload_spec {
	const char *name;
	struct phase_spec phases[PHASES_MAX]; /* until one without a name */
};

/* The description of that name, or NULL. */
const struct workload_spec *workload_spec_find(const char *name);

#endif
