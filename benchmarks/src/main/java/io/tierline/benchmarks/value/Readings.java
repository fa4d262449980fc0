/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.value;

import io.tierline.ldm.migration.CopyCost;
import io.tierline.ldm.placement.TierSettings;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import java.util.List;

/**
 * What the readings of a block take together, by how many of its replicas are on SSD.
 *
 * <p>Jobs that start at one time read the block at one moment, and those at one device share its
 * bandwidth; each takes the replica that serves it soonest. So a further fast replica brings the
 * most that it can: in a cluster such jobs come to a block one after the other, and a lone fast
 * replica is shared by fewer of them. The network holds nobody up, as on 10 Gbit/s.
 */
final class Readings {
  static final int REPLICAS = 3;

  private static final CopyCost COST = new CopyCost(Network.TYPICAL, List.of());

  private Readings() {}

  /**
   * Seconds that the readings of one block are shorter than from disks alone.
   *
   * @param blockBytes its size
   * @param times when its readers start, earliest first
   * @param fast its replicas on SSD
   */
  static double savedSeconds(long blockBytes, List<Double> times, int fast) {
    double saved = 0;
    for (int from = 0; from < times.size(); ) {
      int to = from;
      while (to < times.size() && times.get(to).equals(times.get(from))) {
        to++;
      }
      saved += seconds(blockBytes, to - from, 0) - seconds(blockBytes, to - from, fast);
      from = to;
    }
    return saved;
  }

  /** Seconds of so many readers that read one block at one moment. */
  private static double seconds(long blockBytes, int readers, int fast) {
    double[] alone = new double[REPLICAS];
    for (int i = 0; i < REPLICAS; i++) {
      alone[i] = COST.reading(blockBytes, i < fast ? Medium.SSD : TierSettings.BASE);
    }
    int[] served = new int[REPLICAS];
    for (int reader = 0; reader < readers; reader++) {
      served[soonest(alone, served)]++;
    }
    double seconds = 0;
    for (int i = 0; i < REPLICAS; i++) {
      seconds += served[i] * served[i] * alone[i];
    }
    return seconds;
  }

  private static int soonest(double[] alone, int[] served) {
    int best = 0;
    for (int i = 1; i < REPLICAS; i++) {
      best = (served[i] + 1) * alone[i] < (served[best] + 1) * alone[best] ? i : best;
    }
    return best;
  }
}
