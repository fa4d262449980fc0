/*
 * Copyright 2026 The Tierline Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except
 * in compliance with the License. You may obtain a copy of the License in the file LICENSE.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * The calls for cells of a file that another reads, as HBase 3 has them: all cells are {@link
 * ExtendedCell}.
 */
abstract class HostStream implements HFileScanner {

  /** Who reads the cells; null if nobody does now. */
  HFileScanner cells;

  @Override
  public final int seekTo(ExtendedCell cell) throws IOException {
    return cells.seekTo(cell);
  }

  @Override
  public final int reseekTo(ExtendedCell cell) throws IOException {
    return cells.reseekTo(cell);
  }

  @Override
  public final boolean seekBefore(ExtendedCell cell) throws IOException {
    return cells.seekBefore(cell);
  }

  @Override
  public final ExtendedCell getKey() {
    return cells.getKey();
  }

  @Override
  public final ExtendedCell getCell() {
    return cells.getCell();
  }

  @Override
  public final ExtendedCell getNextIndexedKey() {
    return cells == null ? null : cells.getNextIndexedKey();
  }
}
