/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import java.io.IOException;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.querymatcher.DeleteTracker;
import org.apache.hadoop.hbase.regionserver.querymatcher.ScanDeleteTracker;

/**
 * Whether a coprocessor says which cells a delete marker takes. HBase's visibility controller does:
 * a marker takes the cells of its own labels, and one without labels those without.
 */
final class SelectiveDeletes {

  private SelectiveDeletes() {}

  /** Whether markers of a store may take some cells and leave older ones. */
  @SuppressWarnings("deprecation")
  static boolean in(HStore store) throws IOException {
    RegionCoprocessorHost host = store.getHRegion().getCoprocessorHost();
    if (host == null) {
      return false;
    }
    DeleteTracker usual = new ScanDeleteTracker(store.getComparator());
    return host.postInstantiateDeleteTracker(usual) != usual;
  }
}
