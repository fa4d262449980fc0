/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package io.tierline.rlsm.hbase;

import io.tierline.rlsm.layout.FileMeta.Role;
import io.tierline.rlsm.layout.KeySample;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.regionserver.HostSink;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hbase.thirdparty.com.google.common.hash.HashFunction;
import org.apache.hbase.thirdparty.com.google.common.hash.Hashing;

/**
 * Counts what is written to a file and takes a sample of it; what it throws itself does not keep a
 * cell from it.
 */
final class CountingSink implements HostSink {

  /** Of rows and columns; every file must have the same, whoever writes it. */
  private static final HashFunction HASH = Hashing.farmHashFingerprint64();

  private final StoreFileWriter writer;
  private final boolean selective;
  private final KeySample.Collector sample = new KeySample.Collector();
  private byte[] row;
  private boolean wanted;
  private long deletes;
  private long versionDeletes;
  private Throwable fault;

  /**
   * A sink that writes to a file.
   *
   * @param selective whether any delete marker takes only some of the cells below it
   */
  CountingSink(StoreFileWriter writer, boolean selective) {
    this.writer = writer;
    this.selective = selective;
  }

  @Override
  public void append(Cell cell) throws IOException {
    HostSink.append(cell, writer);
    try {
      count(cell);
    } catch (RuntimeException | Error e) {
      // A file of which nothing is known is better than a flush that fails.
      fault = e;
    }
  }

  private void count(Cell cell) {
    if (row == null || !CellUtil.matchingRows(cell, row)) {
      row = CellUtil.cloneRow(cell);
      wanted = sample.row(HASH.hashBytes(row).asLong());
    }
    if (wanted) {
      sample.cell((int) HASH.hashBytes(CellUtil.cloneQualifier(cell)).asLong(), kind(cell));
    }
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
   * version, or of a column or family but only of some cells there. By its tags a marker with
   * visibility labels is; one without is as well where labels are in use.
   */
  private boolean mayTakeOneVersion(Cell marker) {
    return selective
        || marker.getType() == Cell.Type.Delete
        || marker.getType() == Cell.Type.DeleteFamilyVersion
        || PrivateCellUtil.tagsIterator(marker).hasNext();
  }

  private static KeySample.Kind kind(Cell cell) {
    return switch (cell.getType()) {
      case Put -> KeySample.Kind.PUT;
      case DeleteColumn -> KeySample.Kind.DELETE_COLUMN;
      case DeleteFamily -> KeySample.Kind.DELETE_ROW;
      default -> KeySample.Kind.OTHER;
    };
  }

  StoreFileWriter writer() {
    return writer;
  }

  /** Delete markers of all kinds. */
  long deletes() {
    return deletes;
  }

  /**
   * What the file is to say of itself.
   *
   * @param role what it is to the store
   * @param deletes delete markers that a later fold could drop
   */
  RlsmFileInfo info(Role role, long deletes) {
    return new RlsmFileInfo(role, deletes, versionDeletes, sample.sample());
  }
}
