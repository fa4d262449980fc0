/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Throttling of buffered writeback as Linux does it in front of its schedulers but BFQ.
 */
#ifndef SIM_WRITEBACK_H
#define SIM_WRITEBACK_H

#include "device/device.h"

/* All zero: off. */
struct sim_writeback {
	/* Settings. */
	uint64_t target_ns; /* of reads; 0: off */
	uint32_t queue_depth;
	bool write_cache;
	/* Run time. */
	int scale_step; /* above 0: halved so often; below: doubled */
	bool scaled_max;
	uint32_t depth_max;
	uint32_t inflight; /* throttled writes let in and not finished */
	bool sleepers;     /* somebody was refused and has not been woken since */
	uint64_t read_ns;  /* when a read was last issued or finished */
	bool read_seen;
	uint64_t window_ends_ns;
	uint64_t read_least_ns; /* of this window */
	uint32_t reads;
	uint32_t writes;
	uint32_t unknown_windows;
};

void sim_writeback_init(struct sim_writeback *writeback, uint64_t target_ns,
			const struct device *disk);
/*
 * Whether one more write may go in, for which somebody waits or nobody; it is counted by
 * sim_writeback_entered. Those inside take so many places at the most, merged as they are.
 */
bool sim_writeback_allows(struct sim_writeback *writeback, bool sync, uint32_t places,
			  uint64_t now_ns);
void sim_writeback_entered(struct sim_writeback *writeback, bool throttled, bool read,
			   uint64_t now_ns);
/* A request is finished; device_ns: what the device took for it. */
void sim_writeback_finished(struct sim_writeback *writeback, bool throttled, bool read,
			    uint64_t device_ns, uint64_t now_ns);

#endif
