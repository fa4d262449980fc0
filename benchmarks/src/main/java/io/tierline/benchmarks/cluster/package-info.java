/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * {@code ./tierline ldm-sim}: MapReduce jobs on a simulated cluster, with data placed by stock
 * HDFS, by what a user would pick instead, and by LDM's own classes.
 */
package io.tierline.benchmarks.cluster;
