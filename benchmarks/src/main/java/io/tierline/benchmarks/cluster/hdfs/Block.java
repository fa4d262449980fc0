/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.benchmarks.cluster.hdfs;

import java.util.ArrayList;
import java.util.List;

/** A block of a dataset. */
public final class Block {
  private final long bytes;
  private final List<Replica> replicas;

  /** Of so many bytes on those places. */
  public Block(long bytes, List<Replica> replicas) {
    this.bytes = bytes;
    this.replicas = new ArrayList<>(replicas);
  }

  /** Its size. */
  public long bytes() {
    return bytes;
  }

  /** Where it lies; the first is the writer's. */
  public List<Replica> replicas() {
    return replicas;
  }
}
