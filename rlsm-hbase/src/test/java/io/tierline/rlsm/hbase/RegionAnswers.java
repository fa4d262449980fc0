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
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.regionserver.Store;

/** How a region answers scans, as its server has it do. */
final class RegionAnswers {

  private RegionAnswers() {}

  /**
   * Half files are rewritten before reversed scans, which HBase's reader of the lower half fails
   * in: it takes itself to be at its end still when it has been sent back to its start.
   */
  static RegionScanner scanner(HRegion region, Scan scan, LocalCompactions compactions)
      throws IOException {
    for (int i = 0; scan.isReversed() && i < 20 && readsHalfFiles(region); i++) {
      compactions.finishAll();
      compactions.one(region, Store.NO_PRIORITY);
    }
    return region.getScanner(RequestCopies.of(scan));
  }

  private static boolean readsHalfFiles(HRegion region) {
    return region.getStores().stream()
        .flatMap(store -> store.getStorefiles().stream())
        .anyMatch(HStoreFile::isReference);
  }

  /**
   * Reads on.
   *
   * @param rows stop after so many answers
   * @return how many answers there were
   */
  static int read(RegionScanner scanner, Cells found, int rows) throws IOException {
    List<Cell> cells = new ArrayList<>();
    int answers = 0;
    boolean more = true;
    while (more && answers < rows) {
      more = scanner.next(cells);
      if (!cells.isEmpty()) {
        found.add(cells);
        answers++;
      }
      cells.clear();
      // As after an answer to a client: only then does a default scan go over to a stream.
      ((Shipper) scanner).shipped();
    }
    return answers;
  }
}
