/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Embedded clusters with several storage tiers, and what can be observed on them: which block lies
 * on which tier, who read how many bytes from which tier, and what fsck says.
 *
 * <p>Everything here works on any HDFS configuration, stock or ours, so that both are measured by
 * the same means.
 */
package io.tierline.testing.cluster;
