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
import org.apache.hadoop.hbase.regionserver.CellSink;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;

/** Counts what is written to a file. */
final class CountingSink implements CellSink {

  private final StoreFileWriter writer;
  private long cells;
  private long deletes;
  private long versionDeletes;

  CountingSink(StoreFileWriter writer) {
    this.writer = writer;
  }

  @Override
  public void append(Cell cell) throws IOException {
    writer.append(cell);
    cells++;
    if (CellUtil.isDelete(cell)) {
      deletes++;
      versionDeletes += isOfOneVersion(cell) ? 1 : 0;
    }
  }

  /** Whether a delete marker covers one version only: below it, an older one comes up. */
  private static boolean isOfOneVersion(Cell cell) {
    return cell.getType() == Cell.Type.Delete || cell.getType() == Cell.Type.DeleteFamilyVersion;
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

  long versionDeletes() {
    return versionDeletes;
  }
}
