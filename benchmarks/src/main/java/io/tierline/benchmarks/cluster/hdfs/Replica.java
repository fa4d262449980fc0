/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import io.tierline.benchmarks.cluster.flow.Use;
import io.tierline.ldm.rating.Medium;

/**
 * Where a block lies.
 *
 * @param node on which node
 * @param medium on what
 * @param disk on which of its disks, if on a disk
 */
public record Replica(Node node, Medium medium, int disk) {
  /** The device that it lies on. */
  public Use device() {
    return node.device(medium, disk);
  }
}
