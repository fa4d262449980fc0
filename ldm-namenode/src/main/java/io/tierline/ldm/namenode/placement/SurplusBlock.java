/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.ldm.namenode.placement;

import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;

/** Which block a surplus replica belongs to, as far as that can be known. */
@FunctionalInterface
public interface SurplusBlock {
  /** Where nothing is known. */
  SurplusBlock UNKNOWN = (candidates, replicas, added) -> Optional.empty();

  /**
   * A block.
   *
   * @param path of its file
   */
  record Known(long id, String path) {}

  /**
   * Finds it; asked under the lock of the namesystem, so it does no I/O and does not search.
   *
   * @param candidates the replicas to choose from
   * @param replicas how many are to stay
   * @param added the node whose replica has been added; null when none was
   */
  Optional<Known> find(
      Collection<DatanodeStorageInfo> candidates, int replicas, DatanodeDescriptor added);
}
