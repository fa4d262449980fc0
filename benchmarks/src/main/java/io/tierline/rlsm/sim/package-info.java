/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What a compaction policy will cost, without a cluster: flushes of real keys go through the
 * planner that the engine runs and through models of its peers, and every cell that is written is
 * counted. Pure; the same seed gives the same figures.
 */
package io.tierline.rlsm.sim;
