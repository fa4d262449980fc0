/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * MapReduce jobs in phases on a cluster's slots, and what they take.
 *
 * <p>Large since loads, the scheduler and what tasks run on share a job's inner parts (stages,
 * tasks, the site), which nothing outside is to see.
 */
package io.tierline.benchmarks.cluster.jobs;
