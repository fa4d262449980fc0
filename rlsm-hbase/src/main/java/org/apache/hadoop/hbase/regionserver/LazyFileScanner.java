/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * HBase's scanner of a store file, made as HBase makes it, but over given cells: they may be of a
 * reader that is not open yet. It lives here because the reader of a scanner is package-private in
 * HBase: a scan that has gone over from positional reads to a stream has another reader than the
 * file's shared one.
 */
public abstract class LazyFileScanner extends HostFileScanner {
  private final LateStream stream;

  /**
   * A scanner that has read nothing yet.
   *
   * @param shared the file's shared reader, to which a reference is taken
   * @param cells what is read: of that reader, or a {@link LateStream}
   * @param readPoint MVCC: changes after it are not seen, but by a compaction
   * @param order the scanner's rank among those that stand on equal cells
   * @param isWithoutNullColumn whether no column of the query has an empty name
   */
  protected LazyFileScanner(
      StoreFileReader shared,
      HFileScanner cells,
      boolean isCompaction,
      long readPoint,
      long order,
      boolean isWithoutNullColumn) {
    super(
        shared,
        cells,
        !isCompaction,
        shared.getHFileReader().hasMVCCInfo(),
        readPoint,
        order,
        isWithoutNullColumn,
        isFastSeeking(shared.getHFileReader()));
    this.stream = cells instanceof LateStream late ? late : null;
  }

  /** The cells of a file by its shared reader, for positional reads. */
  @SuppressWarnings("deprecation")
  public static HFileScanner cellsOf(StoreFileReader shared, boolean cacheBlocks) {
    return shared.getScanner(cacheBlocks, true, false);
  }

  private static boolean isFastSeeking(HFile.Reader file) {
    return file.getDataBlockEncoding() == DataBlockEncoding.ROW_INDEX_V1;
  }

  /** The stream that is read; null if it is the shared reader's file. */
  protected final LateStream stream() {
    return stream;
  }

  @Override
  StoreFileReader getReader() {
    return stream != null && stream.isOpen() ? stream.storeReader() : super.getReader();
  }
}
