/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.testing.cluster;

import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;

/**
 * One block of a file and where the NameNode knows its replicas to be.
 *
 * @param file the file, without the file system's name
 * @param index the block's place in the file, from 0
 * @param blockId the HDFS block's id
 * @param bytes the block's length
 * @param replicas every live replica
 */
public record BlockReplicas(
    Path file, int index, long blockId, long bytes, List<Replica> replicas) {

  /**
   * One replica.
   *
   * @param tier the storage type of its volume
   * @param dataNode the DataNode's transfer address
   * @param rack the DataNode's place in the topology
   * @param storageId the volume
   */
  public record Replica(StorageType tier, String dataNode, String rack, String storageId) {}

  /** Sorts the replicas by volume, so that two listings of the same places are equal. */
  public BlockReplicas {
    replicas = replicas.stream().sorted(Comparator.comparing(Replica::storageId)).toList();
  }

  /** How many of the replicas lie on that tier. */
  public int on(StorageType tier) {
    return (int) replicas.stream().filter(replica -> replica.tier() == tier).count();
  }

  /** How many racks hold a replica. */
  public int racks() {
    return (int) replicas.stream().map(Replica::rack).distinct().count();
  }
}
