/* SPDX-License-Identifier: Apache-2.0 */
/* Copyright 2026 The Tierline Authors. */
#include "sim/tunables.h"

static const struct bid_tunable sim_entries[] = {
	BID_TUNABLE(
		sim_tunables, wbt_target_ns, "linux", "wbt-latency", "ns", 75 * BID_MS, 0,
		3600 * BID_SECOND,
		"Read latency that the throttling of buffered writeback in front of noop, mq-deadline "
		"and kyber aims at (Linux wbt_lat_usec; 75 ms is the default of rotational disks). 0 turns "
		"it off: more writes to sort, fewer places for readers."),
	BID_TUNABLE(
		sim_tunables, readahead_sectors, "all", "readahead", "sectors", 0, 0,
		2048 * BID_MIB,
		"Readahead of a block transfer before the scheduler sees it: 256 is Linux's default, "
		"512 with POSIX_FADV_SEQUENTIAL, 8192 Hadoop's dfs.datanode.readahead.bytes. 0: as "
		"traced. More makes longer runs, and wastes more when a reader stops early."),
};
const struct bid_tunable_table sim_tunables = BID_TUNABLE_TABLE(sim_tunables, sim_entries);
