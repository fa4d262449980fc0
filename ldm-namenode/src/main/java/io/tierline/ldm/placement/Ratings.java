/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.placement;

import io.tierline.ldm.rating.Distance;
import io.tierline.ldm.rating.Network;
import java.util.Collection;

/**
 * What a block may expect of some volumes of which the host picks one: block size over the mean
 * seconds, in MiB/s, by distance.
 */
final class Ratings {
  private final double[] secondsPerMib = new double[Distance.values().length];
  private int volumes;

  static Ratings of(Collection<StorageState> members, Network network, long blockBytes) {
    Ratings ratings = new Ratings();
    members.forEach(member -> ratings.add(member, network, blockBytes));
    return ratings;
  }

  void add(StorageState volume, Network network, long blockBytes) {
    volumes++;
    for (Distance distance : Distance.values()) {
      secondsPerMib[distance.ordinal()] +=
          1 / volume.device().speeds().rating(distance, network, blockBytes);
    }
  }

  /** These volumes without some of them. */
  Ratings without(Ratings some) {
    Ratings rest = new Ratings();
    rest.volumes = volumes - some.volumes;
    for (int i = 0; i < secondsPerMib.length; i++) {
      rest.secondsPerMib[i] = secondsPerMib[i] - some.secondsPerMib[i];
    }
    return rest;
  }

  boolean isEmpty() {
    return volumes == 0;
  }

  double at(Distance distance) {
    return volumes / secondsPerMib[distance.ordinal()];
  }
}
