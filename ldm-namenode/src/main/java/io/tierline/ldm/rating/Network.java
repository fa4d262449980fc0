/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.rating;

/**
 * What the network lets one stream have.
 *
 * @param rackMibPerSecond between two nodes of a rack, in MiB/s, above 0
 * @param coreMibPerSecond between two racks, in MiB/s, above 0
 */
public record Network(double rackMibPerSecond, double coreMibPerSecond) {
  /** 10 Gbit/s in a rack, half of that between racks. */
  public static final Network TYPICAL = new Network(1_192, 596);

  /** Checks the ranges. */
  public Network {
    if (!(rackMibPerSecond > 0) || !(coreMibPerSecond > 0)) {
      throw new IllegalArgumentException(
          "a network needs bandwidth: " + rackMibPerSecond + ", " + coreMibPerSecond + " MiB/s");
    }
  }

  /** Bandwidth over that distance in MiB/s; without bound inside a node. */
  public double mibPerSecond(Distance distance) {
    return switch (distance) {
      case NODE -> Double.POSITIVE_INFINITY;
      case RACK -> rackMibPerSecond;
      case REMOTE -> coreMibPerSecond;
    };
  }
}
