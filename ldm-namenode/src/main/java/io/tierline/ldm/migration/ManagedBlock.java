/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.migration;

import java.util.List;

/**
 * A complete block and where it lies.
 *
 * @param file the file it belongs to
 * @param id the block's id
 * @param bytes its length
 * @param replicas all its replicas, as many as the file asks for
 */
public record ManagedBlock(String file, long id, long bytes, List<Replica> replicas) {
  /** Copies the list; the record is immutable. */
  public ManagedBlock {
    replicas = List.copyOf(replicas);
  }

  boolean isOn(String node) {
    return replicas.stream().anyMatch(replica -> replica.node().equals(node));
  }

  /** Racks that hold a replica when that one has gone to the other rack. */
  long racksAfter(Replica source, String targetRack) {
    long others =
        replicas.stream()
            .filter(replica -> !replica.equals(source))
            .map(Replica::rack)
            .filter(rack -> !rack.equals(targetRack))
            .distinct()
            .count();
    return others + 1;
  }

  long racks() {
    return replicas.stream().map(Replica::rack).distinct().count();
  }
}
