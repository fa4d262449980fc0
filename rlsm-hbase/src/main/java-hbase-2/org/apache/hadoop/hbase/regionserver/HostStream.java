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
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * The calls for cells of a file that another reads, as HBase 2 has them: cells are any {@link
 * Cell}.
 */
abstract class HostStream implements HFileScanner {

  /** Who reads the cells; null if nobody does now. */
  HFileScanner cells;

  @Override
  public final int seekTo(Cell cell) throws IOException {
    return cells.seekTo(cell);
  }

  @Override
  public final int reseekTo(Cell cell) throws IOException {
    return cells.reseekTo(cell);
  }

  @Override
  public final boolean seekBefore(Cell cell) throws IOException {
    return cells.seekBefore(cell);
  }

  @Override
  public final Cell getKey() {
    return cells.getKey();
  }

  @Override
  public final Cell getCell() {
    return cells.getCell();
  }

  @Override
  public final Cell getNextIndexedKey() {
    return cells == null ? null : cells.getNextIndexedKey();
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public final String getKeyString() {
    return cells.getKeyString();
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public final String getValueString() {
    return cells.getValueString();
  }
}
