/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Thinned samples of the arm's position.
 */
#include "arm_log.h"

static void arm_log_thin(struct arm_log *log)
{
	for (uint32_t i = 0; i < ARM_LOG_MAX / 2; i++)
		log->sample[i] = log->sample[2 * i];
	log->count = ARM_LOG_MAX / 2;
	log->skip = 2 * log->skip + 1;
}

void arm_log_add(void *context, uint64_t now_ns, uint64_t track)
{
	struct arm_log *log = context;

	if (log->seen++ % (log->skip + 1) != 0)
		return;
	log->sample[log->count++] = (struct arm_sample){.now_ns = now_ns, .track = track};
	if (log->count == ARM_LOG_MAX)
		arm_log_thin(log);
}
