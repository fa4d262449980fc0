/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What can be set of the simulator: what a kernel does before a scheduler sees a request.
 */
#ifndef SIM_TUNABLES_H
#define SIM_TUNABLES_H

#include "bid/tunables.h"

struct sim_tunables {
	uint64_t wbt_target_ns;
	uint64_t readahead_sectors;
};

extern const struct bid_tunable_table sim_tunables;

#endif
