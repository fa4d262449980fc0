/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.datanode;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * Blocks that HDFS's scanner is to look at soon. In this package because the scanner takes them
 * from its own package alone.
 */
@InterfaceAudience.Private
public final class SuspectBlocks {
  private SuspectBlocks() {}

  /**
   * As HDFS's sender does when it cannot pass all of a block on; not for the scanner's own reads.
   */
  public static void add(DataNode node, FsVolumeSpi volume, ExtendedBlock block) {
    if (!(Thread.currentThread() instanceof VolumeScanner)) {
      node.getBlockScanner().markSuspectBlock(volume.getStorageID(), new ExtendedBlock(block));
    }
  }
}
