/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.rest;

import io.tierline.ldm.namenode.placement.PlacementAdvisor;
import io.tierline.ldm.placement.Tier;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import java.util.List;

/**
 * A tier of storage, as it is decided by now.
 *
 * @param admissionThreshold the least quotient that it takes; 0 of disks, however full they are,
 *     since they take what nothing else does
 */
record TierDocument(
    Medium medium,
    long capacityBytes,
    long remainingBytes,
    int nodesWithRoom,
    double admissionThreshold,
    int volumes,
    int volumesMeasured,
    int volumesWorn,
    double ratingNodeMibPerSecond,
    double ratingRackMibPerSecond,
    double ratingRemoteMibPerSecond) {
  static List<TierDocument> all(PlacementAdvisor advisor) {
    return advisor.table().tiers().stream().map(TierDocument::of).toList();
  }

  static TierDocument of(Tier tier) {
    return new TierDocument(
        tier.medium(),
        tier.capacityBytes(),
        tier.remainingBytes(),
        tier.nodeCount(),
        tier.medium() == TierSettings.BASE ? 0 : tier.threshold(),
        tier.volumeCount(),
        tier.measuredCount(),
        tier.wornCount(),
        tier.rating(Distance.NODE),
        tier.rating(Distance.RACK),
        tier.rating(Distance.REMOTE));
  }
}
