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
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.regionserver.CellSink;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;

/** Counts what is written to a file; what it throws itself does not keep a cell from it. */
final class CountingSink implements CellSink {

  private final StoreFileWriter writer;
  private long cells;
  private long deletes;
  private long versionDeletes;
  private Throwable fault;

  CountingSink(StoreFileWriter writer) {
    this.writer = writer;
  }

  @Override
  public void append(Cell cell) throws IOException {
    writer.append(cell);
    try {
      count(cell);
    } catch (RuntimeException | Error e) {
      // A file of which nothing is known is better than a flush that fails.
      fault = e;
    }
  }

  private void count(Cell cell) {
    cells++;
    if (CellUtil.isDelete(cell)) {
      deletes++;
      versionDeletes += mayTakeOneVersion(cell) ? 1 : 0;
    }
  }

  /** Why the numbers are not to be believed; null when they are. */
  Throwable fault() {
    return fault;
  }

  /**
   * Whether an older version may come up below what a delete marker covers: if it is of one
   * version, or of a column or family but, by its tags, only of some cells there. So are markers
   * with visibility labels.
   */
  private static boolean mayTakeOneVersion(Cell marker) {
    return marker.getType() == Cell.Type.Delete
        || marker.getType() == Cell.Type.DeleteFamilyVersion
        || PrivateCellUtil.tagsIterator(marker).hasNext();
  }

  StoreFileWriter writer() {
    return writer;
  }

  long cells() {
    return cells;
  }

  /** Delete markers of all kinds. */
  long deletes() {
    return deletes;
  }

  /** Those below which an older version may come up. */
  long versionDeletes() {
    return versionDeletes;
  }
}
