/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hdfs.server.blockmanagement;

import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;

/** What the NameNode knows of a volume's contents and does not tell other packages. */
@InterfaceAudience.Private
public final class StorageContents {
  private StorageContents() {}

  /** Replicas that the NameNode knows on the volume. */
  public static int blocks(DatanodeStorageInfo storage) {
    return storage.numBlocks();
  }

  /** Bytes of its block pool there, as of the last heartbeat. */
  public static long bytes(DatanodeStorageInfo storage) {
    return storage.getBlockPoolUsed();
  }

  /** Bytes that are free on the volume, as of the last heartbeat; 0 where it has failed. */
  public static long free(DatanodeStorageInfo storage) {
    return storage.getState() == DatanodeStorage.State.NORMAL ? storage.getRemaining() : 0;
  }
}
