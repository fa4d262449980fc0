/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.whatif;

import io.tierline.ldm.rating.Medium;

/**
 * How full a tier is and would be.
 *
 * @param medium what its volumes are made of
 * @param capacityBytes their size
 * @param usedBytesNow what is taken of it
 * @param usedBytesThen what would be taken after the moves
 */
public record TierFill(Medium medium, long capacityBytes, long usedBytesNow, long usedBytesThen) {}
