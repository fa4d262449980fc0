/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Where the arm was, for plots: a bounded number of samples, evenly thinned. When there are too
 * many, every other one is dropped and from then on only every other one taken.
 */
#ifndef TOOL_ARM_LOG_H
#define TOOL_ARM_LOG_H

#include <stdint.h>

enum { ARM_LOG_MAX = 4096 };

struct arm_sample {
	uint64_t now_ns;
	uint64_t track;
};

/* All zero is an empty log. */
struct arm_log {
	uint64_t seen;
	uint64_t skip; /* of each skip + 1 samples one is taken */
	uint32_t count;
	struct arm_sample sample[ARM_LOG_MAX];
};

/* A device_arm_fn; the context is the log. */
void arm_log_add(void *context, uint64_t now_ns, uint64_t track);

#endif
