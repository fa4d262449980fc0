/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * What can be set of both policies with deadlines.
 */
#ifndef POLICIES_EXPIRY_H
#define POLICIES_EXPIRY_H

#include "bid/tunables.h"

struct expiry_tunables {
	uint64_t read_expire_ns;
	uint64_t write_expire_ns;
	uint64_t batch;
	uint64_t writes_starved;
};

extern const struct bid_tunable_table expiry_tunables;

#endif
