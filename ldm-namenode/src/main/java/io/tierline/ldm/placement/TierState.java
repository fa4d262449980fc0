/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.Medium;

/**
 * What a tier was like when a decision was taken: all of it that an explanation names, and no more,
 * because some thousand decisions are kept.
 *
 * @param medium the kind of its volumes
 * @param rating their performance rating for a reader on the node, in MiB/s
 * @param measured how many volumes were measured; the others count as typical ones
 * @param volumes how many there are
 * @param used the share of their capacity that is used
 * @param threshold the least quotient it takes
 * @param worn volumes that have had their writes for today
 */
public record TierState(
    Medium medium,
    double rating,
    int measured,
    int volumes,
    double used,
    double threshold,
    int worn) {}
