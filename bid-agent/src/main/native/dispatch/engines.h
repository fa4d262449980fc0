/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * The two ways to read and write files.
 */
#ifndef DISPATCH_ENGINES_H
#define DISPATCH_ENGINES_H

#include "dispatch/backend.h"

/* Both return 0 or a negative errno. */
int ring_engine_open(struct backend **backend);
int thread_engine_open(uint32_t threads, struct backend **backend);

#endif
