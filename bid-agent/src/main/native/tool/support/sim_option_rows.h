/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * bid-sim's options, one row each: the name of its code, its own name, what it is given (NULL:
 * nothing), and what --help says of it (NULL: nothing). The parser and the help are made of them.
 */
#ifndef TOOL_SIM_OPTION_ROWS_H
#define TOOL_SIM_OPTION_ROWS_H

#define SIM_OPTION_ROWS(ROW)                                                                       \
	ROW(TRACE, "trace", "FILE...",                                                             \
	    "blktrace binary with all per-CPU files, blkparse text, or CSV")                       \
	ROW(WORKLOAD, "workload", "NAME[,NAME...]",                                                \
	    "generated workloads, see --list-workloads; or all")                                   \
	ROW(POLICY, "policy", "NAME[,NAME...]",                                                    \
	    "contenders, see --list-policies (default: all; hybrid ones where there is an SSD), "  \
	    "each NAME[:TUNABLE=VALUE]... with settings of its own")                               \
	ROW(DISK, "disk", "NAME|FILE",                                                             \
	    "a preset, a description or DiskSim files (default: sata-250g)")                       \
	ROW(SSD, "ssd", "NAME|FILE", "the second tier, for hybrid contenders (default: none)")     \
	ROW(OPEN_LOOP, "open-loop", NULL,                                                          \
	    "requests come at the trace's times, whatever has been served")                        \
	ROW(CLOSED_LOOP, "closed-loop", NULL,                                                      \
	    "a process waits for its reads before it goes on: what users see (./tierline's own "   \
	    "default)")                                                                            \
	ROW(NCQ, "ncq", "N",                                                                       \
	    "requests that the disk takes at a time, 1 to 32 (default: 1, no NCQ)")                \
	ROW(OUTSTANDING, "outstanding", "N",                                                       \
	    "bound of the request queue, the same for all contenders; 0: none (default: 256)")     \
	ROW(WRITE_CACHE, "write-cache", "on|off",                                                  \
	    "the disk's write cache (default: as described)")                                      \
	ROW(ADDRESSES, "addresses", "as-is|wrap|scale",                                            \
	    "what to do with a trace of a disk of another size (default: as-is; more than 1 % "    \
	    "past the end is refused)")                                                            \
	ROW(SET, "set", "NAME=VALUE", "a tunable, see --list-tunables; may be repeated")           \
	ROW(SEED, "seed", "N", "seed of generated workloads (default: 1)")                         \
	ROW(SCALE, "scale", "X",                                                                   \
	    "factor for the amount of data of generated workloads (default: 1.0)")                 \
	ROW(LIST_POLICIES, "list-policies", NULL, "what --policy takes")                           \
	ROW(LIST_DISKS, "list-disks", NULL, "what --disk and --ssd take")                          \
	ROW(LIST_WORKLOADS, "list-workloads", NULL, "what --workload takes")                       \
	ROW(LIST_TUNABLES, "list-tunables", NULL, "what --set takes")                              \
	ROW(WORKED_EXAMPLE, "worked-example", NULL,                                                \
	    "the small example that every policy is checked with")                                 \
	ROW(HELP, "help", NULL, NULL)

/* Those that ./tierline gives by itself. */
#define SIM_OWN_ROWS(ROW)                                                                          \
	ROW(ARM, "arm", "FILE", "where the arm's positions are written, for plots")                \
	ROW(PROCESSES, "processes", "FILE", "where the figures of each process are written")       \
	ROW(JOBS, "jobs", "N", "runs at a time (default: 1)")

#endif
