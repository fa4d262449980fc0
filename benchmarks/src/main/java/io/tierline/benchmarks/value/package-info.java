/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Placement's value models beside what a user would pick instead and a bound, simulated: chains of
 * jobs on a cluster whose fast tier is too small for them.
 */
package io.tierline.benchmarks.value;
