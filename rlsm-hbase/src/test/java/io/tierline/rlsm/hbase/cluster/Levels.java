/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;

/** What the files of stores with the RLSM engine are, by what they say of themselves. */
final class Levels {
  private static final byte[] FILE_INFO = Bytes.toBytes("TIERLINE_RLSM");
  private static final int FLUSH = 0;
  private static final int LEAST_COMPACTED = 2;

  private Levels() {}

  /**
   * Stores with files that the engine's compactions have written, and a flush: without that, a test
   * would show nothing of the engine. Other engines have no levels.
   */
  static void assertAllIn(List<HStore> stores) {
    for (HStore store : stores) {
      assertThat(areAllIn(store))
          .as("runs and bases, and a flush, among %s of %s", store.getStorefiles(), store)
          .isTrue();
    }
  }

  /** Whether one store has them. */
  static boolean areAllIn(HStore store) {
    if (!store.getStoreEngine().getClass().getName().endsWith(".RlsmStoreEngine")) {
      return true;
    }
    long compacted = store.getStorefiles().stream().filter(Levels::isCompacted).count();
    return compacted >= LEAST_COMPACTED && compacted < store.getStorefiles().size();
  }

  private static boolean isCompacted(HStoreFile file) {
    byte[] info = file.getMetadataValue(FILE_INFO);
    return info != null && info[1] != FLUSH;
  }
}
