/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.DeviceProfile;
import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Medium;
import io.tierline.ldm.rating.Network;
import io.tierline.ldm.rating.PerformanceRating;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * How fast each volume is read from each distance, in classes: the order in which replicas are
 * offered to a reader. Ratings within about 19 % of each other (a fourth of a doubling) are of one
 * class and equal, so that replicas on devices of one kind keep the host's own order and its
 * balance of load, however much their measurements differ in the last digit. Immutable.
 */
public final class ReadRatings {
  private static final int DISTANCES = Distance.values().length;
  private static final int CLASSES_PER_DOUBLING = 4;

  private final int[] typical = new int[Medium.values().length * DISTANCES];
  private final Map<String, Measured> measured = new HashMap<>();

  private record Measured(String node, int[] classes) {}

  private ReadRatings() {}

  /**
   * Builds the table.
   *
   * @param storages all volumes; those that nobody measured are typical of their media
   * @param network what the network lets a stream have
   * @param blockBytes size of a typical block, above 0
   */
  public static ReadRatings of(
      Collection<StorageState> storages, Network network, long blockBytes) {
    ReadRatings ratings = new ReadRatings();
    for (Medium medium : Medium.values()) {
      int[] classes = classes(medium.typical(), network, blockBytes);
      System.arraycopy(classes, 0, ratings.typical, medium.ordinal() * DISTANCES, DISTANCES);
    }
    for (StorageState storage : storages) {
      if (storage.device().measured()) {
        int[] classes = classes(storage.device().speeds().read(), network, blockBytes);
        ratings.measured.put(storage.device().storage(), new Measured(storage.node(), classes));
      }
    }
    return ratings;
  }

  private static int[] classes(DeviceProfile device, Network network, long blockBytes) {
    int[] classes = new int[DISTANCES];
    for (Distance distance : Distance.values()) {
      double rating = PerformanceRating.of(device, distance, network, blockBytes);
      double doublings = Math.log(rating) / Math.log(2);
      classes[distance.ordinal()] = (int) Math.round(CLASSES_PER_DOUBLING * doublings);
    }
    return classes;
  }

  /**
   * The class of a volume, higher for faster ones.
   *
   * @param node the DataNode's identity; may be null
   * @param storage the volume's storage id; may be null
   * @param medium what it is made of
   * @param distance how far away it is
   */
  public int of(String node, String storage, Medium medium, Distance distance) {
    Measured known = measured.isEmpty() || storage == null ? null : measured.get(storage);
    return known != null && known.node().equals(node)
        ? known.classes()[distance.ordinal()]
        : typical[medium.ordinal() * DISTANCES + distance.ordinal()];
  }
}
