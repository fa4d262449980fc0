/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Writes on their way into the log's commit that is open.
 */
#ifndef DISPATCH_TIER_PUT_H
#define DISPATCH_TIER_PUT_H

#include "tier.h"

/* Puts what there is room for; refuses what there is none for and that has a home. */
void put_writes(struct tier *tier);
/* The job is its caller's again. */
void tier_job_end(struct tier_job *job, enum tier_fate fate, int32_t status);

#endif
